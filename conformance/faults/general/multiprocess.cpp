// SPDX-License-Identifier: BSD-3-Clause
// Faults of variables in connected processes: every second one says something else than rank 0 of
// an entry of the same name.
#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {
namespace {

bool is_odd_process() { return rank_in_world() % 2 == 1; }

// Another member of the same group of constants.
int other_verbosity(int verbosity) {
  return verbosity == MPI_T_VERBOSITY_USER_BASIC ? MPI_T_VERBOSITY_USER_DETAIL
                                                 : MPI_T_VERBOSITY_USER_BASIC;
}

int other_scope(int scope) {
  return scope == MPI_T_SCOPE_READONLY ? MPI_T_SCOPE_CONSTANT : MPI_T_SCOPE_READONLY;
}

int other_bind(int bind) {
  return bind == MPI_T_BIND_MPI_WIN ? MPI_T_BIND_MPI_FILE : MPI_T_BIND_MPI_WIN;
}

MPI_Datatype other_datatype(MPI_Datatype datatype) {
  return datatype == MPI_DOUBLE ? MPI_UNSIGNED_LONG : MPI_DOUBLE;
}

// --- Cvars

// Lets `change` work on the answers that an odd process gets.
template <class Change>
void change_cvars(Interface& mpi, Change) {
  spoil_cvar_info(mpi, [](const CvarReply& cvar) {
    if (is_odd_process()) Change{}(cvar);
  });
}

MPITCHECK_FAULT(multiprocess_cvar_verbosity, "The last cvar has another verbosity in rank 1",
                clause::multiprocess_cvar_identical) {
  change_cvars(mpi, [](const CvarReply& cvar) {
    if (!is_last_cvar(cvar.index) || cvar.verbosity == nullptr) return;
    *cvar.verbosity = other_verbosity(*cvar.verbosity);
  });
}

MPITCHECK_FAULT(multiprocess_cvar_scope, "The first cvar has another scope in rank 1",
                clause::multiprocess_cvar_identical) {
  change_cvars(mpi, [](const CvarReply& cvar) {
    if (cvar.index == 0 && cvar.scope != nullptr) *cvar.scope = other_scope(*cvar.scope);
  });
}

MPITCHECK_FAULT(multiprocess_cvar_datatype, "Cvar number 3 has another datatype in rank 1",
                clause::multiprocess_cvar_identical) {
  change_cvars(mpi, [](const CvarReply& cvar) {
    if (cvar.index == 3 && cvar.datatype != nullptr) {
      *cvar.datatype = other_datatype(*cvar.datatype);
    }
  });
}

MPITCHECK_FAULT(multiprocess_cvar_bind, "The last cvar is bound to other objects in rank 1",
                clause::multiprocess_cvar_identical) {
  change_cvars(mpi, [](const CvarReply& cvar) {
    if (!is_last_cvar(cvar.index) || cvar.bind == nullptr) return;
    *cvar.bind = other_bind(*cvar.bind);
  });
}

MPITCHECK_FAULT(multiprocess_cvar_enum_missing, "Cvars with an enumeration have none in rank 1",
                clause::multiprocess_cvar_identical) {
  change_cvars(mpi, [](const CvarReply& cvar) {
    if (cvar.enumtype != nullptr) *cvar.enumtype = MPI_T_ENUM_NULL;
  });
}

MPITCHECK_FAULT(multiprocess_enum_renamed,
                "In rank 1 the enumerations of variables go by names of another case",
                clause::multiprocess_cvar_identical, clause::multiprocess_pvar_identical) {
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, int* num, char* name, int* name_len) {
    const int code = real.MPI_T_enum_get_info(enumtype, num, name, name_len);
    const bool has_text = name != nullptr && name_len != nullptr && *name_len > 1;
    if (code == MPI_SUCCESS && has_text && is_odd_process()) name[0] ^= ' ';
    return code;
  };
}

// --- Pvars

bool is_every_third(const PvarReply& pvar) { return pvar.index % 3 == 2; }

template <class Change>
void change_pvars(Interface& mpi, Change) {
  spoil_pvar_info(mpi, [](const PvarReply& pvar) {
    if (is_odd_process()) Change{}(pvar);
  });
}

MPITCHECK_FAULT(multiprocess_pvar_verbosity, "Every third pvar has another verbosity in rank 1",
                clause::multiprocess_pvar_identical) {
  change_pvars(mpi, [](const PvarReply& pvar) {
    if (!is_every_third(pvar) || pvar.verbosity == nullptr) return;
    *pvar.verbosity = other_verbosity(*pvar.verbosity);
  });
}

MPITCHECK_FAULT(multiprocess_pvar_datatype, "The first pvar has another datatype in rank 1",
                clause::multiprocess_pvar_identical) {
  change_pvars(mpi, [](const PvarReply& pvar) {
    if (pvar.index == 0 && pvar.datatype != nullptr) {
      *pvar.datatype = other_datatype(*pvar.datatype);
    }
  });
}

MPITCHECK_FAULT(multiprocess_pvar_bind, "Every third pvar is bound to other objects in rank 1",
                clause::multiprocess_pvar_identical) {
  change_pvars(mpi, [](const PvarReply& pvar) {
    if (!is_every_third(pvar) || pvar.bind == nullptr) return;
    *pvar.bind = other_bind(*pvar.bind);
  });
}

MPITCHECK_FAULT(multiprocess_pvar_readonly, "Every third pvar is read-only in one process only",
                clause::multiprocess_pvar_identical) {
  change_pvars(mpi, [](const PvarReply& pvar) {
    if (!is_every_third(pvar) || pvar.readonly == nullptr) return;
    *pvar.readonly = 1 - *pvar.readonly;
  });
}

MPITCHECK_FAULT(multiprocess_pvar_continuous, "The first pvar is continuous in one process only",
                clause::multiprocess_pvar_identical) {
  change_pvars(mpi, [](const PvarReply& pvar) {
    if (pvar.index == 0 && pvar.continuous != nullptr) *pvar.continuous = 1 - *pvar.continuous;
  });
}

MPITCHECK_FAULT(multiprocess_pvar_atomic, "The first pvar is atomic in one process only",
                clause::multiprocess_pvar_identical) {
  change_pvars(mpi, [](const PvarReply& pvar) {
    if (pvar.index == 0 && pvar.atomic != nullptr) *pvar.atomic = 1 - *pvar.atomic;
  });
}

MPITCHECK_FAULT(multiprocess_pvar_enum_missing, "Pvars with an enumeration have none in rank 1",
                clause::multiprocess_pvar_identical) {
  change_pvars(mpi, [](const PvarReply& pvar) {
    if (pvar.enumtype != nullptr) *pvar.enumtype = MPI_T_ENUM_NULL;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
