// SPDX-License-Identifier: BSD-3-Clause
// Tables of constants and types.
#include "conformance/evidence/ctext.hpp"

#include <cstring>
#include <vector>

#include "conformance/evidence/c_literal.hpp"
#include "conformance/evidence/memory.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck::evidence {
namespace {

struct Opaque {
  std::string_view type;
  std::size_t size;
};

constexpr Opaque opaques[] = {{"MPI_Comm", sizeof(MPI_Comm)},
                              {"MPI_Info", sizeof(MPI_Info)},
                              {"MPI_Op", sizeof(MPI_Op)},
                              {"MPI_Request", sizeof(MPI_Request)},
                              {"MPI_T_enum", sizeof(MPI_T_enum)},
                              {"MPI_T_cvar_handle", sizeof(MPI_T_cvar_handle)},
                              {"MPI_T_pvar_handle", sizeof(MPI_T_pvar_handle)},
                              {"MPI_T_pvar_session", sizeof(MPI_T_pvar_session)},
                              {"MPI_T_event_registration", sizeof(MPI_T_event_registration)},
                              {"MPI_T_event_instance", sizeof(MPI_T_event_instance)}};

struct OpaqueConstant {
  std::string_view type, name;
  std::uint64_t word;
};

const std::vector<OpaqueConstant>& opaque_constants() {
  static const auto* const table = new std::vector<OpaqueConstant>{
      {"MPI_Comm", "MPI_COMM_WORLD", word_of(MPI_COMM_WORLD)},
      {"MPI_Comm", "MPI_COMM_SELF", word_of(MPI_COMM_SELF)},
      {"MPI_Comm", "MPI_COMM_NULL", word_of(MPI_COMM_NULL)},
      {"MPI_Info", "MPI_INFO_NULL", word_of(MPI_INFO_NULL)},
      {"MPI_Op", "MPI_SUM", word_of(MPI_SUM)},
      {"MPI_Op", "MPI_MAX", word_of(MPI_MAX)},
      {"MPI_Op", "MPI_MIN", word_of(MPI_MIN)},
      {"MPI_Request", "MPI_REQUEST_NULL", word_of(MPI_REQUEST_NULL)},
      {"MPI_T_enum", "MPI_T_ENUM_NULL", word_of(MPI_T_ENUM_NULL)},
      {"MPI_T_cvar_handle", "MPI_T_CVAR_HANDLE_NULL", word_of(MPI_T_CVAR_HANDLE_NULL)},
      {"MPI_T_pvar_handle", "MPI_T_PVAR_HANDLE_NULL", word_of(MPI_T_PVAR_HANDLE_NULL)},
      {"MPI_T_pvar_handle", "MPI_T_PVAR_ALL_HANDLES", word_of(MPI_T_PVAR_ALL_HANDLES)},
      {"MPI_T_pvar_session", "MPI_T_PVAR_SESSION_NULL", word_of(MPI_T_PVAR_SESSION_NULL)}};
  return *table;
}

template <class Element>
Element element(const std::string& bytes, int i) {
  Element value{};
  const std::size_t at = static_cast<std::size_t>(i) * sizeof value;
  if (at + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string number_text(MPI_Datatype datatype, const std::string& bytes, int i) {
  if (datatype == MPI_DOUBLE) return double_literal(element<double>(bytes, i));
  if (datatype == MPI_FLOAT) return double_literal(element<float>(bytes, i));
  const std::string name = datatype_name(datatype);
  const bool is_unsigned = name.starts_with("MPI_U") || datatype == MPI_C_BOOL;
  switch (datatype_size(datatype)) {
    case 1:
      return std::to_string(element<unsigned char>(bytes, i));
    case 2:
      return std::to_string(element<short>(bytes, i));
    case 4:
      return is_unsigned ? std::to_string(element<std::uint32_t>(bytes, i)) + "U"
                         : std::to_string(element<std::int32_t>(bytes, i));
    default:
      return is_unsigned ? std::to_string(element<std::uint64_t>(bytes, i)) + "U"
                         : std::to_string(element<std::int64_t>(bytes, i));
  }
}

}  // namespace

std::string int_text(std::string_view parameter, int value) {
  if (parameter == "required" || parameter == "provided") {
    const std::string name = thread_level_name(value);
    return name.starts_with("MPI_") ? name : std::to_string(value);
  }
  if (parameter == "var_class") return constant_text("pvar_class", value);
  if (parameter == "verbosity") return constant_text("verbosity", value);
  if (parameter == "bind") return constant_text("binding", value);
  if (parameter == "scope") return constant_text("scope", value);
  if (parameter == "error_class" || parameter == "new_code") {
    return constant_text("return_code", value);
  }
  return std::to_string(value);
}

std::string code_text(int code) {
  return code == MPI_SUCCESS ? "MPI_SUCCESS" : constant_text("return_code", code);
}

std::size_t opaque_size(std::string_view type) {
  for (const Opaque& opaque : opaques) {
    if (opaque.type == type) return opaque.size;
  }
  return 0;
}

std::string opaque_text(std::string_view type, std::uint64_t word) {
  for (const OpaqueConstant& constant : opaque_constants()) {
    if (constant.type == type && constant.word == word) return std::string(constant.name);
  }
  char text[24];
  std::snprintf(text, sizeof text, "@%llx", static_cast<unsigned long long>(word));
  return text;
}

std::string datatype_text(MPI_Datatype datatype) {
  const std::string name = datatype_name(datatype);
  return name.starts_with("MPI_") ? name : "0";
}

std::string elements_text(MPI_Datatype datatype, int count, const std::string& bytes) {
  if (datatype_size(datatype) == 0 || count < 0) return {};
  if (datatype == MPI_CHAR) {
    const std::string text(bytes.data(), std::min<std::size_t>(bytes.size(), std::size_t(count)));
    const std::size_t end = text.find('\0');
    const std::string unterminated = end == std::string::npos ? " unterminated" : "";
    return "MPI_CHAR:" + c_literal(text.substr(0, end)) + unterminated;
  }
  std::string list;
  for (int i = 0; i < count; ++i) {
    list += (list.empty() ? "" : ", ") + number_text(datatype, bytes, i);
  }
  return datatype_text(datatype) + ":{" + list + "}";
}

}  // namespace mpitcheck::evidence
