// SPDX-License-Identifier: BSD-3-Clause
// Annotations for clang's -Wthread-safety: which mutex guards what. Other compilers ignore them.
#pragma once

#if defined(__clang__)
#define MPIT_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define MPIT_THREAD_SAFETY(attribute)
#endif

/// Classes of mutexes, and of objects that hold one during their lifetime.
#define MPIT_CAPABILITY(name) MPIT_THREAD_SAFETY(capability(name))
#define MPIT_SCOPED_CAPABILITY MPIT_THREAD_SAFETY(scoped_lockable)

/// Data that is accessed only while the mutex is held.
#define MPIT_GUARDED_BY(mutex) MPIT_THREAD_SAFETY(guarded_by(mutex))

/// Functions whose caller holds the mutex.
#define MPIT_REQUIRES(mutex) MPIT_THREAD_SAFETY(requires_capability(mutex))

/// Functions that take or release a mutex; without argument, their own object.
#define MPIT_ACQUIRE(...) MPIT_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define MPIT_RELEASE(...) MPIT_THREAD_SAFETY(release_capability(__VA_ARGS__))

/// Functions after which the mutex counts as held.
#define MPIT_ASSERT_HELD(mutex) MPIT_THREAD_SAFETY(assert_capability(mutex))

/// Functions that are not checked. A comment says why they are right.
#define MPIT_UNCHECKED MPIT_THREAD_SAFETY(no_thread_safety_analysis)
