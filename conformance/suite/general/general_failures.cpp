// SPDX-License-Identifier: BSD-3-Clause
// Failures that the standard's text defines: they are not fatal, run no error handler, do not harm
// MPI, and return a code of the table.
#include <unistd.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/general/communication.hpp"

namespace mpitcheck {
namespace {

constexpr const char* no_such_name = "mpitcheck has no such name";

/// A way to make a call fail that the standard's text defines. `provoke` makes the calls and
/// returns the code of the failing one.
struct Failure {
  std::string name;
  std::function<int()> provoke;

  [[nodiscard]] const std::string& label() const { return name; }
};

void add_unknown_names(std::vector<Failure>& failures) {
  failures.push_back({"look-up of an unknown cvar", [] {
                        int index = 0;
                        return call::MPI_T_cvar_get_index(no_such_name, &index);
                      }});
  failures.push_back({"look-up of an unknown pvar", [] {
                        int index = 0;
                        return call::MPI_T_pvar_get_index(no_such_name, MPI_T_PVAR_CLASS_COUNTER,
                                                          &index);
                      }});
  failures.push_back({"look-up of an unknown category", [] {
                        int index = 0;
                        return call::MPI_T_category_get_index(no_such_name, &index);
                      }});
}

void add_constant_cvar(Test& t, std::vector<Failure>& failures) {
  if (!call::MPI_T_cvar_write.present()) return;
  std::vector<CvarInfo> constant_cvars = readable_cvars(t);
  std::erase_if(constant_cvars,
                [](const CvarInfo& cvar) { return cvar.scope != MPI_T_SCOPE_CONSTANT; });
  for (const CvarInfo& cvar : one_of_each_kind(constant_cvars)) {
    failures.push_back({"write to the constant " + cvar.label(), [cvar] {
                          const CvarHandle handle(cvar);
                          const auto value = handle.value();
                          return value ? handle.write(*value) : MPI_SUCCESS;
                        }});
  }
}

// Adds a failing call on a handle of each kind of `pvars`.
void add_on_each_kind(std::vector<Failure>& failures, const std::vector<PvarInfo>& pvars,
                      const std::string& what, int (*fail)(const PvarHandle&)) {
  for (const PvarInfo& pvar : one_of_each_kind(pvars)) {
    failures.push_back({what + " " + pvar.label(), [pvar, fail] {
                          const PvarSession session;
                          const PvarHandle handle(session, pvar);
                          handle.run();
                          return fail(handle);
                        }});
  }
}

int write_back(const PvarHandle& handle) { return handle.write(handle.value()); }

int readreset(const PvarHandle& handle) {
  ValueBuffer value = handle.buffer();
  return handle.readreset(value);
}

int read_in_other_session(const PvarHandle& handle) {
  const PvarSession other;
  ValueBuffer value = handle.buffer();
  return call::MPI_T_pvar_read(other.get(), handle.get(), value.data());
}

void add_pvars(std::vector<Failure>& failures) {
  const std::vector<PvarInfo> pvars = surviving_pvars();
  const auto readonly = only(pvars, [](const PvarInfo& p) { return p.readonly == 1; });
  add_on_each_kind(failures, only(pvars, [](const PvarInfo& p) { return p.continuous == 1; }),
                   "start of the continuous", [](const PvarHandle& h) { return h.start(); });
  add_on_each_kind(failures, only(pvars, [](const PvarInfo& p) { return p.atomic == 0; }),
                   "readreset of the non-atomic", readreset);
  add_on_each_kind(failures, readonly, "write to the read-only", write_back);
  add_on_each_kind(failures, readonly, "reset of the read-only",
                   [](const PvarHandle& h) { return h.reset(); });
  add_on_each_kind(failures, pvars, "read in another session of", read_in_other_session);
}

/// All failures that can be provoked on this target; records in `t` what is missing for the others.
std::vector<Failure> defined_failures(Test& t) {
  std::vector<Failure> failures;
  add_unknown_names(failures);
  add_constant_cvar(t, failures);
  add_pvars(failures);
  return failures;
}

/// The failures that do not end the process.
std::vector<Failure> survived_failures(Test& t) {
  const std::vector<Failure> failures = defined_failures(t);
  const auto answers =
      probe_each(failures.size(), [&](std::size_t i) { return failures[i].provoke(); });
  std::vector<Failure> survived;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    if (answers[i]) survived.push_back(failures[i]);
  }
  return survived;
}

// Counts in this process only. Children have counters of their own.
int handler_calls = 0;
void count_call(MPI_Comm*, int*, ...) { ++handler_calls; }

// Sets an error handler that counts its calls on the predefined communicators.
void count_handler_calls() {
  MPI_Errhandler counting;
  MPI_Comm_create_errhandler(&count_call, &counting);
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    MPI_Comm_set_errhandler(comm, counting);
  }
  MPI_Errhandler_free(&counting);
}

const Baseline plain_handlers("error handlers of MPI", [] {
  if (const int code = MPI_Init(nullptr, nullptr); code != MPI_SUCCESS) {
    return join("MPI_Init returns ", code);
  }
  count_handler_calls();
  object_for(MPI_T_BIND_MPI_COMM);  // asks MPI whether it is up, as failures do
  ::usleep(100'000);                // for threads of the library
  return handler_calls == 0 ? std::string() : join(handler_calls, " invocations");
});

}  // namespace

MPITCHECK_TEST(
    "general.failures.not-fatal",
    "A failure that the standard defines does not end the process, and the interface stays usable.",
    cites(clause::general_failure_not_fatal), needs::each_phase) {
  t.each_isolated(clause::general_failure_not_fatal, defined_failures(t),
                  [&t](const Failure& failure) {
                    noting_what_is_missing(t, [&] {
                      failure.provoke();
                      int count = 0;
                      t.check_code(clause::general_failure_not_fatal,
                                   "MPI_T_cvar_get_num after " + failure.name,
                                   call::MPI_T_cvar_get_num(&count), {MPI_SUCCESS});
                    });
                  });
}

MPITCHECK_TEST("general.failures.surplus-finalize-not-fatal",
               "A surplus MPI_T_finalize does not end the process, and MPI still communicates.",
               cites(clause::general_failure_not_fatal), needs::nothing) {
  isolated_sequence(t, clause::general_failure_not_fatal, "MPI_Init, surplus MPI_T_finalize", [&t] {
    t.lifecycle().mpi_init();
    call::MPI_T_finalize();
    check_beside(t, plain_communication, clause::general_failure_not_fatal,
                 "messages after a surplus MPI_T_finalize", is_sound(odd_communication()));
    t.lifecycle().mpi_finalize();
  });
}

MPITCHECK_TEST("general.failures.no-error-handler",
               "No call of the interface, failing or not, runs an error handler of MPI.",
               cites(clause::general_failure_no_errhandler), needs::mpi) {
  count_handler_calls();
  const auto check_silent = [&t](const std::string& after) {
    check_beside(t, plain_handlers, clause::general_failure_no_errhandler, after,
                 equals("invocations of an error handler", handler_calls, 0)
                     .of("MPI_Comm_errhandler_function"));
  };
  t.each_isolated(clause::general_failure_no_errhandler, survived_failures(t),
                  [&](const Failure& failure) {
                    noting_what_is_missing(t, [&] {
                      handler_calls = 0;
                      failure.provoke();
                      check_silent(failure.name);
                    });
                  });
  read_cvars();
  read_pvars();
  read_categories();
  check_silent("queries");
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }
}

MPITCHECK_TEST("general.failures.mpi-unharmed",
               "After failing calls, messages and reductions of MPI still give correct results.",
               cites(clause::general_failure_no_side_effect_on_mpi), needs::mpi) {
  for (const Failure& failure : survived_failures(t)) {
    noting_what_is_missing(t, [&] {
      failure.provoke();
      check_beside(t, plain_communication, clause::general_failure_no_side_effect_on_mpi, failure,
                   is_sound(odd_communication()));
    });
  }
}

MPITCHECK_TEST("general.failures.table-code",
               "A failure that the standard defines returns a code of the table.",
               cites(clause::general_specific_reason_code), needs::each_phase) {
  t.each_isolated(clause::general_specific_reason_code, survived_failures(t),
                  [&t](const Failure& failure) {
                    noting_what_is_missing(t, [&] {
                      const int code = failure.provoke();
                      t.check(clause::general_specific_reason_code, failure, is_known_code(code));
                    });
                  });
}

}  // namespace mpitcheck
