// SPDX-License-Identifier: BSD-3-Clause
// Terms, and finding some that tell two libraries apart.
#include "evidence/check.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "evidence/prototypes.hpp"

namespace mpitcheck::evidence {
namespace {

// A plain number, alone or as the only element of a value.
std::optional<double> number_of(std::string_view text) {
  const std::size_t brace = text.find('{');
  if (brace != std::string_view::npos && text.ends_with('}')) {
    text = text.substr(brace + 1, text.size() - brace - 2);
  }
  while (text.ends_with('U')) text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const std::string& answer(const Call& call, int parameter) {
  return parameter < 0 ? call.code : call.answers[static_cast<std::size_t>(parameter)];
}

bool is_handle(const std::string& text) { return text.starts_with('@'); }

bool comparable(const std::string& text) { return !text.empty() && text != "data"; }

bool all_hold(const Term& term, const std::vector<Answers>& runs, bool wanted) {
  return std::ranges::all_of(runs, [&](const Answers& answers) {
    return holds(term, answers).value_or(!wanted) == wanted;
  });
}

// On libraries that keep the rule, a call that was never reached is as good.
bool tells(const Term& term, const std::vector<Answers>& broken, const std::vector<Answers>& kept) {
  return all_hold(term, broken, true) && std::ranges::none_of(kept, [&](const Answers& answers) {
           return holds(term, answers).value_or(false);
         });
}

// Candidates for one answer, the plainest first.
std::vector<Term> candidates(const Answers& run, std::size_t call, int parameter) {
  const Call& made = run.at(call);
  const std::string& seen = answer(made, parameter);
  std::vector<Term> terms{{call, parameter, Term::Op::equal, seen, std::nullopt}};
  if (parameter < 0 || !number_of(seen)) return terms;
  for (auto earlier = run.find(call); earlier != run.begin();) {
    --earlier;
    if (earlier->second.function != made.function || earlier->second.inside >= 0) continue;
    for (const Term::Op op : {Term::Op::less, Term::Op::greater, Term::Op::equal}) {
      terms.push_back({call, parameter, op, "", earlier->first});
    }
    break;
  }
  terms.push_back({call, parameter, Term::Op::less, "0", std::nullopt});
  terms.push_back({call, parameter, Term::Op::differs, "0", std::nullopt});
  return terms;
}

std::optional<Check> telling_apart_at(const std::vector<Answers>& broken,
                                      const std::vector<Answers>& kept, std::size_t call) {
  const Call& made = broken.front().at(call);
  for (int parameter = -1; parameter < static_cast<int>(made.answers.size()); ++parameter) {
    if (!comparable(answer(made, parameter)) || is_handle(answer(made, parameter))) continue;
    for (const Term& term : candidates(broken.front(), call, parameter)) {
      if (tells(term, broken, kept)) return Check{term};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<bool> holds(const Term& term, const Answers& answers) {
  const auto call = answers.find(term.call);
  if (call == answers.end() || !call->second.returned()) return std::nullopt;
  const std::string& seen = answer(call->second, term.parameter);
  std::string value = term.value;
  if (term.earlier) {
    const auto earlier = answers.find(*term.earlier);
    if (earlier == answers.end() || !earlier->second.returned()) return std::nullopt;
    value = answer(earlier->second, term.parameter);
  }
  if (term.op == Term::Op::equal) return seen == value;
  if (term.op == Term::Op::differs) return seen != value;
  const auto left = number_of(seen), right = number_of(value);
  if (!left || !right) return std::nullopt;
  return term.op == Term::Op::less ? *left < *right : *left > *right;
}

Check code_outside(std::size_t call, const std::vector<std::string>& allowed) {
  Check check;
  for (const std::string& code : allowed) {
    check.push_back({call, -1, Term::Op::differs, code, std::nullopt});
  }
  return check;
}

Check same_answer(const Story& story, std::size_t call) {
  const Call& made = story.calls[call];
  Check check{{call, -1, Term::Op::equal, made.code, std::nullopt}};
  for (std::size_t p = 0; p < made.answers.size(); ++p) {
    if (!comparable(made.answers[p]) || is_handle(made.answers[p])) continue;
    check.push_back({call, static_cast<int>(p), Term::Op::equal, made.answers[p], std::nullopt});
  }
  return check;
}

std::optional<Check> telling_apart(const std::vector<Answers>& broken,
                                   const std::vector<Answers>& kept, std::size_t preferred) {
  if (broken.empty() || broken.front().empty()) return std::nullopt;
  if (broken.front().contains(preferred)) {
    if (auto check = telling_apart_at(broken, kept, preferred)) return check;
  }
  for (auto call = broken.front().rbegin(); call != broken.front().rend(); ++call) {
    if (auto check = telling_apart_at(broken, kept, call->first)) return check;
  }
  return std::nullopt;
}

}  // namespace mpitcheck::evidence
