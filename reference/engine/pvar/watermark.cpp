// SPDX-License-Identifier: BSD-3-Clause
// Epochs of watermarks, and the cells of handles that use them.
#include "reference/engine/pvar/watermark.hpp"

#include <stdexcept>
#include <thread>
#include <utility>

#include "reference/engine/core/cell.hpp"

namespace mpit {

void WatermarkRing::initialize(bool high, std::uint64_t level,
                               std::atomic<std::uint64_t>* gauge) noexcept {
  high_ = high;
  own_level_.store(level, std::memory_order_relaxed);
  if (gauge != nullptr) level_ = gauge;
  slots_[0].initialize({size, nothing()});
  for (std::uint64_t past = 1; past != size; ++past) slots_[past].initialize({past, nothing()});
}

// Repeats until the raised epoch is still the current one afterwards. Otherwise a handle that took
// over the extreme at the end of the epoch may have missed it.
void WatermarkRing::raise(std::uint64_t word) noexcept {
  for (;;) {
    const std::uint64_t epoch = epoch_.load(std::memory_order_seq_cst);
    const PairValue now = slot(epoch).load();
    if (now.tag != epoch) continue;  // the slot already belongs to a later epoch
    if (better(word, now.value) && !slot(epoch).replace(now, {epoch, word})) continue;
    if (epoch_.load(std::memory_order_seq_cst) == epoch) return;
  }
}

void WatermarkRing::advance(std::uint64_t epoch) noexcept {
  Slot& next = slot(epoch + 1);
  for (;;) {
    const PairValue old = next.load();
    if (old.tag != epoch + 1 - size) break;  // another thread was faster
    if (next.replace(old, {epoch + 1, nothing()})) break;
  }
  epoch_.compare_exchange_strong(epoch, epoch + 1, std::memory_order_seq_cst);
}

WatermarkRing::Moment WatermarkRing::since(std::uint32_t epoch, std::uint64_t mark) const noexcept {
  const std::uint64_t present = epoch_.load(std::memory_order_seq_cst);
  std::uint64_t age = static_cast<std::uint32_t>(static_cast<std::uint32_t>(present) - epoch);
  if (age >= size) age = size - 1;
  for (std::uint64_t e = present - age; e != present + 1; ++e) {
    const PairValue extreme = slot(e).load();
    if (extreme.tag == e) mark = best(extreme.value, mark);
  }
  return {present, mark};
}

WatermarkStorage::WatermarkStorage(Direction direction, Datatype datatype, int count,
                                   std::uint64_t initial)
    : Storage(datatype, count), direction_(direction), rings_(static_cast<std::size_t>(count)) {
  if (is_signed(datatype)) throw std::invalid_argument("watermark: signed datatype");
  prepare_barriers();
  for (auto& each : rings_) each.initialize(direction == Direction::high, initial, nullptr);
}

WatermarkStorage::WatermarkStorage(Direction direction, std::shared_ptr<GaugeStorage> gauge)
    : Storage(gauge->datatype(), gauge->count()),
      direction_(direction),
      gauge_(std::move(gauge)),
      rings_(static_cast<std::size_t>(count())) {
  if (is_signed(datatype())) throw std::invalid_argument("watermark: signed datatype");
  prepare_barriers();
  std::atomic<std::uint64_t>* cell = gauge_->cells();
  for (auto& each : rings_) each.initialize(direction == Direction::high, 0, cell++);
}

std::uint32_t WatermarkStorage::attach(Pair* cells) {
  const std::lock_guard lock(mutex_);
  return handles_.add(cells);
}

void WatermarkStorage::detach(std::uint32_t position) {
  const std::lock_guard lock(mutex_);
  handles_.remove(position);
  while (walkers_.load(std::memory_order_seq_cst) != 0) std::this_thread::yield();
}

class WatermarkCells final : public CellKind {
 public:
  constexpr explicit WatermarkCells(bool restart_keeps) : restart_keeps_(restart_keeps) {}

  void initialize(Pair& cell, const Storage& storage, int element) const noexcept override {
    cell.initialize({make_tag(0, 0), storage.load(element)});
  }

  void follow(Pair& cell, const Storage& storage, int element, Run target) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      if (reached(run_of(old), target)) return;
      if (!running(target)) {
        const auto last = ring(storage, element).since(upper_of(old), old.value);
        if (cell.replace(old, {make_tag(0, target), last.mark})) return;
        continue;
      }
      const bool keep = restart_keeps_ && !never_started(run_of(old));
      if (enter(cell, old, storage, element, target, [&](std::uint64_t level) {
            return keep ? ring(storage, element).best(old.value, level) : level;
          })) {
        return;
      }
    }
  }

  std::uint64_t read(const Pair& cell, const Storage& storage,
                     int element) const noexcept override {
    for (PairValue now = cell.load();;) {
      if (!running(run_of(now))) return now.value;
      const std::uint64_t value = ring(storage, element).since(upper_of(now), now.value).mark;
      const PairValue then = now;
      now = cell.load();
      if (now == then) return value;
    }
  }

  bool write(Pair& cell, const Storage& storage, int element,
             std::uint64_t word) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      if (!running(run_of(old))) {
        if (cell.replace(old, {old.tag, word})) return true;
      } else if (enter(cell, old, storage, element, run_of(old),
                       [&](std::uint64_t) { return word; })) {
        return true;
      }
    }
  }

  std::uint64_t read_reset(Pair& cell, const Storage& storage,
                           int element) const noexcept override {
    for (;;) {
      const PairValue old = cell.load();
      if (!running(run_of(old))) {
        if (cell.replace(old, {old.tag, storage.load(element)})) return old.value;
        continue;
      }
      std::uint64_t value = 0;
      if (enter(
              cell, old, storage, element, run_of(old), [](std::uint64_t level) { return level; },
              &value)) {
        return value;
      }
    }
  }

 private:
  static WatermarkStorage& whole(const Storage& storage) {
    // Handles are bookkeeping of the storage; its values do not change.
    return const_cast<WatermarkStorage&>(static_cast<const WatermarkStorage&>(storage));
  }
  static WatermarkRing& ring(const Storage& storage, int element) {
    return whole(storage).ring(element);
  }

  // Updates every running handle's cell of this element, so that it needs only the current epoch.
  static void fold(WatermarkStorage& storage, int element) noexcept {
    storage.walkers_.fetch_add(1, std::memory_order_seq_cst);
    storage.handles_.for_each([&](Pair& first) {
      Pair& cell = (&first)[element];
      for (;;) {
        const PairValue old = cell.load();
        if (!running(run_of(old))) return;
        const auto now = storage.ring(element).since(upper_of(old), old.value);
        const auto epoch = static_cast<std::uint32_t>(now.epoch);
        if (cell.replace(old, {make_tag(epoch, run_of(old)), now.mark})) return;
      }
    });
    storage.walkers_.fetch_sub(1, std::memory_order_seq_cst);
  }

  // Restarts the cell in the current epoch, with the mark that mark_at returns for the current
  // level. False if the cell is not `old` any more. `value` receives the value that a running cell
  // had until then. It is read after the moment was found, so that no update falls between the two.
  template <class MarkAt>
  static bool enter(Pair& cell, PairValue old, const Storage& storage, int element, Run run,
                    MarkAt mark_at, std::uint64_t* value = nullptr) noexcept {
    WatermarkRing& marks = ring(storage, element);
    for (;;) {
      const auto moment = marks.begin(mark_at, [&] { fold(whole(storage), element); });
      if (value != nullptr) *value = marks.since(upper_of(old), old.value).mark;
      const PairValue fresh{make_tag(static_cast<std::uint32_t>(moment.epoch), run), moment.mark};
      if (!cell.replace(old, fresh)) return false;
      // The epochs of a cell that ran already cannot be dropped: a fold would have replaced `old`.
      if (running(run_of(old)) || marks.recent(moment.epoch)) return true;
      // Published too late: needed epochs may be gone. Repeats from the current epoch.
      old = cell.load();
      if (run_of(old) != run) return true;
    }
  }

  const bool restart_keeps_;
};

namespace {

constexpr WatermarkCells keeping{true};
constexpr WatermarkCells rebasing{false};

}  // namespace

const CellKind& watermark_cells(bool restart_keeps) { return restart_keeps ? keeping : rebasing; }

}  // namespace mpit
