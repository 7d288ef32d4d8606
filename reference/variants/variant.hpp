// SPDX-License-Identifier: BSD-3-Clause
// A legal behaviour of the library other than its default one, as plain data.
#pragma once

#include <climits>
#include <optional>

#include "reference/engine/core/behaviour.hpp"
#include "reference/engine/core/registration.hpp"

namespace mpit {

/// Moments in the life of the process. What is due at one is there from then on.
enum class Moment { start, mpi_init, mpi_finalize, never };

/// What the library shows of its variables and categories, and how it behaves where the standard
/// leaves a choice. The defaults are the reference as it is.
struct Variant {
  Behaviour behaviour = {};

  // --- What there is

  /// How many of the specimens: all; of the variables only those of type int, unsigned long, double
  /// and char, bound to nothing or (of the pvars with one combination of flags) to a communicator;
  /// or none.
  enum class Specimens { all, few, none } specimens = Specimens::all;
  bool cvars = true;
  bool pvars = true;
  bool categories = true;
  bool events = true;  // and their sources
  /// Only those of communicators, windows and sessions that come and go.
  bool only_object_events = false;
  /// Only variables that need an object, or only those that need none.
  enum class Binding { any, bound, unbound } binding = Binding::any;
  /// Only variables of type MPI_CHAR.
  bool only_texts = false;
  /// Further variables and categories of its own (extras.cpp).
  bool large_arrays = false;
  bool fixed_width_variables = false;
  bool int_level_variable = false;
  bool union_event = false;
  int deep_categories = 0;  // levels
  int many_categories = 0;
  bool shared_members = false;

  // --- When it appears

  Moment variables_appear = Moment::start;
  bool every_variable_late = false;  // else every second one
  Moment enumerated_appear = Moment::start;
  Moment categories_appear = Moment::start;
  Moment members_appear = Moment::start;
  Moment events_appear = Moment::start;
  /// Functions are out of reach before MPI_Init and after MPI_Finalize.
  bool within_mpi_only = false;
  /// When sub-categories change their order.
  Moment sub_categories_turn = Moment::never;
  /// When every third variable becomes inactive.
  Moment inactive = Moment::never;

  // --- How it looks

  enum class Names { plain, one_character, very_long, odd } names = Names::plain;
  enum class Descriptions { plain, none, very_long } descriptions = Descriptions::plain;
  std::optional<Verbosity> verbosity = {};
  bool readonly_cvars = false;
  /// What a write to a writable cvar answers, unless it succeeds.
  std::optional<Code> cvar_writes = {};
  std::optional<bool> readonly_pvars = {};
  std::optional<bool> continuous_pvars = {};
  bool atomic_pvars = true;  // where they are by default
  /// LEVEL variables have the names that watermarks of other resources have.
  bool unrelated_names = false;

  // --- Habits (habits.hpp)

  /// Control variables change at each third read.
  bool restless_cvars = false;
  /// Further performance variables that change at each read.
  bool restless_pvars = false;
  /// A successful write sets the nearest value that is supported.
  bool normalized_cvars = false;
  /// MPI_Init sets control variables, whatever was written to them.
  bool settled_cvars = false;
  /// Any other value than the one it has does harm.
  bool harmful_cvars = false;
  /// A timer that sums the times of so many requests.
  int requests_at_once = 0;
  /// A thread moves variables of its own. It may also take 1 MiB a second.
  bool background_thread = false;
  bool background_memory = false;
  /// MPI comes up and goes down on the thread of main() only.
  bool first_thread_only = false;
  /// MPI_Init takes signals over.
  bool signal_handlers = false;
  /// How long MPI_Init takes at least.
  int start_milliseconds = 0;

  // --- Starts (starting.hpp)

  /// From MPI_Init on a forked process lacks memory of the library's.
  bool unforkable_pages = false;
  /// From MPI_Init on a thread has the lock of the library most of the time, in whatever moment
  /// others fork.
  bool progress_lock = false;
  /// MPI_Init ends a process that mpiexec did not start.
  bool launcher_only = false;
  /// How long the first of the starts of a minute takes; others wait for it.
  int first_start_seconds = 0;

  /// It is about how a process comes up, and what is said of it holds for whole runs alone.
  [[nodiscard]] bool is_of_starts() const {
    return launcher_only || first_start_seconds != 0 || start_milliseconds != 0;
  }
};

}  // namespace mpit
