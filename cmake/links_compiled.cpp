// SPDX-License-Identifier: BSD-3-Clause
// Is linked to the objects that a package has compiled.
#include <string>

namespace mpitcheck {
std::string plain_text(double number);
}

int main() { return mpitcheck::plain_text(1).size() == 1 ? 0 : 1; }
