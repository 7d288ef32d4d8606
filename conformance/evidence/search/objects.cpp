// SPDX-License-Identifier: BSD-3-Clause
// Objects and names of a story.
#include "conformance/evidence/search/objects.hpp"

#include <cstdlib>

#include "conformance/evidence/program/prototypes.hpp"
#include "conformance/evidence/search/trace.hpp"

namespace mpitcheck::evidence {
namespace {

// Handles of different types may look alike.
std::string key(std::string_view type, const std::string& text) {
  std::string base(type);
  while (base.ends_with(' ') || base.ends_with('*')) base.pop_back();
  return base + text;
}

const std::string& one_of(const Call& call, const std::vector<std::string>& texts,
                          std::string_view parameter) {
  static const std::string none;
  const Prototype* const known = prototype(call.function);
  const int at = known == nullptr ? -1 : known->find(parameter);
  return at < 0 ? none : texts[static_cast<std::size_t>(at)];
}

const std::string& answer(const Call& call, std::string_view parameter) {
  return one_of(call, call.answers, parameter);
}

}  // namespace

Objects::Objects(const std::vector<Call>& calls) {
  std::map<std::string, Made> alive;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Call& call = calls[i];
    const Prototype* const known = prototype(call.function);
    if (known == nullptr) continue;
    for (std::size_t p = 0; p < call.arguments.size(); ++p) {
      std::string_view type = known->parameters[p].type;
      if (type == "MPI_T_event_instance" && is_callback(call.function)) {
        alive[key(type, call.arguments[p])] = {i, p};
        continue;
      }
      if (type == "void *") type = "MPI_Comm";  // objects of bindings
      const auto made = alive.find(key(type, call.arguments[p]));
      // What an OUT argument held before is of no interest, unless the call consumes it.
      const bool consumed = !type.ends_with("*") || call.function.ends_with("_free");
      if (is_handle(call.arguments[p]) && made != alive.end() && consumed) {
        used_[{i, p}] = made->second;
      }
    }
    for (std::size_t p = 0; p < call.answers.size(); ++p) {
      if (!is_handle(call.answers[p]) || call.function.ends_with("_free")) continue;
      alive[key(known->parameters[p].type, call.answers[p])] = {i, p};
    }
    const auto what = listed(call);
    const std::string& name = answer(call, "name");
    if (what && call.function.ends_with("_get_info") && name.size() > 2 && name.ends_with('"')) {
      Name& entry = names_[*what];
      if (entry.literal.size() < name.size()) entry.literal = name;  // others are cut
      if (!answer(call, "var_class").empty()) entry.pvar_class = answer(call, "var_class");
    }
  }
}

std::optional<Made> Objects::of(std::size_t call, std::size_t parameter) const {
  const auto found = used_.find({call, parameter});
  return found == used_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Made> Objects::of(std::size_t call) const {
  std::vector<Made> made;
  for (auto at = used_.lower_bound({call, 0}); at != used_.end() && at->first.first == call; ++at) {
    made.push_back(at->second);
  }
  return made;
}

const Name* Objects::name(const Listed& what) const {
  const auto found = names_.find(what);
  return found == names_.end() ? nullptr : &found->second;
}

const std::string& argument(const Call& call, std::string_view parameter) {
  return one_of(call, call.arguments, parameter);
}

std::optional<std::size_t> handed_over(const std::vector<Call>& calls, std::size_t callback) {
  const Call& back = calls[callback];
  const std::string_view type = prototype(back.function)->parameters.back().name;
  std::optional<std::size_t> best;
  int most = -1;
  for (std::size_t i = callback; i-- > 0;) {
    if (is_callback(calls[i].function) || argument(calls[i], type) != back.arguments.back())
      continue;
    const auto agrees = [&](std::string_view parameter) {
      return argument(calls[i], parameter) == argument(back, parameter);
    };
    const int agreements = (agrees("user_data") ? 2 : 0) + (agrees("event_registration") ? 1 : 0);
    if (agreements <= most) continue;
    best = i;
    most = agreements;
  }
  return best;
}

std::string kind_of_index(std::string_view parameter) {
  if (parameter == "cat_index") return "category";
  for (const char* kind : {"cvar", "pvar", "event", "source"}) {
    if (parameter == std::string(kind) + "_index") return kind;
  }
  return {};
}

std::optional<Listed> listed(const Call& call) {
  const Prototype* const known = prototype(call.function);
  for (std::size_t p = 0; known != nullptr && p < known->parameters.size(); ++p) {
    const std::string kind = kind_of_index(known->parameters[p].name);
    if (!kind.empty() && known->parameters[p].type == "int") {
      return Listed{kind, std::atoi(call.arguments[p].c_str())};
    }
  }
  return std::nullopt;
}

}  // namespace mpitcheck::evidence
