// SPDX-License-Identifier: BSD-3-Clause
// C functions return a code when an allocation fails. The process never ends.
#include <gtest/gtest.h>
#include <mpi.h>
#include <mpit/component.h>

#include <cstdlib>
#include <string>

#include "reference/tests/allocation/sweep.hpp"

namespace {

bool granted(int code) {
  EXPECT_TRUE(code == MPI_SUCCESS || code == MPI_T_ERR_MEMORY) << code;
  return code == MPI_SUCCESS;
}

// The initialized interface with an info object and a registration.
struct BindingScene {
  MPI_Info info = MPI_INFO_NULL;
  MPI_T_event_registration registration{};
  MPI_Info made_info = MPI_INFO_NULL;
  MPI_T_event_registration made_registration{};
  bool is_done = false;

  BindingScene() {
    int provided = 0;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpit_sample_every", "3");
    MPI_Info_set(info, "some key that is longer than a short string", "and its value is, too");
    MPI_T_event_handle_alloc(0, nullptr, MPI_INFO_NULL, &registration);
  }
  ~BindingScene() {
    MPI_Info_free(&info);
    if (made_info != MPI_INFO_NULL) MPI_Info_free(&made_info);
    MPI_T_finalize();
  }
  BindingScene(const BindingScene&) = delete;
  BindingScene& operator=(const BindingScene&) = delete;

  bool look() const { return is_done; }
  bool done(int code) {
    is_done = granted(code);
    EXPECT_TRUE(is_done ||
                (made_info == MPI_INFO_NULL && made_registration == MPI_T_event_registration{}));
    return is_done;
  }
  void check() const {
    const auto count = [](MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {
    };
    EXPECT_EQ(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL,
                                            nullptr, count),
              MPI_SUCCESS);
  }
};

void sweep(bool (*call)(BindingScene&)) {
  EXPECT_GT(mpit::refuse_each_allocation<BindingScene>(call, mpit::Leaks::not_looked_for), 0);
}

TEST(RefusedAllocationOfCFunctions, InfoOfAnEventType) {
  sweep([](BindingScene& scene) {
    return scene.done(MPI_T_event_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                           nullptr, &scene.made_info, nullptr, nullptr, nullptr));
  });
}

TEST(RefusedAllocationOfCFunctions, InfoOfASource) {
  sweep([](BindingScene& scene) {
    return scene.done(MPI_T_source_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                            nullptr, &scene.made_info));
  });
}

TEST(RefusedAllocationOfCFunctions, InfoOfARegistration) {
  sweep([](BindingScene& scene) {
    return scene.done(MPI_T_event_handle_get_info(scene.registration, &scene.made_info));
  });
}

TEST(RefusedAllocationOfCFunctions, AllocationOfARegistration) {
  sweep([](BindingScene& scene) {
    return scene.done(MPI_T_event_handle_alloc(0, nullptr, scene.info, &scene.made_registration));
  });
}

TEST(RefusedAllocationOfCFunctions, HintsOfARegistration) {
  sweep([](BindingScene& scene) {
    return scene.done(MPI_T_event_handle_set_info(scene.registration, scene.info));
  });
}

TEST(RefusedAllocationOfCFunctions, Callback) {
  sweep([](BindingScene& scene) {
    const auto nothing = [](MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety,
                            void*) {};
    return scene.done(MPI_T_event_register_callback(scene.registration, MPI_T_CB_REQUIRE_NONE,
                                                    scene.info, nullptr, nothing));
  });
}

// Up to this number every allocation is refused, then ever fewer: later ones only register
// variables that are alike.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(MPITCHECK_COVERAGE)
constexpr long all_of_first = 100;
#else
constexpr long all_of_first = 1000;
#endif

// Refuses allocations of the first call, which creates the engine, the runtime and their variables.
// `init` must return `lack` each time, without an effect. Ends the process, which must be a child.
[[noreturn]] void refuse_each_of_first(int (*init)(), int lack, long every_of) {
  long refusals = 0;
  bool refused = true;
  for (long n = 1; refused; n += 1 + n / every_of) {
    const mpit::Refusal refusal(n);
    const int code = init();
    refused = refusal.happened();
    if (code != (refused ? lack : MPI_SUCCESS)) std::_Exit(1);
    if (refused) ++refusals;
  }
  std::_Exit(refusals > 100 ? 0 : 2);
}

TEST(RefusedAllocationOfCFunctions, FirstInit) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto init = [] {
    int provided = -1;
    int cvars = 0;
    const int code = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    if (code != MPI_SUCCESS) return code;
    return MPI_T_cvar_get_num(&cvars) == MPI_SUCCESS && cvars > 0 ? code : MPI_ERR_INTERN;
  };
  EXPECT_EXIT(refuse_each_of_first(init, MPI_T_ERR_MEMORY, all_of_first),
              testing::ExitedWithCode(0), "");
}

TEST(RefusedAllocationOfCFunctions, AnotherFirstCall) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto call = [] {
    int flag = 0;
    return MPI_Initialized(&flag);
  };
  EXPECT_EXIT(refuse_each_of_first(call, MPI_ERR_NO_MEM, 100), testing::ExitedWithCode(0), "");
}

// Registrations of components in C. Each has a name of its own, since none is ever removed.
class ComponentScene {
 public:
  ComponentScene() { MPI_T_init_thread(MPI_THREAD_SINGLE, &number_); }
  ~ComponentScene() { MPI_T_finalize(); }
  ComponentScene(const ComponentScene&) = delete;
  ComponentScene& operator=(const ComponentScene&) = delete;

  bool look() const { return is_done_; }
  void check() {
    EXPECT_EQ(MPI_T_pvar_get_index(name_.c_str(), var_class_, &number_), MPI_SUCCESS);
  }
  mpit_pvar_info info(int var_class) {
    var_class_ = var_class;
    mpit_pvar_info made{};
    made.name = name_.c_str();
    made.category = name_.c_str();
    made.verbosity = MPI_T_VERBOSITY_USER_BASIC;
    made.var_class = var_class;
    made.datatype = MPI_UNSIGNED_LONG_LONG;
    made.bind = MPI_T_BIND_NO_OBJECT;
    return made;
  }
  bool done(int code) { return is_done_ = granted(code); }

 private:
  static inline int scenes = 0;
  const std::string name_ = "a variable that is one of many, number " + std::to_string(scenes++);
  int number_ = 0;
  int var_class_ = 0;
  bool is_done_ = false;
};

void sweep(bool (*call)(ComponentScene&)) {
  EXPECT_GT(mpit::refuse_each_allocation<ComponentScene>(call, mpit::Leaks::not_looked_for), 0);
}

TEST(RefusedRegistrationInC, OfASum) {
  sweep([](ComponentScene& scene) {
    static mpit_words words;
    return scene.done(mpit_register_sum(scene.info(MPI_T_PVAR_CLASS_COUNTER), 2, &words));
  });
}

TEST(RefusedRegistrationInC, OfAMark) {
  sweep([](ComponentScene& scene) {
    static mpit_mark mark;
    return scene.done(
        mpit_register_mark(scene.info(MPI_T_PVAR_CLASS_HIGHWATERMARK), 2, nullptr, &mark));
  });
}

TEST(RefusedRegistrationInC, OfMemory) {
  sweep([](ComponentScene& scene) {
    static unsigned long long value;
    return scene.done(mpit_register_memory(scene.info(MPI_T_PVAR_CLASS_LEVEL), 1, &value));
  });
}

TEST(RefusedRegistrationInC, OfACallback) {
  sweep([](ComponentScene& scene) {
    const auto get = [](void*, const void*, int, void*) {};
    return scene.done(
        mpit_register_callback(scene.info(MPI_T_PVAR_CLASS_LEVEL), 1, nullptr, get, nullptr));
  });
}

// A wrong registration is refused with its reason, or with MPI_T_ERR_MEMORY if storing that fails.
TEST(RefusedRegistrationInC, OfAMalformedVariable) {
  const ComponentScene up;
  static unsigned long long value;
  mpit_pvar_info unnamed{};
  bool refused = true;
  for (long n = 1; refused; n += 1 + n / all_of_first) {
    const mpit::Refusal refusal(n);
    const int code = mpit_register_memory(unnamed, 1, &value);
    refused = refusal.happened();
    EXPECT_EQ(code, refused ? MPI_T_ERR_MEMORY : MPI_T_ERR_INVALID);
  }
  EXPECT_STREQ(mpit_last_error(), "a variable needs a name");
}

}  // namespace
