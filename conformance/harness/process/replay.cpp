// SPDX-License-Identifier: BSD-3-Clause
// A recording on disk is a folder: the steps, the fingerprint, one file per region of shared
// memory, the output, and how the process ended.
#include "conformance/harness/process/replay.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "conformance/harness/facts/cannot_go_on.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/process/forks.hpp"
#include "conformance/harness/process/frames.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/process/shared.hpp"

namespace mpitcheck {

using nlohmann::json;

namespace {

constexpr int child_diverged = 97;  // exit code of a replay with another fingerprint

/// Written by the process that replays the test.
struct Ending {
  protocol::PageFrames frames;
  int reached_work, done, code;
};

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Maps `bytes` bytes of the file and replaces what is mapped at `at`. Null stands for any address.
void* map_file(const std::string& path, std::size_t bytes, void* at) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  void* memory = MAP_FAILED;
  if (file >= 0 && ::ftruncate(file, static_cast<off_t>(bytes)) == 0) {
    memory = ::mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (at != nullptr ? MAP_FIXED : 0),
                    file, 0);
  }
  if (file >= 0) ::close(file);
  if (memory == MAP_FAILED) throw std::runtime_error("cannot map " + path);
  return memory;
}

std::string region_file(const std::string& folder, std::size_t number) {
  return join(folder, "/region-", number);
}

void share_regions(const std::string& folder) {
  for (std::size_t i = 0; const SharedRegion& region : shared_regions()) {
    const std::string path = region_file(folder, i++);
    if (region.at == nullptr) continue;
    std::ofstream(path, std::ios::binary)
        .write(static_cast<const char*>(region.at), static_cast<std::streamsize>(region.bytes));
    map_file(path, region.bytes, region.at);
  }
}

void join_regions(const std::string& folder) {
  for (std::size_t i = 0; const SharedRegion& region : shared_regions()) {
    const std::string path = region_file(folder, i++);
    if (region.at != nullptr) map_file(path, region.bytes, region.at);
  }
}

// Taken before the library can add variables for programs that it starts.
const std::vector<std::string> environment_at_start = environment_here();

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The new process is alone in its MPI_COMM_WORLD. `identity` has the rank in the original job.
pid_t start(std::vector<std::string> words, std::vector<std::string> environment,
            const std::vector<std::string>& identity) {
  environment = without_place(std::move(environment));
  environment.insert(environment.end(), identity.begin(), identity.end());
  // If forks work, the new process only confirms a crash. Its calls are not recorded
  // (conformance/evidence).
  if (can_fork()) {
    std::erase_if(environment, [](const auto& it) { return it.starts_with("MPITCHECK_RECORD="); });
  }
  // The environment of Habits lacks the folder of this test.
  if (const char* folder = std::getenv("TMPDIR")) {
    std::erase_if(environment, [](const auto& each) { return each.starts_with("TMPDIR="); });
    environment.push_back(join("TMPDIR=", folder));
  }
  pid_t child = -1;
  const int problem = ::posix_spawnp(&child, words[0].c_str(), nullptr, nullptr,
                                     pointers_to(words).data(), pointers_to(environment).data());
  if (problem != 0) {
    throw CannotGoOn(join("a start of ", words[0], " (", std::strerror(problem), ")"));
  }
  return child;
}

// A launcher reports a death by a signal like a shell: 128 plus the number of the signal.
void tell_status(ChildResult& result, int status, bool launched) {
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (!WIFEXITED(status)) return;
  const int code = WEXITSTATUS(status);
  (launched && code > 128 ? result.signal : result.exit_code) =
      launched && code > 128 ? code - 128 : code;
}

json bytes_of(const std::string& text) {
  return json::binary(std::vector<std::uint8_t>(text.begin(), text.end()));
}

std::string text_of(const json& bytes) {
  const auto& binary = bytes.get_binary();
  return {binary.begin(), binary.end()};
}

// `identity`, "K=V", is added to the environment.
ChildResult run_anew(const std::vector<std::string>& words,
                     const std::vector<std::string>& identity, std::optional<Watcher> watch) {
  std::vector<std::string> all = habits().start;
  all.insert(all.end(), words.begin(), words.end());
  const bool launched = !habits().start.empty();
  ChildResult result;
  result.forked = false;
  const auto& environment = launched ? habits().environment : environment_at_start;
  const ChildrenAreOurs children;
  const int status = wait_for(start(std::move(all), environment, identity), watch);
  tell_status(result, status, launched);
  return result;
}

}  // namespace

ChildResult in_new_program(const std::vector<std::string>& words, std::optional<Watcher> watch) {
  return run_anew(words, {}, watch);
}

Replay& Replay::instance() {
  static Replay& replay = *new Replay;
  return replay;
}

void Replay::start_recording(std::vector<std::string> words, std::vector<std::string> identity) {
  words_ = std::move(words);
  identity_ = std::move(identity);
  if (!active_) steps_.clear();
}

void Replay::replay_from(const std::string& folder) {
  if (habits().start.empty()) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  folder_ = folder;
  read_steps(folder + "/steps");
  active_ = true;
}

std::optional<ChildResult> Replay::recorded_result() {
  if (!active_ || next_ == steps_.size()) return std::nullopt;
  const Step& step = steps_[next_++];
  for (std::size_t i = 0; i < step.regions.size() && i < shared_regions().size(); ++i) {
    const SharedRegion& region = shared_regions()[i];
    if (region.at == nullptr) continue;
    std::memcpy(region.at, step.regions[i].data(), std::min(region.bytes, step.regions[i].size()));
  }
  return step.child;
}

void Replay::run_block(FunctionRef<void(int out)> work) {
  if (content_of(folder_ + "/fingerprint") != fingerprint()) ::_exit(child_diverged);
  auto& ending = *static_cast<Ending*>(map_file(folder_ + "/ending", sizeof(Ending), nullptr));
  join_regions(folder_);
  const int out = ::open((folder_ + "/output").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  note_output(out, folder_ + "/output");
  active_ = false;
  if (on_arrival_) on_arrival_();
  ending.reached_work = 1;
  ending.code = work_as_child(work, out, &ending.frames);
  ending.done = 1;
  ::_exit(ending.code);
}

ChildResult Replay::run_in_new_process(std::optional<Watcher> watch) {
  if (!is_available()) {
    throw CannotGoOn(
        "a child process that this MPI allows (see preflight), or a test that needs one process");
  }
  std::string folder = std::filesystem::temp_directory_path() / "mpitcheck-again-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot write in " + folder);
  write_steps(folder + "/steps");
  std::ofstream(folder + "/fingerprint", std::ios::binary) << fingerprint();
  share_regions(folder);
  auto& ending = *static_cast<Ending*>(map_file(folder + "/ending", sizeof(Ending), nullptr));
  std::vector<std::string> words = words_;
  words.insert(words.end(), {"--again", folder});
  ChildResult result = run_anew(words, identity_, watch);
  result.output = content_of(folder + "/output");
  result.frames = frames_in(ending.frames.view());
  if (ending.done != 0) {
    result.signal = 0;
    result.exit_code = ending.code;
  }
  result.reached_work = ending.reached_work != 0;
  ::munmap(&ending, sizeof ending);
  std::filesystem::remove_all(folder);
  return result;
}

void Replay::record(const ChildResult& child) {
  if (!is_available()) return;
  Step step{child, {}};
  for (const SharedRegion& region : shared_regions()) {
    step.regions.emplace_back();
    if (region.at != nullptr)
      step.regions.back().assign(static_cast<const char*>(region.at), region.bytes);
  }
  steps_.push_back(std::move(step));
}

void Replay::write_steps(const std::string& file) const {
  json all = json::array();
  for (const Step& step : steps_) {
    json regions = json::array();
    for (const std::string& region : step.regions) regions.push_back(bytes_of(region));
    all.push_back({{"signal", step.child.signal},
                   {"exit_code", step.child.exit_code},
                   {"forked", step.child.forked},
                   {"reached_work", step.child.reached_work},
                   {"output", bytes_of(step.child.output)},
                   {"frames", step.child.frames},
                   {"regions", std::move(regions)}});
  }
  const std::vector<std::uint8_t> bytes = json::to_msgpack(all);
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

void Replay::read_steps(const std::string& file) {
  for (const json& each : json::from_msgpack(content_of(file))) {
    Step step;
    step.child = {each.at("signal"), each.at("exit_code"), text_of(each.at("output")),
                  each.at("frames"), each.at("forked"),    each.at("reached_work")};
    for (const json& region : each.at("regions")) step.regions.push_back(text_of(region));
    steps_.push_back(std::move(step));
  }
}

}  // namespace mpitcheck
