// SPDX-License-Identifier: BSD-3-Clause
// Which of the two update paths is compiled: that of x86-64, in its own instructions, or the one in
// standard C++ for all other machines.
#pragma once

// MPIT_PORTABLE asks for the other one here too. The thread sanitizer sees standard C++ only.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MPIT_SEEN_BY_TSAN 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define MPIT_SEEN_BY_TSAN 1
#endif

#if defined(__x86_64__) && !defined(MPIT_PORTABLE) && !defined(MPIT_SEEN_BY_TSAN)
#define MPIT_X86_UPDATES 1
#else
#define MPIT_X86_UPDATES 0
#endif
