// SPDX-License-Identifier: BSD-3-Clause
// Tables of constants.
#include "properties/oracle/translate.hpp"

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "conformance/harness/facts/names.hpp"

namespace mpitcheck::properties {

namespace {

using mpit::Code;
using mpit::Datatype;

constexpr std::pair<std::string_view, Code> code_pairs[] = {
    {"MPI_T_ERR_CANNOT_INIT", Code::cannot_init},
    {"MPI_T_ERR_NOT_ACCESSIBLE", Code::not_accessible},
    {"MPI_T_ERR_NOT_INITIALIZED", Code::not_initialized},
    {"MPI_T_ERR_NOT_SUPPORTED", Code::not_supported},
    {"MPI_T_ERR_MEMORY", Code::memory},
    {"MPI_T_ERR_INVALID", Code::invalid},
    {"MPI_T_ERR_INVALID_INDEX", Code::invalid_index},
    {"MPI_T_ERR_INVALID_ITEM", Code::invalid_item},
    {"MPI_T_ERR_INVALID_SESSION", Code::invalid_session},
    {"MPI_T_ERR_INVALID_HANDLE", Code::invalid_handle},
    {"MPI_T_ERR_INVALID_NAME", Code::invalid_name},
    {"MPI_T_ERR_OUT_OF_HANDLES", Code::out_of_handles},
    {"MPI_T_ERR_OUT_OF_SESSIONS", Code::out_of_sessions},
    {"MPI_T_ERR_CVAR_SET_NOT_NOW", Code::cvar_set_not_now},
    {"MPI_T_ERR_CVAR_SET_NEVER", Code::cvar_set_never},
    {"MPI_T_ERR_PVAR_NO_WRITE", Code::pvar_no_write},
    {"MPI_T_ERR_PVAR_NO_STARTSTOP", Code::pvar_no_startstop},
    {"MPI_T_ERR_PVAR_NO_ATOMIC", Code::pvar_no_atomic},
};
constexpr int first_code = 1001;
constexpr std::size_t code_range = 18;

std::array<int, code_range> make_code_table() {
  std::array<int, code_range> table;
  table.fill(-1);
  for (const auto& [name, code] : code_pairs) {
    table[static_cast<std::size_t>(static_cast<int>(code) - first_code)] =
        constant(name).value_or(-1);
  }
  return table;
}

template <class Engine, std::size_t size>
Engine find(const std::pair<int, Engine> (&table)[size], int value) {
  for (const auto& [target, engine] : table) {
    if (target == value) return engine;
  }
  throw std::out_of_range("a constant that MPI_T does not know");
}

}  // namespace

int to_target(Code code) {
  static const std::array<int, code_range> table = make_code_table();
  if (code == Code::success) return MPI_SUCCESS;
  return table[static_cast<std::size_t>(static_cast<int>(code) - first_code)];
}

Datatype to_engine(MPI_Datatype datatype) {
  const std::pair<MPI_Datatype, Datatype> table[] = {
      {MPI_INT, Datatype::int_},
      {MPI_UNSIGNED, Datatype::unsigned_},
      {MPI_UNSIGNED_LONG, Datatype::unsigned_long},
      {MPI_UNSIGNED_LONG_LONG, Datatype::unsigned_long_long},
      {MPI_COUNT, Datatype::count},
      {MPI_CHAR, Datatype::char_},
      {MPI_DOUBLE, Datatype::double_},
      {MPI_INT32_T, Datatype::int32},
      {MPI_INT64_T, Datatype::int64},
      {MPI_UINT32_T, Datatype::uint32},
      {MPI_UINT64_T, Datatype::uint64},
  };
  for (const auto& [target, engine] : table) {
    if (target == datatype) return engine;
  }
  throw std::out_of_range("a datatype that MPI_T does not know");
}

mpit::PvarClass class_to_engine(int var_class) {
  using mpit::PvarClass;
  static constexpr std::pair<int, PvarClass> table[] = {
      {MPI_T_PVAR_CLASS_STATE, PvarClass::state},
      {MPI_T_PVAR_CLASS_LEVEL, PvarClass::level},
      {MPI_T_PVAR_CLASS_SIZE, PvarClass::size},
      {MPI_T_PVAR_CLASS_PERCENTAGE, PvarClass::percentage},
      {MPI_T_PVAR_CLASS_HIGHWATERMARK, PvarClass::highwatermark},
      {MPI_T_PVAR_CLASS_LOWWATERMARK, PvarClass::lowwatermark},
      {MPI_T_PVAR_CLASS_COUNTER, PvarClass::counter},
      {MPI_T_PVAR_CLASS_AGGREGATE, PvarClass::aggregate},
      {MPI_T_PVAR_CLASS_TIMER, PvarClass::timer},
      {MPI_T_PVAR_CLASS_GENERIC, PvarClass::generic},
  };
  return find(table, var_class);
}

mpit::Bind bind_to_engine(int bind) {
  using mpit::Bind;
  static constexpr std::pair<int, Bind> table[] = {
      {MPI_T_BIND_NO_OBJECT, Bind::no_object},
      {MPI_T_BIND_MPI_COMM, Bind::mpi_comm},
      {MPI_T_BIND_MPI_DATATYPE, Bind::mpi_datatype},
      {MPI_T_BIND_MPI_ERRHANDLER, Bind::mpi_errhandler},
      {MPI_T_BIND_MPI_FILE, Bind::mpi_file},
      {MPI_T_BIND_MPI_GROUP, Bind::mpi_group},
      {MPI_T_BIND_MPI_OP, Bind::mpi_op},
      {MPI_T_BIND_MPI_REQUEST, Bind::mpi_request},
      {MPI_T_BIND_MPI_WIN, Bind::mpi_win},
      {MPI_T_BIND_MPI_MESSAGE, Bind::mpi_message},
      {MPI_T_BIND_MPI_INFO, Bind::mpi_info},
  };
  // The constant for sessions is of MPI 4.0 or later.
  static const auto session = constant("MPI_T_BIND_MPI_SESSION");
  return session && bind == *session ? Bind::mpi_session : find(table, bind);
}

mpit::Scope scope_to_engine(int scope) {
  using mpit::Scope;
  static constexpr std::pair<int, Scope> table[] = {
      {MPI_T_SCOPE_CONSTANT, Scope::constant}, {MPI_T_SCOPE_READONLY, Scope::readonly},
      {MPI_T_SCOPE_LOCAL, Scope::local},       {MPI_T_SCOPE_GROUP, Scope::group},
      {MPI_T_SCOPE_GROUP_EQ, Scope::group_eq}, {MPI_T_SCOPE_ALL, Scope::all},
      {MPI_T_SCOPE_ALL_EQ, Scope::all_eq},
  };
  return find(table, scope);
}

int level_to_engine(int required) {
  using mpit::ThreadLevel;
  static const std::pair<int, ThreadLevel> table[] = {
      {MPI_THREAD_SINGLE, ThreadLevel::single},
      {MPI_THREAD_FUNNELED, ThreadLevel::funneled},
      {MPI_THREAD_SERIALIZED, ThreadLevel::serialized},
      {MPI_THREAD_MULTIPLE, ThreadLevel::multiple},
  };
  return static_cast<int>(find(table, required));
}

}  // namespace mpitcheck::properties
