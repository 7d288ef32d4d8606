// SPDX-License-Identifier: BSD-3-Clause
// Handles used with the wrong session, and special values in place of a handle.
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/kinds.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

/// A routine of the interface that takes a session and a handle.
struct Routine {
  const char* name;
  int (*call)(MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer& value);
  /// Whether the call would succeed with the right session, so that there is only one reason to
  /// fail.
  bool (*possible)(const PvarInfo& pvar);
};

bool always(const PvarInfo&) { return true; }
bool writable(const PvarInfo& pvar) { return pvar.readonly == 0; }
bool resettable_at_once(const PvarInfo& pvar) { return pvar.readonly == 0 && pvar.atomic == 1; }

const Routine routines[] = {
    {"MPI_T_pvar_start",
     [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer&) {
       return call::MPI_T_pvar_start(session, handle);
     },
     &can_be_stopped},
    {"MPI_T_pvar_stop",
     [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer&) {
       return call::MPI_T_pvar_stop(session, handle);
     },
     &can_be_stopped},
    {"MPI_T_pvar_read",
     [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer& value) {
       return call::MPI_T_pvar_read(session, handle, value.data());
     },
     &always},
    {"MPI_T_pvar_write",
     [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer& value) {
       return call::MPI_T_pvar_write(session, handle, value.data());
     },
     &writable},
    {"MPI_T_pvar_reset",
     [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer&) {
       return call::MPI_T_pvar_reset(session, handle);
     },
     &writable},
    {"MPI_T_pvar_readreset",
     [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer& value) {
       return call::MPI_T_pvar_readreset(session, handle, value.data());
     },
     &resettable_at_once},
    {"MPI_T_pvar_handle_free",
     [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, ValueBuffer&) {
       return call::MPI_T_pvar_handle_free(session, &handle);
     },
     &always},
};

struct Case {
  PvarInfo pvar;
  const Routine* routine;

  [[nodiscard]] std::string label() const { return join(routine->name, " of ", pvar.label()); }
};

template <class Fits>
std::vector<Case> cases(Test& t, const std::vector<PvarInfo>& pvars, const Fits& fits) {
  std::vector<Case> all;
  for (const PvarInfo& pvar : pvars) {
    for (const Routine& routine : routines) {
      if (fits(routine, pvar)) all.push_back({pvar, &routine});
    }
  }
  if (all.empty()) t.missing("a pvar");
  return all;
}

// For calls whose answer should not depend on the pvar.
std::vector<PvarInfo> pvars_of_each_kind() { return one_of_each_kind(surviving_pvars()); }

bool takes_buffer(const Routine& routine) {
  const std::string_view name = routine.name;
  return name == "MPI_T_pvar_read" || name == "MPI_T_pvar_write" || name == "MPI_T_pvar_readreset";
}

/// A routine that is called with special values, which need no pvar.
struct BareCase {
  const Routine* routine;
  const char* where = " in a session without handles";

  [[nodiscard]] std::string label() const { return join(routine->name, where); }
};

/// Without pvars, runs `body(case, session, buffer)` for each case that fits.
template <class Fits, class Body>
void each_bare(Test& t, Clause clause, const Fits& fits, const Body& body) {
  if (!surviving_pvars().empty()) return;
  std::vector<BareCase> all;
  for (const Routine& routine : routines) {
    if (fits(routine)) all.push_back({&routine});
  }
  t.each_isolated(clause, all, [&](const BareCase& one) {
    noting_what_is_missing(t, [&] {
      const PvarSession session;
      ValueBuffer buffer(MPI_UNSIGNED_LONG_LONG, 8);
      body(one, session.get(), buffer);
    });
  });
}

}  // namespace

MPITCHECK_TEST("pvar-handle.session.mismatch",
               "Every routine refuses a handle of another session with MPI_T_ERR_INVALID_HANDLE.",
               cites(clause::pvar_handle_session_mismatch), needs::each_phase) {
  const auto possible = [](const Routine& routine, const PvarInfo& pvar) {
    return routine.possible(pvar);
  };
  t.each_isolated(
      clause::pvar_handle_session_mismatch, cases(t, surviving_pvars(), possible),
      [&](const Case& one) {
        noting_what_is_missing(t, [&] {
          const PvarSession own;
          const PvarSession other;
          PvarHandle handle(own, one.pvar);
          const bool starts = std::string_view(one.routine->name) == "MPI_T_pvar_start";
          if (!starts) handle.run();
          ValueBuffer value = handle.buffer();
          handle.read(value);
          const int code = one.routine->call(other.get(), handle.get(), value);
          t.check_code(clause::pvar_handle_session_mismatch, one, code, {MPI_T_ERR_INVALID_HANDLE});
          if (code == MPI_SUCCESS) {
            // The library may have freed the handle, so it is not freed again.
            *handle.address() = MPI_T_PVAR_HANDLE_NULL;
          } else if (!starts) {
            t.check_code(clause::pvar_handle_session_mismatch,
                         [&] { return "a read in its own session after " + one.label(); },
                         handle.read(value), {MPI_SUCCESS});
          }
        });
      });
}

MPITCHECK_TEST("pvar-handle.alloc.bad-index",
               "A handle for an index out of range is refused with MPI_T_ERR_INVALID_INDEX.",
               cites(clause::pvar_handle_bad_index), needs::each_phase) {
  const auto allocate = [&](const std::string& which) {
    const PvarSession session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    t.check_code(clause::pvar_handle_bad_index, "index " + which,
                 call::MPI_T_pvar_handle_alloc(session.get(), which == "N" ? pvar_num() : -1,
                                               nullptr, &handle, &count),
                 {MPI_T_ERR_INVALID_INDEX});
  };
  t.each_isolated(
      clause::pvar_handle_bad_index, std::vector<std::string>{"-1", "N"},
      [&](const std::string& which) { noting_what_is_missing(t, [&] { allocate(which); }); });
}

MPITCHECK_TEST(
    "pvar-handle.session.null",
    "Allocating and freeing in the null session is refused with MPI_T_ERR_INVALID_SESSION.",
    cites(clause::pvar_handle_bad_session), needs::each_phase) {
  constexpr Clause rule = clause::pvar_handle_bad_session;
  each_pvar_isolated(t, rule, pvars_of_each_kind(), "a pvar", [&](const PvarInfo& pvar) {
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    t.check_code(rule, "MPI_T_pvar_handle_alloc",
                 call::MPI_T_pvar_handle_alloc(MPI_T_PVAR_SESSION_NULL, pvar.index,
                                               *object_for(pvar.bind), &handle, &count),
                 {MPI_T_ERR_INVALID_SESSION});
  });
  each_pvar_isolated(t, rule, pvars_of_each_kind(), "a pvar", [&](const PvarInfo& pvar) {
    const PvarSession session;
    PvarHandle handle(session, pvar);
    const int code = call::MPI_T_pvar_handle_free(MPI_T_PVAR_SESSION_NULL, handle.address());
    t.check_code(rule, "MPI_T_pvar_handle_free", code, {MPI_T_ERR_INVALID_SESSION});
  });
  // Without a pvar there is a second reason to refuse, which is equally valid.
  const auto is_free = [](const Routine& routine) {
    return std::string_view(routine.name) == "MPI_T_pvar_handle_free";
  };
  each_bare(t, rule, is_free, [&](const BareCase& one, MPI_T_pvar_session, ValueBuffer& buffer) {
    t.check_code(rule, one,
                 one.routine->call(MPI_T_PVAR_SESSION_NULL, MPI_T_PVAR_HANDLE_NULL, buffer),
                 {MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE});
  });
}

MPITCHECK_TEST("pvar-handle.free.special",
               "Freeing the null handle or ALL_HANDLES fails, with any error code.",
               cites(clause::pvar_handle_free_special), needs::each_phase) {
  constexpr Clause rule = clause::pvar_handle_free_special;
  const auto free_special = [&](const std::string& which) {
    const PvarSession session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    if (which == "MPI_T_PVAR_ALL_HANDLES") handle = MPI_T_PVAR_ALL_HANDLES;
    const int code = call::MPI_T_pvar_handle_free(session.get(), &handle);
    t.check(rule, which, fails(code));
    t.behaviour(rule, "handle_free of " + which, code_name(code));
  };
  t.each_isolated(
      rule, std::vector<std::string>{"MPI_T_PVAR_HANDLE_NULL", "MPI_T_PVAR_ALL_HANDLES"},
      [&](const std::string& which) { noting_what_is_missing(t, [&] { free_special(which); }); });
}

MPITCHECK_TEST("pvar-access.all-handles.refused",
               "Read, write and readreset refuse ALL_HANDLES and do not write the buffer.",
               cites(clause::pvar_access_all_handles_forbidden), needs::each_phase) {
  constexpr Clause rule = clause::pvar_access_all_handles_forbidden;
  const auto fits = [](const Routine& routine, const PvarInfo&) { return takes_buffer(routine); };
  t.each_isolated(rule, cases(t, pvars_of_each_kind(), fits), [&](const Case& one) {
    noting_what_is_missing(t, [&] {
      const PvarSession session;
      const PvarHandle handle(session, one.pvar);
      handle.run();
      ValueBuffer value = handle.buffer();
      const int code = one.routine->call(session.get(), MPI_T_PVAR_ALL_HANDLES, value);
      t.check(rule, one, fails(code));
      t.check(rule, one, at_most("extent(buf)", value.extent(), 0));
    });
  });
  each_bare(t, rule, takes_buffer,
            [&](const BareCase& one, MPI_T_pvar_session session, ValueBuffer& buffer) {
              const int code = one.routine->call(session, MPI_T_PVAR_ALL_HANDLES, buffer);
              t.check(rule, one, fails(code));
              t.check(rule, one, at_most("extent(buf)", buffer.extent(), 0));
            });
}

MPITCHECK_TEST(
    "pvar-access.null.refused",
    "The null handle is refused with INVALID_HANDLE, the null session with INVALID_SESSION.",
    cites(clause::pvar_access_bad_arguments), needs::each_phase) {
  constexpr Clause rule = clause::pvar_access_bad_arguments;
  const auto accesses = [](const Routine& routine, const PvarInfo&) {
    return std::string_view(routine.name) != "MPI_T_pvar_handle_free";
  };
  const std::vector<Case> all = cases(t, pvars_of_each_kind(), accesses);
  t.each_isolated(rule, all, [&](const Case& one) {
    noting_what_is_missing(t, [&] {
      const PvarSession session;
      // Freed, so that the table of a library has an unused entry.
      ValueBuffer value = PvarHandle(session, one.pvar).buffer();
      t.check_code(rule, [&] { return one.label() + ", null handle"; },
                   one.routine->call(session.get(), MPI_T_PVAR_HANDLE_NULL, value),
                   {MPI_T_ERR_INVALID_HANDLE});
    });
  });
  t.each_isolated(rule, all, [&](const Case& one) {
    noting_what_is_missing(t, [&] {
      const PvarSession session;
      const PvarHandle handle(session, one.pvar);
      ValueBuffer value = handle.value();
      // It is equally valid that the handle does not belong to the null session.
      t.check_code(rule, [&] { return one.label() + ", null session"; },
                   one.routine->call(MPI_T_PVAR_SESSION_NULL, handle.get(), value),
                   {MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE});
    });
  });
  each_bare(
      t, rule, [&](const Routine& routine) { return accesses(routine, {}); },
      [&](const BareCase& one, MPI_T_pvar_session session, ValueBuffer& buffer) {
        t.check_code(rule, [&] { return one.label() + ", null handle"; },
                     one.routine->call(session, MPI_T_PVAR_HANDLE_NULL, buffer),
                     {MPI_T_ERR_INVALID_HANDLE});
      });
  std::vector<BareCase> of_all;
  for (const Routine& routine : routines) {
    if (accesses(routine, {}) && !takes_buffer(routine)) {
      of_all.push_back({&routine, " of all handles, null session"});
    }
  }
  t.each_isolated(rule, of_all, [&](const BareCase& one) {
    ValueBuffer none(MPI_UNSIGNED_LONG_LONG, 1);
    t.check_code(rule, one,
                 one.routine->call(MPI_T_PVAR_SESSION_NULL, MPI_T_PVAR_ALL_HANDLES, none),
                 {MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE});
  });
}

}  // namespace mpitcheck
