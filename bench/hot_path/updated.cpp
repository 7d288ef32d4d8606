// SPDX-License-Identifier: BSD-3-Clause
// What a component compiles to that counts, and that tells a level: shape.sh looks at it.
#include "reference/component/instruments.hpp"

void count_one(mpit::Counter<>& counter) { counter.inc(); }

void mark_one(mpit::HighWatermark<>& mark, unsigned long long level) { mark.update(level); }
