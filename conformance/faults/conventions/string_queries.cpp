// SPDX-License-Identifier: BSD-3-Clause
// Faults of texts asked for without a buffer or a length, in pairs, and of names passed in.
#include <cctype>
#include <cstring>
#include <string>

#include "conformance/faults/conventions/replies.hpp"
#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(string_size_one_short, "A null buffer is told a size without the null",
                clause::strings_null_buffer_query, clause::strings_two_step_read) {
  spoil_name<query_of::cvar>(mpi, [](const Text& name) {
    if (name.is_size_query() && name.buffer == nullptr) --*name.length;
  });
}

MPITCHECK_FAULT(string_size_of_length_given, "With a null buffer and a length the length stays",
                clause::strings_null_buffer_query) {
  spoil_name<query_of::pvar>(mpi, [](const Text& name) {
    if (name.buffer == nullptr && name.given > 0) *name.length = name.given;
  });
}

MPITCHECK_FAULT(string_size_refused, "A null buffer with a length is refused",
                clause::strings_null_buffer_query) {
  mpi.MPI_T_event_get_info = [](int index, char* name, int* name_len, auto... rest) {
    if (name == nullptr && name_len != nullptr && *name_len > 0) return MPI_T_ERR_INVALID;
    return real.MPI_T_event_get_info(index, name, name_len, rest...);
  };
}

MPITCHECK_FAULT(string_item_size_one_more, "A null buffer is told a size with two nulls",
                clause::strings_null_buffer_query, clause::strings_two_step_read) {
  spoil_item_name(mpi, [](const Text& name) {
    if (name.is_size_query() && name.buffer == nullptr) ++*name.length;
  });
}

MPITCHECK_FAULT(string_zero_size_written, "A null is stored although the length is 0",
                clause::strings_zero_size_query) {
  spoil_name<query_of::category>(mpi, [](const Text& name) {
    if (name.buffer != nullptr && name.length != nullptr && name.given == 0) name.buffer[0] = '\0';
  });
}

MPITCHECK_FAULT(string_zero_size_zero, "With a buffer and a length of 0 the length stays 0",
                clause::strings_zero_size_query) {
  spoil_enum_name(mpi, [](const Text& name) {
    if (name.buffer != nullptr && name.length != nullptr && name.given == 0) *name.length = 0;
  });
}

MPITCHECK_FAULT(string_zero_size_desc_refused,
                "A description with a buffer and length 0 is refused",
                clause::strings_zero_size_query) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   auto... rest) {
    if (desc != nullptr && desc_len != nullptr && *desc_len == 0) return MPI_T_ERR_INVALID;
    return real.MPI_T_category_get_info(index, name, name_len, desc, desc_len, rest...);
  };
}

MPITCHECK_FAULT(string_null_length_refused, "A null length of a name is refused",
                clause::strings_null_length_ignores_buffer, clause::cvar_info_null_out_ignored) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, auto... rest) {
    if (name_len == nullptr) return MPI_T_ERR_INVALID;
    return real.MPI_T_cvar_get_info(index, name, name_len, rest...);
  };
}

MPITCHECK_FAULT(string_null_length_written, "With a null length a null is stored in the buffer",
                clause::strings_null_length_ignores_buffer) {
  spoil_name<query_of::source>(mpi, [](const Text& name) {
    if (name.buffer != nullptr && name.length == nullptr) name.buffer[0] = '\0';
  });
}

MPITCHECK_FAULT(string_null_length_item_crashes, "A null length of an item name is written through",
                clause::strings_null_length_ignores_buffer) {
  spoil_item_name(mpi, [](const Text& name) {
    *static_cast<volatile int*>(name.length) = *static_cast<volatile int*>(name.length);
  });
}

MPITCHECK_FAULT(string_pair_null_name_hides_desc, "With a null name_len no desc_len is returned",
                clause::strings_independent_pairs) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   auto... rest) {
    const bool hide = name_len == nullptr;
    return real.MPI_T_category_get_info(index, name, name_len, hide ? nullptr : desc,
                                        hide ? nullptr : desc_len, rest...);
  };
}

MPITCHECK_FAULT(string_pair_one_query_for_both, "A size query for the name makes one of the other",
                clause::strings_independent_pairs) {
  mpi.MPI_T_source_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                 auto... rest) {
    const bool query = name == nullptr && name_len != nullptr;
    return real.MPI_T_source_get_info(index, name, name_len, query ? nullptr : desc, desc_len,
                                      rest...);
  };
}

MPITCHECK_FAULT(string_pair_shares_length, "The length of the name limits the description",
                clause::strings_independent_pairs) {
  mpi.MPI_T_category_get_info = [](int index, char* name, int* name_len, char* desc, int* desc_len,
                                   auto... rest) {
    if (name != nullptr && name_len != nullptr && *name_len > 0 && desc != nullptr &&
        desc_len != nullptr && *desc_len > *name_len) {
      *desc_len = *name_len;
    }
    return real.MPI_T_category_get_info(index, name, name_len, desc, desc_len, rest...);
  };
}

MPITCHECK_FAULT(string_two_steps_too_small, "The size of a description is told one too low",
                clause::strings_two_step_read, clause::strings_null_buffer_query,
                clause::strings_zero_size_query, clause::cvar_desc_optional) {
  spoil_cvar_desc(mpi, [](const Text& desc) {
    if (desc.is_size_query()) --*desc.length;
  });
}

// Names are compared as `fold` makes them.
template <class Fold>
void look_up_folded(Interface& mpi, Fold) {
  mpi.MPI_T_category_get_index = [](const char* name, int* index) {
    for (int i = 0; i < number_of(real.MPI_T_category_get_num); ++i) {
      const std::string own = name_at<query_of::category>(
          i, static_cast<char*>(nullptr), static_cast<int*>(nullptr), static_cast<int*>(nullptr),
          static_cast<int*>(nullptr), static_cast<int*>(nullptr));
      if (Fold{}(own, own.size()) != Fold{}(name, own.size())) continue;
      set(index, i);
      return MPI_SUCCESS;
    }
    return real.MPI_T_category_get_index(name, index);
  };
}

MPITCHECK_FAULT(string_lookup_any_case, "Category names are looked up in any case",
                clause::strings_input_names_terminated) {
  look_up_folded(mpi, [](std::string name, std::size_t) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
  });
}

MPITCHECK_FAULT(string_lookup_prefix_enough, "A category is found by a longer name",
                clause::strings_input_names_terminated, clause::category_get_index_roundtrip,
                clause::strings_equivalence_on_full_text) {
  look_up_folded(
      mpi, [](const std::string& name, std::size_t length) { return name.substr(0, length); });
}

MPITCHECK_FAULT(string_lookup_first_15, "Of category names only 15 characters are compared",
                clause::strings_equivalence_on_full_text, clause::strings_input_names_terminated,
                clause::category_get_index_roundtrip) {
  look_up_folded(mpi, [](const std::string& name, std::size_t) { return name.substr(0, 15); });
}

MPITCHECK_FAULT(string_lookup_spaces_trimmed, "Blanks behind a category name do not matter",
                clause::strings_input_names_terminated) {
  look_up_folded(mpi, [](std::string name, std::size_t) {
    name.erase(name.find_last_not_of(' ') + 1);
    return name;
  });
}

MPITCHECK_FAULT(string_lookup_pvar_last_ignored, "The last character of a pvar's name is ignored",
                clause::strings_input_names_terminated) {
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    if (code == MPI_SUCCESS || *name == '\0') return code;
    const std::string shorter(name, std::strlen(name) - 1);
    return real.MPI_T_pvar_get_index(shorter.c_str(), var_class, index);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
