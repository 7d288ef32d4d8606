// SPDX-License-Identifier: BSD-3-Clause
// Misdeeds of one rank among two.
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "ci/mpitcheck/tests/hostile/acts.hpp"

namespace hostile {

const std::map<std::string, Act>& acts_np() {
  static const std::map<std::string, Act> table{
      {"ranks.pass",
       [](const Account& a) {
         std::printf("rank %d here\n", a.rank);
         a.pass();
       }},
      {"ranks.one_silent",
       [](const Account& a) {
         if (a.rank == 0) a.pass();
       }},
      {"ranks.one_fails",
       [](const Account& a) {
         a.begin();
         a.end(a.rank == 1 ? "fail" : "pass", a.must, 1, a.rank);
         a.closed();
       }},
      {"ranks.one_crashes",
       [](const Account& a) {
         if (a.rank == 0) return a.pass();
         a.begin();
         a.progress(a.quality, "MPI_T_pvar_start(..)", true);
         std::signal(SIGSEGV, SIG_DFL);
         std::raise(SIGSEGV);
       }},
      {"ranks.strangers",  // as two singletons started by the launcher of another MPI
       [](const Account& a) {
         Account alone = a;
         alone.rank = 0;
         alone.np = 1;
         alone.pass();
       }},
      {"ranks.stray",
       [](const Account& a) {
         Account third = a;
         third.rank = 7;
         third.pass();
         a.pass();
       }},
  };
  return table;
}

}  // namespace hostile
