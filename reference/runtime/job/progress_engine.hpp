// SPDX-License-Identifier: BSD-3-Clause
// Makes progress, waits for it, and wakes the threads that wait.
#pragma once

#include <condition_variable>
#include <optional>

#include "reference/engine/core/single_threaded.hpp"
#include "reference/runtime/job/transport.hpp"
#include "reference/runtime/job/variables.hpp"

namespace mpit::runtime {

/// The caller holds the process's lock.
class ProgressEngine {
 public:
  /// Waits are timed with the timer of `variables`.
  explicit ProgressEngine(const Variables& variables) : variables_(variables) {}

  /// From now on there are other processes; `transport` must outlive this object.
  void connect(Transport& transport) { transport_ = &transport; }

  /// Sends and receives as far as possible without waiting. True if anything moved.
  bool advance() {
    if (!transport_ || !transport_->progress()) return false;
    notify();
    return true;
  }
  /// Wakes threads that wait for a message or a completion.
  void notify() {
    if (waiters_ > 0) changed_.notify_all();
    if (awaits_others_) transport_->wake();
  }
  /// Whether `done()`, at once or after advance(). For functions that programs call until something
  /// has arrived: if nothing moved and there are more processes than cores, yields with `lock`
  /// released.
  template <class Condition>
  bool test(Lock& lock, Condition done) {
    if (done()) return true;
    advance_or_yield(lock);
    return done();
  }
  /// Waits with `lock` released until `done()`. The time counts as waiting time.
  template <class Condition>
  void wait(Lock& lock, Condition done) {
    if (done()) return;
    std::optional<Timer<>::Stretch> timing;
    if (const auto* timer = variables_.wait_timer()) timing.emplace(*timer);
    do wait_for_change(lock);
    while (!done());
  }

 private:
  [[gnu::noinline]] void advance_or_yield(Lock& lock);
  [[gnu::noinline]] void wait_for_change(Lock& lock);

  const Variables& variables_;
  Transport* transport_ = nullptr;  // null: this process is alone
  std::condition_variable_any changed_;
  int waiters_ = 0;             // for changed_
  bool awaits_others_ = false;  // a thread waits for other processes
};

}  // namespace mpit::runtime
