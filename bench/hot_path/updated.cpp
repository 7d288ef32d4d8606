// SPDX-License-Identifier: BSD-3-Clause
// Components that count and that set a level. shape.sh examines the compiled code.
#include "reference/component/instruments.hpp"

void count_one(mpit::Counter<>& counter) { counter.inc(); }

void mark_one(mpit::HighWatermark<>& mark, unsigned long long level) { mark.update(level); }
