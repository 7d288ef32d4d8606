// SPDX-License-Identifier: BSD-3-Clause
// Random sequences, and simpler ones: RapidCheck's generators and shrinks of Sequence.
#pragma once

#include <rapidcheck.h>

#include "trial/mix.hpp"

namespace mpitcheck::properties {

/// Generates sequences of up to 10 + 2 * size commands after their opening.
rc::Gen<Sequence> sequences(const Mix& mix);

/// The sequence with all that may be simpler: parts left out, operands 0, no PMPI_T_.
rc::Shrinkable<Sequence> shrinkable(const Sequence& sequence);

}  // namespace mpitcheck::properties
