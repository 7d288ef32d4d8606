// SPDX-License-Identifier: BSD-3-Clause
// What a property reached, as figures of the report and as a table on stdout.
#pragma once

#include "trial/budget.hpp"

namespace mpitcheck {
class Test;
}

namespace mpitcheck::properties {

void report_reach(Test& t, const Budget& budget);

}  // namespace mpitcheck::properties
