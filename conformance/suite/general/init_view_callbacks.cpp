// SPDX-License-Identifier: BSD-3-Clause
// Callbacks of MPI and of events have the same view as the code around them.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/test/phases.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/general/looks.hpp"

namespace mpitcheck {
namespace {

constexpr Clause for_callbacks = clause::init_one_for_the_process;

// The look that the next callback makes; empty: none.
std::optional<Look> look_of_callback;

void look_in_callback() {
  if (const auto look = std::exchange(look_of_callback, std::nullopt)) (*look)();
}

/// Lets callbacks look while `body()` runs.
template <class Body>
void looking_in_callbacks(Look look, const Body& body) {
  look_of_callback = look;
  body();
  look_of_callback.reset();
}

int on_delete(MPI_Comm, int, void*, void*) {
  look_in_callback();
  return MPI_SUCCESS;
}

int on_copy(MPI_Comm, int, void*, void*, void*, int* flag) {
  *flag = 0;
  look_in_callback();
  return MPI_SUCCESS;
}

/// Gives MPI_COMM_SELF an attribute; returns its key.
int set_attribute() {
  int key = 0;
  int value = 0;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_create_keyval(&on_copy, &on_delete, &key, nullptr);
  const int code = recorded("MPI_Comm_set_attr(MPI_COMM_SELF, key, &value)",
                            [&] { return MPI_Comm_set_attr(MPI_COMM_SELF, key, &value); });
  if (code != MPI_SUCCESS) throw CannotGoOn("an attribute of MPI_COMM_SELF");
  return key;
}

void compare_in_copy_callback(Test& t) {
  set_attribute();
  compare_looks(
      t, "in the copy callback of an attribute",
      [](Look look) {
        looking_in_callbacks(look, [] {
          MPI_Comm copy = MPI_COMM_NULL;
          const int code = recorded("MPI_Comm_dup(MPI_COMM_SELF, &copy)",
                                    [&] { return MPI_Comm_dup(MPI_COMM_SELF, &copy); });
          if (code == MPI_SUCCESS) MPI_Comm_free(&copy);
        });
      },
      true);
}

void compare_in_delete_callback(Test& t) {
  compare_looks(
      t, "in the delete callback of an attribute",
      [](Look look) {
        const int key = set_attribute();
        looking_in_callbacks(look, [&] {
          recorded("MPI_Comm_delete_attr(MPI_COMM_SELF, key)",
                   [&] { return MPI_Comm_delete_attr(MPI_COMM_SELF, key); });
        });
      },
      true);
}

#ifdef MPITCHECK_DECLARES_MPI_T_event_register_callback

// Only a callback without restrictions looks.
void on_event(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety safety, void*) {
  if (safety_rank(safety) == 0) look_in_callback();
}

void compare_in_event_callback(Test& t) {
  static MPI_Comm self = MPI_COMM_SELF;
  std::vector<MPI_T_event_registration> registrations;
  for (const EventType& type : audible_types()) {
    void* const object = type.bind == MPI_T_BIND_NO_OBJECT ? nullptr : &self;
    MPI_T_event_registration registration{};
    if (call::MPI_T_event_handle_alloc(type.index, object, MPI_INFO_NULL, &registration) !=
        MPI_SUCCESS) {
      continue;
    }
    registrations.push_back(registration);
    call::MPI_T_event_register_callback(registration,
                                        static_cast<MPI_T_cb_safety>(safety_levels()[0]),
                                        MPI_INFO_NULL, nullptr, &on_event);
  }
  compare_looks(
      t, "in an event callback",
      [](Look look) {
        looking_in_callbacks(look, [] {
          for (int part = 0; look_of_callback && part < 6; ++part) use_part_of_mpi(part);
        });
      },
      true);
  for (const MPI_T_event_registration registration : registrations) {
    call::MPI_T_event_handle_free.if_possible(registration, nullptr, nullptr);
  }
}

#else

void compare_in_event_callback(Test&) { throw CannotGoOn("events: mpi.h has none"); }

#endif

}  // namespace

MPITCHECK_TEST("init.view.attribute-callback",
               "An attribute callback has the same view as the code around it.",
               cites(for_callbacks), needs::nothing) {
  for (const auto& [name, compare_there] :
       {std::pair{"the copy callback", &compare_in_copy_callback},
        std::pair{"the delete callback", &compare_in_delete_callback}}) {
    isolated_sequence(t, for_callbacks, name, [&t, compare_there = compare_there] {
      t.lifecycle().tool_init();
      t.lifecycle().mpi_init();
      Progress::instance().phase("after MPI_Init");
      compare_there(t);
    });
  }
}

MPITCHECK_TEST("init.view.event-callback",
               "An event callback without restrictions has the same view as the code around it, or "
               "a call returns MPI_T_ERR_NOT_ACCESSIBLE.",
               cites(for_callbacks), needs::nothing) {
  isolated_sequence(t, for_callbacks, "an event callback", [&t] {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    Progress::instance().phase("after MPI_Init");
    compare_in_event_callback(t);
  });
}

}  // namespace mpitcheck
