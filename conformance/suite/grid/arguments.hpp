// SPDX-License-Identifier: BSD-3-Clause
// The arguments of a call, with the shortest preparation.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/suite/grid/handles.hpp"
#include "conformance/suite/grid/objects.hpp"
#include "conformance/suite/grid/table.hpp"

namespace mpitcheck::grid {

/// A name that no object has.
inline constexpr const char* no_name = "mpitcheck_no_such_name";
/// The filling of outputs before a call; it occurs in no text.
inline constexpr std::byte untouched{0x01};
/// The initial value of outputs that are not texts: the capacity of MPI_T_event_get_info's arrays.
inline constexpr int filling = 64;

/// The arguments of a cell: good ones by role (arguments.cpp), and at most one of another class
/// (misuse.cpp).
class Arguments {
 public:
  Arguments(const Cell& cell, const Objects& objects)
      : cell_(cell), callee_(cell.callee()), objects_(objects), handles_(objects) {
    for (Slot& slot : slots_) slot.fill(untouched);
  }

  /// Makes the arguments. Throws like Handles.
  void prepare();
  /// Makes the call with them, in a callback with its event instance. Returns the code.
  int make_call(MPI_T_event_instance instance = {});

  // --- After the call --------------------------------------------------------------------------

  static constexpr std::size_t room = 4096;  // bytes of an output
  using Slot = std::array<std::byte, room>;

  [[nodiscard]] Word word(std::size_t i) const { return words_[i]; }
  /// The content of the output that is parameter i.
  [[nodiscard]] const Slot& slot(std::size_t i) const { return slots_[i]; }
  [[nodiscard]] int number(std::size_t i) const {
    int value = 0;
    std::memcpy(&value, slots_[i].data(), sizeof value);
    return value;
  }
  [[nodiscard]] std::string_view text(std::size_t i) const {
    return {reinterpret_cast<const char*>(slots_[i].data()),
            ::strnlen(reinterpret_cast<const char*>(slots_[i].data()), room)};
  }

 private:
  static constexpr std::size_t most_parameters = 16;

  [[nodiscard]] Role role(std::size_t i) const { return callee_.parameters[i].role; }
  /// Whether the role is that of the parameter that is not good.
  [[nodiscard]] bool misuses(Role role) const;

  // --- Good arguments --------------------------------------------------------------------------

  Word good(std::size_t i);
  /// While the interface is not initialized: index 0, a name that no object has, null handles.
  Word while_down(std::size_t i);
  Word output(std::size_t i);
  Word length(std::size_t i, int value);
  Word name();
  [[nodiscard]] int pvar_class() const;
  MPI_T_pvar_session& session();
  /// Whether to start the pvar. A stop needs a running pvar to have an effect; a start needs a
  /// stopped one.
  [[nodiscard]] bool runs() const { return callee_.name != "MPI_T_pvar_start"; }
  Word good_pvar_handle();
  Word good_registration();
  Word good_info();
  Word buffer();

  /// Functions that free take the address. Handles and sessions may have one type.
  template <class Handle>
  Word handle_argument(Handle& handle) const {
    return callee_.name.ends_with("_handle_free") ? word_of(&handle) : word_of(handle);
  }
  [[nodiscard]] bool frees_session() const { return callee_.name == "MPI_T_pvar_session_free"; }
  Word session_argument(MPI_T_pvar_session& session) const {
    return frees_session() ? word_of(&session) : word_of(session);
  }

  // --- Other arguments -------------------------------------------------------------------------

  /// Whether its class is derived from the good argument, or needs the same objects.
  [[nodiscard]] bool needs_good(Role role) const;
  void skip_outputs();
  void spoil(std::size_t i);
  /// Whether the class of an index depends on the number of objects.
  [[nodiscard]] bool is_counted() const {
    return cell_.kind == Kind::number || cell_.kind == Kind::beyond;
  }
  [[nodiscard]] int beside(int number) const;
  [[nodiscard]] int other_level() const;
  void spoil_name(std::size_t i);
  void spoil_text(std::size_t i);
  int length_of(std::size_t i);
  [[nodiscard]] MPI_T_pvar_session spoilt_session() const;
  MPI_T_pvar_handle spoilt_pvar();

  const Cell& cell_;
  const Callee& callee_;
  const Objects& objects_;
  Handles handles_;
  std::array<Word, most_parameters> words_{};
  std::vector<Slot> slots_ = std::vector<Slot>(most_parameters);  // too large for a thread's stack
  std::array<int, 16> junk_{-1, -1, -1};
  std::vector<std::byte> bytes_;
  std::string name_;
  MPI_T_cvar_handle cvar_ = MPI_T_CVAR_HANDLE_NULL;
  MPI_T_pvar_handle pvar_ = MPI_T_PVAR_HANDLE_NULL;
  MPI_T_pvar_session session_ = MPI_T_PVAR_SESSION_NULL, other_session_ = MPI_T_PVAR_SESSION_NULL;
  MPI_T_event_registration registration_{};
};

}  // namespace mpitcheck::grid
