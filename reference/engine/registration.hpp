// SPDX-License-Identifier: BSD-3-Clause
// What a component says about the enumerations, variables and categories that it registers.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/types.hpp"

namespace mpit {

class Storage;

/// One item of an enumeration: any int, under a name that is unique within it (MPI-5.0 §15.3.5).
struct EnumItem {
  std::string name = {};
  int value = 0;
};

struct EnumSpec {
  std::string name = {};
  std::vector<EnumItem> items = {};
};

/// A control variable (MPI-5.0 §15.3.6). Without `get` and `memory` the engine owns the value.
struct CvarSpec {
  std::string name = {};
  std::string desc = {};
  std::string category = {};  // name of the category that it joins (created if new); empty: none
  Verbosity verbosity = Verbosity::user_basic;
  Datatype datatype = Datatype::int_;
  EnumType enumtype = EnumType::null;
  Bind bind = Bind::no_object;
  Scope scope = Scope::local;
  int count = 1;  // elements; for MPI_CHAR: characters including the null
  /// Bound variables: elements for this object; negative refuses the object.
  std::function<int(ObjectWord)> count_of = {};

  /// Engine-owned value: count elements of datatype. Shorter is filled up with zeros.
  std::vector<std::byte> initial = {};

  /// Fills buf with the value. Safe to call from any thread; in a signal handler if the component
  /// says so.
  std::function<void(ObjectWord, void* buf)> get = {};
  /// Instead of `get`: the value, of 4 or 8 bytes, which the component replaces by atomic stores.
  std::shared_ptr<const void> memory = {};
  /// Takes the value (already checked against the enumeration) or refuses it with cvar_set_not_now
  /// or cvar_set_never. cvar_set_never is remembered for the rest of the run. Without it, a
  /// variable with `get` or `memory` answers cvar_set_never. For an engine-owned value: asked
  /// before the change.
  std::function<Code(ObjectWord, const void* buf)> set = {};

  bool kept_by_component() const { return get != nullptr || memory != nullptr; }
};

/// A performance variable (MPI-5.0 §15.3.7): its properties, and where its value lives.
struct PvarSpec {
  std::string name = {};
  std::string desc = {};
  std::string category = {};  // as for CvarSpec
  Verbosity verbosity = Verbosity::user_basic;
  PvarClass var_class = PvarClass::counter;
  Datatype datatype = Datatype::unsigned_long_long;
  EnumType enumtype = EnumType::null;
  Bind bind = Bind::no_object;
  bool readonly = false;
  bool continuous = false;
  bool atomic = true;

  /// Variables without object: the storage. See storage.hpp for the kinds that fit each class.
  std::shared_ptr<Storage> storage = {};
  /// Bound variables: the storage of this object, null if the object is refused (invalid_handle).
  /// Variables without object may have it instead of `storage`: so that the first handle makes it.
  /// Called without locks.
  std::function<std::shared_ptr<Storage>(ObjectWord)> resolve = {};
};

}  // namespace mpit
