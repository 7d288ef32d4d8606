// SPDX-License-Identifier: BSD-3-Clause
// clausegen: checks the catalogue of rules and turns it into C++.
#include <exception>
#include <iostream>

#include "conformance/clauses/clausegen/command_line.hpp"

int main(int argc, char** argv) {
  try {
    return mpitcheck::clausegen::run_command({argv + 1, argv + argc}, std::cerr);
  } catch (const std::exception& error) {
    std::cerr << "clausegen: " << error.what() << "\n";
    return 3;
  }
}
