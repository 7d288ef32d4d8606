// SPDX-License-Identifier: BSD-3-Clause
// Waits for other threads and other processes.
#include "reference/runtime/job/progress_engine.hpp"

#include <sched.h>

namespace mpit::runtime {

void ProgressEngine::advance_or_yield(Lock& lock) {
  if (advance() || !transport_ || transport_->has_own_core()) return;
  lock.unlock();
  sched_yield();
  lock.lock();
  advance();
}

// One thread waits for other processes, all other threads wait for it.
void ProgressEngine::wait_for_change(Lock& lock) {
  if (advance()) return;
  if (!transport_ || awaits_others_) {
    ++waiters_;
    changed_.wait(lock);
    --waiters_;
    return;
  }
  awaits_others_ = true;
  const std::uint32_t bell = transport_->bell();
  lock.unlock();
  transport_->await(bell);
  lock.lock();
  awaits_others_ = false;
  transport_->progress();
  notify();  // also makes another thread take over
}

}  // namespace mpit::runtime
