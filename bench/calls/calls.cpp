// SPDX-License-Identifier: BSD-3-Clause
// Queries that all areas have.
#include "calls/calls.hpp"

namespace mpitcheck::bench {

void add_number_query(const std::string& function, int (*pointer)(int*)) {
  if (pointer == nullptr) return;
  add("call/" + function + "/hot", clock_unit, [pointer](auto& state) {
    int number = 0;
    time_calls(state, [&] { return pointer(&number); });
  });
}

void add_name_look_ups(const std::string& function, const std::vector<std::string>& names,
                       int (*pointer)(const char*, int*)) {
  if (pointer == nullptr) return;
  add_look_ups<std::string>(function, names, "no such name", [pointer](const std::string& name) {
    int index = 0;
    return pointer(name.c_str(), &index);
  });
}

}  // namespace mpitcheck::bench
