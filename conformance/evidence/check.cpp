// SPDX-License-Identifier: BSD-3-Clause
// Terms, and finding some that tell two libraries apart.
#include "evidence/check.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>

#include "evidence/prototypes.hpp"
#include "evidence/trace.hpp"

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

std::string answer(const Call& call, int parameter) {
  if (parameter == events_by_then) return std::to_string(call.events);
  if (parameter == frees_by_then) return std::to_string(call.frees);
  return parameter < 0 ? call.code : call.answers[static_cast<std::size_t>(parameter)];
}

bool comparable(const std::string& text) { return !text.empty() && text != "data"; }

// A text, or the only element of a value, without its quotes and braces.
std::string plain(std::string text) {
  const std::size_t start = text.find_first_of("{\"");
  const std::size_t end = text.find_last_of("}\"");
  return start == std::string::npos || end <= start ? text
                                                    : text.substr(start + 1, end - start - 1);
}

// As a word of its own.
bool mentions(const std::string& sentence, const std::string& word) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  if (word.empty()) return false;
  for (std::size_t at = 0; (at = sentence.find(word, at)) != std::string::npos; ++at) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !in_word(sentence[at - 1]);
    if (starts && (end == sentence.size() || !in_word(sentence[end]))) return true;
  }
  return false;
}

bool all_hold(const Term& term, const std::vector<Answers>& runs, bool wanted) {
  return std::ranges::all_of(runs, [&](const Answers& answers) {
    return holds(term, answers).value_or(!wanted) == wanted;
  });
}

// A run that did not get as far as the call says nothing of the rule: it may lack the variable.
bool tells(const Term& term, const std::vector<Answers>& broken, const std::vector<Answers>& kept) {
  return all_hold(term, broken, true) && all_hold(term, kept, false);
}

// Candidates for one answer, the plainest first.
std::vector<Term> candidates(const Answers& run, std::size_t call, int parameter) {
  const Call& made = run.at(call);
  const std::string seen = answer(made, parameter);
  std::vector<Term> terms{{call, parameter, Term::Op::equal, seen, std::nullopt}};
  const bool handle = is_handle(seen);
  if (handle) terms.clear();  // differs from run to run
  if (parameter < 0 || !(handle || number_of(seen))) return terms;
  for (auto earlier = run.find(call); earlier != run.begin();) {
    --earlier;
    if (earlier->second.function != made.function || earlier->second.inside >= 0) continue;
    for (const Term::Op op : {Term::Op::less, Term::Op::greater, Term::Op::equal}) {
      if (handle && op != Term::Op::equal) continue;
      terms.push_back({call, parameter, op, "", earlier->first});
    }
    break;
  }
  if (handle) return terms;
  terms.push_back({call, parameter, Term::Op::less, "0", std::nullopt});
  terms.push_back({call, parameter, Term::Op::differs, "0", std::nullopt});
  return terms;
}

std::optional<Check> telling_apart_at(const std::vector<Answers>& broken,
                                      const std::vector<Answers>& kept, std::size_t call) {
  const Call& made = broken.front().at(call);
  for (int parameter = frees_by_then; parameter < static_cast<int>(made.answers.size());
       ++parameter) {
    if (!comparable(answer(made, parameter))) continue;
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
  const std::string seen = answer(call->second, term.parameter);
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
    if (!comparable(made.answers[p])) continue;
    if (is_handle(made.answers[p])) {
      if (prototype(made.function)->parameters[p].type == "MPI_T_enum *") {
        check.push_back(
            {call, static_cast<int>(p), Term::Op::differs, "MPI_T_ENUM_NULL", std::nullopt});
      }
      continue;
    }
    check.push_back({call, static_cast<int>(p), Term::Op::equal, made.answers[p], std::nullopt});
  }
  return check;
}

namespace {

bool is_spoken_of(const Term& term, const Complaint& complaint) {
  const std::string word = plain(term.value);
  return mentions(complaint.actual, word) && !mentions(complaint.expected, word);
}

}  // namespace

Check spoken_of(const Check& check, const Story& story) {
  Check spoken;
  for (const Term& term : check) {
    if (is_spoken_of(term, story.complaint)) spoken.push_back(term);
  }
  return spoken.empty() ? check : spoken;
}

bool answers_spoken_of(const Story& story, std::size_t call) {
  return std::ranges::any_of(same_answer(story, call),
                             [&](const Term& term) { return is_spoken_of(term, story.complaint); });
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
