// SPDX-License-Identifier: BSD-3-Clause
// `mpitcheck selftest variants` on a tree with a good, a careless and a bad variant.
#include "ci/mpitcheck/selftest/selftest_variants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/selftests/fake_tree.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

json variant(const std::string& name, const json& gives_up = json::array()) {
  return {{"name", name},
          {"description", "It is " + name + "."},
          {"legal_by", {FakeTree::clause("must")}},
          {"gives_up", gives_up}};
}

TEST(ParseVariants, ReadsTheList) {
  const std::vector<Variant> variants =
      parse_variants(json::array({variant("a"), variant("b", {"quality"})}).dump());
  ASSERT_EQ(variants.size(), 2U);
  EXPECT_EQ(variants[1].name, "b");
  EXPECT_EQ(variants[1].description, "It is b.");
  EXPECT_THAT(variants[1].gives_up, testing::ElementsAre("quality"));
}

TEST(ParseVariants, RefusesOthersAndWhatTheCatalogueDoesNotKnow) {
  for (const char* text : {"", "[{}]", R"([{"name": 1}])"}) {
    EXPECT_THROW(parse_variants(text), UserError) << text;
  }
  json unjustified = variant("a");
  for (const char* id : {"no-such-clause", "A999", ""}) {
    unjustified["legal_by"] = {id};
    EXPECT_THROW(parse_variants(json::array({unjustified}).dump()), UserError) << id;
  }
  unjustified["legal_by"] = {"A1"};
  EXPECT_NO_THROW(parse_variants(json::array({unjustified}).dump()));
}

TEST(IsAlarm, ButForWhatTheVariantGivesUp) {
  const auto alarm = [](Verdict verdict, const char* level, std::vector<std::string> gives_up) {
    TestResult test;
    test.verdict = verdict;
    test.level = level;
    return is_alarm(test, {"v", "", {}, std::move(gives_up)});
  };
  for (const Verdict verdict : {Verdict::pass, Verdict::vacuous, Verdict::not_applicable}) {
    EXPECT_FALSE(alarm(verdict, "must", {})) << name(verdict);
  }
  for (const Verdict verdict : {Verdict::quality, Verdict::warn, Verdict::error, Verdict::fail,
                                Verdict::early_exit, Verdict::timeout, Verdict::crash}) {
    EXPECT_TRUE(alarm(verdict, "must", {})) << name(verdict);
  }
  EXPECT_FALSE(alarm(Verdict::quality, "quality", {"quality"}));
  EXPECT_FALSE(alarm(Verdict::crash, "quality", {"quality"}));
  EXPECT_TRUE(alarm(Verdict::crash, "must", {"quality"}));
  EXPECT_TRUE(alarm(Verdict::warn, "should", {"quality"}));
  EXPECT_FALSE(alarm(Verdict::warn, "should", {"should"}));
  EXPECT_TRUE(alarm(Verdict::error, "quality", {"quality"}));
}

class Selftest : public testing::Test {
 protected:
  Selftest() {
    const std::filesystem::path program = tree.root() / "bin/variants";
    std::ofstream(program)
        << "#!/bin/sh\ncat <<'END'\n"
        << json::array({variant("good"), variant("careless", {"quality"}), variant("bad")}).dump()
        << "\nEND\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    tree.manifest["variants"] = "bin/variants";
    tree.write();
  }

  Finished selftest(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"selftest", "variants", tree.root().string()});
    return tree.mpitcheck(arguments);
  }

  FakeTree tree;
};

TEST_F(Selftest, IsSilentOnGoodVariants) {
  const Finished run = selftest({"--filter", "good", "--test", "plain.variant"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 of 1 variants, 0 alarms"));
  EXPECT_THAT(run.err, testing::IsEmpty());
}

TEST_F(Selftest, NamesEveryAlarm) {
  const Finished run = selftest({"--test", "plain.variant", "--json", "selftest.json"});
  EXPECT_EQ(run.exit_code, exit_broken_must) << run.err;
  EXPECT_THAT(run.out, HasSubstr("fail: plain.variant under variant bad: It is bad."));
  EXPECT_THAT(run.out, HasSubstr(FakeTree::clause("must")));
  EXPECT_THAT(run.out, HasSubstr("--env MPIT_VARIANT=bad"));
  EXPECT_THAT(run.out, Not(HasSubstr("under variant good")));
  EXPECT_THAT(run.out, HasSubstr("3 of 3 variants, 1 alarms"));

  std::ifstream file(tree.file("selftest.json"));
  const json list = json::parse(file);
  EXPECT_EQ(list.at("alarms"), 1);
  EXPECT_EQ(list.at("complete"), true);
  EXPECT_EQ(list.at("variants").size(), 3U);
  EXPECT_EQ(list.at("variants")[0].at("verdicts").at("pass"), 1);
  const json& alarm = list.at("variants")[2].at("alarms")[0];
  EXPECT_EQ(alarm.at("test"), "plain.variant");
  EXPECT_EQ(alarm.at("verdict"), "fail");
  EXPECT_EQ(alarm.at("failures")[0].at("clause"), FakeTree::clause("must"));
}

TEST_F(Selftest, ExcusesWhatAVariantGivesUp) {
  const Finished run = selftest({"--filter", "careless", "--test", "plain.quality"});
  EXPECT_EQ(run.exit_code, exit_as_expected) << run.out;
  EXPECT_EQ(selftest({"--filter", "good", "--test", "plain.quality"}).exit_code, exit_broken_must);
}

TEST_F(Selftest, RefusesWhatItCannotRun) {
  EXPECT_EQ(selftest({"--filter", "none_such"}).exit_code, exit_nothing_selected);
  EXPECT_EQ(selftest({"--test", "none.such"}).exit_code, exit_nothing_selected);
  tree.manifest.erase("variants");
  tree.write();
  const Finished run = selftest({});
  EXPECT_EQ(run.exit_code, exit_usage);
  EXPECT_THAT(run.err, HasSubstr("name a tree of the reference"));
}

}  // namespace
}  // namespace mpitcheck
