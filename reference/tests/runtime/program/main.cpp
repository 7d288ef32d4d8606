// SPDX-License-Identifier: BSD-3-Clause
// An MPI program with many cases. It checks itself and prints "checked" on success.
#include <cstring>

#include "reference/tests/runtime/program/program.hpp"

namespace {

struct Case {
  const char* name;
  void (*run)();
};

const Case cases[] = {{"ring", ring},
                      {"crowd", crowd},
                      {"flood", flood},
                      {"synchronous", synchronous},
                      {"wildcards", wildcards},
                      {"probe", probe},
                      {"truncation", truncation},
                      {"pairs", pairs},
                      {"collectives", collectives},
                      {"noncommutative", noncommutative},
                      {"split", split},
                      {"dup", dup},
                      {"threads", threads},
                      {"attributes", attributes},
                      {"errors", errors},
                      {"variables", variables},
                      {"event_infos", event_infos},
                      {"datatypes", datatypes},
                      {"requests", requests},
                      {"movements", movements},
                      {"groups", groups},
                      {"sessions", sessions},
                      {"windows", windows},
                      {"files", files}};

int run(const Case& chosen) {
  check_standard_codes();
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPIT_CHECK(provided == MPI_THREAD_MULTIPLE);
  chosen.run();
  if (rank_in(MPI_COMM_WORLD) == 0) std::puts("checked");
  const int code = MPI_Finalize();
  check_standard_codes();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "ending") == 0) return end_in_some_way(argv[2]);
  if (argc == 3 && std::strcmp(argv[1], "sessions") == 0) {
    check_sessions(std::atoi(argv[2]));
    return 0;
  }
  for (const Case& each : cases) {
    if (argc == 2 && std::strcmp(argv[1], each.name) == 0) return run(each);
  }
  std::fprintf(stderr, "no such case\n");
  return 2;
}
