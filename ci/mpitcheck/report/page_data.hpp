// SPDX-License-Identifier: BSD-3-Clause
// The JSON inside the page, made for its script and not for other readers (they have report.json).
#pragma once

#include <string>

#include "report/page_model.hpp"

namespace mpitcheck::report {

/// What the filters need. Both texts are fit for a script element: no <, >, &, U+2028 or U+2029.
std::string row_data(const PageModel& page);

/// What the details need, read by the script when a reader first asks for it. Evidence beyond
/// `limit` bytes is left out, and marked so.
std::string detail_data(const PageModel& page, std::size_t limit = 24'000'000);

}  // namespace mpitcheck::report
