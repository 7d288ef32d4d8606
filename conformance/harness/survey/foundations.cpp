// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/harness/survey/foundations.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/objects/members.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/texts.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/survey/survey.hpp"

namespace mpitcheck {

namespace {

using nlohmann::json;

constexpr std::size_t most_texts = 200, most_entries = 100;

/// Counts the uses of each foundation.
class Foundations {
 public:
  /// Adds a use. `how` is how it failed, or empty.
  void note(std::string_view name, std::string_view kind, std::string_view function,
            std::string_view clause, const std::string& how) {
    auto it = std::ranges::find(all_, name, &Tally::name);
    if (it == all_.end()) {
      it = all_.insert(all_.end(),
                       Tally{std::string(name), std::string(kind), function, clause, 0, 0, {}});
    }
    ++it->tried;
    if (how.empty()) return;
    ++it->failed;
    ++it->ways[how];
  }

  /// The results as JSON. A foundation is broken if most uses failed. Tests report single failures.
  [[nodiscard]] json take() const {
    json found = json::array();
    for (const Tally& each : all_) {
      json entry{{"name", each.name},
                 {"kind", each.kind},
                 {"function", each.function},
                 {"clause", each.clause}};
      const bool is_broken = 2 * each.failed > each.tried;
      entry["works"] = !is_broken;
      const auto way = std::ranges::max_element(each.ways, {},
                                                [](const auto& counted) { return counted.second; });
      entry["code"] = is_broken ? way->first : std::string();
      entry["how"] =
          is_broken ? join(way->first, " (", each.failed, " of ", each.tried, ")") : std::string();
      found.push_back(std::move(entry));
    }
    return found;
  }

 private:
  struct Tally {
    std::string name, kind;
    std::string_view function, clause;
    int tried, failed;
    std::map<std::string, int> ways;
  };
  std::vector<Tally> all_;
};

std::string refusal(int code) { return code == MPI_SUCCESS ? "" : code_name(code); }

// Empty for legal refusals: no room for a handle, or an inactive variable.
std::string refusal_of_handle(int code) {
  const bool may_be = code == MPI_T_ERR_OUT_OF_HANDLES || code == MPI_T_ERR_OUT_OF_SESSIONS ||
                      code == MPI_T_ERR_INVALID_INDEX;
  return may_be ? "" : refusal(code);
}

template <class Entries>
void keep_some(Entries& entries, std::size_t most) {
  if (entries.size() > most) entries.resize(most);
}

// How a length differs from `wanted`; `passed` is the length passed in.
std::string oddness(int length, int wanted, int passed) {
  if (length == wanted) return "";
  if (length == wanted - 1) return "without the null";
  if (length == passed) return "left as it was";
  return length == 0 ? "0" : "another length";
}

void look_at_text(const TextQuery& query, Foundations& all) {
  const int wanted = query.length() + 1;
  constexpr int passed = 7, more = 100;
  int length = passed;
  const int code = query.get(nullptr, &length);
  all.note("size queries with a null buffer", "", "", "strings-null-buffer-query",
           code == MPI_SUCCESS ? oddness(length, wanted, passed) : code_name(code));
  GuardedText unread(more);
  length = 0;
  const int code_of_zero = query.get(unread.data(), &length);
  all.note("size queries with length 0", "", "", "strings-zero-size-query",
           code_of_zero == MPI_SUCCESS ? oddness(length, wanted, passed) : code_name(code_of_zero));
  const TextRead read(query, wanted + more);
  all.note(lengths_foundation, "", "", "strings-length-out-on-fit",
           read.length == read.given ? "" : oddness(read.length, wanted, wanted + more));
  const TextRead exact(query, wanted);
  all.note("texts in a buffer of their size", "", "", "strings-exact-fit",
           exact.text() == query.full ? "" : "not the whole text");
}

void look_at_texts(Foundations& all) {
  std::vector<TextQuery> queries = text_queries();
  std::erase_if(queries, [](const TextQuery& query) { return query.full.empty(); });
  keep_some(queries, most_texts);
  for (const TextQuery& query : queries) as_far_as_possible([&] { look_at_text(query, all); });
}

void look_at_numbers(Foundations& all) {
  struct Counted {
    const Function<int(int*)>& get_num;
    std::string_view several, kind, function, clause;
  };
  const Counted counted[] = {
      {call::MPI_T_cvar_get_num, "cvars", "cvar", "MPI_T_cvar_get_num", "cvar-num-nonnegative"},
      {call::MPI_T_pvar_get_num, "pvars", "pvar", "MPI_T_pvar_get_num", "pvar-num-nonnegative"},
      {call::MPI_T_category_get_num, "categories", "category", "MPI_T_category_get_num",
       "category-num-nonnegative"},
      {call::MPI_T_event_get_num, "event types", "event", "MPI_T_event_get_num",
       "event-num-success"},
      {call::MPI_T_source_get_num, "sources", "source", "MPI_T_source_get_num",
       "source-num-success"}};
  for (const Counted& each : counted) {
    as_far_as_possible([&] {
      int number = 0;
      all.note(join("numbers of ", each.several), each.kind, each.function, each.clause,
               refusal(each.get_num(&number)));
    });
  }
  for (int i = 0; i < std::min(category_num(), static_cast<int>(most_entries)); ++i) {
    as_far_as_possible([&] {
      all.note("queries of categories", "category", "MPI_T_category_get_info",
               "category-num-nonnegative", refusal(query_code<CategoryInfo>(i)));
    });
  }
}

void look_up_names(Foundations& all) {
  std::vector<NamedEntry> entries = named_entries();
  for (const NamedEntry& entry : entries) {
    const std::string kind = entry.kind.substr(0, entry.kind.find(' '));
    as_far_as_possible([&] {
      int found = -1;
      const int code = entry.find(entry.name.c_str(), &found);
      static const std::map<std::string, std::array<std::string_view, 2>> rules{
          {"cvar", {"MPI_T_cvar_get_index", "cvar-get-index-roundtrip"}},
          {"pvar", {"MPI_T_pvar_get_index", "pvar-get-index-roundtrip"}},
          {"category", {"MPI_T_category_get_index", "category-get-index-roundtrip"}},
          {"event", {"MPI_T_event_get_index", "event-get-index-roundtrip"}}};
      const auto& [function, clause] = rules.at(kind);
      const std::string name = join("look-ups of a ", kind);
      all.note(name, name, function, clause,
               code != MPI_SUCCESS    ? code_name(code)
               : found != entry.index ? "another index"
                                      : "");
    });
  }
}

void look_at_members(Foundations& all) {
  for (const CategoryInfo& category : read_categories()) {
    for (const MemberKind& kind : member_kinds()) {
      as_far_as_possible([&] {
        const std::vector<int> members = listed_members(kind, category);
        if (members.empty()) return;
        all.note("members of categories", "a category with members", "", "category-members-usable",
                 all_exist(kind, members) ? "" : "indices that do not exist");
      });
    }
  }
}

void look_at_cvars(Foundations& all) {
  std::vector<CvarInfo> cvars = read_cvars();
  std::erase_if(cvars, [](const CvarInfo& cvar) { return !cvar.bound_to_nothing(); });
  keep_some(cvars, most_entries);
  for (const CvarInfo& cvar : cvars) {
    as_far_as_possible([&] {
      const CvarHandle handle(cvar);
      all.note("handles of cvars", "cvar", "MPI_T_cvar_handle_alloc", "cvar-handle-count",
               refusal_of_handle(handle.code()));
      if (!handle.is_open()) return;
      ValueBuffer value = handle.buffer();
      all.note("values of cvars", "cvar", "MPI_T_cvar_read", "cvar-read-any-scope",
               refusal_of_handle(handle.read(value)));
    });
  }
}

void look_at_pvars(Foundations& all) {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  const int code = call::MPI_T_pvar_session_create(&session);
  all.note("pvar sessions", "session", "MPI_T_pvar_session_create", "pvar-session-create",
           refusal_of_handle(code));
  if (code != MPI_SUCCESS) return;
  std::vector<PvarInfo> pvars = read_pvars();
  std::erase_if(pvars, [](const PvarInfo& pvar) { return !pvar.bound_to_nothing(); });
  keep_some(pvars, most_entries);
  for (const PvarInfo& pvar : pvars) {
    as_far_as_possible([&] {
      MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
      int count = 0;
      const int allocated =
          call::MPI_T_pvar_handle_alloc(session, pvar.index, nullptr, &handle, &count);
      all.note("handles of pvars", "pvar", "MPI_T_pvar_handle_alloc", "pvar-handle-alloc",
               refusal_of_handle(allocated));
      if (allocated != MPI_SUCCESS) return;
      ValueBuffer value(pvar.datatype, count);
      if (pvar.continuous == 0) call::MPI_T_pvar_start(session, handle);
      all.note("values of pvars", "pvar", "MPI_T_pvar_read", "pvar-read-delivers-value",
               refusal(call::MPI_T_pvar_read(session, handle, value.data())));
      call::MPI_T_pvar_handle_free(session, &handle);
    });
  }
  call::MPI_T_pvar_session_free(&session);
}

void look_at_events(Foundations& all) {
  for (const EventInfo& event : read_events()) {
    if (event.bind != MPI_T_BIND_NO_OBJECT) continue;
    as_far_as_possible([&] {
      MPI_T_event_registration handle{};
      const int code = call::MPI_T_event_handle_alloc(event.index, nullptr, MPI_INFO_NULL, &handle);
      all.note("handles of event types", "event", "MPI_T_event_handle_alloc", "event-handle-alloc",
               refusal_of_handle(code));
      if (code == MPI_SUCCESS) call::MPI_T_event_handle_free(handle, nullptr, nullptr);
    });
  }
}

}  // namespace

json examine_foundations() {
  Foundations all;
  for (const auto& look : {look_at_texts, look_at_numbers, look_up_names, look_at_members,
                           look_at_cvars, look_at_pvars, look_at_events}) {
    as_far_as_possible([&] { look(all); });
  }
  return all.take();
}

}  // namespace mpitcheck
