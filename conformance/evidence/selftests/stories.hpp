// SPDX-License-Identifier: BSD-3-Clause
// Small stories for the tests.
#pragma once

#include "conformance/evidence/search/check.hpp"

namespace mpitcheck::evidence {

/// A call that succeeded; answers are filled up with "".
Call call(const std::string& function, std::vector<std::string> arguments = {},
          std::vector<std::string> answers = {}, const std::string& code = "MPI_SUCCESS");

/// One cvar is asked about, opened, written and read; the read gives 4 instead of 5. A second cvar
/// is opened and read in between.
Story wrong_read();

/// check_of() of a story by itself.
std::optional<Check> check_of(const Story& story);

/// Number of the last call in it.
std::size_t last(const Story& story);

}  // namespace mpitcheck::evidence
