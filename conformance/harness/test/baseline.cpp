// SPDX-License-Identifier: BSD-3-Clause
// Observes MPI in processes without MPI_T, and keeps the results.
#include "conformance/harness/test/baseline.hpp"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/habits.hpp"
#include "conformance/harness/process/replay.hpp"

namespace mpitcheck {

namespace {

// In seconds of GivenTime, in addition to the start-up time.
constexpr double patience_with_baseline = 30;
constexpr std::string_view end_mark = "\nend";

std::vector<const Baseline*>& all() {
  static std::vector<const Baseline*> baselines;
  return baselines;
}

// The result of an observation, shared with forked processes.
struct Note {
  std::atomic<bool> is_known;
  char text[255];
};
constexpr std::size_t most_notes = 32;
Note* notes = nullptr;

// An absolute path, since the library may change the working directory.
std::string own_program() {
  return std::filesystem::absolute(reinterpret_cast<const char*>(::getauxval(AT_EXECFN)));
}
std::string program_at_start;

std::string shortened(const std::string& text) { return text.substr(0, sizeof Note{}.text - 1); }

std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Baseline::Baseline(std::string_view name, std::string (*look)())
    : name_(name), look_(look), number_(all().size()) {
  all().push_back(this);
}

void share_baselines() {
  if (notes != nullptr) return;
  program_at_start = own_program();
  void* const memory = ::mmap(nullptr, most_notes * sizeof(Note), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) notes = static_cast<Note*>(memory);
}

std::string Baseline::oddity() const {
  Note* const note = notes != nullptr && number_ < most_notes ? notes + number_ : nullptr;
  if (note != nullptr && note->is_known) return note->text;
  const std::string text = shortened(measured());
  if (note != nullptr) {
    std::strncpy(note->text, text.c_str(), sizeof note->text - 1);
    note->is_known = true;
  }
  return text;
}

std::string Baseline::measured() const {
  const std::string file =
      std::filesystem::temp_directory_path() / join("mpitcheck-baseline-", ::getpid());
  GivenTime given;
  bool is_late = false;
  ChildResult child;
  try {
    child = in_new_program({program_at_start.empty() ? own_program() : program_at_start,
                            std::string(baseline_option), std::string(name_), "--result", file},
                           [&](pid_t process) {
                             given.look({process});
                             is_late =
                                 given.seconds() > patience_with_baseline + habits().start_seconds;
                             if (is_late) ::kill(process, SIGKILL);
                           });
  } catch (const CannotGoOn&) {
    return "";
  }
  std::string text = text_in(file);
  std::filesystem::remove(file);
  if (text.ends_with(end_mark)) return text.substr(0, text.size() - end_mark.size());
  if (is_late) return "no end";
  return child.signal != 0 ? signal_name(child.signal) : join("exit status ", child.exit_code);
}

int look_without_tool(const std::string& name, const std::string& file) {
  if (habits().start.empty()) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const Baseline* const it : all()) {
    if (it->name_ != name) continue;
    std::string text;
    try {
      text = it->look_();
    } catch (const std::exception& problem) {
      text = problem.what();
    }
    std::ofstream(file, std::ios::binary) << text << end_mark;
    return protocol::exit_passed;
  }
  return protocol::exit_usage;
}

const Baseline plain_finalize("MPI_Finalize", [] {
  if (const int code = MPI_Init(nullptr, nullptr); code != MPI_SUCCESS) {
    return join("MPI_Init returns ", code);
  }
  const int code = MPI_Finalize();
  return code == MPI_SUCCESS ? std::string() : join("it returns ", code);
});

}  // namespace mpitcheck
