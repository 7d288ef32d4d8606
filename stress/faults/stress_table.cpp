// SPDX-License-Identifier: BSD-3-Clause
// Faults that appear only with several threads, with signals, after many rounds, or when lists
// grow. A single thread works correctly for a while.
#include <fcntl.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

#include "stress/faults/threads.hpp"

namespace mpitcheck::faults {
namespace {

std::atomic<int> inside{0};
std::mutex lock_of_all;

// The requested level, and the thread that requested it.
int asked_level = MPI_THREAD_SINGLE;
std::thread::id asking_thread;

void note_level(Interface& mpi) {
  MPITCHECK_GIVEN_OF(MPI_T_init_thread, asked_level = required;
                     asking_thread = std::this_thread::get_id());
}

bool has_threads() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return std::distance(begin(threads), end(threads)) > 1;
}

// Lets signal handlers recognize that they interrupt one of these functions.
void notice(Interface& mpi) {
  took_effect();  // visible in neither codes nor outputs
  MPITCHECK_GIVEN_OF(MPI_T_pvar_start, const Passage passage(inside));
  MPITCHECK_GIVEN_OF(MPI_T_pvar_stop, const Passage passage(inside));
  MPITCHECK_GIVEN_OF(MPI_T_pvar_read, const Passage passage(inside));
}

// Leaks a descriptor in every thousandth call.
void lose_descriptor() {
  static std::atomic<int> lost{0};
  if (++lost % 1000 == 0 && ::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) took_effect();
}

// Maps the MPI's index of a pvar to the index that the tool sees, and back. Variables that were
// added after the first look at the list come last, in reverse order.
int moved(int index) {
  static std::atomic<int> first{-1};
  int number = 0;
  if (real.MPI_T_pvar_get_num(&number) != MPI_SUCCESS) return index;
  int none = -1;
  first.compare_exchange_strong(none, number);
  return index < first || index >= number ? index : number - 1 - (index - first);
}

// BESIDE(id, function, "brief", MPITCHECK_BREAKS(clause, ...), statements): MPITCHECK_GIVEN with a
// `passage` in which threads linger.
#define BESIDE(id, function, brief, breaks, ...)                                                   \
  MPITCHECK_GIVEN(id, function, brief, breaks, const Passage passage(inside); Passage::linger(16); \
                  __VA_ARGS__)

// clang-format off
MPITCHECK_ROW(stress_readreset_loses_updates, "MPI_T_pvar_readreset reads, then resets: updates in between are lost", MPITCHECK_BREAKS(pvar_readreset_combines),
    know_handles(mpi);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_readreset, const auto known = KnownHandles::all().find(handle);
        if (known && known->can_readreset()) { const int code = MPITCHECK_REAL(MPI_T_pvar_read); Passage::linger(16);
        return code == MPI_SUCCESS ? MPITCHECK_REAL(MPI_T_pvar_reset) : code; }))
MPITCHECK_ROW(stress_readreset_counts_twice, "Two concurrent calls of MPI_T_pvar_readreset return the same updates", MPITCHECK_BREAKS(pvar_readreset_combines),
    know_handles(mpi);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_readreset, const auto known = KnownHandles::all().find(handle); const Passage passage(inside); Passage::linger(16);
        if (passage.has_others() && known && known->can_readreset()) return MPITCHECK_REAL(MPI_T_pvar_read)))
MPITCHECK_ROW(stress_lock_in_signal_path, "Functions for signal handlers wait for a lock that the interrupted thread may hold",
      MPITCHECK_BREAKS(pvar_async_context_use),
    took_effect(); MPITCHECK_GIVEN_OF(MPI_T_pvar_start, const std::lock_guard lock(lock_of_all));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_stop, const std::lock_guard lock(lock_of_all)); MPITCHECK_GIVEN_OF(MPI_T_pvar_read, const std::lock_guard lock(lock_of_all));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_write, const std::lock_guard lock(lock_of_all)); MPITCHECK_GIVEN_OF(MPI_T_pvar_reset, const std::lock_guard lock(lock_of_all));
    MPITCHECK_GIVEN_OF(MPI_T_pvar_readreset, const std::lock_guard lock(lock_of_all)))
// Makes the crash certain that the other thread's use of freed memory may cause.
MPITCHECK_ROW(stress_free_beside_all_handles, "MPI_T_pvar_handle_free frees what a concurrent start of all handles uses",
    MPITCHECK_BREAKS(init_provided_governs_mpit_calls),
    MPITCHECK_GIVEN_OF(MPI_T_pvar_start, std::optional<Passage> passage; if (handle == MPI_T_PVAR_ALL_HANDLES) { passage.emplace(inside);
        Passage::linger(16); });
    MPITCHECK_GIVEN_OF(MPI_T_pvar_handle_free, if (inside.load() > 0) std::raise(SIGSEGV)))
BESIDE(stress_finalize_beside_finalize, MPI_T_finalize, "Two concurrent calls of MPI_T_finalize count as three",
       MPITCHECK_BREAKS(init_provided_governs_mpit_calls), if (passage.has_others()) real.MPI_T_finalize())
MPITCHECK_ROW(stress_finalize_beside_mpi_init, "MPI_T_finalize while another thread initializes MPI counts twice", MPITCHECK_BREAKS(init_beside_mpi_init),
    MPITCHECK_GIVEN_OF(MPI_Init_thread, const Passage passage(inside); Passage::linger(1));
    MPITCHECK_GIVEN_OF(MPI_T_finalize, if (inside.load() > 0) real.MPI_T_finalize()))
BESIDE(stress_start_beside_start_ignored, MPI_T_pvar_start, "MPI_T_pvar_start succeeds without effect while another thread starts a handle",
       MPITCHECK_BREAKS(init_provided_governs_mpit_calls), if (passage.has_others()) return MPI_SUCCESS)
BESIDE(stress_alloc_beside_alloc_refused, MPI_T_pvar_handle_alloc, "MPI_T_pvar_handle_alloc refuses its session as invalid while another thread allocates",
       MPITCHECK_BREAKS(init_provided_governs_mpit_calls), if (passage.has_others()) return MPI_T_ERR_INVALID_SESSION)
MPITCHECK_ROW(stress_cvar_read_beside_read, "MPI_T_cvar_read returns a wrong byte while another thread reads", MPITCHECK_BREAKS(cvar_read_delivers_value),
    MPITCHECK_REPLACE(MPI_T_cvar_read) { static std::atomic<unsigned char> junk{0}; const Passage passage(inside); const int code = MPITCHECK_REAL(MPI_T_cvar_read);
        Passage::linger(16); if (code == MPI_SUCCESS && passage.has_others()) *static_cast<unsigned char*>(buf)
        ^= static_cast<unsigned char>(++junk | 1U); return code; })
MPITCHECK_ROW(stress_free_function_called_twice, "MPI_T_event_handle_free calls the free function twice while another thread frees a handle",
    MPITCHECK_BREAKS(event_free_callback_once),
    MPITCHECK_REPLACE(MPI_T_event_handle_free) { const Passage passage(inside); Passage::linger(16); const int code = MPITCHECK_REAL(MPI_T_event_handle_free);
        if (code == MPI_SUCCESS && free_cb_function && passage.has_others()) free_cb_function(event_registration, MPI_T_cb_safety{}, user_data);
        return code; })

// --- Signal handlers that interrupt another call
MPITCHECK_ROW(stress_signal_counts_twice, "MPI_T_pvar_readreset in a handler that interrupts another call does not reset",
      MPITCHECK_BREAKS(pvar_async_context_use),
    notice(mpi); MPITCHECK_GIVEN_OF(MPI_T_pvar_readreset, if (inside > 0) return MPITCHECK_REAL(MPI_T_pvar_read)))
MPITCHECK_ROW(stress_signal_aborts, "MPI_T_pvar_write in a handler that interrupts another call ends the process", MPITCHECK_BREAKS(pvar_async_context_use),
    notice(mpi); MPITCHECK_GIVEN_OF(MPI_T_pvar_write, if (inside > 0) std::abort()))

// --- Thread levels below MPI_THREAD_MULTIPLE: the library provides one and supports a lower one
MPITCHECK_ROW(stress_serialized_kept_as_funneled, "With MPI_THREAD_SERIALIZED a start by another thread succeeds without effect",
    MPITCHECK_BREAKS(init_provided_governs_mpit_calls),
    note_level(mpi);
    MPITCHECK_GIVEN_OF(MPI_T_pvar_start, if (asked_level == MPI_THREAD_SERIALIZED && std::this_thread::get_id() != asking_thread) { took_effect();
        return MPI_SUCCESS; }))
MPITCHECK_ROW(stress_funneled_kept_as_single, "With MPI_THREAD_FUNNELED a reset succeeds without effect if there are other threads",
    MPITCHECK_BREAKS(init_provided_governs_mpit_calls),
    note_level(mpi); MPITCHECK_GIVEN_OF(MPI_T_pvar_reset, if (asked_level == MPI_THREAD_FUNNELED && has_threads()) { took_effect(); return MPI_SUCCESS; }))

// --- After many rounds, or when lists grow next to readers
MPITCHECK_GIVEN(stress_session_leaks, MPI_T_pvar_session_create, "Each session that is freed leaks some memory", MPITCHECK_BREAKS(general_resources_steady),
      lose_memory(128))
MPITCHECK_GIVEN(stress_handle_keeps_descriptors, MPI_T_pvar_handle_alloc, "Every thousandth pvar handle leaks an open descriptor",
      MPITCHECK_BREAKS(general_resources_steady), lose_descriptor())
MPITCHECK_GIVEN(stress_cvar_handle_leaks, MPI_T_cvar_handle_alloc, "Each handle of a cvar that is freed leaks some memory",
      MPITCHECK_BREAKS(general_resources_steady), lose_memory(128))
MPITCHECK_GIVEN(stress_registration_leaks, MPI_T_event_handle_alloc, "Each event registration that is freed leaks some memory",
      MPITCHECK_BREAKS(general_resources_steady), lose_memory(128))
MPITCHECK_GIVEN(stress_nested_init_keeps_descriptors, MPI_T_init_thread, "Every thousandth MPI_T_init_thread leaks an open descriptor",
      MPITCHECK_BREAKS(general_resources_steady), lose_descriptor())
MPITCHECK_ROW(stress_index_moves, "A pvar that appears during the run changes the indices of earlier ones", MPITCHECK_BREAKS(pvar_num_may_only_grow),
    MPITCHECK_GIVEN_OF(MPI_T_pvar_get_num, moved(0)); MPITCHECK_GIVEN_OF(MPI_T_pvar_get_info, pvar_index = moved(pvar_index));
    MPITCHECK_OUTPUT_OF(MPI_T_pvar_get_index, *pvar_index = moved(*pvar_index)); MPITCHECK_GIVEN_OF(MPI_T_pvar_handle_alloc, pvar_index = moved(pvar_index)))
MPITCHECK_ROW(stress_entry_half_built, "While MPI is being initialized the last cvar has no description yet", MPITCHECK_BREAKS(init_beside_mpi_init),
    MPITCHECK_GIVEN_OF(MPI_Init_thread, const Passage passage(inside); Passage::linger(1));
    MPITCHECK_OUTPUT_OF(MPI_T_cvar_get_info, if (inside != 0 && desc && desc_len && *desc_len > 1 && is_last_cvar(cvar_index)) { desc[0] = '\0';
        *desc_len = 1; }))
// clang-format on

#undef BESIDE

MPITCHECK_FAULT(stress_read_torn, "MPI_T_pvar_read reads the two halves of 8 bytes separately",
                clause::pvar_read_delivers_value) {
  know_handles(mpi);
  MPITCHECK_REPLACE(MPI_T_pvar_read) {
    const int code = MPITCHECK_REAL(MPI_T_pvar_read);
    const auto known = KnownHandles::all().find(handle);
    const bool wide = known && known->count == 1 && !known->facts.continuous &&
                      (known->facts.datatype == MPI_UNSIGNED_LONG ||
                       known->facts.datatype == MPI_UNSIGNED_LONG_LONG);
    if (code != MPI_SUCCESS || !wide) return code;
    Passage::linger(16);
    std::uint64_t later = 0;
    if (real.MPI_T_pvar_read(pe_session, handle, &later) != MPI_SUCCESS) return code;
    std::memcpy(buf, &later, sizeof later / 2);
    return code;
  };
}

MPITCHECK_FAULT(stress_query_in_one_buffer,
                "MPI_T_cvar_get_info builds names in memory that all threads share",
                clause::init_provided_governs_mpit_calls) {
  MPITCHECK_REPLACE(MPI_T_cvar_get_info) {
    static char shared[4096];
    const int room = name == nullptr || name_len == nullptr ? 0 : *name_len;
    if (room <= 0 || room > static_cast<int>(sizeof shared))
      return MPITCHECK_REAL(MPI_T_cvar_get_info);
    char* const wanted = std::exchange(name, shared);
    const int code = MPITCHECK_REAL(MPI_T_cvar_get_info);
    if (code != MPI_SUCCESS) return code;
    Passage::linger(16);
    shared[room - 1] = '\0';
    std::memcpy(wanted, shared, std::strlen(shared) + 1);
    return code;
  };
}

MPITCHECK_FAULT(stress_init_wears_out,
                "After a thousand initializations MPI_T_init_thread succeeds without effect",
                clause::init_reinitialization) {
  static std::atomic<int> inits{0}, epochs{0};
  MPITCHECK_REPLACE(MPI_T_init_thread) {
    const int code = MPITCHECK_REAL(MPI_T_init_thread);
    if (code != MPI_SUCCESS || inits++ > 0 || ++epochs <= 1000) return code;
    inits = 0;
    return real.MPI_T_finalize();
  };
  MPITCHECK_OUTPUT_OF(MPI_T_finalize, --inits);
}

}  // namespace
}  // namespace mpitcheck::faults
