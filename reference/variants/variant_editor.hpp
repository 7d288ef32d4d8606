// SPDX-License-Identifier: BSD-3-Clause
// Turns what the runtime registers into what a variant shows.
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

class VariantEditor final : public RegistrationEditor {
 public:
  explicit VariantEditor(const Variant& variant) : variant_(variant) {}

  const Behaviour& behaviour() const { return variant_.behaviour; }

  /// Tells that the moment has come. For Moment::start: that the components have registered.
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

  // All under mutex_.
  Actions take_due(Actions& actions) const;
  Moment appearance(EnumType enumtype);
  /// Whether the variable is to be registered now; later ones are remembered.
  template <class Spec>
  bool due(const Spec& spec, int (Engine::*add)(Spec));
  bool shows_events() const { return variant_.events && variant_.events_appear <= now_; }
  /// Gives it name, description, category and verbosity; false if there is no name left.
  template <class Spec>
  bool dress(Spec& spec, const std::string& kind);
  std::string new_name(const std::string& name, const std::string& kind);
  std::string new_description(const std::string& text) const;

  const Variant variant_;
  std::mutex mutex_;
  Moment now_ = Moment::start;
  bool second_ = false;  // of each two variables
  int third_ = 0;        // of each three
  Actions late_registrations_;
  Actions late_members_;
  std::vector<std::pair<Member, int>> inactive_;
  std::vector<std::pair<Member, int>> members_;
  std::map<std::string, Renaming> names_;  // by kind of thing: names are unique within a kind
};

/// Registers the variables and categories that a variant has besides the runtime's.
void add_extras(Engine& engine, const Variant& variant);

}  // namespace mpit
