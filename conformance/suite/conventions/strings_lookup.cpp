// SPDX-License-Identifier: BSD-3-Clause
// Names passed in: they end at their null, and match only as a whole.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/lookups.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int no_index = -4711;

struct Found {
  Found(const NamedEntry& entry, const std::string& name)
      : index(no_index), code(entry.find(name.c_str(), &index)) {}

  int index;
  int code;
};

// `name` in upper case, or in lower case if that changes nothing.
std::string other_case(const std::string& name) {
  std::string changed = name;
  for (char& c : changed) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (changed != name) return changed;
  for (char& c : changed) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return changed;
}

std::size_t common_prefix(const std::string& a, const std::string& b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                  a.begin());
}

}  // namespace

MPITCHECK_TEST(
    "strings.lookup.whole-names-only",
    "A look-up does not find a name by a part of it, with an extra character, or in another case.",
    cites(clause::strings_input_names_terminated), needs::each_phase) {
  const std::vector<NamedEntry> entries = named_entries();
  if (entries.empty()) t.missing("a cvar, pvar, category or event type");
  std::set<std::pair<std::string, std::string>> names;
  std::map<std::pair<std::string, int>, const NamedEntry*> at;
  for (const NamedEntry& entry : entries) {
    names.emplace(entry.kind, entry.name);
    at.emplace(std::pair(entry.kind, entry.index), &entry);
  }
  for (const NamedEntry& entry : entries) {
    const std::string& name = entry.name;
    for (const std::string& wrong :
         {name.substr(0, name.size() - 1), name.substr(0, name.size() / 2), name + "x", name + " ",
          " " + name, other_case(name)}) {
      if (wrong.empty() || names.contains({entry.kind, wrong})) continue;
      const Found found(entry, wrong);
      // An index that cannot be queried now may have the name in question.
      const auto place = at.find({entry.kind, found.index});
      const bool is_another = found.code == MPI_SUCCESS && place != at.end();
      const NamedEntry& another = is_another ? *place->second : entry;
      t.check(
          clause::strings_input_names_terminated,
          [&] { return join(in_quotes(wrong), " instead of ", another.owner); },
          differs(entry.listed.output, is_another ? found.index : no_index, another.index)
              .as_in(another.listed.function, another.listed.output, another.index));
    }
  }
}

MPITCHECK_TEST("strings.lookup.ends-at-null",
               "Bytes after the null of a name passed in have no effect.",
               cites(clause::strings_input_names_terminated), needs::each_phase) {
  t.missing("a name that is found");
  for (const NamedEntry& entry : named_entries()) {
    // A listed name that is not found breaks the rules about look-ups.
    const Found plain(entry, entry.name);
    if (plain.code != MPI_SUCCESS || plain.index != entry.index) continue;
    const Found found(entry, entry.name + std::string("\0_and_more", 10));
    constexpr Clause rule = clause::strings_input_names_terminated;
    if (t.check_code(rule, entry, found.code, {MPI_SUCCESS})) {
      t.check(rule, entry,
              equals(entry.listed.output, found.index, entry.index).as_in(entry.listed));
    }
  }
}

MPITCHECK_TEST("strings.lookup.compares-full-text",
               "Names with a common beginning are distinguished by their full text.",
               cites(clause::strings_equivalence_on_full_text), needs::each_phase) {
  std::vector<NamedEntry> entries = named_entries();
  std::sort(entries.begin(), entries.end(), [](const NamedEntry& a, const NamedEntry& b) {
    return std::pair(a.kind, a.name) < std::pair(b.kind, b.name);
  });
  t.missing("two names of one kind that share their first half");
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const NamedEntry& one = entries[i - 1];
    const NamedEntry& other = entries[i];
    if (one.kind != other.kind || one.name == other.name) continue;
    if (2 * common_prefix(one.name, other.name) < one.name.size()) continue;
    const Found found_one(one, one.name);
    const Found found_other(other, other.name);
    if (found_one.code != MPI_SUCCESS || found_other.code != MPI_SUCCESS) continue;
    t.check(
        clause::strings_equivalence_on_full_text,
        [&] { return join(one.owner, " and ", other.owner); },
        differs(one.listed.output, found_other.index, found_one.index).as_before());
  }
}

}  // namespace mpitcheck
