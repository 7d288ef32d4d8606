// SPDX-License-Identifier: BSD-3-Clause
// bin/hostile: prints the hostile libraries as JSON, each with the tests that it is put to and the
// verdicts that are right, without any MPI call.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/hostile/act.hpp"

int main() {
  using nlohmann::json;
  json list = json::array();
  for (const mpitcheck::hostile::Act& act : mpitcheck::hostile::all_acts()) {
    // The last one makes none of the calls: it runs beside the others and must not suffer.
    const json tests = {{"cvar.scope.is-constant", act.alone},
                        {"pvar-handle.alloc.succeeds", act.isolated},
                        {"multiprocess.cvar.identical", act.ranks},
                        {"cvar.num.nonnegative", {"pass"}}};
    list.push_back({{"name", act.name}, {"brief", act.brief}, {"tests", tests}});
  }
  std::cout << list.dump(1) << '\n';
}
