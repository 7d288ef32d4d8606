// SPDX-License-Identifier: BSD-3-Clause
// Filters, renames and delays registrations.
#include "reference/variants/variant_editor.hpp"

#include <algorithm>
#include <iterator>

#include "reference/variants/side_effects.hpp"
#include "reference/variants/starting.hpp"

namespace mpit {
namespace {

constexpr std::size_t long_name = 4000;
constexpr std::size_t long_description = 5000;
constexpr std::string_view odd_ending = " \"%s\" <\xc3\xbc&\\>\n'";
constexpr char first_character = '!';
constexpr std::size_t alphabet = '~' - first_character + 1;

std::string padded(std::string text, std::size_t size) {
  if (text.size() < size) text.resize(size, 'x');
  return text;
}

bool has_few_flags(const CvarSpec&) { return true; }
bool has_few_flags(const PvarSpec& spec) { return spec.atomic && !spec.continuous; }

template <class Spec>
bool among_few(const Spec& spec) {
  const bool type_fits = spec.datatype == Datatype::int_ ||
                         spec.datatype == Datatype::unsigned_long ||
                         spec.datatype == Datatype::double_ || spec.datatype == Datatype::char_;
  return type_fits &&
         (spec.bind == Bind::no_object || (spec.bind == Bind::mpi_comm && has_few_flags(spec)));
}

template <class Spec>
bool wanted(const Spec& spec, const Variant& variant) {
  if (spec.name.starts_with("specimen_")) {
    if (variant.specimens == Variant::Specimens::none) return false;
    if (variant.specimens == Variant::Specimens::few && !among_few(spec)) return false;
  }
  if (variant.only_texts && spec.datatype != Datatype::char_) return false;
  return variant.binding == Variant::Binding::any ||
         (variant.binding == Variant::Binding::bound) == (spec.bind != Bind::no_object);
}

void add_member(Engine& engine, const std::string& category, Member member, int index) {
  const int to = engine.add_category(category);
  switch (member) {
    case Member::cvar:
      return engine.add_cvar_to_category(to, index);
    case Member::pvar:
      return engine.add_pvar_to_category(to, index);
    case Member::event:
      return engine.add_event_to_category(to, index);
    case Member::category:
      return engine.add_category_to_category(to, index);
  }
}

}  // namespace

void VariantEditor::reach(Moment moment, Engine& engine) {
  if (moment == Moment::mpi_init) {
    on_mpi_init(variant_);
    add_start_effects(variant_, engine);
  }
  if (moment == Moment::mpi_finalize) {
    on_mpi_finalize(variant_);
    remove_start_effects(variant_, engine);
  }
  if (variant_.sub_categories_rotate == moment) engine.rotate_sub_categories();
  if (variant_.within_mpi_only) engine.close_off(moment != Moment::mpi_init);
  Actions registrations, members;
  std::vector<std::pair<Member, int>> inactive, shared;
  {
    const std::lock_guard lock(mutex_);
    now_ = moment;
    registrations = take_due(late_registrations_);
    members = take_due(late_members_);
    if (variant_.inactive == moment) inactive = inactive_;
    if (variant_.shared_members && moment == Moment::start) shared = members_;
  }
  for (const auto& [when, action] : registrations) action(engine);
  for (const auto& [when, action] : members) action(engine);
  for (const auto& [member, index] : inactive) {
    if (member == Member::cvar) engine.deactivate_cvar(index);
    if (member == Member::pvar) engine.deactivate_pvar(index);
  }
  if (variant_.events && variant_.events_appear == moment && moment != Moment::start) {
    engine.show_events();
  }
  if (moment == Moment::start) {
    add_extras(engine, variant_);
    start_background(engine, variant_);
  }
  for (const auto& [member, index] : shared) {
    if (member == Member::category) continue;
    for (const char* category : {"variant_shared_1", "variant_shared_2"}) {
      add_member(engine, category, member, index);
    }
  }
}

VariantEditor::Actions VariantEditor::take_due(Actions& actions) const {
  const auto later = std::stable_partition(
      actions.begin(), actions.end(), [&](const auto& action) { return action.first <= now_; });
  Actions taken(std::make_move_iterator(actions.begin()), std::make_move_iterator(later));
  actions.erase(actions.begin(), later);
  return taken;
}

Moment VariantEditor::appearance(EnumType enumtype) {
  Moment moment = Moment::start;
  if (variant_.every_variable_late || second_) moment = variant_.variables_appear;
  if (enumtype != EnumType::null) moment = std::max(moment, variant_.enumerated_appear);
  return moment;
}

template <class Spec>
bool VariantEditor::due(const Spec& spec, int (Engine::*add)(Spec)) {
  if (now_ != Moment::start) return true;
  const Moment moment = appearance(spec.enumtype);
  second_ = !second_;
  if (moment == Moment::start) return true;
  late_registrations_.emplace_back(moment, [spec, add](Engine& engine) { (engine.*add)(spec); });
  return false;
}

template <class Spec>
bool VariantEditor::dress(Spec& spec, const std::string& kind) {
  spec.name = new_name(spec.name, kind);
  spec.desc = new_description(spec.desc);
  if (!spec.category.empty()) {
    spec.category = variant_.categories ? new_name(spec.category, "category") : "";
  }
  if (variant_.verbosity) spec.verbosity = *variant_.verbosity;
  return !spec.name.empty();
}

void VariantEditor::edit(EnumSpec& spec) {
  const std::lock_guard lock(mutex_);
  for (EnumItem& item : spec.items) item.name = new_name(item.name, "item of " + spec.name);
  spec.name = new_name(spec.name, "enumeration");
}

bool VariantEditor::edit(CvarSpec& spec) {
  const std::lock_guard lock(mutex_);
  if (!variant_.cvars || !wanted(spec, variant_) || !due(spec, &Engine::add_cvar)) return false;
  if (variant_.readonly_cvars && spec.scope != Scope::constant) spec.scope = Scope::readonly;
  if (variant_.cvar_writes) {
    spec.set = [code = *variant_.cvar_writes](ObjectWord, const void*) { return code; };
  }
  add_side_effects(spec, variant_);
  return dress(spec, "cvar");
}

bool VariantEditor::edit(PvarSpec& spec) {
  const std::lock_guard lock(mutex_);
  if (!variant_.pvars || !wanted(spec, variant_) || !due(spec, &Engine::add_pvar)) return false;
  spec.readonly = variant_.readonly_pvars.value_or(spec.readonly);
  spec.continuous = variant_.continuous_pvars.value_or(spec.continuous);
  spec.atomic = spec.atomic && variant_.atomic_pvars && !spec.readonly;
  if (variant_.unrelated_names && spec.var_class == PvarClass::level &&
      spec.category == "mpi_queues") {
    spec.name += "_now";
  }
  return dress(spec, "pvar " + std::to_string(static_cast<int>(spec.var_class)));
}

bool VariantEditor::edit(CategorySpec& spec) {
  const std::lock_guard lock(mutex_);
  if (!variant_.categories) return false;
  if (variant_.categories_appear > now_) {
    late_registrations_.emplace_back(variant_.categories_appear, [spec](Engine& engine) {
      engine.add_category(spec.name, spec.desc, spec.parent);
    });
    return false;
  }
  spec.name = new_name(spec.name, "category");
  spec.desc = new_description(spec.desc);
  if (!spec.parent.empty()) spec.parent = new_name(spec.parent, "category");
  return !spec.name.empty();
}

bool VariantEditor::edit(SourceSpec& spec) {
  const std::lock_guard lock(mutex_);
  spec.name = new_name(spec.name, "source");
  spec.desc = new_description(spec.desc);
  return shows_events();
}

bool VariantEditor::edit(EventSpec& spec) {
  const std::lock_guard lock(mutex_);
  if (variant_.only_object_events && spec.category != "mpi_objects") return false;
  const std::string name = spec.name;
  if (dress(spec, "event type")) return shows_events();
  spec.name = name;
  return false;
}

bool VariantEditor::joins(std::string_view category, Member member, int index) {
  const std::lock_guard lock(mutex_);
  if (member == Member::cvar || member == Member::pvar) {
    if (third_++ % 3 == 1) inactive_.emplace_back(member, index);
  }
  members_.emplace_back(member, index);
  const Moment moment = std::max(variant_.categories_appear, variant_.members_appear);
  if (category.empty() || moment <= now_) return true;
  late_members_.emplace_back(moment, [name = std::string(category), member, index](Engine& engine) {
    add_member(engine, name, member, index);
  });
  return false;
}

std::string VariantEditor::new_name(const std::string& name, const std::string& kind) {
  Renaming& renaming = names_[kind];
  if (const auto known = renaming.names.find(name); known != renaming.names.end()) {
    return known->second;
  }
  std::string changed = name;
  switch (variant_.names) {
    case Variant::Names::plain:
      break;
    case Variant::Names::one_character:
      if (renaming.used == alphabet) return {};
      changed = static_cast<char>(first_character + static_cast<char>(renaming.used++));
      break;
    case Variant::Names::very_long:
      changed = padded(name, long_name);
      break;
    case Variant::Names::odd:
      changed += odd_ending;
      break;
  }
  renaming.names.emplace(name, changed);
  renaming.names.emplace(changed, changed);
  return changed;
}

std::string VariantEditor::new_description(const std::string& text) const {
  switch (variant_.descriptions) {
    case Variant::Descriptions::none:
      return {};
    case Variant::Descriptions::very_long:
      return padded(text, long_description);
    case Variant::Descriptions::plain:
      break;
  }
  return text;
}

}  // namespace mpit
