// SPDX-License-Identifier: BSD-3-Clause
// Replaces mmap, pthread_create and other functions. They call the C library unless refused.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>

#include "reference/tests/allocation/refusal.hpp"

using mpit::refused_now;
using mpit::Resource;

namespace {

// No local static with a guard: libc++'s guards call syscall().
template <auto* function>
auto* next(const char* name) {
  static constinit std::atomic<void*> known{nullptr};
  if (known.load() == nullptr) known.store(dlsym(RTLD_NEXT, name));
  return reinterpret_cast<decltype(function)>(known.load());
}

}  // namespace

extern "C" {

void* mmap(void* address, size_t length, int protection, int flags, int file,
           off_t offset) noexcept {
  if (refused_now(Resource::mapping)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return next<mmap>("mmap")(address, length, protection, flags, file, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) noexcept {
  if (refused_now(Resource::thread)) return EAGAIN;
  return next<pthread_create>("pthread_create")(thread, attributes, body, argument);
}

int pthread_key_create(pthread_key_t* key, void (*at_exit)(void*)) noexcept {
  if (refused_now(Resource::thread_key)) return EAGAIN;
  return next<pthread_key_create>("pthread_key_create")(key, at_exit);
}

int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (refused_now(Resource::thread_key)) return ENOMEM;
  return next<pthread_setspecific>("pthread_setspecific")(key, value);
}

long syscall(long number, ...) noexcept {
  if (number == SYS_membarrier && refused_now(Resource::barrier)) {
    errno = EPERM;
    return -1;
  }
  va_list rest;
  va_start(rest, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(rest, long);  // as the C library takes them
  va_end(rest);
  return next<syscall>("syscall")(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                  arguments[4], arguments[5]);
}

}  // extern "C"
