// SPDX-License-Identifier: BSD-3-Clause
// Everything that a case has open on the target, each object with its mirrors.
#pragma once

#include <array>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/calls/value.hpp"
#include "properties/commands/perform.hpp"
#include "properties/commands/pvar_use.hpp"
#include "properties/oracle/judge.hpp"
#include "properties/oracle/mirror_engines.hpp"

namespace mpitcheck::properties {

/// Which parts of MPI are initialized, and what commands may change about it.
struct Surroundings {
  bool mpi_up = false;     // communication is possible
  bool lifecycle = false;  // commands initialize and finalize the interface and MPI
  bool growing = false;    // a command initializes MPI
  bool renewal = true;     // the interface may be re-initialized
};

struct Session {
  int number;  // for texts: "session 2"
  MPI_T_pvar_session real = MPI_T_PVAR_SESSION_NULL;
  std::array<mpit::PvarSession, MirrorEngines::size> mirrors{};

  [[nodiscard]] std::string label() const { return join("session ", number); }
};

struct CvarUse {
  int place;  // in Survey::cvars
  int count;
  MPI_T_cvar_handle real;
};

struct EventUse;

/// One case. Commands access everything through it.
class CaseState {
 public:
  CaseState(const Survey& survey_of, MirrorEngines& mirrors_of, const Judge& judge_of,
            Surroundings around_it, std::uint32_t choice_seed);
  ~CaseState();
  CaseState(const CaseState&) = delete;
  CaseState& operator=(const CaseState&) = delete;

  /// Frees all open objects and judges each call.
  void clean_up();
  /// clean_up() that also frees the witnesses, since the interface or MPI is about to be finalized.
  void let_go();
  /// Call it after MPI_Init.
  void bring_up_mpi();

  const Survey& survey;
  MirrorEngines& engines;
  const Judge& judge;
  const Surroundings around;
  const ChosenVariables choice;

  int inits = 1;   // of the tool interface, by any caller
  int epochs = 1;  // number of its initializations from zero
  bool mpi_up;
  bool mpi_done = false;  // MPI was finalized

  // Lists, since pointers to handles and sessions must stay valid.
  std::list<Session> sessions;
  std::list<PvarUse> pvars;
  std::list<CvarUse> cvars;
  std::list<EventUse> events;
  std::size_t first_event_slot;
  int sessions_made = 0;
  std::map<int, int> cvar_never;         // cvars that can never be written, by place
  std::map<int, ValueBuffer> constants;  // first value of cvars of scope CONSTANT
  int category_number = -1;              // the highest one seen

  /// The address of the object number `object` for variables bound to `bind`, or nothing.
  [[nodiscard]] std::optional<void*> object(int bind, int object);

  /// The witness of a pvar and object: a handle of the oracle's own that runs all the time. Null if
  /// it cannot be allocated.
  OracleWitness* witness(int place, int object);

 private:
  void give_up_witnesses();

  std::array<MPI_Comm, 2> comms_{};
  MPI_T_pvar_session witness_session_ = MPI_T_PVAR_SESSION_NULL;
  bool no_witnesses_ = false;  // a witness that starts after a handle is useless
  std::map<std::pair<int, int>, std::unique_ptr<OracleWitness>> witnesses_;
};

/// The element number `which`, modulo their number; null if there is none.
template <class Items>
auto* pick(Items& items, std::size_t which) {
  using Item = std::remove_reference_t<decltype(*items.begin())>;
  if (items.empty()) return static_cast<Item*>(nullptr);
  return &*std::next(items.begin(), static_cast<std::ptrdiff_t>(which % items.size()));
}

}  // namespace mpitcheck::properties
