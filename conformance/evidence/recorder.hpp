// SPDX-License-Identifier: BSD-3-Clause
// Writes calls, as they begin and end, to a file per process in the folder that MPITCHECK_RECORD
// names. evidence/trace.hpp reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/evidence/arguments.hpp"

namespace mpitcheck::evidence {

/// One call from its begin to its end. Calls that the library itself makes are left out.
class RecordedCall {
 public:
  RecordedCall(std::string_view function, std::vector<std::uint64_t> words);
  ~RecordedCall();
  RecordedCall(const RecordedCall&) = delete;
  RecordedCall& operator=(const RecordedCall&) = delete;

  void ends(int code);

 private:
  std::optional<Arguments> arguments_;  // nothing: not recorded
  unsigned number_ = 0;
};

/// Code of the tool that the library calls: calls that it makes are recorded.
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
