// SPDX-License-Identifier: BSD-3-Clause
// A handle of a pvar on the target: what it must show, as far as that is known.
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

/// A handle of the oracle's own, in a session of its own, that runs from before the first handle of
/// a case on: it says by how much a pvar moved, and whether it moved meanwhile. No Witness of the
/// harness: its calls are made aside, for any object, and one that is refused only means that there
/// is none.
class OracleWitness {
 public:
  OracleWitness(MPI_T_pvar_session session, const PvarInfo& pvar, void* object);
  ~OracleWitness();
  OracleWitness(const OracleWitness&) = delete;
  OracleWitness& operator=(const OracleWitness&) = delete;

  [[nodiscard]] bool works() const { return works_; }
  [[nodiscard]] int count() const { return count_; }
  /// Reads it again; true if the value is the same as last time, and did not only return to it:
  /// gauges are read several times.
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

/// What happened to a handle since its value was last found right, and so may have spoilt it.
struct Suspicion {
  bool start = false, restart = false, stop = false, write = false, reset = false,
       readreset = false;
  bool all_switch = false, all_reset = false;           // by ALL_HANDLES
  bool foreign_switch = false, foreign_change = false;  // in other sessions
  bool neighbour = false;                               // of the same session: was freed
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
  /// The mirrors show what the target must show.
  bool sure = false;
  /// What it showed since it stopped.
  std::optional<ValueBuffer> frozen;
  /// The last value read: what a write may put back.
  std::optional<ValueBuffer> last;

  /// Watermarks, per element: it must be at least this good, and no better than the best of the
  /// witness and `written`.
  struct Mark {
    std::optional<Number> known;    // seen in this window
    std::optional<Number> seen_at;  // what the witness showed then
    std::optional<Number> written;
  };
  std::vector<Mark> marks;

  Suspicion since{};
  Suspicion unseen{};                   // what came before, but the variable has not moved since
  std::optional<ValueBuffer> found_at;  // what the witness showed when its value was found right

  [[nodiscard]] bool is_mark() const { return is_watermark(*pvar); }
  /// A read may be refused: it was never started (A3), or is a watermark without a value (A19).
  [[nodiscard]] bool may_lack_value() const {
    return (!ever_started && pvar->continuous == 0) || (is_mark() && reset_while_stopped);
  }
  [[nodiscard]] bool is_gauge() const;  // its value while running is the library's present one
  /// handle 3 of pvar 12 "name" (MPI_T_PVAR_CLASS_COUNTER) in session 1
  [[nodiscard]] std::string label() const;
};

}  // namespace mpitcheck::properties
