// SPDX-License-Identifier: BSD-3-Clause
// The C functions of events: sources, types, registrations and instances (MPI-5.0 §15.3.8).
#include <algorithm>
#include <array>

#include "reference/binding/convert.hpp"
#include "reference/runtime/export.hpp"

using namespace mpit::binding;
using mpit::Behaviour;
using mpit::CallbackSafety;
using mpit::Code;
using mpit::Datatype;
using mpit::EnumType;
using mpit::EventInstance;
using mpit::EventRegistration;

namespace {

// Converts arguments to the types of the engine.
EventRegistration word_of(MPI_T_event_registration registration) {
  return to_word<EventRegistration>(registration);
}
CallbackSafety level_of(MPI_T_cb_safety safety) { return CallbackSafety{static_cast<int>(safety)}; }

}  // namespace

extern "C" {

MPIT_API(int, MPI_T_source_get_num, (int* num_sources)) {
  return call_engine<&Engine::source_get_num>(num_sources);
}

MPIT_API(int, MPI_T_source_get_info,
         (int source_index, char* name, int* name_len, char* desc, int* desc_len,
          MPI_T_source_order* ordering, MPI_Count* ticks_per_second, MPI_Count* max_ticks,
          MPI_Info* info)) {
  // E7: this behaviour may return no info object for a source.
  const Behaviour::Hints offered = engine().behaviour().source_hints;
  InfoArgument hints(offered == Behaviour::Hints::object ? info : nullptr);
  int order = 0;
  const Code code = engine().source_get_info(source_index, name, name_len, desc, desc_len, &order,
                                             ticks_per_second, max_ticks, hints.get());
  if (code == Code::success && ordering) *ordering = static_cast<MPI_T_source_order>(order);
  if (code == Code::success && info && offered == Behaviour::Hints::none) *info = MPI_INFO_NULL;
  return hints.deliver(code);
}

MPIT_API(int, MPI_T_source_get_timestamp, (int source_index, MPI_Count* timestamp)) {
  return call_engine<&Engine::source_get_timestamp>(source_index, timestamp);
}

MPIT_API(int, MPI_T_event_get_num, (int* num_events)) {
  return call_engine<&Engine::event_get_num>(num_events);
}

MPIT_API(int, MPI_T_event_get_info,
         (int event_index, char* name, int* name_len, int* verbosity,
          MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int* num_elements,
          MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len, int* bind)) {
  WordArgument<EnumType, MPI_T_enum> enum_word(enumtype);
  // E7: this behaviour may return no info object for an event type.
  const Behaviour::Hints offered = engine().behaviour().event_hints;
  InfoArgument hints(offered == Behaviour::Hints::object ? info : nullptr);
  std::array<Datatype, mpit::max_event_elements> datatypes;
  const int room = num_elements ? *num_elements : 0;
  const Code code = engine().event_get_info(event_index, name, name_len, verbosity,
                                            datatypes.data(), array_of_displacements, num_elements,
                                            enum_word.get(), hints.get(), desc, desc_len, bind);
  if (code == Code::success && num_elements && array_of_datatypes) {
    std::transform(datatypes.begin(), datatypes.begin() + std::clamp(room, 0, *num_elements),
                   array_of_datatypes, to_handle<MPI_Datatype, Datatype>);
  }
  if (code == Code::success && info && offered == Behaviour::Hints::none) *info = MPI_INFO_NULL;
  return hints.deliver(code);
}

MPIT_API(int, MPI_T_event_get_index, (const char* name, int* event_index)) {
  return call_engine<&Engine::event_get_index>(name, event_index);
}

MPIT_API(int, MPI_T_event_handle_alloc,
         (int event_index, void* obj_handle, MPI_Info info,
          MPI_T_event_registration* event_registration)) {
  mpit::Hints hints;
  if (const Code code = hints_of(info, hints); code != Code::success) return to_int(code);
  WordArgument<EventRegistration, MPI_T_event_registration> word(event_registration);
  return to_int(engine().event_handle_alloc(event_index, obj_handle, hints, word.get()));
}

MPIT_API(int, MPI_T_event_handle_set_info,
         (MPI_T_event_registration event_registration, MPI_Info info)) {
  mpit::Hints hints;
  if (const Code code = hints_of(info, hints); code != Code::success) return to_int(code);
  return to_int(engine().event_handle_set_info(word_of(event_registration), hints));
}

MPIT_API(int, MPI_T_event_handle_get_info,
         (MPI_T_event_registration event_registration, MPI_Info* info_used)) {
  InfoArgument hints(info_used);
  return hints.deliver(engine().event_handle_get_info(word_of(event_registration), hints.get()));
}

MPIT_API(int, MPI_T_event_handle_free,
         (MPI_T_event_registration event_registration, void* user_data,
          MPI_T_event_free_cb_function free_cb_function)) {
  return call_engine<&Engine::event_handle_free>(word_of(event_registration),
                                                 to_free_callback(free_cb_function, user_data));
}

MPIT_API(int, MPI_T_event_register_callback,
         (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info,
          void* user_data, MPI_T_event_cb_function event_cb_function)) {
  mpit::Hints hints;
  if (const Code code = hints_of(info, hints); code != Code::success) return to_int(code);
  return to_int(engine().event_register_callback(word_of(event_registration), level_of(cb_safety),
                                                 hints,
                                                 to_event_callback(event_cb_function, user_data)));
}

MPIT_API(int, MPI_T_event_callback_set_info,
         (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info)) {
  mpit::Hints hints;
  if (const Code code = hints_of(info, hints); code != Code::success) return to_int(code);
  return to_int(
      engine().event_callback_set_info(word_of(event_registration), level_of(cb_safety), hints));
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
  return call_engine<&Engine::event_set_dropped_handler>(word_of(event_registration),
                                                         to_dropped_handler(dropped_cb_function));
}

MPIT_API(int, MPI_T_event_read,
         (MPI_T_event_instance event_instance, int element_index, void* buffer)) {
  return call_engine<&Engine::event_read>(to_word<EventInstance>(event_instance), element_index,
                                          buffer);
}

MPIT_API(int, MPI_T_event_copy, (MPI_T_event_instance event_instance, void* buffer)) {
  return call_engine<&Engine::event_copy>(to_word<EventInstance>(event_instance), buffer);
}

MPIT_API(int, MPI_T_event_get_timestamp,
         (MPI_T_event_instance event_instance, MPI_Count* event_timestamp)) {
  return call_engine<&Engine::event_get_timestamp>(to_word<EventInstance>(event_instance),
                                                   event_timestamp);
}

MPIT_API(int, MPI_T_event_get_source, (MPI_T_event_instance event_instance, int* source_index)) {
  return call_engine<&Engine::event_get_source>(to_word<EventInstance>(event_instance),
                                                source_index);
}

}  // extern "C"
