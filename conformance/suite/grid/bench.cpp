// SPDX-License-Identifier: BSD-3-Clause
// Arguments by role and class.
#include "conformance/suite/grid/bench.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"

namespace mpitcheck::grid {
namespace {

constexpr std::size_t most_parameters = 16;
constexpr std::size_t room = 4096;        // of an output
constexpr int array_elements = 64;        // said to be there; fit with any datatype
constexpr int no_class = 4711;
constexpr const char* no_name = "mpitcheck_no_such_name";

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

int existing(int index, std::string_view what) {
  if (index < 0) throw NothingToTry(std::string(what));
  return index;
}

void must_succeed(std::string_view what, int code) {
  if (code != MPI_SUCCESS) throw NothingToTry(join(what, " (", code_name(code), ")"));
}

// A library that proves the grid is told which cell is being tried (conformance/faults/interposer).
void tell_fault(const char* cell) {
  using Note = void(const char* cell);
  static auto* const note = reinterpret_cast<Note*>(::dlsym(RTLD_DEFAULT, "mpitcheck_grid_cell"));
  if (note != nullptr) note(cell);
}

class Bench {
 public:
  Bench(const Cell& cell, const Objects& objects)
      : cell_(cell), callee_(cell.callee()), objects_(objects) {}

  /// The arguments; valid as long as this is.
  const Word* prepare() {
    for (std::size_t i = 0; i < callee_.roles.size(); ++i) {
      if (static_cast<int>(i) != cell_.parameter || needs_good(callee_.roles[i])) {
        words_[i] = cell_.kind == Kind::down ? while_down(i) : good(i);
      }
    }
    if (cell_.kind == Kind::nulls) skip_outputs();
    if (cell_.parameter >= 0) spoil(static_cast<std::size_t>(cell_.parameter));
    return words_.data();
  }

 private:
  [[nodiscard]] Role role(std::size_t i) const { return callee_.roles[i]; }
  [[nodiscard]] bool misuses(Role role) const {
    return cell_.parameter >= 0 && callee_.roles[static_cast<std::size_t>(cell_.parameter)] == role;
  }

  /// Its class is made of the good argument, or of what that takes.
  [[nodiscard]] bool needs_good(Role role) const {
    switch (role) {
      case Role::text:
        return true;
      case Role::name:
        return cell_.kind == Kind::shortened || cell_.kind == Kind::lengthened;
      case Role::pvar_handle:
        return cell_.kind == Kind::all_handles;
      default:
        return false;
    }
  }

  Word output(std::size_t i) {
    std::byte* const slot = slots_[i].data();
    std::memcpy(slot, &array_elements, sizeof array_elements);  // how many MPI_T_event_get_info may
    return word_of(slot);
  }

  Word length(std::size_t i, int value) {
    std::memcpy(slots_[i].data(), &value, sizeof value);
    return word_of(slots_[i].data());
  }

  /// Functions that free take the address.
  template <class Handle>
  Word handle_argument(Handle& handle) {
    return frees_a(handle) ? word_of(&handle) : word_of(handle);
  }
  [[nodiscard]] bool frees_a(const MPI_T_pvar_session&) const {
    return callee_.name == "MPI_T_pvar_session_free";
  }
  template <class Handle>
  [[nodiscard]] bool frees_a(const Handle&) const {
    return callee_.name.ends_with("_handle_free");
  }

  Word good(std::size_t i) {
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
        return word_of(existing(items() - 1, "an enumeration with items"));
      case Role::name:
        return name();
      case Role::pvar_class:
        return word_of(pvar_class());
      case Role::level:
        return word_of(MPI_THREAD_SINGLE);
      case Role::length:
        return word_of(static_cast<int>(room / sizeof(int)));
      case Role::cvar_handle:
        cvar_ = cvar_handle();
        return handle_argument(cvar_);
      case Role::pvar_handle:
        return good_pvar_handle();
      case Role::session:
        return handle_argument(session());
      case Role::enumeration:
        return word_of(enumeration());
      case Role::registration:
        registration_ = registration();
        return word_of(registration_);
      case Role::safety:
        return word_of(constant("MPI_T_CB_REQUIRE_NONE").value_or(0));
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
      case Role::instance:
        break;
    }
    throw NothingToTry("an event instance");
  }

  // Index 0, a name that nobody has, null handles.
  Word while_down(std::size_t i) {
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
        return handle_argument(session_);
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

  void skip_outputs() {
    for (std::size_t i = 0; i < callee_.roles.size(); ++i) {
      if (role(i) == Role::out || role(i) == Role::text || role(i) == Role::text_length) {
        words_[i] = 0;
      }
    }
  }

  void spoil(std::size_t i) {
    switch (role(i)) {
      case Role::cvar_index:
      case Role::pvar_index:
      case Role::category_index:
      case Role::event_index:
      case Role::source_index:
        words_[i] = word_of(beside(number_of(role(i))));
        break;
      case Role::item:
        words_[i] = word_of(beside(items()));
        break;
      case Role::name:
        spoil_name(i);
        break;
      case Role::pvar_class:
        words_[i] = word_of(no_class);
        break;
      case Role::level:
        words_[i] = word_of(cell_.kind == Kind::funneled     ? MPI_THREAD_FUNNELED
                            : cell_.kind == Kind::serialized ? MPI_THREAD_SERIALIZED
                                                             : MPI_THREAD_MULTIPLE);
        break;
      case Role::length:
        words_[i] = word_of(cell_.kind == Kind::zero ? 0 : 1);
        break;
      case Role::cvar_handle:
        cvar_ = cell_.kind == Kind::null ? MPI_T_CVAR_HANDLE_NULL : stale_cvar();
        words_[i] = handle_argument(cvar_);
        break;
      case Role::pvar_handle:
        pvar_ = spoilt_pvar();
        words_[i] = handle_argument(pvar_);
        break;
      case Role::session:
        other_session_ = cell_.kind == Kind::null ? MPI_T_PVAR_SESSION_NULL : stale_session();
        words_[i] = handle_argument(other_session_);
        break;
      case Role::enumeration:
        words_[i] = word_of(MPI_T_ENUM_NULL);
        break;
      case Role::object:
        words_[i] = word_of(junk_.data());
        break;
      case Role::registration: {
        const MPI_T_event_registration stale = registration();
        must_succeed("freeing a registration",
                     call::MPI_T_event_handle_free(stale, nullptr, nullptr));
        words_[i] = word_of(stale);
        break;
      }
      case Role::text:
        spoil_text(i);
        break;
      default:
        words_[i] = 0;
    }
  }

  [[nodiscard]] int beside(int number) const {
    switch (cell_.kind) {
      case Kind::minus_one:
        return -1;
      case Kind::number:
        return number;
      case Kind::beyond:
        return number + 1;
      case Kind::int_max:
        return INT_MAX;
      default:
        return INT_MIN;
    }
  }

  void spoil_name(std::size_t i) {
    if (cell_.kind == Kind::unknown) name_ = no_name;
    if (cell_.kind == Kind::empty) name_.clear();
    if (cell_.kind == Kind::shortened) name_.pop_back();
    if (cell_.kind == Kind::lengthened) name_ += 'x';
    const bool is_there = cell_.kind == Kind::shortened || cell_.kind == Kind::lengthened
                              ? has_name(callee_.name, name_, pvar_class())
                              : false;
    if (is_there) throw NothingToTry("a name that is not the beginning of another");
    words_[i] = word_of(name_.c_str());
  }

  // The length of a text is the parameter behind it.
  void spoil_text(std::size_t i) {
    switch (cell_.kind) {
      case Kind::null:
        words_[i] = 0;
        break;
      case Kind::zero:
        words_[i + 1] = length(i + 1, 0);
        break;
      case Kind::one:
        words_[i + 1] = length(i + 1, 1);
        break;
      case Kind::exact: {
        const Word text = words_[i];
        words_[i] = 0;
        words_[i + 1] = length(i + 1, 0);
        must_succeed("a query of a length", callee_.make(words_.data()));
        words_[i] = text;
        break;
      }
      case Kind::null_both:
        words_[i] = 0;
        [[fallthrough]];
      default:
        words_[i + 1] = 0;
    }
  }

  Word name() {
    name_ = name_for(callee_.name, objects_);
    const bool any_will_do = misuses(Role::pvar_class) || cell_.kind == Kind::null;
    if (name_.empty() && any_will_do) name_ = no_name;
    if (name_.empty()) throw NothingToTry("a name to look up");
    return word_of(name_.c_str());
  }

  [[nodiscard]] int pvar_class() const {
    const auto pvar = objects_.pvar < 0 ? std::nullopt : read_pvar(objects_.pvar);
    return pvar ? pvar->var_class : MPI_T_PVAR_CLASS_COUNTER;
  }

  MPI_T_enum enumeration() {
    if (objects_.enum_of_cvar >= 0) {
      if (const auto cvar = read_cvar(objects_.enum_of_cvar)) return cvar->enumtype;
    }
    const auto pvar = read_pvar(existing(objects_.enum_of_pvar, "an enumeration"));
    if (!pvar) throw NothingToTry("an enumeration");
    return pvar->enumtype;
  }

  int items() {
    int number = 0;
    must_succeed("a number of items", call::MPI_T_enum_get_info(enumeration(), &number, nullptr,
                                                                nullptr));
    return number;
  }

  MPI_T_cvar_handle cvar_handle() {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    must_succeed("a handle of a cvar",
                 call::MPI_T_cvar_handle_alloc(existing(objects_.cvar, "a cvar"), nullptr, &handle,
                                               &count_));
    return handle;
  }

  MPI_T_cvar_handle stale_cvar() {
    const MPI_T_cvar_handle stale = cvar_handle();
    MPI_T_cvar_handle freed = stale;
    must_succeed("freeing a handle", call::MPI_T_cvar_handle_free(&freed));
    return stale;
  }

  static MPI_T_pvar_session new_session() {
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    must_succeed("a session", call::MPI_T_pvar_session_create(&session));
    return session;
  }

  MPI_T_pvar_session& session() {
    if (session_ == MPI_T_PVAR_SESSION_NULL) session_ = new_session();
    return session_;
  }

  static MPI_T_pvar_session stale_session() {
    const MPI_T_pvar_session stale = new_session();
    MPI_T_pvar_session freed = stale;
    must_succeed("freeing a session", call::MPI_T_pvar_session_free(&freed));
    return stale;
  }

  MPI_T_pvar_handle pvar_handle(MPI_T_pvar_session session) {
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    must_succeed("a handle of a pvar",
                 call::MPI_T_pvar_handle_alloc(session, existing(objects_.pvar, "a pvar"), nullptr,
                                               &handle, &count_));
    return handle;
  }

  Word good_pvar_handle() {
    // Where the session is none, it needs no variable to be wrong.
    const bool has_one = objects_.pvar >= 0 || !misuses(Role::session);
    pvar_ = has_one ? pvar_handle(session()) : MPI_T_PVAR_HANDLE_NULL;
    if (has_one && callee_.name != "MPI_T_pvar_start") {
      call::MPI_T_pvar_start(session_, pvar_);  // refused where it is continuous
    }
    return handle_argument(pvar_);
  }

  MPI_T_pvar_handle spoilt_pvar() {
    switch (cell_.kind) {
      case Kind::null:
        return MPI_T_PVAR_HANDLE_NULL;
      case Kind::other_session: {
        const MPI_T_pvar_session other = new_session();
        const MPI_T_pvar_handle handle = pvar_handle(other);
        if (callee_.name != "MPI_T_pvar_start") call::MPI_T_pvar_start(other, handle);
        return handle;
      }
      case Kind::stale: {
        const MPI_T_pvar_handle stale = pvar_handle(session());
        MPI_T_pvar_handle freed = stale;
        must_succeed("freeing a handle", call::MPI_T_pvar_handle_free(session(), &freed));
        return stale;
      }
      default:
        return MPI_T_PVAR_ALL_HANDLES;
    }
  }

  MPI_T_event_registration registration() {
    MPI_T_event_registration handle{};
    must_succeed("a registration",
                 call::MPI_T_event_handle_alloc(existing(objects_.event, "an event type"), nullptr,
                                                MPI_INFO_NULL, &handle));
    return handle;
  }

  Word good_info() {
    if (!callee_.name.ends_with("_set_info")) return word_of(MPI_INFO_NULL);
    MPI_Info info = MPI_INFO_NULL;
    const MPI_T_event_registration source = misuses(Role::registration) ? registration()
                                                                        : registration_;
    must_succeed("hints", call::MPI_T_event_handle_get_info(source, &info));
    return word_of(info);
  }

  // As large as any value of `count_` elements; what is to be written is what is there.
  Word buffer() {
    bytes_.resize((1U << 16) + 16 * static_cast<std::size_t>(std::max(count_, 0)));
    if (callee_.name == "MPI_T_cvar_write" && !misuses(Role::cvar_handle)) {
      must_succeed("a value", call::MPI_T_cvar_read(cvar_, bytes_.data()));
    }
    const bool has_handle = pvar_ != MPI_T_PVAR_HANDLE_NULL && !misuses(Role::pvar_handle);
    if (callee_.name == "MPI_T_pvar_write" && has_handle) {
      must_succeed("a value", call::MPI_T_pvar_read(session_, pvar_, bytes_.data()));
    }
    return word_of(bytes_.data());
  }

  const Cell& cell_;
  const Callee& callee_;
  const Objects& objects_;
  std::array<Word, most_parameters> words_{};
  alignas(16) std::array<std::array<std::byte, room>, most_parameters> slots_{};
  std::array<int, 16> junk_{-1, -1, -1};
  std::vector<std::byte> bytes_;
  std::string name_;
  int count_ = 0;
  MPI_T_cvar_handle cvar_ = MPI_T_CVAR_HANDLE_NULL;
  MPI_T_pvar_handle pvar_ = MPI_T_PVAR_HANDLE_NULL;
  MPI_T_pvar_session session_ = MPI_T_PVAR_SESSION_NULL, other_session_ = MPI_T_PVAR_SESSION_NULL;
  MPI_T_event_registration registration_{};
};

}  // namespace

int make_call(const Cell& cell, const State& state, const Objects& objects) {
  Bench bench(cell, objects);
  const Word* const words = bench.prepare();
  const std::string which = join(state.name, "/", cell.id());
  tell_fault(which.c_str());
  const int code = cell.callee().make(words);
  tell_fault(nullptr);
  return code;
}

}  // namespace mpitcheck::grid
