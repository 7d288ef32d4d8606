// SPDX-License-Identifier: BSD-3-Clause
// bench.py in the sources or where it is installed; its end of a command line.
#include "ci/mpitcheck/job/bench_script.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/input_file.hpp"
#include "ci/mpitcheck/process/programs.hpp"

namespace mpitcheck {
namespace {

std::filesystem::path bench_script() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::vector<std::filesystem::path> candidates = {
      MPITCHECK_BENCH_SCRIPT, self.parent_path().parent_path() / "share/mpitcheck/bench/bench.py"};
  const char* named = std::getenv("MPITCHECK_BENCH");
  if (named != nullptr) candidates = {named};
  for (const std::filesystem::path& candidate : candidates) {
    if (std::filesystem::is_regular_file(candidate, error)) return candidate;
  }
  throw UserError(fmt::format(
      "there is no script '{}', which bench is: set MPITCHECK_BENCH to the path of bench.py",
      candidates.front().string()));
}

/// python3 and the script, which learns from the environment whose it is.
std::vector<std::string> bench_words() {
  const std::string script = bench_script().string();
  const std::string python = find_program("python3", own_path());
  if (python.empty()) throw UserError("bench needs python3, which is not on the PATH: install it");
  ::setenv("MPITCHECK_VERSION", MPITCHECK_VERSION, 1);
  return {python, script};
}

}  // namespace

void become_bench(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = bench_words();
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(pointers.front(), pointers.data());
  throw UserError(fmt::format("'{}' cannot be started ({})", words.front(), std::strerror(errno)));
}

report::BenchSection section_to_show(const std::string& path) {
  if (path.empty()) return {};
  std::string line;
  for (const std::string& word : bench_words()) line += shell_quoted(word) + " ";
  line += shell_quoted("--from=" + path) + " --section 2>&1";
  FILE* const out = ::popen(line.c_str(), "r");
  if (out == nullptr) {
    throw UserError(fmt::format("bench.py cannot be started ({})", std::strerror(errno)));
  }
  std::string said;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), out)) {
    said.append(buffer.data(), count);
  }
  if (::pclose(out) != 0) {
    while (said.ends_with('\n')) said.pop_back();
    said.erase(0, said.rfind('\n') + 1);
    constexpr std::string_view prefix = "mpitcheck: ";
    throw UserError(said.starts_with(prefix) ? said.substr(prefix.size()) : said);
  }
  const std::filesystem::path css = bench_script().replace_filename("bench.css");
  return {said,
          read_input(css.string(), fmt::format("'{}'", css.string()), "it lies beside bench.py")};
}

}  // namespace mpitcheck
