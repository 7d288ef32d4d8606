// SPDX-License-Identifier: BSD-3-Clause
// Tables of the target's constants.
#include "conformance/harness/facts/names.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "conformance/clauses/clause_key.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

namespace {

// Handle constants (MPI_T_ENUM_NULL, ...) are not integers and are left out.
template <class Value>
void add_if_integer(std::vector<NamedConstant>& constants, std::string_view name,
                    std::string_view kind, Value value) {
  if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
    constants.push_back({name, kind, static_cast<int>(value)});
  }
}

// Adds a constant if mpi.h defines it. The name is an operand of # and ## before anything expands
// it, since mpi.h may define it as a macro.
#define MPITCHECK_VALUE_1(text, value, kind) add_if_integer(constants, text, kind, value);
#define MPITCHECK_VALUE_0(text, value, kind)
#define MPITCHECK_VALUE(flag, text, value, kind) MPITCHECK_VALUE_(flag, text, value, kind)
#define MPITCHECK_VALUE_(flag, text, value, kind) MPITCHECK_VALUE_##flag(text, value, kind)

std::vector<NamedConstant> collect_constants() {
  std::vector<NamedConstant> constants;
#define MPITCHECK_CONSTANT(name, kind, major, minor) \
  MPITCHECK_VALUE(MPITCHECK_DECLARES_FLAG(MPITCHECK_DECLARES_##name), #name, name, #kind)
#include "mpitcheck/constants.inc"
#undef MPITCHECK_CONSTANT
  return constants;
}

std::string name_or_number(std::string_view kind, std::string_view what, int value) {
  for (const NamedConstant& known : defined_constants()) {
    if (known.value == value && known.kind == kind) return std::string(known.name);
  }
  return join(value, " (no ", what, ")");
}

struct DatatypeFacts {
  const char* name;
  MPI_Datatype handle;
  std::size_t size;
};

const std::vector<DatatypeFacts>& datatypes() {
  static const std::vector<DatatypeFacts> table{
      {"MPI_INT", MPI_INT, sizeof(int)},
      {"MPI_UNSIGNED", MPI_UNSIGNED, sizeof(unsigned)},
      {"MPI_UNSIGNED_LONG", MPI_UNSIGNED_LONG, sizeof(unsigned long)},
      {"MPI_UNSIGNED_LONG_LONG", MPI_UNSIGNED_LONG_LONG, sizeof(unsigned long long)},
      {"MPI_COUNT", MPI_COUNT, sizeof(MPI_Count)},
      {"MPI_CHAR", MPI_CHAR, sizeof(char)},
      {"MPI_DOUBLE", MPI_DOUBLE, sizeof(double)},
      {"MPI_INT32_T", MPI_INT32_T, sizeof(std::int32_t)},
      {"MPI_INT64_T", MPI_INT64_T, sizeof(std::int64_t)},
      {"MPI_UINT32_T", MPI_UINT32_T, sizeof(std::uint32_t)},
      {"MPI_UINT64_T", MPI_UINT64_T, sizeof(std::uint64_t)},
      // Types outside the standard's table that libraries use.
      {"MPI_LONG", MPI_LONG, sizeof(long)},
      {"MPI_SHORT", MPI_SHORT, sizeof(short)},
      {"MPI_BYTE", MPI_BYTE, 1},
      {"MPI_AINT", MPI_AINT, sizeof(MPI_Aint)},
      {"MPI_C_BOOL", MPI_C_BOOL, sizeof(bool)},
      {"MPI_FLOAT", MPI_FLOAT, sizeof(float)},
      {"MPI_LONG_LONG", MPI_LONG_LONG, sizeof(long long)},
  };
  return table;
}

const DatatypeFacts* find_datatype(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL)
    return nullptr;  // also for the substitute of a type that an MPI lacks
  for (const DatatypeFacts& facts : datatypes()) {
    if (facts.handle == datatype) return &facts;
  }
  return nullptr;
}

}  // namespace

std::span<const NamedConstant> defined_constants() {
  static const std::vector<NamedConstant> constants = collect_constants();
  return constants;
}

std::optional<int> constant(std::string_view name) {
  for (const NamedConstant& known : defined_constants()) {
    if (known.name == name) return known.value;
  }
  return std::nullopt;
}

bool is_constant(std::string_view kind, int value) {
  for (const NamedConstant& known : defined_constants()) {
    if (known.value == value && known.kind == kind) return true;
  }
  return false;
}

std::string constant_name(std::string_view kind, int value) {
  return name_or_number(kind, kind, value);
}

std::string constant_text(std::string_view kind, int value) {
  return is_constant(kind, value) ? constant_name(kind, value) : join(value);
}

std::vector<std::string> names_of(std::string_view kind) {
  std::vector<std::string> names;
  for (const NamedConstant& known : defined_constants()) {
    if (known.kind == kind) names.emplace_back(known.name);
  }
  return names;
}

bool is_not_accessible(int code) { return constant("MPI_T_ERR_NOT_ACCESSIBLE") == code; }

bool may_be_out_of_reach(std::string_view function) {
  if (function.starts_with('P')) function.remove_prefix(1);
  if (!function.empty() && !function.starts_with("MPI_T_")) return false;
  const auto exempt = data(clause::event_safety_exempt_functions).functions;
  return std::ranges::find(exempt, function) == exempt.end();
}

std::string code_name(int code) {
  if (code == MPI_SUCCESS) return "MPI_SUCCESS";
  return name_or_number("return_code", "MPI_T code", code);
}

bool is_no_room(int code) {
  return code == MPI_T_ERR_MEMORY || code == MPI_T_ERR_OUT_OF_HANDLES ||
         code == MPI_T_ERR_OUT_OF_SESSIONS;
}

std::span<const int> success_or_inactive() {
  static const int codes[] = {MPI_SUCCESS, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_HANDLE,
                              MPI_T_ERR_INVALID};
  return codes;
}

bool is_inactive(int code) {
  return std::ranges::count(success_or_inactive().subspan(1), code) != 0;
}

Fact fact_of_code(int code, std::span<const int> allowed) {
  Fact fact{"", std::string(code_output), Relation::one_of, {}, code_name(code)};
  for (const int wanted : allowed) fact.wanted.push_back(code_name(wanted));
  return fact;
}

std::string datatype_name(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL) return "MPI_DATATYPE_NULL";
  const DatatypeFacts* facts = find_datatype(datatype);
  return facts != nullptr ? facts->name : "a datatype that MPI_T does not allow";
}

std::string thread_level_name(int level) {
  if (level == MPI_THREAD_SINGLE) return "MPI_THREAD_SINGLE";
  if (level == MPI_THREAD_FUNNELED) return "MPI_THREAD_FUNNELED";
  if (level == MPI_THREAD_SERIALIZED) return "MPI_THREAD_SERIALIZED";
  if (level == MPI_THREAD_MULTIPLE) return "MPI_THREAD_MULTIPLE";
  return join(level, " (no thread level)");
}

std::size_t datatype_size(MPI_Datatype datatype) {
  const DatatypeFacts* facts = find_datatype(datatype);
  return facts != nullptr ? facts->size : 0;
}

}  // namespace mpitcheck
