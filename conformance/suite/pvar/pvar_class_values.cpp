// SPDX-License-Identifier: BSD-3-Clause
// Values of states and gauges under traffic.
#include <functional>
#include <optional>
#include <vector>

#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int value_rounds = 4;
constexpr int attempts = 20;  // to find a moment without background activity

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
  for (int round = 0; round < value_rounds; ++round) {
    drive_pvars();
    seen(handle.numbers());
  }
}

// The value that several reads agree on; nothing if it changes, even temporarily.
std::optional<Numbers> steady_numbers(const PvarHandle& handle) {
  constexpr int looks = 8;
  const Numbers first = handle.numbers();
  for (int look = 1; look < looks; ++look) {
    if (handle.numbers() != first) return std::nullopt;
  }
  return first;
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
              each_number(now, Relation::at_least, Numbers(now.size())));
    });
  });
}

MPITCHECK_TEST("pvar-class.percentage.range", "Percentages are between 0.0 and 1.0.",
               cites(clause::pvar_class_percentage_range), needs::mpi) {
  const auto pvars = only(surviving_pvars(), [](const PvarInfo& pvar) {
    return pvar.var_class == MPI_T_PVAR_CLASS_PERCENTAGE && pvar.datatype == MPI_DOUBLE;
  });
  each_pvar(t, pvars, "a pvar of class PERCENTAGE", [&](const PvarInfo& pvar) {
    read_under_traffic(pvar, [&](const Numbers& now) {
      constexpr Clause rule = clause::pvar_class_percentage_range;
      t.check(rule, pvar, each_number(now, Relation::at_least, Numbers(now.size())));
      t.check(rule, pvar, each_number(now, Relation::at_most, Numbers(now.size(), 1.0)));
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
          std::vector<std::string> items;
          for (const EnumItem& item : type->items) items.push_back(join(item.value));
          for (std::size_t i = 0; i < now.size(); ++i) {
            t.check(clause, pvar, is_among(join("buf[", i, "]"), now[i].text(), items));
          }
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
      const auto before = steady_numbers(other);
      const auto now = steady_numbers(handle);
      if (!before || !now || steady_numbers(other) != before) continue;  // no comparable moment
      t.check(clause::pvar_class_gauge_start, pvar, numbers_are(*now, *before).as_elsewhere());
      return;
    }
    t.missing("a quiet moment of " + pvar.label());
  });
}

}  // namespace mpitcheck
