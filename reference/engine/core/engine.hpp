// SPDX-License-Identifier: BSD-3-Clause
// The engine behind the MPI tool information interface: one value that holds all of its state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/types.hpp"

namespace mpit {

struct CategoryProperties;
struct CvarProperties;
class EventDelivery;
class EventRecord;
struct PvarProperties;
class ThreadWords;

/// All state and all argument checks of the tool information interface. Each C function MPI_T_x has
/// a method x with the C signature, except that handles are words and constants are enums. The
/// return value is the code that the C function returns.
///
/// Null pointers: every OUT argument of the get_info methods may be null, and strings follow the
/// convention of MPI-5.0 §15.3.3. Any other null OUT argument results in Code::invalid. Before the
/// first init_thread and after the matching finalize, every other method returns
/// Code::not_initialized.
///
/// Thread safety: every method may be called from any thread at any time. pvar_start, pvar_stop,
/// pvar_read, pvar_write, pvar_reset and pvar_readreset take no lock and do not allocate. A signal
/// handler may call them even if it interrupted a method or an update, as far as the variable's own
/// callbacks allow it. The same holds for cvar_read of values that the engine owns. The other
/// methods may lock. In a callback that is invoked with ASYNC_SIGNAL_SAFE, and thus perhaps in the
/// middle of one of them, they return Code::not_accessible instead. cvar_write holds a lock of its
/// variable while the component's callback decides: `set` must not write the same variable.
class Engine {
 public:
  /// `editor`, if not null, may change all registrations and must outlive the engine.
  explicit Engine(const Behaviour& behaviour = {}, RegistrationEditor* editor = nullptr);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const Behaviour& behaviour() const { return behaviour_; }

  // --- Registration: the interface for components. Allowed at any time, before or after
  // init_thread, on any thread, but not in signal handlers. Indices never change. If an exception
  // is thrown, nothing is registered: std::bad_alloc, or std::invalid_argument with the reason if
  // the specification breaks a rule of the standard (e.g. no name, a name that is taken, a type
  // that the class does not allow).

  /// Adds an enumeration. `name` and the items' names must be unique and not empty; at least one
  /// item.
  EnumType add_enum(EnumSpec spec);
  /// Removes an enumeration that is not in use.
  void withdraw_enum(EnumType enumtype) noexcept;
  /// Adds a control variable; returns its index.
  int add_cvar(CvarSpec spec);
  /// Adds a performance variable; returns its index.
  int add_pvar(PvarSpec spec);
  /// Adds a category, within `parent` if given; returns its index. If it exists already, returns
  /// its index and ignores `desc`.
  int add_category(std::string_view name, std::string_view desc = {}, std::string_view parent = {});
  /// Add one member to a category. Adding a member twice changes nothing; a cycle of categories is
  /// refused.
  void add_cvar_to_category(int cat_index, int cvar_index);
  void add_pvar_to_category(int cat_index, int pvar_index);
  void add_category_to_category(int cat_index, int sub_index);
  /// Adds a source of events. Event types refer to the result.
  SourceRecord& add_source(SourceSpec spec);
  /// Adds an event type. The result is needed to raise its instances
  /// (reference/component/event.hpp). Both are valid as long as the engine.
  const EventRecord& add_event(EventSpec spec);
  void add_event_to_category(int cat_index, int event_index);
  /// Shows the events and sources that the editor hid.
  void show_events();
  /// Calls the callbacks for posted events. A thread that posts must call it afterwards, in a
  /// context that demands no more of callbacks than `context`. Cheap if there is nothing to do.
  void deliver_events(CallbackSafety context);
  /// Direct access for code that often calls EventDelivery::deliver.
  EventDelivery& event_delivery() noexcept;

  /// Makes a variable inactive because its component is being unloaded. New handles are refused
  /// (invalid_index), existing ones return invalid_handle. Once this has returned and current calls
  /// have ended, callbacks and memory of the component are not used any more.
  void deactivate_cvar(int cvar_index);
  void deactivate_pvar(int pvar_index);
  /// The index of a registered variable, also while the interface is not initialized; -1: none.
  int find_pvar(std::string_view name, PvarClass var_class) const;
  /// Makes an event type inactive. New registrations are refused (invalid_index). Once this has
  /// returned and current callbacks have ended, existing registrations receive no callbacks, not
  /// even for waiting events. Earlier losses are still reported. A source stays, since it uses
  /// nothing of its component.
  void deactivate_event(int event_index);

  /// The per-thread words, which a SumStorage needs.
  const std::shared_ptr<ThreadWords>& thread_words() const;

  /// A28: moves the first sub-category of each category to the end.
  void rotate_sub_categories();
  /// Runs `work` with the engine's mutex held: methods that may lock wait until it returns.
  void while_locked(const std::function<void()>& work);

  // --- Initialization (MPI-5.0 §15.3.4)

  Code init_thread(int required, int* provided);
  /// The balancing call frees all handles and sessions.
  Code finalize();
  bool initialized() const;
  /// Whether methods that may lock can be called: not within a callback that is invoked with
  /// ASYNC_SIGNAL_SAFE. Signal-safe.
  bool accessible() const noexcept;
  /// E15: while closed, all functions return not_accessible, except init_thread, finalize and those
  /// that must never return it.
  void close_off(bool closed);

  // --- Enumerations (§15.3.5)

  Code enum_get_info(EnumType enumtype, int* num, char* name, int* name_len);
  Code enum_get_item(EnumType enumtype, int index, int* value, char* name, int* name_len);

  // --- Control variables (§15.3.6)

  Code cvar_get_num(int* num_cvar);
  Code cvar_get_info(int cvar_index, char* name, int* name_len, int* verbosity, Datatype* datatype,
                     EnumType* enumtype, char* desc, int* desc_len, int* bind, int* scope);
  Code cvar_get_index(const char* name, int* cvar_index);
  /// `obj_handle` points to a variable that holds the MPI object's handle (one word); ignored for
  /// NO_OBJECT.
  Code cvar_handle_alloc(int cvar_index, const void* obj_handle, CvarHandle* handle, int* count);
  Code cvar_handle_free(CvarHandle* handle);
  Code cvar_read(CvarHandle handle, void* buf);
  Code cvar_write(CvarHandle handle, const void* buf);

  // --- Performance variables (§15.3.7)

  Code pvar_get_num(int* num_pvar);
  Code pvar_get_info(int pvar_index, char* name, int* name_len, int* verbosity, int* var_class,
                     Datatype* datatype, EnumType* enumtype, char* desc, int* desc_len, int* bind,
                     int* readonly, int* continuous, int* atomic);
  Code pvar_get_index(const char* name, int var_class, int* pvar_index);
  Code pvar_session_create(PvarSession* session);
  Code pvar_session_free(PvarSession* session);
  Code pvar_handle_alloc(PvarSession session, int pvar_index, const void* obj_handle,
                         PvarHandle* handle, int* count);
  Code pvar_handle_free(PvarSession session, PvarHandle* handle);
  Code pvar_start(PvarSession session, PvarHandle handle);
  Code pvar_stop(PvarSession session, PvarHandle handle);
  Code pvar_read(PvarSession session, PvarHandle handle, void* buf);
  Code pvar_write(PvarSession session, PvarHandle handle, const void* buf);
  Code pvar_reset(PvarSession session, PvarHandle handle);
  /// Atomic for each element: no update is lost or counted twice, even if other threads reset the
  /// handle at the same time.
  Code pvar_readreset(PvarSession session, PvarHandle handle, void* buf);

  // --- Events (§15.3.8). source_get_timestamp, event_read, event_copy, event_get_timestamp
  // and event_get_source take no lock and are signal-safe. Hints are the contents of info objects;
  // a null OUT `hints` of a get_info is skipped.

  Code source_get_num(int* num_sources);
  Code source_get_info(int source_index, char* name, int* name_len, char* desc, int* desc_len,
                       int* ordering, std::int64_t* ticks_per_second, std::int64_t* max_ticks,
                       Hints* hints);
  Code source_get_timestamp(int source_index, std::int64_t* timestamp);
  Code event_get_num(int* num_events);
  Code event_get_info(int event_index, char* name, int* name_len, int* verbosity,
                      Datatype datatypes[], std::ptrdiff_t displacements[], int* num_elements,
                      EnumType* enumtype, Hints* hints, char* desc, int* desc_len, int* bind);
  Code event_get_index(const char* name, int* event_index);
  Code event_handle_alloc(int event_index, const void* obj_handle, const Hints& hints,
                          EventRegistration* event_registration);
  Code event_handle_set_info(EventRegistration event_registration, const Hints& hints);
  Code event_handle_get_info(EventRegistration event_registration, Hints* hints);
  /// After the free callback no callback begins for the registration. The free callback is called
  /// as soon as the current callbacks have ended, here or by the thread that ends the last one.
  Code event_handle_free(EventRegistration event_registration, const FreeCallback& on_free);
  Code event_register_callback(EventRegistration event_registration, CallbackSafety safety,
                               const Hints& hints, const EventCallback& callback);
  Code event_callback_set_info(EventRegistration event_registration, CallbackSafety safety,
                               const Hints& hints);
  Code event_callback_get_info(EventRegistration event_registration, CallbackSafety safety,
                               Hints* hints);
  Code event_set_dropped_handler(EventRegistration event_registration,
                                 const DroppedHandler& handler);
  /// Instances are valid inside the callback that received them; otherwise Code::invalid_handle.
  Code event_read(EventInstance event_instance, int element_index, void* buffer);
  Code event_copy(EventInstance event_instance, void* buffer);
  Code event_get_timestamp(EventInstance event_instance, std::int64_t* event_timestamp);
  Code event_get_source(EventInstance event_instance, int* source_index);

  // --- Categories (§15.3.9)

  Code category_get_num(int* num_cat);
  Code category_get_info(int cat_index, char* name, int* name_len, char* desc, int* desc_len,
                         int* num_cvars, int* num_pvars, int* num_categories);
  Code category_get_num_events(int cat_index, int* num_events);
  Code category_get_index(const char* name, int* cat_index);
  Code category_get_cvars(int cat_index, int len, int indices[]);
  Code category_get_pvars(int cat_index, int len, int indices[]);
  Code category_get_events(int cat_index, int len, int indices[]);
  Code category_get_categories(int cat_index, int len, int indices[]);
  Code category_changed(int* update_number);

 private:
  struct State;

  // `found` is valid until this thread's next registration. With other threads it points to `copy`.
  Code find(int cvar_index, CvarProperties& copy, const CvarProperties*& found) const;
  Code find(int pvar_index, PvarProperties& copy, const PvarProperties*& found) const;
  Code find(int cat_index, CategoryProperties& properties) const;
  Code start_stop(PvarSession session, PvarHandle handle, bool on);

  std::unique_ptr<State> state_;
  const Behaviour& behaviour_;
};

}  // namespace mpit

#include "reference/engine/core/get_info.hpp"  // IWYU pragma: export
