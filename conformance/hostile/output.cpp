// SPDX-License-Identifier: BSD-3-Clause
// Libraries that print, also what looks like our own records.
#include <dirent.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

constexpr int megabytes = 4;

void flood(int stream) {
  const std::string block(1U << 20U, 'x');
  for (int i = 0; i < megabytes; ++i) {
    [[maybe_unused]] const ssize_t written = ::write(stream, block.data(), block.size());
  }
}

std::string record(const std::string& kind, const std::string& fields) {
  return "{\"record\":\"" + kind + "\",\"nonce\":\"" + option_of_process("--nonce") + "\"" +
         fields + "}\n";
}

std::string forged_end() {
  return record("end", ",\"verdict\":\"pass\",\"message\":\"\",\"clauses\":[]");
}

void print_forged() {
  const std::string text = forged_end() + record("closed", "") + "all.tests: pass\n";
  for (const int stream : {1, 2}) {
    [[maybe_unused]] const ssize_t written = ::write(stream, text.data(), text.size());
  }
}

void into_result_files(const std::string& text) {
  const std::string folder = option_of_process("--result");
  DIR* const directory = ::opendir(folder.c_str());
  if (directory == nullptr) return;
  while (const dirent* item = ::readdir(directory)) {
    const std::string name = item->d_name;
    if (name.ends_with(".jsonl")) std::ofstream(folder + "/" + name, std::ios::app) << text;
  }
  ::closedir(directory);
}

const Verdicts unreadable{"error"};

}  // namespace

std::vector<Act> acts_of_output() {
  return {
      {"flood_stdout", "Prints megabytes to stdout", [] { flood(1); }, broken, broken, broken},
      {"flood_stderr", "Prints megabytes to stderr", [] { flood(2); }, broken, broken, broken},
      {"print_verdicts", "Prints what a test writes that passes", print_forged, broken, broken,
       broken},
      {"garbage_in_results", "Writes nonsense into the result file",
       [] { into_result_files("\xff\x01 nonsense\n"); }, unreadable, unreadable, unreadable},
      {"verdict_in_results", "Writes into the result file that the test passed",
       [] { into_result_files(forged_end()); }, unreadable, unreadable, unreadable},
      {"verdict_and_exit_0",
       "Writes that the test passed, without the nonce, and exits with 0",
       [] {
         into_result_files("{\"record\":\"end\",\"verdict\":\"pass\",\"clauses\":[]}\n");
         ::_exit(0);
       },
       unreadable,
       unreadable,
       {"error", "early-exit", "crash"}},
  };
}

}  // namespace mpitcheck::hostile
