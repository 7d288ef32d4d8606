// SPDX-License-Identifier: BSD-3-Clause
// Hostile MPI_Ts: libraries that harm their process, which must not spoil the verdict. The library
// is preloaded over any MPI. In the first call of MPI_T_cvar_get_info, and in that of
// MPI_T_pvar_handle_alloc, it does what MPITCHECK_HOSTILE names. If the calls return, their results
// break a `must`, so a pass is never right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::hostile {

/// Verdicts of which any is right, e.g. {"fail"}.
using Verdicts = std::vector<std::string_view>;

inline const Verdicts broken{"fail"};
inline const Verdicts late{"timeout"};
inline const Verdicts left{"early-exit"};
inline const Verdicts died{"crash"};
inline const Verdicts died_launched{"crash", "early-exit"};

struct Act {
  std::string_view name;
  std::string_view brief;
  void (*run)();
  Verdicts alone;     ///< of a test that makes the call in its own process
  Verdicts isolated;  ///< of a test that makes the call in forked children
  /// Of one of two processes that both make the call. Some launchers report a signal as an exit
  /// code.
  Verdicts ranks;
  bool is_broken = true;  ///< whether the call then breaks a rule
};

/// All acts, by subject.
std::vector<Act> all_acts();

std::vector<Act> acts_of_descriptors();
std::vector<Act> acts_of_ending();
std::vector<Act> acts_of_memory();
std::vector<Act> acts_of_output();
std::vector<Act> acts_of_processes();
std::vector<Act> acts_of_signals();
std::vector<Act> acts_of_surroundings();

/// The value of an option of this process's command line, e.g. "--result"; empty if there is none.
std::string option_of_process(std::string_view name);

[[noreturn]] void sleep_forever();
[[noreturn]] void spin();

/// Lowers the priority of a library that computes without end, so that it does not slow down other
/// tests.
void yield_to_others();

}  // namespace mpitcheck::hostile
