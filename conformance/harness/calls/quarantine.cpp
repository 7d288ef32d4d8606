// SPDX-License-Identifier: BSD-3-Clause
// Skips calls that end the process.
#include "conformance/harness/calls/quarantine.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/process/shared.hpp"

namespace mpitcheck {

namespace {

std::string_view without_p(std::string_view function) {
  if (function.starts_with("PMPI_")) function.remove_prefix(1);
  return function;
}

std::size_t place_of(std::string_view function) {
  const auto functions = all_functions();
  const auto found = std::ranges::find(functions, function, &FunctionFacts::name);
  return static_cast<std::size_t>(found - functions.begin());
}

template <class T>
T* shared_with_children(std::size_t count) {
  return static_cast<T*>(share(count * sizeof(T)));
}

}  // namespace

std::span<const OwnRule> own_rules() {
  static constexpr OwnRule rules[] = {
      {"MPI_T_cvar_read", clause::cvar_read_any_scope},
      {"MPI_T_cvar_read", clause::general_failure_not_fatal},
      {"MPI_T_cvar_handle_alloc", clause::binding_no_object_is_process_wide},
      {"MPI_T_pvar_handle_alloc", clause::binding_no_object_is_process_wide},
      {"MPI_T_pvar_handle_alloc", clause::pvar_handle_alloc}};
  return rules;
}

Quarantine& Quarantine::instance() {
  static Quarantine quarantine;
  return quarantine;
}

void Quarantine::set(std::vector<DeadlyCall> calls) {
  if (!calls_.empty()) unshare(met_);
  calls_ = std::move(calls);
  exempt_.assign(calls_.size(), false);
  if (!calls_.empty()) met_ = shared_with_children<char>(calls_.size());
  guards_calls_ = !calls_.empty() || watched_ != nullptr;
}

void Quarantine::set_from_environment() {
  const char* const path = std::getenv(quarantine_variable);
  if (path == nullptr) return;
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  set(parse_quarantine(text.str()));
}

void Quarantine::examining(Clause clause) {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    exempt_[i] = calls_[i].object != no_object && !calls_[i].hangs() &&
                 std::ranges::any_of(own_rules(), [&](const OwnRule& rule) {
                   return rule.function == calls_[i].function && rule.clause == clause;
                 });
  }
}

void Quarantine::enter(std::string_view function, int object) {
  function = without_p(function);
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const DeadlyCall& call = calls_[i];
    if ((call.object == no_object || call.object == object) && call.function == function &&
        !exempt_[i]) {
      skip(i);
    }
  }
  if (watched_ == nullptr) return;
  watched_->function = place_of(function);
  watched_->object = object;
  watched_->caller = ::getpid();
  ++watched_->count;  // before `inside`: the parent reads it once that is set
  watched_->inside = true;
}

void Quarantine::leave() {
  if (watched_ == nullptr) return;
  watched_->inside = false;
  watched_->returned[watched_->function] = true;
}

bool Quarantine::has_returned(std::string_view function) const {
  return watched_ != nullptr && watched_->returned[place_of(function)];
}

template <class Fits>
bool Quarantine::note_met(const Fits& fits) {
  bool held = false;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (!fits(calls_[i])) continue;
    met_[i] = 1;
    held = true;
  }
  return held;
}

bool Quarantine::holds_any(std::string_view function) {
  return note_met([&](const DeadlyCall& call) { return call.function == function; });
}

bool Quarantine::holds(std::string_view function, int object) {
  return note_met([&](const DeadlyCall& call) {
    return call.function == function && (call.object == no_object || call.object == object);
  });
}

void Quarantine::skip(std::size_t number) {
  met_[number] = 1;
  throw Quarantined(calls_[number].text());
}

std::vector<std::string> Quarantine::met() const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (met_[i] != 0) texts.push_back(calls_[i].text());
  }
  return texts;
}

Quarantine::Watched& Quarantine::watch() {
  if (watched_ == nullptr) watched_ = shared_with_children<Watched>(1);
  guards_calls_ = true;
  return *watched_;
}

}  // namespace mpitcheck
