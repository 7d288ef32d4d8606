// SPDX-License-Identifier: BSD-3-Clause
// Values of watermarks: their start values, and that they bound the values of their level.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/harness/test/traffic.hpp"

namespace mpitcheck {
namespace {

constexpr int watermark_rounds = 4;
constexpr int watermark_attempts = 20;  // to find a moment without background activity
constexpr const char* moving_level = "a level that moves while messages wait";

// A handle of the LEVEL variable with the name of a watermark, on the same kind of object. It may
// be of another resource.
std::unique_ptr<PvarHandle> level_beside(const PvarSession& session,
                                         const std::vector<PvarInfo>& pvars,
                                         const PvarInfo& watermark) {
  for (const PvarInfo& pvar : pvars) {
    if (pvar.var_class == MPI_T_PVAR_CLASS_LEVEL && pvar.name == watermark.name &&
        pvar.bind == watermark.bind && pvar.datatype == watermark.datatype) {
      auto handle = std::make_unique<PvarHandle>(session, pvar);
      handle->run();
      return handle;
    }
  }
  return nullptr;
}

// Whether the level is that of the marks of this name. An equal name is not enough, since the
// library chooses names. A mark that is started while messages wait must differ from an earlier one
// as the level does. One such mark is enough, so that failing marks can be reported.
bool is_their_level(const PvarSession& session, const std::vector<PvarInfo>& pvars,
                    const PvarInfo& watermark, const PvarHandle& level) {
  for (const PvarInfo& pvar : pvars) {
    if (!is_watermark(pvar) || pvar.name != watermark.name || pvar.bind != watermark.bind) continue;
    const auto started = [&] {
      const PvarHandle mark(session, pvar);
      mark.run();
      return mark.numbers();
    };
    const Numbers level_before = level.numbers(), mark_before = started();
    const WaitingMessages waiting;
    const Numbers level_now = level.numbers(), mark_now = started();
    bool follows = level_now != level_before && mark_now.size() == level_now.size();
    for (std::size_t i = 0; follows && i < mark_now.size(); ++i) {
      follows = mark_now[i] - mark_before[i] == level_now[i] - level_before[i];
    }
    if (follows) return true;
  }
  return false;
}

// The mark, read last, bounds earlier readings of it or of its level.
auto covers(const PvarInfo& watermark, const Numbers& mark, const Numbers& before) {
  const bool high = watermark.var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK;
  return each_number(mark, high ? Relation::at_least : Relation::at_most, before);
}

auto of_watermark_class(int var_class) {
  return [=](const PvarInfo& pvar) { return pvar.var_class == var_class; };
}

void check_monotone(Test& t, Clause clause, int var_class) {
  const std::vector<PvarInfo> survivors = surviving_pvars();
  each_pvar(t, only(survivors, of_watermark_class(var_class)),
            "a pvar of class " + constant_name("pvar_class", var_class), [&](const PvarInfo& pvar) {
              const PvarSession session;
              const PvarHandle handle(session, pvar);
              auto level = level_beside(session, survivors, pvar);
              if (level && !is_their_level(session, survivors, pvar, *level)) level.reset();
              handle.run();
              Numbers last = handle.numbers();
              for (int round = 0; round < watermark_rounds; ++round) {
                drive_pvars();
                const Numbers now_level = level ? level->numbers() : Numbers{};
                const Numbers now = handle.numbers();
                t.check(clause, pvar, covers(pvar, now, last).as_before());
                if (level) t.check(clause, pvar, covers(pvar, now, now_level).as_elsewhere());
                last = now;
              }
            });
}

// Checks that `rebase`, in a moment without activity, sets a mark to the level.
template <class Rebase>
void check_based(Test& t, const PvarInfo& pvar, const PvarHandle& level, const std::string& when,
                 const Rebase& rebase) {
  for (int attempt = 0; attempt < watermark_attempts; ++attempt) {
    const Numbers before = level.numbers();
    const Numbers mark = rebase();
    if (before != level.numbers()) continue;
    t.check(
        clause::pvar_class_watermark_start, [&] { return pvar.label() + " " + when; },
        numbers_are(mark, before).as_elsewhere());
    return;
  }
  t.missing("a quiet moment of " + level.label());
}

// Checks the value of a watermark just after a start and after a reset.
void check_starts(Test& t, const PvarInfo& pvar, const PvarSession& session,
                  const PvarHandle& level, const std::string& moment) {
  const PvarHandle running(session, pvar);
  running.run();
  drive_pvars();
  if (can_be_stopped(pvar)) {
    check_based(t, pvar, level, "after a start" + moment, [&] {
      const PvarHandle fresh(session, pvar);
      fresh.run();
      return fresh.numbers();
    });
  }
  if (running.reset() != MPI_SUCCESS) throw CannotGoOn("a watermark that can be reset");
  check_based(t, pvar, level, "after a reset" + moment, [&] {
    running.reset();
    return running.numbers();
  });
}

// Runs body(pvar, session, level) for each mark that fits, with the level of its name.
template <class Fits, class Body>
void each_mark_beside_level(Test& t, const Fits& fits, std::string_view lacking, const Body& body) {
  const std::vector<PvarInfo> survivors = surviving_pvars();
  each_pvar(t, only(survivors, fits), lacking, [&](const PvarInfo& pvar) {
    const PvarSession session;
    const auto level = level_beside(session, survivors, pvar);
    if (!level || !is_their_level(session, survivors, pvar, *level)) {
      throw CannotGoOn("a level variable of the name of a watermark that moves with it");
    }
    body(pvar, session, *level);
  });
}

}  // namespace

MPITCHECK_TEST("pvar-class.highwatermark.monotone",
               "A running high watermark never decreases and is never below the level of its name.",
               cites(clause::pvar_class_highwatermark_monotone), needs::mpi) {
  check_monotone(t, clause::pvar_class_highwatermark_monotone, MPI_T_PVAR_CLASS_HIGHWATERMARK);
}

MPITCHECK_TEST("pvar-class.lowwatermark.monotone",
               "A running low watermark never increases and is never above the level of its name.",
               cites(clause::pvar_class_lowwatermark_monotone), needs::mpi) {
  check_monotone(t, clause::pvar_class_lowwatermark_monotone, MPI_T_PVAR_CLASS_LOWWATERMARK);
}

MPITCHECK_TEST(
    "pvar-class.watermark.start",
    "A watermark that is started or reset in a quiet moment shows the current level of its name.",
    cites(clause::pvar_class_watermark_start), needs::mpi) {
  each_mark_beside_level(
      t, is_watermark, "a watermark",
      [&](const PvarInfo& pvar, const PvarSession& session, const PvarHandle& level) {
        check_starts(t, pvar, session, level, "");
      });
}

MPITCHECK_TEST(
    "pvar-class.watermark.start-while-messages-wait",
    "A watermark that is started or reset while messages wait shows the current level of its name.",
    cites(clause::pvar_class_watermark_start), needs::mpi) {
  each_mark_beside_level(
      t, is_watermark, "a watermark",
      [&](const PvarInfo& pvar, const PvarSession& session, const PvarHandle& level) {
        const WaitingMessages waiting;
        check_starts(t, pvar, session, level, " while messages wait");
      });
}

MPITCHECK_TEST("pvar-class.highwatermark.brief-peak",
               "A running high watermark includes a peak of its level between two reads.",
               cites(clause::pvar_class_highwatermark_monotone), needs::mpi) {
  each_mark_beside_level(
      t, of_watermark_class(MPI_T_PVAR_CLASS_HIGHWATERMARK), "a pvar of class HIGHWATERMARK",
      [&](const PvarInfo& pvar, const PvarSession& session, const PvarHandle& level) {
        const Numbers before = level.numbers();
        const PvarHandle mark(session, pvar);
        mark.run();
        Numbers peak;
        {
          const WaitingMessages waiting;
          peak = level.numbers();
        }
        if (peak == before) throw CannotGoOn(moving_level);
        t.check(clause::pvar_class_highwatermark_monotone, pvar,
                covers(pvar, mark.numbers(), peak).as_elsewhere());
      });
}

MPITCHECK_TEST("pvar-class.lowwatermark.brief-trough",
               "A running low watermark includes a trough of its level between two reads.",
               cites(clause::pvar_class_lowwatermark_monotone), needs::mpi) {
  each_mark_beside_level(
      t, of_watermark_class(MPI_T_PVAR_CLASS_LOWWATERMARK), "a pvar of class LOWWATERMARK",
      [&](const PvarInfo& pvar, const PvarSession& session, const PvarHandle& level) {
        const PvarHandle mark(session, pvar);
        Numbers before;
        {
          const WaitingMessages waiting;
          before = level.numbers();
          mark.run();
        }
        const Numbers trough = level.numbers();
        if (trough == before) throw CannotGoOn(moving_level);
        const WaitingMessages waiting_again;
        t.check(clause::pvar_class_lowwatermark_monotone, pvar,
                covers(pvar, mark.numbers(), trough).as_elsewhere());
      });
}

}  // namespace mpitcheck
