// SPDX-License-Identifier: BSD-3-Clause
// The rows of the table of return codes. A sweep makes every call with legal arguments and with the
// illegal arguments of the table. Each call must return a code of its row.
#include <algorithm>
#include <climits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/bare_access.hpp"

namespace mpitcheck {
namespace {

struct RowCode {
  std::string_view function, code;
};

constexpr RowCode rows[] = {
#define MPITCHECK_CODE(function, code) {#function, #code},
#include "mpitcheck/codes.inc"
#undef MPITCHECK_CODE
};

using Names = std::vector<std::string>;

// Checks that `code` is in the row or allowed for every routine.
void check_row(Test& t, Clause clause, std::string_view function, const std::string& subject,
               int code, Names row) {
  const auto any = data(clause::errors_any_routine).codes;
  row.insert(row.begin(), any.begin(), any.end());
  std::erase_if(row, [](const std::string& name) {
    return name != "MPI_SUCCESS" && !constant(name);  // a code of a later version
  });
  t.check(
      clause, [&] { return join(function, " of ", subject); },
      is_among(code_output, code_name(code), row).of(function));
}

// check_row() with the codes that the clause names for all its functions.
void check_clause_row(Test& t, Clause clause, std::string_view function, const std::string& subject,
                      int code) {
  const auto codes = data(clause).codes;
  check_row(t, clause, function, subject, code, Names(codes.begin(), codes.end()));
}

void check_pvar_row(Test& t, std::string_view function, const std::string& subject, int code) {
  Names names;
  for (const RowCode& row : rows) {
    if (row.function == function) names.emplace_back(row.code);
  }
  // It is open whether readreset may return the code of its reset part.
  if (function == "MPI_T_pvar_readreset") names.emplace_back("MPI_T_ERR_PVAR_NO_WRITE");
  check_row(t, clause::errors_pvar_access_row, function, subject, code, names);
}

// Indices 0..count-1, and three that the table calls invalid.
std::vector<int> indices(int count) {
  std::vector<int> all{-1, count, INT_MAX};
  for (int i = 0; i < count; ++i) all.push_back(i);
  return all;
}

struct IndexQuery {
  std::string_view function;
  int index;
  int (*query)(int index);

  [[nodiscard]] std::string label() const { return join("index ", index); }
};

// Checks the code of each query that a forked child survives. Crashes are findings of the clauses
// on bad arguments.
void check_survived(Test& t, Clause clause, const std::vector<IndexQuery>& queries) {
  const auto codes =
      probe_each(queries.size(), [&](std::size_t i) { return queries[i].query(queries[i].index); });
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (!codes[i]) continue;
    check_clause_row(t, clause, queries[i].function, queries[i].label(), *codes[i]);
  }
}

std::vector<IndexQuery> index_queries() {
  std::vector<IndexQuery> queries;
  for (const int i : indices(cvar_num())) {
    queries.push_back({"MPI_T_cvar_get_info", i, [](int index) {
                         return call::MPI_T_cvar_get_info(index, nullptr, nullptr, nullptr, nullptr,
                                                          nullptr, nullptr, nullptr, nullptr,
                                                          nullptr);
                       }});
  }
  for (const int i : indices(pvar_num())) {
    queries.push_back({"MPI_T_pvar_get_info", i, [](int index) {
                         return call::MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, nullptr,
                                                          nullptr, nullptr, nullptr, nullptr,
                                                          nullptr, nullptr, nullptr, nullptr);
                       }});
  }
  for (const int i : indices(category_num())) {
    queries.push_back({"MPI_T_category_get_info", i, [](int index) {
                         return call::MPI_T_category_get_info(index, nullptr, nullptr, nullptr,
                                                              nullptr, nullptr, nullptr, nullptr);
                       }});
  }
  return queries;
}

void check_lookups(Test& t, const std::string& name) {
  constexpr Clause row = clause::errors_query_row;
  int index = 0;
  const std::string subject = in_quotes(name);
  check_clause_row(t, row, "MPI_T_cvar_get_index", subject,
                   call::MPI_T_cvar_get_index(name.c_str(), &index));
  check_clause_row(t, row, "MPI_T_pvar_get_index", subject,
                   call::MPI_T_pvar_get_index(name.c_str(), MPI_T_PVAR_CLASS_COUNTER, &index));
  check_clause_row(t, row, "MPI_T_category_get_index", subject,
                   call::MPI_T_category_get_index(name.c_str(), &index));
}

}  // namespace

MPITCHECK_TEST("errors.rows.queries",
               "Queries of variables and categories return codes of their row in the table, also "
               "for bad indices.",
               cites(clause::errors_query_row), needs::each_phase) {
  check_survived(t, clause::errors_query_row, index_queries());
  noting_what_is_missing(t, [&] {
    check_lookups(t, "mpitcheck has no such name");
    for (const CategoryInfo& category : read_categories()) check_lookups(t, category.name);
  });
}

MPITCHECK_TEST("errors.rows.cvar-handles",
               "Allocating and freeing handles of cvars returns codes of the row in the table.",
               cites(clause::errors_handle_row), needs::each_phase) {
  constexpr Clause row = clause::errors_handle_row;
  t.each_isolated(row, readable_cvars(t), [&](const CvarInfo& cvar) {
    CvarHandle handle(cvar);
    check_clause_row(t, row, "MPI_T_cvar_handle_alloc", cvar.label(), handle.code());
    if (handle.is_open()) {
      check_clause_row(t, row, "MPI_T_cvar_handle_free", cvar.label(), handle.free());
    }
  });
  const auto alloc = [](int index) {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    return call::MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count);
  };
  check_survived(
      t, row,
      {{"MPI_T_cvar_handle_alloc", -1, alloc}, {"MPI_T_cvar_handle_alloc", cvar_num(), alloc}});
}

MPITCHECK_TEST("errors.rows.pvar-handles",
               "Allocating and freeing handles of pvars returns codes of the row in the table.",
               cites(clause::errors_handle_row), needs::each_phase) {
  constexpr Clause row = clause::errors_handle_row;
  each_pvar_isolated(t, row, surviving_pvars(), "a pvar", [&](const PvarInfo& pvar) {
    const PvarSession session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    const int code = call::MPI_T_pvar_handle_alloc(session.get(), pvar.index,
                                                   *object_for(pvar.bind), &handle, &count);
    check_clause_row(t, row, "MPI_T_pvar_handle_alloc", pvar.label(), code);
    if (code != MPI_SUCCESS) return;
    check_clause_row(t, row, "MPI_T_pvar_handle_free", pvar.label(),
                     call::MPI_T_pvar_handle_free(session.get(), &handle));
  });
  const auto alloc = [](int index) {
    const PvarSession session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    return call::MPI_T_pvar_handle_alloc(session.get(), index, nullptr, &handle, &count);
  };
  const auto free_null = [](int) {
    const PvarSession session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    return call::MPI_T_pvar_handle_free(session.get(), &handle);
  };
  check_survived(t, row,
                 {{"MPI_T_pvar_handle_alloc", -1, alloc},
                  {"MPI_T_pvar_handle_alloc", pvar_num(), alloc},
                  {"MPI_T_pvar_handle_free", 0, free_null}});
}

MPITCHECK_TEST("errors.rows.cvar-access",
               "Reading and writing cvars returns codes of the row in the table.",
               cites(clause::errors_cvar_access_row), needs::each_phase) {
  constexpr Clause row = clause::errors_cvar_access_row;
  t.each_isolated(row, readable_cvars(t), [&](const CvarInfo& cvar) {
    const CvarHandle handle(cvar);
    if (!handle.is_open()) return;
    ValueBuffer value = handle.buffer();
    const int code = handle.read(value);
    check_clause_row(t, row, "MPI_T_cvar_read", cvar.label(), code);
    if (code != MPI_SUCCESS) return;
    check_clause_row(t, row, "MPI_T_cvar_write", cvar.label(), handle.write(value));
  });
}

MPITCHECK_TEST("errors.rows.pvar-access",
               "Calls on pvar handles return codes of their rows in the table.",
               cites(clause::errors_pvar_access_row), needs::each_phase) {
  each_bare_access([&t](const BareAccess& access, int code) {
    check_pvar_row(t, access.function, std::string(access.subject), code);
  });
  each_pvar_isolated(t, clause::errors_pvar_access_row, allocatable_pvars(), "a pvar",
                     [&t](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       ValueBuffer value = handle.buffer();
                       const std::string subject = pvar.label();
                       check_pvar_row(t, "MPI_T_pvar_start", subject, handle.start());
                       check_pvar_row(t, "MPI_T_pvar_start", subject, handle.start());
                       const int code = handle.read(value);
                       check_pvar_row(t, "MPI_T_pvar_read", subject, code);
                       if (code == MPI_SUCCESS) {
                         check_pvar_row(t, "MPI_T_pvar_write", subject, handle.write(value));
                       }
                       check_pvar_row(t, "MPI_T_pvar_reset", subject, handle.reset());
                       check_pvar_row(t, "MPI_T_pvar_readreset", subject, handle.readreset(value));
                       check_pvar_row(t, "MPI_T_pvar_stop", subject, handle.stop());
                       check_pvar_row(t, "MPI_T_pvar_stop", subject, handle.stop());
                     });
}

MPITCHECK_TEST("errors.rows.pvar-access-is-never-inaccessible",
               "No call on a pvar handle returns MPI_T_ERR_NOT_ACCESSIBLE.",
               cites(clause::event_safety_exempt_functions), needs::each_phase) {
  const auto check = [&t](std::string_view function, const PvarInfo& pvar, int code) {
    t.check(
        clause::event_safety_exempt_functions, [&] { return join(function, " of ", pvar.label()); },
        is_accessible(code).of(function));
  };
  each_bare_access([&t](const BareAccess& access, int code) {
    t.check(
        clause::event_safety_exempt_functions,
        [&] { return join(access.function, " of ", access.subject); },
        is_accessible(code).of(access.function));
  });
  each_pvar_isolated(t, clause::event_safety_exempt_functions, allocatable_pvars(), "a pvar",
                     [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       const PvarHandle handle(session, pvar);
                       ValueBuffer value = handle.buffer();
                       check("MPI_T_pvar_start", pvar, handle.start());
                       check("MPI_T_pvar_read", pvar, handle.read(value));
                       check("MPI_T_pvar_write", pvar, handle.write(value));
                       check("MPI_T_pvar_reset", pvar, handle.reset());
                       check("MPI_T_pvar_readreset", pvar, handle.readreset(value));
                       check("MPI_T_pvar_stop", pvar, handle.stop());
                     });
}

}  // namespace mpitcheck
