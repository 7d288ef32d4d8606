// SPDX-License-Identifier: BSD-3-Clause
// Cells of sums and gauges.
#include "reference/engine/core/cell.hpp"

#include <algorithm>

#include "reference/engine/core/storage.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {

namespace {

PairValue changed(PairValue old, Run run, std::uint64_t value) {
  return {make_tag(upper_of(old) + 1, run), value};
}

struct IntegerSum {
  static std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return a + b; }
  static std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return a - b; }
  static std::uint64_t shown(std::uint64_t value) { return value; }
};

struct DoubleSum {
  static std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
    return to_word(to_double(a) + to_double(b));
  }
  static std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
    return to_word(to_double(a) - to_double(b));
  }
  // Rounding must not make a sum negative.
  static std::uint64_t shown(std::uint64_t value) {
    return to_word(std::max(0.0, to_double(value)));
  }
};

// Each operation loads the cell first and the sum second. A thread reads the sum before it replaces
// a cell. The sum loaded here is thus not older than the one in the cell, and no difference is
// negative.
template <class Arithmetic>
class SumCells final : public CellKind {
 public:
  void initialize(Pair& cell, const Storage&, int) const noexcept override {
    cell.initialize({make_tag(0, 0), 0});  // 0 is also the bits of 0.0
  }

  void follow(Pair& cell, const Storage& storage, int element, Run target) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      if (reached(run_of(old), target)) return;
      const std::uint64_t sum = storage.load(element);
      const std::uint64_t value =
          running(target) ? Arithmetic::minus(old.value, sum) : Arithmetic::plus(old.value, sum);
      if (cell.replace(old, changed(old, target, value))) return;
    }
  }

  std::uint64_t read(const Pair& cell, const Storage& storage,
                     int element) const noexcept override {
    for (;;) {
      const PairValue now = cell.load();
      if (!running(run_of(now))) return Arithmetic::shown(now.value);
      const std::uint64_t sum = storage.load(element);
      if (cell.tag() == now.tag) return Arithmetic::shown(Arithmetic::plus(now.value, sum));
    }
  }

  bool write(Pair& cell, const Storage& storage, int element,
             std::uint64_t word) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      const Run run = run_of(old);
      const std::uint64_t value =
          running(run) ? Arithmetic::minus(word, storage.load(element)) : word;
      if (cell.replace(old, changed(old, run, value))) return true;
    }
  }

  std::uint64_t read_reset(Pair& cell, const Storage& storage,
                           int element) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      const Run run = run_of(old);
      if (!running(run)) {
        if (cell.replace(old, changed(old, run, 0))) return Arithmetic::shown(old.value);
        continue;
      }
      const std::uint64_t sum = storage.load(element);
      if (cell.replace(old, changed(old, run, Arithmetic::minus(0, sum)))) {
        return Arithmetic::shown(Arithmetic::plus(old.value, sum));
      }
    }
  }
};

class GaugeCells final : public CellKind {
 public:
  void initialize(Pair& cell, const Storage& storage, int element) const noexcept override {
    cell.initialize({make_tag(0, 0), storage.load(element)});
  }

  void follow(Pair& cell, const Storage& storage, int element, Run target) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      if (reached(run_of(old), target)) return;
      const std::uint64_t value = running(target) ? old.value : storage.load(element);
      if (cell.replace(old, changed(old, target, value))) return;
    }
  }

  std::uint64_t read(const Pair& cell, const Storage& storage,
                     int element) const noexcept override {
    for (;;) {
      const PairValue now = cell.load();
      if (!running(run_of(now))) return now.value;
      const std::uint64_t present = storage.load(element);
      if (cell.tag() == now.tag) return present;
    }
  }

  bool write(Pair& cell, const Storage&, int, std::uint64_t word) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      if (running(run_of(old))) return false;
      if (cell.replace(old, changed(old, run_of(old), word))) return true;
    }
  }

  std::uint64_t read_reset(Pair& cell, const Storage& storage,
                           int element) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      const std::uint64_t present = storage.load(element);
      if (running(run_of(old))) {  // it starts with the current value
        if (cell.tag() == old.tag) return present;
        continue;
      }
      if (cell.replace(old, changed(old, run_of(old), present))) return old.value;
    }
  }
};

constexpr SumCells<IntegerSum> integer_sums;
constexpr SumCells<DoubleSum> double_sums;
constexpr GaugeCells gauges;

}  // namespace

const CellKind& integer_sum_cells() { return integer_sums; }
const CellKind& double_sum_cells() { return double_sums; }
const CellKind& gauge_cells() { return gauges; }

}  // namespace mpit
