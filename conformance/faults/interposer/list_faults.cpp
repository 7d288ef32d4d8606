// SPDX-License-Identifier: BSD-3-Clause
// bin/faults: prints the faults in the library as JSON, without calling MPI.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/clauses/clause_key.hpp"
#include "conformance/faults/interposer/fault.hpp"

int main() {
  using nlohmann::json;
  json list = json::array();
  for (const mpitcheck::faults::Fault& fault : mpitcheck::faults::all_faults()) {
    json clauses = json::array();
    for (const mpitcheck::Clause clause : fault.clauses) {
      clauses.push_back(std::string(mpitcheck::data(clause).id));
    }
    list.push_back({{"name", std::string(fault.name)},
                    {"brief", std::string(fault.brief)},
                    {"clauses", clauses}});
  }
  std::cout << list.dump(1) << '\n';
}
