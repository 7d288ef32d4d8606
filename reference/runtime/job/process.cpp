// SPDX-License-Identifier: BSD-3-Clause
// Making and ending the world, and what becomes of errors.
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
constexpr std::uint64_t first_new_context = 4;

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

void Process::define_datatypes() {
  const std::pair<MPI_Datatype, std::size_t> predefined[] = {
      {MPI_AINT, sizeof(MPI_Aint)},
      {MPI_COUNT, sizeof(MPI_Count)},
      {MPI_OFFSET, sizeof(MPI_Offset)},
      {MPI_PACKED, 1},
      {MPI_SHORT, sizeof(short)},
      {MPI_INT, sizeof(int)},
      {MPI_LONG, sizeof(long)},
      {MPI_LONG_LONG, sizeof(long long)},
      {MPI_UNSIGNED_SHORT, sizeof(unsigned short)},
      {MPI_UNSIGNED, sizeof(unsigned)},
      {MPI_UNSIGNED_LONG, sizeof(unsigned long)},
      {MPI_UNSIGNED_LONG_LONG, sizeof(unsigned long long)},
      {MPI_FLOAT, sizeof(float)},
      {MPI_DOUBLE, sizeof(double)},
      {MPI_LONG_DOUBLE, sizeof(long double)},
      {MPI_C_BOOL, sizeof(bool)},
      {MPI_LOGICAL, sizeof(int)},  // of Fortran, by default
      {MPI_WCHAR, sizeof(wchar_t)},
      {MPI_INT8_T, 1},
      {MPI_UINT8_T, 1},
      {MPI_CHAR, 1},
      {MPI_SIGNED_CHAR, 1},
      {MPI_UNSIGNED_CHAR, 1},
      {MPI_BYTE, 1},
      {MPI_INT16_T, 2},
      {MPI_UINT16_T, 2},
      {MPI_INT32_T, 4},
      {MPI_UINT32_T, 4},
      {MPI_INT64_T, 8},
      {MPI_UINT64_T, 8},
  };
  for (const auto& [handle, size] : predefined) {
    auto type = make_ref<Type>();
    type->size = size;
    datatypes.define(handle, std::move(type));
  }
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
}

void Process::start(int level) {
  if (phase != Phase::before_init) throw Error{MPI_ERR_OTHER, "MPI was initialized before"};
  job_ = Job::join();
  if (job_) point_to_point.connect(*job_);
  thread_level = std::min(level, variables.highest_thread_level());
  main_thread = std::this_thread::get_id();
  const int rank = job_ ? job_->rank() : 0;
  std::vector<int> everybody(static_cast<std::size_t>(job_ ? job_->size() : 1));
  std::iota(everybody.begin(), everybody.end(), 0);
  const Ref<Errhandler> fatal(errhandlers.find(MPI_ERRORS_ARE_FATAL));
  define_comm(MPI_COMM_WORLD, world_context, make_group(everybody, rank), fatal);
  define_comm(MPI_COMM_SELF, self_context, make_group({rank}, 0), fatal);
  variables.on_init(thread_level);
  enter(Phase::active);
}

void Process::enter(Phase next) {
  phase = next;
  if (listener_) listener_(next);
}

void Process::finish(Lock& lock) {
  delete_attributes(lock, MPI_COMM_SELF);  // MPI can still be used in it
  if (job_) {
    wait(lock, [&] { return point_to_point.transport()->is_empty(); });
    job_->announce_end();
    wait(lock, [&] { return job_->all_ended(); });
    job_->leave();
  }
  remove_comm(MPI_COMM_WORLD);
  remove_comm(MPI_COMM_SELF);
  variables.on_finalize();
  enter(Phase::finalized);
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
  define_comm(handle, context, std::move(group), std::move(errhandler));
  return handle;
}

void Process::remove_comm(MPI_Comm comm) {
  variables.detach(comm);
  comms.erase(comm);
}

int Process::raise(const char* function, MPI_Comm comm, const Error& error) {
  auto action = Errhandler::Action::fatal;
  MPI_Comm_errhandler_function* function_of_program = nullptr;
  std::string text;
  if (error.comm != MPI_COMM_NULL) comm = error.comm;
  {
    const std::lock_guard lock(mutex);
    auto communicator = comms.find(comm);
    if (!communicator) communicator = comms.find(comm = MPI_COMM_SELF);
    if (communicator) {
      action = communicator->errhandler->action;
      function_of_program = communicator->errhandler->function;
    }
    text = error_codes.text(error.code).value_or("unknown error code");
  }
  // The handler may call MPI, so it runs without the lock.
  switch (action) {
    case Errhandler::Action::fatal:
      die(std::string(function) + ": " + text + " (" + error.detail + ")", error.code);
    case Errhandler::Action::call: {
      int code = error.code;
      function_of_program(&comm, &code);
      break;
    }
    case Errhandler::Action::return_code:
      break;
  }
  return error.code;
}

void Process::poll(Lock& lock) {
  if (progress() || !job_ || job_->own_core()) return;
  lock.unlock();
  sched_yield();
  lock.lock();
  progress();
}

// One thread waits for other processes, all others for it.
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
  notify();  // also so that another thread takes over
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
