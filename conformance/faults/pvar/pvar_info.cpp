// SPDX-License-Identifier: BSD-3-Clause
// Faults of what MPI_T_pvar_get_info tells of a pvar.
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

constexpr int no_constant = 4711;

// The index of the first pvar that fits, or -1.
int first_pvar(bool (*fits)(const PvarFacts&)) {
  const int num = number_of(real.MPI_T_pvar_get_num);
  for (int i = 0; i < num; ++i) {
    if (fits(PvarFacts(i))) return i;
  }
  return -1;
}

constexpr auto last_pvar = [] { return number_of(real.MPI_T_pvar_get_num) - 1; };

// The pvar with the index that which() tells bears the name that new_name(index) makes.
template <class Which, class NewName>
void rename(Interface& mpi, Which, NewName) {
  mpi.MPI_T_pvar_get_info = [](int index, char* name, int* name_len, auto... rest) {
    if (index != Which{}()) return real.MPI_T_pvar_get_info(index, name, name_len, rest...);
    const int code = real.MPI_T_pvar_get_info(index, nullptr, nullptr, rest...);
    if (code == MPI_SUCCESS) return_text(NewName{}(index), name, name_len);
    return code;
  };
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int renamed = Which{}();
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    if (code == MPI_SUCCESS || name != NewName{}(renamed) ||
        var_class != PvarFacts(renamed).var_class) {
      return code;
    }
    *index = renamed;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(pvar_name_empty, "The last pvar has an empty name", clause::pvar_name_nonempty) {
  rename(mpi, last_pvar, [](int) { return std::string(); });
}

// The pvar of the same class before this one, or -1.
int one_before(int index) {
  const int var_class = PvarFacts(index).var_class;
  while (--index >= 0 && PvarFacts(index).var_class != var_class) {
  }
  return index;
}

MPITCHECK_FAULT(pvar_name_twice, "A pvar has the name of the one of its class before it",
                clause::pvar_name_class_unique, clause::pvar_get_index_roundtrip) {
  const auto one_that_follows = [] {
    int index = last_pvar();
    while (index >= 0 && one_before(index) < 0) --index;
    return index;
  };
  rename(mpi, one_that_follows, [](int index) { return pvar_name(one_before(index)); });
}

MPITCHECK_FAULT(pvar_name_changes_in_init, "MPI_Init renames the first pvar",
                clause::pvar_info_immutable, clause::pvar_num_may_only_grow) {
  rename(
      mpi, [] { return 0; },
      [](int index) { return pvar_name(index) + (mpi_was_initialized() ? "_active" : ""); });
}

MPITCHECK_FAULT(pvar_desc_length_zero, "A missing description has the length 0",
                clause::pvar_desc_optional) {
  mpi.MPI_T_pvar_get_info = [](int index, char* name, int* name_len, int* verbosity, int* var_class,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, auto... rest) {
    const bool missing = is_last_pvar(index);
    const int code =
        real.MPI_T_pvar_get_info(index, name, name_len, verbosity, var_class, datatype, enumtype,
                                 missing ? nullptr : desc, missing ? nullptr : desc_len, rest...);
    if (code != MPI_SUCCESS || !missing) return code;
    return_text("", desc, desc_len);
    set(desc_len, 0);
    return code;
  };
}

MPITCHECK_FAULT(pvar_verbosity_changes_in_init, "MPI_Init changes the verbosity of a pvar",
                clause::pvar_info_immutable) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    if (!mpi_was_initialized() || out.index != 1 || out.verbosity == nullptr) return;
    *out.verbosity = *out.verbosity == MPI_T_VERBOSITY_USER_BASIC ? MPI_T_VERBOSITY_USER_ALL
                                                                  : MPI_T_VERBOSITY_USER_BASIC;
  });
}

MPITCHECK_FAULT(pvar_verbosity_changes_late, "The verbosity of pvars changes after 10000 queries",
                clause::pvar_info_immutable) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    static int queries = 0;
    if (++queries > 10000) set<int>(out.verbosity, MPI_T_VERBOSITY_MPIDEV_ALL);
  });
}

MPITCHECK_FAULT(pvar_info_null_refused, "MPI_T_pvar_get_info refuses NULL for the verbosity",
                clause::pvar_info_null_out_ignored) {
  mpi.MPI_T_pvar_get_info = [](int index, char* name, int* name_len, int* verbosity, auto... rest) {
    if (verbosity == nullptr) return MPI_T_ERR_INVALID;
    return real.MPI_T_pvar_get_info(index, name, name_len, verbosity, rest...);
  };
}

MPITCHECK_FAULT(pvar_info_null_crashes, "MPI_T_pvar_get_info writes to the NULL for `atomic`",
                clause::pvar_info_null_out_ignored) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    if (out.bind != nullptr) *static_cast<volatile int*>(out.atomic) = *out.atomic;
  });
}

MPITCHECK_FAULT(pvar_info_null_ends_outputs,
                "With NULL for the binding MPI_T_pvar_get_info leaves the flags alone",
                clause::pvar_info_null_out_ignored) {
  mpi.MPI_T_pvar_get_info = [](int index, char* name, int* name_len, int* verbosity, int* var_class,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* readonly, int* continuous,
                               int* atomic) {
    const bool skip = bind == nullptr;
    return real.MPI_T_pvar_get_info(index, name, name_len, verbosity, var_class, datatype, enumtype,
                                    desc, desc_len, bind, skip ? nullptr : readonly,
                                    skip ? nullptr : continuous, skip ? nullptr : atomic);
  };
}

MPITCHECK_FAULT(pvar_class_unknown, "The last pvar has a class that is none",
                clause::pvar_class_constants) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    if (is_last_pvar(out.index)) set(out.var_class, no_constant);
  });
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int last = number_of(real.MPI_T_pvar_get_num) - 1;
    return real.MPI_T_pvar_get_index(
        name, var_class == no_constant ? PvarFacts(last).var_class : var_class, index);
  };
}

MPITCHECK_FAULT(pvar_flag_readonly_raw, "The readonly flag is a bit of a mask",
                clause::pvar_flag_readonly) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    if (out.readonly != nullptr && is_last_pvar(out.index)) *out.readonly = 0x20;
  });
}

MPITCHECK_FAULT(pvar_flag_continuous_negative, "The continuous flag of the last pvar is -1",
                clause::pvar_flag_continuous) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    if (out.continuous != nullptr && is_last_pvar(out.index)) *out.continuous = -1;
  });
}

MPITCHECK_FAULT(pvar_flag_atomic_two, "The atomic flag of the last pvar is 2",
                clause::pvar_flag_atomic) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    if (out.atomic != nullptr && is_last_pvar(out.index)) *out.atomic = 2;
  });
}

MPITCHECK_FAULT(pvar_flag_continuous_denied, "A continuous pvar is not flagged as such",
                clause::pvar_flag_continuous, clause::pvar_start_begins_updates,
                clause::pvar_stop_freezes) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    static const int one = first_pvar([](const PvarFacts& pvar) { return pvar.continuous == 1; });
    if (out.index == one) set(out.continuous, 0);
  });
}

MPITCHECK_FAULT(pvar_flag_continuous_claimed, "A pvar that can be stopped is flagged as continuous",
                clause::pvar_flag_continuous, clause::pvar_continuous_no_startstop,
                clause::pvar_continuous_active_from_alloc) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    static const int one = first_pvar([](const PvarFacts& pvar) { return pvar.continuous == 0; });
    if (out.index == one) set(out.continuous, 1);
  });
}

MPITCHECK_FAULT(pvar_flag_atomic_claimed, "A sum that has no readreset is flagged as atomic",
                clause::pvar_flag_atomic) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    static const int one = first_pvar([](const PvarFacts& pvar) {
      return pvar.is_sum() && pvar.atomic == 0 && pvar.continuous == 0 && pvar.readonly == 0;
    });
    if (out.index == one) set(out.atomic, 1);
  });
}

MPITCHECK_FAULT(pvar_flag_atomic_denied, "A pvar that has readreset is not flagged as atomic",
                clause::pvar_flag_atomic, clause::pvar_readreset_not_atomic_code) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    static const int one = first_pvar([](const PvarFacts& pvar) { return pvar.atomic == 1; });
    if (out.index == one) set(out.atomic, 0);
  });
}

MPITCHECK_FAULT(pvar_flag_readonly_claimed, "A pvar that can be written is flagged as read-only",
                clause::pvar_flag_readonly, clause::pvar_write_refused_code) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    static const int one = first_pvar(
        [](const PvarFacts& pvar) { return pvar.readonly == 0 && pvar.continuous == 0; });
    if (out.index == one) set(out.readonly, 1);
  });
}

// It can be queried until MPI_Init, and no more.
MPITCHECK_FAULT(pvar_inactive_still_has_handles, "A pvar that became inactive still gives handles",
                clause::pvar_inactive_access_code) {
  mpi.MPI_T_pvar_get_info = [](int index, auto... outputs) {
    static const int one =
        first_pvar([](const PvarFacts& pvar) { return pvar.bind == MPI_T_BIND_NO_OBJECT; });
    if (index == one && mpi_was_initialized()) return MPI_T_ERR_INVALID_INDEX;
    return real.MPI_T_pvar_get_info(index, outputs...);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
