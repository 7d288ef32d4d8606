// SPDX-License-Identifier: BSD-3-Clause
// Faults of registration handles and of the functions that tools register: event callbacks, free
// callbacks, handlers of dropped events.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "conformance/faults/conventions/replies.hpp"
#include "conformance/faults/event/event_callbacks.hpp"

namespace mpitcheck::faults {
namespace {

bool is_bound(int index) {
  int bind = MPI_T_BIND_NO_OBJECT;
  return real.MPI_T_event_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr, nullptr, &bind) == MPI_SUCCESS &&
         bind != MPI_T_BIND_NO_OBJECT;
}

int last_unbound_event() {
  int last = event_num() - 1;
  while (last > 0 && is_bound(last)) --last;
  return last;
}

bool is_live(MPI_T_event_registration registration) {
  MPI_Info hints = MPI_INFO_NULL;
  if (real.MPI_T_event_handle_get_info(registration, &hints) != MPI_SUCCESS) return false;
  PMPI_Info_free(&hints);
  return true;
}

bool has_callback(MPI_T_event_registration registration, MPI_T_cb_safety safety) {
  MPI_Info hints = MPI_INFO_NULL;
  if (real.MPI_T_event_callback_get_info(registration, safety, &hints) != MPI_SUCCESS) return false;
  PMPI_Info_free(&hints);
  return true;
}

const Callback* strictest_of(MPI_T_event_registration registration, const Callback* strictest) {
  for (const auto& [key, callback] : callbacks()) {
    if (callback->registration != registration) continue;
    if (strictest == nullptr || strictest->rank < callback->rank) strictest = callback;
  }
  return strictest;
}

// The handles that have a callback.
std::set<MPI_T_event_registration> listening;

// The free callback of a handle, as the tool passed it.
struct FreeCallback {
  CallbackPointer<MPI_T_event_free_cb_function> function;
  void* user_data;
};

std::map<MPI_T_event_registration, FreeCallback>& free_callbacks() {
  static std::map<MPI_T_event_registration, FreeCallback> all;
  return all;
}

FreeCallback free_callback_of(MPI_T_event_registration registration) {
  const auto found = free_callbacks().extract(registration);
  return found ? found.mapped() : FreeCallback{};
}

// FREED(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): run instead of the free callback
// `it`, which should be called with `registration` and `safety`.
#define FREED(id, brief, breaks, ...) MPITCHECK_ROW(id, brief, breaks, FREED_OF(__VA_ARGS__))
#define FREED_OF(...)                                                              \
  MPITCHECK_GIVEN_OF(                                                              \
      MPI_T_event_handle_free, if (free_cb_function != nullptr) {                  \
        free_callbacks()[event_registration] = {free_cb_function, user_data};      \
        free_cb_function = [](MPI_T_event_registration registration,               \
                              [[maybe_unused]] MPI_T_cb_safety safety, void*) {    \
          [[maybe_unused]] const FreeCallback it = free_callback_of(registration); \
          __VA_ARGS__;                                                             \
        };                                                                         \
      })

// clang-format off
// --- Allocation, objects, several handles of one event type
MPITCHECK_GIVEN(event_alloc_last_fails, MPI_T_event_handle_alloc, "no handle can be allocated for the last event type that binds to nothing",
      MPITCHECK_BREAKS(event_handle_alloc), if (event_index == last_unbound_event()) return MPI_T_ERR_INVALID_INDEX)
MPITCHECK_GIVEN(event_alloc_object_refused, MPI_T_event_handle_alloc, "an object is refused where none is needed", MPITCHECK_BREAKS(event_handle_no_object),
      if (obj_handle && !is_bound(event_index)) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_alloc_object_used, MPI_T_event_handle_alloc, "an object that must be ignored is used", MPITCHECK_BREAKS(event_handle_no_object),
      if (obj_handle && !is_bound(event_index) && *static_cast<const int*>(obj_handle) == -1) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_GIVEN(event_alloc_wants_object, MPI_T_event_handle_alloc, "a handle cannot be allocated without an object", MPITCHECK_BREAKS(event_handle_no_object),
      if (!obj_handle) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_alloc_bound_refused, MPI_T_event_handle_alloc, "event types that bind to objects cannot be registered", MPITCHECK_BREAKS(event_handle_bound),
      if (is_bound(event_index)) return MPI_T_ERR_INVALID_HANDLE)
MPITCHECK_CODE(event_alloc_wrong_code, MPI_T_event_handle_alloc, "the allocation for an unknown event type is refused as an invalid argument",
     MPITCHECK_BREAKS(event_handle_alloc_invalid_index), code == MPI_T_ERR_INVALID_INDEX ? MPI_T_ERR_INVALID : code)
MPITCHECK_ROW(event_alloc_shared, "all allocations for an event type return the same handle", MPITCHECK_BREAKS(event_handle_multiple),
    static std::map<int, MPI_T_event_registration> handles;
    MPITCHECK_REPLACE(MPI_T_event_handle_alloc) { int code = MPI_SUCCESS; if (!handles.contains(event_index)) { code = MPITCHECK_REAL(MPI_T_event_handle_alloc);
        if (code == MPI_SUCCESS) handles[event_index] = *event_registration; } else { *event_registration = handles[event_index]; } return code; };
    mpi.MPI_T_event_handle_free = [](auto...) { return MPI_SUCCESS; })
MPITCHECK_ROW(event_second_handle_silent, "the second handle with a callback gets no events while the first one exists",
      MPITCHECK_BREAKS(event_handle_multiple),
    static MPI_T_event_registration first{};
    change_deliveries(mpi, [](const Delivery& it) { if (first == MPI_T_event_registration{}) first = it.registration;
        if (it.registration == first) it.deliver(); });
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, if (event_registration == first) first = {}))
MPITCHECK_ROW(event_free_silences_all, "after a handle is freed no callback is called", MPITCHECK_BREAKS(event_handle_multiple),
    static bool freed = false; change_deliveries(mpi, [](const Delivery& it) { if (!freed) it.deliver(); });
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, freed = true))

MPITCHECK_ROW(event_free_silences_older, "after a handle is freed the older handles of its event type get no events", MPITCHECK_BREAKS(event_handle_multiple),
    static std::vector<std::pair<MPI_T_event_registration, int>> live; static std::set<MPI_T_event_registration> silent;
    change_deliveries(mpi, [](const Delivery& it) { if (!silent.contains(it.registration)) it.deliver(); });
    MPITCHECK_OUTPUT_OF(MPI_T_event_handle_alloc, silent.erase(*event_registration); live.emplace_back(*event_registration, event_index));
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free,
        const auto freed = std::ranges::find(live, event_registration, [](const auto& one) { return one.first; });
        if (freed != live.end()) { for (auto one = live.begin(); one != freed; ++one) { if (one->second == freed->second) silent.insert(one->first); }
            live.erase(freed); }))
MPITCHECK_ROW(event_strictest_handle_only, "of the handles of an event type only those with the strictest callback get its events", MPITCHECK_BREAKS(event_handle_multiple),
    static std::map<MPI_T_event_registration, int> types;
    change_deliveries(mpi, [](const Delivery& it) { const Callback* const own = strictest_of(it.registration, &it.callback);
        for (const auto& [other, type] : types) {
            if (type == types[it.registration] && strictest_of(other, own)->rank > own->rank) return; }
        it.deliver(); });
    MPITCHECK_OUTPUT_OF(MPI_T_event_handle_alloc, types[*event_registration] = event_index);
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, types.erase(event_registration);
        std::erase_if(callbacks(), [=](const auto& known) { return known.second->registration == event_registration; })))

// --- Event callbacks
MPITCHECK_GIVEN(event_callback_strictest_refused, MPI_T_event_register_callback, "no callback can be ASYNC_SIGNAL_SAFE", MPITCHECK_BREAKS(event_callback_register),
      if (cb_safety == safety_levels[3] && event_cb_function) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_callback_second_level_refused, MPI_T_event_register_callback, "a handle has callbacks at one level only", MPITCHECK_BREAKS(event_callback_register),
      static std::map<MPI_T_event_registration, MPI_T_cb_safety> levels;
      if (levels.emplace(event_registration, cb_safety).first->second != cb_safety) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_callback_null_refused, MPI_T_event_register_callback, "NULL for a callback is refused", MPITCHECK_BREAKS(event_callback_null_removes),
      if (!event_cb_function) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_callback_null_ignored, MPI_T_event_register_callback, "NULL does not remove a callback", MPITCHECK_BREAKS(event_callback_null_removes),
      if (!event_cb_function) return MPI_SUCCESS)
MPITCHECK_OUTPUT(event_callback_null_removes_all, MPI_T_event_register_callback, "NULL at one level removes those of all levels",
       MPITCHECK_BREAKS(event_callback_null_removes),
       if (!event_cb_function) { for (const MPI_T_cb_safety each : safety_levels) real.MPI_T_event_register_callback(event_registration, each,
           MPI_INFO_NULL, nullptr, nullptr); })
MPITCHECK_GIVEN(event_callback_overwrite_ignored, MPI_T_event_register_callback, "a second callback for a level does not replace the first",
      MPITCHECK_BREAKS(event_callback_overwrite), if (event_cb_function && has_callback(event_registration, cb_safety)) return MPI_SUCCESS)
MPITCHECK_GIVEN(event_callback_overwrite_keeps_pointer, MPI_T_event_register_callback, "a second callback for a level gets the user pointer of the first",
      MPITCHECK_BREAKS(event_callback_overwrite),
      static std::map<MPI_T_event_registration, std::array<void*, 4>> all; void*& pointer = all[event_registration][rank_of(cb_safety)];
      if (!pointer) pointer = user_data; user_data = pointer)
MPITCHECK_GIVEN(event_callback_same_function_ignored, MPI_T_event_register_callback, "the same callback for a level, with another user pointer, is ignored",
      MPITCHECK_BREAKS(event_callback_overwrite),
      static std::map<MPI_T_event_registration, std::array<CallbackPointer<MPI_T_event_cb_function>, 4>> all;
      if (std::exchange(all[event_registration][rank_of(cb_safety)], event_cb_function) == event_cb_function && event_cb_function
          && has_callback(event_registration, cb_safety)) return MPI_SUCCESS)
MPITCHECK_ROW(event_callback_removed_pointer_kept, "a callback that is set after NULL gets the user pointer of the one before",
      MPITCHECK_BREAKS(event_callback_user_data),
    static std::map<MPI_T_event_registration, std::array<void*, 4>> last, removed;
    MPITCHECK_GIVEN_OF(MPI_T_event_register_callback, const auto rank = rank_of(cb_safety);
        if (!event_cb_function) removed[event_registration][rank] = last[event_registration][rank];
        else if (void* const kept = std::exchange(removed[event_registration][rank], nullptr)) user_data = kept;
        last[event_registration][rank] = user_data);
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, last.erase(event_registration); removed.erase(event_registration)))
MPITCHECK_GIVEN(event_callback_pointer_per_handle, MPI_T_event_register_callback, "the callbacks of all levels get the user pointer of the first",
      MPITCHECK_BREAKS(event_callback_per_level),
      static std::map<MPI_T_event_registration, void*> first; user_data = first.emplace(event_registration, user_data).first->second)
MPITCHECK_DELIVERY(event_callback_strictest_chosen, "the strictest callback gets all events", MPITCHECK_BREAKS(event_callback_select_lowest),
         static std::map<MPI_T_event_registration, const Callback*> strictest; const Callback*& most = strictest[it.registration];
         most = strictest_of(it.registration, most); Delivery{*most, it.instance, it.registration, it.safety}.deliver())
MPITCHECK_DELIVERY(event_callback_exact_level_only, "a callback gets only the events of exactly its level", MPITCHECK_BREAKS(event_callback_higher_fills_in),
         if (it.callback.rank == rank_of(it.safety)) it.deliver())
MPITCHECK_DELIVERY(event_callback_registration_null, "callbacks get no handle", MPITCHECK_BREAKS(event_callback_args),
         Delivery{it.callback, it.instance, {}, it.safety}.deliver())
MPITCHECK_ROW(event_callback_registration_of_last, "callbacks get the handle that was allocated last", MPITCHECK_BREAKS(event_callback_args),
    static MPI_T_event_registration last{};
    change_deliveries(mpi, [](const Delivery& it) { Delivery{it.callback, it.instance, last, it.safety}.deliver(); });
    MPITCHECK_OUTPUT_OF(MPI_T_event_handle_alloc, last = *event_registration))
MPITCHECK_DELIVERY(event_callback_pointer_null, "callbacks get no user pointer", MPITCHECK_BREAKS(event_callback_user_data),
         it.callback.function(it.instance, it.registration, it.safety, nullptr))
MPITCHECK_DELIVERY(event_callback_pointer_in_pointer, "callbacks get the address of the user pointer", MPITCHECK_BREAKS(event_callback_user_data),
         void* pointer = it.callback.user_data; it.callback.function(it.instance, it.registration, it.safety, &pointer))
MPITCHECK_DELIVERY(event_callback_safety_unknown, "callbacks get an unknown safety level", MPITCHECK_BREAKS(event_callback_safety_arg),
         Delivery{it.callback, it.instance, it.registration, static_cast<MPI_T_cb_safety>(42)}.deliver())
MPITCHECK_DELIVERY(event_callback_safety_beyond, "callbacks get the safety level above their own", MPITCHECK_BREAKS(event_callback_safety_arg),
         Delivery{it.callback, it.instance, it.registration, safety_levels[it.callback.rank < 3 ? it.callback.rank + 1 : 3]}.deliver())
MPITCHECK_ROW(event_free_inside_refused, "inside a callback no handle can be freed", MPITCHECK_BREAKS(event_callback_free_inside),
    follow_deliveries(mpi); MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, if (callback_depth() != 0) return MPI_T_ERR_INVALID))
MPITCHECK_ROW(event_free_inside_without_effect, "a handle that is freed inside its callback still gets events", MPITCHECK_BREAKS(event_callback_free_inside),
    follow_deliveries(mpi); MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, if (callback_depth() != 0) return MPI_SUCCESS))
MPITCHECK_ROW(event_free_inside_crashes, "freeing a handle inside its callback ends the program", MPITCHECK_BREAKS(event_callback_free_inside),
    follow_deliveries(mpi); MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, if (callback_depth() != 0) std::abort()))

// --- Freeing handles, and free callbacks
MPITCHECK_CODE(event_free_fails, MPI_T_event_handle_free, "freeing a handle with a free callback works, but returns an error",
      MPITCHECK_BREAKS(event_free_success),
     code == MPI_SUCCESS && free_cb_function ? MPI_T_ERR_INVALID : code)
MPITCHECK_CODE(event_free_after_mpi_fails, MPI_T_event_handle_free, "after MPI_Finalize no handle can be freed", MPITCHECK_BREAKS(event_outside_mpi),
     mpi_was_finalized() ? MPI_T_ERR_INVALID : code)
MPITCHECK_GIVEN(event_free_null_refused, MPI_T_event_handle_free, "a free callback is required", MPITCHECK_BREAKS(event_free_null_callback),
      if (!free_cb_function) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_free_null_calls_last, MPI_T_event_handle_free, "NULL for a free callback calls the last one that was given",
      MPITCHECK_BREAKS(event_free_null_callback),
      static CallbackPointer<MPI_T_event_free_cb_function> last = nullptr; if (free_cb_function) last = free_cb_function; free_cb_function = last)
MPITCHECK_CODE(event_free_twice_succeeds, MPI_T_event_handle_free, "a handle can be freed twice", MPITCHECK_BREAKS(event_free_invalid),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_SUCCESS : code)
MPITCHECK_CODE(event_free_twice_wrong_code, MPI_T_event_handle_free, "freeing a handle twice is refused as an invalid argument",
      MPITCHECK_BREAKS(event_free_invalid),
     code == MPI_T_ERR_INVALID_HANDLE ? MPI_T_ERR_INVALID : code)
MPITCHECK_AFTER(event_free_twice_aborts, MPI_T_event_handle_free, "freeing a handle twice ends the program", MPITCHECK_BREAKS(event_free_invalid),
      if (code == MPI_T_ERR_INVALID_HANDLE) std::abort())
FREED(event_free_without_call, "free callbacks are not called", MPITCHECK_BREAKS(event_free_callback_once), static_cast<void>(it))
FREED(event_free_two_calls, "free callbacks are called twice", MPITCHECK_BREAKS(event_free_callback_once),
      it.function(registration, safety, it.user_data); it.function(registration, safety, it.user_data))
MPITCHECK_ROW(event_free_called_if_listening, "the free callback of a handle without callbacks is not called", MPITCHECK_BREAKS(event_free_callback_once),
    FREED_OF(if (listening.contains(registration)) it.function(registration, safety, it.user_data));
    MPITCHECK_GIVEN_OF(MPI_T_event_register_callback, listening.insert(event_registration)))
FREED(event_free_pointer_null, "free callbacks get no user pointer", MPITCHECK_BREAKS(event_free_user_data), it.function(registration, safety, nullptr))
MPITCHECK_ROW(event_free_pointer_of_callback, "free callbacks get the pointer of event callbacks", MPITCHECK_BREAKS(event_free_user_data),
    follow_deliveries(mpi);
    FREED_OF(void* pointer = it.user_data;
        for (const auto& [key, callback] : callbacks()) { if (callback->registration == registration) pointer = callback->user_data; }
        it.function(registration, safety, pointer)))
MPITCHECK_ROW(event_free_last_call_only, "of free callbacks that are due at the same time only the last is called", MPITCHECK_BREAKS(event_free_callback_once),
    static FreeCallback due{}; static MPI_T_event_registration due_of{};
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, if (free_cb_function) { due = {free_cb_function, user_data}; due_of = event_registration;
        free_cb_function = nullptr; });
    MPITCHECK_GIVEN_OF(MPI_Isend, if (const FreeCallback it = std::exchange(due, {}); it.function) it.function(due_of, safety_levels[0], it.user_data)))
FREED(event_free_registration_null, "free callbacks get no handle", MPITCHECK_BREAKS(event_free_args), it.function({}, safety, it.user_data))
FREED(event_free_safety_unknown, "free callbacks get an unknown safety level", MPITCHECK_BREAKS(event_free_args),
      it.function(registration, static_cast<MPI_T_cb_safety>(42), it.user_data))
MPITCHECK_GIVEN(event_after_free_callback, MPI_T_event_handle_free, "events go on after the free callback", MPITCHECK_BREAKS(event_free_nothing_after),
      static std::set<MPI_T_event_registration> freed;
      if (freed.contains(event_registration) || !is_live(event_registration)) return MPI_T_ERR_INVALID_HANDLE;
      if (free_cb_function) { freed.insert(event_registration); free_cb_function(event_registration, safety_levels[0], user_data); return MPI_SUCCESS; })
MPITCHECK_ROW(event_one_more_after_free, "one event comes after the free callback", MPITCHECK_BREAKS(event_free_nothing_after),
    static std::set<MPI_T_event_registration> ending;
    change_deliveries(mpi, [](const Delivery& it) { it.deliver();
        if (ending.erase(it.registration) != 0) real.MPI_T_event_handle_free(it.registration, nullptr, nullptr); });
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, if (free_cb_function) { ending.insert(event_registration);
        free_cb_function(event_registration, safety_levels[0], user_data); return MPI_SUCCESS; }))

// --- Handlers of dropped events
MPITCHECK_GIVEN(event_dropped_delivered_to_weaker, MPI_T_event_register_callback, "events that require too much are delivered to the callback",
      MPITCHECK_BREAKS(event_dropped_level, event_callback_safety_arg),
      for (int rank = rank_of(cb_safety) + 1; rank < 4 && event_cb_function && !has_callback(event_registration, safety_levels[rank]);
          ++rank) real.MPI_T_event_register_callback(event_registration, safety_levels[rank], info, user_data, event_cb_function))
MPITCHECK_CODE(event_dropped_handler_refused, MPI_T_event_set_dropped_handler, "handlers of dropped events are refused", MPITCHECK_BREAKS(event_dropped_set),
     MPI_T_ERR_INVALID)
MPITCHECK_ROW(event_dropped_handler_wants_callback, "a handler of dropped events is refused for a handle without callbacks",
      MPITCHECK_BREAKS(event_dropped_set),
    MPITCHECK_GIVEN_OF(MPI_T_event_register_callback, listening.insert(event_registration));
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, listening.erase(event_registration));
    MPITCHECK_GIVEN_OF(MPI_T_event_set_dropped_handler, if (!listening.contains(event_registration)) return MPI_T_ERR_INVALID))
MPITCHECK_GIVEN(event_dropped_null_refused, MPI_T_event_set_dropped_handler, "NULL for a handler of dropped events is refused", MPITCHECK_BREAKS(event_dropped_null),
      if (!dropped_cb_function) return MPI_T_ERR_INVALID)
MPITCHECK_GIVEN(event_dropped_second_handler_refused, MPI_T_event_set_dropped_handler, "a handler cannot be replaced", MPITCHECK_BREAKS(event_dropped_replace),
      auto*& current = loss_handlers()[event_registration]; if (current && dropped_cb_function) return MPI_T_ERR_INVALID;
      current = dropped_cb_function)
MPITCHECK_GIVEN(event_dropped_first_handler_stays, MPI_T_event_set_dropped_handler, "a second handler does not replace the first",
      MPITCHECK_BREAKS(event_dropped_replace),
      auto*& current = loss_handlers()[event_registration]; if (!current || !dropped_cb_function) current = dropped_cb_function;
      dropped_cb_function = current)
MPITCHECK_LOSS(event_dropped_count_zero, "a report of losses has the number 0", MPITCHECK_BREAKS(event_dropped_count_window), losses.count = 0)
MPITCHECK_LOSS(event_dropped_count_negative, "a report of losses has the number with a minus sign",
     MPITCHECK_BREAKS(event_dropped_count_window, event_dropped_count_saturates), losses.count = -losses.count)
MPITCHECK_LOSS(event_dropped_count_never_restarts, "each report counts all losses since the beginning", MPITCHECK_BREAKS(event_dropped_count_window),
     static std::map<MPI_T_event_registration, MPI_Count> totals; losses.count = totals[losses.registration] += losses.count)
MPITCHECK_LOSS(event_dropped_source_unknown, "the source of losses is the number of sources", MPITCHECK_BREAKS(event_dropped_args), losses.source = source_num())
MPITCHECK_LOSS(event_dropped_safety_unknown, "a handler of dropped events gets an unknown safety level", MPITCHECK_BREAKS(event_dropped_args),
     losses.safety = static_cast<MPI_T_cb_safety>(42))
MPITCHECK_LOSS(event_dropped_registration_null, "a handler of dropped events gets no handle", MPITCHECK_BREAKS(event_dropped_args), losses.registration = {})
MPITCHECK_LOSS(event_dropped_pointer_unknown, "a handler of dropped events gets a foreign pointer", MPITCHECK_BREAKS(event_dropped_user_data), losses.user_data = &losses)
MPITCHECK_LOSS(event_dropped_pointer_null, "a handler of dropped events gets no pointer", MPITCHECK_BREAKS(event_dropped_user_data), losses.user_data = nullptr)
MPITCHECK_ROW(event_dropped_pointer_of_first, "a handler of dropped events gets the pointer of the first callback of its handle", MPITCHECK_BREAKS(event_dropped_user_data),
    static std::map<MPI_T_event_registration, void*> first;
    change_losses(mpi, [](LossReport losses) { losses.user_data = first[losses.registration]; losses.report(); });
    MPITCHECK_GIVEN_OF(MPI_T_event_register_callback, if (event_cb_function) first.emplace(event_registration, user_data));
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, first.erase(event_registration)))
MPITCHECK_ROW(event_dropped_handler_set_last, "all losses are reported to the handler that was set last", MPITCHECK_BREAKS(event_dropped_set),
    static CallbackPointer<MPI_T_event_dropped_cb_function> last = nullptr;
    MPITCHECK_REPLACE(MPI_T_event_set_dropped_handler) { if (dropped_cb_function) last = dropped_cb_function;
        return handle_losses_acting<decltype([](LossReport losses) { losses.handler = last; losses.report(); })>(event_registration,
            dropped_cb_function); })
MPITCHECK_ROW(event_dropped_told_to_first_handle, "losses of several handles are reported to the first handle only",
      MPITCHECK_BREAKS(event_dropped_before_next),
    static std::map<MPI_T_event_registration, int> types; static std::map<int, MPI_T_event_registration> told;
    change_losses(mpi, [](const LossReport& losses) {
        if (told.emplace(types[losses.registration], losses.registration).first->second == losses.registration) losses.report(); });
    MPITCHECK_OUTPUT_OF(MPI_T_event_handle_alloc, types[*event_registration] = event_index);
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, told.erase(types[event_registration])))
MPITCHECK_ROW(event_dropped_told_after_next, "losses are reported only after the next event", MPITCHECK_BREAKS(event_dropped_before_next),
    static std::map<MPI_T_event_registration, LossReport> late;
    change_deliveries(mpi, [](const Delivery& it) { it.deliver(); if (const auto losses = late.extract(it.registration)) losses.mapped().report(); });
    change_losses(mpi, [](const LossReport& losses) { late.emplace(losses.registration, losses); }))
MPITCHECK_ROW(event_dropped_told_without_callback, "a handler is called when it is set, if its handle has no callback",
      MPITCHECK_BREAKS(event_dropped_count_window),
    MPITCHECK_GIVEN_OF(MPI_T_event_register_callback, listening.insert(event_registration));
    MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, listening.erase(event_registration));
    MPITCHECK_OUTPUT_OF(MPI_T_event_set_dropped_handler, if (dropped_cb_function && !listening.contains(event_registration)) dropped_cb_function(1,
        event_registration, 0, safety_levels[0], nullptr)))
// clang-format on

#undef FREED
#undef FREED_OF

// --- Faults that need more than a row

MPITCHECK_FAULT(event_dropped_both_handlers,
                "losses are also reported to the handlers that were replaced",
                clause::event_dropped_replace) {
  static std::map<MPI_T_event_registration, CallbackPointer<MPI_T_event_dropped_cb_function>> first;
  MPITCHECK_REPLACE(MPI_T_event_set_dropped_handler) {
    if (dropped_cb_function != nullptr) first.emplace(event_registration, dropped_cb_function);
    return handle_losses_acting<decltype([](const LossReport& losses) {
      losses.report();
      LossReport again = losses;
      again.handler = first[losses.registration];
      if (again.handler != losses.handler) again.report();
    })>(event_registration, dropped_cb_function);
  };
}

// Passes the MPI's reports to the current handler, if there is one.
using ReportInForce = decltype([](const LossReport& losses) {
  if (losses.handler != nullptr) losses.report();
});

int set_handler_in_force MPITCHECK_PARAMETERS_MPI_T_event_set_dropped_handler {
  MPI_Info hints = MPI_INFO_NULL;
  const int code = real.MPI_T_event_handle_get_info(event_registration, &hints);
  if (code != MPI_SUCCESS) return code;
  PMPI_Info_free(&hints);
  loss_handlers()[event_registration] = dropped_cb_function;
  return code;
}

int alloc_counting MPITCHECK_PARAMETERS_MPI_T_event_handle_alloc {
  const int code = MPITCHECK_REAL(MPI_T_event_handle_alloc);
  if (code != MPI_SUCCESS) return code;
  return real.MPI_T_event_set_dropped_handler(*event_registration, &act_on_losses<ReportInForce>);
}

// The MPI counts losses from the allocation on, even without a handler of the tool.
MPITCHECK_FAULT(event_dropped_counts_older_losses,
                "a handler is notified of losses before it was set",
                clause::event_dropped_count_window, clause::event_dropped_null) {
  mpi.MPI_T_event_handle_alloc = alloc_counting;
  mpi.MPI_T_event_set_dropped_handler = set_handler_in_force;
}

MPITCHECK_FAULT(event_dropped_null_goes_on_counting,
                "losses while the handler is NULL are reported to the next handler",
                clause::event_dropped_null) {
  MPITCHECK_REPLACE(MPI_T_event_handle_alloc) {
    const int code = alloc_counting(event_index, obj_handle, info, event_registration);
    if (code == MPI_SUCCESS) loss_handlers().erase(*event_registration);
    return code;
  };
  MPITCHECK_REPLACE(MPI_T_event_set_dropped_handler) {
    // If the MPI counts already, setting the handler again would make it forget earlier losses.
    if (!loss_handlers().contains(event_registration)) {
      real.MPI_T_event_set_dropped_handler(event_registration, &act_on_losses<ReportInForce>);
    }
    return set_handler_in_force(event_registration, dropped_cb_function);
  };
}

MPITCHECK_FAULT(
    event_silent_handle_calls_other,
    "events of a handle without a callback are delivered to the callback that was registered last",
    clause::event_handle_silent_without_callback) {
  static CallbackPointer<MPI_T_event_cb_function> last = nullptr;
  static std::set<MPI_T_event_registration> silent;
  MPITCHECK_REPLACE(MPI_T_event_handle_alloc) {
    const int code = MPITCHECK_REAL(MPI_T_event_handle_alloc);
    if (code != MPI_SUCCESS) return code;
    silent.insert(*event_registration);
    return real.MPI_T_event_register_callback(
        *event_registration, safety_levels[3], MPI_INFO_NULL, nullptr,
        [](MPI_T_event_instance instance, MPI_T_event_registration registration,
           MPI_T_cb_safety safety, void*) {
          if (last != nullptr && silent.contains(registration)) {
            last(instance, registration, safety, nullptr);
          }
        });
  };
  MPITCHECK_GIVEN_OF(MPI_T_event_register_callback, last = event_cb_function;
                     silent.erase(event_registration));
}

MPITCHECK_FAULT(event_bound_to_everything,
                "a handle of a bound event type gets the events of all objects",
                clause::event_handle_bound_isolation) {
  static std::set<MPI_T_event_registration> bound;
  MPITCHECK_OUTPUT_OF(MPI_T_event_handle_alloc,
                      if (is_bound(event_index)) bound.insert(*event_registration));
  // The first event type without binding stands for the events of other objects.
  MPITCHECK_REPLACE(MPI_T_event_register_callback) {
    MPI_T_event_registration everything{};
    if (bound.contains(event_registration) && !is_bound(0) &&
        real.MPI_T_event_handle_alloc(0, nullptr, MPI_INFO_NULL, &everything) == MPI_SUCCESS) {
      Callback* const callback =
          keep({event_registration, rank_of(cb_safety), user_data, event_cb_function});
      const auto pass_on = [](MPI_T_event_instance instance, MPI_T_event_registration,
                              MPI_T_cb_safety demanded, void* of_tool) {
        const auto& it = *static_cast<const Callback*>(of_tool);
        if (!bound.contains(it.registration)) return;
        it.function(instance, it.registration, demanded, it.user_data);
      };
      real.MPI_T_event_register_callback(everything, cb_safety, MPI_INFO_NULL, callback, pass_on);
    }
    return MPITCHECK_REAL(MPI_T_event_register_callback);
  };
  MPITCHECK_GIVEN_OF(MPI_T_event_handle_free, bound.erase(event_registration));
}

}  // namespace
}  // namespace mpitcheck::faults
