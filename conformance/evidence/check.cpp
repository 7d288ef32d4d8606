// SPDX-License-Identifier: BSD-3-Clause
// From a fact to the call and the terms of a program.
#include "evidence/check.hpp"

#include "evidence/objects.hpp"
#include "evidence/prototypes.hpp"

namespace mpitcheck::evidence {
namespace {

// A text or value without its quotes, braces, datatype, and the suffixes of its numbers: a test
// and the recorder write them differently.
std::string plain(const std::string& text) {
  const std::size_t start = text.find_first_of("{\"");
  const std::size_t end = text.find_last_of("}\"");
  const bool enclosed = start != std::string::npos && end > start;
  std::string out;
  for (const char c : enclosed ? text.substr(start + 1, end - start - 1) : text) {
    const bool suffix = c == 'U' && !out.empty() && out.back() >= '0' && out.back() <= '9';
    if (!suffix) out += c;
  }
  return out;
}

std::string answer(const Call& call, int parameter) {
  return parameter == code_of_call ? call.code : call.answers[static_cast<std::size_t>(parameter)];
}

// The number of the fact's output among the function's parameters.
std::optional<int> parameter_of(const Fact& fact) {
  if (fact.output == code_output) return code_of_call;
  const Prototype* const known = prototype(fact.function);
  const int found = known == nullptr ? -1 : known->find(fact.output);
  return found < 0 ? std::nullopt : std::optional(found);
}

// The latest call before `end` that answered `seen`.
std::optional<std::size_t> latest(const std::vector<Call>& calls, std::size_t end, const Fact& fact,
                                  int parameter, const std::string& seen,
                                  const std::optional<Listed>& about) {
  for (std::size_t i = end; i-- > 0;) {
    const Call& call = calls[i];
    if (call.function != fact.function || call.inside >= 0 || !call.returned()) continue;
    if (about && listed(call) != about) continue;
    if (plain(answer(call, parameter)) == plain(seen)) return i;
  }
  return std::nullopt;
}

// The relation does not hold.
Check broken(const Fact& fact, std::size_t call, int parameter) {
  Check check;
  for (const std::string& value : fact.wanted) {
    switch (fact.relation) {
      case Relation::one_of:
        check.push_back({call, parameter, Term::Op::differs, value, std::nullopt});
        break;
      case Relation::none_of:
        if (plain(value) != plain(fact.seen)) continue;
        check.push_back({call, parameter, Term::Op::equal, value, std::nullopt});
        break;
      case Relation::at_least:
        check.push_back({call, parameter, Term::Op::less, value, std::nullopt});
        break;
      case Relation::at_most:
        check.push_back({call, parameter, Term::Op::greater, value, std::nullopt});
        break;
      default:
        break;
    }
  }
  return check;
}

}  // namespace

std::optional<Question> question_of(const Story& story) {
  if (!story.complaint.fact || story.calls.empty()) return std::nullopt;
  const Fact& fact = *story.complaint.fact;
  if (fact.relation == Relation::survives) return Question{story.calls.size() - 1, {}, {}};
  const auto parameter = parameter_of(fact);
  if (!parameter) return std::nullopt;
  const auto call =
      latest(story.calls, story.calls.size(), fact, *parameter, fact.seen, std::nullopt);
  if (!call) return std::nullopt;
  if (!compares_with_before(fact.relation)) {
    Question question{*call, {}, broken(fact, *call, *parameter)};
    // What a call that failed left in a variable is no answer.
    if (*parameter != code_of_call) {
      question.check.insert(question.check.begin(), {*call, code_of_call, Term::Op::equal,
                                                     story.calls[*call].code, std::nullopt});
    }
    return question;
  }
  // The same was asked before, about the same object if it is about one.
  if (fact.wanted.empty()) return std::nullopt;
  const auto earlier =
      latest(story.calls, *call, fact, *parameter, fact.wanted.front(), listed(story.calls[*call]));
  if (!earlier) return std::nullopt;
  const Term::Op op = fact.relation == Relation::as_before ? Term::Op::differs : Term::Op::less;
  return Question{*call, earlier, {{*call, *parameter, op, "", earlier}}};
}

}  // namespace mpitcheck::evidence
