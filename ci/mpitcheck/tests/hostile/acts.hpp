// SPDX-License-Identifier: BSD-3-Clause
// What the hostile program can do, by test name.
#pragma once

#include <map>
#include <string>

#include "ci/mpitcheck/tests/hostile/account.hpp"

namespace hostile {

using Act = void (*)(const Account&);

/// Acts of one process.
const std::map<std::string, Act>& acts();
/// Acts of several ranks.
const std::map<std::string, Act>& acts_np();

/// Acts of one process that does not end in time.
const std::map<std::string, Act>& acts_late();

}  // namespace hostile
