// SPDX-License-Identifier: BSD-3-Clause
// A build tree as its manifest target.json describes it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

struct TestEntry {
  std::string name;
  std::string brief;
  std::vector<std::string> clauses;
  int np = 1;
  std::string setup = "nothing";  ///< what is brought up before it, as --list says
  std::string file;
  int line = 0;
};

/// A test program: `path --test NAME --result DIR --nonce HEX --seed N` runs one of its tests.
struct Program {
  std::string suite;
  std::filesystem::path path;  ///< absolute
  bool is_random = false;      ///< its tests are slow and need some luck: random sequences, races
  bool is_built = true;        ///< a suite that no run needs may not be; then it has no tests
  std::vector<TestEntry> tests;
};

/// A deliberately broken behaviour.
struct FaultEntry {
  std::string name;
  std::string brief;
  std::vector<std::string> clauses;  ///< that it breaks
};

/// A library that does something to its process which verdicts must survive.
struct HostileEntry {
  std::string name;
  std::string brief;
  std::map<std::string, std::vector<std::string>> tests;  ///< name -> verdicts that are right
};

struct Tree {
  std::string named;  ///< as the user gave it
  std::filesystem::path root;
  std::string name;  ///< what reports call the target
  bool is_reference = false;
  std::string mpi_version;
  std::string library_version;
  std::vector<std::string>
      launcher;  ///< words, {np} stands for the number of processes; empty: none
  std::map<std::string, std::string> env;
  std::vector<Program> programs;
  std::filesystem::path inventory;  ///< absolute; empty: the tree has none
  std::filesystem::path variants;   ///< prints the reference's variants, if it is built; likewise
  std::vector<FaultEntry> faults;   ///< of fault_library; empty: not built
  std::filesystem::path fault_library;
  std::vector<HostileEntry> hostile;  ///< of hostile_library; likewise
  std::filesystem::path hostile_library;
  std::filesystem::path recorder;  ///< notes calls when preloaded; empty: not built
  std::vector<std::string>
      compile;  ///< words of the C compiler, with {source} and {program}; empty: none
};

/// Reads DIRECTORY/target.json; throws UserError with one line that says what to do.
Tree load_tree(const std::string& directory);

/// The same from the text of a manifest. `root` is the tree's absolute folder, `named` what
/// messages call it.
Tree parse_tree(std::string_view manifest, const std::filesystem::path& root,
                const std::string& named);

/// Throws UserError: `what` ("faults") comes with the target of that name.
[[noreturn]] void refuse_unbuilt(const Tree& tree, std::string_view what, std::string_view target);

/// The tree that this program was built in: the folder above its own. Throws UserError if that is
/// not a tree.
std::string own_tree();

}  // namespace mpitcheck
