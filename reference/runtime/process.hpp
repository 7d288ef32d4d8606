// SPDX-License-Identifier: BSD-3-Clause
// The state of MPI in this process: everything that the functions of MPI share.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "error.hpp"
#include "objects.hpp"
#include "point_to_point.hpp"
#include "variables.hpp"

namespace mpit::runtime {

/// All members are guarded by `mutex`, except where said.
class Process {
 public:
  enum class Phase { before_init, active, finalized };

  /// Told of each change of phase, with the process locked.
  using PhaseListener = std::function<void(Phase)>;

  /// Registers the runtime's variables with `engine`.
  explicit Process(Engine& engine, PhaseListener listener = {});

  std::mutex mutex;
  Phase phase = Phase::before_init;
  int thread_level = MPI_THREAD_SINGLE;
  std::thread::id main_thread;
  Variables variables;
  PointToPoint point_to_point;
  ErrorCodes error_codes;

  CommTable comms;
  GroupTable groups;
  DatatypeTable datatypes;
  OpTable ops;
  InfoTable infos;
  ErrhandlerTable errhandlers;
  RequestTable requests;
  SessionTable sessions;

  /// MPI_Init: makes the world and its objects. Throws MPI_ERR_OTHER if that was done before.
  void start(int level);
  /// MPI_Finalize.
  void finish();

  /// Makes a communicator; its handle is new.
  MPI_Comm add_comm(std::shared_ptr<const Group> group, std::shared_ptr<Errhandler> errhandler);
  void remove_comm(MPI_Comm comm);

  /// Wakes whoever waits for a message or a completion.
  void notify() { changed_.notify_all(); }
  /// Waits, `lock` released, until `done()`; the time counts as time in waits.
  template <class Condition>
  void wait(std::unique_lock<std::mutex>& lock, Condition done) {
    if (done()) return;
    std::optional<Timer<>::Stretch> timing;
    if (const auto* timer = variables.wait_timer()) timing.emplace(*timer);
    changed_.wait(lock, done);
  }

  /// Hands `error` to the error handler of `comm` (of MPI_COMM_SELF if `comm` is none) and returns
  /// its code. Ends the program if the handler, or the lack of one before MPI_Init, says so. Takes
  /// `mutex`.
  int raise(const char* function, MPI_Comm comm, const Error& error);

  /// Runs `work` on the live object of kind `bind` that `handle` stands for; false if there is
  /// none. Takes `mutex`.
  bool access(Bind bind, ObjectWord handle, const std::function<void(Object&)>& work);

 private:
  void define_datatypes();
  void define_errhandlers();
  void define_comm(MPI_Comm handle, std::shared_ptr<const Group> group,
                   std::shared_ptr<Errhandler> errhandler);
  std::shared_ptr<Object> find(Bind bind, ObjectWord handle) const;

  void enter(Phase next);

  const PhaseListener listener_;
  std::condition_variable changed_;
  int next_context_ = 0;
};

/// Writes one line on stderr and ends the program with a code made from `code`.
[[noreturn]] void die(const std::string& line, int code);

}  // namespace mpit::runtime
