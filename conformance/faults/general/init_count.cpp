// SPDX-License-Identifier: BSD-3-Clause
// Faults of the count of initializations: what nested calls change, and when the interface is down.
#include <map>

#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

// Calls of MPI_T_init_thread that succeeded and were not yet undone.
int depth = 0;

constexpr auto real_init = [](int required, int* provided) {
  return real.MPI_T_init_thread(required, provided);
};
constexpr auto real_finalize = [] { return real.MPI_T_finalize(); };

// Keeps the depth while the two lambdas do the work; they see the depth before the call.
template <class Init, class Finalize = decltype(real_finalize)>
void count_calls(Interface& mpi, Init, Finalize = {}) {
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = Init{}(required, provided);
    if (code == MPI_SUCCESS) ++depth;
    return code;
  };
  mpi.MPI_T_finalize = [] {
    const int code = Finalize{}();
    if (code == MPI_SUCCESS) --depth;
    return code;
  };
}

// --- Repeated and interleaved

MPITCHECK_FAULT(init_third_refused, "A third nested MPI_T_init_thread answers CANNOT_INIT",
                clause::init_repeatable) {
  count_calls(mpi, [](int required, int* provided) {
    return depth >= 2 ? MPI_T_ERR_CANNOT_INIT : real_init(required, provided);
  });
}

bool was_undone = false;

constexpr auto finalize_with_memory = [] {
  was_undone = true;
  return real_finalize();
};

MPITCHECK_FAULT(init_refused_after_finalize,
                "Once a nested initialization was undone no other one is granted",
                clause::init_interleaving_allowed) {
  count_calls(
      mpi,
      [](int required, int* provided) {
        return depth > 0 && was_undone ? MPI_T_ERR_CANNOT_INIT : real_init(required, provided);
      },
      finalize_with_memory);
}

// --- What nested calls change

MPITCHECK_FAULT(init_nested_hides_last_cvar, "While initialized twice there is one cvar less",
                clause::init_nested_only_counts, clause::cvar_num_may_only_grow) {
  count_calls(mpi, real_init);
  mpi.MPI_T_cvar_get_num = [](int* num) {
    const int code = real.MPI_T_cvar_get_num(num);
    if (code == MPI_SUCCESS && depth == 2) --*num;
    return code;
  };
}

MPITCHECK_FAULT(init_nested_changes_values, "While initialized twice cvars have other values",
                clause::init_nested_only_counts) {
  count_calls(mpi, real_init);
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const int code = real.MPI_T_cvar_read(handle, buffer);
    if (code == MPI_SUCCESS && depth == 2 && !was_undone) *static_cast<char*>(buffer) ^= 1;
    return code;
  };
}

MPITCHECK_FAULT(init_nested_ends_cvar_handles, "While initialized twice cvar handles are invalid",
                clause::init_nested_only_counts) {
  count_calls(mpi, real_init);
  alter_code<&Interface::MPI_T_cvar_read>(
      mpi, [](int code) { return depth == 2 ? MPI_T_ERR_INVALID_HANDLE : code; });
}

// Pvar handles in use and their sessions; true for those that run.
struct Run {
  MPI_T_pvar_session session;
  bool running;
};
std::map<MPI_T_pvar_handle, Run> runs;

int tracked_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const int code = real.MPI_T_pvar_start(session, handle);
  if (code == MPI_SUCCESS) runs[handle] = {session, true};
  return code;
}

int tracked_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const int code = real.MPI_T_pvar_stop(session, handle);
  if (code == MPI_SUCCESS) runs[handle] = {session, false};
  return code;
}

int tracked_free(MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
  runs.erase(*handle);
  return real.MPI_T_pvar_handle_free(session, handle);
}

void stop_all() {
  for (const auto& [handle, run] : runs) real.MPI_T_pvar_stop(run.session, handle);
}

void start_all() {
  for (const auto& [handle, run] : runs) real.MPI_T_pvar_start(run.session, handle);
}

void track_pvars(Interface& mpi) {
  mpi.MPI_T_pvar_start = tracked_start;
  mpi.MPI_T_pvar_stop = tracked_stop;
  mpi.MPI_T_pvar_handle_free = tracked_free;
}

MPITCHECK_FAULT(init_nested_stops_pvars, "A nested initialization stops the pvars that run",
                clause::init_nested_only_counts) {
  track_pvars(mpi);
  count_calls(mpi, [](int required, int* provided) {
    if (depth > 0) stop_all();
    return real_init(required, provided);
  });
}

MPITCHECK_FAULT(init_nested_starts_pvars, "A nested initialization starts pvars that were stopped",
                clause::init_nested_only_counts) {
  track_pvars(mpi);
  count_calls(mpi, [](int required, int* provided) {
    if (depth > 0) start_all();
    return real_init(required, provided);
  });
}

MPITCHECK_FAULT(init_nested_finalize_stops_pvars,
                "MPI_T_finalize of a nested initialization stops the pvars that run",
                clause::init_nested_only_counts) {
  track_pvars(mpi);
  count_calls(mpi, real_init, [] {
    if (depth > 1) stop_all();
    return real_finalize();
  });
}

// --- Up while unbalanced

MPITCHECK_FAULT(init_nested_is_not_counted, "A nested initialization is granted and not counted",
                clause::init_stays_up_while_unbalanced, clause::init_interleaving_allowed,
                clause::init_nested_only_counts) {
  count_calls(mpi, [](int required, int* provided) {
    if (depth == 0) return real_init(required, provided);
    *provided = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(init_count_ends_at_two, "Initializations beyond the second are not counted",
                clause::init_stays_up_while_unbalanced) {
  count_calls(mpi, [](int required, int* provided) {
    if (depth < 2) return real_init(required, provided);
    *provided = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
  });
}

MPITCHECK_FAULT(init_nested_finalize_ends_handles,
                "After MPI_T_finalize of a nested initialization earlier handles are invalid",
                clause::init_stays_up_while_unbalanced) {
  count_calls(mpi, real_init, finalize_with_memory);
  alter_code<&Interface::MPI_T_cvar_read>(
      mpi, [](int code) { return was_undone ? MPI_T_ERR_INVALID_HANDLE : code; });
}

// --- Down when balanced

MPITCHECK_FAULT(init_never_down, "The first initialization counts twice",
                clause::init_down_when_balanced, clause::init_interleaving_allowed,
                clause::init_excess_finalize_code) {
  count_calls(mpi, [](int required, int* provided) {
    if (depth == 0) real_init(required, provided);
    return real_init(required, provided);
  });
}

MPITCHECK_FAULT(init_third_counts_twice, "The third nested initialization counts twice",
                clause::init_down_when_balanced) {
  count_calls(mpi, [](int required, int* provided) {
    if (depth == 2) real_init(required, provided);
    return real_init(required, provided);
  });
}

MPITCHECK_FAULT(init_surplus_finalize_succeeds, "A surplus MPI_T_finalize answers MPI_SUCCESS",
                clause::init_excess_finalize_code, clause::init_down_when_balanced,
                clause::init_separate_from_mpi_init, clause::init_interleaving_allowed) {
  mpi.MPI_T_finalize = [] {
    real_finalize();
    return MPI_SUCCESS;
  };
}

bool was_initialized = false;

MPITCHECK_FAULT(init_finalize_alone_succeeds,
                "MPI_T_finalize answers MPI_SUCCESS before any initialization",
                clause::init_excess_finalize_code, clause::init_separate_from_mpi_init) {
  count_calls(
      mpi,
      [](int required, int* provided) {
        was_initialized = true;
        return real_init(required, provided);
      },
      [] { return was_initialized ? real_finalize() : MPI_SUCCESS; });
}

MPITCHECK_FAULT(init_surplus_finalize_code, "A surplus MPI_T_finalize answers MPI_ERR_OTHER",
                clause::init_excess_finalize_code) {
  alter_code<&Interface::MPI_T_finalize>(
      mpi, [](int code) { return code == MPI_SUCCESS ? code : MPI_ERR_OTHER; });
}

}  // namespace
}  // namespace mpitcheck::faults
