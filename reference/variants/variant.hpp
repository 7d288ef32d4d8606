// SPDX-License-Identifier: BSD-3-Clause
// A legal behaviour of the library that differs from the default, as plain data.
#pragma once

#include <climits>
#include <optional>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/registration.hpp"

namespace mpit {

/// Moments in the life of the process. An effect that is due at a moment lasts from then on.
enum class Moment { start, mpi_init, mpi_finalize, never };

/// The variables, categories and events that the library has, and its behaviour where the standard
/// leaves a choice. The defaults are the behaviour of the reference.
struct Variant {
  Behaviour behaviour = {};

  // --- What exists

  /// The specimens: all, few or none. "few" keeps variables of types int, unsigned long, double and
  /// char that are not bound, or bound to a communicator; of bound pvars, only one set of flags.
  enum class Specimens { all, few, none } specimens = Specimens::all;
  bool cvars = true;
  bool pvars = true;
  bool categories = true;
  bool events = true;  // and their sources
  /// Only the events of communicators, windows and sessions.
  bool only_object_events = false;
  /// Only variables that are bound to objects, or only those that are not.
  enum class Binding { any, bound, unbound } binding = Binding::any;
  /// Only variables of type MPI_CHAR.
  bool only_texts = false;
  /// Additional variables, event types and categories (extras.cpp).
  bool large_arrays = false;
  bool fixed_width_variables = false;
  bool int_level_variable = false;
  bool union_event = false;
  int deep_categories = 0;  // levels
  int many_categories = 0;
  bool shared_members = false;

  // --- When it appears

  Moment variables_appear = Moment::start;
  bool every_variable_late = false;  // variables_appear is for all variables, or every second one
  Moment enumerated_appear = Moment::start;
  Moment categories_appear = Moment::start;
  Moment members_appear = Moment::start;
  Moment events_appear = Moment::start;
  /// Before MPI_Init and after MPI_Finalize, all but the exempt functions return not_accessible.
  bool within_mpi_only = false;
  /// When sub-categories change their order.
  Moment sub_categories_rotate = Moment::never;
  /// When every third variable becomes inactive.
  Moment inactive = Moment::never;

  // --- How it looks

  enum class Names { plain, one_character, very_long, odd } names = Names::plain;
  enum class Descriptions { plain, none, very_long } descriptions = Descriptions::plain;
  std::optional<Verbosity> verbosity = {};
  bool readonly_cvars = false;
  /// The code of writes to cvars. None: writes succeed where the scope allows them.
  std::optional<Code> cvar_writes = {};
  std::optional<bool> readonly_pvars = {};
  std::optional<bool> continuous_pvars = {};
  bool atomic_pvars = true;  // false: no pvar is atomic
  /// Watermarks have the names of LEVEL variables that measure other resources.
  bool unrelated_names = false;

  // --- Side effects (side_effects.hpp)

  /// Control variables change at each third read.
  bool restless_cvars = false;
  /// Additional performance variables that change at each read.
  bool restless_pvars = false;
  /// A successful write sets the nearest supported value.
  bool normalized_cvars = false;
  /// MPI_Init sets control variables and ignores what was written to them.
  bool settled_cvars = false;
  /// After a write that changes the value of a control variable, the next send ends the process.
  bool harmful_cvars = false;
  /// The number of pending requests whose times an additional timer sums. 0: no such timer.
  int requests_at_once = 0;
  /// A thread updates variables of its own. With background_memory it also allocates 1 MiB per
  /// second.
  bool background_thread = false;
  bool background_memory = false;
  /// MPI_Init and MPI_Finalize must be called on the thread of main().
  bool first_thread_only = false;
  /// MPI_Init installs signal handlers.
  bool signal_handlers = false;
  /// The minimum time of MPI_Init.
  int start_milliseconds = 0;

  // --- Starts (starting.hpp)

  /// From MPI_Init on, forked processes do not inherit the engine's memory.
  bool unforkable_pages = false;
  /// From MPI_Init on, a thread holds the lock of the engine most of the time, also during a fork.
  bool progress_lock = false;
  /// MPI_Init ends a process that mpiexec did not start.
  bool launcher_only = false;
  /// The time that the first start within a minute takes. Starts at the same time wait for it.
  int first_start_seconds = 0;

  /// Whether the variant changes how processes start. Its effect shows in whole runs only.
  [[nodiscard]] bool is_of_starts() const {
    return launcher_only || first_start_seconds != 0 || start_milliseconds != 0;
  }
};

}  // namespace mpit
