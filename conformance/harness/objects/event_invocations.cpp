// SPDX-License-Identifier: BSD-3-Clause
// Records invocations in memory that was allocated before.
#include "conformance/harness/objects/event_invocations.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

namespace {

constexpr std::size_t most_watches = 2048;
constexpr std::size_t most_invocations = 20000;
constexpr std::size_t most_elements = 64;
constexpr std::size_t most_bytes = 1024;  // per instance
constexpr std::size_t guard = 32;
constexpr std::size_t element_room = 16;
constexpr unsigned char fillers[2] = {0xA5, 0x5A};

// The facts about a watch for callbacks. The addresses of its pointers are the user pointers.
struct Slot {
  char pointers[4][2];
  char free_pointer;
  bool fits;  // the data to read and copy fits our buffers
  std::size_t elements;
  std::size_t sizes[most_elements];
  std::size_t displacements[most_elements];
  std::size_t extent;  // includes the padding at the end of a struct of the elements
};

Slot slots[most_watches];
std::size_t slots_used = 0;

Invocation invocations_made[most_invocations];
std::atomic<bool> complete[most_invocations];
std::atomic<std::size_t> invocations_begun{0};
std::atomic<InsideCallback> inside_callbacks{nullptr};

// The calls that callbacks may make, because they are not in quarantine.
struct {
  bool source, stamp;
} asks;

Invocation* next_invocation(std::size_t& place) {
  place = invocations_begun.fetch_add(1);
  return place < most_invocations ? &invocations_made[place] : nullptr;
}

// Finds the watch, level and variant of a user pointer.
void locate(Invocation& made, void* user_data) {
  made.user_data = user_data;
  made.watch = made.pointer_variant = -1;
  const auto address = reinterpret_cast<std::uintptr_t>(user_data);
  const auto begin = reinterpret_cast<std::uintptr_t>(&slots[0]);
  if (address < begin || address >= begin + sizeof slots) return;
  const std::size_t offset = (address - begin) % sizeof(Slot);
  if (offset > offsetof(Slot, free_pointer)) return;
  made.watch = static_cast<int>((address - begin) / sizeof(Slot));
  if (offset < sizeof Slot::pointers) made.pointer_variant = static_cast<int>(offset % 2);
}

bool holds_only(const unsigned char* bytes, std::size_t from, std::size_t to, unsigned char value) {
  for (std::size_t i = from; i < to; ++i) {
    if (bytes[i] != value) return false;
  }
  return true;
}

// Reads every element twice over different fillings, the second time in reverse order.
void read_elements(Invocation& made, const Slot& slot, MPI_T_event_instance instance,
                   unsigned char (*elements)[element_room]) {
  made.read_code = MPI_SUCCESS;
  made.same_when_read_again = made.read_within_element = true;
  for (std::size_t step = 0; step < 2 * slot.elements; ++step) {
    const bool again = step >= slot.elements;
    const std::size_t i = again ? 2 * slot.elements - 1 - step : step;
    if (slot.sizes[i] == 0) continue;
    unsigned char buffer[element_room + guard];
    std::memset(buffer, fillers[again ? 1 : 0], sizeof buffer);
    const int code = raw_event_calls().read(instance, static_cast<int>(i), buffer);
    if (code != MPI_SUCCESS) {
      if (made.read_code == MPI_SUCCESS) made.read_code = code;
      continue;
    }
    if (!holds_only(buffer, slot.sizes[i], sizeof buffer, fillers[again ? 1 : 0])) {
      made.read_within_element = false;
    }
    if (!again) {
      std::memcpy(elements[i], buffer, slot.sizes[i]);
    } else if (std::memcmp(elements[i], buffer, slot.sizes[i]) != 0) {
      made.same_when_read_again = false;
      if (elements[i][0] != buffer[0]) {
        made.first_byte = elements[i][0];
        made.first_byte_again = buffer[0];
      }
    }
  }
}

void copy_instance(Invocation& made, const Slot& slot, MPI_T_event_instance instance,
                   const unsigned char (*elements)[element_room]) {
  unsigned char buffer[most_bytes + guard];
  std::memset(buffer, fillers[0], sizeof buffer);
  made.copy_code = raw_event_calls().copy(instance, buffer);
  made.copy_within_extent = holds_only(buffer, slot.extent, slot.extent + guard, fillers[0]);
  made.copy_as_read = true;
  for (std::size_t i = 0; i < slot.elements; ++i) {
    if (std::memcmp(buffer + slot.displacements[i], elements[i], slot.sizes[i]) != 0) {
      made.copy_as_read = false;
    }
  }
}

template <int Rank, int Variant>
void on_event(MPI_T_event_instance instance, MPI_T_event_registration registration,
              MPI_T_cb_safety safety, void* user_data) {
  std::size_t place = 0;
  if (Invocation* const made = next_invocation(place)) {
    *made = {};
    made->kind = Invocation::Kind::event;
    made->level = Rank;
    made->variant = Variant;
    made->registration = registration;
    made->safety = static_cast<int>(safety);
    locate(*made, user_data);
    const RawEventCalls& raw = raw_event_calls();
    made->source = -1;
    made->stamp = -1;
    made->stamp_again = -2;
    made->source_code = asks.source ? raw.get_source(instance, &made->source) : not_asked;
    made->stamp_code = asks.stamp ? raw.get_timestamp(instance, &made->stamp) : not_asked;
    if (made->source_code != MPI_SUCCESS) {
      made->now_code = made->source_code;
    } else if (call::MPI_T_source_get_timestamp.is_quarantined_for(made->source)) {
      made->now_code = not_asked;
    } else {
      made->now_code = raw.source_get_timestamp(made->source, &made->now);
    }
    made->looked_inside = made->watch >= 0 && slots[made->watch].fits;
    if (made->looked_inside) {
      unsigned char elements[most_elements][element_room];
      const Slot& slot = slots[made->watch];
      read_elements(*made, slot, instance, elements);
      copy_instance(*made, slot, instance, elements);
    }
    made->stamp_again_code =
        asks.stamp ? raw.get_timestamp(instance, &made->stamp_again) : not_asked;
    complete[place].store(true, std::memory_order_release);
  }
  if (const InsideCallback inside = inside_callbacks.load()) {
    inside(instance, registration, static_cast<int>(safety));
  }
}

template <int Variant>
void on_drop(MPI_Count count, MPI_T_event_registration registration, int source,
             MPI_T_cb_safety safety, void* user_data) {
  std::size_t place = 0;
  if (Invocation* const made = next_invocation(place)) {
    *made = {};
    made->kind = Invocation::Kind::dropped;
    made->variant = Variant;
    made->registration = registration;
    made->safety = static_cast<int>(safety);
    made->count = count;
    made->dropped_source = source;
    locate(*made, user_data);
    complete[place].store(true, std::memory_order_release);
  }
}

void on_free(MPI_T_event_registration registration, MPI_T_cb_safety safety, void* user_data) {
  std::size_t place = 0;
  if (Invocation* const made = next_invocation(place)) {
    *made = {};
    made->kind = Invocation::Kind::freed;
    made->registration = registration;
    made->safety = static_cast<int>(safety);
    locate(*made, user_data);
    complete[place].store(true, std::memory_order_release);
  }
}

constexpr CallbackPointer<MPI_T_event_cb_function> event_functions[4][2] = {
    {&on_event<0, 0>, &on_event<0, 1>},
    {&on_event<1, 0>, &on_event<1, 1>},
    {&on_event<2, 0>, &on_event<2, 1>},
    {&on_event<3, 0>, &on_event<3, 1>},
};

// Records what the recorder could not record inside the callback.
void record_codes(const Invocation& made) {
  if (made.kind != Invocation::Kind::event) return;
  ReturnCodes& codes = ReturnCodes::instance();
  codes.add("MPI_T_event_get_source", made.source_code);
  codes.add("MPI_T_event_get_timestamp", made.stamp_code);
  codes.add("MPI_T_event_get_timestamp", made.stamp_again_code);
  if (!made.looked_inside) return;
  codes.add("MPI_T_event_copy", made.copy_code);
  if (slots[made.watch].elements > 0) codes.add("MPI_T_event_read", made.read_code);
}

void describe(Slot& slot, const EventType& type) {
  slot = {};
  if (type.datatypes.size() > most_elements) return;
  std::size_t alignment = 1;
  for (std::size_t i = 0; i < type.datatypes.size(); ++i) {
    const std::size_t size = datatype_size(type.datatypes[i]);
    const MPI_Aint at = type.displacements[i];
    if (size == 0 || size > element_room || at < 0) return;
    slot.sizes[i] = call::MPI_T_event_read.is_quarantined_for(static_cast<int>(i)) ? 0 : size;
    slot.displacements[i] = static_cast<std::size_t>(at);
    slot.extent = std::max(slot.extent, slot.displacements[i] + size);
    alignment = std::max(alignment, size);
  }
  slot.extent = (slot.extent + alignment - 1) / alignment * alignment;
  slot.elements = type.datatypes.size();
  slot.fits = slot.extent <= most_bytes && !call::MPI_T_event_copy.is_quarantined();
}

}  // namespace

const RawEventCalls& raw_event_calls() {
  static const RawEventCalls calls{
      call::MPI_T_event_copy.unrecorded(),           call::MPI_T_event_read.unrecorded(),
      call::MPI_T_event_get_source.unrecorded(),     call::MPI_T_event_get_timestamp.unrecorded(),
      call::MPI_T_source_get_timestamp.unrecorded(), call::MPI_T_event_get_num.unrecorded(),
      call::MPI_T_event_get_index.unrecorded(),      call::MPI_T_event_handle_free.unrecorded()};
  return calls;
}

int add_watch(const EventType& type) {
  raw_event_calls();  // looked up before the first callback
  asks = {!call::MPI_T_event_get_source.is_quarantined(),
          !call::MPI_T_event_get_timestamp.is_quarantined()};
  if (slots_used == most_watches) throw CannotGoOn("room for one more watch");
  describe(slots[slots_used], type);
  return static_cast<int>(slots_used++);
}

CallbackPointer<MPI_T_event_cb_function> event_function(int rank, int variant) {
  return event_functions[rank][variant];
}

CallbackPointer<MPI_T_event_dropped_cb_function> dropped_function(int variant) {
  return variant == 0 ? &on_drop<0> : &on_drop<1>;
}

CallbackPointer<MPI_T_event_free_cb_function> free_function() { return &on_free; }

std::vector<Invocation> all_invocations() {
  const std::size_t begun = std::min(invocations_begun.load(), most_invocations);
  std::vector<Invocation> made;
  for (std::size_t i = 0; i < begun; ++i) {
    if (complete[i].load(std::memory_order_acquire)) made.push_back(invocations_made[i]);
  }
  static std::size_t recorded = 0;
  for (; recorded < made.size(); ++recorded) record_codes(made[recorded]);
  return made;
}

void run_inside_callbacks(InsideCallback inside) { inside_callbacks = inside; }

void* pointer_of(int watch, int rank, int variant) { return &slots[watch].pointers[rank][variant]; }

void* free_pointer_of(int watch) { return &slots[watch].free_pointer; }

}  // namespace mpitcheck
