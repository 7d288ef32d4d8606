// SPDX-License-Identifier: BSD-3-Clause
// Queries of variables, compared with the survey.
#include "conformance/harness/facts/names.hpp"
#include "properties/commands/texts.hpp"
#include "properties/oracle/words.hpp"

namespace mpitcheck::properties {

namespace {

/// A mask of the outputs that are passed as null.
class Nulls {
 public:
  explicit Nulls(unsigned mask) : mask_(mask) {}

  template <class Out>
  Out* operator()(unsigned bit, Out* out) const {
    return (mask_ >> bit & 1U) != 0 ? nullptr : out;
  }
  [[nodiscard]] bool is_null(unsigned bit) const { return (mask_ >> bit & 1U) != 0; }

 private:
  unsigned mask_;
};

/// The name of an enumeration; distinct ones have distinct names.
std::string enum_text(MPI_T_enum handle) {
  if (handle == MPI_T_ENUM_NULL) return "MPI_T_ENUM_NULL";
  const auto enumeration = read_enum(handle, "");
  return enumeration ? in_quotes(enumeration->name) : "an enumeration that cannot be queried";
}

/// Compares the results of a query with the survey.
struct Numbers {
  const Judge& judge;
  Clause clause;
  std::string owner;
  const Nulls& nulls;

  void same(unsigned bit, std::string_view what, int now, int first) const {
    if (nulls.is_null(bit)) return;
    judge.output(
        clause, [&] { return join(what, " of ", owner); },
        is_in_words("", now, first,
                    [](int number) { return number == unset ? "nothing" : join(number); }));
  }

  /// The datatype, and the enumeration, which integers may have. The enumeration's bit is the next
  /// one.
  template <class Info>
  void same_type(unsigned bit, MPI_Datatype datatype, MPI_T_enum enumtype,
                 const Info& first) const {
    judge.output(
        clause, owner,
        is_in_words("", datatype, first.datatype, datatype_name).unless(nulls.is_null(bit)));
    judge.output(clause, owner,
                 is_as_before(enumtype, first.enumtype, enum_text)
                     .unless(nulls.is_null(bit + 1) || first.datatype != MPI_INT));
  }
};

/// Whether a repeated query of a variable of the survey succeeded. The variable may be inactive
/// (A16).
bool answered(const CaseState& state, Clause clause, const std::string& owner, int code) {
  state.judge.code(clause, owner, code, Codes(success_or_inactive()));
  return code == MPI_SUCCESS;
}

bool query_cvar(CaseState& state, const CvarInfo& cvar, int mirror, TextProbe* name,
                TextProbe* desc, const Nulls& nulls, Clause immutable) {
  int verbosity = unset;
  int bind = unset;
  int scope = unset;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  const int code = on::MPI_T_cvar_get_info(
      cvar.index, name != nullptr ? name->buffer() : nullptr,
      name != nullptr ? name->length() : nullptr, nulls(0, &verbosity), nulls(1, &datatype),
      nulls(2, &enumtype), desc != nullptr ? desc->buffer() : nullptr,
      desc != nullptr ? desc->length() : nullptr, nulls(3, &bind), nulls(4, &scope));
  const std::string owner = cvar.label();
  if (!answered(state, immutable, owner, code)) return true;
  const Numbers numbers{state.judge, immutable, owner, nulls};
  numbers.same(0, "verbosity", verbosity, cvar.verbosity);
  numbers.same(3, "bind", bind, cvar.bind);
  numbers.same(4, "scope", scope, cvar.scope);
  numbers.same_type(1, datatype, enumtype, cvar);
  if (mirror == MirrorEngines::none || name == nullptr || desc == nullptr) return true;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    state.engines.engine(i).cvar_get_info(mirror, name->buffer(i), name->length(i), nullptr,
                                          nullptr, nullptr, desc->buffer(i), desc->length(i),
                                          nullptr, nullptr);
  }
  name->judge(state.judge, owner, "name");
  desc->judge(state.judge, owner, "desc");
  return true;
}

bool query_pvar(CaseState& state, const PvarInfo& pvar, int mirror, TextProbe* name,
                TextProbe* desc, const Nulls& nulls, Clause immutable) {
  int numbers_out[] = {unset, unset, unset, unset, unset, unset};
  auto& [verbosity, var_class, bind, readonly, continuous, atomic] = numbers_out;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  const int code = on::MPI_T_pvar_get_info(
      pvar.index, name != nullptr ? name->buffer() : nullptr,
      name != nullptr ? name->length() : nullptr, nulls(0, &verbosity), nulls(1, &var_class),
      nulls(2, &datatype), nulls(3, &enumtype), desc != nullptr ? desc->buffer() : nullptr,
      desc != nullptr ? desc->length() : nullptr, nulls(4, &bind), nulls(5, &readonly),
      nulls(6, &continuous), nulls(7, &atomic));
  const std::string owner = pvar.label();
  if (!answered(state, immutable, owner, code)) return true;
  const Numbers numbers{state.judge, immutable, owner, nulls};
  numbers.same(0, "verbosity", verbosity, pvar.verbosity);
  numbers.same(1, "class", var_class, pvar.var_class);
  numbers.same(4, "bind", bind, pvar.bind);
  numbers.same(5, "readonly", readonly, pvar.readonly);
  numbers.same(6, "continuous", continuous, pvar.continuous);
  numbers.same(7, "atomic", atomic, pvar.atomic);
  numbers.same_type(2, datatype, enumtype, pvar);
  if (mirror == MirrorEngines::none || name == nullptr || desc == nullptr) return true;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    state.engines.engine(i).pvar_get_info(mirror, name->buffer(i), name->length(i), nullptr,
                                          nullptr, nullptr, nullptr, desc->buffer(i),
                                          desc->length(i), nullptr, nullptr, nullptr, nullptr);
  }
  name->judge(state.judge, owner, "name");
  desc->judge(state.judge, owner, "desc");
  return true;
}

}  // namespace

namespace commands {

bool count_all(CaseState& state, const Command&) {
  const auto known = [](const auto& infos) { return infos.empty() ? 0 : 1 + infos.back().index; };
  int count = -1;
  int code = on::MPI_T_cvar_get_num(&count);
  state.judge.code(clause::cvar_num_nonnegative, "the number of cvars", code, {MPI_SUCCESS});
  state.judge.output(clause::cvar_num_may_only_grow, "the number of cvars",
                     is_number(count, Relation::at_least, known(state.survey.cvars)));
  count = -1;
  code = on::MPI_T_pvar_get_num(&count);
  state.judge.code(clause::pvar_num_nonnegative, "the number of pvars", code, {MPI_SUCCESS});
  state.judge.output(clause::pvar_num_may_only_grow, "the number of pvars",
                     is_number(count, Relation::at_least, known(state.survey.pvars)));
  return true;
}

bool cvar_info(CaseState& state, const Command& command) {
  if (state.survey.cvars.empty()) return false;
  const auto place = static_cast<int>(command.a % state.survey.cvars.size());
  const CvarInfo& cvar = state.survey.cvars[static_cast<std::size_t>(place)];
  TextProbe name(command.b, cvar.name);
  TextProbe desc(command.c, cvar.desc);
  return query_cvar(state, cvar, state.engines.cvar(place), &name, &desc, Nulls(0),
                    clause::cvar_info_immutable);
}

bool cvar_nulls(CaseState& state, const Command& command) {
  const CvarInfo* const cvar = pick(state.survey.cvars, command.a);
  if (cvar == nullptr) return false;
  return query_cvar(state, *cvar, MirrorEngines::none, nullptr, nullptr, Nulls(command.b),
                    clause::cvar_info_null_out_ignored);
}

bool pvar_info(CaseState& state, const Command& command) {
  if (state.survey.pvars.empty()) return false;
  const auto place = static_cast<int>(command.a % state.survey.pvars.size());
  const PvarInfo& pvar = state.survey.pvars[static_cast<std::size_t>(place)];
  TextProbe name(command.b, pvar.name);
  TextProbe desc(command.c, pvar.desc);
  return query_pvar(state, pvar, state.engines.pvar(place), &name, &desc, Nulls(0),
                    clause::pvar_info_immutable);
}

bool pvar_nulls(CaseState& state, const Command& command) {
  const PvarInfo* const pvar = pick(state.survey.pvars, command.a);
  if (pvar == nullptr) return false;
  return query_pvar(state, *pvar, MirrorEngines::none, nullptr, nullptr, Nulls(command.b),
                    clause::pvar_info_null_out_ignored);
}

}  // namespace commands
}  // namespace mpitcheck::properties
