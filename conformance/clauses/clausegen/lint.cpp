// SPDX-License-Identifier: BSD-3-Clause
// Checks that a catalogue that could be read also makes sense.
#include "conformance/clauses/clausegen/lint.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "conformance/clauses/clausegen/prototype.hpp"

namespace mpitcheck::clausegen {

namespace {

const std::set<std::string> kLevels = {"must", "should", "quality", "advice"};
const std::set<std::string> kDraftRelations = {"same", "changed", "absent"};
const std::set<std::string> kActors = {"user", "tool"};
const std::set<std::string> kConstantKinds = {"return_code",  "verbosity",  "binding",
                                              "scope",        "pvar_class", "callback_safety",
                                              "source_order", "handle"};

std::string join(const std::set<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : ", ") + word;
  return result;
}

/// Lower-case words of letters, digits and dots, joined by single hyphens, a letter first.
bool is_id(const std::string& text) {
  if (text.empty() || !std::islower(static_cast<unsigned char>(text.front()))) return false;
  char previous = '-';
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '-' || c == '.') {
      if (previous == '-' || previous == '.') return false;
    } else if (!std::islower(u) && !std::isdigit(u)) {
      return false;
    }
    previous = c;
  }
  return previous != '-' && previous != '.';
}

class Linter {
 public:
  Linter(const Catalogue& catalogue, std::vector<Diagnostic>& diagnostics)
      : catalogue_(catalogue), diagnostics_(diagnostics) {}

  void run() {
    check_api();
    check_ambiguities();
    std::map<std::string, Place> ids;
    for (const Clause& clause : catalogue_.clauses) {
      check_id(clause, ids);
      check_words(clause);
      check_versions(clause);
      check_citations(clause);
      check_readings(clause);
    }
  }

 private:
  void complain(const Place& place, std::string message) {
    diagnostics_.push_back({place, std::move(message)});
  }

  void complain(const Clause& clause, const Text& at, const std::string& message) {
    complain(at.place.line > 0 ? at.place : clause.place, clause.id.value + ": " + message);
  }

  bool known_version(const Text& text) const {
    return std::ranges::any_of(catalogue_.api.versions,
                               [&](const Text& known) { return known.value == text.value; });
  }

  void check_version(const Text& text, const std::string& what) {
    if (!text.empty() && !known_version(text)) {
      complain(text.place, what + ": '" + text.value + "' is not among the versions of api.yaml");
    }
  }

  void check_api() {
    for (const Text& version : catalogue_.api.versions) {
      if (!parse_version(version.value)) {
        complain(version.place, "'" + version.value + "' is no version; write e.g. '4.1'");
      }
    }
    for (const Constant& constant : catalogue_.api.constants) {
      add_name(constant.name);
      check_version(constant.since, constant.name.value);
      if (!kConstantKinds.contains(constant.kind.value)) {
        complain(constant.kind.place, constant.name.value + ": unknown kind '" +
                                          constant.kind.value +
                                          "'; known: " + join(kConstantKinds));
      } else if (constant.kind.value == "return_code") {
        codes_.insert(constant.name.value);
      }
    }
    codes_.insert("MPI_SUCCESS");
    for (const Type& type : catalogue_.api.types) {
      add_name(type.name);
      check_version(type.since, type.name.value);
    }
    for (const Function& function : catalogue_.api.functions) {
      add_name(function.name);
      check_version(function.since, function.name.value);
      check_codes(function.codes, function.name.value);
      const auto prototype = parse_prototype(function.prototype.value);
      if (!prototype || prototype->name != function.name.value) {
        complain(function.prototype.place, function.name.value + ": prototype must be 'type " +
                                               function.name.value +
                                               "(type name, ...)' on one declaration");
      }
    }
    for (const Text& name : catalogue_.api.mpi_names) names_.insert(name.value);
    check_codes(catalogue_.api.any_routine_codes, "any_routine_codes");
  }

  void add_name(const Text& name) {
    if (!name.empty() && !names_.insert(name.value).second) {
      complain(name.place, name.value + " stands twice in api.yaml");
    }
  }

  void check_codes(const std::vector<Text>& codes, const std::string& what) {
    for (const Text& code : codes) {
      if (!codes_.contains(code.value)) {
        complain(code.place, what + ": '" + code.value + "' is no return code of api.yaml");
      }
    }
  }

  void check_ambiguities() {
    for (const Ambiguity& ambiguity : catalogue_.ambiguities) {
      if (!ambiguity.id.empty() && !ambiguities_.insert(ambiguity.id.value).second) {
        complain(ambiguity.id.place, "ambiguity " + ambiguity.id.value + " stands twice");
      }
      if (ambiguity.readings.size() < 2) {
        complain(ambiguity.id.place,
                 "ambiguity " + ambiguity.id.value + " needs at least two readings");
      }
    }
  }

  void check_id(const Clause& clause, std::map<std::string, Place>& ids) {
    if (clause.id.empty()) return;
    if (!is_id(clause.id.value)) {
      complain(clause.id.place,
               "id '" + clause.id.value + "' must be lower-case words joined by hyphens");
    }
    const auto [first, added] = ids.emplace(identifier(clause.id.value), clause.id.place);
    if (!added) {
      complain(clause.id.place, "id '" + clause.id.value + "' is taken; first used at " +
                                    first->second.file + ":" + std::to_string(first->second.line));
    }
  }

  void check_word(const Clause& clause, const Text& word, const std::string& what,
                  const std::set<std::string>& known) {
    if (!word.empty() && !known.contains(word.value)) {
      complain(clause, word, "unknown " + what + " '" + word.value + "'; known: " + join(known));
    }
  }

  void check_words(const Clause& clause) {
    check_word(clause, clause.level, "level", kLevels);
    check_word(clause, clause.draft2011, "draft2011", kDraftRelations);
    check_word(clause, clause.actor, "actor", kActors);
    if (clause.rule.empty()) complain(clause, clause.id, "has no rule; say what must hold");
    if (clause.observe.empty() && clause.level.value != "advice") {
      complain(clause, clause.id, "has no observe; say how a test sees it");
    }
    if (clause.level.value == "quality" && clause.note.empty()) {
      complain(clause, clause.level, "is quality; say in its note why the check may be skipped");
    }
    if (!clause.no_fault.empty() && !clause.untested.empty()) {
      complain(clause, clause.no_fault, "is untested, so it needs no 'no_fault'");
    }
    if (!clause.actor.empty() && clause.untested.empty()) {
      complain(clause, clause.actor,
               "binds the " + clause.actor.value + ", not the library; say why in 'untested'");
    }
  }

  void check_versions(const Clause& clause) {
    check_version(clause.since, clause.id.value + ": since");
    check_version(clause.until, clause.id.value + ": until");
    const auto since = parse_version(clause.since.value);
    const auto until = parse_version(clause.until.value);
    if (since && until && *until <= *since) {
      complain(clause, clause.until, "until must be later than since");
    }
    if (!since) return;
    std::set<std::string> sections;
    for (const Section& section : clause.sections) {
      check_version(section.version, clause.id.value + ": section");
      sections.insert(section.version.value);
    }
    for (const Text& text : catalogue_.api.versions) {
      const auto version = parse_version(text.value);
      if (!version) continue;
      const bool in_range = *since <= *version && (!until || *version < *until);
      if (in_range && !sections.contains(text.value)) {
        complain(clause, clause.id, "has no section for MPI " + text.value);
      } else if (!in_range && sections.contains(text.value)) {
        complain(clause, clause.id,
                 "has a section for MPI " + text.value + ", where it is no rule");
      }
    }
  }

  bool known_name(const std::string& name) const {
    if (!name.ends_with('*')) return names_.contains(name);
    const std::string prefix = name.substr(0, name.size() - 1);
    const auto found = names_.lower_bound(prefix);
    return found != names_.end() && found->starts_with(prefix);
  }

  void check_citations(const Clause& clause) {
    if (clause.functions.empty()) complain(clause, clause.id, "names no function");
    for (const Text& function : clause.functions) {
      if (!known_name(function.value)) {
        complain(clause, function, "'" + function.value + "' is no name of api.yaml");
      }
    }
    check_codes(clause.codes, clause.id.value);
  }

  void check_readings(const Clause& clause) {
    if (clause.ambiguity.empty()) return;
    if (!ambiguities_.contains(clause.ambiguity.value)) {
      complain(clause, clause.ambiguity,
               "ambiguity '" + clause.ambiguity.value + "' is not in ambiguities.yaml");
    }
    if (clause.accept.empty()) {
      complain(clause, clause.ambiguity, "has an ambiguity; list in 'accept' what we accept");
    }
  }

  const Catalogue& catalogue_;
  std::vector<Diagnostic>& diagnostics_;
  std::set<std::string> names_;
  std::set<std::string> codes_;
  std::set<std::string> ambiguities_;
};

}  // namespace

void lint(const Catalogue& catalogue, std::vector<Diagnostic>& diagnostics) {
  Linter(catalogue, diagnostics).run();
}

}  // namespace mpitcheck::clausegen
