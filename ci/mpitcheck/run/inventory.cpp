// SPDX-License-Identifier: BSD-3-Clause
// Running, reading and printing inventories.
#include "ci/mpitcheck/run/inventory.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstring>
#include <iterator>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/escape.hpp"
#include "ci/mpitcheck/process/scratch.hpp"

namespace mpitcheck {
using nlohmann::json;

namespace {

// Enough to know a renamed variable again.
constexpr std::size_t longest_desc = 200;

// The kinds whose objects have names, and what makes an object another one to a tool. Values,
// indices and lengths are left out: they change from run to run.
constexpr std::pair<const char*, const char*> named_kinds[] = {
    {"cvars", "cvar"}, {"pvars", "pvar"},   {"categories", "category"},
    {"enums", "enum"}, {"events", "event"}, {"sources", "source"}};
constexpr const char* type_keys[] = {"class",  "datatype", "enumtype",  "bind",
                                     "scope",  "readonly", "verbosity", "continuous",
                                     "atomic", "items",    "elements",  "ordering"};

constexpr const char* kinds[] = {"cvars", "pvars", "categories", "enums", "events", "sources"};

std::string how_it_ended(const Outcome& outcome) {
  if (!outcome.ending) return "ended from outside";
  const Ending& ending = *outcome.ending;
  if (ending.start_error != 0) return std::strerror(ending.start_error);
  if (ending.timed_out) return "no end within the time limit";
  if (ending.memory != 0) return "it took too much memory";
  if (WIFSIGNALED(ending.wait_status)) return signal_name(WTERMSIG(ending.wait_status));
  return fmt::format("exit code {}", WEXITSTATUS(ending.wait_status));
}

std::string value_text(const json& value) {
  if (value.is_string()) return escape_line(value.get_ref<const std::string&>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_array()) {
    std::string text;
    for (const json& item : value) {
      std::string piece;
      if (item.is_object() && item.contains("name") && item.contains("value")) {
        piece = fmt::format("{} = {}", value_text(item.at("name")), value_text(item.at("value")));
      } else {
        piece = value_text(item);
      }
      text += (text.empty() ? "" : ", ") + piece;
    }
    return text;
  }
  return escape_line(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

bool is_empty(const json& value) {
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
         ((value.is_array() || value.is_object()) && value.empty());
}

/// One object: its name, its plain properties on one line, its lists and its description on lines
/// of their own.
void append_object(std::string& text, const json& object) {
  if (!object.is_object()) {
    text += "  " + value_text(object) + "\n";
    return;
  }
  const std::string label = object.contains("name")    ? value_text(object.at("name"))
                            : object.contains("index") ? "#" + value_text(object.at("index"))
                                                       : "(no name)";
  std::string plain, long_ones;
  for (const auto& [key, value] : object.items()) {
    if (key == "name" || key == "index" || is_empty(value)) continue;
    if (key == "desc" || value.is_structured()) {
      long_ones += fmt::format("    {}: {}\n", escape_line(key), value_text(value));
    } else {
      plain +=
          fmt::format("{}{} {}", plain.empty() ? "" : ", ", escape_line(key), value_text(value));
    }
  }
  text += fmt::format("  {}\n", label);
  if (!plain.empty()) text += fmt::format("    {}\n", plain);
  text += long_ones;
}

}  // namespace

Inventory parse_inventory(const Outcome& outcome) {
  Inventory inventory;
  json content = json::parse(outcome.output, nullptr, false);
  if (content.is_object()) {
    inventory.content = std::move(content);
    return inventory;
  }
  const std::string errors = shortened(outcome.errors.substr(0, outcome.errors.find('\n')), 200);
  inventory.problem = fmt::format("no inventory: {}{}{}", how_it_ended(outcome),
                                  errors.empty() ? "" : ": ", errors);
  return inventory;
}

std::vector<DeadlyCall> deadly_calls(const json& inventory) {
  std::vector<DeadlyCall> calls;
  try {
    inventory.value("ends_process", json::array()).get_to(calls);
  } catch (const json::exception&) {  // it stems from the target, as all of it
    calls.clear();
  }
  return calls;
}

json take_inventory(const RunOptions& options) {
  const std::vector<Target> targets = load_targets(options);
  const Target& target = targets.front();
  if (target.tree.inventory.empty()) {
    throw UserError(
        fmt::format("tree '{}' has no inventory program: rebuild it", target.tree.named));
  }
  const Scratch scratch;
  const Injection injection = prepare_injection(options, scratch.path());
  const TestFolders folders(scratch.path(), 0);
  Scheduler scheduler(1);
  Inventory inventory;
  scheduler.start(inventory_job(target, options, injection, folders),
                  [&](const Outcome& outcome) { inventory = parse_inventory(outcome); });
  scheduler.finish();
  if (scheduler.interrupted()) throw UserError("interrupted", exit_interrupted);
  if (!inventory.content) {
    throw UserError(fmt::format("{}: {}", target.name, inventory.problem), exit_own_error);
  }
  return std::move(*inventory.content);
}

Counts count(const json& inventory) {
  const auto size = [&](const char* kind) -> std::uint64_t {
    const auto found = inventory.find(kind);
    return found != inventory.end() && found->is_array() ? found->size() : 0;
  };
  return {size("cvars"), size("pvars"),  size("categories"),
          size("enums"), size("events"), size("sources")};
}

std::vector<NamedObject> named_objects(const json& inventory) {
  std::vector<NamedObject> objects;
  for (const auto& [list, kind] : named_kinds) {
    const auto found = inventory.find(list);
    if (found == inventory.end() || !found->is_array()) continue;
    for (const json& object : *found) {
      const auto text = [&](const char* key) {
        const auto member = object.find(key);
        return member != object.end() && member->is_string() ? member->get<std::string>()
                                                             : std::string();
      };
      if (!object.is_object() || text("name").empty()) continue;
      NamedObject& added = objects.emplace_back(kind, text("name"));
      added.desc = shortened(text("desc"), longest_desc);
      for (const char* key : type_keys) {
        const auto member = object.find(key);
        if (member != object.end() && !is_empty(*member)) added.type[key] = value_text(*member);
      }
    }
  }
  return objects;
}

std::string inventory_text(const json& inventory) {
  std::string text;
  for (const char* key : {"library_version", "mpi_version"}) {
    if (inventory.contains(key))
      text += fmt::format("{}: {}\n", key, value_text(inventory.at(key)));
  }
  for (const DeadlyCall& call : deadly_calls(inventory)) {
    text += escape_line(call.text()) + "\n";
  }
  for (const char* kind : kinds) {
    const auto found = inventory.find(kind);
    if (found == inventory.end() || !found->is_array()) continue;
    text += fmt::format("\n{} ({})\n", kind, found->size());
    for (const json& object : *found) append_object(text, object);
  }
  return text;
}

int show_inventory(const RunOptions& options, bool as_json) {
  const json content = take_inventory(options);
  if (as_json) {
    fmt::print("{}\n", content.dump(2, ' ', false, json::error_handler_t::replace));
  } else {
    fmt::print("{}", inventory_text(content));
  }
  return exit_as_expected;
}

}  // namespace mpitcheck
