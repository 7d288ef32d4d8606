// SPDX-License-Identifier: BSD-3-Clause
// The storages of specimens, and their updates by traffic.
#include "reference/runtime/job/specimen_set.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "reference/engine/core/value.hpp"
#include "reference/engine/pvar/watermark.hpp"

namespace mpit::runtime {
namespace {

using enum Datatype;
using enum PvarClass;

constexpr SpecimenKind kinds[] = {
    {state, int_},
    {level, unsigned_},
    {level, unsigned_long},
    {level, unsigned_long_long},
    {level, double_},
    {PvarClass::size, unsigned_},
    {PvarClass::size, unsigned_long},
    {PvarClass::size, unsigned_long_long},
    {PvarClass::size, double_},
    {percentage, double_},
    {highwatermark, unsigned_},
    {highwatermark, unsigned_long},
    {highwatermark, unsigned_long_long},
    {highwatermark, double_},
    {lowwatermark, unsigned_},
    {lowwatermark, unsigned_long},
    {lowwatermark, unsigned_long_long},
    {lowwatermark, double_},
    {counter, unsigned_},
    {counter, unsigned_long},
    {counter, unsigned_long_long},
    {aggregate, unsigned_},
    {aggregate, unsigned_long},
    {aggregate, unsigned_long_long},
    {aggregate, double_},
    {timer, unsigned_},
    {timer, unsigned_long},
    {timer, unsigned_long_long},
    {timer, double_},
    {generic, int_},
    {generic, unsigned_},
    {generic, unsigned_long},
    {generic, unsigned_long_long},
    {generic, Datatype::count},
    {generic, char_},
    {generic, double_},
    {generic, int32},
    {generic, int64},
    {generic, uint32},
    {generic, uint64},
};

constexpr std::uint64_t level_states = 8;  // from this level on the process counts as full

std::uint64_t now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

std::uint64_t word_of(std::uint64_t value, Datatype datatype) {
  return datatype == double_ ? to_word(static_cast<double>(value)) : value;
}

SpecimenState state_of(std::uint64_t at_level) {
  if (at_level == 0) return SpecimenState::idle;
  return at_level < level_states / 2 ? SpecimenState::busy : SpecimenState::crowded;
}

std::string_view text_of(SpecimenState at_state) {
  switch (at_state) {
    case SpecimenState::idle:
      return "idle";
    case SpecimenState::busy:
      return "busy";
    case SpecimenState::crowded:
      return "crowded";
  }
  return "";
}

void set_text(GaugeStorage& storage, std::string_view text) {
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(specimen_text_size); ++i) {
    const char character = i < text.size() ? text[i] : '\0';
    storage.set(static_cast<std::uint64_t>(character), static_cast<int>(i));
  }
}

}  // namespace

std::span<const SpecimenKind> specimen_kinds() { return kinds; }

SpecimenSet::SpecimenSet(const std::shared_ptr<ThreadWords>& words) {
  for (const auto& kind : kinds) make(kind, words);
  drive_level(0);
}

template <class Stored>
std::shared_ptr<Stored> SpecimenSet::keep(std::shared_ptr<Stored> storage) {
  storages_.push_back(storage);
  return storage;
}

void SpecimenSet::make(const SpecimenKind& kind, const std::shared_ptr<ThreadWords>& words) {
  const Datatype datatype = kind.datatype;
  const auto gauge = [&](int count = 1) {
    return keep(std::make_shared<GaugeStorage>(datatype, count));
  };
  const auto sum = [&](SumStorage::Unit unit = SumStorage::Unit::plain) {
    return keep(std::make_shared<SumStorage>(words, datatype, 1, unit))->adder();
  };
  switch (kind.var_class) {
    case state:
      state_ = gauge();
      break;
    case percentage:
      percentage_ = gauge();
      break;
    case generic:
      if (datatype == char_) {
        text_ = gauge(specimen_text_size);
        break;
      }
      [[fallthrough]];
    case level:
    case PvarClass::size:
      gauges_.push_back(gauge());
      break;
    case highwatermark:
    case lowwatermark:
      watermarks_.push_back(keep(std::make_shared<WatermarkStorage>(
          kind.var_class == highwatermark ? WatermarkStorage::Direction::high
                                          : WatermarkStorage::Direction::low,
          datatype, 1, 0)));
      break;
    case counter:
      counters_.push_back(sum());
      break;
    case aggregate:
      (datatype == double_ ? double_aggregates_ : aggregates_).push_back(sum());
      break;
    case timer:
      timers_.push_back(sum(SumStorage::Unit::nanoseconds));
      break;
  }
}

void SpecimenSet::drive_sums(std::uint64_t amount) {
  const auto began = now();
  for (const auto& adder : counters_) adder.add(std::uint64_t{1});
  for (const auto& adder : aggregates_) adder.add(amount);
  for (const auto& adder : double_aggregates_) adder.add(static_cast<double>(amount));
  add_time(began);
}

void SpecimenSet::drive_level(std::uint64_t new_level) {
  const auto began = now();
  for (const auto& storage : gauges_) storage->set(word_of(new_level, storage->datatype()));
  for (const auto& storage : watermarks_) storage->update(word_of(new_level, storage->datatype()));
  const SpecimenState new_state = state_of(new_level);
  state_->set(static_cast<std::uint64_t>(new_state));
  set_text(*text_, text_of(new_state));
  const auto filled = static_cast<double>(std::min(new_level, level_states));
  percentage_->set(to_word(filled / static_cast<double>(level_states)));
  add_time(began);
}

void SpecimenSet::drive_by_use() {
  drive_sums(1);
  drive_level(++uses_ % level_states);
}

void SpecimenSet::add_time(std::uint64_t began) {
  const auto spent = now() - began;
  for (const auto& adder : timers_) adder.add(spent);
}

}  // namespace mpit::runtime
