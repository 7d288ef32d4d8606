// SPDX-License-Identifier: BSD-3-Clause
// The draft's datatypes: classes, sizes, enumerations and their codes.
#include <set>
#include <string>
#include <vector>

#include "conformance/draft2011/suite/draft.hpp"
#include "conformance/harness/facts/words.hpp"

namespace mpitcheck {
namespace {

struct Predefined {
  MPIT_Datatype draft;
  MPI_Datatype mpi;

  [[nodiscard]] std::string label() const { return draft::datatype_name(draft); }
};

std::vector<Predefined> predefined() {
  return {
#ifdef MPI_LOGICAL
      {MPIT_LOGICAL, MPI_LOGICAL},
#endif
      {MPIT_BYTE, MPI_BYTE},       {MPIT_SHORT, MPI_SHORT},         {MPIT_INT, MPI_INT},
      {MPIT_LONG, MPI_LONG},       {MPIT_LONG_LONG, MPI_LONG_LONG}, {MPIT_CHAR, MPI_CHAR},
      {MPIT_FLOAT, MPI_FLOAT},     {MPIT_DOUBLE, MPI_DOUBLE}};
}

// The enumerations that variables have now.
std::set<MPIT_Datatype> enumerations(Test& t) {
  std::set<MPIT_Datatype> found;
  const auto look_at = [&found](const auto& variables) {
    for (const auto& variable : variables) {
      int datatypeclass = 0;
      MPITCHECK_DRAFT(MPIT_Datatype_get_class(variable.datatype, &datatypeclass));
      if (datatypeclass == MPIT_DATATYPECLASS_ENUMERATION) found.insert(variable.datatype);
    }
  };
  look_at(draft::controlvars());
  look_at(draft::perfvars());
  if (found.empty()) t.missing("a variable with an enumeration");
  return found;
}

std::string name_of(MPIT_Datatype datatype) {
  int num = 0;
  return draft::text_of([&](char* name, int* name_len) {
    return MPITCHECK_DRAFT(MPIT_Datatype_enum_get_info(datatype, &num, name, name_len));
  });
}

std::string item_name(MPIT_Datatype datatype, int item) {
  return draft::text_of([&](char* name, int* name_len) {
    return MPITCHECK_DRAFT(MPIT_Datatype_enum_get_item(datatype, item, name, name_len));
  });
}

int item_count(MPIT_Datatype datatype) {
  int num = 0;
  int length = 0;
  MPITCHECK_DRAFT(MPIT_Datatype_enum_get_info(datatype, &num, nullptr, &length));
  return num;
}

}  // namespace

MPITCHECK_TEST("draft2011.datatype.sizes",
               "The predefined datatypes are as large as MPI's, and tell so before MPI_Init too.",
               cites(clause::draft_datatypes), needs::tool) {
  std::vector<std::size_t> before;
  for (const Predefined& type : predefined()) before.push_back(draft::size_of(type.draft));
  t.lifecycle().mpi_init();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Predefined type = predefined()[i];
    int size = 0;
    MPI_Type_size(type.mpi, &size);
    t.check(clause::draft_datatypes, type,
            has_property(
                "", before[i],
                [&](std::size_t seen) {
                  return seen == static_cast<std::size_t>(size) &&
                         draft::size_of(type.draft) == seen;
                },
                [&] { return join(size); }, [](std::size_t seen) { return join(seen); }));
  }
}

MPITCHECK_TEST("draft2011.datatype.classes",
               "Each variable's datatype is predefined or an enumeration, which is an int.",
               cites(clause::draft_datatypes), needs::each_phase) {
  const auto look_at = [&t](const auto& variables) {
    for (const auto& variable : variables) {
      int datatypeclass = 0;
      const int code = MPITCHECK_DRAFT(MPIT_Datatype_get_class(variable.datatype, &datatypeclass));
      const bool is_enumeration = datatypeclass == MPIT_DATATYPECLASS_ENUMERATION;
      const bool is_predefined = datatypeclass == MPIT_DATATYPECLASS_PREDEFINED &&
                                 draft::datatype_name(variable.datatype).starts_with("MPIT_");
      const std::size_t size = draft::size_of(variable.datatype);
      const auto fits = [&](std::size_t bytes) {
        return code == MPIT_SUCCESS &&
               (is_enumeration ? bytes == sizeof(int) : is_predefined && bytes > 0);
      };
      t.check(
          clause::draft_datatypes, variable,
          has_property("", size, fits, "one of the nine, or an enumeration of the size of an int",
                       [&](std::size_t bytes) {
                         return join(draft::code_name(code), ", class ", datatypeclass, ", size ",
                                     bytes);
                       }));
    }
  };
  look_at(draft::controlvars());
  look_at(draft::perfvars());
}

MPITCHECK_TEST("draft2011.datatype.enum-names",
               "Enumerations and their items 0 to N-1 have names of their own.",
               cites(clause::draft_enum_item_numbers), needs::each_phase) {
  constexpr Clause rule = clause::draft_enum_item_numbers;
  for (const MPIT_Datatype datatype : enumerations(t)) {
    const std::string name = name_of(datatype);
    t.check(rule, "the name of an enumeration",
            is_observed("", !name.empty(), "at least one character", "none"));
    std::set<std::string> items;
    for (int i = 0; i < item_count(datatype); ++i) {
      const std::string item = item_name(datatype, i);
      t.check(
          rule, [&] { return join("item ", i, " of ", in_quotes(name)); },
          has_property(
              "", item, [&](const auto& it) { return !it.empty() && !items.contains(it); },
              "a name that no other item has", in_quotes));
      items.insert(item);
    }
  }
}

MPITCHECK_TEST("draft2011.datatype.enum-codes",
               "Enumeration queries tell predefined datatypes, invalid ones and invalid items.",
               cites(clause::draft_enum_codes), needs::tool) {
  constexpr Clause rule = clause::draft_enum_codes;
  int num = 0;
  int length = 0;
  for (const Predefined& type : predefined()) {
    draft::check_code(
        t, rule, type,
        MPITCHECK_DRAFT(MPIT_Datatype_enum_get_info(type.draft, &num, nullptr, &length)),
        MPIT_ERR_PREDEFINED);
    draft::check_code(t, rule, type,
                      MPITCHECK_DRAFT(MPIT_Datatype_enum_get_item(type.draft, 0, nullptr, &length)),
                      MPIT_ERR_PREDEFINED);
  }
  const MPIT_Datatype none = mpit_draft2011_from_enum(MPI_T_ENUM_NULL);
  int out = 0;
  draft::check_code(t, rule, "class of no datatype",
                    MPITCHECK_DRAFT(MPIT_Datatype_get_class(none, &out)), MPIT_ERR_INVALIDDATATYPE);
  draft::check_code(t, rule, "size of no datatype",
                    MPITCHECK_DRAFT(MPIT_Datatype_get_size(none, &out)), MPIT_ERR_INVALIDDATATYPE);
  draft::check_code(t, rule, "enumeration of no datatype",
                    MPITCHECK_DRAFT(MPIT_Datatype_enum_get_info(none, &num, nullptr, &length)),
                    MPIT_ERR_INVALIDDATATYPE);
  for (const MPIT_Datatype datatype : enumerations(t)) {
    for (const int item : {-1, item_count(datatype)}) {
      draft::check_code(
          t, rule, [&] { return join("item ", item, " of ", name_of(datatype)); },
          MPITCHECK_DRAFT(MPIT_Datatype_enum_get_item(datatype, item, nullptr, &length)),
          MPIT_ERR_INVALIDITEM);
    }
  }
}

MPITCHECK_TEST("draft2011.datatype.class-types",
               "Each class of performance variables has only datatypes that the draft allows it.",
               cites(clause::draft_class_types), needs::each_phase) {
  using Types = std::set<MPIT_Datatype>;
  const Types counters{MPIT_SHORT, MPIT_INT, MPIT_LONG, MPIT_LONG_LONG};
  const Types fractions{MPIT_FLOAT, MPIT_DOUBLE};
  const Types timers{MPIT_INT, MPIT_LONG, MPIT_LONG_LONG, MPIT_FLOAT, MPIT_DOUBLE};
  const Types levels{MPIT_BYTE,      MPIT_SHORT, MPIT_INT,   MPIT_LONG,
                     MPIT_LONG_LONG, MPIT_FLOAT, MPIT_DOUBLE};
  bool examined = false;
  for (const draft::Perfvar& v : draft::perfvars()) {
    if (v.varclass == MPI_T_PVAR_CLASS_GENERIC) continue;  // unknown to the draft
    if (v.varclass == MPIT_PERFVAR_CLASS_STATE) {
      // "Expected" to be an enumeration: since MPI 3.0 it may be a plain int.
      int datatypeclass = 0;
      MPITCHECK_DRAFT(MPIT_Datatype_get_class(v.datatype, &datatypeclass));
      t.check(clause::draft_class_types, v,
              has_property(
                  "", v.datatype,
                  [&](MPIT_Datatype datatype) {
                    return datatypeclass == MPIT_DATATYPECLASS_ENUMERATION || datatype == MPIT_INT;
                  },
                  "an enumeration or MPIT_INT", draft::datatype_name));
      examined = true;
      continue;
    }
    const Types& allowed =
        v.varclass == MPIT_PERFVAR_CLASS_EVENT_COUNTER         ? counters
        : v.varclass == MPIT_PERFVAR_CLASS_RESOURCE_PERCENTAGE ? fractions
        : v.varclass == MPIT_PERFVAR_CLASS_EVENT_TIMER         ? timers
        : v.varclass == MPIT_PERFVAR_CLASS_EVENT_AGGREGATE
            ? Types{MPIT_SHORT, MPIT_INT, MPIT_LONG, MPIT_LONG_LONG, MPIT_FLOAT, MPIT_DOUBLE}
            : levels;
    t.check(clause::draft_class_types, v,
            has_property(
                "", v.datatype, [&](MPIT_Datatype datatype) { return allowed.contains(datatype); },
                "a datatype of the class", draft::datatype_name));
    examined = true;
  }
  if (!examined) t.missing("a pvar of a class of the draft");
}

}  // namespace mpitcheck
