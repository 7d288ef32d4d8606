// SPDX-License-Identifier: BSD-3-Clause
// Faults of watermarks.
#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "conformance/faults/conventions/texts.hpp"
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

constexpr int high = MPI_T_PVAR_CLASS_HIGHWATERMARK;
constexpr int low = MPI_T_PVAR_CLASS_LOWWATERMARK;

bool is_mark(const Use& use) { return (use.is(high) || use.is(low)) && use.count == 1; }

// The fault's own handle of the level with the name of a mark. It is never freed.
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
    start(level);
  }
  return levels.emplace(mark.index, level).first->second;
}

// The value of the level with the name of a running mark.
std::optional<double> level_of(const Use& mark) {
  if (!is_mark(mark) || !mark.running) return std::nullopt;
  const Use level = level_beside(mark);
  const PvarValue value = level.count == 1 ? value_of(level) : PvarValue{};
  return value.empty() ? std::nullopt : std::optional(value[0]);
}

double highest_seen(Use& use, double level) {
  if (use.before.empty()) use.before = {level};
  return use.before[0] = std::max(use.before[0], level);
}

double lowest_seen(Use& use, double level) {
  if (use.before.empty()) use.before = {level};
  return use.before[0] = std::min(use.before[0], level);
}

// MARK(id, "brief", MPITCHECK_BREAKS(clause, ...), expression): the value that marks read instead
// of `mark`, while the value of the level is `level`.
#define MARK(id, brief, breaks, ...)                                 \
  MPITCHECK_DONE(                                                    \
      id, MPI_T_pvar_read, brief, breaks,                            \
      if (const std::optional<double> known_level = level_of(use)) { \
        [[maybe_unused]] const double level = *known_level;          \
        const double mark = value_of(use)[0];                        \
        add(use, buf, {(__VA_ARGS__)-mark});                         \
      })

// clang-format off
MARK(pvar_highwatermark_forgets_peak, "A high watermark considers only the levels at its reads", MPITCHECK_BREAKS(pvar_class_highwatermark_monotone),
     use.is(high) ? highest_seen(use, level) : mark)
MARK(pvar_lowwatermark_forgets_trough, "A low watermark considers only the levels at its reads", MPITCHECK_BREAKS(pvar_class_lowwatermark_monotone),
     use.is(low) ? lowest_seen(use, level) : mark)
MARK(pvar_highwatermark_is_level, "A high watermark falls with the level", MPITCHECK_BREAKS(pvar_class_highwatermark_monotone), use.is(high) ? level : mark)
MARK(pvar_lowwatermark_is_level, "A low watermark rises with the level", MPITCHECK_BREAKS(pvar_class_lowwatermark_monotone), use.is(low) ? level : mark)
MPITCHECK_DONE(pvar_lowwatermark_rises, MPI_T_pvar_read, "A low watermark is one more at each read", MPITCHECK_BREAKS(pvar_class_lowwatermark_monotone),
     if (use.is(low) && use.running) add(use, buf, {use.reads - 1.0}))
MPITCHECK_DONE(pvar_highwatermark_too_low, MPI_T_pvar_read, "A high watermark is one less than its peak",
     MPITCHECK_BREAKS(pvar_class_highwatermark_monotone, pvar_class_watermark_start),
     if (use.is(high) && use.running && value_of(use)[0] >= 1) add(use, buf, {-1}))
MARK(pvar_lowwatermark_starts_at_zero, "A low watermark starts at 0", MPITCHECK_BREAKS(pvar_class_watermark_start), use.is(low) ? 0 : mark)
MARK(pvar_highwatermark_starts_at_zero, "A high watermark starts at 0, and follows only from the next change on", MPITCHECK_BREAKS(pvar_class_watermark_start),
     use.is(high) && use.reads == 1 && mark == level ? 0 : mark)
MPITCHECK_DONE(pvar_watermark_reset_too_high, MPI_T_pvar_reset, "A watermark that is reset is one above the level",
      MPITCHECK_BREAKS(pvar_class_watermark_start),
     if (is_mark(use)) use.added = {1})
MPITCHECK_USED(pvar_highwatermark_keeps_peak_over_reset, MPI_T_pvar_reset, "The reset of a running high watermark does not lower it to the level",
     MPITCHECK_BREAKS(pvar_class_watermark_start), if (use && use->is(high) && use->facts.readonly == 0 && use->session == pe_session) return MPI_SUCCESS)
MPITCHECK_DONE(pvar_highwatermark_lost_to_others, MPI_T_pvar_reset, "The 32nd reset of a high watermark resets it in other sessions too",
     MPITCHECK_BREAKS(pvar_session_isolation_reset), if (use.is(high)) {
       use.before.push_back(0);  // counts the resets
       for (const Use& other : uses()) { if (other.index == use.index && other.session != use.session && use.before.size() == 32) reset(other); }
     })
MPITCHECK_DONE(pvar_highwatermark_negative, MPI_T_pvar_read, "Watermarks of type MPI_DOUBLE are negative", MPITCHECK_BREAKS(pvar_class_nonnegative),
     if (use.facts.datatype == MPI_DOUBLE && is_mark(use)) *static_cast<double*>(buf) = -1)
// clang-format on

#undef MARK

}  // namespace
}  // namespace mpitcheck::faults
