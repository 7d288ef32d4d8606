// SPDX-License-Identifier: BSD-3-Clause
// Mirrors of the survey.
#include "properties/oracle/mirror_engines.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reference/engine/core/storage.hpp"
#include "reference/engine/pvar/watermark.hpp"

namespace mpitcheck::properties {

namespace {

using mpit::Behaviour;
using mpit::Code;

constexpr int not_asked = -2;

// Readings under which mirrors accept what the target has and behave alike.
Behaviour common_behaviour() {
  Behaviour behaviour;
  behaviour.fixed_width_classes = true;
  behaviour.int_levels = true;
  behaviour.readonly_resets = true;
  return behaviour;
}

Behaviour other_behaviour() {
  Behaviour behaviour = common_behaviour();
  behaviour.truncated_length = Behaviour::TruncatedLength::stored;
  behaviour.fitting_length = Behaviour::FittingLength::as_passed;
  behaviour.redundant_start_stop = Code::pvar_no_startstop;
  behaviour.read_never_started = Code::invalid;
  behaviour.write_readonly = Code::cvar_set_not_now;
  behaviour.enum_bad_item = Code::invalid_item;
  behaviour.watermark_restart = Behaviour::Restart::rebases;
  behaviour.stopped_watermark_reset = Behaviour::StoppedReset::no_value;
  return behaviour;
}

}  // namespace

MirrorEngines::MirrorEngines(const Survey& survey)
    : survey_(survey),
      engines_{std::make_unique<mpit::Engine>(common_behaviour()),
               std::make_unique<mpit::Engine>(other_behaviour())},
      cvars_(survey.cvars.size(), not_asked),
      pvars_(survey.pvars.size(), not_asked) {}

// The indices are equal in all engines, since each has the same registrations.
template <class Add>
int MirrorEngines::mirrored(std::vector<int>& known, int place, const Add& add) {
  int& index = known[static_cast<std::size_t>(place)];
  if (index != not_asked) return index;
  try {
    index = add();
  } catch (const std::logic_error&) {  // the standard does not allow it
    index = none;
  }
  return index;
}

int MirrorEngines::cvar(int place) {
  return mirrored(cvars_, place, [&] {
    const CvarInfo& cvar = survey_.cvars[static_cast<std::size_t>(place)];
    const int index = add_cvar(*engines_[0], cvar);
    for (std::size_t i = 1; i != size; ++i) add_cvar(*engines_[i], cvar);
    return index;
  });
}

int MirrorEngines::pvar(int place) {
  return mirrored(pvars_, place, [&] {
    const int index = add_pvar(*engines_[0], place);
    for (std::size_t i = 1; i != size; ++i) add_pvar(*engines_[i], place);
    return index;
  });
}

// The mirror of a cvar is used only for texts and codes of queries, so its type may differ.
int MirrorEngines::add_cvar(mpit::Engine& engine, const CvarInfo& cvar) {
  mpit::CvarSpec spec;
  spec.name = cvar.name;
  spec.desc = cvar.desc;
  return engine.add_cvar(std::move(spec));
}

int MirrorEngines::add_pvar(mpit::Engine& engine, int place) {
  const PvarInfo& pvar = survey_.pvars[static_cast<std::size_t>(place)];
  mpit::PvarSpec spec;
  spec.name = pvar.name;
  spec.desc = pvar.desc;
  spec.var_class = class_to_engine(pvar.var_class);
  spec.datatype = to_engine(pvar.datatype);
  spec.enumtype = enumeration(pvar.enumtype);
  spec.bind = bind_to_engine(pvar.bind);
  spec.readonly = pvar.readonly != 0;
  spec.continuous = pvar.continuous != 0;
  spec.atomic = pvar.atomic != 0;
  spec.resolve = [this, place](mpit::ObjectWord object) {
    return storage(place, static_cast<int>(object));
  };
  return engine.add_pvar(std::move(spec));
}

// The mirror of a category is used only for texts: it has no members.
int MirrorEngines::category(const CategoryInfo& category) {
  const auto [known, is_new] = categories_.try_emplace(category.index, none);
  if (!is_new || category.name.empty()) return known->second;
  for (const auto& engine : engines_) {
    known->second = engine->add_category(category.name, category.desc);
  }
  return known->second;
}

mpit::EnumType MirrorEngines::enumeration(MPI_T_enum handle) {
  if (handle == MPI_T_ENUM_NULL) return mpit::EnumType::null;
  if (const auto known = enums_.find(handle); known != enums_.end()) return known->second;
  const auto found = std::find_if(survey_.enums.begin(), survey_.enums.end(),
                                  [&](const EnumInfo& info) { return info.handle == handle; });
  mpit::EnumType& mirror = enums_[handle];
  if (found == survey_.enums.end()) return mirror;
  mpit::EnumSpec spec{found->name, {}};
  for (const EnumItem& item : found->items) spec.items.push_back({item.name, item.value});
  try {
    for (const auto& engine : engines_) mirror = engine->add_enum(spec);
  } catch (const std::logic_error&) {
  }
  return mirror;
}

Feed& MirrorEngines::feed(int place, int object, int count) {
  Source& source = sources_[{place, object}];
  if (source.feed != nullptr && source.feed->words.size() == static_cast<std::size_t>(count)) {
    return *source.feed;
  }
  const PvarInfo& pvar = survey_.pvars[static_cast<std::size_t>(place)];
  source.feed = std::make_shared<Feed>();
  source.feed->words.resize(static_cast<std::size_t>(count));
  const mpit::Datatype type = to_engine(pvar.datatype);
  if (pvar.var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK ||
      pvar.var_class == MPI_T_PVAR_CLASS_LOWWATERMARK) {
    using Direction = mpit::WatermarkStorage::Direction;
    const bool high = pvar.var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK;
    source.storage = std::make_shared<mpit::WatermarkStorage>(
        high ? Direction::high : Direction::low, type, count, 0);
  } else {
    source.storage =
        std::make_shared<mpit::ComputedStorage>(type, count, [feed = source.feed](int element) {
          return feed->words[static_cast<std::size_t>(element)];
        });
  }
  return *source.feed;
}

std::shared_ptr<mpit::Storage> MirrorEngines::storage(int place, int object) {
  const auto found = sources_.find({place, object});
  return found != sources_.end() ? found->second.storage : nullptr;
}

}  // namespace mpitcheck::properties
