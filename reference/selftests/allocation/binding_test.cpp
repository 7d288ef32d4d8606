// SPDX-License-Identifier: BSD-3-Clause
// The C functions without memory: a code, never the end of the process.
#include <gtest/gtest.h>
#include <mpi.h>

#include <string>

#include "reference/selftests/allocation/sweep.hpp"

namespace {

bool granted(int code) {
  EXPECT_TRUE(code == MPI_SUCCESS || code == MPI_T_ERR_MEMORY) << code;
  return code == MPI_SUCCESS;
}

// The tool interface, up, with an info object and a registration.
struct BindingScene {
  MPI_Info info = MPI_INFO_NULL;
  MPI_T_event_registration registration = nullptr;
  MPI_Info made_info = MPI_INFO_NULL;
  MPI_T_event_registration made_registration = nullptr;
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
    EXPECT_TRUE(is_done || (made_info == MPI_INFO_NULL && made_registration == nullptr));
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

long sweep(bool (*call)(BindingScene&)) {
  return mpit::refuse_each_allocation<BindingScene>(call, mpit::Leaks::not_looked_for);
}

TEST(RefusedAllocationOfCFunctions, InfoOfAnEventType) {
  EXPECT_GT(sweep([](BindingScene& scene) {
              return scene.done(MPI_T_event_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                     nullptr, nullptr, &scene.made_info, nullptr,
                                                     nullptr, nullptr));
            }),
            0);
}

TEST(RefusedAllocationOfCFunctions, InfoOfASource) {
  EXPECT_GT(sweep([](BindingScene& scene) {
              return scene.done(MPI_T_source_get_info(0, nullptr, nullptr, nullptr, nullptr,
                                                      nullptr, nullptr, nullptr, &scene.made_info));
            }),
            0);
}

TEST(RefusedAllocationOfCFunctions, InfoOfARegistration) {
  EXPECT_GT(sweep([](BindingScene& scene) {
              return scene.done(MPI_T_event_handle_get_info(scene.registration, &scene.made_info));
            }),
            0);
}

TEST(RefusedAllocationOfCFunctions, Registration) {
  EXPECT_GT(sweep([](BindingScene& scene) {
              return scene.done(
                  MPI_T_event_handle_alloc(0, nullptr, scene.info, &scene.made_registration));
            }),
            0);
}

TEST(RefusedAllocationOfCFunctions, HintsOfARegistration) {
  EXPECT_GT(sweep([](BindingScene& scene) {
              return scene.done(MPI_T_event_handle_set_info(scene.registration, scene.info));
            }),
            0);
}

TEST(RefusedAllocationOfCFunctions, Callback) {
  EXPECT_GT(sweep([](BindingScene& scene) {
              const auto nothing = [](MPI_T_event_instance, MPI_T_event_registration,
                                      MPI_T_cb_safety, void*) {};
              return scene.done(MPI_T_event_register_callback(
                  scene.registration, MPI_T_CB_REQUIRE_NONE, scene.info, nullptr, nothing));
            }),
            0);
}

}  // namespace
