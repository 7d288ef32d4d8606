// SPDX-License-Identifier: BSD-3-Clause
// Converts info objects to hints, and calls the callbacks of tools with the types of the ABI.
#include "reference/binding/convert.hpp"

#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "reference/runtime/job/process.hpp"

namespace mpit::binding {

namespace {

MPI_T_cb_safety to_c(CallbackSafety safety) {
  return static_cast<MPI_T_cb_safety>(static_cast<int>(safety));
}
MPI_T_event_registration to_c(EventRegistration registration) {
  return to_handle<MPI_T_event_registration>(registration);
}

void call_event(ToolFunction function, EventInstance instance, EventRegistration registration,
                CallbackSafety safety, void* user_data) {
  reinterpret_cast<MPI_T_event_cb_function*>(function)(to_handle<MPI_T_event_instance>(instance),
                                                       to_c(registration), to_c(safety), user_data);
}

void call_free(ToolFunction function, EventRegistration registration, CallbackSafety safety,
               void* user_data) {
  reinterpret_cast<MPI_T_event_free_cb_function*>(function)(to_c(registration), to_c(safety),
                                                            user_data);
}

void call_dropped(ToolFunction function, std::int64_t count, EventRegistration registration,
                  int source_index, CallbackSafety safety, void* user_data) {
  reinterpret_cast<MPI_T_event_dropped_cb_function*>(function)(
      count, to_c(registration), source_index, to_c(safety), user_data);
}

}  // namespace

Code hints_of(MPI_Info info, Hints& hints) noexcept {
  if (info == MPI_INFO_NULL) return Code::success;
  // Takes no lock in a callback that may be in a signal handler. The engine refuses the call then.
  if (!engine().accessible()) return Code::success;
  runtime::Process& owner = process();
  const std::lock_guard lock(owner.mutex);
  const auto object = owner.infos.find(info);
  if (!object) return Code::invalid;
  try {
    hints = object->entries;
  } catch (const std::bad_alloc&) {
    return Code::memory;
  }
  return Code::success;
}

MPI_Info new_info(Hints hints) {
  auto object = runtime::make_ref<runtime::Info>();
  object->entries = std::move(hints);
  runtime::Process& owner = process();
  const std::lock_guard lock(owner.mutex);
  return owner.infos.insert(std::move(object));
}

int InfoArgument::deliver(Code code) noexcept {
  if (code != Code::success || !variable_) return to_int(code);
  try {
    *variable_ = new_info(std::move(hints_));
  } catch (const std::bad_alloc&) {
    return to_int(Code::memory);
  }
  return to_int(Code::success);
}

EventCallback to_event_callback(MPI_T_event_cb_function* function, void* user_data) {
  if (!function) return {};
  return {call_event, reinterpret_cast<ToolFunction>(function), user_data};
}

FreeCallback to_free_callback(MPI_T_event_free_cb_function* function, void* user_data) {
  if (!function) return {};
  return {call_free, reinterpret_cast<ToolFunction>(function), user_data};
}

DroppedHandler to_dropped_handler(MPI_T_event_dropped_cb_function* function) {
  if (!function) return {};
  return {call_dropped, reinterpret_cast<ToolFunction>(function)};
}

}  // namespace mpit::binding
