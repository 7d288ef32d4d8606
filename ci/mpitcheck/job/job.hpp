// SPDX-License-Identifier: BSD-3-Clause
// The command that runs one test: words, environment, folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/mpitcheck/job/run_options.hpp"
#include "ci/mpitcheck/job/select.hpp"
#include "ci/mpitcheck/process/scheduler.hpp"

namespace mpitcheck {

/// Folders of one test, below the run's scratch directory; gone when it is over.
class TestFolders {
 public:
  TestFolders(const std::filesystem::path& scratch, std::size_t number);
  ~TestFolders();
  TestFolders(const TestFolders&) = delete;
  TestFolders& operator=(const TestFolders&) = delete;

  std::filesystem::path root, work, result;
};

/// Libraries that are put under the test programs: --preload and --abi-library, checked and made
/// absolute.
struct Injection {
  std::vector<std::string> preload;
  std::string library_folder;  ///< holds the soname links to the --abi-library; empty: none
};

/// Checks the libraries and makes the links below `scratch`. Throws UserError on a file that is not
/// a library.
Injection prepare_injection(const RunOptions& options, const std::filesystem::path& scratch);

/// 128 random bits in hexadecimal.
std::string make_nonce();

Job test_job(const Planned& planned, const RunOptions& options, const Injection& injection,
             const TestFolders& folders, const std::string& nonce);

/// Runs a program of the tree that prints JSON.
Job listing_job(const std::filesystem::path& program, const Target& target,
                const RunOptions& options, const Injection& injection, const TestFolders& folders);

Job inventory_job(const Target& target, const RunOptions& options, const Injection& injection,
                  const TestFolders& folders);

/// Compiles a C program with the tree's compiler.
Job compile_job(const Target& target, const std::filesystem::path& source,
                const std::filesystem::path& program, const TestFolders& folders);

/// Runs a program of the tree's MPI, with `np` > 1 under the target's launcher.
Job program_job(const Target& target, const std::filesystem::path& program, int np,
                const RunOptions& options, const Injection& injection, const TestFolders& folders);

/// The shell line that runs this test again.
std::string replay_line(const Planned& planned, const RunOptions& options);

}  // namespace mpitcheck
