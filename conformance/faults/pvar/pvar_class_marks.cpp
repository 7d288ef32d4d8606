// SPDX-License-Identifier: BSD-3-Clause
// Faults of watermarks.
#include <algorithm>
#include <map>

#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

constexpr int high = MPI_T_PVAR_CLASS_HIGHWATERMARK;
constexpr int low = MPI_T_PVAR_CLASS_LOWWATERMARK;

bool is_mark(const Use& use) {
  return (use.facts.var_class == high || use.facts.var_class == low) && use.count == 1;
}

// A handle of the fault's own of the level by the name of a mark, kept for good.
Use level_beside(const Use& mark) {
  static std::map<int, Use> levels;
  const auto known = levels.find(mark.index);
  if (known != levels.end()) return known->second;
  Use level{MPI_T_PVAR_SESSION_NULL, MPI_T_PVAR_HANDLE_NULL, -1, 0, PvarFacts(mark.index), 0};
  const std::string name = pvar_name(mark.index);
  const bool found =
      mark.facts.bind == MPI_T_BIND_NO_OBJECT &&
      real.MPI_T_pvar_get_index(name.c_str(), MPI_T_PVAR_CLASS_LEVEL, &level.index) == MPI_SUCCESS;
  if (found) {
    level.facts = PvarFacts(level.index);
    real.MPI_T_pvar_session_create(&level.session);
    real.MPI_T_pvar_handle_alloc(level.session, level.index, nullptr, &level.handle, &level.count);
    real.MPI_T_pvar_start(level.session, level.handle);
  }
  return levels.emplace(mark.index, level).first->second;
}

// The level by the name of a mark, or nothing.
PvarValue level_of(const Use& mark) {
  const Use level = level_beside(mark);
  return level.count == 1 ? value_of(level) : PvarValue{};
}

// Lets marks read what `spoil(use, level)` says, an element that replaces the MPI's.
template <class Spoil>
void replace_mark(Interface& mpi, Spoil) {
  spoil_read(mpi, [](Use& use, void* value) {
    if (!is_mark(use) || !use.running) return;
    const PvarValue level = level_of(use);
    if (level.empty()) return;
    add(use, value, {Spoil{}(use, level[0]) - value_of(use)[0]});
  });
}

MPITCHECK_FAULT(pvar_highwatermark_forgets_peak,
                "A high watermark knows only the levels in force when it was read",
                clause::pvar_class_highwatermark_monotone) {
  replace_mark(mpi, [](Use& use, double level) {
    if (use.facts.var_class != high) return value_of(use)[0];
    if (use.before.empty()) use.before = {level};
    return use.before[0] = std::max(use.before[0], level);
  });
}

MPITCHECK_FAULT(pvar_lowwatermark_forgets_trough,
                "A low watermark knows only the levels in force when it was read",
                clause::pvar_class_lowwatermark_monotone) {
  replace_mark(mpi, [](Use& use, double level) {
    if (use.facts.var_class != low) return value_of(use)[0];
    if (use.before.empty()) use.before = {level};
    return use.before[0] = std::min(use.before[0], level);
  });
}

MPITCHECK_FAULT(pvar_highwatermark_is_level, "A high watermark falls with the level",
                clause::pvar_class_highwatermark_monotone) {
  replace_mark(mpi, [](const Use& use, double level) {
    return use.facts.var_class == high ? level : value_of(use)[0];
  });
}

MPITCHECK_FAULT(pvar_lowwatermark_is_level, "A low watermark rises with the level",
                clause::pvar_class_lowwatermark_monotone) {
  replace_mark(mpi, [](const Use& use, double level) {
    return use.facts.var_class == low ? level : value_of(use)[0];
  });
}

MPITCHECK_FAULT(pvar_lowwatermark_rises, "A low watermark is one more at each read",
                clause::pvar_class_lowwatermark_monotone) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.var_class == low && use.running) add(use, value, {use.reads - 1.0});
  });
}

MPITCHECK_FAULT(pvar_highwatermark_too_low, "A high watermark is one less than its peak",
                clause::pvar_class_highwatermark_monotone, clause::pvar_class_watermark_start) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.var_class == high && use.running && value_of(use)[0] >= 1) add(use, value, {-1});
  });
}

MPITCHECK_FAULT(pvar_lowwatermark_starts_at_zero, "A low watermark starts at 0",
                clause::pvar_class_watermark_start) {
  replace_mark(mpi, [](const Use& use, double) {
    return use.facts.var_class == low ? 0 : value_of(use)[0];
  });
}

MPITCHECK_FAULT(pvar_highwatermark_starts_at_zero,
                "A high watermark starts at 0, and follows only from the next change on",
                clause::pvar_class_watermark_start) {
  replace_mark(mpi, [](Use& use, double level) {
    const double mark = value_of(use)[0];
    if (use.facts.var_class != high) return mark;
    return use.reads == 1 && mark == level ? 0 : mark;
  });
}

MPITCHECK_FAULT(pvar_watermark_reset_too_high,
                "A watermark that is reset stands one above the level",
                clause::pvar_class_watermark_start) {
  spoil_after<&Interface::MPI_T_pvar_reset>(mpi, [](Use& use) {
    if (is_mark(use)) use.added = {1};
  });
}

MPITCHECK_FAULT(pvar_highwatermark_keeps_peak_over_reset,
                "The reset of a running high watermark does not take it down to the level",
                clause::pvar_class_watermark_start) {
  track(mpi);
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    Use* const use = use_of(handle);
    const bool kept = use != nullptr && use->facts.var_class == high && use->facts.readonly == 0;
    return kept && use->session == session ? MPI_SUCCESS : tracked::reset(session, handle);
  };
}

MPITCHECK_FAULT(pvar_highwatermark_negative, "Watermarks of type MPI_DOUBLE are negative",
                clause::pvar_class_nonnegative) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.datatype == MPI_DOUBLE && is_mark(use)) *static_cast<double*>(value) = -1;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
