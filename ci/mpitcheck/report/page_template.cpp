// SPDX-License-Identifier: BSD-3-Clause
// Templates with {{names}}.
#include "report/page_template.hpp"

#include <fmt/format.h>

#include "words.hpp"

namespace mpitcheck::report {

std::string nonce_of(std::string_view text) { return fmt::format("{:016x}", fingerprint(text)); }

std::string filled(std::string_view page, const PageValues& values) {
  std::string out;
  for (;;) {
    const std::size_t open = page.find("{{");
    const std::size_t close = page.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) return out.append(page);
    out += page.substr(0, open);
    out += values.at(page.substr(open + 2, close - open - 2));
    page.remove_prefix(close + 2);
  }
}

}  // namespace mpitcheck::report
