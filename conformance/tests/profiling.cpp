// SPDX-License-Identifier: BSD-3-Clause
// The PMPI twins and MPI_Pcontrol.
#include <string>

#include "harness/api.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/traffic.hpp"
#include "harness/variables.hpp"

namespace mpitcheck {
MPITCHECK_TEST("profiling.twins.exist", "Each function has a PMPI_ twin.",
               cites(clause::profiling_pmpi_twin_exists, clause::profiling_new_procedures_included),
               needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!function.linked) continue;  // a finding of general-api-complete
    const Clause rule = function.since_major >= 4 ? clause::profiling_new_procedures_included
                                                  : clause::profiling_pmpi_twin_exists;
    t.check(rule, std::string(function.name), function.pmpi_declared && function.pmpi_linked,
            "a twin with a P before its name",
            function.pmpi_declared ? "it is declared, not defined" : "it is not declared");
  }
}

MPITCHECK_TEST("profiling.twins.equivalent", "A twin says the same as the function itself.",
               cites(clause::profiling_pmpi_twin_equivalent), needs::mpi) {
  constexpr Clause rule = clause::profiling_pmpi_twin_equivalent;
  const auto check_number = [&](const auto& function, const auto& twin, std::string_view name) {
    if (!function.present() || !twin.present()) return;
    int number = -1;
    int number_of_twin = -2;
    const int code = function(&number);
    const int code_of_twin = twin(&number_of_twin);
    t.check(
        rule, name, code == code_of_twin && number == number_of_twin,
        [&] { return join(code_name(code), ", ", number); },
        [&] { return join(code_name(code_of_twin), ", ", number_of_twin); });
  };
  check_number(call::MPI_T_cvar_get_num, pcall::MPI_T_cvar_get_num, "MPI_T_cvar_get_num");
  check_number(call::MPI_T_pvar_get_num, pcall::MPI_T_pvar_get_num, "MPI_T_pvar_get_num");
  check_number(call::MPI_T_category_get_num, pcall::MPI_T_category_get_num,
               "MPI_T_category_get_num");
  check_number(call::MPI_T_event_get_num, pcall::MPI_T_event_get_num, "MPI_T_event_get_num");
  check_number(call::MPI_T_source_get_num, pcall::MPI_T_source_get_num, "MPI_T_source_get_num");
  for (const CvarInfo& cvar : read_cvars()) {
    int index = -1;
    int index_of_twin = -2;
    const int code = call::MPI_T_cvar_get_index(cvar.name.c_str(), &index);
    const int code_of_twin = pcall::MPI_T_cvar_get_index(cvar.name.c_str(), &index_of_twin);
    t.check(rule, cvar, code == code_of_twin && (code != MPI_SUCCESS || index == index_of_twin),
            "the same index from both", "different ones");
  }
  // One count of initializations for both names: the interface is up until both were undone.
  int provided = 0;
  t.check_code(rule, "PMPI_T_init_thread", pcall::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided),
               {MPI_SUCCESS});
  t.check_code(rule, "MPI_T_finalize", call::MPI_T_finalize(), {MPI_SUCCESS});
  int number = 0;
  t.check_code(rule, "MPI_T_cvar_get_num after one of two finalizes",
               call::MPI_T_cvar_get_num(&number), {MPI_SUCCESS});
}

MPITCHECK_TEST("profiling.pcontrol.no-op",
               "MPI_Pcontrol and its twin return success at every level and change nothing.",
               cites(clause::profiling_pcontrol_present, clause::profiling_pcontrol_noop),
               needs::mpi) {
  for (const int level : {1, 0, 2, -1, 99}) {
    const std::string subject = join("level ", level);
    t.check_code(clause::profiling_pcontrol_present, subject, MPI_Pcontrol(level), {MPI_SUCCESS});
    t.check_code(clause::profiling_pcontrol_present, subject, PMPI_Pcontrol(level), {MPI_SUCCESS});
    const int before = cvar_num();
    t.check_code(clause::profiling_pcontrol_noop, subject, MPI_Pcontrol(level, "more", 4711, 3.5),
                 {MPI_SUCCESS});
    self_traffic(2, 64);  // throws if a message is damaged
    t.check(clause::profiling_pcontrol_noop, subject, cvar_num() == before,
            "as many cvars as before", "another number");
  }
  MPI_Pcontrol(1);
}

}  // namespace mpitcheck
