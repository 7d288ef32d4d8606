// SPDX-License-Identifier: BSD-3-Clause
// Work in a process that was not forked from this one: for libraries that forked processes cannot
// use, and to see whether what ended a forked process ends others too.
//
// The program of the test is started again, brings up what this process brought up, and goes the
// same way through the test's body: for each child that was had before it is told what became of it
// (and what was in shared memory then), so that it decides as this process did. Where this process
// waits, it does the work, with this process's shared memory, and ends. On the way it says nothing.
// Where MPI needs its launcher, the process is started by it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/harness/process/child.hpp"

namespace mpitcheck {

/// Names a file with what the runner found out about the target before the first test
/// (survey/preflight.cpp); without it nothing is unusual.
inline constexpr const char* habits_variable = "MPITCHECK_HABITS";

/// How the target wants processes to be made.
struct Habits {
  bool forks_with_tool = true;  // a forked process can use what was up in its parent
  bool forks_with_mpi = true;
  double start_seconds = 0;              // until MPI is up, once it was up before
  std::vector<std::string> start;        // words before a program that brings MPI up; empty: none
  std::vector<std::string> environment;  // for them, "K=V"
  /// Functions of MPI that were seen to work in a process without MPI_T (calls/blame.hpp); nothing
  /// if nobody looked.
  std::optional<std::set<std::string, std::less<>>> works_alone;
  /// What the preflight saw fail of the repertoire (test/repertoire.hpp), and how.
  std::map<std::string, std::string> broken_parts;
};

/// From the environment.
const Habits& habits();

/// What this process has brought up, as far as calls were recorded.
struct BroughtUp {
  static inline int tool = 0;
  static inline bool tool_was_up = false;  // threads of the library may outlive its end
};
/// Whether anything of the library's is up, or was.
bool library_is_used();
/// Whether a forked process can use what is up here.
bool can_fork();
/// Whether a process that brings MPI up must have been started by itself.
bool needs_own_start();

/// Starts these words as a process that brings MPI up is started, in the environment that this
/// process began with but for its place in a job, and waits for its end. Throws CannotGoOn if they
/// cannot be started.
ChildResult in_new_program(const std::vector<std::string>& words, std::optional<Watcher> watch);

/// This process's way through its test.
class Way {
 public:
  static Way& instance();

  /// A way begins here: `words` run the test again, in the environment that this process began
  /// with, without its place in a job (child.hpp) and with `identity`, "K=V".
  void can_be_gone_again(std::vector<std::string> words, std::vector<std::string> identity = {});
  /// At the start of main(): this process goes a way again, as `folder` says.
  void follow(const std::string& folder);

  /// Whether a process can come this way again; a test that needs several has no such way.
  [[nodiscard]] bool is_repeatable() const { return !words_.empty(); }
  /// This process goes a way again and is not yet there.
  [[nodiscard]] bool is_under_way() const { return under_way_; }

  /// What the work of children is about, as long as this exists: who is about something else, say
  /// because alone in its world it has other variables, does not arrive.
  class About {
   public:
    explicit About(FunctionRef<std::string()> text) { instance().about_ = text; }
    ~About() { instance().about_.reset(); }
    About(const About&) = delete;
    About& operator=(const About&) = delete;
  };

  /// What became of the next child, if this process is under way and not there.
  std::optional<ChildResult> known();
  /// Does the work that this process was started for.
  [[noreturn]] void arrive(FunctionRef<void(int out)> work);
  /// Has it done in a process that comes this way again; `arrived` says whether one did. Throws
  /// CannotGoOn if there is no such way.
  ChildResult again(std::optional<Watcher> watch);
  /// The next step of the way.
  void remember(const ChildResult& child);

 private:
  struct Step {
    ChildResult child;
    std::vector<std::string> regions;
  };
  [[nodiscard]] std::string about() const { return about_ ? (*about_)() : ""; }
  void write_steps(const std::string& file) const;
  void read_steps(const std::string& file);

  std::vector<std::string> words_, identity_;
  std::optional<FunctionRef<std::string()>> about_;
  std::vector<Step> steps_;
  std::size_t next_ = 0;  // of steps_, under way
  std::string folder_;
  bool under_way_ = false;
};

}  // namespace mpitcheck
