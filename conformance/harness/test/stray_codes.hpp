// SPDX-License-Identifier: BSD-3-Clause
// Returned codes that the table of the standard lacks. They are offences in every test, whatever it
// cites.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "conformance/clauses/clause_key.hpp"
#include "conformance/harness/facts/results.hpp"

namespace mpitcheck {

/// The stray codes of one test, in memory that its forked children share, so that none is lost when
/// a child ends. Each code is reported once. Copies share the list.
class StrayCodes {
 public:
  StrayCodes();

  /// Adds a code of `function` that breaks the clause. Returns whether it is new.
  bool add(std::string_view function, int code, Clause clause);
  /// Notes that the report of a code against that clause is written. Keeps the first message.
  void reported(Clause clause, std::string_view message);

  /// Whether a clause of that level is broken by a code whose report is written.
  [[nodiscard]] bool broke(Level level) const;
  /// The first message; empty without one.
  [[nodiscard]] std::string message() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

/// From now on each code that a recorded call returns, here or in a forked child, is checked
/// against the table of codes, whatever the test cites. Offences go to `results` and to `strays`.
/// Both must exist until ReturnCodes::on_stray() with an empty listener ends the watch.
void watch_codes(StrayCodes& strays, Version library_version, const ResultFile& results);

}  // namespace mpitcheck
