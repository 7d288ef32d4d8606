// SPDX-License-Identifier: BSD-3-Clause
// What a signal handler does with a handle, and whether that had its effect.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/objects/pvars.hpp"

namespace mpitcheck::stress {

/// The functions that a handler calls.
enum class Action { read, write, reset, readreset, start, stop };

/// "MPI_T_pvar_read", ...
std::string_view function_name(Action action);

/// A handle of a pvar on which a handler calls one function, made before the first signal.
class PvarUse {
 public:
  /// Throws CannotGoOn if the pvar refuses a handle. What the function gives without any signal is
  /// what it is to give in handlers.
  PvarUse(Action action, const PvarSession& session, PvarInfo pvar);
  PvarUse(const PvarUse&) = delete;
  PvarUse& operator=(const PvarUse&) = delete;

  /// One call, fit for signal handlers.
  void act() noexcept;

  /// What is wrong, empty if nothing is; no signal comes but by `deliver`, which calls the handler
  /// once.
  [[nodiscard]] std::string wrong(const std::function<void()>& deliver);

  /// What the function gives without any signal.
  [[nodiscard]] int usual_code() const { return usual_code_; }
  /// It gave something else at least once.
  [[nodiscard]] bool is_unusual() const { return unusual_code_ != usual_code_; }
  /// What it says is not compared: it is wrong without signals too.
  void leave_unjudged() { judged_ = false; }
  [[nodiscard]] bool is_judged() const { return judged_; }
  [[nodiscard]] const PvarInfo& pvar() const { return pvar_; }
  [[nodiscard]] const PvarHandle& handle() const { return handle_; }

  /// Undoes a start or stop, so that the next one has something to do.
  void turn_back() const;

 private:
  using Function = int (*)(MPI_T_pvar_session, MPI_T_pvar_handle, void*);

  Action action_;
  PvarInfo pvar_;
  MPI_T_pvar_session session_;
  Function function_;
  PvarHandle witness_, handle_;
  ValueBuffer buffer_;
  Numbers seen_;  // the last value read, or the sum of those that were read and reset
  Numbers most_from_, least_from_;
  bool judged_;
  bool fell_ = false;
  int usual_code_ = MPI_SUCCESS, unusual_code_ = MPI_SUCCESS;

  [[nodiscard]] std::string misjudged(const Gain& gain, const Numbers& value) const;
  [[nodiscard]] std::string wrong_total(const Numbers& value) const;
  [[nodiscard]] std::string wrong_after(const std::function<void()>& deliver) const;
  [[nodiscard]] std::string wrong_run(const std::function<void()>& deliver) const;
};

/// Uses of some pvars that the function can be called on: sums that move, and one of each other
/// class; if none accepts it, of pvars that refuse it. Needs traffic.
std::vector<std::unique_ptr<PvarUse>> uses_of(Action action, const PvarSession& session);

}  // namespace mpitcheck::stress
