// SPDX-License-Identifier: BSD-3-Clause
// Edits the runtime's registrations to what a variant has.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reference/engine/core/engine.hpp"
#include "reference/variants/variant.hpp"

namespace mpit {

/// Applies a variant to the registrations of an engine and to the moments of the process. Any
/// thread.
class VariantEditor final : public RegistrationEditor {
 public:
  explicit VariantEditor(const Variant& variant) : variant_(variant) {}

  const Behaviour& behaviour() const { return variant_.behaviour; }

  /// Performs what the variant does at this moment. Moment::start follows the registrations of the
  /// components.
  void reach(Moment moment, Engine& engine);

  void edit(EnumSpec& spec) override;
  bool edit(CvarSpec& spec) override;
  bool edit(PvarSpec& spec) override;
  bool edit(CategorySpec& spec) override;
  bool edit(SourceSpec& spec) override;
  bool edit(EventSpec& spec) override;
  bool joins(std::string_view category, Member member, int index) override;

 private:
  using Action = std::function<void(Engine&)>;
  using Actions = std::vector<std::pair<Moment, Action>>;
  struct Renaming {
    std::map<std::string, std::string> names;  // old or new -> new
    std::size_t used = 0;                      // of the alphabet
  };

  // The caller holds mutex_.
  Actions take_due(Actions& actions) const;
  Moment appearance(EnumType enumtype);
  /// Whether the variable is registered now. Otherwise it is kept for a later moment.
  template <class Spec>
  bool due(const Spec& spec, int (Engine::*add)(Spec));
  bool shows_events() const { return variant_.events && variant_.events_appear <= now_; }
  /// Sets name, description, category and verbosity. False if there is no unused name.
  template <class Spec>
  bool dress(Spec& spec, const std::string& kind);
  std::string new_name(const std::string& name, const std::string& kind);
  std::string new_description(const std::string& text) const;

  const Variant variant_;
  std::mutex mutex_;
  Moment now_ = Moment::start;
  bool second_ = false;  // selects every second variable
  int third_ = 0;        // counts variables; selects every third
  Actions late_registrations_;
  Actions late_members_;
  std::vector<std::pair<Member, int>> inactive_;
  std::vector<std::pair<Member, int>> members_;
  std::map<std::string, Renaming> names_;  // by kind of thing: names are unique within a kind
};

/// Registers the additional variables, event types and categories of a variant.
void add_extras(Engine& engine, const Variant& variant);

}  // namespace mpit
