// SPDX-License-Identifier: BSD-3-Clause
// The PMPI twins.
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr Clause equivalent = clause::profiling_pmpi_twin_equivalent;

// The twin of the function returned the same code, and the same number on success.
template <class Subject>
void check_twin(Test& t, const Subject& subject, std::string_view function, std::string_view output,
                int code, int code_of_twin, int number, int number_of_twin) {
  const std::string twin = join("P", function);
  if (t.check(equivalent, subject,
              is_code(code_of_twin, {code}).of(twin).as_in(function, code_output)) &&
      code == MPI_SUCCESS) {
    t.check(equivalent, subject,
            equals(output, number_of_twin, number).of(twin).as_in(function, output));
  }
}

// A session without handles that either name created works with both names, with the same codes.
void check_bare_sessions(Test& t, std::string_view subject) {
  MPI_T_pvar_session plain = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_session of_twin = MPI_T_PVAR_SESSION_NULL;
  const int code = call::MPI_T_pvar_session_create(&plain);
  require_room(code, "a session");
  const int code_of_twin = pcall::MPI_T_pvar_session_create(&of_twin);
  require_room(code_of_twin, "a second session");
  t.check(equivalent, subject,
          is_code(code_of_twin, {code})
              .of("PMPI_T_pvar_session_create")
              .as_in("MPI_T_pvar_session_create", code_output));
  if (code != MPI_SUCCESS || code_of_twin != MPI_SUCCESS) return;
  const auto all = MPI_T_PVAR_ALL_HANDLES;
  for (const MPI_T_pvar_session session : {plain, of_twin}) {
    const int started = call::MPI_T_pvar_start(session, all);
    t.check(equivalent, subject,
            is_code(pcall::MPI_T_pvar_start(session, all), {started})
                .of("PMPI_T_pvar_start")
                .as_in("MPI_T_pvar_start", code_output));
    const int stopped = call::MPI_T_pvar_stop(session, all);
    t.check(equivalent, subject,
            is_code(pcall::MPI_T_pvar_stop(session, all), {stopped})
                .of("PMPI_T_pvar_stop")
                .as_in("MPI_T_pvar_stop", code_output));
    const int reset = call::MPI_T_pvar_reset(session, all);
    t.check(equivalent, subject,
            is_code(pcall::MPI_T_pvar_reset(session, all), {reset})
                .of("PMPI_T_pvar_reset")
                .as_in("MPI_T_pvar_reset", code_output));
  }
  t.check_code(equivalent, "MPI_T_pvar_session_free of the twin's session",
               call::MPI_T_pvar_session_free(&of_twin), {MPI_SUCCESS});
  t.check_code(equivalent, "PMPI_T_pvar_session_free of a session",
               pcall::MPI_T_pvar_session_free(&plain), {MPI_SUCCESS});
}

}  // namespace

MPITCHECK_TEST("profiling.twins.exist", "Each function has a PMPI_ twin.",
               cites(clause::profiling_pmpi_twin_exists, clause::profiling_new_procedures_included),
               needs::nothing) {
  for (const FunctionFacts& function : all_functions()) {
    if (!function.linked) continue;  // a finding of general-api-complete
    const Clause rule = function.since_major >= 4 ? clause::profiling_new_procedures_included
                                                  : clause::profiling_pmpi_twin_exists;
    const std::string twin = "P" + std::string(function.name);
    if (t.check(rule, function.name, is_declared(twin, function.pmpi_declared))) {
      t.check(rule, twin, is_defined(function.pmpi_linked));
    }
  }
}

MPITCHECK_TEST("profiling.twins.equivalent", "A twin returns the same as the function itself.",
               cites(clause::profiling_pmpi_twin_equivalent), needs::mpi) {
  const auto check_number = [&](const auto& function, const auto& twin, std::string_view name,
                                std::string_view output) {
    if (!function.present() || !twin.present()) return;
    int number = -1;
    int number_of_twin = -2;
    const int code = function(&number);
    const int code_of_twin = twin(&number_of_twin);
    check_twin(t, name, name, output, code, code_of_twin, number, number_of_twin);
  };
  check_number(call::MPI_T_cvar_get_num, pcall::MPI_T_cvar_get_num, "MPI_T_cvar_get_num",
               "num_cvar");
  check_number(call::MPI_T_pvar_get_num, pcall::MPI_T_pvar_get_num, "MPI_T_pvar_get_num",
               "num_pvar");
  check_number(call::MPI_T_category_get_num, pcall::MPI_T_category_get_num,
               "MPI_T_category_get_num", "num_cat");
  check_number(call::MPI_T_event_get_num, pcall::MPI_T_event_get_num, "MPI_T_event_get_num",
               "num_events");
  check_number(call::MPI_T_source_get_num, pcall::MPI_T_source_get_num, "MPI_T_source_get_num",
               "num_sources");
  for (const CvarInfo& cvar : read_cvars()) {
    int index = -1;
    int index_of_twin = -2;
    const int code = call::MPI_T_cvar_get_index(cvar.name.c_str(), &index);
    const int code_of_twin = pcall::MPI_T_cvar_get_index(cvar.name.c_str(), &index_of_twin);
    check_twin(t, cvar, "MPI_T_cvar_get_index", "cvar_index", code, code_of_twin, index,
               index_of_twin);
  }
}

MPITCHECK_TEST("profiling.twins.one-count",
               "Initializations through both names are counted together.",
               cites(clause::profiling_pmpi_twin_equivalent), needs::nothing) {
  isolated_sequence(t, equivalent, "init, twin's init, finalize, finalize, twin's finalize", [&t] {
    int provided = 0;
    int number = 0;
    t.check_code(equivalent, "MPI_T_init_thread",
                 call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), {MPI_SUCCESS});
    t.check_code(equivalent, "PMPI_T_init_thread after it",
                 pcall::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), {MPI_SUCCESS});
    t.check_code(equivalent, "MPI_T_finalize", call::MPI_T_finalize(), {MPI_SUCCESS});
    t.check_code(equivalent, "MPI_T_cvar_get_num after one of two finalizes",
                 call::MPI_T_cvar_get_num(&number), {MPI_SUCCESS});
    t.check_code(equivalent, "second MPI_T_finalize", call::MPI_T_finalize(), {MPI_SUCCESS});
    // Other rules cover the result of MPI_T_finalize itself.
    if (call::MPI_T_finalize() == MPI_SUCCESS) return;
    const int code = pcall::MPI_T_finalize();
    t.check(equivalent, "PMPI_T_finalize after balanced calls", fails(code).of("PMPI_T_finalize"));
  });
}

MPITCHECK_TEST("profiling.twins.share-cvar-handles",
               "Either name accepts a cvar handle that the other returned.",
               cites(clause::profiling_pmpi_twin_equivalent), needs::each_phase) {
  t.each_isolated(equivalent, readable_cvars(t), [&t](const CvarInfo& cvar) {
    CvarHandle handle(cvar);
    if (!handle.is_open()) return;
    ValueBuffer value = handle.buffer();
    ValueBuffer value_of_twin = handle.buffer();
    const auto steady = handle.steady_value();
    if (!steady || handle.read(value) != MPI_SUCCESS || !value.equals(*steady)) return;
    const int code = pcall::MPI_T_cvar_read(handle.get(), value_of_twin.data());
    const auto subject = [&] { return join("PMPI_T_cvar_read of ", cvar.label()); };
    constexpr std::string_view twin = "PMPI_T_cvar_read";
    if (t.check(equivalent, subject, is_code(code, {MPI_SUCCESS}).of(twin))) {
      t.check(equivalent, subject,
              value_is(value_of_twin, value).of(twin).as_in("MPI_T_cvar_read", "buf"));
    }
    MPI_T_cvar_handle of_twin = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    if (pcall::MPI_T_cvar_handle_alloc(cvar.index, *object_for(cvar.bind), &of_twin, &count) !=
        MPI_SUCCESS) {
      return;
    }
    t.check_code(equivalent,
                 [&] { return join("MPI_T_cvar_read with the twin's handle of ", cvar.label()); },
                 call::MPI_T_cvar_read(of_twin, value.data()), {MPI_SUCCESS});
    t.check_code(
        equivalent,
        [&] { return join("MPI_T_cvar_handle_free of the twin's handle of ", cvar.label()); },
        call::MPI_T_cvar_handle_free(&of_twin), {MPI_SUCCESS});
  });
}

MPITCHECK_TEST("profiling.twins.share-pvar-sessions",
               "Either name accepts a pvar session and handle that the other returned.",
               cites(clause::profiling_pmpi_twin_equivalent), needs::each_phase) {
  t.each_isolated(equivalent, std::vector{"a session without handles"}, [&t](const char* subject) {
    noting_what_is_missing(t, [&] { check_bare_sessions(t, subject); });
  });
  each_pvar_isolated(t, equivalent, surviving_pvars(), "a pvar", [&t](const PvarInfo& pvar) {
    const PvarSession session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    const int allocated = pcall::MPI_T_pvar_handle_alloc(session.get(), pvar.index,
                                                         *object_for(pvar.bind), &handle, &count);
    require_room(allocated, "a handle of " + pvar.label());
    if (allocated != MPI_SUCCESS) {  // shows nothing about twins if the function refuses too
      if (call::MPI_T_pvar_handle_alloc(session.get(), pvar.index, *object_for(pvar.bind), &handle,
                                        &count) == MPI_SUCCESS) {
        t.check_code(equivalent, [&] { return join("PMPI_T_pvar_handle_alloc of ", pvar.label()); },
                     allocated, {MPI_SUCCESS});
        call::MPI_T_pvar_handle_free(session.get(), &handle);
      }
      return;
    }
    ValueBuffer value(pvar.datatype, count);
    if (pvar.continuous == 0) {
      t.check_code(equivalent, [&] { return join("MPI_T_pvar_start of ", pvar.label()); },
                   call::MPI_T_pvar_start(session.get(), handle), {MPI_SUCCESS});
      t.check_code(equivalent, [&] { return join("PMPI_T_pvar_stop of ", pvar.label()); },
                   pcall::MPI_T_pvar_stop(session.get(), handle), {MPI_SUCCESS});
    }
    t.check_code(equivalent, [&] { return join("MPI_T_pvar_read of ", pvar.label()); },
                 call::MPI_T_pvar_read(session.get(), handle, value.data()), {MPI_SUCCESS});
    t.check_code(equivalent, [&] { return join("PMPI_T_pvar_handle_free of ", pvar.label()); },
                 pcall::MPI_T_pvar_handle_free(session.get(), &handle), {MPI_SUCCESS});
  });
}

}  // namespace mpitcheck
