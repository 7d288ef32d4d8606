// SPDX-License-Identifier: BSD-3-Clause
// The same component, compiled as C++.
#include "reference/tests/component/component.c"  // NOLINT(bugprone-suspicious-include): see above
