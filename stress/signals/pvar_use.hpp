// SPDX-License-Identifier: BSD-3-Clause
// The calls of a signal handler on a handle, and whether they had their effect.
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

/// A handle of a pvar, allocated before the first signal, on which a handler calls one function.
class PvarUse {
 public:
  /// Throws CannotGoOn if no handle can be allocated. The function must return in handlers what it
  /// returns without signals.
  PvarUse(Action action, const PvarSession& session, PvarInfo pvar);
  PvarUse(const PvarUse&) = delete;
  PvarUse& operator=(const PvarUse&) = delete;

  /// One call. Signal-safe.
  void act() noexcept;

  /// A description of the fault; empty without one. No signal may arrive except by `deliver`, which
  /// calls the handler once.
  [[nodiscard]] std::string wrong(const std::function<void()>& deliver);

  /// The code of the function without signals.
  [[nodiscard]] int usual_code() const { return usual_code_; }
  /// Whether it returned another code at least once.
  [[nodiscard]] bool is_unusual() const { return unusual_code_ != usual_code_; }
  /// Its value is not compared, since it is wrong without signals too.
  void leave_unjudged() { judged_ = false; }
  [[nodiscard]] bool is_judged() const { return judged_; }
  [[nodiscard]] const PvarInfo& pvar() const { return pvar_; }
  [[nodiscard]] const PvarHandle& handle() const { return handle_; }

  /// Undoes a start or stop, so that the next one has an effect.
  void turn_back() const;

 private:
  using Function = int (*)(MPI_T_pvar_session, MPI_T_pvar_handle, void*);

  Action action_;
  PvarInfo pvar_;
  MPI_T_pvar_session session_;
  Function function_;
  PvarHandle witness_, handle_;
  ValueBuffer buffer_;
  Numbers seen_;  // the last value read, or the sum of readresets
  Numbers most_from_, least_from_;
  bool judged_;
  bool fell_ = false;
  int usual_code_ = MPI_SUCCESS, unusual_code_ = MPI_SUCCESS;

  [[nodiscard]] std::string misjudged(const Gain& gain, const Numbers& value) const;
  [[nodiscard]] std::string wrong_total(const Numbers& value) const;
  [[nodiscard]] std::string wrong_after(const std::function<void()>& deliver) const;
  [[nodiscard]] std::string wrong_run(const std::function<void()>& deliver) const;
};

/// Uses of some pvars on which the function can be called: sums that change, and one pvar of each
/// other class. If all refuse the function, uses of pvars that refuse it. Needs traffic.
std::vector<std::unique_ptr<PvarUse>> uses_of(Action action, const PvarSession& session);

}  // namespace mpitcheck::stress
