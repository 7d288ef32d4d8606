// SPDX-License-Identifier: BSD-3-Clause
// The callbacks of tools as the engine takes them. A null function becomes no callback.
#pragma once

#include "binding/export.hpp"
#include "engine/event_spec.hpp"

namespace mpit::binding {

EventCallback to_event_callback(MPI_T_event_cb_function* function, void* user_data);
FreeCallback to_free_callback(MPI_T_event_free_cb_function* function, void* user_data);
DroppedHandler to_dropped_handler(MPI_T_event_dropped_cb_function* function);

}  // namespace mpit::binding
