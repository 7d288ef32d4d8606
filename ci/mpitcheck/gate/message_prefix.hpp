// SPDX-License-Identifier: BSD-3-Clause
// Messages of tests, compared without what changes from run to run.
#pragma once

#include <string>
#include <string_view>

namespace mpitcheck {

/// Whether `message` begins with `prefix`, addresses (0x7ffe...) and free-standing numbers
/// (indices, counts, process ids) aside.
bool has_prefix(std::string_view message, std::string_view prefix);

/// The part of a message that an expectation quotes: up to its first address or anything that does
/// not fit on a line of text, and not too long.
std::string stable_prefix(std::string_view message);

}  // namespace mpitcheck
