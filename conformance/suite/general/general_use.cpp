// SPDX-License-Identifier: BSD-3-Clause
// The interface works in any state of MPI: before MPI_Init, while MPI is up, after MPI_Finalize,
// and without MPI.
#include <cstdlib>
#include <optional>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// Queries the lists and one entry of each. Every call must succeed for `clause`.
void check_queries_work(Test& t, Clause clause) {
  t.examining(clause);
  int cvars = 0;
  int pvars = 0;
  int categories = 0;
  int stamp = 0;
  t.check_code(clause, "MPI_T_cvar_get_num", call::MPI_T_cvar_get_num(&cvars), {MPI_SUCCESS});
  t.check_code(clause, "MPI_T_pvar_get_num", call::MPI_T_pvar_get_num(&pvars), {MPI_SUCCESS});
  t.check_code(clause, "MPI_T_category_get_num", call::MPI_T_category_get_num(&categories),
               {MPI_SUCCESS});
  t.check_code(clause, "MPI_T_category_changed", call::MPI_T_category_changed(&stamp),
               {MPI_SUCCESS});
  for (int i = 0; i < categories; ++i) {
    int members[3];
    t.check_code(clause, [i] { return join("category ", i); },
                 call::MPI_T_category_get_info(i, nullptr, nullptr, nullptr, nullptr, &members[0],
                                               &members[1], &members[2]),
                 {MPI_SUCCESS, MPI_T_ERR_INVALID_INDEX});  // INVALID_INDEX if it is inactive
  }
}

// No read of a cvar may return that the interface is not initialized. The first few that return a
// value are repeated in this process.
void check_cvars_work(Test& t, Clause clause) {
  std::size_t wanted = 20;
  const std::vector<CvarInfo> cvars = bindable_cvars(t);
  const auto read = [&cvars](std::size_t i) {
    const CvarHandle handle(cvars[i]);
    if (!handle.is_open()) return handle.code();
    ValueBuffer value = handle.buffer();
    return handle.read(value);
  };
  const auto codes = probe_each(cvars.size(), read);
  for (std::size_t i = 0; i < cvars.size(); ++i) {
    if (!codes[i]) continue;  // a crash is a finding of the cvar rules
    if (*codes[i] == MPI_T_ERR_NOT_INITIALIZED) (void)read(i);  // the last answer then shows it
    t.check(clause, cvars[i], is_other_code(*codes[i], "MPI_T_ERR_NOT_INITIALIZED"));
    if (*codes[i] != MPI_SUCCESS || wanted == 0) continue;
    --wanted;
    noting_what_is_missing(t, [&] { t.check_code(clause, cvars[i], read(i), {MPI_SUCCESS}); });
  }
}

}  // namespace

MPITCHECK_TEST("general.use.before-mpi-init",
               "After MPI_T_init_thread the interface works before MPI_Init.",
               cites(clause::general_before_mpi_init), needs::tool) {
  check_queries_work(t, clause::general_before_mpi_init);
  check_cvars_work(t, clause::general_before_mpi_init);
  t.check_code(clause::general_before_mpi_init, "MPI_T_finalize", t.lifecycle().tool_finalize(),
               {MPI_SUCCESS});
}

MPITCHECK_TEST("general.use.after-mpi-finalize",
               "An interface that was initialized before MPI_Init stays usable after MPI_Finalize.",
               cites(clause::general_after_mpi_finalize), needs::nothing) {
  isolated_sequence(t, clause::general_after_mpi_finalize,
                    "MPI_T_init_thread, MPI_Init, MPI_Finalize, queries", [&t] {
                      t.lifecycle().tool_init();
                      t.lifecycle().mpi_init();
                      t.lifecycle().mpi_finalize();
                      Progress::instance().phase("after MPI_Finalize");
                      check_queries_work(t, clause::general_after_mpi_finalize);
                      check_cvars_work(t, clause::general_after_mpi_finalize);
                    });
}

MPITCHECK_TEST("general.use.fresh-init-after-mpi-finalize",
               "The interface can be initialized for the first time after MPI_Finalize.",
               cites(clause::general_after_mpi_finalize), needs::nothing) {
  isolated_sequence(t, clause::general_after_mpi_finalize,
                    "MPI_Init, MPI_Finalize, MPI_T_init_thread, queries", [&t] {
                      t.lifecycle().mpi_init();
                      t.lifecycle().mpi_finalize();
                      Progress::instance().phase("after MPI_Finalize");
                      int provided = 0;
                      const int code = call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
                      t.check_code(clause::general_after_mpi_finalize, "MPI_T_init_thread", code,
                                   {MPI_SUCCESS, MPI_T_ERR_CANNOT_INIT});
                      t.behaviour(clause::general_after_mpi_finalize,
                                  "first init after MPI_Finalize", code_name(code));
                      if (code != MPI_SUCCESS) return;
                      check_queries_work(t, clause::general_after_mpi_finalize);
                      t.check_code(clause::general_after_mpi_finalize, "MPI_T_finalize",
                                   call::MPI_T_finalize(), {MPI_SUCCESS});
                    });
}

MPITCHECK_TEST("general.use.without-mpi",
               "A program that uses the interface without MPI_Init ends with status 0.",
               cites(clause::general_no_mpi_needed), needs::nothing) {
  t.examining(clause::general_no_mpi_needed);
  const ChildResult child = in_child([&t](int out) {
    t.lifecycle().tool_init();
    const auto read_all = [](int number, const auto& read) {
      for (int i = number - 1; i >= 0; --i) value_unless_quarantined([&] { return read(i); });
    };
    read_all(cvar_num(), read_cvar);
    read_all(pvar_num(), read_pvar);
    read_all(category_num(), read_category);
    write_all(out, join(t.lifecycle().tool_finalize()));
    std::exit(EXIT_SUCCESS);
  });
  if (child.exit_code == child_threw && !Recorder::instance().in_call()) {
    throw CannotGoOn("an interface that comes up and answers");
  }
  const auto code = whole_number<int>(child.output);
  constexpr std::string_view subject = "a program with calls of MPI_T only";
  std::optional<std::string> end;
  if (child.signal != 0) {
    end = signal_name(child.signal);
  } else if (!code) {
    end = join("exit status ", child.exit_code);
  }
  if (t.check(clause::general_no_mpi_needed, subject, survives(end))) {
    t.check(clause::general_no_mpi_needed, subject,
            equals("exit status", child.exit_code, EXIT_SUCCESS).of("MPI_T_finalize"));
  }
  if (!code) return;
  ReturnCodes::instance().add("MPI_T_init_thread", MPI_SUCCESS);
  ReturnCodes::instance().add("MPI_T_finalize", *code);
  t.check(clause::general_no_mpi_needed, "MPI_T_finalize",
          is_code(*code, {MPI_SUCCESS}).of("MPI_T_finalize"));
}

MPITCHECK_TEST("general.codes.success", "MPI_SUCCESS is 0, and successful queries return it.",
               cites(clause::general_success_value), needs::each_phase) {
  t.check(clause::general_success_value, "MPI_SUCCESS", success_is_zero());
  check_queries_work(t, clause::general_success_value);
  t.behaviour(clause::general_set_not_portable, "variables " + Progress::instance().phase(),
              join(cvar_num(), " cvars, ", pvar_num(), " pvars, ", category_num(), " categories"));
}

}  // namespace mpitcheck
