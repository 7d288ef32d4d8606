// SPDX-License-Identifier: BSD-3-Clause
// Records calls on the progress page.
#include "conformance/harness/calls/recorder.hpp"

#include <algorithm>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

using protocol::ProgressPage;
using protocol::ring_entries;

Recorder& Recorder::instance() {
  static Recorder recorder;
  return recorder;
}

// The page may still have the call in which a forked child ended. depth_ counts only the calls in
// progress in this process.
void Recorder::call_begins(const std::string& text) {
  ProgressPage& to = page();
  if (depth_++ > 0) outer_.emplace_back(to.call.view());
  to.call.set(text);
  to.calls += 1;
  to.in_call = 1;
}

void Recorder::call_ends(std::string_view function, const std::string& text, int code,
                         bool is_answered) {
  leave_call();
  ProgressPage& to = page();
  const std::size_t place = (to.calls - 1) % ring_entries;
  to.ring[place].set(join(text, " = ", code_name(code)));
  to.codes[place] = code;
  codes_.add(function, code, is_answered);
}

void Recorder::leave_call() {
  ProgressPage& to = page();
  to.in_call = 0;
  if (depth_ > 0) --depth_;
  if (outer_.empty()) return;
  to.call.set(outer_.back());
  to.in_call = 1;
  outer_.pop_back();
}

void Recorder::call_is_lost() {
  ProgressPage& to = page();
  if (to.in_call == 0 || depth_ > 0) return;
  to.in_call = 0;
  to.ring[(to.calls - 1) % ring_entries].set(join(to.call.view(), " = (no return)"));
}

void Recorder::passage_ends(const std::string& text) {
  leave_call();
  ProgressPage& to = page();
  to.ring[(to.calls - 1) % ring_entries].set(text);
}

std::string Recorder::last_function() const { return function_of(page().call.view()); }

std::string Recorder::last_function_with(std::string_view code) const {
  const ProgressPage& from = page();
  const std::size_t held = std::min<std::size_t>(from.calls, ring_entries);
  for (std::size_t back = 1; back <= held; ++back) {
    const std::size_t place = (from.calls - back) % ring_entries;
    if (code_name(from.codes[place]) == code) return function_of(from.ring[place].view());
  }
  return last_function();
}

std::vector<std::string> Recorder::last_calls(std::size_t most) const {
  const ProgressPage& from = page();
  const std::size_t held = std::min<std::size_t>({from.calls, ring_entries, most});
  std::vector<std::string> calls;
  for (std::size_t i = from.calls - held; i != from.calls; ++i) {
    calls.emplace_back(from.ring[i % ring_entries].view());
  }
  return calls;
}

}  // namespace mpitcheck
