// SPDX-License-Identifier: BSD-3-Clause
// What an instrumented update costs in the reference, by kind; see add_* for where.
#pragma once

namespace mpitcheck::bench {

void add_classes();
void add_disabled_classes();
void add_alternatives();
void add_events();

}  // namespace mpitcheck::bench
