// SPDX-License-Identifier: BSD-3-Clause
// A handle of a pvar on the target, and what is known about its value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "reference/engine/core/types.hpp"

namespace mpitcheck::properties {

struct Session;
struct Feed;
class CaseState;

/// A handle of the oracle's own, in its own session, that runs from before the first handle of a
/// case. It shows by how much a pvar changed. Unlike a Witness of the harness it makes unrecorded
/// calls and accepts any object. If the library refuses it, the case has no witness.
class OracleWitness {
 public:
  OracleWitness(MPI_T_pvar_session session, const PvarInfo& pvar, void* object);
  ~OracleWitness();
  OracleWitness(const OracleWitness&) = delete;
  OracleWitness& operator=(const OracleWitness&) = delete;

  [[nodiscard]] bool works() const { return works_; }
  [[nodiscard]] int count() const { return count_; }
  /// Reads it again. Returns whether the value is unchanged. Gauges are read several times, since a
  /// gauge may change and return to its old value.
  bool look();
  [[nodiscard]] const ValueBuffer& value() const { return *value_; }

 private:
  static constexpr int looks_at_gauge = 8;

  MPI_T_pvar_session session_;
  MPI_T_pvar_handle handle_ = MPI_T_PVAR_HANDLE_NULL;
  int looks_;
  int count_ = 0;
  bool works_ = false;
  std::optional<ValueBuffer> value_, before_;
};

/// The operations since a handle's value was last right. One of them may have spoilt it.
struct Suspicion {
  bool start = false, restart = false, stop = false, write = false, reset = false,
       readreset = false;
  bool all_switch = false, all_reset = false;           // by ALL_HANDLES
  bool foreign_switch = false, foreign_change = false;  // in other sessions
  bool neighbour = false;                               // another handle of the session was freed
};

struct PvarUse {
  Session* session;
  int place;   // in Survey::pvars
  int object;  // number
  const PvarInfo* pvar;
  MPI_T_pvar_handle real;
  int count;
  int number;  // for texts
  std::array<mpit::PvarHandle, 2> mirrors{};

  bool running = false;
  bool ever_started = false;
  bool switched_by_all = false;      // last started or stopped with ALL_HANDLES
  bool reset_while_stopped = false;  // a watermark that may have no value now (A19)
  /// Whether the target must have the mirrors' value.
  bool sure = false;
  /// The value since the stop.
  std::optional<ValueBuffer> frozen;
  /// The last value read, which a write may restore.
  std::optional<ValueBuffer> last;

  /// For watermarks, per element: the value must reach the known extreme. It must not exceed the
  /// more extreme of the witness's value and `written`.
  struct Mark {
    std::optional<Number> known;    // seen since the last start or reset
    std::optional<Number> seen_at;  // the witness's value then
    std::optional<Number> written;
  };
  std::vector<Mark> marks;

  Suspicion since{};
  Suspicion unseen{};                   // since the variable last changed
  std::optional<ValueBuffer> found_at;  // the witness's value at the last right value

  [[nodiscard]] bool is_mark() const { return is_watermark(*pvar); }
  /// Whether a read may be refused: the pvar was never started (A3), or is a watermark without a
  /// value (A19).
  [[nodiscard]] bool may_lack_value() const {
    return (!ever_started && pvar->continuous == 0) || (is_mark() && reset_while_stopped);
  }
  [[nodiscard]] bool is_gauge() const;  // a running one has the library's current value
  /// handle 3 of pvar 12 "name" (MPI_T_PVAR_CLASS_COUNTER) in session 1
  [[nodiscard]] std::string label() const;
};

}  // namespace mpitcheck::properties
