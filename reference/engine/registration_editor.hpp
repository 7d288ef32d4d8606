// SPDX-License-Identifier: BSD-3-Clause
// A say in what components register: how one runtime can look like many libraries (variants/).
#pragma once

#include <string>
#include <string_view>

#include "engine/event_spec.hpp"
#include "engine/registration.hpp"

namespace mpit {

/// A category to be registered.
struct CategorySpec {
  std::string name = {};
  std::string desc = {};
  std::string parent = {};  // name of the category that contains it; empty: none
};

/// What categories hold.
enum class Member { cvar, pvar, event, category };

/// Sees every registration before the engine does. `edit` may change the specification; if it
/// returns false, nothing is registered and the index is -1. Thread safe; `edit` may call the
/// engine, `joins` may not.
class RegistrationEditor {
 public:
  virtual ~RegistrationEditor() = default;

  virtual void edit(EnumSpec& spec) = 0;
  virtual bool edit(CvarSpec& spec) = 0;
  virtual bool edit(PvarSpec& spec) = 0;
  virtual bool edit(CategorySpec& spec) = 0;
  /// False: hidden until Engine::show_events.
  virtual bool edit(SourceSpec& /*spec*/) { return true; }
  virtual bool edit(EventSpec& /*spec*/) { return true; }
  /// The member got this index; `category` may be empty. Returns whether it joins the category now.
  virtual bool joins(std::string_view category, Member member, int index) = 0;
};

}  // namespace mpit
