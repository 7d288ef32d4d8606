// SPDX-License-Identifier: BSD-3-Clause
// Creates and ends the world, and handles errors.
#include "reference/runtime/job/process.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

namespace mpit::runtime {
namespace {

constexpr std::uint64_t world_context = 0;
constexpr std::uint64_t self_context = 2;
constexpr std::uint64_t everybody_context = 4;
constexpr std::uint64_t first_new_context = 6;

Ref<const Group> make_group(std::vector<int> processes, int rank) {
  auto group = make_ref<Group>();
  group->processes = std::move(processes);
  group->rank = rank;
  return group;
}

template <class Object, class Handle, Kind kind>
Object* find_object(const HandleTable<Object, Handle, kind>& table, ObjectWord handle) {
  return table.find(reinterpret_cast<Handle>(handle));
}

}  // namespace

Process::Process(Engine& engine, PhaseListener listener)
    : variables(engine, [this](Bind bind, ObjectWord handle,
                               const auto& work) { return access(bind, handle, work); }),
      point_to_point(variables),
      listener_(std::move(listener)) {
  define_datatypes();
  define_errhandlers();
  for (MPI_Op op : {MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_LAND,
                    MPI_LOR, MPI_LXOR, MPI_MINLOC, MPI_MAXLOC}) {
    ops.define(op, make_ref<Op>());
  }
  groups.define(MPI_GROUP_EMPTY, make_ref<Group>());
  infos.define(MPI_INFO_ENV, make_ref<Info>());
}

void Process::define_errhandlers() {
  const std::pair<MPI_Errhandler, Errhandler::Action> predefined[] = {
      {MPI_ERRORS_ARE_FATAL, Errhandler::Action::fatal},
      {MPI_ERRORS_ABORT, Errhandler::Action::fatal},
      {MPI_ERRORS_RETURN, Errhandler::Action::return_code},
  };
  for (const auto& [handle, action] : predefined) {
    auto errhandler = make_ref<Errhandler>();
    errhandler->action = action;
    errhandler->handle = handle;
    errhandlers.define(handle, std::move(errhandler));
  }
  file_errhandler = Ref<Errhandler>(errhandlers.find(MPI_ERRORS_RETURN));
}

void Process::join() {
  if (joined_) {
    if (job_) job_->reenter();
    return;
  }
  job_ = Job::join();
  if (job_) point_to_point.connect(*job_);
  joined_ = true;
}

std::vector<int> Process::list_world() const {
  std::vector<int> processes(static_cast<std::size_t>(world_size()));
  std::iota(processes.begin(), processes.end(), 0);
  return processes;
}

Ref<Communicator> Process::internal_world() {
  if (!internal_world_) {
    internal_world_ = make_ref<Communicator>(std::nullopt);
    internal_world_->context = everybody_context;
    internal_world_->group = make_group(list_world(), world_rank());
    internal_world_->errhandler = Ref<Errhandler>(errhandlers.find(MPI_ERRORS_ARE_FATAL));
  }
  return internal_world_;
}

void Process::leave(Lock& lock) {
  if (!job_) return;
  wait(lock, [&] { return point_to_point.transport()->is_empty(); });
  job_->leave();
}

void Process::start(Lock& lock, int level) {
  if (phase != Phase::before_init) throw Error{MPI_ERR_OTHER, "MPI was initialized before"};
  join();
  thread_level = std::min(level, variables.highest_thread_level());
  main_thread = std::this_thread::get_id();
  const int rank = world_rank();
  const Ref<Errhandler> fatal(errhandlers.find(MPI_ERRORS_ARE_FATAL));
  define_comm(MPI_COMM_WORLD, world_context, make_group(list_world(), rank), fatal);
  define_comm(MPI_COMM_SELF, self_context, make_group({rank}, 0), fatal);
  comms.find(MPI_COMM_WORLD)->name = "MPI_COMM_WORLD";
  comms.find(MPI_COMM_SELF)->name = "MPI_COMM_SELF";
  variables.on_init(thread_level);
  enter(lock, Phase::active);
}

void Process::enter(Lock& lock, Phase next) {
  phase = next;
  if (!listener_) return;
  lock.unlock();
  listener_(next);
  lock.lock();
}

void Process::finish(Lock& lock) {
  delete_attributes(lock, MPI_COMM_SELF);  // first, because the delete functions may use MPI
  if (job_) {
    wait(lock, [&] { return buffered.is_empty() && point_to_point.transport()->is_empty(); });
    job_->announce_end();
    wait(lock, [&] { return job_->all_ended(); });
    job_->leave();
  }
  remove_comm(MPI_COMM_WORLD);
  remove_comm(MPI_COMM_SELF);
  variables.on_finalize();
  enter(lock, Phase::finalized);
}

void Process::define_comm(MPI_Comm handle, std::uint64_t context, Ref<const Group> group,
                          Ref<Errhandler> errhandler) {
  auto made = make_ref<Communicator>(variables.attach(handle, group->size()));
  made->context = context;
  made->group = std::move(group);
  made->errhandler = std::move(errhandler);
  comms.define(handle, std::move(made));
}

// Each communicator has two contexts.
std::uint64_t Process::new_context() {
  return first_new_context + 2 * (job_ ? job_->new_context() : contexts_++);
}

MPI_Comm Process::add_comm(std::uint64_t context, Ref<const Group> group,
                           Ref<Errhandler> errhandler) {
  const MPI_Comm handle = comms.new_handle();
  variables.object_events().on_comm_created(group->size());
  define_comm(handle, context, std::move(group), std::move(errhandler));
  return handle;
}

void Process::remove_comm(MPI_Comm comm) {
  variables.detach(comm);
  comms.erase(comm);
}

void Process::die_of(const char* function, const Error& error) {
  const std::string text = error_codes.text(error.code).value_or("unknown error code");
  die(std::string(function) + ": " + text + " (" + error.detail + ")", error.code);
}

int Process::raise(const char* function, MPI_Comm comm, const Error& error) {
  Lock lock(mutex);
  if (error.comm != MPI_COMM_NULL) comm = error.comm;
  auto communicator = comms.find(comm);
  if (!communicator) communicator = comms.find(comm = MPI_COMM_SELF);
  return call_error_handler(lock, function, comm,
                            communicator ? communicator->errhandler.get() : nullptr, error);
}

int Process::raise(const char* function, MPI_Session session, const Error& error) {
  return raise_for(function, sessions, session, error);
}

int Process::raise(const char* function, MPI_Win win, const Error& error) {
  return raise_for(function, wins, win, error);
}

int Process::raise(const char* function, MPI_File file, const Error& error) {
  Lock lock(mutex);
  const File* const object = files.find(file);
  if (error.comm != MPI_COMM_NULL) {
    lock.unlock();
    return raise(function, error.comm, error);
  }
  const Ref<Errhandler>& handler = object != nullptr ? object->errhandler : file_errhandler;
  return call_error_handler(lock, function, object != nullptr ? file : MPI_FILE_NULL, handler.get(),
                            error);
}

template <class Table, class Handle>
int Process::raise_for(const char* function, const Table& table, Handle handle,
                       const Error& error) {
  Lock lock(mutex);
  const auto* const object = table.find(handle);
  if (error.comm == MPI_COMM_NULL && object != nullptr)
    return call_error_handler(lock, function, handle, object->errhandler.get(), error);
  lock.unlock();
  return raise(function, error.comm, error);
}

// Calls the error handler of an object with the lock released, since the handler may call MPI.
template <class Handle>
int Process::call_error_handler(Lock& lock, const char* function, Handle handle,
                                const Errhandler* handler, const Error& error) {
  if (handler == nullptr || handler->action == Errhandler::Action::fatal) die_of(function, error);
  using Function = void(Handle*, int*, ...);
  Function* const* const found = std::get_if<Function*>(&handler->function);
  Function* const function_of_program = found != nullptr ? *found : nullptr;
  variables.object_events().on_error(error.code);
  lock.unlock();
  int code = error.code;
  if (function_of_program != nullptr) function_of_program(&handle, &code);
  return error.code;
}

void Process::poll(Lock& lock) {
  if (progress() || !job_ || job_->own_core()) return;
  lock.unlock();
  sched_yield();
  lock.lock();
  progress();
}

// One thread waits for other processes, all other threads wait for it.
void Process::wait_for_change(Lock& lock) {
  if (progress()) return;
  Transport* const transport = point_to_point.transport();
  if (!transport || awaits_others_) {
    ++waiters_;
    changed_.wait(lock);
    --waiters_;
    return;
  }
  awaits_others_ = true;
  const std::uint32_t bell = transport->bell();
  lock.unlock();
  transport->await(bell);
  lock.lock();
  awaits_others_ = false;
  transport->progress();
  notify();  // also makes another thread take over
}

Object* Process::find(Bind bind, ObjectWord handle) {
  switch (bind) {
    case Bind::no_object:
      return &variables.process();
    case Bind::mpi_comm:
      return find_object(comms, handle);
    case Bind::mpi_datatype:
      return find_object(datatypes, handle);
    case Bind::mpi_errhandler:
      return find_object(errhandlers, handle);
    case Bind::mpi_group:
      return find_object(groups, handle);
    case Bind::mpi_op:
      return find_object(ops, handle);
    case Bind::mpi_request:
      return find_object(requests, handle);
    case Bind::mpi_info:
      return find_object(infos, handle);
    case Bind::mpi_session:
      return find_object(sessions, handle);
    case Bind::mpi_message:
      return find_object(messages, handle);
    case Bind::mpi_win:
      return find_object(wins, handle);
    case Bind::mpi_file:
      return find_object(files, handle);
    default:
      return nullptr;
  }
}

bool Process::access(Bind bind, ObjectWord handle, const std::function<void(Object&)>& work) {
  const std::lock_guard lock(mutex);
  Object* const object = find(bind, handle);
  if (object) work(*object);
  return object != nullptr;
}

void Process::die(const std::string& line, int code) const {
  std::fflush(nullptr);
  const std::string who = job_ ? "rank " + std::to_string(job_->rank()) + ": " : "";
  std::fprintf(stderr, "mpitcheck reference: %s%s\n", who.c_str(), line.c_str());
  int status = code & 0xff;
  if (status == 0 && code != 0) status = 1;
  if (job_) job_->abort(status);
  _exit(status);
}

}  // namespace mpit::runtime
