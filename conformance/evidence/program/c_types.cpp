// SPDX-License-Identifier: BSD-3-Clause
// Tables of types.
#include "conformance/evidence/program/c_types.hpp"

#include <map>

namespace mpitcheck::evidence {
namespace {

struct Opaque {
  const char* name;
  const char* null;
};

const Opaque* opaque(std::string_view type) {
  static const std::map<std::string, Opaque, std::less<>> types{
      {"MPI_T_enum", {"enumeration", "MPI_T_ENUM_NULL"}},
      {"MPI_T_cvar_handle", {"handle", "MPI_T_CVAR_HANDLE_NULL"}},
      {"MPI_T_pvar_handle", {"handle", "MPI_T_PVAR_HANDLE_NULL"}},
      {"MPI_T_pvar_session", {"session", "MPI_T_PVAR_SESSION_NULL"}},
      {"MPI_T_event_registration", {"registration", "0"}},
      {"MPI_T_event_instance", {"instance", "0"}},
      {"MPI_Comm", {"comm", "MPI_COMM_NULL"}},
      {"MPI_Info", {"info", "MPI_INFO_NULL"}}};
  const auto found = types.find(base_type(type));
  return found == types.end() ? nullptr : &found->second;
}

}  // namespace

std::string c_type(std::string_view datatype) {
  static const std::map<std::string_view, std::string> types{
      {"MPI_INT", "int"},
      {"MPI_UNSIGNED", "unsigned"},
      {"MPI_UNSIGNED_LONG", "unsigned long"},
      {"MPI_UNSIGNED_LONG_LONG", "unsigned long long"},
      {"MPI_COUNT", "MPI_Count"},
      {"MPI_CHAR", "char"},
      {"MPI_DOUBLE", "double"},
      {"MPI_INT32_T", "int"},
      {"MPI_INT64_T", "long long"},
      {"MPI_UINT32_T", "unsigned"},
      {"MPI_UINT64_T", "unsigned long long"},
      {"MPI_LONG", "long"},
      {"MPI_SHORT", "short"},
      {"MPI_BYTE", "unsigned char"},
      {"MPI_C_BOOL", "_Bool"},
      {"MPI_FLOAT", "float"},
      {"MPI_LONG_LONG", "long long"}};
  const auto found = types.find(datatype);
  return found == types.end() ? "" : found->second;
}

std::string base_type(std::string_view type) {
  return std::string(type.substr(0, type.find_last_not_of(" *[]") + 1));
}

std::string variable_name(std::string_view type) {
  const Opaque* const known = opaque(type);
  return known == nullptr ? "value" : known->name;
}

bool is_opaque(std::string_view type) { return opaque(type) != nullptr; }

std::string null_of(std::string_view type) {
  const Opaque* const known = opaque(type);
  return known == nullptr ? "0" : known->null;
}

}  // namespace mpitcheck::evidence
