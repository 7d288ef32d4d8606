// SPDX-License-Identifier: BSD-3-Clause
// The runner's side of nurseries: processes of test programs that have brought the tool interface
// up once and fork a process for each test (conformance/harness/nursery.hpp: why and when).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ci/mpitcheck/job/job.hpp"
#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "conformance/harness/process/supervisor.hpp"

namespace mpitcheck {

/// One nursery. It may come up late, never, or die: then it makes nothing, and tests are started
/// without it.
class Nursery {
 public:
  /// Starts `command` with the option --nursery. Never throws: at worst it does not come up.
  explicit Nursery(Command command);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  /// It has offered itself. Never waits.
  bool is_up();
  /// Lets it make the supervisor of a test, which starts as soon as this returns; -1 if it cannot.
  pid_t make_supervisor(const std::string& request, const Outlets& outlets);

 private:
  void start(Command command);
  void give_up();

  int socket_ = -1;   // -1: it is of no use
  int printed_ = -1;  // what it printed
  int process_ = -1;  // pidfd
  bool up_ = false;
};

/// The nurseries of one run, one per test program that has several tests for it.
class Nurseries {
 public:
  /// Starts them; none if the options ask for anything that a process must be started with.
  Nurseries(const std::vector<Planned>& plan, const RunOptions& options, const Injection& injection,
            const std::filesystem::path& scratch);

  /// The nursery that `planned` may be born in and that is up; else nullptr.
  Nursery* find(const Planned& planned);

 private:
  struct Room;  // a nursery and its folders
  std::map<const Program*, std::shared_ptr<Room>> rooms_;
};

/// What a nursery is asked for: the test that `job` runs.
std::string nursery_request(const Planned& planned, const Job& job, const RunOptions& options,
                            const TestFolders& folders, const std::string& nonce);

}  // namespace mpitcheck
