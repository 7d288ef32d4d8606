// SPDX-License-Identifier: BSD-3-Clause
// From a fact to the call and the terms of a program.
#include "conformance/evidence/search/check.hpp"

#include <algorithm>
#include <set>

#include "conformance/evidence/program/c_types.hpp"
#include "conformance/evidence/program/prototypes.hpp"
#include "conformance/evidence/search/objects.hpp"

namespace mpitcheck::evidence {
namespace {

// Whether the call answered, or was asked with, `text` there; what was not recorded may be it.
bool may_tell(const Call& call, const std::string& function, const Output& output,
              const std::string& text) {
  if (call.function != function || !call.returned()) return false;
  const auto answer = told(call, output);
  return !answer || same_answer(*answer, text);
}

bool tells(const Call& call, const std::string& function, const Output& output,
           const std::string& text) {
  return may_tell(call, function, output, text) && told(call, output);
}

/// The calls of a story, and what their handles stand for.
struct Reading {
  // The variable and the like that a call is about, by its index or its handle.
  [[nodiscard]] std::optional<Listed> subject(std::size_t call) const {
    auto found = listed(calls[call]);
    for (const Made& made : objects.of(call)) {
      if (!found) found = listed(calls[made.call]);
    }
    return found;
  }

  [[nodiscard]] bool is_about(std::size_t call, const std::optional<int>& number) const {
    const auto what = subject(call);
    return !number || (what && what->second == *number);
  }

  // Both are about the same object, if they are about objects of one kind.
  [[nodiscard]] bool about_the_same(std::size_t a, std::size_t b) const {
    const bool same_function = calls[a].function == calls[b].function;
    if (same_function &&
        argument(calls[a], "element_index") != argument(calls[b], "element_index")) {
      return false;
    }
    const auto one = subject(a), other = subject(b);
    return !one || !other || one->first != other->first || one->second == other->second;
  }

  const std::vector<Call>& calls;
  const Objects& objects;
};

/// What two calls of one function have in common of what they were asked, but for the room that
/// they were given.
struct Likeness {
  bool same_handles = true, same_rest = true, has_rest = false;

  Likeness(const Call& a, const Call& b) {
    const Prototype& known = *prototype(a.function);
    for (std::size_t p = 0; p < known.parameters.size(); ++p) {
      const auto& [type, name] = known.parameters[p];
      const bool is_rest = type == "int" || type == "const char *";
      if (name == "len" || type.ends_with("[]") || (type.ends_with("*") && !is_rest)) continue;
      has_rest = has_rest || is_rest;
      bool& same = is_rest ? same_rest : same_handles;
      same = same && a.arguments[p] == b.arguments[p];
    }
  }

  [[nodiscard]] bool all() const { return same_handles && same_rest; }
  // One asks about another thing of the same kind.
  [[nodiscard]] bool of_another() const {
    return has_rest ? same_handles && !same_rest : !same_handles;
  }
};

// Both hand over functions for the same registration, if they hand over functions of one type.
bool same_registration(const Call& a, const Call& b) {
  return a.function != b.function ||
         argument(a, "event_registration") == argument(b, "event_registration");
}

/// The search for the calls that told what a fact compares with.
class Sources {
 public:
  Sources(const Reading& story, const Fact& fact) : story_(story), fact_(fact) {}

  // Takes those that were asked for after the judged call, the last one first; returns where they
  // begin, 0 if one is not found.
  std::size_t take_later() {
    std::size_t end = story_.calls.size();
    for (auto source = fact_.sources.rbegin(); source != fact_.sources.rend(); ++source) {
      if (!source->later) continue;
      if (!take(*source, place_of(*source, 0, end, std::nullopt))) return 0;
      end = addends_.back().place.call;
    }
    return end;
  }

  // Whether take_earlier() would find them.
  [[nodiscard]] bool can_take_earlier(std::size_t judged) const {
    return Sources(*this).take_earlier(judged);
  }

  // Takes those of before.
  bool take_earlier(std::size_t judged) {
    std::size_t end = fact_.compares_with_before() ? judged : judged + 1;
    for (auto source = fact_.sources.rbegin(); source != fact_.sources.rend(); ++source) {
      if (source->later) continue;
      auto place = place_of(*source, 0, end, judged);
      // A list may be made after what it is compared with.
      if (!place && fact_.sources.size() == 1 && !callback_of(story_.calls, judged)) {
        place = place_of(*source, judged + 1, story_.calls.size(), judged);
      }
      if (!take(*source, place)) return false;
      end = std::min(end, place->call);
    }
    return true;
  }

  [[nodiscard]] const std::vector<Addend>& addends() const { return addends_; }

  // Where it was told, by the judged call or before, what the rule is about.
  [[nodiscard]] std::optional<Place> given(std::size_t judged) const {
    const Answer& told = *fact_.given;
    const auto output = parse_output(told.function, told.output);
    for (std::size_t i = judged + 1; output && i-- > 0;) {
      if (tells(story_.calls[i], told.function, *output, told.value) && is_near(i, judged) &&
          story_.about_the_same(i, judged)) {
        return Place{i, *output};
      }
    }
    return std::nullopt;
  }

  // The last call of theirs.
  [[nodiscard]] std::size_t last() const {
    std::size_t call = 0;
    for (const Addend& addend : addends_) call = std::max(call, addend.place.call);
    return call;
  }

  // A wrong handle may be that of another object, which has to be there.
  [[nodiscard]] std::optional<std::size_t> witness(std::size_t judged) const {
    std::optional<std::size_t> last;
    const Answer& source = fact_.sources.front();
    for (std::size_t i = 0; i < judged && is_handle(fact_.seen); ++i) {
      if (tells(story_.calls[i], source.function, addends_.front().place.output, fact_.seen))
        last = i;
    }
    return last;
  }

 private:
  bool take(const Answer& source, const std::optional<Place>& place) {
    if (place) addends_.push_back({*place, source.minus});
    return place.has_value();
  }

  // The last of these calls that told the source's value, of the object that it names, or that the
  // judged call was about: rather of those that were asked the same.
  std::optional<Place> place_of(const Answer& source, std::size_t begin, std::size_t end,
                                std::optional<std::size_t> judged) const {
    const std::string& value = source.value.empty() ? fact_.wanted.front() : source.value;
    const auto output = parse_output(source.function, source.output);
    if (!output) return std::nullopt;
    for (const bool asked_so : {true, false}) {
      for (std::size_t i = end; i-- > begin;) {
        const Call& call = story_.calls[i];
        if (tells(call, source.function, *output, value) && is_near(i, judged) &&
            fits(source, i, judged, asked_so)) {
          return Place{i, *output};
        }
      }
    }
    return std::nullopt;
  }

  // In no callback, or in that of the judged call.
  bool is_near(std::size_t i, std::optional<std::size_t> judged) const {
    const auto around = callback_of(story_.calls, i);
    return !around || (judged && around == callback_of(story_.calls, *judged));
  }

  bool fits(const Answer& source, std::size_t i, std::optional<std::size_t> judged,
            bool asked_so) const {
    if (source.number) return story_.is_about(i, source.number);
    if (judged && callback_of(story_.calls, *judged) == judged) {
      const auto giver = handed_over(story_.calls, *judged);
      if (giver && !same_registration(story_.calls[i], story_.calls[*giver])) return false;
    }
    if (!judged || !source.value.empty()) return true;
    const Call &one = story_.calls[i], &other = story_.calls[*judged];
    const bool same_function = one.function == other.function;
    // What must not be the same was told of another object.
    const bool of_another = fact_.relation == Relation::none_of && fact_.compares_with_before() &&
                            fact_.function.find("_get_") != std::string::npos;
    if (of_another) return same_function && Likeness(one, other).of_another();
    if (!asked_so && fact_.relation == Relation::none_of) return true;
    return story_.about_the_same(i, *judged) &&
           (!asked_so || !same_function || Likeness(one, other).all());
  }

  const Reading& story_;
  const Fact& fact_;
  std::vector<Addend> addends_;
};

// What a call that failed left in a variable is no answer.
void add_code(Check& check, const std::vector<Call>& calls) {
  const auto is_answer = [&](const Place& place) {
    return place.call == check.judged && place.output.parameter != code_of_call &&
           !goes_in(calls[place.call], place.output.parameter);
  };
  if (!std::ranges::any_of(check.terms, [&](const Term& term) {
        return std::ranges::any_of(term.places(), is_answer);
      })) {
    return;
  }
  check.terms.insert(check.terms.begin(),
                     {{check.judged, Output{}}, Term::Op::equal, calls[check.judged].code});
}

// What was seen inside a callback is a matter of the level that it came with.
void add_level(Check& check, const std::vector<Call>& calls, std::size_t call) {
  const auto inside = callback_of(calls, call);
  if (!inside || inside == call) return;
  const int level = prototype(calls[*inside].function)->find("cb_safety");
  check.terms.insert(
      check.terms.begin(),
      {{*inside, {.parameter = level}}, Term::Op::equal, argument(calls[*inside], "cb_safety")});
}

// The latest call before `end`, of those in callbacks only if there is no other one.
std::optional<std::size_t> judged_call(const Reading& story, std::size_t end, const Fact& fact,
                                       const Output& output) {
  const std::vector<Call>& calls = story.calls;
  for (const bool inside : {false, true}) {
    for (std::size_t i = end; i-- > 0;) {
      if (callback_of(calls, i).has_value() == inside &&
          may_tell(calls[i], fact.function, output, fact.seen) && story.is_about(i, fact.number)) {
        return i;
      }
    }
  }
  return std::nullopt;
}

// "calls", or "calls since MPI_T_x".
std::optional<Check> check_of_number(const std::vector<Call>& calls, const Fact& fact) {
  const std::string_view function = prototype(fact.function)->parameters.back().name;
  std::optional<std::size_t> giver, since, witness;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!is_callback(calls[i].function) && !argument(calls[i], function).empty()) giver = i;
    if (fact.output == "calls since " + calls[i].function) since = i;
  }
  if (!giver || (fact.output != "calls" && !since)) return std::nullopt;
  const auto is_other = [&](std::size_t i) {
    return argument(calls[i], "event_registration") !=
           argument(calls[*giver], "event_registration");
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].function == calls[*giver].function && argument(calls[i], function) != "NULL" &&
        is_other(i)) {
      witness = i;
    }
  }
  Check check{calls.size() - 1};
  while (callback_of(calls, check.judged)) --check.judged;
  const auto add = [&](int which, Term::Op op, const std::string& value) {
    check.terms.push_back({{*giver, {.parameter = which}}, op, value});
    if (since) check.terms.back().others = {{{*since, {}}}};
  };
  add(times_called, broken(fact.relation), fact.wanted.front());
  // Events are to come only if there are some; a library may drop events of its own accord.
  const bool wants_calls = fact.relation == Relation::at_least;
  if (wants_calls) add(times_others_called, Term::Op::greater, "0");
  if (fact.function == dropped_callback) add(times_others_called, Term::Op::equal, "0");
  if (check.terms.size() > 1) check.witness = witness;
  return check;
}

}  // namespace

Term::Op broken(Relation relation) {
  switch (relation) {
    case Relation::none_of:
      return Term::Op::equal;
    case Relation::at_least:
      return Term::Op::less;
    case Relation::at_most:
      return Term::Op::greater;
    case Relation::above:
      return Term::Op::at_most;
    case Relation::below:
      return Term::Op::at_least;
    default:
      return Term::Op::differs;
  }
}

std::vector<Place> Term::places() const {
  std::vector<Place> all{place};
  for (const Addend& addend : others) all.push_back(addend.place);
  return all;
}

std::vector<std::size_t> Check::calls() const {
  std::set<std::size_t> all{judged};
  for (const Term& term : terms) {
    for (const Place& place : term.places()) all.insert(place.call);
  }
  if (witness) all.insert(*witness);
  return {all.begin(), all.end()};
}

std::optional<std::size_t> callback_of(const std::vector<Call>& calls, std::size_t call) {
  if (is_callback(calls[call].function)) return call;
  const int inside = calls[call].inside;
  if (inside < 0) return std::nullopt;
  return callback_of(calls, static_cast<std::size_t>(inside));
}

std::optional<Check> check_of(const Story& story, const Objects& objects) {
  const std::vector<Call>& calls = story.calls;
  if (!story.complaint.fact || calls.empty()) return std::nullopt;
  const Fact& fact = *story.complaint.fact;
  if (fact.relation == Relation::survives) return Check{calls.size() - 1};
  if (is_callback(fact.function) && fact.output.starts_with("calls")) {
    return check_of_number(calls, fact);
  }
  const auto output = parse_output(fact.function, fact.output);
  if (!output) return std::nullopt;

  const Reading reading{calls, objects};
  Sources sources(reading, fact);
  auto call = judged_call(reading, sources.take_later(), fact, *output);
  // One callback may have told what is wanted, a later one not.
  while (call && callback_of(calls, *call) && !sources.can_take_earlier(*call)) {
    call = judged_call(reading, *call, fact, *output);
  }
  if (!call) return std::nullopt;

  const Place place{*call, *output};
  const Term::Op op = broken(fact.relation);
  Check check{*call};
  if (!fact.sources.empty()) {
    if (fact.wanted.empty() || !sources.take_earlier(*call)) return std::nullopt;
    check.terms.push_back({place, op, "", sources.addends(), fact.slack});
    check.witness = sources.witness(*call);
  }
  check.judged = std::max(*call, sources.last());
  if (check.judged != *call && fact.wanted.size() > 1) return std::nullopt;
  for (std::size_t i = fact.sources.empty() ? 0 : 1; i < fact.wanted.size(); ++i) {
    if (fact.relation == Relation::none_of && !same_answer(fact.wanted[i], fact.seen)) continue;
    check.terms.push_back({place, op, fact.wanted[i]});
  }
  if (fact.given) {
    const auto given = sources.given(*call);
    if (!given) return std::nullopt;
    check.terms.insert(check.terms.begin(), {*given, Term::Op::equal, fact.given->value});
  }
  add_code(check, calls);
  add_level(check, calls, *call);
  return check;
}

}  // namespace mpitcheck::evidence
