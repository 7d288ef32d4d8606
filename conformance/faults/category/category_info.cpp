// SPDX-License-Identifier: BSD-3-Clause
// Faults of categories: their number, names, descriptions and look-up.
#include <cstring>
#include <string>

#include "conformance/faults/category/categories.hpp"
#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

std::string category_name(int index) {
  return name_at<query_of::category>(index, static_cast<char*>(nullptr), static_cast<int*>(nullptr),
                                     static_cast<int*>(nullptr), static_cast<int*>(nullptr),
                                     static_cast<int*>(nullptr));
}

MPITCHECK_FAULT(category_num_negative, "MPI_T_category_get_num gives a negative number",
                clause::category_num_nonnegative, clause::category_num_may_only_grow) {
  mpi.MPI_T_category_get_num = [](int* num) {
    const int code = real.MPI_T_category_get_num(num);
    if (code == MPI_SUCCESS) set(num, -1);
    return code;
  };
}

MPITCHECK_FAULT(category_last_refused, "The last category cannot be queried",
                clause::category_num_nonnegative) {
  mpi.MPI_T_category_get_info = [](int index, auto... outputs) {
    return is_last_category(index) ? MPI_T_ERR_INVALID_INDEX
                                   : real.MPI_T_category_get_info(index, outputs...);
  };
}

MPITCHECK_FAULT(category_num_one_too_high, "The number of categories is one too high",
                clause::category_num_nonnegative) {
  mpi.MPI_T_category_get_num = [](int* num) {
    const int code = real.MPI_T_category_get_num(num);
    if (code == MPI_SUCCESS) ++*num;
    return code;
  };
}

// The last category is there only until `gone`.
template <bool (*gone)()>
void take_the_last_away(Interface& mpi) {
  mpi.MPI_T_category_get_num = [](int* num) {
    static int told = 0;
    const int code = real.MPI_T_category_get_num(num);
    if (code != MPI_SUCCESS) return code;
    if (!gone()) told = *num;
    if (gone() && told > 0) *num = told - 1;
    return code;
  };
}

MPITCHECK_FAULT(category_num_falls_in_init, "MPI_Init takes a category away",
                clause::category_num_may_only_grow, clause::category_changed_equal_means_same,
                clause::category_members_usable) {
  take_the_last_away<mpi_was_initialized>(mpi);
}

MPITCHECK_FAULT(category_num_falls_in_finalize, "MPI_Finalize takes a category away",
                clause::category_num_may_only_grow, clause::category_changed_equal_means_same) {
  take_the_last_away<mpi_was_finalized>(mpi);
}

// The last ones may be new in MPI_Init, and nobody can tell.
int swapped(int index) {
  const bool is_one_of_them = index == 0 || index == 1;
  const bool swaps = mpi_was_initialized() && number_of(real.MPI_T_category_get_num) > 1;
  return is_one_of_them && swaps ? 1 - index : index;
}

MPITCHECK_FAULT(category_renumbered_by_init, "MPI_Init renumbers the first two categories",
                clause::category_num_may_only_grow, clause::category_changed_equal_means_same,
                clause::category_members_only_added) {
  mpi.MPI_T_category_get_info = [](int index, auto... outputs) {
    return real.MPI_T_category_get_info(swapped(index), outputs...);
  };
  mpi.MPI_T_category_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_category_get_index(name, index);
    if (code == MPI_SUCCESS) *index = swapped(*index);
    return code;
  };
  mpi.MPI_T_category_get_cvars = [](int index, int len, int* indices) {
    return real.MPI_T_category_get_cvars(swapped(index), len, indices);
  };
  mpi.MPI_T_category_get_pvars = [](int index, int len, int* indices) {
    return real.MPI_T_category_get_pvars(swapped(index), len, indices);
  };
  mpi.MPI_T_category_get_categories = [](int index, int len, int* indices) {
    return real.MPI_T_category_get_categories(swapped(index), len, indices);
  };
  mpi.MPI_T_category_get_events = [](int index, int len, int* indices) {
    return real.MPI_T_category_get_events(swapped(index), len, indices);
  };
  mpi.MPI_T_category_get_num_events = [](int index, int* num) {
    return real.MPI_T_category_get_num_events(swapped(index), num);
  };
}

// The last category bears the name that `name_of_last` makes.
template <class NameOfLast>
void rename_last(Interface& mpi, NameOfLast) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, auto... rest) {
    if (!is_last_category(index)) {
      return real.MPI_T_category_get_info(index, name, name_len, rest...);
    }
    const int code = real.MPI_T_category_get_info(index, nullptr, nullptr, rest...);
    if (code == MPI_SUCCESS) return_text(NameOfLast{}(), name, name_len);
    return code;
  };
  mpi.MPI_T_category_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_category_get_index(name, index);
    if (code == MPI_SUCCESS || name != NameOfLast{}()) return code;
    set(index, number_of(real.MPI_T_category_get_num) - 1);
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(category_name_empty, "The last category has an empty name",
                clause::category_name_nonempty_unique) {
  rename_last(mpi, [] { return std::string(); });
}

MPITCHECK_FAULT(category_name_twice, "The last category has the name of the first",
                clause::category_name_nonempty_unique, clause::category_get_index_roundtrip) {
  rename_last(mpi, [] { return category_name(0); });
}

MPITCHECK_FAULT(category_desc_length_zero, "The length of a missing description is 0",
                clause::category_desc_optional, clause::strings_null_buffer_query,
                clause::strings_zero_size_query) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   auto... rest) {
    const bool missing = is_last_category(index) && desc_len != nullptr;
    const int code = real.MPI_T_category_get_info(index, name, name_len, missing ? nullptr : desc,
                                                  desc_len, rest...);
    if (code != MPI_SUCCESS || !missing) return code;
    return_text("", desc, desc_len);
    *desc_len = 0;
    return code;
  };
}

MPITCHECK_FAULT(category_null_pvars_refused, "MPI_T_category_get_info wants a place for num_pvars",
                clause::category_info_null_out_ignored) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   int* cvars, int* pvars, int* categories) {
    if (pvars == nullptr) return MPI_T_ERR_INVALID;
    return real.MPI_T_category_get_info(index, name, name_len, desc, desc_len, cvars, pvars,
                                        categories);
  };
}

MPITCHECK_FAULT(category_null_cvars_hides_rest, "With a null num_cvars no other count is returned",
                clause::category_info_null_out_ignored) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   int* cvars, int* pvars, int* categories) {
    const bool hide = cvars == nullptr;
    return real.MPI_T_category_get_info(index, name, name_len, desc, desc_len, cvars,
                                        hide ? nullptr : pvars, hide ? nullptr : categories);
  };
}

MPITCHECK_FAULT(category_bad_index_found, "The category behind the last one can be queried",
                clause::category_bad_index) {
  mpi.MPI_T_category_get_info = [](int index, auto... outputs) {
    return real.MPI_T_category_get_info(index - (is_last_category(index - 1) ? 1 : 0), outputs...);
  };
}

MPITCHECK_FAULT(category_bad_index_has_members, "The category behind the last one has no cvars",
                clause::category_bad_index) {
  mpi.MPI_T_category_get_cvars = [](int index, int len, int* indices) {
    return is_last_category(index - 1) ? MPI_SUCCESS
                                       : real.MPI_T_category_get_cvars(index, len, indices);
  };
}

MPITCHECK_FAULT(category_bad_index_code, "The pvars of category -1 are answered with another code",
                clause::category_bad_index) {
  mpi.MPI_T_category_get_pvars = [](int index, int len, int* indices) {
    return index < 0 ? MPI_T_ERR_INVALID : real.MPI_T_category_get_pvars(index, len, indices);
  };
}

MPITCHECK_FAULT(category_lookup_one_less, "The name of the last category is found one too low",
                clause::category_get_index_roundtrip) {
  mpi.MPI_T_category_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_category_get_index(name, index);
    if (code == MPI_SUCCESS && *index > 0 && is_last_category(*index)) --*index;
    return code;
  };
}

MPITCHECK_FAULT(category_lookup_unknown_found, "The look-up of an unknown name succeeds with -1",
                clause::category_get_index_unknown) {
  mpi.MPI_T_category_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_category_get_index(name, index);
    if (code != MPI_T_ERR_INVALID_NAME) return code;
    set(index, -1);
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(category_lookup_unknown_code, "An unknown name is answered with another code",
                clause::category_get_index_unknown) {
  mpi.MPI_T_category_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_category_get_index(name, index);
    return code == MPI_T_ERR_INVALID_NAME ? MPI_T_ERR_INVALID_INDEX : code;
  };
}

}  // namespace
}  // namespace mpitcheck::faults
