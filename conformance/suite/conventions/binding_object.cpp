// SPDX-License-Identifier: BSD-3-Clause
// Bindings in use: variables that need no object, and variables that need one.
#include <array>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

std::vector<CvarInfo> cvars_with(int bind) {
  std::vector<CvarInfo> cvars = read_cvars();
  std::erase_if(cvars, [&](const CvarInfo& cvar) { return cvar.bind != bind; });
  return cvars;
}

std::vector<PvarInfo> pvars_with(int bind) {
  return only(read_pvars(), [&](const PvarInfo& pvar) { return pvar.bind == bind; });
}

// A handle of a pvar for a given object.
struct PvarAllocation {
  PvarAllocation(const PvarSession& in, const PvarInfo& pvar, void* object)
      : session(in.get()),
        code(call::MPI_T_pvar_handle_alloc(session, pvar.index, object, &handle, &count)) {
    require_room(code, "a handle of " + pvar.label());
  }
  ~PvarAllocation() {
    if (code == MPI_SUCCESS) call::MPI_T_pvar_handle_free.if_possible(session, &handle);
  }
  PvarAllocation(const PvarAllocation&) = delete;
  PvarAllocation& operator=(const PvarAllocation&) = delete;

  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = -1;
  int code;
};

std::string cvar_handle_text(MPI_T_cvar_handle handle) {
  return handle_text(handle, MPI_T_CVAR_HANDLE_NULL, "MPI_T_CVAR_HANDLE_NULL");
}

// An address that is not the handle of any object.
void* any_address() {
  static std::array<unsigned char, 256> bytes;
  bytes.fill(0x5a);
  return bytes.data();
}

}  // namespace

MPITCHECK_TEST("binding.no-object.needs-none",
               "A handle for a variable without binding can be allocated without an object.",
               cites(clause::binding_no_object_is_process_wide, clause::pvar_handle_alloc),
               needs::each_phase) {
  const std::vector<CvarInfo> cvars = cvars_with(MPI_T_BIND_NO_OBJECT);
  const std::vector<PvarInfo> pvars = pvars_with(MPI_T_BIND_NO_OBJECT);
  if (cvars.empty() && pvars.empty()) t.missing("a variable bound to MPI_T_BIND_NO_OBJECT");
  t.each_isolated(clause::binding_no_object_is_process_wide, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle handle(cvar, nullptr);
    if (says_inactive(cvar, handle.code())) return;
    t.check_code(clause::binding_no_object_is_process_wide, cvar, handle.code(), {MPI_SUCCESS});
  });
  // Crashes are charged to pvar_handle_alloc, since they do not depend on the object.
  t.each_isolated(clause::pvar_handle_alloc, pvars, [&t](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarAllocation handle(session, pvar, nullptr);
    t.examined(clause::pvar_handle_alloc, 1);
    if (says_inactive(pvar, handle.code)) return;
    t.check_code(clause::binding_no_object_is_process_wide, pvar, handle.code, {MPI_SUCCESS});
  });
}

MPITCHECK_TEST("binding.no-object.ignores-argument",
               "The object argument has no effect for a variable without binding.",
               cites(clause::binding_object_ignored_if_no_object), needs::each_phase) {
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [](const CvarInfo& cvar) { return !cvar.bound_to_nothing(); });
  const std::vector<PvarInfo> pvars =
      only(surviving_pvars(), [](const PvarInfo& pvar) { return pvar.bound_to_nothing(); });
  if (cvars.empty() && pvars.empty()) t.missing("a usable variable bound to no object");
  t.each_isolated(clause::binding_object_ignored_if_no_object, cvars, [&t](const CvarInfo& cvar) {
    const CvarHandle plain(cvar, nullptr);
    const CvarHandle with_address(cvar, any_address());
    constexpr Clause rule = clause::binding_object_ignored_if_no_object;
    if (!t.check_code(rule, cvar, with_address.code(), {MPI_SUCCESS}) || !plain.is_open()) return;
    t.check(rule, cvar,
            is_count_beside(plain.count(), with_address.count(), cvar.datatype).as_before());
    // The handles are read in turn: a value that changes by itself is not charged to the argument.
    const auto first = plain.steady_value();
    if (!first) return;
    ValueBuffer other = with_address.buffer();
    const int code = with_address.read(other);
    if (code == MPI_SUCCESS && !with_address.steady_value()) return;
    const auto again = plain.steady_value();
    if (!again || !first->equals(*again)) return;
    if (t.check(rule, cvar, is_code_as_before(code, MPI_SUCCESS))) {
      t.check(rule, cvar, value_is(other, *first).as_before());
    }
  });
  t.each_isolated(clause::binding_object_ignored_if_no_object, pvars, [&t](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarAllocation plain(session, pvar, nullptr);
    const PvarAllocation with_address(session, pvar, any_address());
    constexpr Clause rule = clause::binding_object_ignored_if_no_object;
    const bool is_allocated = t.check_code(rule, pvar, with_address.code, {MPI_SUCCESS});
    if (is_allocated && plain.code == MPI_SUCCESS) {
      t.check(rule, pvar,
              is_count_beside(plain.count, with_address.count, pvar.datatype).as_before());
    }
  });
}

MPITCHECK_TEST("binding.comm.one-object-each",
               "A variable bound to a communicator accepts a communicator, and returns a different "
               "handle for another one.",
               cites(clause::binding_exactly_one_object), needs::mpi) {
  const std::vector<CvarInfo> cvars = cvars_with(MPI_T_BIND_MPI_COMM);
  const std::vector<PvarInfo> pvars = pvars_with(MPI_T_BIND_MPI_COMM);
  if (cvars.empty() && pvars.empty()) t.missing("a variable bound to MPI_T_BIND_MPI_COMM");
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Comm self = MPI_COMM_SELF;
  const auto check = [&t](const auto& variable, int code, int other_code, const std::string& one,
                          const std::string& other) {
    if (says_inactive(variable, code) && says_inactive(variable, other_code)) return;
    const bool has_one =
        t.check_code(clause::binding_exactly_one_object, variable, code, {MPI_SUCCESS});
    if (t.check_code(clause::binding_exactly_one_object, variable, other_code, {MPI_SUCCESS}) &&
        has_one) {
      t.check(clause::binding_exactly_one_object, variable,
              is_handle("handle", Relation::none_of, other, one).as_before());
    }
  };
  t.each_isolated(clause::binding_exactly_one_object, cvars, [&](const CvarInfo& cvar) {
    const CvarHandle one(cvar, &world);
    const CvarHandle other(cvar, &self);
    check(cvar, one.code(), other.code(), cvar_handle_text(one.get()),
          cvar_handle_text(other.get()));
  });
  t.each_isolated(clause::binding_exactly_one_object, pvars, [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarAllocation one(session, pvar, &world);
    const PvarAllocation other(session, pvar, &self);
    check(pvar, one.code, other.code, pvar_handle_text(one.handle), pvar_handle_text(other.handle));
  });
}

}  // namespace mpitcheck
