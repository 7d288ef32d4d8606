// SPDX-License-Identifier: BSD-3-Clause
// Hostile MPI_Ts: a library that does to its process what the verdict must survive. Preloaded over
// any MPI it does, in the first call of MPI_T_cvar_get_info and in that of MPI_T_pvar_handle_alloc,
// what MPITCHECK_HOSTILE names; if these calls then return, they return what breaks a `must`. So
// the right verdict is never a pass.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::hostile {

/// Verdicts of which one is right, e.g. {"fail"}.
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
  Verdicts alone;     ///< of a test that makes the call itself
  Verdicts isolated;  ///< of one that makes it in forked children
  /// Of one of two processes that both make it: some launchers do not tell a signal from a code.
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

/// The value of an option of this process's command line, e.g. "--result"; empty without it.
std::string option_of_process(std::string_view name);

[[noreturn]] void sleep_forever();
[[noreturn]] void spin();

/// For what computes for ever: the tests beside it are to be judged, not slowed down.
void yield_to_others();

}  // namespace mpitcheck::hostile
