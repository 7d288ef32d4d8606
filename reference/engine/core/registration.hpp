// SPDX-License-Identifier: BSD-3-Clause
// The specifications of enumerations, variables, categories and events that a component registers;
// the functions of tools for events; and the editor of registrations, by which one runtime can look
// like many libraries (variants/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/engine/core/types.hpp"

namespace mpit {

struct SourceRecord;

/// Keys and values of an info object.
using Hints = std::vector<std::pair<std::string, std::string>>;

/// A source of events (MPI-5.0 §15.3.8). Its clock is the engine's monotonic clock, counted in
/// ticks.
struct SourceSpec {
  std::string name = {};
  std::string desc = {};
  SourceOrder order = SourceOrder::ordered;
  std::int64_t ticks_per_second = 1'000'000'000;  // a divisor of 10^9
  bool on_demand = true;                          // whether source_get_timestamp is supported
};

/// Maximum number of elements of an event type.
inline constexpr std::size_t max_event_elements = 16;

/// An event type (MPI-5.0 §15.3.8). Its elements are laid out like the members of a C struct.
struct EventSpec {
  std::string name = {};
  std::string desc = {};
  std::string category = {};  // name of its category (created if new); empty: none
  Verbosity verbosity = Verbosity::user_basic;
  std::vector<Datatype> elements = {};
  std::vector<std::ptrdiff_t> displacements = {};  // empty: as in a struct
  EnumType enumtype = EnumType::null;              // its items name the elements
  Bind bind = Bind::no_object;
  SourceRecord* source = nullptr;  // raises its instances; from Engine::add_source
  /// The demand of an invocation on callbacks.
  CallbackSafety demands = CallbackSafety::none;
  /// Bound types: whether this object may be bound now. Called without locks. Empty: any object.
  std::function<bool(ObjectWord)> accepts = {};
};

/// Any function of a tool: only code that knows its type may call it.
using ToolFunction = void (*)();

/// A tool's event callback. `call` casts `function` to its type and calls it. A null `call` means
/// that there is no callback.
struct EventCallback {
  void (*call)(ToolFunction function, EventInstance instance, EventRegistration registration,
               CallbackSafety safety, void* user_data) = nullptr;
  ToolFunction function = nullptr;
  void* user_data = nullptr;
};

/// A tool's callback for the end of a registration, in the same form.
struct FreeCallback {
  void (*call)(ToolFunction function, EventRegistration registration, CallbackSafety safety,
               void* user_data) = nullptr;
  ToolFunction function = nullptr;
  void* user_data = nullptr;
};

/// A tool's handler of dropped events, in the same form.
struct DroppedHandler {
  void (*call)(ToolFunction function, std::int64_t count, EventRegistration registration,
               int source_index, CallbackSafety safety, void* user_data) = nullptr;
  ToolFunction function = nullptr;
};

class Storage;

/// One item of an enumeration: any int, with a name that is unique within it (MPI-5.0 §15.3.5).
struct EnumItem {
  std::string name = {};
  int value = 0;
};

/// An enumeration. Its name and its items are unique and not empty (Engine::add_enum).
struct EnumSpec {
  std::string name = {};
  std::vector<EnumItem> items = {};
};

/// A control variable (MPI-5.0 §15.3.6). Without `get` and `memory` the engine owns the value.
struct CvarSpec {
  std::string name = {};
  std::string desc = {};
  std::string category = {};  // name of its category (created if new); empty: none
  Verbosity verbosity = Verbosity::user_basic;
  Datatype datatype = Datatype::int_;
  EnumType enumtype = EnumType::null;
  Bind bind = Bind::no_object;
  Scope scope = Scope::local;
  int count = 1;  // elements; for MPI_CHAR: characters including the null
  /// Bound variables: number of elements for this object; negative: the object is refused.
  std::function<int(ObjectWord)> count_of = {};

  /// Engine-owned value: count elements of datatype. A shorter one is padded with zeros.
  std::vector<std::byte> initial = {};

  /// Fills buf with the value. Callable from any thread; in a signal handler if the component
  /// allows it.
  std::function<void(ObjectWord, void* buf)> get = {};
  /// Instead of `get`: the value, of 4 or 8 bytes, which the component replaces by atomic stores.
  std::shared_ptr<const void> memory = {};
  /// Accepts the value (already checked against the enumeration), or refuses it with
  /// cvar_set_not_now or cvar_set_never. cvar_set_never holds for the rest of the run. Without
  /// `set`, a variable with `get` or `memory` returns cvar_set_never. For an engine-owned value it
  /// is called before the change.
  std::function<Code(ObjectWord, const void* buf)> set = {};

  /// Whether the component has the value instead of the engine.
  bool kept_by_component() const { return get != nullptr || memory != nullptr; }
};

/// A performance variable (MPI-5.0 §15.3.7): its properties and its storage.
struct PvarSpec {
  std::string name = {};
  std::string desc = {};
  std::string category = {};  // as in CvarSpec
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
  /// Variables without object may have it instead of `storage`, so that the first handle creates
  /// the storage. Called without locks.
  std::function<std::shared_ptr<Storage>(ObjectWord)> resolve = {};
};

/// A category to be registered.
struct CategorySpec {
  std::string name = {};
  std::string desc = {};
  std::string parent = {};  // name of the category that contains it; empty: none
};

/// The kinds of members of categories.
enum class Member { cvar, pvar, event, category };

/// Receives every registration before the engine. `edit` may change the specification. If it
/// returns false, nothing is registered and the index is -1. Implementations must be thread-safe.
/// `edit` may call the engine, `joins` must not.
class RegistrationEditor {
 public:
  virtual ~RegistrationEditor() = default;

  virtual void edit(EnumSpec& spec) = 0;
  virtual bool edit(CvarSpec& spec) = 0;
  virtual bool edit(PvarSpec& spec) = 0;
  virtual bool edit(CategorySpec& spec) = 0;
  /// If it returns false, the source or event type is hidden until Engine::show_events.
  virtual bool edit(SourceSpec& /*spec*/) { return true; }
  virtual bool edit(EventSpec& /*spec*/) { return true; }
  /// The member got this index; `category` may be empty. Returns whether it is added to the
  /// category now.
  virtual bool joins(std::string_view category, Member member, int index) = 0;
};

}  // namespace mpit
