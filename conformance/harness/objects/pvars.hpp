// SPDX-License-Identifier: BSD-3-Clause
// Performance variables in use: sessions and handles that free themselves, the usable pvars, and
// the bounds that a second handle gives for the gains of a first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/value.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/sequence.hpp"

namespace mpitcheck {

/// A session; freed at the end of its scope. Throws CannotGoOn if the library has no room for one.
class PvarSession {
 public:
  PvarSession();
  ~PvarSession();
  PvarSession(const PvarSession&) = delete;
  PvarSession& operator=(const PvarSession&) = delete;

  [[nodiscard]] MPI_T_pvar_session get() const { return session_; }
  [[nodiscard]] MPI_T_pvar_session* address() { return &session_; }

  /// Calls with MPI_T_PVAR_ALL_HANDLES; they return the code.
  int start_all() const;
  int stop_all() const;
  int reset_all() const;

 private:
  MPI_T_pvar_session session_ = MPI_T_PVAR_SESSION_NULL;
};

using Numbers = std::vector<Number>;

/// A handle of a pvar in a session; freed at the end of its scope, which must lie within the
/// session's. Throws CannotGoOn if it cannot be allocated. Calls return the code.
class PvarHandle {
 public:
  PvarHandle(const PvarSession& session, const PvarInfo& pvar);
  ~PvarHandle();
  PvarHandle(const PvarHandle&) = delete;
  PvarHandle& operator=(const PvarHandle&) = delete;

  [[nodiscard]] MPI_T_pvar_handle get() const { return handle_; }
  [[nodiscard]] MPI_T_pvar_handle* address() { return &handle_; }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] std::string label() const { return pvar_.label(); }

  int start() const;
  int stop() const;
  int read(ValueBuffer& into) const;
  int write(const ValueBuffer& from) const;
  int reset() const;
  int readreset(ValueBuffer& into) const;
  /// A buffer for the value.
  [[nodiscard]] ValueBuffer buffer() const { return {pvar_.datatype, count_}; }

  /// For tests with another subject: they throw CannotGoOn for any code except MPI_SUCCESS.
  [[nodiscard]] ValueBuffer value() const;
  [[nodiscard]] Numbers numbers() const;
  /// Starts or stops the handle, unless it is continuous.
  void run() const;
  void halt() const;

 private:
  void must(int code, std::string_view what) const;

  MPI_T_pvar_session session_;
  const PvarInfo& pvar_;
  MPI_T_pvar_handle handle_ = MPI_T_PVAR_HANDLE_NULL;
  int count_ = 0;
};

/// A handle that runs from its allocation on, beside the handles under test. It shows how much
/// there was to count.
struct Witness : PvarHandle {
  Witness(const PvarSession& session, const PvarInfo& pvar) : PvarHandle(session, pvar) { run(); }
};

/// The argument obj_handle for `bind`: NULL for no object, the address of MPI_COMM_WORLD for a
/// communicator while MPI is initialized, otherwise nothing.
std::optional<void*> object_for(int bind);

/// The pvars for which object_for() has an object.
std::vector<PvarInfo> bindable_pvars();

/// The bindable pvars whose handle can be allocated. Forked children try it.
std::vector<PvarInfo> allocatable_pvars();

/// The allocatable pvars that can also be started, read and stopped. Forked children try it.
std::vector<PvarInfo> surviving_pvars();

/// The surviving counters, aggregates and timers that can be stopped.
std::vector<PvarInfo> stoppable_sums();

/// The pvars for which `fits(pvar)`.
template <class Fits>
std::vector<PvarInfo> only(std::vector<PvarInfo> pvars, const Fits& fits) {
  std::erase_if(pvars, [&](const PvarInfo& pvar) { return !fits(pvar); });
  return pvars;
}

/// The classes that start at 0 and only grow: COUNTER and AGGREGATE, for is_sum() also TIMER.
bool counts_events(const PvarInfo& pvar);
bool is_sum(const PvarInfo& pvar);
/// LEVEL, SIZE, PERCENTAGE.
bool is_gauge(const PvarInfo& pvar);
bool is_watermark(const PvarInfo& pvar);
bool can_be_stopped(const PvarInfo& pvar);

/// Names of such pvars, for tests that lack them.
inline constexpr const char* stoppable_sum = "a COUNTER, AGGREGATE or TIMER that can be stopped";
inline constexpr const char* moving_pvar = "a pvar that moves under self traffic";

/// Traffic of small and large messages on MPI_COMM_SELF and MPI_COMM_WORLD.
void drive_pvars();

/// All pvars. If there are none, records that as missing.
std::vector<PvarInfo> listed_pvars(Test& t);

/// Runs `body(pvar)` for each pvar. Records as missing what the body requires and a pvar refuses,
/// and `lacking` if there are no pvars.
template <class Body>
void each_pvar(Test& t, const std::vector<PvarInfo>& pvars, std::string_view lacking,
               const Body& body) {
  if (pvars.empty()) t.missing(lacking);
  for (const PvarInfo& pvar : pvars) {
    noting_what_is_missing(t, [&] { body(pvar); });
  }
}

/// each_pvar() in forked children, which must not communicate. A crash is an offender of `clause`.
template <class Body>
void each_pvar_isolated(Test& t, Clause clause, const std::vector<PvarInfo>& pvars,
                        std::string_view lacking, const Body& body) {
  if (pvars.empty()) t.missing(lacking);
  t.each_isolated(clause, pvars,
                  [&](const PvarInfo& pvar) { noting_what_is_missing(t, [&] { body(pvar); }); });
}

/// "3" or "{3, 4}".
std::string text_of(const Numbers& numbers);

/// Bounds of the gain of a sum. They come from a witness: another handle of the same pvar in the
/// same session, which always runs. The bounds hold whatever the library counts in the background.
class Gain {
 public:
  explicit Gain(const PvarInfo& pvar) : pvar_(pvar) {}

  /// Adds a window: the handle ran at least from `least_from` to `least_to` and at most from
  /// `most_from` to `most_to`, which are readings of the witness.
  void window(const Numbers& most_from, const Numbers& least_from, const Numbers& least_to,
              const Numbers& most_to);
  /// Adds a lower bound: the handle, started and perhaps reset before, ran at least between these
  /// two readings of the witness. If the target's sums are below 0, which breaks another rule, this
  /// has no effect and moved() stays false.
  void at_least(const Numbers& from, const Numbers& to);
  [[nodiscard]] bool allows(const Numbers& value) const { return !broken_by(value); }
  /// For Test::check: the value is a possible gain of the handle. `within`: it was read in the last
  /// window, not after it.
  [[nodiscard]] auto is(const Numbers& value, bool within = false) const {
    return detail::expected(allows(value),
                            [=, this] { return fact_of(value, *broken_by(value), within); });
  }
  /// For Test::check: a sum of several readings, which no reproducer computes, is a possible gain.
  [[nodiscard]] auto is_sum(const Numbers& sum) const {
    return detail::expected(allows(sum), [=, this] {
      return Fact{"", "sum of buf", Relation::one_of, {text()}, text_of(sum)};
    });
  }
  /// Whether some element must have changed.
  [[nodiscard]] bool moved() const;
  [[nodiscard]] std::string text() const;

 private:
  struct Window {
    Numbers most_from, least_from, least_to, most_to;
  };
  struct Broken {
    std::size_t element;
    Relation bound;
  };

  [[nodiscard]] std::optional<Broken> broken_by(const Numbers& value) const;
  [[nodiscard]] Fact fact_of(const Numbers& value, const Broken& broken, bool within) const;

  const PvarInfo& pvar_;
  std::vector<Window> windows_;
  Numbers least_, most_;
};

/// The elements of a value, as numbers.
Numbers numbers_of(const ValueBuffer& value);
/// Adds each element of `more` to that of `sum`.
void add(const Numbers& more, Numbers& sum);
/// Whether the value of a started handle of a sum shows a gain, i.e. is not 0. If the target's sums
/// are below 0, the value must differ from that of a handle that was just started.
bool has_gained(const PvarInfo& pvar, const Numbers& value);
/// Whether some element that began at 0 gained between these two values. For timers, a short time
/// counts as 0. Another initial value breaks another rule.
bool has_gained_since_zero(const Numbers& began, const Numbers& value);
/// The first element for which the relation (at_least or at_most) does not hold; the number of
/// elements if there is none.
std::size_t first_breaking(const Numbers& seen, Relation relation, const Numbers& bound);
/// The first element that decreased. A change from the upper to the lower half of the datatype's
/// range is a wrap.
std::size_t first_fallen(const PvarInfo& pvar, const Numbers& seen, const Numbers& before);
Fact fact_of_number(const Numbers& seen, std::size_t i, Relation relation, const Numbers& bound);

// --- For Test::check, about the value that was read last ----------------------------------------

/// The value is `wanted`.
inline auto numbers_are(const Numbers& seen, const Numbers& wanted) {
  return is_same("buf", seen, wanted, [](const Numbers& numbers) { return text_of(numbers); });
}

/// The value differs from `before`.
inline auto numbers_moved(const Numbers& seen, const Numbers& before) {
  const auto spell = [](const Numbers& numbers) { return text_of(numbers); };
  return is_not("buf", seen, before, spell).as_before();
}

/// Each element is at least, or at most, that of `bound`.
inline auto each_number(const Numbers& seen, Relation relation, const Numbers& bound) {
  const std::size_t i = first_breaking(seen, relation, bound);
  return detail::expected(i == seen.size(),
                          [=] { return fact_of_number(seen, i, relation, bound); });
}

/// No element decreased, except for a wrap.
inline auto none_fell(const PvarInfo& pvar, const Numbers& seen, const Numbers& before) {
  const std::size_t i = first_fallen(pvar, seen, before);
  return detail::expected(i == seen.size(),
                          [=] { return fact_of_number(seen, i, Relation::at_least, before); })
      .as_before();
}

}  // namespace mpitcheck
