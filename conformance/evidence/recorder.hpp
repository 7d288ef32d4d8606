// SPDX-License-Identifier: BSD-3-Clause
// Writes the begin and the end of calls to a file per process in the folder that MPITCHECK_RECORD
// names. ci/mpitcheck/src/mpitcheck/repro/trace.py reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/evidence/arguments.hpp"

namespace mpitcheck::evidence {

/// Records one call, from the begin to the end of its scope. Calls that the library itself makes
/// are left out. Threads may record at the same time. Not async-signal-safe.
class RecordedCall {
 public:
  /// Records the begin. `words`: see Arguments.
  RecordedCall(std::string_view function, std::vector<std::uint64_t> words);
  ~RecordedCall();
  RecordedCall(const RecordedCall&) = delete;
  RecordedCall& operator=(const RecordedCall&) = delete;

  /// Records that the call returned `code`, and the values of its outputs.
  void ends(int code);

 private:
  std::optional<Arguments> arguments_;  // nothing if the call is not recorded
  unsigned number_ = 0;
};

/// A scope for code of the tool that the library calls. Calls in this scope are recorded.
class InCallback {
 public:
  InCallback();
  ~InCallback();
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;

 private:
  bool was_inside_;
};

}  // namespace mpitcheck::evidence
