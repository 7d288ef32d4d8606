// SPDX-License-Identifier: BSD-3-Clause
// Control variables through the draft's interface, beside what MPI_T says of the same ones.
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/draft2011/suite/shown.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"

namespace mpitcheck {
namespace {

// The readable variables of the draft's view, with MPI_T's view of each.
struct Both {
  draft::Controlvar drafted;
  CvarInfo modern;

  [[nodiscard]] std::string label() const { return modern.label(); }
};

std::vector<Both> readable(Test& t) {
  std::vector<Both> found;
  const auto drafted = draft::controlvars();
  for (const CvarInfo& cvar : readable_cvars(t)) {
    for (const draft::Controlvar& v : drafted) {
      if (v.index == cvar.index) found.push_back({v, cvar});
    }
  }
  if (found.empty()) t.missing("a cvar that can be read");
  return found;
}

MPIT_Controlvar_handle handle_of(const Both& both) {
  MPI_Comm world = MPI_COMM_WORLD;
  const int index = both.drafted.index;
  MPIT_Controlvar_handle handle = MPIT_CONTROLVAR_HANDLE_NULL;
  MPITCHECK_DRAFT(MPIT_Controlvar_handle_allocate(index, &world, &handle));
  if (handle == MPIT_CONTROLVAR_HANDLE_NULL) throw CannotGoOn("handles of " + both.label());
  return handle;
}

std::string value_or_failure(const std::optional<ValueBuffer>& value) {
  return value ? value->text() : "a failing read";
}

}  // namespace

MPITCHECK_TEST("draft2011.controlvar.scope",
               "The attributes tell one of three scopes, which fits the modern one.",
               cites(clause::draft_attributes, clause::draft_scopes), needs::each_phase) {
  const auto variables = draft::controlvars();
  if (variables.empty()) t.missing("a cvar");
  for (const draft::Controlvar& v : variables) {
    int scope = -1;
    const auto modern = read_cvar(v.index);
    draft::check_code(t, clause::draft_attributes, v,
                      MPITCHECK_DRAFT(MPIT_Controlvar_attr_get_scope(v.attributes, &scope)),
                      MPIT_SUCCESS);
    if (!modern) continue;
    const bool fixed = !has_writable_scope(*modern);
    const int expected = fixed                                ? MPIT_SCOPE_READONLY
                         : modern->scope == MPI_T_SCOPE_LOCAL ? MPIT_SCOPE_LOCAL
                                                              : MPIT_SCOPE_GLOBAL;
    t.check(clause::draft_scopes, v, is_in_words("", scope, expected, [](int value) {
              return constant_name("scope", value);
            }));
  }
}

MPITCHECK_TEST("draft2011.controlvar.null-object",
               "A variable of the whole library takes NULL as object, or ignores another one.",
               cites(clause::draft_global_bind_null), needs::each_phase) {
  constexpr Clause rule = clause::draft_global_bind_null;
  t.each_isolated(rule, readable(t), [&](const Both& both) {
    if (both.drafted.bind != MPIT_BIND_GLOBAL) return;
    int something_else = 0;
    for (void* object : {static_cast<void*>(nullptr), static_cast<void*>(&something_else)}) {
      const int index = both.drafted.index;
      MPIT_Controlvar_handle handle = MPIT_CONTROLVAR_HANDLE_NULL;
      draft::check_code(t, rule, both,
                        MPITCHECK_DRAFT(MPIT_Controlvar_handle_allocate(index, object, &handle)),
                        MPIT_SUCCESS);
      if (handle != MPIT_CONTROLVAR_HANDLE_NULL)
        MPITCHECK_DRAFT(MPIT_Controlvar_handle_free(&handle));
    }
  });
}

MPITCHECK_TEST("draft2011.controlvar.handle",
               "Freeing a handle leaves the null handle, which is invalid in every call.",
               cites(clause::draft_handle_life), needs::each_phase) {
  constexpr Clause rule = clause::draft_handle_life;
  MPIT_Controlvar_handle none = MPIT_CONTROLVAR_HANDLE_NULL;
  char room[8];
  draft::check_code(t, rule, "free of the null handle",
                    MPITCHECK_DRAFT(MPIT_Controlvar_handle_free(&none)), MPIT_ERR_INVALIDHANDLE);
  draft::check_code(t, rule, "read of the null handle",
                    MPITCHECK_DRAFT(MPIT_Controlvar_read(none, room)), MPIT_ERR_INVALIDHANDLE);
  draft::check_code(t, rule, "write of the null handle",
                    MPITCHECK_DRAFT(MPIT_Controlvar_write(none, room)), MPIT_ERR_INVALIDHANDLE);
  t.each_isolated(rule, readable(t), [&](const Both& both) {
    MPIT_Controlvar_handle handle = handle_of(both);
    draft::check_code(t, rule, both, MPITCHECK_DRAFT(MPIT_Controlvar_handle_free(&handle)),
                      MPIT_SUCCESS);
    t.check(rule, both,
            is_observed("", handle == MPIT_CONTROLVAR_HANDLE_NULL, "MPIT_CONTROLVAR_HANDLE_NULL",
                        "another handle"));
  });
}

MPITCHECK_TEST("draft2011.controlvar.values",
               "A read delivers the reported number of elements, equal to what MPI_T reads.",
               cites(clause::draft_count_in_info, clause::draft_controlvar_values,
                     clause::draft_enum_item_numbers),
               needs::each_phase) {
  t.each_isolated(clause::draft_controlvar_values, readable(t), [&](const Both& both) {
    MPIT_Controlvar_handle handle = handle_of(both);
    const CvarHandle modern(both.modern);
    const int count = draft::reported_count(both.drafted);
    t.check(clause::draft_count_in_info, both, draft::is_number(count, modern.count()));
    draft::Shown shown(both.drafted.datatype, modern.count());
    const int code = MPITCHECK_DRAFT(MPIT_Controlvar_read(handle, shown.data()));
    const auto value = modern.value();
    draft::check_code(t, clause::draft_controlvar_values, both, code, MPIT_SUCCESS);
    t.check(clause::draft_count_in_info, both, draft::wrote_no_further(shown.canary_intact()));
    if (value) draft::check_shown(t, clause::draft_controlvar_values, both, shown, *value);
    MPITCHECK_DRAFT(MPIT_Controlvar_handle_free(&handle));
  });
}

MPITCHECK_TEST("draft2011.controlvar.writes",
               "A write puts in what MPI_T then reads, or is refused with a code of the draft.",
               cites(clause::draft_controlvar_values), needs::each_phase) {
  call::MPI_T_cvar_write.need();
  constexpr Clause rule = clause::draft_controlvar_values;
  t.each_isolated(rule, readable(t), [&](const Both& both) {
    const CvarHandle modern(both.modern);
    const auto before = modern.value();
    if (!before) return;
    const int code_of_mpi_t = modern.write(*before);
    MPIT_Controlvar_handle handle = handle_of(both);
    draft::Shown shown(both.drafted.datatype, modern.count());
    MPITCHECK_DRAFT(MPIT_Controlvar_read(handle, shown.data()));
    const bool fits = shown.is_exact(*before);
    const int code = MPITCHECK_DRAFT(MPIT_Controlvar_write(handle, shown.data()));
    if (fits) {
      draft::check_code(t, rule, both, code, code_of_mpi_t);
      const auto now = modern.value();
      t.check(rule, both,
              has_property(
                  "", now, [&](const auto& seen) { return seen && seen->equals(*before); },
                  [&] { return before->text(); }, value_or_failure));
    }
    MPITCHECK_DRAFT(MPIT_Controlvar_handle_free(&handle));
  });
}

MPITCHECK_TEST("draft2011.controlvar.enum-items",
               "Enumeration variables are written by item number; other numbers are refused.",
               cites(clause::draft_enum_item_numbers), needs::each_phase) {
  call::MPI_T_cvar_write.need();
  constexpr Clause rule = clause::draft_enum_item_numbers;
  std::vector<Both> enumerated;
  for (const Both& both : readable(t)) {
    int datatypeclass = 0;
    MPITCHECK_DRAFT(MPIT_Datatype_get_class(both.drafted.datatype, &datatypeclass));
    const bool is_single = CvarHandle(both.modern).count() == 1;
    if (datatypeclass == MPIT_DATATYPECLASS_ENUMERATION && is_single) enumerated.push_back(both);
  }
  if (enumerated.empty()) t.missing("a cvar with an enumeration");
  t.each_isolated(rule, enumerated, [&](const Both& both) {
    const auto info = read_enum(both.modern.enumtype, both.label());
    if (!info) return;
    MPIT_Controlvar_handle handle = handle_of(both);
    const CvarHandle modern(both.modern);
    for (int item = 0; item < static_cast<int>(info->items.size()); ++item) {
      // Two elements: the compiler also sees the branch for values of eight bytes.
      int written[2] = {item, 0};
      if (MPITCHECK_DRAFT(MPIT_Controlvar_write(handle, written)) != MPIT_SUCCESS) continue;
      const auto value = modern.value();
      const int expected = info->items[static_cast<std::size_t>(item)].value;
      t.check(
          rule, [&] { return join("item ", item, " of ", both.label()); },
          has_property(
              "", value, [&](const auto& seen) { return seen && seen->number() == expected; },
              [&] { return join(expected); }, value_or_failure));
      int read[2] = {-1, -1};
      MPITCHECK_DRAFT(MPIT_Controlvar_read(handle, read));
      t.check(
          rule, [&] { return join("item ", item, " of ", both.label()); },
          draft::is_number(read[0], item));
    }
    MPITCHECK_DRAFT(MPIT_Controlvar_handle_free(&handle));
  });
}

}  // namespace mpitcheck
