// SPDX-License-Identifier: BSD-3-Clause
// Handles, queue and delivery of event instances.
#include "reference/engine/core/event_delivery.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>

namespace mpit {

namespace {

// Calls `visit` for the registrations of `list`, holding a reference to each. Calls
// `on_unreferenced` for those of which that was the last reference.
template <class Visit, class OnUnreferenced>
void for_each_held(const MemberArray<EventSlot>& list, Visit&& visit,
                   OnUnreferenced&& on_unreferenced) {
  list.for_each([&](EventSlot& slot) {
    if (!slot.enter()) return;
    if (!slot.freed.load(std::memory_order_acquire)) visit(slot);
    if (slot.leave()) on_unreferenced(slot);
  });
}

// Whether a registration that was found by its type still accepts this instance.
bool listens_to(const EventSlot& slot, const EventData& data) {
  return slot.type == data.type && data.type->active.load(std::memory_order_acquire) &&
         (data.type->spec.bind == Bind::no_object || slot.object == data.object);
}

}  // namespace

EventInstances::EventInstances() {
  for (std::uint32_t i = 0; i != capacity; ++i) {
    deliveries_[i].next_word = make_word(WordKind::event_instance, i);
  }
}

EventInstances::Delivery* EventInstances::begin(CallbackSafety safety,
                                                const EventData* data) noexcept {
  under_way_.fetch_add(1, std::memory_order_relaxed);
  for (Delivery& delivery : deliveries_) {
    std::thread::id nobody;
    if (!delivery.thread.compare_exchange_strong(nobody, std::this_thread::get_id())) continue;
    delivery.data = data;
    delivery.safety.store(safety, std::memory_order_relaxed);
    return &delivery;
  }
  under_way_.fetch_sub(1, std::memory_order_relaxed);
  return nullptr;
}

void EventInstances::end(Delivery& delivery) noexcept {
  delivery.thread.store({});
  under_way_.fetch_sub(1, std::memory_order_relaxed);
}

void EventInstances::call(Delivery& delivery, const EventCallback& callback,
                          EventRegistration to) noexcept {
  const Word word = delivery.next_word;
  delivery.next_word = (word + next_generation) | first_generation;
  delivery.word.store(word, std::memory_order_release);
  callback.call(callback.function, EventInstance{word}, to, delivery.data->type->spec.demands,
                callback.user_data);
  delivery.word.store(0, std::memory_order_release);
}

const EventData* EventInstances::find(EventInstance instance) const noexcept {
  const Word word = static_cast<Word>(instance);
  const std::uint32_t index = slot_of(word);
  if (index >= capacity || word == 0) return nullptr;
  const Delivery& delivery = deliveries_[index];
  return delivery.word.load(std::memory_order_acquire) == word ? delivery.data : nullptr;
}

std::optional<CallbackSafety> EventInstances::busy_context() const noexcept {
  std::optional<CallbackSafety> most;
  for (const Delivery& delivery : deliveries_) {
    if (delivery.thread.load(std::memory_order_relaxed) != std::this_thread::get_id()) continue;
    const CallbackSafety safety = delivery.safety.load(std::memory_order_relaxed);
    most = std::max(most.value_or(safety), safety);
  }
  return most;
}

EventQueue::EventQueue() {
  Segment* const first = map_segment();
  if (first == nullptr) throw std::bad_alloc();
  put_spare(*first);
}

EventQueue::~EventQueue() {
  for (const auto& entry : directory_) {
    if (Segment* const segment = entry.load(std::memory_order_relaxed)) put_spare(*segment);
  }
  while (Segment* const segment = take_spare()) munmap(segment, sizeof *segment);
}

// mmap instead of operator new, since signal handlers push.
EventQueue::Segment* EventQueue::map_segment() noexcept {
  const int saved_errno = errno;
  void* const memory =
      mmap(nullptr, sizeof(Segment), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = saved_errno;
  return memory != MAP_FAILED ? new (memory) Segment : nullptr;
}

EventQueue::Segment* EventQueue::take_spare() noexcept {
  for (;;) {
    const PairValue top = spare_.load();
    auto* const segment = reinterpret_cast<Segment*>(top.value);
    if (segment == nullptr) return nullptr;
    // If another thread took the segment meanwhile, `next` may belong to another list. The tag has
    // then changed and the exchange fails.
    Segment* const next = segment->next_spare.load(std::memory_order_relaxed);
    if (spare_.replace(top, {top.tag + 1, reinterpret_cast<std::uintptr_t>(next)})) return segment;
  }
}

void EventQueue::put_spare(Segment& segment) noexcept {
  PairValue top;
  do {
    top = spare_.load();
    segment.next_spare.store(reinterpret_cast<Segment*>(top.value), std::memory_order_relaxed);
  } while (!spare_.replace(top, {top.tag + 1, reinterpret_cast<std::uintptr_t>(&segment)}));
}

// Null without memory. For a position at the tail with room, so that the segment of the previous
// round has left its entry. A thread that was overtaken allocates for a later round.
EventQueue::Segment* EventQueue::segment_for(std::uint64_t position) noexcept {
  std::atomic<Segment*>& place = entry(position);
  Segment* present = place.load(std::memory_order_seq_cst);
  if (present != nullptr) return present;
  Segment* made = take_spare();
  if (made == nullptr) made = map_segment();
  if (made == nullptr) return nullptr;
  if (place.compare_exchange_strong(present, made, std::memory_order_seq_cst)) return made;
  put_spare(*made);
  return present;
}

bool EventQueue::push(EventData data) noexcept {
  PairValue tail;
  Segment* segment = nullptr;
  do {
    tail = tail_.load();
    const std::uint64_t gone = head_.load(std::memory_order_seq_cst);
    if (tail.tag >= gone + capacity) return false;
    segment = segment_for(tail.tag);
    if (segment == nullptr) return false;
    // The clock is read after the last timestamp. A thread that is overtaken before the exchange
    // reads it again.
    data.nanoseconds = std::max(steady_nanoseconds(), static_cast<std::int64_t>(tail.value));
  } while (!tail_.replace(tail, {tail.tag + 1, static_cast<std::uint64_t>(data.nanoseconds)}));
  Place& mine = segment->at(tail.tag);
  mine.data = data;
  mine.demands.store(data.type->spec.demands, std::memory_order_relaxed);
  mine.turn.store(tail.tag + 1, std::memory_order_seq_cst);
  return true;
}

const EventData* EventQueue::front(CallbackSafety context) const noexcept {
  const std::uint64_t head = head_.load(std::memory_order_seq_cst);
  Segment* const segment =
      directory_[head / segment_places % segments].load(std::memory_order_seq_cst);
  if (segment == nullptr) return nullptr;
  const Place& place = segment->at(head);
  const bool fits = place.turn.load(std::memory_order_seq_cst) == head + 1 &&
                    place.demands.load(std::memory_order_relaxed) >= context;
  return fits ? &place.data : nullptr;
}

void EventQueue::pop() noexcept {
  const std::uint64_t head = head_.load(std::memory_order_relaxed);
  if ((head + 1) % segment_places == 0) {
    // Before the head advances: a thread that finds room must find the entry free.
    put_spare(*entry(head).exchange(nullptr, std::memory_order_seq_cst));
  }
  head_.store(head + 1, std::memory_order_seq_cst);
}

template <class Work>
void EventDelivery::in_callback_thread(const Work& work) noexcept {
  if (behaviour_.callbacks_in_own_thread) {
    try {
      return std::thread(work).join();
    } catch (const std::exception&) {  // no thread or memory: use this one
    }
  }
  work();
}

void EventDelivery::raise(const EventRecord& type, ObjectWord object, const Words& words) noexcept {
  const CallbackSafety demands = type.spec.demands;
  if (type.source.spec.order == SourceOrder::unordered && demands >= CallbackSafety::thread_safe) {
    in_callback_thread([&] {
      call_callbacks({&type, object, steady_nanoseconds(), words});
      end_unreferenced(demands);
    });
  } else {
    post(type, object, words);
    deliver(demands);
  }
}

void EventDelivery::post(const EventRecord& type, ObjectWord object, const Words& words) noexcept {
  const EventData data{&type, object, 0, words};
  const bool by_callback = deliverer_.load() == std::this_thread::get_id();
  if (by_callback || !queue_.push(data)) drop(data);
}

void EventDelivery::deliver_waiting(CallbackSafety context) noexcept {
  in_callback_thread([&] { deliver_here(context); });
}

void EventDelivery::deliver_here(CallbackSafety context) noexcept {
  end_unreferenced(context);
  if (!late_.empty()) end_late(steady_nanoseconds());
  do {
    // Checks again after giving up the role of the deliverer, since other threads relied on it
    // meanwhile.
    while (queue_.ready(context)) {
      std::thread::id other;
      if (!deliverer_.compare_exchange_strong(other, std::this_thread::get_id())) break;
      while (const EventData* const data = queue_.front(context)) {
        call_callbacks(*data);
        queue_.pop();
      }
      deliverer_.store({});
    }
  } while (context < CallbackSafety::async_signal_safe && others_left_it(context));
}

// Waits for the delivering thread, and for the thread that has not finished its push at the head.
// True if they left the rest to this thread.
bool EventDelivery::others_left_it(CallbackSafety context) const noexcept {
  std::uint64_t taken = queue_.taken();
  for (std::uint64_t vain_looks = 0;; ++vain_looks) {
    const std::thread::id other = deliverer_.load();
    if (other == std::this_thread::get_id()) return false;
    if (other == std::thread::id()) {
      if (queue_.ready(context)) return true;
      if (queue_.ready(CallbackSafety::none)) return false;  // the posting thread delivers it
    }
    const std::uint64_t waiting = queue_.waiting();
    if (waiting <= few || vain_looks > waiting) return false;
    std::this_thread::yield();
    if (const std::uint64_t present = queue_.taken(); present != taken) {
      taken = present;
      vain_looks = 0;
    }
  }
}

bool EventDelivery::is_kept(const EventRecord& type) const noexcept {
  // Callbacks of these types overlap anyway and have no order.
  return behaviour_.early_events == Behaviour::EarlyEvents::delivered &&
         type.source.spec.order == SourceOrder::unordered &&
         type.spec.demands == CallbackSafety::thread_safe;
}

void EventDelivery::deliver_early(EventSlot& slot) noexcept {
  const EventRecord& type = *slot.type;
  if (!is_kept(type) || !slot.enter()) return;
  const EventData data = type.last.get();
  const bool is_its = data.nanoseconds > slot.allocated && listens_to(slot, data);
  const EventCallback* const callback = slot.callback_for(type.spec.demands);
  EventInstances::Delivery* const delivery =
      is_its && callback != nullptr ? instances_.begin(type.spec.demands, &data) : nullptr;
  if (delivery != nullptr) {
    instances_.call(*delivery, *callback, slot.handle);
    instances_.end(*delivery);
  }
  if (slot.leave()) end(slot, type.spec.demands);
}

void EventDelivery::call_callbacks(const EventData& data) noexcept {
  const CallbackSafety demands = data.type->spec.demands;
  if (is_kept(*data.type)) data.type->last.keep(data);
  EventInstances::Delivery* const delivery = instances_.begin(demands, &data);
  if (delivery == nullptr) return drop(data);
  const bool before_source = behaviour_.loss_report == Behaviour::LossReport::before_source;
  if (before_source) report_losses(data.type->source, demands);
  for_each_held(
      data.type->registrations,
      [&](EventSlot& slot) {
        if (!listens_to(slot, data) || !slot.samples_next()) return;
        if (const EventCallback* const callback = slot.callback_for(demands)) {
          if (!before_source) slot.report_losses(demands);
          instances_.call(*delivery, *callback, slot.handle);
        } else {
          slot.lose(behaviour_);
        }
      },
      [&](EventSlot& slot) { end(slot, demands); });
  instances_.end(*delivery);
}

void EventDelivery::report_losses(SourceRecord& source, CallbackSafety safety) noexcept {
  if (!source.has_losses.exchange(false, std::memory_order_seq_cst)) return;
  bool reported = true;
  for_each_held(
      source.registrations,
      [&](EventSlot& slot) {
        if (&slot.type->source == &source) reported = slot.report_losses(safety) && reported;
      },
      [&](EventSlot& slot) { end(slot, safety); });
  if (!reported) source.has_losses.store(true, std::memory_order_seq_cst);
}

void EventDelivery::drop(const EventData& data) noexcept {
  for_each_held(
      data.type->registrations,
      [&](EventSlot& slot) {
        if (listens_to(slot, data)) slot.lose(behaviour_);
      },
      [&](EventSlot& slot) { unreferenced_.push(slot); });
}

void EventDelivery::end(EventSlot& slot, CallbackSafety safety) noexcept {
  using LastLosses = Behaviour::LastLosses;
  if (behaviour_.last_losses != LastLosses::forgotten) {
    slot.report_losses(safety, behaviour_.last_losses == LastLosses::reported);
  }
  if (behaviour_.free_callback_milliseconds != 0 && slot.on_free.call != nullptr) {
    slot.free_callback_due =
        steady_nanoseconds() + behaviour_.free_callback_milliseconds * std::int64_t{1'000'000};
    late_.push(slot);
  } else {
    call_free_callback(slot, safety);
  }
}

void EventDelivery::call_free_callback(EventSlot& slot, CallbackSafety safety) noexcept {
  const FreeCallback& on_free = slot.on_free;
  if (on_free.call != nullptr) {
    on_free.call(on_free.function, slot.handle, safety, on_free.user_data);
  }
  ended_.push(slot);
}

void EventDelivery::end_late(std::int64_t now) noexcept {
  EventSlot* slot = late_.take_all();
  while (slot != nullptr) {
    EventSlot& ending = *slot;
    slot = slot->next_ended;
    if (ending.free_callback_due > now) {
      late_.push(ending);
    } else {
      call_free_callback(ending, CallbackSafety::none);
    }
  }
}

void EventDelivery::end_unreferenced(CallbackSafety safety) noexcept {
  if (unreferenced_.empty()) return;
  const CallbackSafety demands = std::max(safety, instances_.context().value_or(safety));
  EventInstances::Delivery* const context = instances_.begin(demands);
  if (context == nullptr) return;  // the next delivering thread does it
  EventSlot* slot = unreferenced_.take_all();
  while (slot != nullptr) {
    EventSlot& ending = *slot;
    slot = slot->next_ended;
    end(ending, demands);
  }
  instances_.end(*context);
}

}  // namespace mpit
