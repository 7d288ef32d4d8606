// SPDX-License-Identifier: BSD-3-Clause
// Components from outside the library: in C and C++, linked and loaded at run time, registered
// before and after MPI_T_init_thread, withdrawn and unloaded.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "mpit/component.h"
#include "reference/support/run_concurrently.hpp"

namespace {

/// One of the two libraries, loaded, with its variables registered.
class Component {
 public:
  explicit Component(const char* path) : library_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_NE(library_, nullptr) << dlerror();
  }
  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(library_, name));
  }
  void work(unsigned amount) const { find<void(unsigned)>("component_work")(amount); }
  int call(const char* name) const { return find<int()>(name)(); }
  void unload() { EXPECT_EQ(dlclose(library_), 0); }

 private:
  void* library_;
};

/// A started handle of a variable.
class Handle {
 public:
  Handle(MPI_T_pvar_session session, const char* name, int var_class, void* object = nullptr)
      : session_(session) {
    int index = -1;
    EXPECT_EQ(MPI_T_pvar_get_index(name, var_class, &index), MPI_SUCCESS) << name;
    EXPECT_EQ(MPI_T_pvar_handle_alloc(session, index, object, &handle_, &count_), MPI_SUCCESS)
        << name;
    EXPECT_EQ(MPI_T_pvar_start(session, handle_), MPI_SUCCESS) << name;
  }
  template <class T>
  std::vector<T> read() const {
    std::vector<T> values(static_cast<std::size_t>(count_));
    EXPECT_EQ(code_of_read(values.data()), MPI_SUCCESS);
    return values;
  }
  template <class T>
  T value() const {
    return read<T>().at(0);
  }
  int code_of_read(void* buf) const { return MPI_T_pvar_read(session_, handle_, buf); }

 private:
  MPI_T_pvar_session session_;
  MPI_T_pvar_handle handle_ = MPI_T_PVAR_HANDLE_NULL;
  int count_ = 0;
};

// ctest runs each test in a process of its own, which registers the component once.
class ComponentTest : public testing::TestWithParam<const char*> {
 protected:
  ComponentTest() : component(GetParam()) {
    int provided = 0;
    EXPECT_EQ(component.call("component_register"), MPI_SUCCESS) << mpit_last_error();
    EXPECT_EQ(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided), MPI_SUCCESS);
    EXPECT_EQ(MPI_T_pvar_session_create(&session), MPI_SUCCESS);
  }
  ~ComponentTest() override { MPI_T_finalize(); }

  Component component;
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
};

TEST_P(ComponentTest, EveryClassCounts) {
  const Handle state(session, "c_state", MPI_T_PVAR_CLASS_STATE);
  const Handle level(session, "c_level", MPI_T_PVAR_CLASS_LEVEL);
  const Handle queue(session, "c_queue", MPI_T_PVAR_CLASS_LEVEL);
  const Handle size(session, "c_size", MPI_T_PVAR_CLASS_SIZE);
  const Handle share(session, "c_share", MPI_T_PVAR_CLASS_PERCENTAGE);
  const Handle generic(session, "c_generic", MPI_T_PVAR_CLASS_GENERIC);
  const Handle counter(session, "c_counter", MPI_T_PVAR_CLASS_COUNTER);
  const Handle bytes(session, "c_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
  const Handle cost(session, "c_cost", MPI_T_PVAR_CLASS_AGGREGATE);
  const Handle time(session, "c_time", MPI_T_PVAR_CLASS_TIMER);
  const Handle high(session, "c_high", MPI_T_PVAR_CLASS_HIGHWATERMARK);
  const Handle high_cost(session, "c_high_cost", MPI_T_PVAR_CLASS_HIGHWATERMARK);
  const Handle low(session, "c_low", MPI_T_PVAR_CLASS_LOWWATERMARK);
  EXPECT_EQ(state.value<int>(), 1);
  EXPECT_EQ(high.value<unsigned>(), 2U);
  component.work(7);
  component.work(3);
  EXPECT_EQ(state.value<int>(), 3);
  EXPECT_EQ(level.value<double>(), 1.5);
  EXPECT_EQ(queue.value<unsigned long>(), 90U);
  EXPECT_EQ(size.value<unsigned>(), 3U);
  EXPECT_EQ(share.value<double>(), 0.25);
  EXPECT_EQ(generic.value<int>(), -3);
  EXPECT_EQ(counter.value<unsigned long long>(), 2U);
  EXPECT_EQ(bytes.value<unsigned long>(), 10U);
  EXPECT_EQ(cost.value<double>(), 5.0);
  EXPECT_GT(time.value<double>(), 0.0);
  EXPECT_EQ(high.value<unsigned>(), 7U);
  EXPECT_EQ(high_cost.value<double>(), 1.75);
  EXPECT_EQ(low.value<unsigned long long>(), 3U);
}

TEST_P(ComponentTest, MemoryAndCallbacksOfTheComponentAreRead) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm world = MPI_COMM_WORLD;
  const Handle slots(session, "c_slots", MPI_T_PVAR_CLASS_COUNTER);
  const Handle squares(session, "c_squares", MPI_T_PVAR_CLASS_AGGREGATE);
  const Handle of_comm(session, "c_of_comm", MPI_T_PVAR_CLASS_LEVEL, &world);
  for (unsigned amount : {1U, 1U, 1U, 2U}) component.work(amount);
  EXPECT_EQ(slots.read<unsigned long long>(), (std::vector<unsigned long long>{0, 3, 1, 0}));
  EXPECT_EQ(squares.read<unsigned long long>(), (std::vector<unsigned long long>{0, 9, 1, 0}));
  EXPECT_EQ(of_comm.read<unsigned>(), (std::vector<unsigned>{10, 11, 12}));
  int index = -1;
  int count = 0;
  MPI_Comm none = MPI_COMM_NULL;  // the component refuses it
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  MPI_T_pvar_get_index("c_of_comm", MPI_T_PVAR_CLASS_LEVEL, &index);
  EXPECT_EQ(MPI_T_pvar_handle_alloc(session, index, &none, &handle, &count),
            MPI_T_ERR_INVALID_HANDLE);
  MPI_Finalize();
}

TEST_P(ComponentTest, InitChangesOnlyTheComponent) {
  const Handle counter(session, "c_counter", MPI_T_PVAR_CLASS_COUNTER);
  component.work(5);
  EXPECT_EQ(component.find<unsigned long long()>("component_count")(), 1U);
  component.call("component_restart");
  EXPECT_EQ(component.find<unsigned long long()>("component_count")(), 0U);
  component.work(5);
  EXPECT_EQ(component.find<unsigned long long()>("component_count")(), 1U);
  EXPECT_EQ(counter.value<unsigned long long>(), 2U);
}

TEST_P(ComponentTest, TheComponentSeesItsSumsTimesAndLevels) {
  const auto real = [&](const char* name) { return component.find<double()>(name)(); };
  component.work(7);
  component.work(3);
  EXPECT_EQ(real("component_cost"), 5.0);
  EXPECT_GT(real("component_time"), 0.0);
  EXPECT_EQ(component.find<unsigned()>("component_high")(), 3U);
  EXPECT_EQ(real("component_high_cost"), 0.75);
  component.call("component_restart");
  EXPECT_EQ(real("component_cost"), 0.0);
  EXPECT_EQ(real("component_time"), 0.0);
  component.work(3);
  EXPECT_EQ(real("component_cost"), 1.5);
}

TEST_P(ComponentTest, EndingThreadsLoseNoCounts) {
  const Handle counter(session, "c_counter", MPI_T_PVAR_CLASS_COUNTER);
  for (int round = 0; round != 3; ++round) {
    mpit::run_concurrently(4, [&](int) {
      for (int j = 0; j != 1000; ++j) component.work(1);
    });
  }
  EXPECT_EQ(counter.value<unsigned long long>(), 12000U);
}

TEST_P(ComponentTest, UnloadRemovesOnlyVariablesOfTheComponent) {
  const Handle slots(session, "c_slots", MPI_T_PVAR_CLASS_COUNTER);
  const Handle counter(session, "c_counter", MPI_T_PVAR_CLASS_COUNTER);
  component.work(1);
  int index = -1;
  MPI_T_pvar_get_index("c_slots", MPI_T_PVAR_CLASS_COUNTER, &index);
  EXPECT_EQ(component.call("component_withdraw"), MPI_SUCCESS);
  component.unload();
  unsigned long long values[4];
  EXPECT_EQ(slots.code_of_read(values), MPI_T_ERR_INVALID_HANDLE);
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  EXPECT_EQ(MPI_T_pvar_handle_alloc(session, index, nullptr, &handle, &count),
            MPI_T_ERR_INVALID_INDEX);
  EXPECT_EQ(counter.value<unsigned long long>(), 1U);  // the library owns the words
}

INSTANTIATE_TEST_SUITE_P(Languages, ComponentTest, testing::Values(COMPONENT_C, COMPONENT_CXX),
                         [](const auto& language) {
                           return std::string(
                               std::strcmp(language.param, COMPONENT_C) == 0 ? "C" : "Cxx");
                         });

mpit_pvar_info info_of(const char* name, int var_class = MPI_T_PVAR_CLASS_COUNTER,
                       MPI_Datatype datatype = MPI_UNSIGNED) {
  return {name,
          nullptr,
          nullptr,
          var_class,
          datatype,
          MPI_T_ENUM_NULL,
          MPI_T_VERBOSITY_USER_BASIC,
          MPI_T_BIND_NO_OBJECT,
          0};
}

TEST(Component, RegistersBesideToolsAndKeepsIndices) {
  int provided = 0;
  int before = 0;
  int after = 0;
  MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
  MPI_T_pvar_get_num(&before);
  mpit_sum sum{};
  mpit_sum_inc(&sum.words, 5, 0);  // not registered yet: without effect
  EXPECT_EQ(mpit_register_sum(info_of("late"), 1, &sum.words), MPI_SUCCESS);
  mpit_sum_inc(&sum.words, 2, 0);
  EXPECT_EQ(mpit_sum_get(&sum.words, 0), 2U);
  MPI_T_pvar_get_num(&after);
  EXPECT_EQ(after, before + 1);
  int index = -1;
  EXPECT_EQ(MPI_T_pvar_get_index("late", MPI_T_PVAR_CLASS_COUNTER, &index), MPI_SUCCESS);
  EXPECT_EQ(index, before);
  MPI_T_finalize();
}

// Before the registration, updates have no effect and values are 0.
TEST(Component, CountsNothingBeforeItsRegistration) {
  mpit_words words{};
  mpit_double_sum_inc(&words, 1.5, 0);
  mpit_sum_init(&words, 0);
  EXPECT_EQ(mpit_sum_get(&words, 0), 0U);
  const std::uint64_t since = mpit_timer_start(&words, 0);
  EXPECT_EQ(since, 0U);
  EXPECT_EQ(mpit_timer_get(&words, 0), 0.0);
  EXPECT_EQ(mpit_register_sum(info_of("early", MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE), 1, &words),
            MPI_SUCCESS);
  mpit_timer_end(&words, since, 0);  // began too early
  EXPECT_EQ(mpit_timer_get(&words, 0), 0.0);
  mpit_mark mark{};
  mpit_mark_update(&mark, 7, 0);
  mpit_double_mark_update(&mark, 7.5, 0);
  EXPECT_EQ(mpit_mark_get(&mark, 0), 0U);
  EXPECT_EQ(mpit_register_mark(info_of("early", MPI_T_PVAR_CLASS_HIGHWATERMARK), 1, nullptr, &mark),
            MPI_SUCCESS);
  EXPECT_EQ(mpit_mark_get(&mark, 0), 0U);
}

TEST(Component, IntegerTimerShowsSeconds) {
  int provided = 0;
  mpit_words words{};
  EXPECT_EQ(
      mpit_register_sum(info_of("time", MPI_T_PVAR_CLASS_TIMER, MPI_UNSIGNED_LONG_LONG), 1, &words),
      MPI_SUCCESS);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_session_create(&session);
  const Handle time(session, "time", MPI_T_PVAR_CLASS_TIMER);
  mpit_timer_end(&words, mpit_timer_start(&words, 0), 0);
  const auto nanoseconds = time.value<unsigned long long>();
  EXPECT_GT(nanoseconds, 0U);
  EXPECT_EQ(mpit_timer_get(&words, 0), static_cast<double>(nanoseconds) / 1e9);
  MPI_T_finalize();
}

TEST(Component, DynamicMarksAreReadAtTheirAddress) {
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_session_create(&session);
  for (const int var_class : {MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_PVAR_CLASS_LOWWATERMARK}) {
    mpit_mark mark{};
    EXPECT_EQ(mpit_register_dynamic(info_of("mark", var_class), 1, &mark, nullptr, nullptr),
              MPI_SUCCESS);
    mpit_mark_update(&mark, 5, 0);
    const Handle handle(session, "mark", var_class);
    for (const unsigned level : {9U, 2U, 4U}) mpit_mark_update(&mark, level, 0);
    EXPECT_EQ(handle.value<unsigned>(), var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK ? 9U : 2U);
    EXPECT_EQ(mpit_mark_get(&mark, 0), 4U);
  }
  MPI_T_finalize();
}

TEST(Component, RefusalsHaveAReason) {
  static const unsigned memory = 0;
  EXPECT_EQ(mpit_register_memory(info_of("twice"), 1, &memory), MPI_SUCCESS);
  EXPECT_EQ(mpit_register_memory(info_of("twice"), 1, &memory), MPI_T_ERR_INVALID);
  EXPECT_NE(std::string(mpit_last_error()), "");
  EXPECT_EQ(mpit_register_memory(info_of("nowhere"), 1, nullptr), MPI_T_ERR_INVALID);
  EXPECT_EQ(mpit_register_memory(info_of(nullptr), 1, &memory), MPI_T_ERR_INVALID);
  EXPECT_EQ(mpit_register_callback(info_of("no_function"), 1, nullptr, nullptr, nullptr),
            MPI_T_ERR_INVALID);
  mpit_pvar_info bound = info_of("no_count");
  bound.bind = MPI_T_BIND_MPI_COMM;
  const auto get = [](void*, const void*, int, void*) {};
  EXPECT_EQ(mpit_register_callback(bound, 1, nullptr, get, nullptr), MPI_T_ERR_INVALID);
  EXPECT_NE(std::string(mpit_last_error()).find("gets the count"), std::string::npos);
  EXPECT_EQ(mpit_withdraw("never_there", MPI_T_PVAR_CLASS_COUNTER), MPI_T_ERR_INVALID_NAME);
}

TEST(Component, EnumerationsNameStates) {
  const char* const names[] = {"idle", "busy"};
  const int values[] = {3, -1};
  const MPI_T_enum states = mpit_register_enum("c_states", 2, names, values);
  ASSERT_NE(states, MPI_T_ENUM_NULL);
  EXPECT_EQ(mpit_register_enum("c_states", 2, names, values), MPI_T_ENUM_NULL);
}

}  // namespace
