// SPDX-License-Identifier: BSD-3-Clause
// Names of codes and constants as mpi.h spells them, because reports never print bare numbers. All
// functions except is_out_of_reach() are thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "conformance/harness/facts/expected.hpp"
#include "conformance/harness/facts/mpi.hpp"

namespace mpitcheck {

/// One integer constant of the interface that the target's mpi.h defines.
struct NamedConstant {
  std::string_view name;
  std::string_view kind;  // return_code, verbosity, binding, scope, pvar_class, ...
  int value;
};

/// Every integer constant of the catalogue that the target defines, in catalogue order.
std::span<const NamedConstant> defined_constants();

/// Value of the constant `name`, or nothing if the target's mpi.h lacks it.
std::optional<int> constant(std::string_view name);

/// Whether `value` is one of the target's constants of `kind`.
bool is_constant(std::string_view kind, int value);

/// "MPI_T_BIND_MPI_COMM", or "4711 (no binding)".
std::string constant_name(std::string_view kind, int value);

/// All names of `kind` that the target's mpi.h defines.
std::vector<std::string> names_of(std::string_view kind);

/// Whether `code` is MPI_T_ERR_NOT_ACCESSIBLE, which MPI before 4.0 lacks.
bool is_not_accessible(int code);

/// Whether the function may return MPI_T_ERR_NOT_ACCESSIBLE at any time (E15). "" stands for an
/// unknown function. A check that fails with this code is not an offence. It is recorded as
/// behaviour and does not count as examined.
bool may_be_out_of_reach(std::string_view function);

/// Whether an MPI_T_*_get_num function reports that its number is not accessible now (E15).
template <class GetNum>
bool is_out_of_reach(const GetNum& get_num) {
  int number = 0;
  return get_num.present() && is_not_accessible(get_num(&number));
}

/// The constant's name, or the number in C syntax.
std::string constant_text(std::string_view kind, int value);

/// For Test::check: the number is one of the constants of `kind`.
inline auto is_any(std::string_view kind, std::string_view output, int seen) {
  return detail::expected(is_constant(kind, seen), [=, output = std::string(output)] {
    return Fact{"", output, Relation::one_of, names_of(kind), constant_text(kind, seen)};
  });
}

/// The number is the constant `wanted` of `kind`.
inline auto is_constant_of(std::string_view kind, std::string_view output, int seen, int wanted) {
  return is_same(output, seen, wanted, [=](int value) { return constant_text(kind, value); });
}

/// "MPI_SUCCESS", "MPI_T_ERR_INVALID", or "4711 (no MPI_T code)".
std::string code_name(int code);

/// "MPI_INT", ... for the types that MPI_T allows, and for some others that libraries use.
std::string datatype_name(MPI_Datatype datatype);

/// The datatype is `wanted`.
inline auto is_datatype(std::string_view output, MPI_Datatype seen, MPI_Datatype wanted) {
  return is_same(output, seen, wanted, datatype_name);
}

/// The text of a handle in facts: "@<hexadecimal>".
template <class Handle>
std::string handle_text(Handle handle) {
  static_assert(sizeof handle <= sizeof(unsigned long long));
  unsigned long long word = 0;
  std::memcpy(&word, &handle, sizeof handle);
  if (std::is_same_v<Handle, void*> && word == 0) return "NULL";
  char text[24];
  std::snprintf(text, sizeof text, "@%llx", word);
  return text;
}

/// A handle (pointer or integer) with the bits of an address, cut to the size of the handle. No
/// library returns a handle with the address of an object of the suite.
template <class Handle>
Handle handle_at(const void* address) {
  const auto word = reinterpret_cast<std::uintptr_t>(address);
  Handle handle{};
  std::memcpy(&handle, &word, sizeof handle < sizeof word ? sizeof handle : sizeof word);
  return handle;
}

/// The handle is equal to `wanted`.
template <class Handle>
auto is_same_handle(std::string_view output, Handle seen, Handle wanted) {
  return is_same(output, seen, wanted, [](Handle handle) { return handle_text(handle); });
}

/// The info object is not null.
inline auto is_info_object(std::string_view output, MPI_Info info) {
  return is_not(output, info, MPI_INFO_NULL, [](MPI_Info) { return "MPI_INFO_NULL"; });
}

/// The handle differs from one that an earlier call of the function returned.
template <class Handle>
auto is_new_handle(std::string_view output, Handle seen, Handle other) {
  const auto spell = [](Handle handle) { return handle_text(handle); };
  return is_not(output, seen, other, spell).as_before();
}

/// "MPI_THREAD_SINGLE", ... or "4711 (no thread level)".
std::string thread_level_name(int level);

/// Whether the code reports a lack of room for a handle or session, which is legal at any time.
bool is_no_room(int code);

/// Whether the code may report that a variable has become inactive (A16). The standard recommends
/// these codes for accesses and names none for queries and allocations.
bool is_inactive(int code);
/// MPI_SUCCESS and the codes for inactive variables.
std::span<const int> success_or_inactive();

/// The code of a call and the allowed codes, without the function.
Fact fact_of_code(int code, std::span<const int> allowed);

/// The text of a handle in recorded calls: the name of the null handle, or the bits.
template <class Handle>
std::string handle_text(Handle handle, Handle null, std::string_view null_name) {
  return handle == null ? std::string(null_name) : handle_text(handle);
}

inline std::string enum_handle_text(MPI_T_enum handle) {
  return handle_text(handle, MPI_T_ENUM_NULL, "MPI_T_ENUM_NULL");
}

inline std::string pvar_handle_text(MPI_T_pvar_handle handle) {
  if (handle == MPI_T_PVAR_ALL_HANDLES) return "MPI_T_PVAR_ALL_HANDLES";
  return handle_text(handle, MPI_T_PVAR_HANDLE_NULL, "MPI_T_PVAR_HANDLE_NULL");
}

inline std::string session_text(MPI_T_pvar_session session) {
  return handle_text(session, MPI_T_PVAR_SESSION_NULL, "MPI_T_PVAR_SESSION_NULL");
}

/// The handle is `wanted`, or is not with Relation::none_of. Both are texts of handle_text().
inline auto is_handle(std::string_view output, Relation relation, const std::string& seen,
                      const std::string& wanted) {
  return detail::expected((seen == wanted) == (relation == Relation::one_of), [=] {
    return Fact{"", std::string(output), relation, {wanted}, seen};
  });
}

/// The call returned one of the table's error codes.
inline auto is_error_code(int code) {
  return detail::expected(is_constant("return_code", code), [=] {
    return Fact{"", std::string(code_output), Relation::one_of, names_of("return_code"),
                code_name(code)};
  });
}

/// The call returned MPI_SUCCESS or a code of the table.
inline auto is_known_code(int code) {
  return detail::expected(code == MPI_SUCCESS || is_constant("return_code", code), [=] {
    Fact fact = is_error_code(code).fact();
    fact.wanted.insert(fact.wanted.begin(), "MPI_SUCCESS");
    return fact;
  });
}

/// The call returned one of the allowed codes: a vector, or a span that outlives the result.
template <class Codes>
auto is_code(int code, const Codes& allowed) {
  return detail::expected(std::ranges::find(allowed, code) != allowed.end(),
                          [=] { return fact_of_code(code, allowed); });
}
inline auto is_code(int code, std::initializer_list<int> allowed) {
  return is_code(code, std::vector<int>(allowed));
}

/// The call, which returned `code`, failed.
inline auto fails(int code) { return is_not(code_output, code, MPI_SUCCESS, code_name); }

/// The call returned the same code as before.
inline auto is_code_as_before(int code, int before) {
  return is_same(code_output, code, before, code_name).as_before();
}

/// The call returned any code but `unwanted`.
inline auto is_other_code(int code, std::string_view unwanted) {
  return is_not(code_output, code_name(code), std::string(unwanted),
                [](const std::string& name) { return name; });
}

/// The call did not return MPI_T_ERR_NOT_ACCESSIBLE, a code that MPI before 4.0 lacks.
inline auto is_accessible(int code) { return is_other_code(code, "MPI_T_ERR_NOT_ACCESSIBLE"); }

/// The call did not return `unwanted`.
inline auto code_is_not(int code, int unwanted) { return is_other_code(code, code_name(unwanted)); }

/// MPI_SUCCESS is 0.
inline auto success_is_zero() {
  return constant_is("MPI_SUCCESS", MPI_SUCCESS, Relation::one_of, 0, "0");
}

/// The four thread levels, weakest first. They may be variables of the library (MPI-5.0 §2.5.4).
inline std::array<int, 4> thread_levels() {
  return {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE};
}

/// The number is one of the four thread levels.
inline auto is_thread_level(std::string_view output, int seen) {
  const std::array<int, 4> levels = thread_levels();
  const bool ok = std::ranges::find(levels, seen) != levels.end();
  return detail::expected(ok, [=, output = std::string(output)] {
    Fact fact{"", output, Relation::one_of, {}, join(seen)};
    for (const int level : levels) fact.wanted.push_back(thread_level_name(level));
    return fact;
  });
}

/// Size in bytes of one element, or 0 for an unknown datatype. Usable before MPI_Init.
std::size_t datatype_size(MPI_Datatype datatype);

}  // namespace mpitcheck
