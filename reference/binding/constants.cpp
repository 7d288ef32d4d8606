// SPDX-License-Identifier: BSD-3-Clause
// Compile-time checks that the engine's constants have the values of mpi.h.
#include <mpi.h>

#include <cstdint>
#include <string_view>

#include "reference/engine/core/types.hpp"

// The definition of a handle constant as text, because its cast is not a constant expression.
#define MPIT_TEXT_OF(...) #__VA_ARGS__
#define MPIT_TEXT(constant) MPIT_TEXT_OF(constant)

namespace mpit {
namespace {

template <class Enum>
constexpr bool same(Enum value, int constant) {
  return static_cast<int>(value) == constant;
}

// Whether `definition` is a cast of the word `value`.
template <class Enum>
constexpr bool same_handle(Enum value, std::string_view definition) {
  constexpr std::string_view prefix = ")0x";
  const auto found = definition.find(prefix);
  if (found == std::string_view::npos) return false;
  std::uintptr_t word = 0;
  for (const char digit : definition.substr(found + prefix.size())) {
    if (digit == ')') break;
    word = word * 16 + std::string_view("0123456789abcdef").find(digit);
  }
  return static_cast<std::uintptr_t>(value) == word;
}

static_assert(same(Code::success, MPI_SUCCESS));
static_assert(same(Code::cannot_init, MPI_T_ERR_CANNOT_INIT));
static_assert(same(Code::not_accessible, MPI_T_ERR_NOT_ACCESSIBLE));
static_assert(same(Code::not_initialized, MPI_T_ERR_NOT_INITIALIZED));
static_assert(same(Code::not_supported, MPI_T_ERR_NOT_SUPPORTED));
static_assert(same(Code::memory, MPI_T_ERR_MEMORY));
static_assert(same(Code::invalid, MPI_T_ERR_INVALID));
static_assert(same(Code::invalid_index, MPI_T_ERR_INVALID_INDEX));
static_assert(same(Code::invalid_item, MPI_T_ERR_INVALID_ITEM));
static_assert(same(Code::invalid_session, MPI_T_ERR_INVALID_SESSION));
static_assert(same(Code::invalid_handle, MPI_T_ERR_INVALID_HANDLE));
static_assert(same(Code::invalid_name, MPI_T_ERR_INVALID_NAME));
static_assert(same(Code::out_of_handles, MPI_T_ERR_OUT_OF_HANDLES));
static_assert(same(Code::out_of_sessions, MPI_T_ERR_OUT_OF_SESSIONS));
static_assert(same(Code::cvar_set_not_now, MPI_T_ERR_CVAR_SET_NOT_NOW));
static_assert(same(Code::cvar_set_never, MPI_T_ERR_CVAR_SET_NEVER));
static_assert(same(Code::pvar_no_write, MPI_T_ERR_PVAR_NO_WRITE));
static_assert(same(Code::pvar_no_startstop, MPI_T_ERR_PVAR_NO_STARTSTOP));
static_assert(same(Code::pvar_no_atomic, MPI_T_ERR_PVAR_NO_ATOMIC));

static_assert(same(ThreadLevel::single, MPI_THREAD_SINGLE));
static_assert(same(ThreadLevel::funneled, MPI_THREAD_FUNNELED));
static_assert(same(ThreadLevel::serialized, MPI_THREAD_SERIALIZED));
static_assert(same(ThreadLevel::multiple, MPI_THREAD_MULTIPLE));

static_assert(same(Verbosity::user_basic, MPI_T_VERBOSITY_USER_BASIC));
static_assert(same(Verbosity::user_detail, MPI_T_VERBOSITY_USER_DETAIL));
static_assert(same(Verbosity::user_all, MPI_T_VERBOSITY_USER_ALL));
static_assert(same(Verbosity::tuner_basic, MPI_T_VERBOSITY_TUNER_BASIC));
static_assert(same(Verbosity::tuner_detail, MPI_T_VERBOSITY_TUNER_DETAIL));
static_assert(same(Verbosity::tuner_all, MPI_T_VERBOSITY_TUNER_ALL));
static_assert(same(Verbosity::mpidev_basic, MPI_T_VERBOSITY_MPIDEV_BASIC));
static_assert(same(Verbosity::mpidev_detail, MPI_T_VERBOSITY_MPIDEV_DETAIL));
static_assert(same(Verbosity::mpidev_all, MPI_T_VERBOSITY_MPIDEV_ALL));

static_assert(same(Bind::no_object, MPI_T_BIND_NO_OBJECT));
static_assert(same(Bind::mpi_comm, MPI_T_BIND_MPI_COMM));
static_assert(same(Bind::mpi_datatype, MPI_T_BIND_MPI_DATATYPE));
static_assert(same(Bind::mpi_errhandler, MPI_T_BIND_MPI_ERRHANDLER));
static_assert(same(Bind::mpi_file, MPI_T_BIND_MPI_FILE));
static_assert(same(Bind::mpi_group, MPI_T_BIND_MPI_GROUP));
static_assert(same(Bind::mpi_op, MPI_T_BIND_MPI_OP));
static_assert(same(Bind::mpi_request, MPI_T_BIND_MPI_REQUEST));
static_assert(same(Bind::mpi_win, MPI_T_BIND_MPI_WIN));
static_assert(same(Bind::mpi_message, MPI_T_BIND_MPI_MESSAGE));
static_assert(same(Bind::mpi_info, MPI_T_BIND_MPI_INFO));
static_assert(same(Bind::mpi_session, MPI_T_BIND_MPI_SESSION));

static_assert(same(Scope::constant, MPI_T_SCOPE_CONSTANT));
static_assert(same(Scope::readonly, MPI_T_SCOPE_READONLY));
static_assert(same(Scope::local, MPI_T_SCOPE_LOCAL));
static_assert(same(Scope::group, MPI_T_SCOPE_GROUP));
static_assert(same(Scope::group_eq, MPI_T_SCOPE_GROUP_EQ));
static_assert(same(Scope::all, MPI_T_SCOPE_ALL));
static_assert(same(Scope::all_eq, MPI_T_SCOPE_ALL_EQ));

static_assert(same(PvarClass::state, MPI_T_PVAR_CLASS_STATE));
static_assert(same(PvarClass::level, MPI_T_PVAR_CLASS_LEVEL));
static_assert(same(PvarClass::size, MPI_T_PVAR_CLASS_SIZE));
static_assert(same(PvarClass::percentage, MPI_T_PVAR_CLASS_PERCENTAGE));
static_assert(same(PvarClass::highwatermark, MPI_T_PVAR_CLASS_HIGHWATERMARK));
static_assert(same(PvarClass::lowwatermark, MPI_T_PVAR_CLASS_LOWWATERMARK));
static_assert(same(PvarClass::counter, MPI_T_PVAR_CLASS_COUNTER));
static_assert(same(PvarClass::aggregate, MPI_T_PVAR_CLASS_AGGREGATE));
static_assert(same(PvarClass::timer, MPI_T_PVAR_CLASS_TIMER));
static_assert(same(PvarClass::generic, MPI_T_PVAR_CLASS_GENERIC));

static_assert(same(CallbackSafety::none, MPI_T_CB_REQUIRE_NONE));
static_assert(same(CallbackSafety::mpi_restricted, MPI_T_CB_REQUIRE_MPI_RESTRICTED));
static_assert(same(CallbackSafety::thread_safe, MPI_T_CB_REQUIRE_THREAD_SAFE));
static_assert(same(CallbackSafety::async_signal_safe, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE));

static_assert(same(SourceOrder::ordered, MPI_T_SOURCE_ORDERED));
static_assert(same(SourceOrder::unordered, MPI_T_SOURCE_UNORDERED));

static_assert(same_handle(Datatype::null, MPIT_TEXT(MPI_DATATYPE_NULL)));
static_assert(same_handle(Datatype::count, MPIT_TEXT(MPI_COUNT)));
static_assert(same_handle(Datatype::int_, MPIT_TEXT(MPI_INT)));
static_assert(same_handle(Datatype::unsigned_, MPIT_TEXT(MPI_UNSIGNED)));
static_assert(same_handle(Datatype::unsigned_long, MPIT_TEXT(MPI_UNSIGNED_LONG)));
static_assert(same_handle(Datatype::unsigned_long_long, MPIT_TEXT(MPI_UNSIGNED_LONG_LONG)));
static_assert(same_handle(Datatype::double_, MPIT_TEXT(MPI_DOUBLE)));
static_assert(same_handle(Datatype::char_, MPIT_TEXT(MPI_CHAR)));
static_assert(same_handle(Datatype::int32, MPIT_TEXT(MPI_INT32_T)));
static_assert(same_handle(Datatype::uint32, MPIT_TEXT(MPI_UINT32_T)));
static_assert(same_handle(Datatype::int64, MPIT_TEXT(MPI_INT64_T)));
static_assert(same_handle(Datatype::uint64, MPIT_TEXT(MPI_UINT64_T)));

}  // namespace
}  // namespace mpit
