// SPDX-License-Identifier: BSD-3-Clause
// Runs of cvargen over sources that a test writes.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "reference/cvargen/command.hpp"
#include "reference/cvargen/source_files.hpp"

namespace mpit::cvargen {

/// A block with one category, C, and one variable, X_A, whose fields a test may change.
struct Sample {
  std::map<std::string, std::string> fields = {{"category", "C"},
                                               {"class", "none"},
                                               {"default", "1"},
                                               {"description", "Of A."},
                                               {"scope", "MPI_T_SCOPE_LOCAL"},
                                               {"type", "int"},
                                               {"verbosity", "MPI_T_VERBOSITY_USER_BASIC"}};

  Sample with(const std::string& key, const std::string& value) const {
    Sample changed = *this;
    changed.fields[key] = value;
    return changed;
  }
  Sample without(const std::string& key) const {
    Sample changed = *this;
    changed.fields.erase(key);
    return changed;
  }

  /// Line 6 is that of the name; the other fields follow in the order of their keys from line 7.
  std::string text() const {
    std::string text =
        "/* === BEGIN_MPI_T_CVAR_INFO_BLOCK ===\n"
        "categories:\n"
        "  - name: C\n"
        "    description: Of C.\n"
        "cvars:\n"
        "  - name: X_A\n";
    for (const auto& [key, value] : fields) text += "    " + key + ": " + value + "\n";
    return text + "=== END_MPI_T_CVAR_INFO_BLOCK === */\n";
  }
};

class CvargenTest : public testing::Test {
 protected:
  CvargenTest() {
    std::string pattern = testing::TempDir() + "cvargen.XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~CvargenTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string text_of(const std::string& name) const {
    return read_file(folder_ / name).value_or("(no file)");
  }
  void write(const std::string& name, const std::string& text) const {
    write_if_changed(folder_ / name, text);
  }

  /// Runs cvargen; its exit code. What it says is then in out_ and errors_.
  int run_with(std::vector<std::string> arguments) {
    std::ostringstream out;
    std::ostringstream errors;
    const int code = run(arguments, out, errors);
    out_ = out.str();
    errors_ = errors.str();
    return code;
  }
  /// Checks a file a.c of this text.
  int check(const std::string& text) {
    write("a.c", text);
    return run_with({"--quiet", path("a.c")});
  }
  int check(const Sample& sample) { return check(sample.text()); }
  /// Fails unless a check of the text reports nothing but this.
  void expect_error(const std::string& text, int line, const std::string& message) {
    EXPECT_EQ(check(text), 1);
    EXPECT_EQ(errors_, path("a.c") + ":" + std::to_string(line) + ": " + message + "\n") << text;
  }
  void expect_error(const Sample& sample, int line, const std::string& message) {
    expect_error(sample.text(), line, message);
  }

  std::filesystem::path folder_;
  std::string out_;
  std::string errors_;
};

}  // namespace mpit::cvargen
