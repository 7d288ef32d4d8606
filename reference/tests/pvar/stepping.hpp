// SPDX-License-Identifier: BSD-3-Clause
// Interrupts code at a chosen instruction. A signal would rarely arrive at that point.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

// Not for the portable Pair: it blocks signals, and a trap with blocked signals ends the process.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(MPIT_PORTABLE)
#define MPIT_STEPPING 1
#include <signal.h>
#include <ucontext.h>
#include <x86intrin.h>
#else
#define MPIT_STEPPING 0
#endif

namespace mpit {

#if MPIT_STEPPING

/// Single-steps code with the processor's trap flag. A process may have one at a time.
class Stepper {
 public:
  Stepper() {
    struct sigaction action {};
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, &before_);
  }
  ~Stepper() { sigaction(SIGTRAP, &before_, nullptr); }
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Runs `work`, and calls `interrupt` in a signal handler after about `step` of its instructions.
  /// Returns whether `interrupt` was called: not if `work` ended earlier.
  template <class Work, class Interrupt>
  bool run(std::size_t step, Work work, Interrupt interrupt) {
    passed_ = 0;
    step_ = step;
    call_ = [](void* what) { (*static_cast<Interrupt*>(what))(); };
    what_ = &interrupt;
    done_ = false;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    __writeeflags(__readeflags() | trap_flag);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    work();
    std::atomic_signal_fence(std::memory_order_seq_cst);
    __writeeflags(__readeflags() & ~trap_flag);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return done_;
  }

  /// Calls `round(step)`, which must call `run` once: first without interruption, then for each
  /// step. If there are many steps, selects about `rounds` of them. Returns the number of steps.
  template <class Round>
  static std::size_t at_steps(Round round, std::size_t rounds = 64) {
    round(SIZE_MAX);
    const std::size_t steps = passed_;
    const std::size_t stride = 1 + steps / rounds;
    for (std::size_t step = 0; step < steps && !testing::Test::HasFailure(); step += stride) {
      round(step);
    }
    return steps;
  }

 private:
  static constexpr unsigned long long trap_flag = 0x100;

  static void on_trap(int, siginfo_t*, void* context) {
    const std::size_t passed = passed_;
    passed_ = passed + 1;
    if (passed != step_) return;
    auto& flags = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
    flags &= ~static_cast<greg_t>(trap_flag);
    done_ = true;
    call_(what_);
  }

  static inline volatile std::size_t passed_ = 0;
  static inline std::size_t step_ = 0;
  static inline void (*call_)(void*) = nullptr;
  static inline void* what_ = nullptr;
  static inline volatile bool done_ = false;
  struct sigaction before_ {};
};

#endif

}  // namespace mpit
