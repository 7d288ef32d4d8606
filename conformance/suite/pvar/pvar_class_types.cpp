// SPDX-License-Identifier: BSD-3-Clause
// Classes of pvars: the constants, and the datatypes that each class allows.
#include <algorithm>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

std::vector<NamedConstant> classes() {
  std::vector<NamedConstant> all;
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind == "pvar_class") all.push_back(constant);
  }
  return all;
}

using Datatypes = std::vector<MPI_Datatype>;

Datatypes unsigned_types(const Test& t) {
  Datatypes class_types{MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG};
  // Since 4.0 the lists may be read as following the general table of datatypes.
  if (t.context().library_version >= Version{4, 0})
    class_types.insert(class_types.end(), {MPI_UINT32_T, MPI_UINT64_T});
  return class_types;
}

Datatypes unsigned_types_and(const Test& t, std::initializer_list<MPI_Datatype> more) {
  Datatypes class_types = unsigned_types(t);
  class_types.insert(class_types.end(), more);
  return class_types;
}

void check_types(Test& t, Clause clause, std::initializer_list<int> var_classes,
                 const Datatypes& allowed) {
  bool found = false;
  for (const PvarInfo& pvar : read_pvars()) {
    if (std::find(var_classes.begin(), var_classes.end(), pvar.var_class) == var_classes.end()) {
      continue;
    }
    found = true;
    t.check(clause, pvar,
            is_among("datatype", pvar.datatype, allowed, datatype_name)
                .of("MPI_T_pvar_get_info", pvar.index)
                .given("var_class", constant_name("pvar_class", pvar.var_class)));
  }
  if (!found) t.missing("a pvar of class " + constant_name("pvar_class", *var_classes.begin()));
}

}  // namespace

MPITCHECK_TEST("pvar-class.constants.distinct", "The ten class constants are distinct.",
               cites(clause::pvar_class_constants), needs::nothing) {
  const std::vector<NamedConstant> all = classes();
  for (const std::string_view name :
       {"MPI_T_PVAR_CLASS_STATE", "MPI_T_PVAR_CLASS_LEVEL", "MPI_T_PVAR_CLASS_SIZE",
        "MPI_T_PVAR_CLASS_PERCENTAGE", "MPI_T_PVAR_CLASS_HIGHWATERMARK",
        "MPI_T_PVAR_CLASS_LOWWATERMARK", "MPI_T_PVAR_CLASS_COUNTER", "MPI_T_PVAR_CLASS_AGGREGATE",
        "MPI_T_PVAR_CLASS_TIMER", "MPI_T_PVAR_CLASS_GENERIC"}) {
    t.check(clause::pvar_class_constants, name, is_declared(name, constant(name).has_value()));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      t.check(
          clause::pvar_class_constants, [&] { return join(all[j].name, " and ", all[i].name); },
          constants_differ(all[j].name, all[j].value, all[i].name, all[i].value));
    }
  }
}

MPITCHECK_TEST("pvar-class.info.is-constant", "Each pvar reports one of the ten classes.",
               cites(clause::pvar_class_constants), needs::each_phase) {
  const std::vector<PvarInfo> pvars = read_pvars();
  if (pvars.empty()) t.missing("a pvar");
  for (const PvarInfo& pvar : pvars) {
    t.check(
        clause::pvar_class_constants, pvar,
        is_any("pvar_class", "var_class", pvar.var_class).of("MPI_T_pvar_get_info", pvar.index));
  }
}

MPITCHECK_TEST("pvar-class.state.type", "State variables are MPI_INT.",
               cites(clause::pvar_class_state_type), needs::each_phase) {
  check_types(t, clause::pvar_class_state_type, {MPI_T_PVAR_CLASS_STATE}, {MPI_INT});
}

MPITCHECK_TEST("pvar-class.level.type", "Level variables have a datatype of their class.",
               cites(clause::pvar_class_level_type), needs::each_phase) {
  // MPI_INT: the section's example uses it for a level variable.
  check_types(t, clause::pvar_class_level_type, {MPI_T_PVAR_CLASS_LEVEL},
              unsigned_types_and(t, {MPI_DOUBLE, MPI_INT}));
}

MPITCHECK_TEST("pvar-class.size.type", "Size variables have a datatype of their class.",
               cites(clause::pvar_class_size_type), needs::each_phase) {
  check_types(t, clause::pvar_class_size_type, {MPI_T_PVAR_CLASS_SIZE},
              unsigned_types_and(t, {MPI_DOUBLE}));
}

MPITCHECK_TEST("pvar-class.percentage.type", "Percentage variables are MPI_DOUBLE.",
               cites(clause::pvar_class_percentage_type), needs::each_phase) {
  check_types(t, clause::pvar_class_percentage_type, {MPI_T_PVAR_CLASS_PERCENTAGE}, {MPI_DOUBLE});
}

MPITCHECK_TEST("pvar-class.watermark.type", "Watermarks have a datatype of their class.",
               cites(clause::pvar_class_watermark_type), needs::each_phase) {
  check_types(t, clause::pvar_class_watermark_type,
              {MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_PVAR_CLASS_LOWWATERMARK},
              unsigned_types_and(t, {MPI_DOUBLE}));
}

MPITCHECK_TEST("pvar-class.counter.type", "Counters have an unsigned datatype of their class.",
               cites(clause::pvar_class_counter_type), needs::each_phase) {
  check_types(t, clause::pvar_class_counter_type, {MPI_T_PVAR_CLASS_COUNTER}, unsigned_types(t));
}

MPITCHECK_TEST("pvar-class.aggregate.type", "Aggregates have a datatype of their class.",
               cites(clause::pvar_class_aggregate_type), needs::each_phase) {
  check_types(t, clause::pvar_class_aggregate_type, {MPI_T_PVAR_CLASS_AGGREGATE},
              unsigned_types_and(t, {MPI_DOUBLE}));
}

MPITCHECK_TEST("pvar-class.timer.type", "Timers have a datatype of their class.",
               cites(clause::pvar_class_timer_type), needs::each_phase) {
  check_types(t, clause::pvar_class_timer_type, {MPI_T_PVAR_CLASS_TIMER},
              unsigned_types_and(t, {MPI_DOUBLE}));
}

MPITCHECK_TEST("pvar-class.state.enumeration",
               "State variables have an enumeration, and each value read is one of its items.",
               cites(clause::pvar_class_state_enum), needs::each_phase) {
  bool found = false;
  for (const PvarInfo& pvar : read_pvars()) {
    if (pvar.var_class != MPI_T_PVAR_CLASS_STATE) continue;
    found = true;
    const bool has_type = pvar.enumtype != MPI_T_ENUM_NULL;
    t.check(
        clause::pvar_class_state_enum, pvar,
        is_handle("enumtype", Relation::none_of, enum_handle_text(pvar.enumtype), "MPI_T_ENUM_NULL")
            .of("MPI_T_pvar_get_info", pvar.index)
            .given("var_class", "MPI_T_PVAR_CLASS_STATE"));
    if (!has_type) continue;
    char name[8];
    for (char* const text : {static_cast<char*>(nullptr), name}) {
      int items = 0, length = sizeof name;
      t.check_code(clause::pvar_class_state_enum, pvar,
                   call::MPI_T_enum_get_info(pvar.enumtype, &items, text, &length), {MPI_SUCCESS});
    }
  }
  if (!found) t.missing("a pvar of class STATE");
}

}  // namespace mpitcheck
