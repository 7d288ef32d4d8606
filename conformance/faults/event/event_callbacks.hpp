// SPDX-License-Identifier: BSD-3-Clause
// Wraps the functions that tools register, for faults that change the delivery of events.
#pragma once

#include <deque>
#include <map>

#include "conformance/faults/interposer/rows.hpp"

namespace mpitcheck::faults {

// Names that MPI 4.0 added for events, and replacements for an MPI that lacks them. No call uses a
// replacement.

/// The safety levels of callbacks, weakest first.
#if MPITCHECK_DECLARES(MPI_T_CB_REQUIRE_NONE)
inline constexpr MPI_T_cb_safety safety_levels[] = {
    MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_THREAD_SAFE,
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};
#else
inline constexpr MPI_T_cb_safety safety_levels[4] = {};
#endif

/// From 0 for the weakest level to 3.
inline int rank_of(MPI_T_cb_safety level) {
  int rank = 0;
  while (rank < 3 && safety_levels[rank] != level) ++rank;
  return rank;
}

#if MPITCHECK_DECLARES(MPI_T_ERR_NOT_SUPPORTED)
inline constexpr int not_supported = MPI_T_ERR_NOT_SUPPORTED;
#else
inline constexpr int not_supported = MPI_ERR_OTHER;
#endif

#if MPITCHECK_DECLARES(MPI_T_ERR_NOT_ACCESSIBLE)
inline constexpr int not_accessible = MPI_T_ERR_NOT_ACCESSIBLE;
#else
inline constexpr int not_accessible = MPI_ERR_OTHER;
#endif

/// An event callback as the tool registered it.
struct Callback {
  MPI_T_event_registration registration;
  int rank;  ///< of its safety level
  void* user_data;
  CallbackPointer<MPI_T_event_cb_function> function;
};

/// A call of an event callback by the MPI.
struct Delivery {
  const Callback& callback;
  MPI_T_event_instance instance;
  MPI_T_event_registration registration;
  MPI_T_cb_safety safety;

  void deliver() const { callback.function(instance, registration, safety, callback.user_data); }
};

/// A call of a handler of dropped events by the MPI.
struct LossReport {
  CallbackPointer<MPI_T_event_dropped_cb_function>
      handler;  ///< that the tool set last; may be null
  MPI_Count count;
  MPI_T_event_registration registration;
  int source;
  MPI_T_cb_safety safety;
  void* user_data;

  void report() const { handler(count, registration, source, safety, user_data); }
};

/// The number of event callbacks that the MPI is currently in.
inline int& callback_depth() {
  static thread_local int depth = 0;
  return depth;
}

inline std::map<const void*, const Callback*>& callbacks() {
  static std::map<const void*, const Callback*> all;
  return all;
}

/// Keeps a callback for the MPI, which may call it late. Forgets those of long ago, because stress
/// tests measure the memory.
inline Callback* keep(const Callback& callback) {
  constexpr std::size_t most = 20'000;  // more than a test has at the same time
  static std::deque<Callback> kept;
  kept.push_back(callback);
  callbacks()[&kept.back()] = &kept.back();
  if (kept.size() > most) {
    callbacks().erase(&kept.front());
    kept.pop_front();
  }
  return &kept.back();
}

inline std::map<MPI_T_event_registration, CallbackPointer<MPI_T_event_dropped_cb_function>>&
loss_handlers() {
  static std::map<MPI_T_event_registration, CallbackPointer<MPI_T_event_dropped_cb_function>> all;
  return all;
}

template <class Act>
void act_on_delivery(MPI_T_event_instance instance, MPI_T_event_registration registration,
                     MPI_T_cb_safety safety, void* callback) {
  ++callback_depth();
  Act{}(Delivery{*static_cast<const Callback*>(callback), instance, registration, safety});
  --callback_depth();
}

template <class Act>
void act_on_losses(MPI_Count count, MPI_T_event_registration registration, int source,
                   MPI_T_cb_safety safety, void* user_data) {
  const auto ours = callbacks().find(user_data);
  if (ours != callbacks().end()) user_data = ours->second->user_data;
  Act{}(LossReport{loss_handlers()[registration], count, registration, source, safety, user_data});
}

/// Registers a callback of the tool with the MPI, so that each delivery calls act(delivery).
template <class Act>
int register_acting MPITCHECK_PARAMETERS_MPI_T_event_register_callback {
  if (event_cb_function == nullptr) return MPITCHECK_REAL(MPI_T_event_register_callback);
  auto* const callback =
      keep({event_registration, rank_of(cb_safety), user_data, event_cb_function});
  return real.MPI_T_event_register_callback(event_registration, cb_safety, info, callback,
                                            &act_on_delivery<Act>);
}

template <class Act>
int handle_losses_acting MPITCHECK_PARAMETERS_MPI_T_event_set_dropped_handler {
  loss_handlers()[event_registration] = dropped_cb_function;
  if (dropped_cb_function != nullptr) dropped_cb_function = &act_on_losses<Act>;
  return MPITCHECK_REAL(MPI_T_event_set_dropped_handler);
}

/// From now on, each report of losses calls act(report).
template <class Act>
void change_losses(Interface& mpi, Act) {
  mpi.MPI_T_event_set_dropped_handler = &handle_losses_acting<Act>;
}

/// From now on, each delivery of an event calls act(delivery).
template <class Act>
void change_deliveries(Interface& mpi, Act) {
  mpi.MPI_T_event_register_callback = &register_acting<Act>;
  change_losses(mpi, [](const LossReport& losses) { losses.report(); });
}

/// Keeps callback_depth() and callbacks().
inline void follow_deliveries(Interface& mpi) {
  change_deliveries(mpi, [](const Delivery& it) { it.deliver(); });
}

/// MPITCHECK_DELIVERY(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): run instead of the
/// delivery `it`.
#define MPITCHECK_DELIVERY(id, brief, breaks, ...) \
  MPITCHECK_ROW(id, brief, breaks, change_deliveries(mpi, [](const Delivery& it) { __VA_ARGS__; }))

/// MPITCHECK_LOSS(id, "brief", MPITCHECK_BREAKS(clause, ...), statements): change `losses` before
/// the report.
#define MPITCHECK_LOSS(id, brief, breaks, ...)                                \
  MPITCHECK_ROW(id, brief, breaks, change_losses(mpi, [](LossReport losses) { \
                  __VA_ARGS__;                                                \
                  losses.report();                                            \
                }))

}  // namespace mpitcheck::faults
