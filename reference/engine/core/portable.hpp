// SPDX-License-Identifier: BSD-3-Clause
// What is compiled: the instructions of this processor, or standard C++, which serves all others.
#pragma once

// MPIT_PORTABLE asks for standard C++ here too. It is all that the thread sanitizer sees.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MPIT_SEEN_BY_TSAN 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define MPIT_SEEN_BY_TSAN 1
#endif

#if defined(MPIT_PORTABLE) || defined(MPIT_SEEN_BY_TSAN)
#define MPIT_OWN_INSTRUCTIONS 0
#else
#define MPIT_OWN_INSTRUCTIONS 1
#endif

/// An update is an unlocked read-modify-write instruction; else a relaxed atomic.
#if MPIT_OWN_INSTRUCTIONS && defined(__x86_64__)
#define MPIT_X86_UPDATES 1
#else
#define MPIT_X86_UPDATES 0
#endif

/// Two words are replaced in one atomic step, see exchange.hpp; else under a word that says busy.
#if MPIT_OWN_INSTRUCTIONS && (defined(__x86_64__) || defined(__aarch64__) || defined(__s390x__))
#define MPIT_EXCHANGES_PAIRS 1
#else
#define MPIT_EXCHANGES_PAIRS 0
#endif
