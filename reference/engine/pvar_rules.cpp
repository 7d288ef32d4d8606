// SPDX-License-Identifier: BSD-3-Clause
// The rules of the classes, class by class.
#include "engine/pvar_rules.hpp"

#include <cmath>

#include "engine/value.hpp"
#include "engine/watermark.hpp"

namespace mpit {

bool class_allows(PvarClass var_class, Datatype datatype, const Behaviour& behaviour) {
  const bool is_double = datatype == Datatype::double_;
  const bool is_unsigned = datatype == Datatype::unsigned_ || datatype == Datatype::unsigned_long ||
                           datatype == Datatype::unsigned_long_long ||
                           (behaviour.fixed_width_classes &&
                            (datatype == Datatype::uint32 || datatype == Datatype::uint64));
  switch (var_class) {
    case PvarClass::state:
      return datatype == Datatype::int_;
    case PvarClass::percentage:
      return is_double;
    case PvarClass::counter:
      return is_unsigned;
    case PvarClass::level:
      return is_unsigned || is_double || (behaviour.int_levels && datatype == Datatype::int_);
    case PvarClass::size:
    case PvarClass::highwatermark:
    case PvarClass::lowwatermark:
    case PvarClass::aggregate:
    case PvarClass::timer:
      return is_unsigned || is_double;
    case PvarClass::generic:
      return size_of(datatype) != 0;
  }
  return false;
}

bool storage_fits(Storage& storage, const PvarSpec& spec) {
  if (storage.datatype() != spec.datatype) return false;
  const WatermarkStorage* const marks = storage.watermarks();
  switch (spec.var_class) {
    case PvarClass::highwatermark:
      return marks != nullptr && marks->direction() == WatermarkStorage::Direction::high;
    case PvarClass::lowwatermark:
      return marks != nullptr && marks->direction() == WatermarkStorage::Direction::low;
    default:
      return marks == nullptr;
  }
}

const CellKind& cells_of(const PvarSpec& spec, const Behaviour& behaviour) {
  switch (spec.var_class) {
    case PvarClass::counter:
    case PvarClass::aggregate:
    case PvarClass::timer:
      return spec.datatype == Datatype::double_ ? double_sum_cells() : integer_sum_cells();
    case PvarClass::highwatermark:
    case PvarClass::lowwatermark:
      return watermark_cells(behaviour.watermark_restart == Behaviour::Restart::keeps);
    default:
      return gauge_cells();
  }
}

bool value_allowed(const PvarSpec& spec, std::uint64_t word) {
  if (spec.datatype != Datatype::double_ || spec.var_class == PvarClass::generic) return true;
  const double value = to_double(word);
  if (!std::isfinite(value) || std::signbit(value)) return false;
  return spec.var_class != PvarClass::percentage || value <= 1.0;
}

}  // namespace mpit
