// SPDX-License-Identifier: BSD-3-Clause
// Calls that end the process are found and skipped. The library is a fake.
#include "conformance/harness/calls/quarantine.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/survey/survey.hpp"
#include "conformance/harness/test/run_test.hpp"
#include "conformance/harness/tests/fixture.hpp"

namespace mpitcheck {
namespace {

using ::testing::ElementsAre;

constexpr const char* query_name = "MPI_T_category_get_num_events";

// The library's reaction to a query of an index. Null: the query returns.
void (*harm)(int index) = nullptr;

int answer(int index, int* out) {
  if (harm != nullptr) harm(index);
  *out = index;
  return MPI_SUCCESS;
}

int allocate(int index, void*, MPI_T_cvar_handle* handle, int* count) {
  static char handles[16];
  *handle = handle_at<MPI_T_cvar_handle>(&handles[index]);
  *count = 1;
  return MPI_SUCCESS;
}

int read(MPI_T_cvar_handle, void*) { return MPI_SUCCESS; }
int free_one(MPI_T_cvar_handle*) { return MPI_SUCCESS; }

const Function<int(int, int*)> query(query_name, "cat_index, num_events", &answer);
const Function<int(int, int*)> twin("PMPI_T_category_get_num_events", "cat_index, num_events",
                                    &answer);
const Function<int(int, void*, MPI_T_cvar_handle*, int*)> alloc(
    "MPI_T_cvar_handle_alloc", "cvar_index, obj_handle, handle, count", &allocate);
const Function<int(MPI_T_cvar_handle, void*)> read_value("MPI_T_cvar_read", "handle, buf", &read);
const Function<int(MPI_T_cvar_handle*)> free_handle("MPI_T_cvar_handle_free", "handle", &free_one);

int ask(const Function<int(int, int*)>& function, int index) {
  int out = 0;
  return function(index, &out);
}

class QuarantineTest : public ::testing::Test {
 protected:
  void TearDown() override {
    Quarantine::instance().set({});
    harm = nullptr;
  }
  static void hold(std::vector<DeadlyCall> calls) { Quarantine::instance().set(std::move(calls)); }
};

using SurveyTest = QuarantineTest;

struct Asked {
  int number;
  [[nodiscard]] std::string label() const { return join("asked for ", number); }
};
constexpr std::array three{Asked{2}, Asked{3}, Asked{4}};

TEST_F(QuarantineTest, ListRoundTrips) {
  const std::vector<DeadlyCall> calls{{query_name, 3, "SIGSEGV"},
                                      {"MPI_T_event_get_info", no_object, "exit status 1"},
                                      {"MPI_T_cvar_read", 0, std::string(never_returns)}};
  EXPECT_EQ(parse_quarantine(quarantine_text(calls)), calls);
}

TEST_F(QuarantineTest, MalformedLinesAreIgnored) {
  EXPECT_THAT(parse_quarantine("MPI_T_x\nMPI_T_x 3\n\nMPI_T_x three SIGSEGV\nMPI_T_y * SIGBUS\n"),
              ElementsAre(DeadlyCall{"MPI_T_y", no_object, "SIGBUS"}));
}

TEST_F(QuarantineTest, SkipsOneObjectAndReportsIt) {
  hold({{query_name, 3, "SIGSEGV"}});
  EXPECT_EQ(ask(query, 2), MPI_SUCCESS);
  EXPECT_THAT(Quarantine::instance().met(), ElementsAre());
  EXPECT_THROW(ask(query, 3), Quarantined);
  EXPECT_THROW(ask(twin, 3), Quarantined);
  EXPECT_THAT(Quarantine::instance().met(),
              ElementsAre("MPI_T_category_get_num_events of number 3 ends the process (SIGSEGV)"));
}

TEST_F(QuarantineTest, SkipsAllCallsOfAFunction) {
  hold({{query_name, no_object, std::string(never_returns)}});
  EXPECT_THROW(ask(query, 2), Quarantined);
  EXPECT_THROW(static_cast<void>(query.required()), Quarantined);
  int out = 0;
  query.if_possible(2, &out);
  EXPECT_THAT(Quarantine::instance().met(),
              ElementsAre("MPI_T_category_get_num_events does not return"));
}

TEST_F(QuarantineTest, MapsAHandleToItsIndex) {
  hold({{"MPI_T_cvar_read", 5, "SIGSEGV"}});
  MPI_T_cvar_handle fourth{}, fifth{};
  int count = 0;
  alloc(4, nullptr, &fourth, &count);
  alloc(5, nullptr, &fifth, &count);
  EXPECT_EQ(read_value(fourth, nullptr), MPI_SUCCESS);
  EXPECT_THROW(read_value(fifth, nullptr), Quarantined);
}

TEST_F(QuarantineTest, SkippedFreeKeepsTheHandleKnown) {
  hold({{"MPI_T_cvar_handle_free", 5, "SIGSEGV"}});
  MPI_T_cvar_handle handle{};
  int count = 0;
  alloc(5, nullptr, &handle, &count);
  EXPECT_THROW(free_handle(&handle), Quarantined);
  EXPECT_THROW(free_handle(&handle), Quarantined) << "as a destructor would free it";
}

TEST(ObjectHandlesTest, FreedRegistrationIsForgotten) {
  static char place = 0;
  auto registration = handle_at<MPI_T_event_registration>(&place);
  const std::string_view free_function = "MPI_T_event_handle_free";
  ObjectHandles handles;
  handles.note("MPI_T_event_handle_alloc", 3, MPI_INFO_NULL, &registration);
  EXPECT_EQ(handles.object_of(free_function, registration), 3);
  handles.forget("MPI_T_event_handle_get_info", registration);
  EXPECT_EQ(handles.object_of(free_function, registration), 3);
  handles.forget(free_function, registration);
  EXPECT_EQ(handles.object_of(free_function, registration), no_object);
}

TEST_F(QuarantineTest, ChildrenReportSkippedCalls) {
  hold({{query_name, 3, "SIGSEGV"}});
  in_child([](int) { ask(query, 3); });
  EXPECT_EQ(Quarantine::instance().met().size(), 1U);
}

TEST_F(QuarantineTest, SkipsOneIsolatedItemAndExaminesTheOthers) {
  hold({{query_name, 3, "SIGSEGV"}});
  const Clause rule = clause_of(Level::must);
  TestUnderTest test({rule});
  test->each_isolated(rule, three, [&](const Asked& item) {
    test->check_code(rule, item, ask(query, item.number), {MPI_SUCCESS});
  });
  EXPECT_EQ(test->outcome().tallies.front().examined, 2U);
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::pass);
}

TEST_F(QuarantineTest, ATestThatExaminedNothingIsInconclusive) {
  hold({{query_name, no_object, "SIGSEGV"}});
  const Clause rule = clause_of(Level::must);
  TestUnderTest test({rule});
  test->each_isolated(rule, three, [&](const Asked& item) { ask(query, item.number); });
  EXPECT_EQ(verdict_of(test->outcome()), Verdict::inconclusive);
}

TEST_F(QuarantineTest, TestsOfTheCallMakeIt) {
  const Clause rule = clause::binding_no_object_is_process_wide;
  const auto allocate_items = [&](::mpitcheck::Test& test) {
    test.each_isolated(rule, three, [&](const Asked& item) {
      MPI_T_cvar_handle handle{};
      int count = 0;
      test.check_code(rule, item, alloc(item.number, nullptr, &handle, &count), {MPI_SUCCESS});
    });
    return test.outcome().tallies.front().examined;
  };
  TestUnderTest exempt({rule}), held({rule});
  hold({{"MPI_T_cvar_handle_alloc", 3, "SIGSEGV"}});
  EXPECT_EQ(allocate_items(*exempt), three.size());
  hold({{"MPI_T_cvar_handle_alloc", 3, std::string(never_returns)}});
  EXPECT_EQ(allocate_items(*held), three.size() - 1);
}

void ask_for_ten(int) {
  for (int i = 0; i < 10; ++i) {
    value_unless_quarantined([&] { return ask(query, i); });
  }
}

TEST_F(SurveyTest, FindsEachObjectThatEndsTheProcess) {
  harm = [](int index) {
    if (index == 3) std::raise(SIGSEGV);
    if (index == 7) std::_Exit(0);
  };
  EXPECT_TRUE(Survey().get_through(ask_for_ten).finished);
  EXPECT_THAT(Quarantine::instance().calls(),
              ElementsAre(DeadlyCall{query_name, 3, "SIGSEGV"},
                          DeadlyCall{query_name, 7, "exit status 0"}));
}

TEST_F(SurveyTest, QuarantinesAFunctionThatNeverReturns) {
  harm = [](int) { std::raise(SIGABRT); };
  std::vector<DeadlyCall> found;
  Survey survey([&](const DeadlyCall& call) { found.push_back(call); });
  // Calls of other tests of this program may have returned.
  Quarantine::instance().watch().returned = {};
  EXPECT_TRUE(survey.get_through(ask_for_ten).finished);
  EXPECT_THAT(Quarantine::instance().calls(),
              ElementsAre(DeadlyCall{query_name, no_object, "SIGABRT"}));
  EXPECT_EQ(found.size(), 3U);
}

TEST_F(SurveyTest, EndsCallsThatHang) {
  harm = [](int index) {
    if (index == 3) ::pause();
  };
  EXPECT_TRUE(Survey().get_through(ask_for_ten, 0.2).finished);
  EXPECT_THAT(Quarantine::instance().calls(),
              ElementsAre(DeadlyCall{query_name, 3, std::string(never_returns)}));
}

TEST_F(SurveyTest, GivesUpWhenNoCallIsToBlame) {
  const Attempt made = Survey().get_through([](int) { std::raise(SIGTERM); });
  EXPECT_FALSE(made.finished);
  EXPECT_FALSE(made.death);
  EXPECT_EQ(made.how, "SIGTERM");
}

}  // namespace
}  // namespace mpitcheck
