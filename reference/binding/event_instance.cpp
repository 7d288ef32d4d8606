// SPDX-License-Identifier: BSD-3-Clause
// Instances of events.
#include "binding/convert.hpp"
#include "binding/export.hpp"
#include "binding/library.hpp"

using namespace mpit::binding;
using mpit::EventInstance;

extern "C" {

MPIT_API(int, MPI_T_event_read,
         (MPI_T_event_instance event_instance, int element_index, void* buffer)) {
  return to_int(engine().event_read(to_word<EventInstance>(event_instance), element_index, buffer));
}

MPIT_API(int, MPI_T_event_copy, (MPI_T_event_instance event_instance, void* buffer)) {
  return to_int(engine().event_copy(to_word<EventInstance>(event_instance), buffer));
}

MPIT_API(int, MPI_T_event_get_timestamp,
         (MPI_T_event_instance event_instance, MPI_Count* event_timestamp)) {
  return to_int(
      engine().event_get_timestamp(to_word<EventInstance>(event_instance), event_timestamp));
}

MPIT_API(int, MPI_T_event_get_source, (MPI_T_event_instance event_instance, int* source_index)) {
  return to_int(engine().event_get_source(to_word<EventInstance>(event_instance), source_index));
}

}  // extern "C"
