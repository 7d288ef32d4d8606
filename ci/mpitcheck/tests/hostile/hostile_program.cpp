// SPDX-License-Identifier: BSD-3-Clause
// A test program that misbehaves on request: --test NAME --result DIR --nonce HEX [--seed N].
// Without arguments it is an inventory program.
#include <cstdio>
#include <string>

#include "ci/mpitcheck/tests/hostile/acts.hpp"

namespace {

void print_inventory() {
  std::puts(
      "{\"mpi_version\":\"4.0\",\"library_version\":\"Fake MPI 1.0\\n\\u001b[31mred\","
      "\"cvars\":[{\"index\":0,\"name\":"
      "\"a\\u202e\\u0007\",\"desc\":\"<script>\\nsecond "
      "line\",\"verbosity\":\"MPI_T_VERBOSITY_USER_BASIC\"},"
      "{\"index\":1,\"code\":\"MPI_T_ERR_INVALID\"}],\"pvars\":[],\"categories\":[{\"name\":\"c\","
      "\"cvars\":[0,1]}],"
      "\"enums\":[{\"name\":\"e\",\"items\":[{\"name\":\"on\",\"value\":1}]}]}");
}

std::string option(int argc, char** argv, const std::string& name) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (argv[i] == name) return argv[i + 1];
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    print_inventory();
    return 0;
  }
  const hostile::Account account(option(argc, argv, "--test"), option(argc, argv, "--result"),
                                 option(argc, argv, "--nonce"));
  for (const auto* table : {&hostile::acts(), &hostile::acts_np(), &hostile::acts_late()}) {
    const auto act = table->find(account.test);
    if (act == table->end()) continue;
    act->second(account);
    return 0;
  }
  return 2;
}
