// SPDX-License-Identifier: BSD-3-Clause
// Faults of texts that are read into a buffer.
#include <cstring>

#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(string_null_beyond, "A cut name is ended by a null behind the buffer",
                clause::strings_at_most_n_minus_1, clause::strings_n_equals_1) {
  spoil_name<query_of::cvar>(mpi, [](const Text& name) {
    if (name.is_cut()) name.buffer[name.given] = '\0';
  });
}

MPITCHECK_FAULT(string_cut_without_null, "A cut name fills the buffer and has no null",
                clause::strings_at_most_n_minus_1, clause::strings_truncation_keeps_prefix,
                clause::strings_n_equals_1, clause::strings_exact_fit) {
  spoil_name<query_of::pvar>(mpi, [](const Text& name) {
    if (name.is_cut()) name.buffer[name.given - 1] = 'x';
  });
}

MPITCHECK_FAULT(string_one_byte_without_null, "In a buffer of one byte an item name has no null",
                clause::strings_n_equals_1, clause::strings_at_most_n_minus_1,
                clause::strings_truncation_keeps_prefix) {
  spoil_item_name(mpi, [](const Text& name) {
    if (name.is_cut() && name.given == 1) name.buffer[0] = 'x';
  });
}

MPITCHECK_FAULT(string_rest_cleared,
                "Behind a short description the buffer is cleared by a byte more",
                clause::strings_at_most_n_minus_1) {
  spoil_cvar_desc(mpi, [](const Text& desc) {
    if (desc.is_read() && !desc.is_cut()) {
      std::memset(desc.buffer + desc.full, 0, static_cast<std::size_t>(desc.given - desc.full + 1));
    }
  });
}

MPITCHECK_FAULT(string_before_buffer, "The byte before the buffer of a description is cleared",
                clause::strings_at_most_n_minus_1) {
  spoil_desc<query_of::category>(mpi, [](const Text& desc) {
    if (desc.is_cut()) desc.buffer[-1] = '\0';
  });
}

MPITCHECK_FAULT(string_cut_one_short, "A cut name loses a character more than it must",
                clause::strings_truncation_keeps_prefix, clause::strings_exact_fit) {
  spoil_name<query_of::category>(mpi, [](const Text& name) {
    if (name.is_cut() && name.given > 1) name.buffer[name.given - 2] = '\0';
  });
}

MPITCHECK_FAULT(string_cut_to_its_end, "A cut name of a source is shifted",
                clause::strings_truncation_keeps_prefix, clause::strings_exact_fit,
                clause::source_info_strings, clause::strings_n_equals_1) {
  spoil_name<query_of::source>(mpi, [](const Text& name) {
    if (name.is_cut() && name.given > 2) {
      std::memmove(name.buffer, name.buffer + 1, static_cast<std::size_t>(name.given - 1));
    }
  });
}

MPITCHECK_FAULT(string_cut_to_nothing, "A name that does not fit is not delivered at all",
                clause::strings_truncation_keeps_prefix, clause::strings_exact_fit) {
  spoil_enum_name(mpi, [](const Text& name) {
    if (name.is_cut()) name.buffer[0] = '\0';
  });
}

MPITCHECK_FAULT(string_cut_with_dots, "A cut name ends in dots",
                clause::strings_truncation_keeps_prefix, clause::strings_exact_fit) {
  spoil_name<query_of::cvar>(mpi, [](const Text& name) {
    if (name.is_cut() && name.given > 8) std::memcpy(name.buffer + name.given - 4, "...", 3);
  });
}

MPITCHECK_FAULT(string_fit_one_short, "A buffer that just fits loses the last character of a name",
                clause::strings_exact_fit, clause::strings_two_step_read) {
  spoil_name<query_of::event>(mpi, [](const Text& name) {
    if (name.is_read() && name.given == name.full && name.full > 1) {
      name.buffer[name.full - 2] = '\0';
    }
  });
}

MPITCHECK_FAULT(string_fit_item_one_short, "A buffer that just fits loses an item's last character",
                clause::strings_exact_fit, clause::strings_two_step_read) {
  spoil_item_name(mpi, [](const Text& name) {
    if (name.is_read() && name.given == name.full && name.full > 1) {
      name.buffer[name.full - 2] = '\0';
    }
  });
}

// Lets `length(text)` be the length that comes back from a reading that `fits` tells.
template <auto query, bool cut, class Length>
void answer_length(Interface& mpi, Length) {
  spoil_name<query>(mpi, [](const Text& name) {
    if (name.is_read() && name.is_cut() == cut) *name.length = Length{}(name);
  });
}

MPITCHECK_FAULT(string_cut_length_of_text, "The length of a cut name leaves out the null",
                clause::strings_length_out_on_truncation) {
  answer_length<query_of::cvar, true>(mpi, [](const Text& name) { return name.full - 1; });
}

MPITCHECK_FAULT(string_cut_length_stored, "The length of a cut name is that of what was stored",
                clause::strings_length_out_on_truncation) {
  answer_length<query_of::pvar, true>(mpi, [](const Text& name) { return name.given - 1; });
}

MPITCHECK_FAULT(string_cut_length_zero, "The length of a cut name is 0",
                clause::strings_length_out_on_truncation) {
  answer_length<query_of::event, true>(mpi, [](const Text&) { return 0; });
}

MPITCHECK_FAULT(string_fit_length_of_text, "The length of a name that fits leaves out the null",
                clause::strings_length_out_on_fit, clause::strings_two_step_read) {
  answer_length<query_of::category, false>(mpi, [](const Text& name) { return name.full - 1; });
}

MPITCHECK_FAULT(string_fit_length_rest,
                "The length of a name that fits is what is left of the buffer",
                clause::strings_length_out_on_fit) {
  answer_length<query_of::source, false>(mpi, [](const Text& name) {
    return name.given == name.full ? name.full : name.given - name.full;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
