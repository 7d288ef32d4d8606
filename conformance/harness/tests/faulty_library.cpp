// SPDX-License-Identifier: BSD-3-Clause
// A library that ends its process.
#include <cstdlib>

extern "C" {
int faulty_store(int* place);
void faulty_end();
}

int faulty_store(int* place) { return *place = 1; }
void faulty_end() { std::abort(); }
