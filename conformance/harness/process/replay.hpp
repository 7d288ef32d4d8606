// SPDX-License-Identifier: BSD-3-Clause
// Replays a test in a new process up to one isolated block and runs the block there. This serves
// libraries that do not survive fork, and confirms crashes of forked children (docs/isolation.md).
//
// The new process starts the test program, under the launcher if MPI needs it, and runs the test
// body. It takes the results and the shared memory of earlier blocks from the recording of the
// first process. It runs the block in question on the shared memory of the first process and exits.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/process/child.hpp"

namespace mpitcheck {

/// Runs a command with the prefix Habits::start and waits for its end. The environment is
/// Habits::environment if there is a prefix, else the initial one of this process. Both are without
/// the variables of place_variable (child.hpp). Throws CannotGoOn if the command cannot be started.
ChildResult in_new_program(const std::vector<std::string>& words, std::optional<Watcher> watch);

/// The replay of a test: the recorded results of its isolated blocks, and the process that repeats
/// the test up to the block that is to run. One per process. Not thread-safe.
class Replay {
 public:
  static Replay& instance();

  /// Starts a recording; in a replay the recorded steps stay. `words` is the command that replays
  /// the test. It gets the initial environment of this process without its place in a job
  /// (child.hpp), and `identity`, each "K=V". Without `words` replay is not available.
  void start_recording(std::vector<std::string> words, std::vector<std::string> identity = {});
  /// At the start of main(): this process replays the recording in `folder`.
  void replay_from(const std::string& folder);
  /// Sets what a replay does when it reaches its block. Until then it should write no records.
  void on_arrival(std::function<void()> action) { on_arrival_ = std::move(action); }

  /// Whether another process can replay this test. Tests of several processes cannot be replayed.
  [[nodiscard]] bool is_available() const { return !words_.empty(); }
  /// Whether this process is a replay that has not reached its block yet.
  [[nodiscard]] bool is_active() const { return active_; }

  /// A text that identifies the work of children, e.g. the labels of all items, as long as this
  /// object exists. A replay with another text does not run the block. It may have other variables,
  /// because it is alone in its MPI_COMM_WORLD. `text` must outlive this object.
  class Fingerprint {
   public:
    explicit Fingerprint(FunctionRef<std::string()> text) { instance().fingerprint_ = text; }
    ~Fingerprint() { instance().fingerprint_.reset(); }
    Fingerprint(const Fingerprint&) = delete;
    Fingerprint& operator=(const Fingerprint&) = delete;
  };

  /// The recorded result of the next block, and its shared memory. Empty if this process is not a
  /// replay, or if the next block is the one that it must run.
  std::optional<ChildResult> recorded_result();
  /// In a replay: runs the block for which this process was started, and exits.
  [[noreturn]] void run_block(FunctionRef<void(int out)> work);
  /// Runs the next block in a new process that replays this test. `reached_work` of the result says
  /// whether the replay reached the block. Throws CannotGoOn if replay is not available, and
  /// std::runtime_error if the recording cannot be written.
  ChildResult run_in_new_process(std::optional<Watcher> watch);
  /// Appends the result of a block, and the shared memory after it.
  void record(const ChildResult& child);

 private:
  struct Step {
    ChildResult child;
    std::vector<std::string> regions;
  };
  [[nodiscard]] std::string fingerprint() const { return fingerprint_ ? (*fingerprint_)() : ""; }
  void write_steps(const std::string& file) const;
  void read_steps(const std::string& file);

  std::vector<std::string> words_, identity_;
  std::optional<FunctionRef<std::string()>> fingerprint_;
  std::vector<Step> steps_;
  std::size_t next_ = 0;  // index into steps_ during a replay
  std::function<void()> on_arrival_;
  std::string folder_;
  bool active_ = false;
};

}  // namespace mpitcheck
