// SPDX-License-Identifier: BSD-3-Clause
// Error classes, codes and texts, which work before MPI_Init and after MPI_Finalize too.
#include "reference/runtime/objects/error.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

namespace {

constexpr std::array<const char*, MPI_ERR_ABI + 1> class_texts = {
    "no error",
    "invalid buffer",
    "invalid count",
    "invalid datatype",
    "invalid tag",
    "invalid communicator",
    "invalid rank",
    "invalid request",
    "invalid root",
    "invalid group",
    "invalid operation",
    "invalid topology",
    "invalid dimensions",
    "invalid argument",
    "unknown error",
    "message truncated",
    "other error",
    "internal error",
    "pending request",
    "error code is in the status",
    "permission denied",
    "invalid mode",
    "invalid assertion",
    "invalid file name",
    "invalid base",
    "conversion failed",
    "invalid displacement",
    "data representation exists",
    "file exists",
    "file in use",
    "invalid file",
    "info key too long",
    "no such info key",
    "info value too long",
    "invalid info",
    "input or output failed",
    "invalid key value",
    "invalid lock type",
    "no such name",
    "out of memory",
    "arguments differ between processes",
    "no space left",
    "no such file",
    "invalid port",
    "quota exceeded",
    "read-only file or file system",
    "memory cannot be attached",
    "conflicting access to a window",
    "target memory outside the window",
    "memory cannot be shared",
    "wrong synchronisation of a window",
    "no such service",
    "invalid size",
    "processes could not be spawned",
    "unsupported data representation",
    "unsupported operation",
    "invalid window",
    "wrong flavour of window",
    "a process aborted",
    "value too large",
    "invalid session",
    "invalid error handler",
    "wrong ABI",
};

// Texts of the tool interface's codes. Since MPI 4.1 it is ambiguous whether they are error classes
// (A11 of the catalogue). A text helps users more than an error.
constexpr int first_of_tools = MPI_T_ERR_CANNOT_INIT;
constexpr std::array<const char*, MPI_T_ERR_PVAR_NO_ATOMIC - first_of_tools + 1> tool_texts = {
    "tool interface: cannot be initialized",
    "tool interface: not accessible at this time",
    "tool interface: not initialized",
    "tool interface: not supported",
    "tool interface: out of memory",
    "tool interface: invalid use or parameter",
    "tool interface: invalid index",
    "tool interface: invalid item of an enumeration",
    "tool interface: invalid session",
    "tool interface: invalid handle",
    "tool interface: invalid name",
    "tool interface: out of handles",
    "tool interface: out of sessions",
    "tool interface: control variable cannot be set now",
    "tool interface: control variable cannot be set",
    "tool interface: performance variable cannot be written or reset",
    "tool interface: performance variable cannot be started or stopped",
    "tool interface: performance variable cannot be read and reset in one step",
};

// The text of one of the standard's codes; null for any other.
const char* standard_text(int code) {
  if (code >= 0 && code <= MPI_ERR_ABI) return class_texts[static_cast<std::size_t>(code)];
  if (code < first_of_tools || code > MPI_T_ERR_PVAR_NO_ATOMIC) return nullptr;
  return tool_texts[static_cast<std::size_t>(code - first_of_tools)];
}

// The program's codes are above all of the standard's.
constexpr int first_added = MPI_ERR_LASTCODE + 1;

}  // namespace

void fail(int code, const char* detail) { throw Error{code, detail}; }

void fail_null(const char* argument) {
  throw Error{MPI_ERR_ARG, std::string(argument) + " is null"};
}

std::optional<int> ErrorCodes::class_of(int code) const {
  if (standard_text(code) != nullptr) return code;
  const auto found = added_.find(code);
  if (found == added_.end()) return std::nullopt;
  return found->second.error_class;
}

std::optional<std::string> ErrorCodes::text(int code) const {
  if (const char* text = standard_text(code)) return text;
  const auto found = added_.find(code);
  if (found == added_.end()) return std::nullopt;
  return found->second.text;
}

int ErrorCodes::add(std::optional<int> error_class) {
  const int code = first_added + static_cast<int>(added_.size());
  added_[code] = {error_class.value_or(code), ""};
  return last_used_ = code;
}

int ErrorCodes::add_class() { return add(std::nullopt); }

int ErrorCodes::add_code(int error_class) {
  if (class_of(error_class) != error_class) throw Error{MPI_ERR_ARG, "no such error class"};
  return add(error_class);
}

void ErrorCodes::set_text(int code, std::string text) {
  const auto found = added_.find(code);
  if (found == added_.end()) throw Error{MPI_ERR_ARG, "not a code that the program added"};
  found->second.text = std::move(text);
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Error_class, (int errorcode, int* errorclass)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errorclass, "errorclass");
    const auto found = call.process.error_codes.class_of(errorcode);
    if (!found) throw Error{MPI_ERR_ARG, "no such error code"};
    *errorclass = *found;
  });
}

MPIT_API(int, MPI_Error_string, (int errorcode, char* string, int* resultlen)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(string, "string");
    require_pointer(resultlen, "resultlen");
    const auto found = call.process.error_codes.text(errorcode);
    if (!found) throw Error{MPI_ERR_ARG, "no such error code"};
    std::memcpy(string, found->c_str(), found->size() + 1);
    *resultlen = static_cast<int>(found->size());
  });
}

MPIT_API(int, MPI_Add_error_class, (int* errorclass)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errorclass, "errorclass");
    *errorclass = call.process.error_codes.add_class();
  });
}

MPIT_API(int, MPI_Add_error_code, (int errorclass, int* errorcode)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(errorcode, "errorcode");
    *errorcode = call.process.error_codes.add_code(errorclass);
  });
}

MPIT_API(int, MPI_Add_error_string, (int errorcode, const char* string)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(string, "string");
    if (std::strlen(string) >= MPI_MAX_ERROR_STRING) throw Error{MPI_ERR_ARG, "string too long"};
    call.process.error_codes.set_text(errorcode, string);
  });
}

}  // extern "C"
