// SPDX-License-Identifier: BSD-3-Clause
// Threads that hold variables of any kind: cvars give what they give to one thread, pvars of all
// classes can be used beside each other.
#include <algorithm>
#include <optional>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "stress/control/control.hpp"
#include "stress/traffic/sums.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {
namespace {

/// A cvar, and its value as one thread read it.
struct Known {
  CvarInfo cvar;
  ValueBuffer value;
};

std::optional<ValueBuffer> value_of(const CvarInfo& cvar) {
  const CvarHandle handle(cvar);
  return handle.is_open() ? handle.value() : std::nullopt;
}

/// Allocates, reads, frees; what came out, if that is not the value known.
std::optional<std::string> reads_otherwise(const Known& known, Worker& worker, ValueBuffer& into) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  void* const object = object_for(known.cvar.bind).value();
  if (!worker.did("MPI_T_cvar_handle_alloc", call::MPI_T_cvar_handle_alloc.unrecorded()(
                                                 known.cvar.index, object, &handle, &count))) {
    return std::nullopt;
  }
  std::optional<std::string> other;
  if (count != known.value.count()) {
    other = join("a handle with the count ", count);
  } else if (worker.did("MPI_T_cvar_read",
                        call::MPI_T_cvar_read.unrecorded()(handle, into.data())) &&
             !into.equals(known.value)) {
    other = into.text();
  }
  worker.did("MPI_T_cvar_handle_free", call::MPI_T_cvar_handle_free.unrecorded()(&handle));
  return other;
}

MPITCHECK_TEST("stress.cvars.concurrent-reads",
               "Threads that allocate, read and free handles of cvars read what one thread reads.",
               cites(clause::init_provided_governs_mpit_calls, clause::cvar_read_delivers_value),
               needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  std::vector<Known> cvars;
  for (const CvarInfo& cvar : without_held(readable_cvars(t), call::MPI_T_cvar_handle_alloc,
                                           call::MPI_T_cvar_read, call::MPI_T_cvar_handle_free)) {
    if (auto value = value_of(cvar)) cvars.push_back({cvar, *std::move(value)});
  }
  if (cvars.empty()) throw CannotGoOn("a cvar that can be read");
  Workers workers(control);
  // By thread and cvar: what was read first that one thread does not read.
  std::vector<std::vector<std::optional<std::string>>> otherwise(
      static_cast<std::size_t>(control.threads),
      std::vector<std::optional<std::string>>(cvars.size()));
  t.examining(clause::cvar_read_delivers_value);
  const Deadline deadline(control.seconds);
  team(control.threads, "MPI_T_cvar_handle_alloc, MPI_T_cvar_read, MPI_T_cvar_handle_free",
       [&](int thread) {
         std::vector<ValueBuffer> buffers;
         buffers.reserve(cvars.size());
         for (const Known& known : cvars) buffers.push_back(known.value);
         while (!deadline.over()) {
           const std::size_t at = workers[thread].roll(static_cast<unsigned>(cvars.size()));
           const auto other = reads_otherwise(cvars[at], workers[thread], buffers[at]);
           auto& first = otherwise[static_cast<std::size_t>(thread)][at];
           if (other && !first) first = other;
         }
       });
  for (std::size_t i = 0; i < cvars.size(); ++i) {
    const auto now = value_of(cvars[i].cvar);
    if (!now || !now->equals(cvars[i].value)) continue;  // it changes by itself
    const auto first = std::find_if(otherwise.begin(), otherwise.end(),
                                    [i](const auto& thread) { return thread[i].has_value(); });
    t.check(clause::cvar_read_delivers_value, cvars[i].cvar,
            in_words(
                "buf", first == otherwise.end(), [&] { return cvars[i].value.text(); },
                [&] { return join(*(*first)[i], " in thread ", first - otherwise.begin()); })
                .of("MPI_T_cvar_read"));
  }
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

/// A life of one handle; all calls succeeded with one thread.
void use_once(const PvarCalls& pvar, const PvarInfo& it, Worker& worker, ValueBuffer& into) {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  if (!worker.did("MPI_T_pvar_session_create", pvar.session_create(&session))) return;
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  void* const object = object_for(it.bind).value();
  if (worker.did("MPI_T_pvar_handle_alloc",
                 pvar.handle_alloc(session, it.index, object, &handle, &count))) {
    if (it.continuous == 0) worker.did("MPI_T_pvar_start", pvar.start(session, handle));
    if (count <= into.count()) {
      worker.did("MPI_T_pvar_read", pvar.read(session, handle, into.data()));
    }
    if (it.continuous == 0) worker.did("MPI_T_pvar_stop", pvar.stop(session, handle));
    worker.did("MPI_T_pvar_handle_free", pvar.handle_free(session, &handle));
  }
  worker.did("MPI_T_pvar_session_free", pvar.session_free(&session));
}

MPITCHECK_TEST("stress.pvars.of-any-class",
               "Threads use pvars of all classes, beside each other and beside traffic.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  const PvarCalls pvar;
  const std::vector<PvarInfo> pvars = callable(surviving_pvars());
  if (pvars.empty()) throw CannotGoOn("a pvar that can be used");
  std::vector<ValueBuffer> buffers;
  for (const PvarInfo& it : pvars) {
    const PvarSession session;
    buffers.push_back(PvarHandle(session, it).buffer());
  }
  Workers workers(control);
  t.examining(clause::init_provided_governs_mpit_calls);
  const Deadline deadline(control.seconds);
  team(control.threads, "MPI_T_pvar_* on handles of all classes, and messages", [&](int thread) {
    Worker& worker = workers[thread];
    std::vector<ValueBuffer> own = buffers;
    while (!deadline.over()) {
      const std::size_t at = worker.roll(static_cast<unsigned>(pvars.size()));
      use_once(pvar, pvars[at], worker, own[at]);
      if (worker.roll(4) == 0) worker.messages_to_self().exchange(1);
    }
  });
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

}  // namespace
}  // namespace mpitcheck::stress
