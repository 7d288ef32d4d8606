// SPDX-License-Identifier: BSD-3-Clause
// Sets of clauses and codes.
#include "oracle/judge.hpp"

#include "harness/names.hpp"

namespace mpitcheck::properties {

std::string Codes::label() const {
  std::string text;
  for (std::size_t i = 0; i < count_; ++i) text += (i == 0 ? "" : " or ") + code_name(codes_[i]);
  return text;
}

Judge::Judge(std::span<const Clause> cited, std::span<const Clause> known) {
  for (const Clause clause : cited) judged_.set(clause.number);
  for (const Clause clause : known) {
    judged_.reset(clause.number);
    known_.set(clause.number);
  }
}

std::string Judge::name_of_code(int code) { return code_name(code); }

}  // namespace mpitcheck::properties
