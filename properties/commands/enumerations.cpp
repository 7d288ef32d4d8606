// SPDX-License-Identifier: BSD-3-Clause
// Enumerations and their items, compared with the survey.
#include "conformance/harness/facts/words.hpp"
#include "properties/commands/texts.hpp"

namespace mpitcheck::properties {

namespace commands {

bool enum_info(CaseState& state, const Command& command) {
  const EnumInfo* const info = pick(state.survey.enums, command.a);
  if (info == nullptr) return false;
  const mpit::EnumType mirror = state.engines.enumeration(info->handle);
  TextProbe name(command.b, info->name);
  int count = unset;
  state.judge.code(clause::enum_item_count_positive, *info,
                   on::MPI_T_enum_get_info(info->handle, &count, name.buffer(), name.length()),
                   {MPI_SUCCESS});
  const auto items = static_cast<int>(info->items.size());
  state.judge.output(
      clause::enum_item_count_positive, *info,
      is_in_words("", count, items, [](int number) { return join(number, " items"); }));
  if (mirror == mpit::EnumType::null) return true;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    int mirrored = 0;
    state.engines.engine(i).enum_get_info(mirror, &mirrored, name.buffer(i), name.length(i));
  }
  name.judge(state.judge, info->label(), "name");
  return true;
}

bool enum_item(CaseState& state, const Command& command) {
  const EnumInfo* const info = pick(state.survey.enums, command.a);
  const EnumItem* const item = info != nullptr ? pick(info->items, command.b) : nullptr;
  if (item == nullptr) return false;
  const auto index = static_cast<int>(item - info->items.data());
  const mpit::EnumType mirror = state.engines.enumeration(info->handle);
  TextProbe name(command.c, item->name);
  int value = unset;
  const std::string owner = join("item ", index, " of ", info->label());
  state.judge.code(
      clause::enum_item_access, owner,
      on::MPI_T_enum_get_item(info->handle, index, &value, name.buffer(), name.length()),
      {MPI_SUCCESS});
  state.judge.output(
      clause::enum_item_access, owner,
      is_in_words("", value, item->value, [](int number) { return join("value ", number); }));
  if (mirror == mpit::EnumType::null) return true;
  for (std::size_t i = 0; i != MirrorEngines::size; ++i) {
    int mirrored = 0;
    state.engines.engine(i).enum_get_item(mirror, index, &mirrored, name.buffer(i), name.length(i));
  }
  name.judge(state.judge, owner, "name");
  return true;
}

}  // namespace commands
}  // namespace mpitcheck::properties
