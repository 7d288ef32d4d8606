// SPDX-License-Identifier: BSD-3-Clause
// What a component compiles to that counts: shape.sh looks at it.
#include "reference/component/instruments.hpp"

void count_one(mpit::Counter<>& counter) { counter.inc(); }
