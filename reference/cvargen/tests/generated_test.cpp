// SPDX-License-Identifier: BSD-3-Clause
// Compiles the code that cvargen generates from sample/, and registers its variables with an
// engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sample_cvars.hpp"

namespace mpit {
namespace {

using sample::SampleCvars;
using testing::ElementsAre;

using Names = std::map<std::string, std::string>;

/// An environment with exactly these variables.
std::function<const char*(const char*)> holding(Names names) {
  return [names = std::move(names)](const char* name) {
    const auto found = names.find(name);
    return found == names.end() ? nullptr : found->second.c_str();
  };
}

class Generated : public testing::Test {
 protected:
  Generated() {
    int provided;
    engine_.init_thread(0, &provided);
  }

  SampleCvars registered(const Names& environment = {}) { return registered(engine_, environment); }
  SampleCvars registered(Engine& engine, const Names& environment) {
    const auto complain = [this](const std::string& line) { complaints_.push_back(line); };
    return SampleCvars(engine, {.get = holding(environment), .complain = complain});
  }

  struct Info {
    int verbosity, bind, scope;
    Datatype datatype;
    EnumType enumtype;
    std::string desc;
    int count;
    CvarHandle handle;
  };
  Info info(const char* name) {
    Info info;
    char desc[256];
    int length = sizeof desc;
    int index = -1;
    EXPECT_EQ(engine_.cvar_get_index(name, &index), Code::success) << name;
    EXPECT_EQ(engine_.cvar_get_info(index, nullptr, nullptr, &info.verbosity, &info.datatype,
                                    &info.enumtype, desc, &length, &info.bind, &info.scope),
              Code::success);
    EXPECT_EQ(engine_.cvar_handle_alloc(index, nullptr, &info.handle, &info.count), Code::success);
    info.desc = desc;
    return info;
  }

  template <class T>
  T read(const char* name) {
    T value;
    EXPECT_EQ(engine_.cvar_read(info(name).handle, &value), Code::success);
    return value;
  }
  template <class T>
  Code write(const char* name, const T& value) {
    return engine_.cvar_write(info(name).handle, &value);
  }
  std::vector<std::string> items(const char* name) {
    int num = 0;
    const EnumType type = info(name).enumtype;
    engine_.enum_get_info(type, &num, nullptr, nullptr);
    std::vector<std::string> found;
    for (int i = 0; i < num; ++i) {
      char item[64];
      int length = sizeof item;
      int value;
      engine_.enum_get_item(type, i, &value, item, &length);
      found.push_back(std::string(item) + "=" + std::to_string(value));
    }
    return found;
  }

  Engine engine_;
  std::vector<std::string> complaints_;
};

TEST_F(Generated, RegistersEverythingInTheBlocks) {
  const SampleCvars cvars = registered();
  int num = 0;
  engine_.cvar_get_num(&num);
  EXPECT_EQ(num, 8);
  const Info eager = info("SAMPLE_CVAR_EAGER_LIMIT");
  EXPECT_EQ(eager.verbosity, static_cast<int>(Verbosity::tuner_basic));
  EXPECT_EQ(eager.scope, static_cast<int>(Scope::all_eq));
  EXPECT_EQ(eager.bind, static_cast<int>(Bind::no_object));
  EXPECT_EQ(eager.datatype, Datatype::int_);
  EXPECT_EQ(eager.desc, "Longest message that is sent at once.");
  EXPECT_EQ(info("SAMPLE_CVAR_PORTS").desc, "Ports: the\tlowest and \"highest\"");
  EXPECT_EQ(info("SAMPLE_CVAR_PORTS").count, 2);
  EXPECT_EQ(info("SAMPLE_CVAR_FACTOR").datatype, Datatype::double_);
  EXPECT_EQ(info("SAMPLE_CVAR_HOST").datatype, Datatype::char_);
  EXPECT_EQ(info("SAMPLE_CVAR_HOST").count, 384);
  EXPECT_THAT(items("SAMPLE_CVAR_DEFAULT"), ElementsAre("false=0", "true=1"));
  EXPECT_THAT(items("SAMPLE_CVAR_ORDER"), ElementsAre("fifo=0", "auto=1"));
  EXPECT_THAT(items("SAMPLE_CVAR_OTHER_ORDER"), ElementsAre("fifo=2", "2way=3"));
  EXPECT_EQ(cvars.order.get(), SampleCvars::order_choice::auto_);
  EXPECT_EQ(cvars.other_order.get(), SampleCvars::other_order_choice::v2way);
}

TEST_F(Generated, RegistersCategories) {
  registered();
  char desc[64];
  int length = sizeof desc;
  int index = -1;
  int cvars = 0;
  ASSERT_EQ(engine_.category_get_index("TRANSPORT", &index), Code::success);
  engine_.category_get_info(index, nullptr, nullptr, desc, &length, &cvars, nullptr, nullptr);
  EXPECT_STREQ(desc, "How \"messages\" travel \\ arrive.");
  EXPECT_EQ(cvars, 4);
  ASSERT_EQ(engine_.category_get_index("QUEUE", &index), Code::success);
  length = sizeof desc;
  engine_.category_get_info(index, nullptr, nullptr, desc, &length, &cvars, nullptr, nullptr);
  EXPECT_STREQ(desc, "First line.\nSecond line.");
}

TEST_F(Generated, StartsWithTheDefaults) {
  const SampleCvars cvars = registered();
  EXPECT_EQ(cvars.eager_limit.get(), 4096) << "the macro of the device, not the block's 1024";
  EXPECT_EQ(cvars.default_.get(), 1);
  EXPECT_EQ(cvars.ports.get(), (Range{-1, 20}));
  EXPECT_EQ(cvars.factor.get(), 0.25);
  EXPECT_EQ(cvars.host.get(), "here \"and\" there");
  EXPECT_EQ(cvars.nothing.get(), "");
  EXPECT_THAT(complaints_, ElementsAre());
}

TEST_F(Generated, ReadsAndWritesReachTheComponent) {
  const SampleCvars cvars = registered();
  EXPECT_EQ(read<int>("SAMPLE_CVAR_EAGER_LIMIT"), 4096);
  EXPECT_EQ(write("SAMPLE_CVAR_EAGER_LIMIT", 5), Code::success);
  EXPECT_EQ(cvars.eager_limit.get(), 5);
  EXPECT_EQ(write("SAMPLE_CVAR_PORTS", Range{3, 4}), Code::success);
  EXPECT_EQ(cvars.ports.get(), (Range{3, 4}));
  EXPECT_EQ(write("SAMPLE_CVAR_PORTS", Range{4, 3}), Code::cvar_set_not_now);
  EXPECT_EQ(read<Range>("SAMPLE_CVAR_PORTS"), (Range{3, 4}));
  EXPECT_NE(write("SAMPLE_CVAR_DEFAULT", 2), Code::success);
  EXPECT_EQ(write("SAMPLE_CVAR_FACTOR", 1e9), Code::success);
  EXPECT_EQ(cvars.factor.get(), 1e9);
  std::array<char, 384> text{};
  std::strcpy(text.data(), "there");
  EXPECT_EQ(write("SAMPLE_CVAR_NOTHING", text), Code::success);
  EXPECT_EQ(cvars.nothing.get(), "there");
  EXPECT_STREQ((read<std::array<char, 384>>("SAMPLE_CVAR_NOTHING").data()), "there");
  text.fill('x');
  EXPECT_EQ(write("SAMPLE_CVAR_NOTHING", text), Code::invalid) << "no null";
  EXPECT_NE(write("SAMPLE_CVAR_HOST", text), Code::success) << "read-only";
}

TEST_F(Generated, EnvironmentNamesHavePriorities) {
  // In rising priority. Each iteration removes the one with the highest priority.
  std::vector<std::string> names = {"OLD_SHORT_LIMIT",          "OLD_LIMIT",
                                    "SAMPLE_PARAM_SHORT_LIMIT", "SAMPLE_PARAM_LIMIT",
                                    "SAMPLE_CVAR_SHORT_LIMIT",  "SAMPLE_CVAR_LIMIT",
                                    "OLD_EAGER_LIMIT",          "SAMPLE_PARAM_EAGER_LIMIT",
                                    "SAMPLE_CVAR_EAGER_LIMIT"};
  while (!names.empty()) {
    Names environment;
    for (std::size_t i = 0; i < names.size(); ++i) environment[names[i]] = std::to_string(i);
    Engine engine;
    const SampleCvars cvars(engine, {.get = holding(environment), .complain = {}});
    EXPECT_EQ(cvars.eager_limit.get(), static_cast<int>(names.size()) - 1) << names.back();
    names.pop_back();
  }
}

TEST_F(Generated, TheEnvironmentSetsEveryType) {
  const SampleCvars cvars = registered({{"SAMPLE_CVAR_DEFAULT", "off"},
                                        {"SAMPLE_CVAR_PORTS", "7:9"},
                                        {"SAMPLE_CVAR_FACTOR", "-1e-3"},
                                        {"SAMPLE_CVAR_ORDER", "fifo"},
                                        {"SAMPLE_CVAR_OTHER_ORDER", "fifo"},
                                        {"SAMPLE_CVAR_HOST", "x y"}});
  EXPECT_EQ(cvars.default_.get(), 0);
  EXPECT_EQ(cvars.ports.get(), (Range{7, 9}));
  EXPECT_EQ(cvars.factor.get(), -1e-3);
  EXPECT_EQ(cvars.order.get(), 0);
  EXPECT_EQ(cvars.other_order.get(), 2);
  EXPECT_EQ(cvars.host.get(), "x y");
  EXPECT_THAT(complaints_, ElementsAre());
}

TEST_F(Generated, EnvironmentAcceptsSeveralSpellings) {
  const auto started = [&](const char* name, const char* text, auto cvar) {
    Engine engine;
    return (registered(engine, {{name, text}}).*cvar).get();
  };
  for (const char* const text : {"true", "T", "yes", "Y", "On", "1"}) {
    EXPECT_EQ(started("SAMPLE_CVAR_DEFAULT", text, &SampleCvars::default_), 1) << text;
  }
  for (const char* const text : {"FALSE", "f", "No", "n", "oFF", "0"}) {
    EXPECT_EQ(started("SAMPLE_CVAR_DEFAULT", text, &SampleCvars::default_), 0) << text;
  }
  EXPECT_EQ(started("SAMPLE_CVAR_EAGER_LIMIT", "+5", &SampleCvars::eager_limit), 5);
  EXPECT_EQ(started("SAMPLE_CVAR_FACTOR", "+2.5", &SampleCvars::factor), 2.5);
  EXPECT_EQ(started("SAMPLE_CVAR_PORTS", "-3:+4", &SampleCvars::ports), (Range{-3, 4}));
  EXPECT_THAT(complaints_, ElementsAre());
}

TEST_F(Generated, NearMissesAreReportedAndIgnored) {
  const std::pair<const char*, const char*> malformed[] = {
      {"SAMPLE_CVAR_DEFAULT", "y[s"},     {"SAMPLE_CVAR_DEFAULT", "truth"},
      {"SAMPLE_CVAR_EAGER_LIMIT", "+-5"}, {"SAMPLE_CVAR_EAGER_LIMIT", "5000000000"},
      {"SAMPLE_CVAR_FACTOR", "+-5"},      {"SAMPLE_CVAR_FACTOR", "inf"},
      {"SAMPLE_CVAR_FACTOR", "2.5x"},     {"SAMPLE_CVAR_PORTS", "7"},
      {"SAMPLE_CVAR_PORTS", "a:7"},       {"SAMPLE_CVAR_PORTS", "7:"}};
  for (const auto& [name, text] : malformed) {
    Engine engine;
    complaints_.clear();
    const SampleCvars cvars = registered(engine, {{name, text}});
    ASSERT_THAT(complaints_, testing::SizeIs(1)) << text;
    EXPECT_EQ(complaints_[0].find(std::string(name) + "='" + text + "' is ignored"), 0U)
        << complaints_[0];
    EXPECT_EQ(cvars.default_.get(), 1);
    EXPECT_EQ(cvars.eager_limit.get(), 4096);
    EXPECT_EQ(cvars.factor.get(), 0.25);
    EXPECT_EQ(cvars.ports.get(), (Range{-1, 20}));
  }
}

TEST_F(Generated, MalformedValuesAreReportedOnceAndIgnored) {
  const SampleCvars cvars = registered({{"OLD_EAGER_LIMIT", "17"},
                                        {"SAMPLE_CVAR_EAGER_LIMIT", "12k"},
                                        {"SAMPLE_CVAR_DEFAULT", "perhaps"},
                                        {"SAMPLE_CVAR_PORTS", "9:7"},
                                        {"SAMPLE_CVAR_FACTOR", ""},
                                        {"SAMPLE_CVAR_ORDER", "li\nfo"},
                                        {"SAMPLE_CVAR_HOST", std::string(384, 'x')}});
  EXPECT_THAT(
      complaints_,
      testing::UnorderedElementsAre(
          "SAMPLE_CVAR_EAGER_LIMIT='12k' is ignored: SAMPLE_CVAR_EAGER_LIMIT wants an integer of "
          "32 "
          "bits",
          "SAMPLE_CVAR_DEFAULT='perhaps' is ignored: SAMPLE_CVAR_DEFAULT wants true or false",
          "SAMPLE_CVAR_PORTS='9:7' is ignored: SAMPLE_CVAR_PORTS wants low:high, low not above "
          "high",
          "SAMPLE_CVAR_FACTOR='' is ignored: SAMPLE_CVAR_FACTOR wants a finite number",
          "SAMPLE_CVAR_ORDER='li?fo' is ignored: SAMPLE_CVAR_ORDER wants one of fifo, auto",
          "SAMPLE_CVAR_HOST='" + std::string(60, 'x') +
              "...' is ignored: SAMPLE_CVAR_HOST wants less than 384 bytes"));
  EXPECT_EQ(cvars.eager_limit.get(), 17) << "the well-formed one of lower priority";
  EXPECT_EQ(cvars.default_.get(), 1);
  EXPECT_EQ(cvars.ports.get(), (Range{-1, 20}));
  EXPECT_EQ(cvars.factor.get(), 0.25);
  EXPECT_EQ(cvars.order.get(), 1);
  EXPECT_EQ(cvars.host.get(), "here \"and\" there");
}

TEST(GeneratedInAProcess, ComplaintsGoToStderrInOneLine) {
  setenv("SAMPLE_CVAR_FACTOR", "much", 1);
  testing::internal::CaptureStderr();
  Engine engine;
  const SampleCvars cvars(engine);
  unsetenv("SAMPLE_CVAR_FACTOR");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "SAMPLE_CVAR_FACTOR='much' is ignored: SAMPLE_CVAR_FACTOR wants a finite number\n");
  EXPECT_EQ(cvars.factor.get(), 0.25);
}

}  // namespace
}  // namespace mpit
