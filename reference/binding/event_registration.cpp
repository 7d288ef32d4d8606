// SPDX-License-Identifier: BSD-3-Clause
// Registrations of events.
#include "binding/convert.hpp"
#include "binding/event_callbacks.hpp"
#include "binding/export.hpp"
#include "binding/hints.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::CallbackSafety;
using mpit::Code;
using mpit::EventRegistration;

namespace {

// The registration and the safety level of a call as the engine wants them.
EventRegistration word_of(MPI_T_event_registration registration) {
  return to_word<EventRegistration>(registration);
}
CallbackSafety level_of(MPI_T_cb_safety safety) { return CallbackSafety{static_cast<int>(safety)}; }

}  // namespace

extern "C" {

MPIT_API(int, MPI_T_event_handle_alloc,
         (int event_index, void* obj_handle, MPI_Info info,
          MPI_T_event_registration* event_registration)) {
  const auto hints = hints_of(info);
  if (!hints) return to_int(Code::invalid);
  WordArgument<EventRegistration, MPI_T_event_registration> word(event_registration);
  return to_int(engine().event_handle_alloc(event_index, obj_handle, *hints, word.get()));
}

MPIT_API(int, MPI_T_event_handle_set_info,
         (MPI_T_event_registration event_registration, MPI_Info info)) {
  const auto hints = hints_of(info);
  if (!hints) return to_int(Code::invalid);
  return to_int(engine().event_handle_set_info(word_of(event_registration), *hints));
}

MPIT_API(int, MPI_T_event_handle_get_info,
         (MPI_T_event_registration event_registration, MPI_Info* info_used)) {
  InfoArgument hints(info_used);
  return hints.deliver(engine().event_handle_get_info(word_of(event_registration), hints.get()));
}

MPIT_API(int, MPI_T_event_handle_free,
         (MPI_T_event_registration event_registration, void* user_data,
          MPI_T_event_free_cb_function free_cb_function)) {
  return to_int(engine().event_handle_free(word_of(event_registration),
                                           to_free_callback(free_cb_function, user_data)));
}

MPIT_API(int, MPI_T_event_register_callback,
         (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info,
          void* user_data, MPI_T_event_cb_function event_cb_function)) {
  const auto hints = hints_of(info);
  if (!hints) return to_int(Code::invalid);
  return to_int(engine().event_register_callback(word_of(event_registration), level_of(cb_safety),
                                                 *hints,
                                                 to_event_callback(event_cb_function, user_data)));
}

MPIT_API(int, MPI_T_event_callback_set_info,
         (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info)) {
  const auto hints = hints_of(info);
  if (!hints) return to_int(Code::invalid);
  return to_int(
      engine().event_callback_set_info(word_of(event_registration), level_of(cb_safety), *hints));
}

MPIT_API(int, MPI_T_event_callback_get_info,
         (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
          MPI_Info* info_used)) {
  InfoArgument hints(info_used);
  return hints.deliver(engine().event_callback_get_info(word_of(event_registration),
                                                        level_of(cb_safety), hints.get()));
}

MPIT_API(int, MPI_T_event_set_dropped_handler,
         (MPI_T_event_registration event_registration,
          MPI_T_event_dropped_cb_function dropped_cb_function)) {
  return to_int(engine().event_set_dropped_handler(word_of(event_registration),
                                                   to_dropped_handler(dropped_cb_function)));
}

}  // extern "C"
