// SPDX-License-Identifier: BSD-3-Clause
// Delivery of event instances.
#include "engine/event_delivery.hpp"

#include <algorithm>

namespace mpit {

namespace {

// Visits the registrations of `list`, each held meanwhile; `desert` gets those whose last reference
// this was.
template <class Visit, class Desert>
void for_each_held(const MemberArray<EventSlot>& list, Visit&& visit, Desert&& desert) {
  list.for_each([&](EventSlot& slot) {
    if (!slot.enter()) return;
    if (!slot.freed.load(std::memory_order_acquire)) visit(slot);
    if (slot.leave()) desert(slot);
  });
}

// Whether a registration, found by its type, is still one for instances like this.
bool listens_to(const EventSlot& slot, const EventData& data) {
  return slot.type == data.type && data.type->active.load(std::memory_order_acquire) &&
         (data.type->spec.bind == Bind::no_object || slot.object == data.object);
}

}  // namespace

void EventDelivery::raise(const EventRecord& type, ObjectWord object, const Words& words) noexcept {
  const CallbackSafety demands = type.spec.demands;
  if (type.source.spec.order == SourceOrder::unordered && demands >= CallbackSafety::thread_safe) {
    call_callbacks({&type, object, steady_nanoseconds(), words});
    end_deserted(demands);
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
  end_deserted(context);
  // Asks again after giving up the post: others who came meanwhile relied on this thread.
  while (queue_.ready(context)) {
    std::thread::id nobody;
    if (!deliverer_.compare_exchange_strong(nobody, std::this_thread::get_id())) return;
    while (const EventData* const data = queue_.front(context)) {
      call_callbacks(*data);
      queue_.pop();
    }
    deliverer_.store({});
  }
}

void EventDelivery::call_callbacks(const EventData& data) noexcept {
  const CallbackSafety demands = data.type->spec.demands;
  EventInstances::Delivery* const delivery = instances_.begin(demands, &data);
  if (delivery == nullptr) return drop(data);
  const bool before_source = behaviour_.loss_report == Behaviour::LossReport::before_source;
  if (before_source) report_losses(data.type->source, demands);
  for_each_held(
      data.type->registrations,
      [&](EventSlot& slot) {
        if (!listens_to(slot, data) || !slot.samples_next()) return;
        if (const EventCallback* const callback = slot.callback_for(demands)) {
          if (!before_source) slot.report_losses(demands, behaviour_);
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
        if (&slot.type->source == &source)
          reported = slot.report_losses(safety, behaviour_) && reported;
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
      [&](EventSlot& slot) { deserted_.push(slot); });
}

void EventDelivery::end(EventSlot& slot, CallbackSafety safety) noexcept {
  if (behaviour_.last_losses == Behaviour::LastLosses::reported) {
    slot.report_losses(safety, behaviour_);
  }
  const FreeCallback& on_free = slot.on_free;
  if (on_free.call != nullptr) {
    on_free.call(on_free.function, slot.handle, safety, on_free.user_data);
  }
  ended_.push(slot);
}

void EventDelivery::end_deserted(CallbackSafety safety) noexcept {
  if (deserted_.empty()) return;
  const CallbackSafety demands = std::max(safety, instances_.context().value_or(safety));
  EventInstances::Delivery* const context = instances_.begin(demands);
  if (context == nullptr) return;  // whoever delivers next will do it
  EventSlot* slot = deserted_.take_all();
  while (slot != nullptr) {
    EventSlot& ending = *slot;
    slot = slot->next_ended;
    end(ending, demands);
  }
  instances_.end(*context);
}

}  // namespace mpit
