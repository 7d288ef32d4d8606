// SPDX-License-Identifier: BSD-3-Clause
// Texts and their lengths, and names that are reserved.
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck {
namespace {

struct Text {
  std::string owner;
  std::function<int(char*, int*)> get;

  [[nodiscard]] const std::string& label() const { return owner; }
};

std::vector<Text> names_and_descriptions() {
  std::vector<Text> texts;
  for (const auto& v : draft::controlvars()) {
    texts.push_back({"name of " + v.label(), [i = v.index](char* text, int* length) {
                       int other = 0;
                       return MPITCHECK_DRAFT(MPIT_Controlvar_get_info(i, text, length, nullptr,
                                                                       nullptr, nullptr, nullptr,
                                                                       &other, nullptr, nullptr));
                     }});
    texts.push_back({"desc of " + v.label(), [i = v.index](char* text, int* length) {
                       int other = 0;
                       return MPITCHECK_DRAFT(MPIT_Controlvar_get_info(i, nullptr, &other, nullptr,
                                                                       nullptr, nullptr, text,
                                                                       length, nullptr, nullptr));
                     }});
  }
  for (const auto& v : draft::perfvars()) {
    texts.push_back({"name of " + v.label(), [i = v.index](char* text, int* length) {
                       int other = 0;
                       return MPITCHECK_DRAFT(
                           MPIT_Perfvar_get_info(i, text, length, nullptr, nullptr, nullptr,
                                                 nullptr, nullptr, &other, nullptr, nullptr));
                     }});
    texts.push_back({"desc of " + v.label(), [i = v.index](char* text, int* length) {
                       int other = 0;
                       return MPITCHECK_DRAFT(MPIT_Perfvar_get_info(i, nullptr, &other, nullptr,
                                                                    nullptr, nullptr, nullptr, text,
                                                                    length, nullptr, nullptr));
                     }});
  }
  return texts;
}

}  // namespace

MPITCHECK_TEST("draft2011.strings.lengths",
               "Texts are cut as the draft says, and their full length plus one is returned.",
               cites(clause::draft_strings), needs::each_phase) {
  const std::vector<Text> texts = names_and_descriptions();
  if (texts.empty()) t.missing("a variable");
  for (const Text& text : texts) {
    int needed = 0;
    const int code = text.get(nullptr, &needed);
    std::string full(static_cast<std::size_t>(std::max(needed, 1)), '?');
    int length = needed;
    text.get(full.data(), &length);
    const std::string whole = full.c_str();
    t.check(clause::draft_strings, text,
            has_property(
                "", whole,
                [&](const std::string& seen) {
                  return code == MPIT_SUCCESS && needed == static_cast<int>(seen.size()) + 1 &&
                         length == needed;
                },
                "its length plus one for a null buffer and for one that fits",
                [&](const std::string& seen) {
                  return join("lengths ", needed, " and ", length, " of ", in_quotes(seen));
                }));
    char untouched = '?';
    int none = 0;
    text.get(&untouched, &none);
    t.check(clause::draft_strings, text,
            has_property(
                "", std::pair(none, untouched),
                [&](const auto& seen) { return seen == std::pair(needed, '?'); },
                "its length plus one and an untouched buffer for a length of 0",
                [](const auto& seen) {
                  return join("length ", seen.first, ", the buffer starts ", seen.second);
                }));
    if (whole.size() < 2) continue;
    const int half = static_cast<int>(whole.size() / 2 + 1);
    std::string cut(static_cast<std::size_t>(half) + 1, '?');
    int returned = half;
    text.get(cut.data(), &returned);
    t.check(
        clause::draft_strings, text,
        has_property(
            "", cut,
            [&](const std::string& seen) {
              return seen.c_str() == whole.substr(0, static_cast<std::size_t>(half) - 1) &&
                     seen.back() == '?' && returned == needed;
            },
            "its first half, a null, and its length plus one",
            [&](const std::string& seen) { return join(in_quotes(seen), ", length ", returned); }));
  }
}

MPITCHECK_TEST("draft2011.strings.reserved-prefix",
               "No variable, category, enumeration or item takes a name that starts with MPIT.",
               cites(clause::draft_reserved_names), needs::each_phase) {
  const auto look_at = [&t](std::string_view name) {
    t.check(clause::draft_reserved_names, name,
            has_property(
                "", name, [](std::string_view it) { return !it.starts_with("MPIT"); },
                "a name without the prefix MPIT", [](std::string_view it) { return it; }));
  };
  for (const auto& v : draft::controlvars()) look_at(v.name);
  for (const auto& v : draft::perfvars()) look_at(v.name);
  for (const CategoryInfo& category : read_categories()) look_at(category.name);
  for (const EnumInfo& info : read_enums()) {
    look_at(info.name);
    for (const EnumItem& item : info.items) look_at(item.name);
  }
}

MPITCHECK_TEST("draft2011.strings.perfvar-names",
               "Performance variables have names; whether names recur over classes is recorded.",
               cites(clause::draft_pvar_names, clause::draft_strings), needs::each_phase) {
  const auto variables = draft::perfvars();
  if (variables.empty()) t.missing("a pvar");
  std::set<std::string> names;
  bool unique = true;
  for (const draft::Perfvar& v : variables) {
    const auto modern = read_pvar(v.index);
    t.check(clause::draft_strings, v,
            is_observed("", modern && modern->name == v.name,
                        "the name that MPI_T_pvar_get_info tells", "another one"));
    const bool is_new = names.insert(v.name).second;
    t.check(clause::draft_pvar_names, v,
            is_observed("", is_new, "a name of its own", "the name of another one"));
    unique = unique && is_new;
  }
  t.behaviour(clause::draft_pvar_names, "names of performance variables",
              unique ? "all different" : "some recur in other classes");
}

}  // namespace mpitcheck
