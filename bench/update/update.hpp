// SPDX-License-Identifier: BSD-3-Clause
// The cost of an instrumented update in the reference, by kind.
#pragma once

namespace mpitcheck::bench {

void add_classes();
void add_disabled_classes();
void add_alternatives();
void add_events();

}  // namespace mpitcheck::bench
