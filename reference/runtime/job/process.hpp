// SPDX-License-Identifier: BSD-3-Clause
// The state of MPI in this process, which all MPI functions share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "reference/engine/core/single_threaded.hpp"
#include "reference/runtime/job/job.hpp"
#include "reference/runtime/job/progress_engine.hpp"
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
  ProgressEngine progress;
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
  Object* find(Bind bind, ObjectWord handle);

  void enter(Lock& lock, Phase next);

  const PhaseListener listener_;
  bool joined_ = false;
  std::unique_ptr<Job> job_;  // null: this process is alone
  Ref<Communicator> internal_world_;
  std::uint64_t contexts_ = 0;  // given to communicators of a process without a job
};

}  // namespace mpit::runtime
