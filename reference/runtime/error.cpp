// SPDX-License-Identifier: BSD-3-Clause
// Error classes and their texts.
#include "error.hpp"

#include <array>
#include <utility>

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

// Codes of the program lie above all of the standard's.
constexpr int first_added = MPI_ERR_LASTCODE + 1;

}  // namespace

void fail(int code, const char* detail) { throw Error{code, detail}; }

void fail_null(const char* argument) {
  throw Error{MPI_ERR_ARG, std::string(argument) + " is null"};
}

std::optional<int> ErrorCodes::class_of(int code) const {
  if (code >= 0 && code <= MPI_ERR_ABI) return code;
  const auto found = added_.find(code);
  if (found == added_.end()) return std::nullopt;
  return found->second.error_class;
}

std::optional<std::string> ErrorCodes::text(int code) const {
  if (code >= 0 && code <= MPI_ERR_ABI) return class_texts[static_cast<std::size_t>(code)];
  const auto found = added_.find(code);
  if (found == added_.end()) return std::nullopt;
  return found->second.text;
}

int ErrorCodes::add(std::optional<int> error_class) {
  const int code = first_added + static_cast<int>(added_.size());
  added_[code] = {error_class.value_or(code), ""};
  return code;
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
