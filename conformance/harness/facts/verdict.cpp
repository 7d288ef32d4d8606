// SPDX-License-Identifier: BSD-3-Clause
// Names of verdicts.
#include "conformance/harness/facts/verdict.hpp"

namespace mpitcheck {

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_applicable:
      return "not-applicable";
    case Verdict::vacuous:
      return "vacuous";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::pass:
      return "pass";
    case Verdict::quality:
      return "quality";
    case Verdict::warn:
      return "warn";
    case Verdict::error:
      return "error";
    case Verdict::fail:
      return "fail";
    case Verdict::early_exit:
      return "early-exit";
    case Verdict::timeout:
      return "timeout";
    case Verdict::crash:
      return "crash";
  }
  return "error";
}

}  // namespace mpitcheck
