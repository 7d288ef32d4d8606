// SPDX-License-Identifier: BSD-3-Clause
// The state of MPI in this process, which all MPI functions share.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "reference/engine/core/single_threaded.hpp"
#include "reference/runtime/job/job.hpp"
#include "reference/runtime/job/variables.hpp"
#include "reference/runtime/messages/buffered.hpp"
#include "reference/runtime/messages/point_to_point.hpp"
#include "reference/runtime/objects/error.hpp"
#include "reference/runtime/objects/file.hpp"
#include "reference/runtime/objects/objects.hpp"
#include "reference/runtime/objects/window.hpp"

namespace mpit::runtime {

/// All members are guarded by `mutex`, unless stated otherwise.
class Process {
 public:
  enum class Phase { before_init, active, finalized };

  /// Called at each change of phase, without the process's lock, since it may start threads.
  using PhaseListener = std::function<void(Phase)>;

  /// Registers the runtime's variables with `engine`.
  explicit Process(Engine& engine, PhaseListener listener = {});

  Mutex mutex;
  Phase phase = Phase::before_init;
  int thread_level = MPI_THREAD_SINGLE;
  int open_sessions = 0;
  std::thread::id main_thread;
  Variables variables;
  PointToPoint point_to_point;
  BufferedSends buffered;
  ErrorCodes error_codes;

  CommTable comms;
  GroupTable groups;
  DatatypeTable datatypes;
  OpTable ops;
  InfoTable infos;
  ErrhandlerTable errhandlers;
  RequestTable requests;
  SessionTable sessions;
  MessageTable messages;
  WindowTable wins;
  FileTable files;
  Ref<Errhandler> file_errhandler;  ///< that of MPI_FILE_NULL, the initial one of files
  std::map<int, std::shared_ptr<const Keyval>> keyvals;

  /// MPI_Init: creates the world and its objects. Throws MPI_ERR_OTHER on a second call.
  void start(Lock& lock, int level);
  /// MPI_Finalize: waits until no process has anything left to send.
  void finish(Lock& lock);

  /// This process's rank in MPI_COMM_WORLD.
  int world_rank() const { return job_ ? job_->rank() : 0; }
  /// Whether MPI's objects are usable: MPI is initialized, or there is a session.
  bool is_usable() const { return phase == Phase::active || open_sessions > 0; }
  /// For sessions: joins the job unless this was done before.
  void join();
  /// Number of processes.
  int world_size() const { return job_ ? job_->size() : 1; }
  /// A communicator of all processes, without a handle, for the library's own messages.
  Ref<Communicator> internal_world();
  /// Called when the last session ends and MPI is not initialized: waits until everything was sent.
  void leave(Lock& lock);

  /// A number that no communicator of the job has had.
  std::uint64_t new_context();
  /// Creates a communicator with a new handle.
  MPI_Comm add_comm(std::uint64_t context, Ref<const Group> group, Ref<Errhandler> errhandler);
  void remove_comm(MPI_Comm comm);
  /// Calls the program's delete functions with `lock` released, last attribute first. Throws an
  /// Error with the code that one returns.
  void delete_attributes(Lock& lock, MPI_Comm comm);

  /// Sends and receives as far as possible without waiting. True if anything moved.
  bool progress() {
    Transport* const transport = point_to_point.transport();
    if (!transport || !transport->progress()) return false;
    notify();
    return true;
  }
  /// progress() for functions that programs call until something has arrived. If nothing moved and
  /// there are more processes than cores, yields with `lock` released.
  void poll(Lock& lock);
  /// Wakes threads that wait for a message or a completion.
  void notify() {
    if (waiters_ > 0) changed_.notify_all();
    if (awaits_others_) point_to_point.transport()->wake();
  }
  /// Waits with `lock` released until `done()`. The time counts as waiting time.
  template <class Condition>
  void wait(Lock& lock, Condition done) {
    if (done()) return;
    std::optional<Timer<>::Stretch> timing;
    if (const auto* timer = variables.wait_timer()) timing.emplace(*timer);
    do wait_for_change(lock);
    while (!done());
  }

  /// Passes `error` to the error handler of `comm` (of MPI_COMM_SELF if `comm` is invalid) and
  /// returns its code. Ends the program if the handler requires it, or if there is none before
  /// MPI_Init. Takes `mutex`.
  [[gnu::noinline]] int raise(const char* function, MPI_Comm comm, const Error& error);
  /// raise() for the error handler of a session or window; that of MPI_COMM_SELF for an invalid
  /// one.
  [[gnu::noinline]] int raise(const char* function, MPI_Session session, const Error& error);
  [[gnu::noinline]] int raise(const char* function, MPI_Win win, const Error& error);
  /// raise() for the error handler of a file; that of MPI_FILE_NULL for an invalid one.
  [[gnu::noinline]] int raise(const char* function, MPI_File file, const Error& error);

  /// See ObjectAccess. Takes `mutex`.
  bool access(Bind bind, ObjectWord handle, const std::function<void(Object&)>& work);

  /// Writes one line on stderr and ends the program, and with it the job, with an exit code derived
  /// from `code`.
  [[noreturn, gnu::noinline]] void die(const std::string& line, int code) const;

 private:
  std::vector<int> list_world() const;
  void define_datatypes();
  void define_errhandlers();
  void define_comm(MPI_Comm handle, std::uint64_t context, Ref<const Group> group,
                   Ref<Errhandler> errhandler);
  [[gnu::noinline]] void wait_for_change(Lock& lock);
  template <class Table, class Handle>
  int raise_for(const char* function, const Table& table, Handle handle, const Error& error);
  template <class Handle>
  int call_error_handler(Lock& lock, const char* function, Handle handle, const Errhandler* handler,
                         const Error& error);
  [[noreturn]] void die_of(const char* function, const Error& error);
  Object* find(Bind bind, ObjectWord handle);

  void enter(Lock& lock, Phase next);

  const PhaseListener listener_;
  bool joined_ = false;
  std::unique_ptr<Job> job_;  // null: this process is alone
  Ref<Communicator> internal_world_;
  std::uint64_t contexts_ = 0;  // given to communicators of a process without a job
  std::condition_variable_any changed_;
  int waiters_ = 0;             // for changed_
  bool awaits_others_ = false;  // a thread waits for other processes
};

}  // namespace mpit::runtime
