// SPDX-License-Identifier: BSD-3-Clause
// bin/hostile: prints the hostile libraries as JSON, each with its tests and the right verdicts,
// without calling MPI.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/hostile/act.hpp"

int main() {
  using nlohmann::json;
  json list = json::array();
  for (const mpitcheck::hostile::Act& act : mpitcheck::hostile::all_acts()) {
    // The last test makes neither call. It runs beside the others and must not be affected.
    const json tests = {{"cvar.scope.is-constant", act.alone},
                        {"pvar-handle.alloc.succeeds", act.isolated},
                        {"multiprocess.cvar.identical", act.ranks},
                        {"cvar.num.nonnegative", {"pass"}}};
    list.push_back({{"name", act.name}, {"brief", act.brief}, {"tests", tests}});
  }
  std::cout << list.dump(1) << '\n';
}
