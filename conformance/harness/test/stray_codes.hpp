// SPDX-License-Identifier: BSD-3-Clause
// Codes outside the interface that calls returned, whatever the test is about.
#pragma once

#include <string>
#include <string_view>

#include "conformance/clauses/clause_key.hpp"

namespace mpitcheck {

/// The stray codes of one test, in memory that its forked children share. Each code is reported
/// once, and none is lost when a child ends.
class StrayCodes {
 public:
  StrayCodes();
  ~StrayCodes();
  StrayCodes(const StrayCodes&) = delete;
  StrayCodes& operator=(const StrayCodes&) = delete;

  /// Adds `code` of `function` against that clause; whether it is new.
  bool add(std::string_view function, int code, Clause clause);
  /// Notes that the report of a code against that clause is written. Keeps the first message.
  void reported(Clause clause, std::string_view message);

  /// Whether a clause of that level is broken by a code whose report is written.
  [[nodiscard]] bool broke(Level level) const;
  /// The first message; empty without one.
  [[nodiscard]] std::string message() const;

 private:
  struct Shared;
  Shared* shared_;
};

}  // namespace mpitcheck
