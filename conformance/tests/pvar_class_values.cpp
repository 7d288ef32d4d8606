// SPDX-License-Identifier: BSD-3-Clause
// Values of states, gauges and watermarks while traffic drives them.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/names.hpp"
#include "harness/pvars.hpp"
#include "harness/test.hpp"

namespace mpitcheck {
namespace {

constexpr int rounds = 4;
constexpr int attempts = 20;  // to catch a moment without background activity

bool is_signed_or_floating(const PvarInfo& pvar) {
  return pvar.datatype == MPI_INT || pvar.datatype == MPI_DOUBLE;
}

bool is_state(const PvarInfo& pvar) { return pvar.var_class == MPI_T_PVAR_CLASS_STATE; }

// Reads a running handle before, between and after rounds of traffic.
void read_under_traffic(const PvarInfo& pvar, const std::function<void(const Numbers&)>& seen) {
  const PvarSession session;
  const PvarHandle handle(session, pvar);
  handle.run();
  seen(handle.numbers());
  for (int round = 0; round < rounds; ++round) {
    drive_pvars();
    seen(handle.numbers());
  }
}

// A handle of the LEVEL variable that goes by the name of a watermark on the same kind of object.
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

// Whether `mark` and `level` stand as they must: the mark has seen the level.
bool bounds(const PvarInfo& watermark, const Numbers& mark, const Numbers& level) {
  const bool high = watermark.var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK;
  return high ? none_fell(level, mark) : none_fell(mark, level);
}

void check_monotone(Test& t, Clause clause, int var_class) {
  const std::vector<PvarInfo> survivors = surviving_pvars();
  const auto marks = only(survivors, [&](const PvarInfo& p) { return p.var_class == var_class; });
  each_pvar(t, marks, "a pvar of class " + constant_name("pvar_class", var_class),
            [&](const PvarInfo& pvar) {
              const PvarSession session;
              const PvarHandle handle(session, pvar);
              const auto level = level_beside(session, survivors, pvar);
              handle.run();
              Numbers last = handle.numbers();
              for (int round = 0; round < rounds; ++round) {
                drive_pvars();
                const Numbers now_level = level ? level->numbers() : Numbers{};
                const Numbers now = handle.numbers();
                t.check(
                    clause, pvar, bounds(pvar, now, last),
                    [&] { return "no step back from " + text_of(last); },
                    [&] { return text_of(now); });
                if (level) {
                  t.check(
                      clause, pvar, bounds(pvar, now, now_level),
                      [&] { return "a mark that covers the level " + text_of(now_level); },
                      [&] { return text_of(now); });
                }
                last = now;
              }
            });
}

}  // namespace

MPITCHECK_TEST("pvar-class.values.nonnegative",
               "Levels, sizes, watermarks and sums of signed or floating type are never negative.",
               cites(clause::pvar_class_nonnegative), needs::mpi) {
  const auto pvars = only(surviving_pvars(), [](const PvarInfo& pvar) {
    const bool covered = is_sum(pvar) || is_watermark(pvar) ||
                         pvar.var_class == MPI_T_PVAR_CLASS_LEVEL ||
                         pvar.var_class == MPI_T_PVAR_CLASS_SIZE;
    return covered && is_signed_or_floating(pvar);
  });
  each_pvar(t, pvars, "such a pvar of signed or floating type", [&](const PvarInfo& pvar) {
    read_under_traffic(pvar, [&](const Numbers& now) {
      t.check(clause::pvar_class_nonnegative, pvar,
              std::all_of(now.begin(), now.end(), [](double value) { return value >= 0; }),
              "nothing below 0", [&] { return text_of(now); });
    });
  });
}

MPITCHECK_TEST("pvar-class.percentage.range", "Percentages lie between 0.0 and 1.0.",
               cites(clause::pvar_class_percentage_range), needs::mpi) {
  const auto pvars = only(surviving_pvars(), [](const PvarInfo& pvar) {
    return pvar.var_class == MPI_T_PVAR_CLASS_PERCENTAGE && pvar.datatype == MPI_DOUBLE;
  });
  each_pvar(t, pvars, "a pvar of class PERCENTAGE", [&](const PvarInfo& pvar) {
    read_under_traffic(pvar, [&](const Numbers& now) {
      t.check(clause::pvar_class_percentage_range, pvar,
              std::all_of(now.begin(), now.end(), [](double v) { return v >= 0 && v <= 1; }),
              "from 0.0 to 1.0", [&] { return text_of(now); });
    });
  });
}

MPITCHECK_TEST("pvar-class.state.values",
               "States read under traffic and after a reset are items of their enumeration.",
               cites(clause::pvar_class_state_enum, clause::pvar_class_state_start), needs::mpi) {
  each_pvar(
      t, only(surviving_pvars(), is_state), "a pvar of class STATE", [&](const PvarInfo& pvar) {
        const auto type = pvar.enumtype == MPI_T_ENUM_NULL ? std::nullopt
                                                           : read_enum(pvar.enumtype, pvar.label());
        if (!type) throw CannotGoOn("a pvar of class STATE with an enumeration");
        const auto check_items = [&](Clause clause, const Numbers& now) {
          const bool known = std::all_of(now.begin(), now.end(), [&](double value) {
            return std::any_of(type->items.begin(), type->items.end(),
                               [&](const EnumItem& item) { return item.value == value; });
          });
          t.check(clause, pvar, known, "items of " + type->label(), [&] { return text_of(now); });
        };
        read_under_traffic(
            pvar, [&](const Numbers& now) { check_items(clause::pvar_class_state_enum, now); });
        const PvarSession session;
        const PvarHandle handle(session, pvar);
        handle.run();
        if (handle.reset() == MPI_SUCCESS) {
          check_items(clause::pvar_class_state_start, handle.numbers());
        }
      });
}

MPITCHECK_TEST(
    "pvar-class.gauge.start",
    "After a reset levels, sizes and percentages show the current utilization, not zero.",
    cites(clause::pvar_class_gauge_start), needs::mpi) {
  each_pvar(t, only(surviving_pvars(), is_gauge), "a gauge", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle other(session, pvar);
    const PvarHandle handle(session, pvar);
    other.run();
    handle.run();
    drive_pvars();
    for (int attempt = 0; attempt < attempts; ++attempt) {
      if (handle.reset() != MPI_SUCCESS) throw CannotGoOn("a gauge that can be reset");
      const Numbers before = other.numbers();
      const Numbers now = handle.numbers();
      if (before != other.numbers()) continue;  // it is moving: no moment to compare in
      t.check(
          clause::pvar_class_gauge_start, pvar, now == before,
          [&] { return text_of(before) + ", as another handle reads"; },
          [&] { return text_of(now); });
      return;
    }
    t.missing("a quiet moment of " + pvar.label());
  });
}

MPITCHECK_TEST("pvar-class.highwatermark.monotone",
               "A running high watermark never falls and covers the level of its name.",
               cites(clause::pvar_class_highwatermark_monotone), needs::mpi) {
  check_monotone(t, clause::pvar_class_highwatermark_monotone, MPI_T_PVAR_CLASS_HIGHWATERMARK);
}

MPITCHECK_TEST("pvar-class.lowwatermark.monotone",
               "A running low watermark never rises and covers the level of its name.",
               cites(clause::pvar_class_lowwatermark_monotone), needs::mpi) {
  check_monotone(t, clause::pvar_class_lowwatermark_monotone, MPI_T_PVAR_CLASS_LOWWATERMARK);
}

MPITCHECK_TEST(
    "pvar-class.watermark.start",
    "Started or reset in a quiet moment, a watermark shows the current level of its name.",
    cites(clause::pvar_class_watermark_start), needs::mpi) {
  const std::vector<PvarInfo> survivors = surviving_pvars();
  each_pvar(t, only(survivors, is_watermark), "a watermark", [&](const PvarInfo& pvar) {
    const PvarSession session;
    const auto level = level_beside(session, survivors, pvar);
    if (!level) throw CannotGoOn("a level variable of the name of a watermark");
    const PvarHandle running(session, pvar);
    running.run();
    drive_pvars();
    const auto check_based = [&](const std::string& when, const auto& rebase) {
      for (int attempt = 0; attempt < attempts; ++attempt) {
        const Numbers before = level->numbers();
        const Numbers mark = rebase();
        if (before != level->numbers()) continue;
        t.check(
            clause::pvar_class_watermark_start, [&] { return pvar.label() + " " + when; },
            mark == before, [&] { return text_of(before) + ", the level"; },
            [&] { return text_of(mark); });
        return;
      }
      t.missing("a quiet moment of " + level->label());
    };
    if (can_be_stopped(pvar)) {
      check_based("after a start", [&] {
        const PvarHandle fresh(session, pvar);
        fresh.run();
        return fresh.numbers();
      });
    }
    if (running.reset() != MPI_SUCCESS) throw CannotGoOn("a watermark that can be reset");
    check_based("after a reset", [&] {
      running.reset();
      return running.numbers();
    });
  });
}

}  // namespace mpitcheck
