// SPDX-License-Identifier: BSD-3-Clause
// Categories: their members, and the update number.
#include <algorithm>
#include <set>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "properties/commands/texts.hpp"
#include "properties/oracle/words.hpp"

namespace mpitcheck::properties {

namespace {

std::string list_text(const std::vector<int>& list) {
  std::string text;
  for (const int entry : list) text += join(text.empty() ? "{" : ", ", entry);
  return text.empty() ? "{}" : text + "}";
}

/// The list has members of `known`, each once.
auto is_part_of(const std::vector<int>& list, const std::vector<int>& known) {
  return has_property(
      "", list,
      [&](std::vector<int> sorted) {
        std::ranges::sort(sorted);
        return std::ranges::adjacent_find(sorted) == sorted.end() &&
               std::ranges::all_of(sorted, [&](int index) {
                 return std::ranges::find(known, index) != known.end();
               });
      },
      [=] { return join(list.size(), " of ", list_text(known), ", each once"); }, list_text);
}

/// Whether the survey's categories are still valid: the update number is the same.
bool unchanged(CaseState& state) {
  const Aside aside;
  int number = unset;
  return on::MPI_T_category_changed(&number) == MPI_SUCCESS &&
         number == state.survey.category_number;
}

bool query(CaseState& state, const CategorySnapshot::Entry& entry, TextProbe& name, TextProbe& desc,
           unsigned nulls) {
  const CategoryInfo& category = entry.info;
  int counts[] = {unset, unset, unset};
  const auto out = [&](std::size_t i) { return (nulls >> i & 1U) != 0 ? nullptr : &counts[i]; };
  const bool same = unchanged(state);
  const int code =
      on::MPI_T_category_get_info(category.index, name.buffer(), name.length(), desc.buffer(),
                                  desc.length(), out(0), out(1), out(2));
  const std::string owner = category.label();
  const Clause counts_clause =
      nulls == 0 ? clause::category_info_counts : clause::category_info_null_out_ignored;
  state.judge.code(nulls == 0 ? clause::category_num_nonnegative : counts_clause, owner, code,
                   {MPI_SUCCESS});
  const int known[] = {category.num_cvars, category.num_pvars, category.num_categories};
  constexpr std::string_view names[] = {"cvars", "pvars", "categories"};
  for (std::size_t i = 0; i != 3; ++i) {
    if (out(i) == nullptr) continue;
    if (!same && i == 2) continue;  // only variables are promised to stay (A28)
    state.judge.output(same ? counts_clause : clause::category_members_only_added, owner,
                       is_number(counts[i], same ? Relation::one_of : Relation::at_least, known[i],
                                 [&](int number) { return join(number, " ", names[i]); }));
  }
  return true;
}

/// A member can be queried like any other object of its kind; variables may be inactive (A16).
void check_member(CaseState& state, std::size_t kind, int index, const std::string& subject) {
  int code = MPI_SUCCESS;
  if (kind == 0) {
    code = on::MPI_T_cvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr);
  } else if (kind == 1) {
    code = on::MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  } else if (kind == 2) {
    code = on::MPI_T_category_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                       nullptr);
  } else {
    return;  // event_info checks event types
  }
  state.judge.code(clause::category_members_usable, subject, code, Codes(success_or_inactive()));
}

}  // namespace

namespace commands {

bool category_info(CaseState& state, const Command& command) {
  const auto* const entry = pick(state.survey.categories.categories, command.a);
  if (entry == nullptr) return false;
  TextProbe name(command.b, entry->info.name);
  TextProbe desc(command.c, entry->info.desc);
  query(state, *entry, name, desc, 0);
  const int mirror = state.engines.category(entry->info);
  if (mirror == MirrorEngines::none) return true;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    state.engines.engine(i).category_get_info(mirror, name.buffer(i), name.length(i),
                                              desc.buffer(i), desc.length(i), nullptr, nullptr,
                                              nullptr);
  }
  name.judge(state.judge, entry->info.label(), "name");
  desc.judge(state.judge, entry->info.label(), "desc");
  return true;
}

bool category_nulls(CaseState& state, const Command& command) {
  const auto* const entry = pick(state.survey.categories.categories, command.a);
  if (entry == nullptr) return false;
  TextProbe none(0, "");
  return query(state, *entry, none, none, 1U + command.b % 7U);
}

bool category_index(CaseState& state, const Command& command) {
  const auto* const entry = pick(state.survey.categories.categories, command.a);
  if (entry == nullptr || !on::MPI_T_category_get_index.present()) return false;
  const auto& all = state.survey.categories.categories;
  if (!has_own_name(all, entry->info, &CategorySnapshot::Entry::info)) return false;
  int index = unset;
  const int code = on::MPI_T_category_get_index(entry->info.name.c_str(), &index);
  state.judge.code(clause::category_get_index_roundtrip, entry->info, code, {MPI_SUCCESS});
  if (code != MPI_SUCCESS) return true;
  state.judge.output(clause::category_get_index_roundtrip, entry->info,
                     is_index(index, entry->info.index));
  return true;
}

bool category_unknown(CaseState& state, const Command& command) {
  const auto& known = state.survey.categories.categories;
  const auto* const entry = pick(known, command.a);
  if (entry == nullptr || !on::MPI_T_category_get_index.present()) return false;
  const std::string name = command.b % 2 == 0
                               ? entry->info.name + "x"
                               : entry->info.name.substr(0, entry->info.name.size() - 1);
  if (std::any_of(known.begin(), known.end(),
                  [&](const auto& other) { return other.info.name == name; })) {
    return false;
  }
  int index = unset;
  state.judge.refusal(clause::category_get_index_unknown, in_quotes(name),
                      on::MPI_T_category_get_index(name.c_str(), &index), {MPI_T_ERR_INVALID_NAME});
  return true;
}

bool category_members(CaseState& state, const Command& command) {
  const auto* const entry = pick(state.survey.categories.categories, command.a);
  if (entry == nullptr) return false;
  const std::size_t kind = command.b % entry->members.size();
  const std::vector<int>& known = entry->members[kind];
  const int total = static_cast<int>(known.size());
  // Tests of categories report lists that have another length or repeat a member.
  int CategoryInfo::*const count = member_kinds()[kind].known;
  if (count != nullptr && entry->info.*count != total) return false;
  if (std::set<int>(known.begin(), known.end()).size() != known.size()) return false;
  const int len = command.c % (total + 3);
  const bool same = unchanged(state);
  std::vector<int> listed(static_cast<std::size_t>(len) + 4, unset);
  constexpr const Entry<int(int, int, int*)>* functions[] = {
      &on::MPI_T_category_get_cvars, &on::MPI_T_category_get_pvars,
      &on::MPI_T_category_get_categories, &on::MPI_T_category_get_events};
  const auto subject = [&] {
    return join(member_kinds()[kind].name, " of ", entry->info.label(), " with len = ", len);
  };
  state.judge.code(clause::category_members_at_most_len, subject,
                   (*functions[kind])(entry->info.index, len, listed.data()), {MPI_SUCCESS});
  const bool of_events = kind == 3;
  // Lists may have grown. Nothing is promised about events (A28).
  if (!same || of_events) return true;
  const auto written = static_cast<std::size_t>(std::min(len, total));
  const auto last =
      std::find_if(listed.rbegin(), listed.rend(), [](int value) { return value != unset; });
  state.judge.output(
      written < static_cast<std::size_t>(len) ? clause::category_members_long_array
                                              : clause::category_members_at_most_len,
      subject,
      has_property(
          "", static_cast<std::size_t>(listed.rend() - last),
          [=](std::size_t extent) { return extent <= written; },
          [=] { return join(written, " entries written"); },
          [](std::size_t extent) { return join("entry ", extent - 1, " written too"); }));
  listed.resize(written);
  if (len >= total) {
    state.judge.output(
        kind < 2 ? clause::category_members_only_added : clause::category_changed_equal_means_same,
        subject, is_as_before(listed, known, list_text));
    if (len > 0 && written > 0) check_member(state, kind, listed[command.a % written], subject());
    return true;
  }
  state.judge.output(clause::category_members_short_array, subject, is_part_of(listed, known));
  return true;
}

bool category_changed(CaseState& state, const Command&) {
  int number = unset;
  state.judge.code(clause::category_changed_monotone, "the update number",
                   on::MPI_T_category_changed(&number), {MPI_SUCCESS});
  const int before = std::max(state.category_number, state.survey.category_number);
  state.judge.output(clause::category_changed_monotone, "the update number",
                     is_number(number, Relation::at_least, before));
  state.category_number = std::max(before, number);
  int categories = unset;
  state.judge.code(clause::category_num_nonnegative, "the number of categories",
                   on::MPI_T_category_get_num(&categories), {MPI_SUCCESS});
  const int known = state.survey.categories.number;
  const bool same = number == state.survey.category_number;
  state.judge.output(
      same ? clause::category_changed_equal_means_same : clause::category_num_may_only_grow,
      "the number of categories",
      is_number(categories, same ? Relation::one_of : Relation::at_least, known));
  return true;
}

}  // namespace commands
}  // namespace mpitcheck::properties
