// SPDX-License-Identifier: BSD-3-Clause
// Reports to try the writers on.
#pragma once

#include <cstddef>
#include <string_view>

#include "ci/mpitcheck/judge/model.hpp"

namespace mpitcheck::report::samples {

/// Text that would run, break out or deceive wherever it is not escaped. Holds `mark`.
inline constexpr std::string_view mark = "HOSTILE";
inline constexpr std::string_view hostile =
    "</script></noscript></style><script>document.title='HOSTILE'</script>"
    "<img src=x onerror=\"document.title='HOSTILE'\"> & ' | `a` **b** [c](http://d) @e #1 ]]>\n"
    "\x01\x1b[31m\x7f\xff\xc3\x28 \xe2\x80\xa8 \xe2\x80\xae \xef\xbf\xbe {{js}}";

/// Three targets and every verdict; names, messages, output and values are hostile.
RunReport small();

/// As a user sees it: plausible text, no hostile names. For looking at the page.
RunReport plausible();

/// plausible(), with a gate: one crash is known, a failure is not, an entry has expired.
RunReport gated();

/// `tests` tests on each of `targets` targets, `tests` / 10 clauses; one test in `every` fails,
/// with evidence.
RunReport big(std::size_t tests, std::size_t targets, std::size_t every);

}  // namespace mpitcheck::report::samples
