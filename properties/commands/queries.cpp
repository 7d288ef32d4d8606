// SPDX-License-Identifier: BSD-3-Clause
// Queries of variables and enumerations, against what the survey found.
#include <algorithm>
#include <climits>

#include "commands/texts.hpp"
#include "harness/names.hpp"

namespace mpitcheck::properties {

namespace {

constexpr int unset = INT_MIN + 4711;

/// Bits of a mask that say which outputs are passed as null.
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

/// Judges numbers that a query returned against those of the survey.
struct Numbers {
  const Judge& judge;
  Clause clause;
  std::string owner;
  const Nulls& nulls;

  void same(unsigned bit, std::string_view what, int now, int first) const {
    if (nulls.is_null(bit)) return;
    judge.output(
        clause, [&] { return join(what, " of ", owner); }, now == first,
        [&] { return std::to_string(first); },
        [&] { return now == unset ? std::string("nothing") : std::to_string(now); });
  }
};

/// Whether a query succeeded. Variables may have gone inactive (A16).
bool answered(const World& world, Clause clause, const std::string& owner, int code) {
  world.judge.code(clause, owner, code, {MPI_SUCCESS, MPI_T_ERR_INVALID_INDEX});
  return code == MPI_SUCCESS;
}

/// The name with something wrong with it.
std::string spoilt(std::string name, unsigned how) {
  switch (name.empty() ? 0 : how % 4) {
    case 0:
      return name + "x";
    case 1:
      name.pop_back();
      return name;
    case 2:
      name.front() = name.front() == 'Z' ? 'z' : 'Z';
      return name;
    default:
      return {};
  }
}

template <class Infos>
bool has_name(const Infos& infos, const std::string& name) {
  return std::any_of(infos.begin(), infos.end(),
                     [&](const auto& info) { return info.name == name; });
}

bool query_cvar(World& world, const CvarInfo& cvar, int mirror, TextProbe* name, TextProbe* desc,
                const Nulls& nulls, Clause immutable) {
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
  const bool nulled = immutable == clause::cvar_info_null_out_ignored;
  if (!answered(world, nulled ? immutable : clause::cvar_index_range_valid, owner, code)) {
    return true;
  }
  const Numbers numbers{world.judge, immutable, owner, nulls};
  numbers.same(0, "verbosity", verbosity, cvar.verbosity);
  numbers.same(3, "bind", bind, cvar.bind);
  numbers.same(4, "scope", scope, cvar.scope);
  world.judge.output(
      immutable, owner, nulls.is_null(1) || datatype == cvar.datatype,
      [&] { return datatype_name(cvar.datatype); }, [&] { return datatype_name(datatype); });
  world.judge.output(immutable, owner,
                     nulls.is_null(2) || cvar.datatype != MPI_INT || enumtype == cvar.enumtype,
                     "the enumeration of before", "another one");
  if (mirror == Panel::none || name == nullptr || desc == nullptr) return true;
  for (std::size_t i = 0; i != Panel::size; ++i) {
    world.panel.engine(i).cvar_get_info(mirror, name->buffer(i), name->length(i), nullptr, nullptr,
                                        nullptr, desc->buffer(i), desc->length(i), nullptr,
                                        nullptr);
  }
  name->judge(world.judge, owner, "name");
  desc->judge(world.judge, owner, "desc");
  return true;
}

bool query_pvar(World& world, const PvarInfo& pvar, int mirror, TextProbe* name, TextProbe* desc,
                const Nulls& nulls, Clause immutable) {
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
  const bool nulled = immutable == clause::pvar_info_null_out_ignored;
  if (!answered(world, nulled ? immutable : clause::pvar_index_range_valid, owner, code)) {
    return true;
  }
  const Numbers numbers{world.judge, immutable, owner, nulls};
  numbers.same(0, "verbosity", verbosity, pvar.verbosity);
  numbers.same(1, "class", var_class, pvar.var_class);
  numbers.same(4, "bind", bind, pvar.bind);
  numbers.same(5, "readonly", readonly, pvar.readonly);
  numbers.same(6, "continuous", continuous, pvar.continuous);
  numbers.same(7, "atomic", atomic, pvar.atomic);
  world.judge.output(
      immutable, owner, nulls.is_null(2) || datatype == pvar.datatype,
      [&] { return datatype_name(pvar.datatype); }, [&] { return datatype_name(datatype); });
  world.judge.output(immutable, owner,
                     nulls.is_null(3) || pvar.datatype != MPI_INT || enumtype == pvar.enumtype,
                     "the enumeration of before", "another one");
  if (mirror == Panel::none || name == nullptr || desc == nullptr) return true;
  for (std::size_t i = 0; i != Panel::size; ++i) {
    world.panel.engine(i).pvar_get_info(mirror, name->buffer(i), name->length(i), nullptr, nullptr,
                                        nullptr, nullptr, desc->buffer(i), desc->length(i), nullptr,
                                        nullptr, nullptr, nullptr);
  }
  name->judge(world.judge, owner, "name");
  desc->judge(world.judge, owner, "desc");
  return true;
}

// Whether a variable that was listed cannot be queried any more: since MPI came up it is inactive,
// and what look-ups make of that is open (A16).
bool is_inactive_cvar(int index) {
  const Aside aside;
  return on::MPI_T_cvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr) != MPI_SUCCESS;
}

bool is_inactive_pvar(int index) {
  const Aside aside;
  return on::MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr) != MPI_SUCCESS;
}

/// A class in which no pvar of that name is known; nothing if there is none.
std::optional<int> other_class(const World& world, const std::string& name) {
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind != "pvar_class") continue;
    const bool taken = std::any_of(world.survey.pvars.begin(), world.survey.pvars.end(),
                                   [&](const PvarInfo& pvar) {
                                     return pvar.name == name && pvar.var_class == constant.value;
                                   });
    if (!taken) return constant.value;
  }
  return std::nullopt;
}

void check_found(const World& world, Clause clause, const std::string& owner, int code, int found,
                 int index) {
  world.judge.code(clause, owner, code, {MPI_SUCCESS});
  world.judge.output(
      clause, owner, found == index, [&] { return join("index ", index); },
      [&] { return join("index ", found); });
}

}  // namespace

namespace commands {

bool count_all(World& world, const Command&) {
  const std::size_t known[] = {
      world.survey.cvars.empty() ? 0
                                 : 1U + static_cast<std::size_t>(world.survey.cvars.back().index),
      world.survey.pvars.empty() ? 0
                                 : 1U + static_cast<std::size_t>(world.survey.pvars.back().index)};
  int count = -1;
  int code = on::MPI_T_cvar_get_num(&count);
  world.judge.code(clause::cvar_num_nonnegative, "the number of cvars", code, {MPI_SUCCESS});
  world.judge.output(
      clause::cvar_num_may_only_grow, "the number of cvars", count >= static_cast<int>(known[0]),
      [&] { return join("at least ", known[0]); }, [&] { return std::to_string(count); });
  count = -1;
  code = on::MPI_T_pvar_get_num(&count);
  world.judge.code(clause::pvar_num_nonnegative, "the number of pvars", code, {MPI_SUCCESS});
  world.judge.output(
      clause::pvar_num_may_only_grow, "the number of pvars", count >= static_cast<int>(known[1]),
      [&] { return join("at least ", known[1]); }, [&] { return std::to_string(count); });
  return true;
}

bool cvar_info(World& world, const Command& command) {
  if (world.survey.cvars.empty()) return false;
  const auto place = static_cast<int>(command.a % world.survey.cvars.size());
  const CvarInfo& cvar = world.survey.cvars[static_cast<std::size_t>(place)];
  TextProbe name(command.b, cvar.name);
  TextProbe desc(command.c, cvar.desc);
  return query_cvar(world, cvar, world.panel.cvar(place), &name, &desc, Nulls(0),
                    clause::cvar_info_immutable);
}

bool cvar_nulls(World& world, const Command& command) {
  const CvarInfo* const cvar = pick(world.survey.cvars, command.a);
  if (cvar == nullptr) return false;
  return query_cvar(world, *cvar, Panel::none, nullptr, nullptr, Nulls(command.b),
                    clause::cvar_info_null_out_ignored);
}

bool cvar_index(World& world, const Command& command) {
  const CvarInfo* const cvar = pick(world.survey.cvars, command.a);
  if (cvar == nullptr || !on::MPI_T_cvar_get_index.present()) return false;
  int index = unset;
  const int code = on::MPI_T_cvar_get_index(cvar->name.c_str(), &index);
  if (code == MPI_T_ERR_INVALID_NAME && world.around.growing && is_inactive_cvar(cvar->index)) {
    return true;
  }
  check_found(world, clause::cvar_get_index_roundtrip, cvar->label(), code, index, cvar->index);
  return true;
}

bool cvar_unknown(World& world, const Command& command) {
  const CvarInfo* const cvar = pick(world.survey.cvars, command.a);
  if (cvar == nullptr || !on::MPI_T_cvar_get_index.present()) return false;
  const std::string name = spoilt(cvar->name, command.b);
  if (has_name(world.survey.cvars, name)) return false;
  int index = unset;
  world.judge.refusal(clause::cvar_get_index_unknown, quoted(name),
                      on::MPI_T_cvar_get_index(name.c_str(), &index), {MPI_T_ERR_INVALID_NAME});
  return true;
}

bool pvar_info(World& world, const Command& command) {
  if (world.survey.pvars.empty()) return false;
  const auto place = static_cast<int>(command.a % world.survey.pvars.size());
  const PvarInfo& pvar = world.survey.pvars[static_cast<std::size_t>(place)];
  TextProbe name(command.b, pvar.name);
  TextProbe desc(command.c, pvar.desc);
  return query_pvar(world, pvar, world.panel.pvar(place), &name, &desc, Nulls(0),
                    clause::pvar_info_immutable);
}

bool pvar_nulls(World& world, const Command& command) {
  const PvarInfo* const pvar = pick(world.survey.pvars, command.a);
  if (pvar == nullptr) return false;
  return query_pvar(world, *pvar, Panel::none, nullptr, nullptr, Nulls(command.b),
                    clause::pvar_info_null_out_ignored);
}

bool pvar_index(World& world, const Command& command) {
  const PvarInfo* const pvar = pick(world.survey.pvars, command.a);
  if (pvar == nullptr || !on::MPI_T_pvar_get_index.present()) return false;
  int index = unset;
  const int code = on::MPI_T_pvar_get_index(pvar->name.c_str(), pvar->var_class, &index);
  if (code == MPI_T_ERR_INVALID_NAME && world.around.growing && is_inactive_pvar(pvar->index)) {
    return true;
  }
  check_found(world, clause::pvar_get_index_roundtrip, pvar->label(), code, index, pvar->index);
  return true;
}

bool pvar_unknown(World& world, const Command& command) {
  const PvarInfo* const pvar = pick(world.survey.pvars, command.a);
  if (pvar == nullptr || !on::MPI_T_pvar_get_index.present()) return false;
  const bool by_class = command.b % 5 == 4;
  const std::string name = by_class ? pvar->name : spoilt(pvar->name, command.b);
  const auto var_class = by_class ? other_class(world, name) : pvar->var_class;
  if (!var_class || (!by_class && has_name(world.survey.pvars, name))) return false;
  int index = unset;
  world.judge.refusal(
      clause::pvar_get_index_unknown,
      [&] { return join(quoted(name), " of ", constant_name("pvar_class", *var_class)); },
      on::MPI_T_pvar_get_index(name.c_str(), *var_class, &index), {MPI_T_ERR_INVALID_NAME});
  return true;
}

bool enum_info(World& world, const Command& command) {
  const EnumInfo* const info = pick(world.survey.enums, command.a);
  if (info == nullptr) return false;
  const mpit::EnumType mirror = world.panel.enumeration(info->handle);
  TextProbe name(command.b, info->name);
  int count = unset;
  world.judge.code(clause::enum_item_count_positive, *info,
                   on::MPI_T_enum_get_info(info->handle, &count, name.buffer(), name.length()),
                   {MPI_SUCCESS});
  const auto items = static_cast<int>(info->items.size());
  world.judge.output(
      clause::enum_item_count_positive, *info, count == items,
      [&] { return join(items, " items"); }, [&] { return join(count, " items"); });
  if (mirror == mpit::EnumType::null) return true;
  for (std::size_t i = 0; i != Panel::size; ++i) {
    int mirrored = 0;
    world.panel.engine(i).enum_get_info(mirror, &mirrored, name.buffer(i), name.length(i));
  }
  name.judge(world.judge, info->label(), "name");
  return true;
}

bool enum_item(World& world, const Command& command) {
  const EnumInfo* const info = pick(world.survey.enums, command.a);
  const EnumItem* const item = info != nullptr ? pick(info->items, command.b) : nullptr;
  if (item == nullptr) return false;
  const auto index = static_cast<int>(item - info->items.data());
  const mpit::EnumType mirror = world.panel.enumeration(info->handle);
  TextProbe name(command.c, item->name);
  int value = unset;
  const std::string owner = join("item ", index, " of ", info->label());
  world.judge.code(
      clause::enum_item_access, owner,
      on::MPI_T_enum_get_item(info->handle, index, &value, name.buffer(), name.length()),
      {MPI_SUCCESS});
  world.judge.output(
      clause::enum_item_access, owner, value == item->value,
      [&] { return join("value ", item->value); }, [&] { return join("value ", value); });
  if (mirror == mpit::EnumType::null) return true;
  for (std::size_t i = 0; i != Panel::size; ++i) {
    int mirrored = 0;
    world.panel.engine(i).enum_get_item(mirror, index, &mirrored, name.buffer(i), name.length(i));
  }
  name.judge(world.judge, owner, "name");
  return true;
}

}  // namespace commands
}  // namespace mpitcheck::properties
