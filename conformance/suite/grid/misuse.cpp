// SPDX-License-Identifier: BSD-3-Clause
// Arguments of classes other than good.
#include <climits>

#include "conformance/harness/calls/api.hpp"
#include "conformance/suite/grid/arguments.hpp"
#include "conformance/suite/grid/place.hpp"

namespace mpitcheck::grid {
namespace {

constexpr int no_class = 4711;

}  // namespace

bool Arguments::misuses(Role role) const {
  return cell_.parameter >= 0 && this->role(static_cast<std::size_t>(cell_.parameter)) == role;
}

bool Arguments::needs_good(Role role) const {
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

void Arguments::skip_outputs() {
  for (std::size_t i = 0; i < callee_.parameters.size(); ++i) {
    if (role(i) == Role::out || role(i) == Role::text || role(i) == Role::text_length) {
      words_[i] = 0;
    }
  }
}

void Arguments::spoil(std::size_t i) {
  switch (role(i)) {
    case Role::cvar_index:
    case Role::pvar_index:
    case Role::category_index:
    case Role::event_index:
    case Role::source_index:
      words_[i] = word_of(beside(is_counted() ? number_of(role(i)) : 0));
      break;
    case Role::item:
      words_[i] = word_of(beside(is_counted() ? handles_.items() : 0));
      break;
    case Role::name:
      spoil_name(i);
      break;
    case Role::pvar_class:
      words_[i] = word_of(no_class);
      break;
    case Role::level:
      words_[i] = word_of(other_level());
      break;
    case Role::length:
      words_[i] = word_of(cell_.kind == Kind::zero ? 0 : 1);
      break;
    case Role::cvar_handle:
      cvar_ = cell_.kind == Kind::null ? MPI_T_CVAR_HANDLE_NULL : handles_.stale_cvar();
      words_[i] = handle_argument(cvar_);
      break;
    case Role::pvar_handle:
      pvar_ = spoilt_pvar();
      words_[i] = handle_argument(pvar_);
      break;
    case Role::session:
      other_session_ = spoilt_session();
      words_[i] = session_argument(other_session_);
      break;
    case Role::enumeration:
      words_[i] = word_of(MPI_T_ENUM_NULL);
      break;
    case Role::object:
      words_[i] = word_of(junk_.data());
      break;
    case Role::registration:
      words_[i] = word_of(handles_.stale_registration());
      break;
    case Role::text:
      spoil_text(i);
      break;
    default:
      words_[i] = 0;
  }
}

int Arguments::beside(int number) const {
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

int Arguments::other_level() const {
  if (cell_.kind == Kind::funneled) return MPI_THREAD_FUNNELED;
  return cell_.kind == Kind::serialized ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE;
}

void Arguments::spoil_name(std::size_t i) {
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

// The length of the text itself, since the results of length queries are under test.
int Arguments::length_of(std::size_t i) {
  must_succeed("a query with room for all texts", make_call());
  const std::size_t found = text(i).size() + 1;
  if (found >= room) throw NothingToTry("a text that is short enough");
  for (std::size_t other = 0; other < callee_.parameters.size(); ++other) {
    if (role(other) == Role::text) slots_[other].fill(untouched);
    if (role(other) == Role::text_length) length(other, room);
  }
  return static_cast<int>(found);
}

// The length of a text is the next parameter.
void Arguments::spoil_text(std::size_t i) {
  switch (cell_.kind) {
    case Kind::null:
      words_[i] = 0;
      [[fallthrough]];
    case Kind::zero:
      words_[i + 1] = length(i + 1, 0);
      break;
    case Kind::one:
      words_[i + 1] = length(i + 1, 1);
      break;
    case Kind::exact:
      words_[i + 1] = length(i + 1, length_of(i));
      break;
    case Kind::null_both:
      words_[i] = 0;
      [[fallthrough]];
    default:
      words_[i + 1] = 0;
  }
}

MPI_T_pvar_session Arguments::spoilt_session() const {
  if (cell_.kind == Kind::null) return MPI_T_PVAR_SESSION_NULL;
  if (cell_.kind == Kind::stale) return Handles::stale_session();
  const AsFirstTool first;
  return frees_session() ? Handles::session() : session_of_first_tool();  // for other cells
}

MPI_T_pvar_handle Arguments::spoilt_pvar() {
  switch (cell_.kind) {
    case Kind::null:
      return MPI_T_PVAR_HANDLE_NULL;
    case Kind::other_session:
      return handles_.pvar(Handles::session(), runs());
    case Kind::other_tool: {
      const AsFirstTool first;
      return handles_.pvar(session_of_first_tool(), runs());
    }
    case Kind::orphan:
      return handles_.orphan_pvar();
    case Kind::stale:
      return handles_.stale_pvar(session());
    default:
      return MPI_T_PVAR_ALL_HANDLES;
  }
}

}  // namespace mpitcheck::grid
