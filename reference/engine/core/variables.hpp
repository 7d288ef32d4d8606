// SPDX-License-Identifier: BSD-3-Clause
// The variables of an engine. Query results are kept apart from the records, so that a tool that
// queries all variables in turn touches little memory. Private to the engine's sources.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/engine/core/cell.hpp"
#include "reference/engine/core/directory.hpp"
#include "reference/engine/core/get_info.hpp"
#include "reference/engine/core/registration.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {

struct CvarRecord {
  using Spec = CvarSpec;
  using Properties = CvarProperties;

  CvarRecord(CvarSpec of, const EnumSpec* values);

  const CvarSpec spec;
  const EnumSpec* const enumeration;  // of spec.enumtype, or null
  CvarValue value;                    // if the engine owns it
  const void* const direct;           // the engine's or component's value, if copy_word can read it
  const std::uint32_t element_bytes;
  std::mutex writing;              // its holder may start threads
  std::atomic<bool> never{false};  // a write was refused permanently
  std::atomic<bool> active{true};
};

struct PvarRecord {
  using Spec = PvarSpec;
  using Properties = PvarProperties;

  PvarRecord(PvarSpec of, const CellKind& with, const EnumSpec* states)
      : spec(std::move(of)), cells(with), enumeration(states) {}

  const PvarSpec spec;
  const CellKind& cells;
  const EnumSpec* const enumeration;  // of spec.enumtype, or null
  std::atomic<bool> active{true};
};

/// The control variables, or the performance variables. Needs an external lock.
template <class Record>
class Variables {
 public:
  using Properties = typename Record::Properties;

  const Directory<std::unique_ptr<Record>>& records() const noexcept { return records_; }
  /// Query results by index.
  const std::vector<Properties>& properties() const noexcept { return properties_; }

  /// Adds a variable. If it throws std::bad_alloc, cut() removes what was added.
  const Record& add(std::unique_ptr<Record> record, Properties properties, int kind = 0) {
    const Record& added = *record;
    const auto& spec = added.spec;
    static_cast<VariableProperties&>(properties) = {
        texts_.keep(spec.name, spec.desc), spec.enumtype, spec.datatype, spec.verbosity, spec.bind};
    properties_.push_back(properties);
    records_.add(std::move(record), spec.name, kind);
    return added;
  }
  void deactivate(int index) noexcept {
    at(records_, index).active.store(false, std::memory_order_seq_cst);
    at(properties_, index).active = false;
  }

  std::size_t mark() const noexcept { return records_.size(); }
  void cut(std::size_t size) noexcept {
    records_.cut(size);
    properties_.erase(properties_.begin() + static_cast<std::ptrdiff_t>(size), properties_.end());
  }

 private:
  Directory<std::unique_ptr<Record>> records_;
  std::vector<Properties> properties_;
  TextStore texts_;
};

using Cvars = Variables<CvarRecord>;
using Pvars = Variables<PvarRecord>;

}  // namespace mpit
