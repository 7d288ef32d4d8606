// SPDX-License-Identifier: BSD-3-Clause
// Creates and ends the world, and finds objects.
#include "reference/runtime/job/process.hpp"

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
      progress(variables),
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
  if (job_) {
    point_to_point.connect(*job_);
    progress.connect(*point_to_point.transport());
  }
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
  progress.wait(lock, [&] { return point_to_point.transport()->is_empty(); });
  job_->leave();
}

void Process::start(Lock& lock, int level) {
  if (phase != Phase::before_init) throw Error{MPI_ERR_OTHER, "MPI was initialized before"};
  join();
  thread_level = std::min(level, variables.control().highest_thread_level());
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
    progress.wait(lock,
                  [&] { return buffered.is_empty() && point_to_point.transport()->is_empty(); });
    job_->announce_end();
    progress.wait(lock, [&] { return job_->all_ended(); });
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
