// SPDX-License-Identifier: BSD-3-Clause
// Reading traces.
#include "conformance/evidence/search/trace.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "conformance/evidence/program/prototypes.hpp"

namespace mpitcheck::evidence {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 256U << 20U;

struct Note {
  Offence complaint;
  std::size_t after = 0;  // calls begun before it
  long long time = 0;
};

/// What one process wrote. Its calls are read when they are asked for: a test may leave thousands
/// of processes, and few of them matter.
struct Process {
  fs::path file;
  bool has_calls = false;
  int number = 0, parent = 0;
  std::size_t after = 0;  // calls that its parent had begun when it was forked
  long long time = 0;
  std::vector<Call> calls;  // its own
  std::vector<Note> notes;
};

Note parse_note(const json& line) { return {line.at("note"), line.at("after"), line.at("time")}; }

void take(const json& line, Process& process, std::vector<int>& open) {
  if (line.contains("process")) {
    process.number = line.at("process");
    process.parent = line.at("parent");
    process.after = line.at("after");
    process.time = line.at("time");
  } else if (line.contains("note")) {
    process.notes.push_back(parse_note(line));
  } else if (line.contains("call")) {
    Call call{line.at("function"), line.at("arguments"), {}, "", line.at("thread"), -1};
    const Prototype* const known = prototype(call.function);
    if (known == nullptr || known->parameters.size() != call.arguments.size()) return;
    call.answers.resize(call.arguments.size());
    for (const int outer : open) {
      if (process.calls[static_cast<std::size_t>(outer)].thread == call.thread) call.inside = outer;
    }
    open.push_back(static_cast<int>(process.calls.size()));
    process.calls.push_back(std::move(call));
  } else if (line.contains("end")) {
    const std::size_t at = line.at("end").get<std::size_t>() - process.after - 1;
    if (at >= process.calls.size()) return;
    process.calls[at].code = line.at("code");
    std::vector<std::string> answers = line.at("answers");
    if (answers.size() == process.calls[at].answers.size()) process.calls[at].answers = answers;
    std::erase(open, static_cast<int>(at));
  }
}

bool is_about_a_call(const std::string& text) {
  return text.find("\"process\":") == std::string::npos &&
         text.find("\"note\":") == std::string::npos;
}

std::optional<Process> read_process(const fs::path& path, bool with_calls) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > most_bytes) return {};
  std::ifstream file(path, std::ios::binary);
  Process process;
  process.file = path;
  process.has_calls = with_calls;
  std::vector<int> open;
  for (std::string text; std::getline(file, text);) {
    if (!with_calls && is_about_a_call(text)) continue;
    try {
      take(json::parse(text), process, open);
    } catch (const json::exception&) {
      continue;  // the process died over it, or trampled on it
    }
  }
  return process;
}

const std::vector<Call>& calls_of(Process& process) {
  if (!process.has_calls) {
    if (auto whole = read_process(process.file, true)) process.calls = std::move(whole->calls);
    process.has_calls = true;
  }
  return process.calls;
}

using Processes = std::map<int, Process>;

Processes read_all(const fs::path& folder) {
  Processes processes;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (auto process = read_process(entry.path(), false)) {
      const int number = process->number;
      processes.emplace(number, *std::move(process));
    }
  }
  return processes;
}

std::vector<Call> history(Processes& processes, Process& process, std::size_t most) {
  std::vector<Call> calls;
  const auto parent = processes.find(process.parent);
  if (parent != processes.end() && process.after > 0 && &parent->second != &process) {
    calls = history(processes, parent->second, process.after);
  }
  const int shift = static_cast<int>(calls.size());
  for (Call call : calls_of(process)) {
    if (calls.size() == most) break;
    if (call.inside >= 0) call.inside += shift;
    calls.push_back(std::move(call));
  }
  return calls;
}

bool ended_in_a_call(Process& process) {
  const std::vector<Call>& calls = calls_of(process);
  return !calls.empty() && !calls.back().returned();
}

// The forked child that the complaint is about.
Process* died_before(Processes& processes, const Process& parent, const Note& note) {
  Process* latest = nullptr;
  for (auto& [number, process] : processes) {
    if (process.parent != parent.number || process.after != note.after) continue;
    if (process.time > note.time) continue;
    if (latest == nullptr || process.time > latest->time) latest = &process;
  }
  return latest;
}

// A test may make its calls in a child and judge them itself: the last child before the note.
Process* asked_before(Processes& processes, const Process& parent, const Note& note) {
  Process* latest = nullptr;
  for (auto& [number, process] : processes) {
    if (process.parent != parent.number || process.time > note.time) continue;
    if (latest == nullptr || process.time > latest->time) latest = &process;
  }
  return latest;
}

}  // namespace

std::string text_of(const Call& call) {
  const Prototype* const known = prototype(call.function);
  std::string text = call.function + "(";
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (i > 0) text += ", ";
    const std::string& answer = call.answers[i];
    if (answer.empty()) {
      const bool out = known != nullptr && known->parameters[i].type.ends_with("*") &&
                       !known->parameters[i].type.starts_with("const") &&
                       call.arguments[i] != "NULL";
      text += out ? "&" + std::string(known->parameters[i].name) : call.arguments[i];
    } else {
      text += known != nullptr ? std::string(known->parameters[i].name) + "=" + answer : answer;
    }
  }
  return text + (call.returned() ? ") = " + call.code : ") does not return");
}

std::vector<Story> read_stories(const fs::path& folder, std::size_t most) {
  Processes processes = read_all(folder);
  std::vector<std::pair<Process*, const Note*>> notes;
  for (auto& [number, process] : processes) {
    for (const Note& note : process.notes) notes.emplace_back(&process, &note);
  }
  const auto states_no_fact = [](const auto& entry) { return !entry.second->complaint.fact; };
  if (!std::ranges::all_of(notes, states_no_fact)) std::erase_if(notes, states_no_fact);
  std::ranges::sort(notes, {}, [](const auto& entry) { return entry.second->time; });
  std::vector<Story> stories;
  for (const auto& [process, note] : notes) {
    if (stories.size() >= most) return stories;
    Process* const child = asked_before(processes, *process, *note);
    if (child != nullptr && !is_deadly(note->complaint)) {
      stories.push_back({note->complaint, history(processes, *child, SIZE_MAX)});
    }
    Process* const dead =
        is_deadly(note->complaint) ? died_before(processes, *process, *note) : nullptr;
    stories.push_back({note->complaint, dead != nullptr
                                            ? history(processes, *dead, SIZE_MAX)
                                            : history(processes, *process, note->after)});
  }
  for (auto& [number, process] : processes) {
    if (stories.size() >= most) break;
    if (processes.contains(process.parent) || !ended_in_a_call(process)) continue;
    Offence complaint;
    complaint.fact = {"", "", Relation::survives, {}, ""};
    stories.push_back({complaint, history(processes, process, SIZE_MAX)});
  }
  return stories;
}

}  // namespace mpitcheck::evidence
