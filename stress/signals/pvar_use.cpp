// SPDX-License-Identifier: BSD-3-Clause
// Calls from a handler, and their effects, compared with a witness that no handler uses.
#include "stress/signals/pvar_use.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/test.hpp"
#include "stress/traffic/sums.hpp"

namespace mpitcheck::stress {
namespace {

constexpr long long written = 5;
constexpr std::size_t most_sums = 3;

using Function = int (*)(MPI_T_pvar_session, MPI_T_pvar_handle, void*);

/// Unrecorded, since the recorder is not signal-safe.
Function function_of(Action action) {
  switch (action) {
    case Action::read:
      return call::MPI_T_pvar_read.required_for(no_object);
    case Action::readreset:
      return call::MPI_T_pvar_readreset.required_for(no_object);
    case Action::write:
      return [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
        return call::MPI_T_pvar_write.unrecorded()(session, handle, value);
      };
    case Action::reset:
      return [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void*) {
        return call::MPI_T_pvar_reset.unrecorded()(session, handle);
      };
    case Action::start:
      return [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void*) {
        return call::MPI_T_pvar_start.unrecorded()(session, handle);
      };
    case Action::stop:
      break;
  }
  return [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void*) {
    return call::MPI_T_pvar_stop.unrecorded()(session, handle);
  };
}

bool fits(Action action, const PvarInfo& pvar) {
  switch (action) {
    case Action::read:
      return true;
    case Action::write:
    case Action::reset:
      return pvar.readonly == 0;
    case Action::readreset:
      return pvar.readonly == 0 && pvar.atomic != 0;
    default:
      return can_be_stopped(pvar);
  }
}

bool moves(const PvarSession& session, const PvarInfo& pvar) {
  const PvarHandle handle(session, pvar);
  handle.run();
  const Numbers before = handle.numbers();
  drive_pvars();
  return handle.numbers() != before;
}

}  // namespace

std::string_view function_name(Action action) {
  constexpr std::string_view names[] = {"MPI_T_pvar_read",  "MPI_T_pvar_write",
                                        "MPI_T_pvar_reset", "MPI_T_pvar_readreset",
                                        "MPI_T_pvar_start", "MPI_T_pvar_stop"};
  return names[static_cast<int>(action)];
}

PvarUse::PvarUse(Action action, const PvarSession& session, PvarInfo pvar)
    : action_(action),
      pvar_(std::move(pvar)),
      session_(session.get()),
      function_(function_of(action)),
      witness_(session, pvar_),
      handle_(session, pvar_),
      buffer_(handle_.value()),
      seen_(static_cast<std::size_t>(handle_.count())),
      judged_(is_sum(pvar_) && can_be_stopped(pvar_)) {
  witness_.run();
  if (action_ == Action::write && judged_) {
    for (int i = 0; i < buffer_.count(); ++i) buffer_.set_number(i, written);
  }
  usual_code_ = unusual_code_ = function_(session_, handle_.get(), buffer_.data());
  judged_ = judged_ && usual_code_ == MPI_SUCCESS;
  most_from_ = witness_.numbers();
  handle_.run();
  least_from_ = witness_.numbers();
}

void PvarUse::act() noexcept {
  const int code = function_(session_, handle_.get(), buffer_.data());
  if (code != usual_code_) unusual_code_ = code;
  if (code != MPI_SUCCESS) return;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const Number number = buffer_.number(static_cast<int>(i));
    if (action_ == Action::readreset) {
      seen_[i] += number;
    } else if (action_ == Action::read) {
      fell_ = fell_ || number < seen_[i];
      seen_[i] = number;
    }
  }
}

void PvarUse::turn_back() const {
  if (action_ == Action::start) handle_.halt();
  if (action_ == Action::stop) handle_.run();
}

std::string PvarUse::wrong(const std::function<void()>& deliver) {
  if (is_unusual()) {
    return join(pvar_.label(), ": ", code_name(unusual_code_), " instead of ",
                code_name(usual_code_));
  }
  if (!judged_) return {};
  switch (action_) {
    case Action::read:
      if (fell_) return join(pvar_.label(), ": a sum fell");
      return wrong_total(Numbers(seen_.size()));
    case Action::readreset:
      return wrong_total(seen_);
    case Action::write:
    case Action::reset:
      return wrong_after(deliver);
    default:
      return wrong_run(deliver);
  }
}

std::string PvarUse::misjudged(const Gain& gain, const Numbers& value) const {
  if (gain.allows(value)) return {};
  return join(pvar_.label(), ": expected ", gain.text(), ", got ", text_of(value));
}

/// The values that handlers took, and the rest, add up to the gain since the beginning.
std::string PvarUse::wrong_total(const Numbers& taken) const {
  const Numbers least_to = witness_.numbers();
  Numbers value = handle_.numbers();
  const Numbers most_to = witness_.numbers();
  add(taken, value);
  Gain gain(pvar_);
  gain.window(most_from_, least_from_, least_to, most_to);
  return misjudged(gain, value);
}

/// The last handler's reset or write is still in effect, except for later changes.
std::string PvarUse::wrong_after(const std::function<void()>& deliver) const {
  const Numbers before = witness_.numbers();
  deliver();
  Numbers value = handle_.numbers();
  const Numbers after = witness_.numbers();
  if (action_ == Action::write) {
    add(Numbers(value.size(), -written), value);
  }
  Gain gain(pvar_);
  gain.window(before, after, after, after);
  return misjudged(gain, value);
}

/// The last handler's start or stop is still in effect under traffic.
std::string PvarUse::wrong_run(const std::function<void()>& deliver) const {
  turn_back();
  deliver();
  const Numbers most_from = witness_.numbers();
  const Numbers before = handle_.numbers();
  const Numbers least_from = witness_.numbers();
  drive_pvars();
  const Numbers least_to = witness_.numbers();
  Numbers gained = handle_.numbers();
  const Numbers most_to = witness_.numbers();
  for (std::size_t i = 0; i < gained.size(); ++i) gained[i] -= before[i];
  Gain gain(pvar_);
  if (action_ == Action::start) {
    gain.window(most_from, least_from, least_to, most_to);
  } else {
    gain.window(before, before, before, before);
  }
  return misjudged(gain, gained);
}

std::vector<std::unique_ptr<PvarUse>> uses_of(Action action, const PvarSession& session) {
  const std::vector<PvarInfo> pvars = callable(surviving_pvars());
  std::vector<std::unique_ptr<PvarUse>> uses;
  for (const bool accepting : {true, false}) {
    std::size_t sums = 0;
    std::set<int> classes;
    for (const PvarInfo& pvar : pvars) {
      const bool wanted = is_sum(pvar) && can_be_stopped(pvar)
                              ? sums < most_sums && moves(session, pvar)
                              : !classes.contains(pvar.var_class);
      if (fits(action, pvar) != accepting || !wanted) continue;
      auto use = std::make_unique<PvarUse>(action, session, pvar);
      if (accepting && use->usual_code() != MPI_SUCCESS) continue;
      if (use->is_judged()) {
        ++sums;
      } else {
        classes.insert(pvar.var_class);
      }
      uses.push_back(std::move(use));
    }
    if (!uses.empty()) break;
  }
  return uses;
}

}  // namespace mpitcheck::stress
