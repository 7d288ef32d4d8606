// SPDX-License-Identifier: BSD-3-Clause
// A test program: lists its tests, or runs one of them in this process.
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "conformance/harness/facts/mpi.hpp"  // it may define a macro for main()
#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/process/replay.hpp"
#include "conformance/harness/test/baseline.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

int usage(const char* program, const std::string& problem) {
  std::fprintf(stderr,
               "%s: %s\n"
               "usage: %s --list | --test NAME [--result DIR --nonce HEX] [--seed N]\n",
               program, problem.c_str(), program);
  return protocol::exit_usage;
}

void list_tests() {
  auto array = nlohmann::json::array();
  for (const TestInfo& test : all_tests()) {
    auto ids = nlohmann::json::array();
    for (const Clause clause : test.clauses) ids.push_back(data(clause).id);
    array.push_back({{"name", test.name},
                     {"brief", test.brief},
                     {"clauses", ids},
                     {"np", test.needs.np},
                     {"most_seconds", test.needs.most_seconds},
                     {"file", test.file},
                     {"line", test.line}});
  }
  std::printf("%s\n", array.dump(1).c_str());
}

const TestInfo* find_test(std::string_view name) {
  for (const TestInfo& test : all_tests()) {
    if (test.name == name) return &test;
  }
  return nullptr;
}

int run(int argc, char** argv) {
  RunOptions options;
  std::string name, baseline;
  bool list = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--list") {
      list = true;
      continue;
    }
    if (i + 1 == argc) return usage(argv[0], "unknown option, or one without value: " + word);
    const char* value = argv[++i];
    if (word == "--test") {
      name = value;
    } else if (word == "--result") {
      options.result_directory = value;
    } else if (word == "--nonce") {
      options.nonce = value;
    } else if (word == "--again") {
      Replay::instance().replay_from(value);
    } else if (word == baseline_option) {
      baseline = value;
    } else if (word == "--seed") {
      options.seed = std::strtoull(value, nullptr, 10);
    } else {
      return usage(argv[0], "unknown option: " + word);
    }
  }
  if (!baseline.empty()) return look_without_tool(baseline, options.result_directory);
  if (list) {
    list_tests();
    return protocol::exit_passed;
  }
  const TestInfo* test = find_test(name);
  if (test == nullptr) {
    return usage(argv[0], name.empty() ? "no test named" : "no test named '" + name + "'");
  }
  return run_test(*test, options);
}

}  // namespace
}  // namespace mpitcheck

int main(int argc, char** argv) { return mpitcheck::run(argc, argv); }
