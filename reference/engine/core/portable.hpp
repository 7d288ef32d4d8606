// SPDX-License-Identifier: BSD-3-Clause
// Selects the code to compile: instructions of this processor, or standard C++, for all others.
#pragma once

// MPIT_PORTABLE selects standard C++ here too. The thread sanitizer understands nothing else.
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

/// An update is an unlocked read-modify-write instruction; otherwise a relaxed atomic.
#if MPIT_OWN_INSTRUCTIONS && defined(__x86_64__)
#define MPIT_X86_UPDATES 1
#else
#define MPIT_X86_UPDATES 0
#endif

/// Two words are replaced in one atomic step, see exchange.hpp; otherwise under a word that marks
/// them busy.
#if MPIT_OWN_INSTRUCTIONS && (defined(__x86_64__) || defined(__aarch64__) || defined(__s390x__))
#define MPIT_EXCHANGES_PAIRS 1
#else
#define MPIT_EXCHANGES_PAIRS 0
#endif
