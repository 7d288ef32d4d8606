// SPDX-License-Identifier: BSD-3-Clause
// The command line: usage, outputs, what is left alone.
#include "reference/cvargen/selftests/fixture.hpp"

namespace mpit::cvargen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Command : public CvargenTest {
 protected:
  std::vector<std::string> all_outputs() const {
    return {"--output-header",   path("out/a.hpp"), "--output-source", path("out/a.cpp"),
            "--output-markdown", path("out/a.md"),  "--stamp",         path("out/stamp"),
            "--depfile",         path("out/a.d"),   "--base",          folder_.string(),
            path("src")};
  }
  void age(const std::string& name) const { fs::last_write_time(path(name), fs::file_time_type{}); }
  bool is_aged(const std::string& name) const {
    return fs::last_write_time(path(name)) == fs::file_time_type{};
  }
};

TEST_F(Command, Usage) {
  EXPECT_EQ(run_with({"--help"}), 0);
  EXPECT_THAT(out_, HasSubstr("--env-prefix"));
  write("a.c", Sample().text());
  const std::string file = path("a.c");
  EXPECT_EQ(run_with({}), 2);
  EXPECT_EQ(run_with({path("nothing.c")}), 2);
  EXPECT_EQ(run_with({"--what", file}), 2);
  EXPECT_EQ(run_with({"--output-source", path("a.cpp"), file}), 2) << "no header";
  EXPECT_EQ(run_with({"--check", "--list", file}), 2);
  EXPECT_EQ(run_with({"--depfile", path("d"), file}), 2) << "no stamp";
  EXPECT_EQ(run_with({"--class", "a-b", file}), 2);
  EXPECT_EQ(run_with({"--class", "union", file}), 2);
  EXPECT_EQ(run_with({"--namespace", "a::", file}), 2);
  EXPECT_EQ(run_with({"--env-prefix", "A=", file}), 2);
  EXPECT_EQ(run_with({"--env-prefix", "A,A", file}), 2);
  EXPECT_EQ(run_with({"--string-length", "0", file}), 2);
  EXPECT_EQ(run_with({"--check", file}), 0);
  EXPECT_EQ(errors_, "cvargen: 1 control variables, 1 categories in 1 blocks of 1 files\n");
}

TEST_F(Command, AnOutputThatCannotBeWritten) {
  write("a.c", Sample().text());
  EXPECT_EQ(run_with({"--quiet", "--output-header", path("a.c/x.hpp"), path("a.c")}), 3);
  EXPECT_EQ(errors_, "cvargen: cannot write " + path("a.c/x.hpp") + "\n");
}

TEST_F(Command, NothingIsWrittenIfThereIsAnError) {
  write("src/a.c", Sample().with("default", "x").text());
  EXPECT_EQ(run_with(all_outputs()), 1);
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(Command, WhatDoesNotChangeIsLeftAlone) {
  write("src/a.c", Sample().text());
  EXPECT_EQ(run_with(all_outputs()), 0) << errors_;
  const std::vector<std::string> outputs = {"out/a.hpp", "out/a.cpp", "out/a.md"};
  const auto expect_aged = [&](bool expected, const char* when) {
    for (const std::string& name : outputs) {
      EXPECT_EQ(is_aged(name), expected) << name << " " << when;
      age(name);
    }
    EXPECT_FALSE(is_aged("out/stamp")) << when;
    age("out/stamp");
  };
  expect_aged(false, "at first");
  EXPECT_EQ(run_with(all_outputs()), 0);
  expect_aged(true, "with nothing new");
  write("src/a.c", "int i;\n" + Sample().text());
  EXPECT_EQ(run_with(all_outputs()), 0);
  expect_aged(true, "with a new line above the block");
  write("src/a.c", Sample().with("description", "Other.").text());
  EXPECT_EQ(run_with(all_outputs()), 0);
  EXPECT_FALSE(is_aged("out/a.cpp"));
  EXPECT_FALSE(is_aged("out/a.md"));
  EXPECT_TRUE(is_aged("out/a.hpp")) << "it says nothing of descriptions";
}

TEST_F(Command, FoldersAreSearchedForSources) {
  write("src/a.c", Sample().text());
  write("src/below/b.hpp", "int i;\n");
  for (const char* const name : {"src/.hidden/c.c", "src/c.txt", "src/.d.c", "src/c.o"}) {
    write(name, Sample().text());
  }
  fs::create_directory_symlink(path("src"), path("src/below/loop"));
  EXPECT_EQ(run_with(all_outputs()), 0) << errors_;
  EXPECT_EQ(text_of("out/a.d"), path("out/stamp") + ": \\\n  " + path("src/a.c") + " \\\n  " +
                                    path("src/below/b.hpp") + " \\\n  " + path("src") + " \\\n  " +
                                    path("src/below") + "\n");
  EXPECT_THAT(errors_, HasSubstr("1 blocks of 2 files"));
  EXPECT_THAT(text_of("out/a.hpp"), HasSubstr("declared in src/a.c."));
}

TEST_F(Command, FoldersWithoutBlocks) {
  fs::create_directory(path("src"));
  EXPECT_EQ(run_with(all_outputs()), 1);
  EXPECT_THAT(errors_, HasSubstr(path("src") + ": no MPI_T_CVAR_INFO_BLOCK here\n"));
}

TEST_F(Command, DepfilesQuotePaths) {
  write("a b#$.c", Sample().text());
  EXPECT_EQ(run_with({"--stamp", path("s"), "--depfile", path("d"), path("a b#$.c")}), 0);
  EXPECT_THAT(text_of("d"), HasSubstr("a\\ b\\#$$.c\n"));
}

TEST_F(Command, ThePageTellsAll) {
  const std::string folder = CVARGEN_SAMPLE_FOLDER;
  ASSERT_EQ(run_with({"--quiet", "--prefix", "SAMPLE_CVAR_", "--env-prefix", "OLD_,SAMPLE_CVAR_",
                      "--base", folder, "--output-markdown", path("a.md"), folder}),
            0)
      << errors_;
  const std::string page = text_of("a.md");
  const std::size_t queue = page.find("\n## QUEUE\n\nFirst line.\\\nSecond line.\n");
  const std::size_t transport =
      page.find("\n## TRANSPORT\n\nHow \"messages\" travel \\\\ arrive.\n");
  ASSERT_NE(queue, page.npos) << page;
  ASSERT_NE(transport, page.npos) << page;
  EXPECT_LT(page.find("\n### SAMPLE\\_CVAR\\_ORDER\n"), transport);
  EXPECT_GT(page.find("\n### SAMPLE\\_CVAR\\_HOST\n"), transport);
  EXPECT_THAT(page,
              HasSubstr("- Type: enum\n- Values: `fifo = 2`, `2way = 3`\n- Default: `2way`\n"));
  EXPECT_THAT(page, HasSubstr("Longest message that is sent at once.\n\n- Type: int\n"
                              "- Default: `1024`, unless the device has another\n"
                              "- Scope: `MPI_T_SCOPE_ALL_EQ`\n"
                              "- Verbosity: `MPI_T_VERBOSITY_TUNER_BASIC`\n"
                              "- Environment, the last one wins: `OLD_SHORT_LIMIT`, `OLD_LIMIT`, "
                              "`SAMPLE_CVAR_SHORT_LIMIT`, `SAMPLE_CVAR_LIMIT`, "
                              "`OLD_EAGER_LIMIT`, `SAMPLE_CVAR_EAGER_LIMIT`\n"
                              "- Declared in: `transport.c`\n"));
}

}  // namespace
}  // namespace mpit::cvargen
