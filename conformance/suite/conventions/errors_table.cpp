// SPDX-License-Identifier: BSD-3-Clause
// Calls with wrong arguments must return a code of the interface. The harness watches the codes of
// all other calls (conformance/harness/test/stray_codes.hpp).
#include <climits>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

/// A call with a value that is wrong for its role. Only values that a library can recognize without
/// dereferencing: null handles, indices and constants out of range.
struct WrongCall {
  std::string_view function, what;
  std::function<int()> make;
};

// Adds the same wrong index for each function that takes an index of that kind of object.
void add_indices(std::vector<WrongCall>& calls, std::string_view what, int index) {
  const auto add = [&](std::string_view function, std::function<int()> make) {
    calls.push_back({function, what, std::move(make)});
  };
  add("MPI_T_cvar_get_info", [index] {
    return call::MPI_T_cvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                     nullptr, nullptr, nullptr);
  });
  add("MPI_T_cvar_handle_alloc", [index] {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    return call::MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count);
  });
  add("MPI_T_pvar_get_info", [index] {
    return call::MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                     nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  });
  add("MPI_T_pvar_handle_alloc", [index] {
    const PvarSession session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    return call::MPI_T_pvar_handle_alloc(session.get(), index, nullptr, &handle, &count);
  });
  add("MPI_T_category_get_info", [index] {
    return call::MPI_T_category_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr,
                                         nullptr, nullptr);
  });
  add("MPI_T_category_get_cvars", [index] {
    int member = 0;
    return call::MPI_T_category_get_cvars(index, 1, &member);
  });
  add("MPI_T_category_get_pvars", [index] {
    int member = 0;
    return call::MPI_T_category_get_pvars(index, 1, &member);
  });
  add("MPI_T_category_get_categories", [index] {
    int member = 0;
    return call::MPI_T_category_get_categories(index, 1, &member);
  });
  add("MPI_T_category_get_num_events", [index] {
    int count = 0;
    return call::MPI_T_category_get_num_events(index, &count);
  });
  add("MPI_T_category_get_events", [index] {
    int member = 0;
    return call::MPI_T_category_get_events(index, 1, &member);
  });
  add("MPI_T_source_get_info", [index] {
    return call::MPI_T_source_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                       nullptr, nullptr);
  });
  add("MPI_T_source_get_timestamp", [index] {
    MPI_Count stamp = 0;
    return call::MPI_T_source_get_timestamp(index, &stamp);
  });
  add("MPI_T_event_get_info", [index] {
    int elements = 0;
    return call::MPI_T_event_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, &elements,
                                      nullptr, nullptr, nullptr, nullptr, nullptr);
  });
}

using Use = int (*)(MPI_T_pvar_session session, MPI_T_pvar_handle handle);

void add_uses(std::vector<WrongCall>& calls, std::string_view function, Use use) {
  calls.push_back({function, "the null handle", [use] {
                     const PvarSession session;
                     return use(session.get(), MPI_T_PVAR_HANDLE_NULL);
                   }});
  calls.push_back({function, "the null session",
                   [use] { return use(MPI_T_PVAR_SESSION_NULL, MPI_T_PVAR_ALL_HANDLES); }});
}

void add_handles(std::vector<WrongCall>& calls) {
  static unsigned long long buffer[8];
  add_uses(calls, "MPI_T_pvar_start", [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return call::MPI_T_pvar_start(session, handle);
  });
  add_uses(calls, "MPI_T_pvar_stop", [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return call::MPI_T_pvar_stop(session, handle);
  });
  add_uses(calls, "MPI_T_pvar_read", [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return call::MPI_T_pvar_read(session, handle, buffer);
  });
  add_uses(calls, "MPI_T_pvar_write", [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return call::MPI_T_pvar_write(session, handle, buffer);
  });
  add_uses(calls, "MPI_T_pvar_reset", [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return call::MPI_T_pvar_reset(session, handle);
  });
  add_uses(calls, "MPI_T_pvar_readreset", [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    return call::MPI_T_pvar_readreset(session, handle, buffer);
  });
  add_uses(calls, "MPI_T_pvar_handle_free",
           [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
             return call::MPI_T_pvar_handle_free(session, &handle);
           });
  calls.push_back({"MPI_T_pvar_session_free", "the null session", [] {
                     MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
                     return call::MPI_T_pvar_session_free(&session);
                   }});
  calls.push_back({"MPI_T_cvar_handle_free", "the null handle", [] {
                     MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
                     return call::MPI_T_cvar_handle_free(&handle);
                   }});
  calls.push_back({"MPI_T_cvar_read", "the null handle",
                   [] { return call::MPI_T_cvar_read(MPI_T_CVAR_HANDLE_NULL, buffer); }});
  calls.push_back({"MPI_T_cvar_write", "the null handle",
                   [] { return call::MPI_T_cvar_write(MPI_T_CVAR_HANDLE_NULL, buffer); }});
  calls.push_back({"MPI_T_enum_get_info", "the null enumeration", [] {
                     int items = 0;
                     return call::MPI_T_enum_get_info(MPI_T_ENUM_NULL, &items, nullptr, nullptr);
                   }});
  calls.push_back({"MPI_T_enum_get_item", "the null enumeration", [] {
                     int value = 0;
                     return call::MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &value, nullptr, nullptr);
                   }});
}

std::vector<WrongCall> wrong_calls() {
  std::vector<WrongCall> calls;
  add_indices(calls, "the index -1", -1);
  add_indices(calls, "the index INT_MAX", INT_MAX);
  add_handles(calls);
  calls.push_back({"MPI_T_pvar_get_index", "a class that is none", [] {
                     int index = 0;
                     return call::MPI_T_pvar_get_index("mpitcheck has no such name", -1, &index);
                   }});
  return calls;
}

}  // namespace

MPITCHECK_TEST(
    "errors.table.wrong-arguments",
    "A call with a wrong argument returns MPI_SUCCESS or a code of the table, if it returns.",
    cites(clause::errors_table_only), needs::each_phase) {
  const std::vector<WrongCall> calls = wrong_calls();
  // A call that ends the process, or is missing, breaks another rule.
  const auto codes = probe_each(calls.size(), [&](std::size_t i) { return calls[i].make(); });
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!codes[i]) continue;
    t.check(
        clause::errors_table_only, [&] { return join(calls[i].function, " with ", calls[i].what); },
        is_known_code(*codes[i]).of(calls[i].function));
  }
}

}  // namespace mpitcheck
