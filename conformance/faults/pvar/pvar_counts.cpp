// SPDX-License-Identifier: BSD-3-Clause
// Faults of the number and the indices of pvars, and of looking one up.
#include <algorithm>
#include <cctype>
#include <string>

#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// Answers queries of pvars that are `meant` with `code`.
template <int code, class Meant>
void refuse_info(Interface& mpi, Meant) {
  mpi.MPI_T_pvar_get_info = [](int index, auto... outputs) {
    return Meant{}(index) ? code : real.MPI_T_pvar_get_info(index, outputs...);
  };
}

MPITCHECK_FAULT(pvar_num_negative, "MPI_T_pvar_get_num gives a negative number",
                clause::pvar_num_nonnegative) {
  mpi.MPI_T_pvar_get_num = [](int* num) {
    const int code = real.MPI_T_pvar_get_num(num);
    if (code == MPI_SUCCESS) *num = -1;
    return code;
  };
}

MPITCHECK_FAULT(pvar_num_refused, "MPI_T_pvar_get_num fails", clause::pvar_num_nonnegative) {
  mpi.MPI_T_pvar_get_num = [](int*) { return MPI_T_ERR_INVALID; };
}

MPITCHECK_FAULT(pvar_num_shrinks_in_init, "MPI_Init takes a pvar away",
                clause::pvar_num_may_only_grow) {
  mpi.MPI_T_pvar_get_num = [](int* num) {
    const int code = real.MPI_T_pvar_get_num(num);
    if (code == MPI_SUCCESS && mpi_was_initialized() && *num > 0) --*num;
    return code;
  };
}

// The index by which the MPI knows the pvar that goes by `index`: MPI_Init swaps the first two.
int after_swap(int index) {
  return mpi_was_initialized() && (index == 0 || index == 1) ? 1 - index : index;
}

MPITCHECK_FAULT(pvar_indices_swapped_in_init, "MPI_Init swaps the first two pvars",
                clause::pvar_num_may_only_grow, clause::pvar_info_immutable) {
  mpi.MPI_T_pvar_get_info = [](int index, auto... outputs) {
    return real.MPI_T_pvar_get_info(after_swap(index), outputs...);
  };
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    if (code == MPI_SUCCESS) *index = after_swap(*index);
    return code;
  };
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    return real.MPI_T_pvar_handle_alloc(session, after_swap(index), object, handle, count);
  };
}

MPITCHECK_FAULT(pvar_info_last_refused,
                "MPI_T_pvar_get_info fails for the last pvar, with a code of MPI itself",
                clause::pvar_index_range_valid) {
  refuse_info<MPI_ERR_OTHER>(mpi, [](int index) { return is_last_pvar(index); });
}

MPITCHECK_FAULT(pvar_info_refused_after_init,
                "MPI_T_pvar_get_info fails for the first pvar once MPI is initialized",
                clause::pvar_info_immutable) {
  refuse_info<MPI_T_ERR_INVALID>(mpi,
                                 [](int index) { return index == 0 && mpi_was_initialized(); });
}

MPITCHECK_FAULT(pvar_info_takes_index_n, "MPI_T_pvar_get_info succeeds for index N",
                clause::pvar_info_bad_index) {
  mpi.MPI_T_pvar_get_info = [](int index, auto... outputs) {
    const int num = number_of(real.MPI_T_pvar_get_num);
    return real.MPI_T_pvar_get_info(index == num && num > 0 ? num - 1 : index, outputs...);
  };
}

MPITCHECK_FAULT(pvar_info_negative_index_code,
                "MPI_T_pvar_get_info answers negative indices with MPI_T_ERR_INVALID",
                clause::pvar_info_bad_index) {
  refuse_info<MPI_T_ERR_INVALID>(mpi, [](int index) { return index < 0; });
}

MPITCHECK_FAULT(pvar_lookup_off_by_one, "MPI_T_pvar_get_index gives the next index for the last",
                clause::pvar_get_index_roundtrip) {
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    if (code == MPI_SUCCESS && is_last_pvar(*index)) ++*index;
    return code;
  };
}

MPITCHECK_FAULT(pvar_lookup_refuses_class, "MPI_T_pvar_get_index finds no timers",
                clause::pvar_get_index_roundtrip) {
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    if (var_class == MPI_T_PVAR_CLASS_TIMER) return MPI_T_ERR_INVALID_NAME;
    return real.MPI_T_pvar_get_index(name, var_class, index);
  };
}

MPITCHECK_FAULT(pvar_lookup_ignores_class, "MPI_T_pvar_get_index finds a pvar of any class",
                clause::pvar_get_index_unknown) {
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    int code = real.MPI_T_pvar_get_index(name, var_class, index);
    for (const int other : {MPI_T_PVAR_CLASS_LEVEL, MPI_T_PVAR_CLASS_COUNTER}) {
      if (code != MPI_SUCCESS) code = real.MPI_T_pvar_get_index(name, other, index);
    }
    return code;
  };
}

MPITCHECK_FAULT(pvar_lookup_unknown_succeeds,
                "MPI_T_pvar_get_index finds the first pvar by any name",
                clause::pvar_get_index_unknown) {
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    if (real.MPI_T_pvar_get_index(name, var_class, index) != MPI_SUCCESS) *index = 0;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(pvar_lookup_unknown_code, "MPI_T_pvar_get_index answers MPI_T_ERR_INVALID_INDEX",
                clause::pvar_get_index_unknown) {
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    return code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code;
  };
}

// MPI_T_pvar_get_index also finds a pvar of the class whose name is `alike(name, wanted)`.
template <class Alike>
void find_alike(Interface& mpi, Alike) {
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    for (int i = 0; code == MPI_T_ERR_INVALID_NAME && i < 50; ++i) {
      if (PvarFacts(i).var_class != var_class || !Alike{}(pvar_name(i), std::string(name))) {
        continue;
      }
      *index = i;
      return MPI_SUCCESS;
    }
    return code;
  };
}

MPITCHECK_FAULT(pvar_lookup_takes_prefix, "MPI_T_pvar_get_index takes the beginning of a name",
                clause::pvar_get_index_unknown) {
  find_alike(mpi, [](const std::string& name, const std::string& wanted) {
    return !wanted.empty() && name.starts_with(wanted);
  });
}

MPITCHECK_FAULT(pvar_lookup_takes_longer_name, "MPI_T_pvar_get_index ignores what follows a name",
                clause::pvar_get_index_unknown) {
  find_alike(mpi, [](const std::string& name, const std::string& wanted) {
    return !name.empty() && wanted.starts_with(name);
  });
}

MPITCHECK_FAULT(pvar_lookup_ignores_case, "MPI_T_pvar_get_index does not tell A from a",
                clause::pvar_get_index_unknown) {
  find_alike(mpi, [](const std::string& name, const std::string& wanted) {
    return std::equal(
        name.begin(), name.end(), wanted.begin(), wanted.end(),
        [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
  });
}

}  // namespace
}  // namespace mpitcheck::faults
