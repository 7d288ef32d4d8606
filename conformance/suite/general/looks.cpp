// SPDX-License-Identifier: BSD-3-Clause
// Differences between two looks, and whether they are allowed.
#include "conformance/suite/general/looks.hpp"

#include <string>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"

namespace mpitcheck {

namespace {

// False if the number is wrong. If the list grew meanwhile, any number in between is right.
bool check_number(Test& t, Clause rule, const Looks& looks, std::size_t i) {
  const SeenNumber& before = looks.before.numbers[i];
  const SeenNumber& there = looks.there.numbers[i];
  if (before.code != MPI_SUCCESS) return true;
  const auto subject = [&] { return join(before.function, " ", looks.who); };
  const std::string output = join(before.output, " ", looks.who);
  if (!t.check(rule, subject, is_code(there.code, {MPI_SUCCESS}).of(before.function))) return false;
  const bool has_grown = there.number > before.number && looks.may_have_grown &&
                         there.number <= View::number_of(before.function).number;
  return t.check(rule, subject,
                 equals(output, there.number, before.number)
                     .unless(has_grown)
                     .of(before.function)
                     .as_before());
}

bool has_changed(const Looks& looks, const SeenEntry& before) {
  return looks.may_have_grown && View::now().text_of(before.label) != before.text;
}

void check_entry(Test& t, Clause rule, const Looks& looks, const SeenEntry& before) {
  const auto there = looks.there.text_of(before.label);
  if (!there || (looks.may_be_refused && there->empty())) return;
  const auto words = [](const std::string& text) { return text.empty() ? "no answer" : text; };
  t.check(
      rule, [&] { return join(before.label, " ", looks.who); },
      is_in_words(join(before.label, " ", looks.who), *there, before.text, words)
          .unless(*there != before.text && has_changed(looks, before))
          .as_before());
}

}  // namespace

bool check_same(Test& t, Clause rule, const Looks& looks) {
  t.examining(rule);
  if (looks.before.numbers.size() != looks.there.numbers.size()) return true;  // in quarantine
  for (std::size_t i = 0; i < looks.before.numbers.size(); ++i) {
    if (!check_number(t, rule, looks, i)) return false;
  }
  for (const SeenEntry& entry : looks.before.entries) check_entry(t, rule, looks, entry);
  return true;
}

}  // namespace mpitcheck
