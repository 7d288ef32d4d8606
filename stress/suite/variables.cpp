// SPDX-License-Identifier: BSD-3-Clause
// Threads that use variables of any kind. Cvars return what a single thread reads. Pvars of all
// classes can be used concurrently.
#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "stress/control/control.hpp"
#include "stress/traffic/sums.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {
namespace {

/// A cvar and its value in a single thread.
struct Known {
  CvarInfo cvar;
  ValueBuffer value;
};

std::optional<ValueBuffer> value_of(const CvarInfo& cvar) {
  const CvarHandle handle(cvar);
  return handle.is_open() ? handle.value() : std::nullopt;
}

/// Allocates, reads and frees; returns the value if it is not the known one.
std::optional<std::string> reads_otherwise(const Known& known, Worker& worker, ValueBuffer& into) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  void* const object = object_for(known.cvar.bind).value();
  if (!worker.did("MPI_T_cvar_handle_alloc", call::MPI_T_cvar_handle_alloc.unrecorded()(
                                                 known.cvar.index, object, &handle, &count))) {
    return std::nullopt;
  }
  std::optional<std::string> other;
  if (!may_both_be_counts(known.cvar.datatype, count, known.value.count())) {
    other = join("a handle with the count ", count);
  } else {
    if (count > into.count()) into = ValueBuffer(known.cvar.datatype, count);
    if (worker.did("MPI_T_cvar_read", call::MPI_T_cvar_read.unrecorded()(handle, into.data())) &&
        !into.equals(known.value)) {
      other = into.text();
    }
  }
  worker.did("MPI_T_cvar_handle_free", call::MPI_T_cvar_handle_free.unrecorded()(&handle));
  return other;
}

MPITCHECK_TEST("stress.cvars.concurrent-reads",
               "Threads that allocate, read and free handles of cvars read the values that a "
               "single thread reads.",
               cites(clause::init_provided_governs_mpit_calls, clause::cvar_read_delivers_value),
               needs::nothing) {
  const Control control = Control::of(t);
  mpi_for_threads(t);
  std::vector<Known> cvars;
  for (const CvarInfo& cvar :
       without_quarantined(readable_cvars(t), call::MPI_T_cvar_handle_alloc, call::MPI_T_cvar_read,
                           call::MPI_T_cvar_handle_free)) {
    if (auto value = value_of(cvar)) cvars.push_back({cvar, *std::move(value)});
  }
  if (cvars.empty()) throw CannotGoOn("a cvar that can be read");
  Workers workers(control);
  // By thread and cvar: the first value that a single thread does not read.
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
            has_property(
                "buf", first, [&](auto thread) { return thread == otherwise.end(); },
                [&] { return cvars[i].value.text(); },
                [&](auto thread) {
                  return join(*(*thread)[i], " in thread ", thread - otherwise.begin());
                })
                .of("MPI_T_cvar_read"));
  }
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

/// The life of one handle; all its calls succeeded in a single thread.
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
               "Threads can use pvars of all classes concurrently, also during traffic.",
               cites(clause::init_provided_governs_mpit_calls, clause::pvar_session_create,
                     clause::pvar_session_free_nulls, clause::pvar_handle_alloc,
                     clause::pvar_handle_free_nulls, clause::pvar_start_begins_updates,
                     clause::pvar_stop_freezes, clause::pvar_read_delivers_value),
               needs::nothing) {
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
  const auto use_for_its_time = [&](Worker& worker, const auto& is_enough) {
    std::vector<ValueBuffer> own = buffers;
    for (const Deadline deadline(control.seconds); !deadline.over() && !is_enough();) {
      const std::size_t at = worker.roll(static_cast<unsigned>(pvars.size()));
      use_once(pvar, pvars[at], worker, own[at]);
      if (worker.roll(4) == 0) worker.messages_to_self().exchange(1);
    }
  };
  const std::string_view doing = "MPI_T_pvar_* on handles of all classes, and messages";
  Workers workers(control);
  t.examining(clause::init_provided_governs_mpit_calls);
  team(control.threads, doing,
       [&](int thread) { use_for_its_time(workers[thread], [] { return false; }); });
  // A call that is also refused in a single thread breaks another rule.
  Workers alone({.seconds = control.seconds, .threads = 1, .signal_rate = 0, .seed = control.seed});
  if (const std::vector<FailedCall> failures = workers.failures(); !failures.empty()) {
    const auto all_seen = [&] {
      return std::all_of(failures.begin(), failures.end(), [&](const FailedCall& failed) {
        return failed.is_among(alone.failures());
      });
    };
    team(1, doing, [&](int) { use_for_its_time(alone[0], all_seen); });
  }
  for (const FailedCall& failed : alone.failures()) {
    t.check(rule_broken_by(failed), std::string(failed.function), failed.as_expected());
  }
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls, alone.failures());
}

}  // namespace
}  // namespace mpitcheck::stress
