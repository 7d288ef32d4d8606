// SPDX-License-Identifier: BSD-3-Clause
// MPI_T_pvar_get_num and MPI_T_pvar_get_info: the indices, names and flags that they report.
#include <climits>
#include <map>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/named.hpp"

namespace mpitcheck {
namespace {

int info_code(int index) {
  return call::MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
}

void check_flag(Test& t, Clause clause, std::string_view output, int PvarInfo::*flag) {
  for (const PvarInfo& pvar : listed_pvars(t)) {
    t.check(clause, pvar,
            is_one_of(output, pvar.*flag, {0, 1}).of("MPI_T_pvar_get_info", pvar.index));
  }
}

struct BadPvarIndex {
  int value;
  [[nodiscard]] std::string label() const { return join("index ", value); }
};

}  // namespace

MPITCHECK_TEST("pvar-query.num.nonnegative", "MPI_T_pvar_get_num returns the number of pvars.",
               cites(clause::pvar_num_nonnegative), needs::each_phase) {
  int count = -1;
  if (t.check_code(clause::pvar_num_nonnegative, "MPI_T_pvar_get_num",
                   call::MPI_T_pvar_get_num(&count), {MPI_SUCCESS})) {
    t.check(clause::pvar_num_nonnegative, "num_pvar", at_least("num_pvar", count, 0));
  }
}

MPITCHECK_TEST(
    "pvar-query.info.index-range",
    "Each index below the number of pvars can be queried, or is refused with a code of the table.",
    cites(clause::pvar_index_range_valid), needs::each_phase) {
  const int count = pvar_num();
  if (count == 0) t.missing("a pvar");
  int inactive = 0;
  for (int i = 0; i < count; ++i) {
    const int code = info_code(i);
    inactive += code != MPI_SUCCESS;
    t.check(
        clause::pvar_index_range_valid, [i] { return join("pvar ", i); }, is_known_code(code));
  }
  t.behaviour(clause::pvar_index_range_valid, "pvars without info " + Progress::instance().phase(),
              join(inactive));
}

MPITCHECK_TEST(
    "pvar-query.num.only-grows",
    "During MPI_Init and traffic pvars are only added. Each index keeps its name and class.",
    cites(clause::pvar_num_may_only_grow), needs::tool) {
  const int before = pvar_num();
  const std::vector<PvarInfo> pvars = listed_pvars(t);
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  drive_pvars();
  const int after = pvar_num();
  t.check(clause::pvar_num_may_only_grow, "num_pvar",
          at_least("num_pvar", after, before).as_before());
  t.behaviour(clause::init_variables_available_early, "pvars before and after MPI_Init",
              join(before, ", ", after));
  for (const PvarInfo& pvar : pvars) {
    const auto now = read_pvar(pvar.index);
    if (!now) continue;  // inactive: a finding of other rules
    t.check(clause::pvar_num_may_only_grow, pvar,
            is_text("name", now->name, pvar.name).as_before());
    t.check(clause::pvar_num_may_only_grow, pvar,
            is_constant_of("pvar_class", "var_class", now->var_class, pvar.var_class).as_before());
  }
}

MPITCHECK_TEST("pvar-query.inactive.refused",
               "A handle for a pvar that became inactive in MPI_Init is refused.",
               cites(clause::pvar_inactive_access_code), needs::tool) {
  const auto early = only(read_pvars(), [](const PvarInfo& p) { return p.bound_to_nothing(); });
  t.lifecycle().mpi_init();
  Progress::instance().phase("after MPI_Init");
  const auto inactive =
      only(early, [](const PvarInfo& pvar) { return !read_pvar(pvar.index).has_value(); });
  each_pvar_isolated(t, clause::pvar_inactive_access_code, inactive,
                     "a pvar that goes inactive in MPI_Init", [&](const PvarInfo& pvar) {
                       const PvarSession session;
                       MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
                       int count = 0;
                       const int code = call::MPI_T_pvar_handle_alloc(session.get(), pvar.index,
                                                                      nullptr, &handle, &count);
                       t.check(clause::pvar_inactive_access_code, pvar, fails(code));
                       t.behaviour(clause::pvar_inactive_access_code,
                                   "handle_alloc of " + pvar.label(), code_name(code));
                     });
}

MPITCHECK_TEST("pvar-query.name.nonempty", "Each pvar has a name of at least one character.",
               cites(clause::pvar_name_nonempty), needs::each_phase) {
  for (const PvarInfo& pvar : listed_pvars(t)) {
    t.check(
        clause::pvar_name_nonempty, pvar,
        at_least("strlen(name)", length_of(pvar.name), 1).of("MPI_T_pvar_get_info", pvar.index));
  }
}

MPITCHECK_TEST("pvar-query.name.unique-in-class", "Pvars of one class have distinct names.",
               cites(clause::pvar_name_class_unique), needs::each_phase) {
  std::map<int, std::map<std::string, int>> by_class;  // the first index of each name
  for (const PvarInfo& pvar : listed_pvars(t)) {
    auto& seen = by_class[pvar.var_class];
    const auto first = seen.find(pvar.name);
    t.check(clause::pvar_name_class_unique, pvar,
            is_other_text("name", pvar.name, seen)
                .unless(pvar.name.empty())
                .of("MPI_T_pvar_get_info", pvar.index)
                .as_in("MPI_T_pvar_get_info", "name",
                       first == seen.end() ? pvar.index : first->second));
    seen.emplace(pvar.name, pvar.index);
  }
}

MPITCHECK_TEST("pvar-query.desc.optional",
               "A missing description is the empty text, and its length is at least 1.",
               cites(clause::pvar_desc_optional), needs::each_phase) {
  for (const PvarInfo& pvar : listed_pvars(t)) {
    check_missing_desc(t, clause::pvar_desc_optional, pvar);
  }
}

MPITCHECK_TEST("pvar-query.flags.readonly", "The readonly flag is 0 or 1.",
               cites(clause::pvar_flag_readonly), needs::each_phase) {
  check_flag(t, clause::pvar_flag_readonly, "readonly", &PvarInfo::readonly);
}

MPITCHECK_TEST("pvar-query.flags.continuous", "The continuous flag is 0 or 1.",
               cites(clause::pvar_flag_continuous), needs::each_phase) {
  check_flag(t, clause::pvar_flag_continuous, "continuous", &PvarInfo::continuous);
}

MPITCHECK_TEST("pvar-query.flags.atomic", "The atomic flag is 0 or 1.",
               cites(clause::pvar_flag_atomic), needs::each_phase) {
  check_flag(t, clause::pvar_flag_atomic, "atomic", &PvarInfo::atomic);
}

MPITCHECK_TEST("pvar-query.info.bad-index",
               "An index out of range is refused with MPI_T_ERR_INVALID_INDEX.",
               cites(clause::pvar_info_bad_index), needs::each_phase) {
  const std::vector<BadPvarIndex> indices{{-1}, {pvar_num()}, {INT_MAX}, {INT_MIN}};
  t.each_isolated(clause::pvar_info_bad_index, indices, [&](const BadPvarIndex& index) {
    t.check_code(clause::pvar_info_bad_index, index, info_code(index.value),
                 {MPI_T_ERR_INVALID_INDEX});
  });
}

}  // namespace mpitcheck
