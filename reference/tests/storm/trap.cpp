// SPDX-License-Identifier: BSD-3-Clause
// Definitions that interpose those of the C library, also for the shared library.
#include "reference/tests/storm/trap.hpp"

namespace {

constinit thread_local bool in_handler = false;

}  // namespace

namespace storm {

void InHandler::set(bool value) noexcept { in_handler = value; }

}  // namespace storm

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace {

void allow(const char* function) noexcept {
  if (!in_handler) return;
  in_handler = false;
  const auto put = [](const char* text) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
  };
  put("signal_storm: a signal handler called ");
  put(function);
  put("\n");
  std::abort();
}

// The C library's function. It has two versions of pthread_cond_*; the old one has another layout.
template <class Function>
Function* next(const char* name, Function*) noexcept {
  void* found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  if (found == nullptr) found = dlsym(RTLD_NEXT, name);
  return reinterpret_cast<Function*>(found);
}

}  // namespace

// Defines `name`, which calls the C library's function if that is allowed now. `constinit`, because
// locks are taken before constructors run.
#define STORM_TRAP(name, parameters, arguments, ...) \
  extern "C" int name parameters __VA_ARGS__ {       \
    static constinit decltype(&name) real = nullptr; \
    allow(#name);                                    \
    if (real == nullptr) real = next(#name, &name);  \
    return real arguments;                           \
  }

STORM_TRAP(pthread_mutex_lock, (pthread_mutex_t * lock), (lock), noexcept)
STORM_TRAP(pthread_mutex_trylock, (pthread_mutex_t * lock), (lock), noexcept)
STORM_TRAP(pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock), noexcept)
STORM_TRAP(pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock), noexcept)
STORM_TRAP(pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock), noexcept)
STORM_TRAP(pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock), noexcept)
STORM_TRAP(pthread_cond_wait, (pthread_cond_t * cond, pthread_mutex_t* lock), (cond, lock))
STORM_TRAP(pthread_cond_timedwait,
           (pthread_cond_t * cond, pthread_mutex_t* lock, const timespec* until),
           (cond, lock, until))
STORM_TRAP(pthread_cond_signal, (pthread_cond_t * cond), (cond), noexcept)
STORM_TRAP(pthread_cond_broadcast, (pthread_cond_t * cond), (cond), noexcept)
STORM_TRAP(sem_wait, (sem_t * semaphore), (semaphore))

#undef STORM_TRAP

// These have no look-up by dlsym, which calls them.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) noexcept {
  allow("malloc");
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) noexcept {
  allow("calloc");
  return __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
  allow("realloc");
  return __libc_realloc(memory, size);
}

void free(void* memory) noexcept {
  allow("free");
  __libc_free(memory);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  allow("aligned_alloc");
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  allow("posix_memalign");
  *memory = __libc_memalign(alignment, size);
  return *memory != nullptr ? 0 : ENOMEM;
}
}

void* operator new(std::size_t size) {
  allow("operator new");
  if (void* const memory = __libc_malloc(size != 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
  allow("operator delete");
  __libc_free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

#endif
