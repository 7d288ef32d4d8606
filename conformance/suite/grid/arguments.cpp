// SPDX-License-Identifier: BSD-3-Clause
// Prepares arguments: good ones by role.
#include "conformance/suite/grid/arguments.hpp"

#include <algorithm>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/suite/grid/place.hpp"

namespace mpitcheck::grid {
namespace {

void on_event(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {}
void on_free(MPI_T_event_registration, MPI_T_cb_safety, void*) {}
void on_drop(MPI_Count, MPI_T_event_registration, int, MPI_T_cb_safety, void*) {}

Word callback_of(std::string_view function) {
  if (function == "MPI_T_event_register_callback") {
    return word_of<CallbackPointer<MPI_T_event_cb_function>>(&on_event);
  }
  if (function == "MPI_T_event_handle_free") {
    return word_of<CallbackPointer<MPI_T_event_free_cb_function>>(&on_free);
  }
  return word_of<CallbackPointer<MPI_T_event_dropped_cb_function>>(&on_drop);
}

MPI_T_cb_safety safety() {
  return static_cast<MPI_T_cb_safety>(constant("MPI_T_CB_REQUIRE_NONE").value_or(0));
}

}  // namespace

void Arguments::prepare() {
  for (std::size_t i = 0; i < callee_.parameters.size(); ++i) {
    if (static_cast<int>(i) != cell_.parameter || needs_good(role(i))) {
      words_[i] = cell_.of == "down" ? while_down(i) : good(i);
    }
  }
  if (cell_.kind == Kind::nulls) skip_outputs();
  if (cell_.parameter >= 0) spoil(static_cast<std::size_t>(cell_.parameter));
  if (cell_.kind == Kind::twice) must_succeed("the first of two calls", make_call());
}

int Arguments::make_call(MPI_T_event_instance instance) {
  for (std::size_t i = 0; i < callee_.parameters.size(); ++i) {
    if (role(i) == Role::instance) words_[i] = word_of(instance);
  }
  return callee_.make(words_.data());
}

Word Arguments::good(std::size_t i) {
  switch (role(i)) {
    case Role::cvar_index:
      return word_of(existing(objects_.cvar, "a cvar"));
    case Role::pvar_index:
      return word_of(existing(objects_.pvar, "a pvar"));
    case Role::category_index:
      return word_of(existing(objects_.category, "a category"));
    case Role::event_index:
      return word_of(existing(objects_.event, "an event type"));
    case Role::source_index:
      return word_of(existing(objects_.source, "a source"));
    case Role::item:
      return word_of(existing(handles_.items() - 1, "an enumeration with items"));
    case Role::name:
      return name();
    case Role::pvar_class:
      return word_of(pvar_class());
    case Role::level:
      return word_of(MPI_THREAD_SINGLE);
    case Role::length:
      return word_of(static_cast<int>(room / sizeof(int)));
    case Role::cvar_handle:
      cvar_ = handles_.cvar();
      return handle_argument(cvar_);
    case Role::pvar_handle:
      return good_pvar_handle();
    case Role::session:
      return session_argument(session());
    case Role::enumeration:
      return word_of(handles_.enumeration());
    case Role::registration:
      return good_registration();
    case Role::safety:
      return word_of(safety());
    case Role::info:
      return good_info();
    case Role::callback:
      return callback_of(callee_.name);
    case Role::buffer:
      return buffer();
    case Role::text:
    case Role::out:
      return output(i);
    case Role::text_length:
      return length(i, room);
    case Role::object:
    case Role::data:
      return word_of<void*>(nullptr);
    case Role::element:
      return word_of(existing(elements_of_instances() - 1, "an event with elements"));
    case Role::instance:  // replaced by the callback's instance when that is called
      return word_of(existing(elements_of_instances(), "an event instance") * 0);
  }
  throw NothingToTry("an argument");
}

Word Arguments::while_down(std::size_t i) {
  switch (role(i)) {
    case Role::name:
      return word_of(no_name);
    case Role::pvar_class:
      return word_of(MPI_T_PVAR_CLASS_COUNTER);
    case Role::cvar_handle:
      cvar_ = MPI_T_CVAR_HANDLE_NULL;
      return handle_argument(cvar_);
    case Role::pvar_handle:
      pvar_ = MPI_T_PVAR_HANDLE_NULL;
      return handle_argument(pvar_);
    case Role::session:
      session_ = MPI_T_PVAR_SESSION_NULL;
      return session_argument(session_);
    case Role::enumeration:
      return word_of(MPI_T_ENUM_NULL);
    case Role::info:
      return word_of(MPI_INFO_NULL);
    case Role::buffer:
      return output(i);
    case Role::cvar_index:
    case Role::pvar_index:
    case Role::category_index:
    case Role::event_index:
    case Role::source_index:
    case Role::item:
      return word_of(0);
    default:
      return good(i);
  }
}

Word Arguments::output(std::size_t i) {
  std::byte* const slot = slots_[i].data();
  if (role(i) == Role::out) {
    std::memcpy(slot, &filling, sizeof filling);
  }
  return word_of(slot);
}

Word Arguments::length(std::size_t i, int value) {
  std::memcpy(slots_[i].data(), &value, sizeof value);
  return word_of(slots_[i].data());
}

Word Arguments::name() {
  name_ = name_for(callee_.name, objects_);
  const bool any_will_do = misuses(Role::pvar_class) || cell_.kind == Kind::null;
  if (name_.empty() && any_will_do) name_ = no_name;
  if (name_.empty()) throw NothingToTry("a name to look up");
  return word_of(name_.c_str());
}

int Arguments::pvar_class() const {
  const auto pvar = objects_.pvar < 0 ? std::nullopt : read_pvar(objects_.pvar);
  return pvar ? pvar->var_class : MPI_T_PVAR_CLASS_COUNTER;
}

MPI_T_pvar_session& Arguments::session() {
  if (session_ == MPI_T_PVAR_SESSION_NULL) session_ = Handles::session();
  return session_;
}

Word Arguments::good_pvar_handle() {
  // A wrong session needs no variable to be refused.
  const bool has_one =
      objects_.pvar >= 0 || !misuses(Role::session) || cell_.kind == Kind::other_tool;
  pvar_ = has_one ? handles_.pvar(session(), runs()) : MPI_T_PVAR_HANDLE_NULL;
  return handle_argument(pvar_);
}

Word Arguments::good_registration() {
  registration_ = handles_.registration();
  // A level without a callback has nothing to get or set.
  if (callee_.name.starts_with("MPI_T_event_callback_")) {
    must_succeed("a callback", call::MPI_T_event_register_callback(
                                   registration_, safety(), MPI_INFO_NULL, nullptr, &on_event));
  }
  return word_of(registration_);
}

Word Arguments::good_info() {
  if (!callee_.name.ends_with("_set_info")) return word_of(MPI_INFO_NULL);
  const bool is_stale = misuses(Role::registration);
  return word_of(Handles::hints_of(is_stale ? handles_.registration() : registration_));
}

// As large as any value of the variable. The value to write is the current one.
Word Arguments::buffer() {
  bytes_.resize((1U << 16) + 16 * static_cast<std::size_t>(std::max(handles_.count(), 0)));
  if (callee_.name == "MPI_T_cvar_write" && !misuses(Role::cvar_handle)) {
    must_succeed("a value", call::MPI_T_cvar_read(cvar_, bytes_.data()));
  }
  const bool has_handle = pvar_ != MPI_T_PVAR_HANDLE_NULL && !misuses(Role::pvar_handle);
  if (callee_.name == "MPI_T_pvar_write" && has_handle) {
    must_succeed("a value", call::MPI_T_pvar_read(session_, pvar_, bytes_.data()));
  }
  return word_of(bytes_.data());
}

}  // namespace mpitcheck::grid
