// SPDX-License-Identifier: BSD-3-Clause
// Codes that calls returned although they are none of the interface's, whatever the test is about.
#pragma once

#include <string>
#include <string_view>

#include "conformance/clauses/clause_key.hpp"

namespace mpitcheck {

/// Those of one test, in memory that its forked children share: each is told once, and none is lost
/// with a child.
class StrayCodes {
 public:
  StrayCodes();
  ~StrayCodes();
  StrayCodes(const StrayCodes&) = delete;
  StrayCodes& operator=(const StrayCodes&) = delete;

  /// Whether it is new that `function` returned `code` against that clause.
  bool add(std::string_view function, int code, Clause clause);
  /// Keeps the message if it is the first.
  void note(std::string_view message);

  /// Whether a clause of that level is broken.
  [[nodiscard]] bool broke(Level level) const;
  /// That of the first; empty without one.
  [[nodiscard]] std::string message() const;

 private:
  struct Shared;
  Shared* shared_;
};

}  // namespace mpitcheck
