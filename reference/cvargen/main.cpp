// SPDX-License-Identifier: BSD-3-Clause
// cvargen: control variables out of the comments of sources.
#include <exception>
#include <iostream>

#include "reference/cvargen/command.hpp"

int main(int argc, char** argv) {
  try {
    return mpit::cvargen::run({argv + 1, argv + argc}, std::cout, std::cerr);
  } catch (const std::exception& error) {
    std::cerr << "cvargen: " << error.what() << "\n";
    return 3;
  }
}
