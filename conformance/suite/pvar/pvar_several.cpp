// SPDX-License-Identifier: BSD-3-Clause
// Several handles of one pvar: when some are freed, in any order, the others continue.
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

// Three handles of a pvar in one session, or each in a session of its own that ends with it.
class ThreeHandles {
 public:
  ThreeHandles(const PvarInfo& pvar, bool have_own_sessions) {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      if (i == 0 || have_own_sessions) sessions_[i] = std::make_shared<PvarSession>();
      if (sessions_[i] == nullptr) sessions_[i] = sessions_[0];
      handles_[i] = std::make_unique<PvarHandle>(*sessions_[i], pvar);
      handles_[i]->run();
    }
  }

  void end(std::size_t place) {
    handles_[place].reset();
    sessions_[place].reset();
  }
  // Runs `body(handle, place)` for each that has not ended.
  template <class Body>
  void each(const Body& body) const {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      if (handles_[i] != nullptr) body(*handles_[i], i);
    }
  }
  [[nodiscard]] std::array<Numbers, 3> numbers() const {
    std::array<Numbers, 3> all;
    each([&](const PvarHandle& handle, std::size_t i) { all[i] = handle.numbers(); });
    return all;
  }

 private:
  std::array<std::shared_ptr<PvarSession>, 3> sessions_;
  std::array<std::unique_ptr<PvarHandle>, 3> handles_;
};

std::string place_text(const PvarInfo& pvar, const EndOrder& order, std::size_t place) {
  return join("handle ", place + 1, " of 3 of ", pvar.label(), ", ", order.name);
}

// Each remaining handle keeps its value and still gains.
void check_gains(Test& t, Clause rule, const PvarInfo& pvar, const EndOrder& order,
                 const ThreeHandles& three, const std::array<Numbers, 3>& before_end) {
  const std::array<Numbers, 3> before = three.numbers();
  const PvarSession beside;
  const Witness witness(beside, pvar);
  const Numbers from = witness.numbers();
  drive_pvars();
  const bool moved = witness.numbers() != from;
  three.each([&](const PvarHandle& handle, std::size_t place) {
    const auto subject = [&] { return place_text(pvar, order, place); };
    t.check(rule, subject, none_fell(pvar, before[place], before_end[place]));
    if (moved) t.check(rule, subject, numbers_moved(handle.numbers(), before[place]));
  });
  if (!moved) throw CannotGoOn(moving_pvar);
}

void check_each_gains(Test& t, Clause rule, const PvarInfo& pvar, bool have_own_sessions) {
  for (const EndOrder& order : end_orders) {
    ThreeHandles three(pvar, have_own_sessions);
    drive_pvars();
    for (const std::size_t place : {order.places[0], order.places[1]}) {
      const std::array<Numbers, 3> before = three.numbers();
      three.end(place);
      check_gains(t, rule, pvar, order, three, before);
    }
  }
}

}  // namespace

MPITCHECK_TEST("pvar-handle.several.end",
               "Each of three running handles of a sum in one session keeps its value and "
               "continues when others are freed, in any order.",
               cites(clause::pvar_handle_several), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    check_each_gains(t, clause::pvar_handle_several, pvar, false);
  });
}

MPITCHECK_TEST("pvar-session.several.end",
               "Each of three sessions with a running handle of a sum continues when others are "
               "freed, in any order.",
               cites(clause::pvar_session_free_ends_use), needs::mpi) {
  each_pvar(t, stoppable_sums(), stoppable_sum, [&](const PvarInfo& pvar) {
    check_each_gains(t, clause::pvar_session_free_ends_use, pvar, true);
  });
}

MPITCHECK_TEST(
    "pvar-handle.several.read",
    "Each of three handles of a pvar of any kind can be read after others are freed, in any order.",
    cites(clause::pvar_handle_several), needs::each_phase) {
  constexpr Clause rule = clause::pvar_handle_several;
  each_pvar_isolated(t, rule, surviving_pvars(), "a pvar", [&](const PvarInfo& pvar) {
    for (const EndOrder& order : end_orders) {
      ThreeHandles three(pvar, false);
      for (const std::size_t place : {order.places[0], order.places[1]}) {
        three.end(place);
        three.each([&](const PvarHandle& handle, std::size_t left) {
          ValueBuffer value = handle.buffer();
          t.check_code(rule, [&] { return place_text(pvar, order, left); }, handle.read(value),
                       {MPI_SUCCESS});
        });
      }
    }
  });
}

}  // namespace mpitcheck
