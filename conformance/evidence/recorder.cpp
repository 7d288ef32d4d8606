// SPDX-License-Identifier: BSD-3-Clause
// Each line of JSON is written by one system call, so that the file names the call in progress
// after a crash.
#include "conformance/evidence/recorder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "conformance/evidence/ctext.hpp"
#include "conformance/harness/process/thread.hpp"

namespace mpitcheck::evidence {
namespace {

using nlohmann::json;

std::atomic<unsigned> calls_begun;
std::atomic<int> threads_seen;
thread_local bool inside_library = false;

int thread_number() {
  thread_local const int number = threads_seen++;
  return number;
}

long long nanoseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

const char* folder() {
  static const char* const name = std::getenv("MPITCHECK_RECORD");
  return name;
}

void write_line(int file, const json& line) {
  const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  [[maybe_unused]] const ssize_t written = ::write(file, text.data(), text.size());
}

// The file of this process. A forked child opens its own.
int file() {
  static Mutex mutex;
  static pid_t owner = 0;
  static int descriptor = -1;
  const Lock lock(mutex);
  if (owner == ::getpid()) return descriptor;
  owner = ::getpid();
  const std::string path = std::string(folder()) + "/" + std::to_string(owner) + ".jsonl";
  descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  write_line(descriptor, {{"process", owner},
                          {"parent", ::getppid()},
                          {"after", calls_begun.load()},
                          {"time", nanoseconds()}});
  return descriptor;
}

}  // namespace

RecordedCall::RecordedCall(std::string_view function, std::vector<std::uint64_t> words) {
  const Prototype* const known = prototype(function);
  if (inside_library || folder() == nullptr || known == nullptr) return;
  const int into = file();
  arguments_.emplace(*known, std::move(words));
  number_ = ++calls_begun;
  write_line(into, {{"call", number_},
                    {"thread", thread_number()},
                    {"function", function},
                    {"arguments", arguments_->texts()}});
  inside_library = true;
}

RecordedCall::~RecordedCall() {
  if (arguments_) inside_library = false;
}

void RecordedCall::ends(int code) {
  if (!arguments_) return;
  arguments_->returned(code);
  write_line(file(),
             {{"end", number_}, {"code", code_text(code)}, {"answers", arguments_->answers()}});
}

InCallback::InCallback() : was_inside_(inside_library) { inside_library = false; }
InCallback::~InCallback() { inside_library = was_inside_; }

}  // namespace mpitcheck::evidence

// Writes a note, a JSON object, between the calls. Test programs look up this function by name.
extern "C" __attribute__((visibility("default"))) void mpitcheck_record_note(const char* note) {
  namespace evidence = mpitcheck::evidence;
  if (evidence::folder() == nullptr) return;
  const int into = evidence::file();
  evidence::write_line(into, {{"note", nlohmann::json::parse(note, nullptr, false)},
                              {"after", evidence::calls_begun.load()},
                              {"time", evidence::nanoseconds()}});
}
