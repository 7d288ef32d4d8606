// SPDX-License-Identifier: BSD-3-Clause
// Runs a function in several threads that start at the same time.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace mpit {

/// Runs `body(number)`, with numbers from 0, in each of `threads` new threads, and waits for all of
/// them. The bodies start when all threads exist. Rethrows the first exception of a body.
template <class Body>
void run_concurrently(int threads, const Body& body) {
  std::atomic<int> waiting{threads};
  std::mutex mutex;
  std::exception_ptr first;
  std::vector<std::thread> all;
  all.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i != threads; ++i) {
    all.emplace_back([&, i] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!first) first = std::current_exception();
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  if (first) std::rethrow_exception(first);
}

}  // namespace mpit
