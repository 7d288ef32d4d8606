// SPDX-License-Identifier: BSD-3-Clause
// Whoever of the process looks at the interface sees the same: another thread, a callback of MPI or
// of an event, a second tool; and whatever the process has behind it.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/event_types.hpp"
#include "conformance/harness/objects/view.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/phases.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/grid/place.hpp"

namespace mpitcheck {
namespace {

constexpr Clause one = clause::init_one_for_the_process;

constexpr std::array asked_levels{MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                                  MPI_THREAD_MULTIPLE};

using Look = FunctionRef<void()>;

/// What one caller was shown and, behind it, another.
struct Looks {
  View before, there;
  std::string_view caller;      // "in another thread"
  bool may_be_refused = false;  // there a library may say that something is out of reach
  bool may_have_grown = true;   // between the two
};

// False if the answer is wrong. Where the lists grew meanwhile, what lies between is right.
bool check_number(Test& t, Clause rule, const Looks& looks, std::size_t i) {
  const SeenNumber& before = looks.before.numbers[i];
  const SeenNumber& there = looks.there.numbers[i];
  if (before.code != MPI_SUCCESS || (looks.may_be_refused && there.code != MPI_SUCCESS))
    return true;
  const auto subject = [&] { return join(before.function, " ", looks.caller); };
  const std::string output = join(before.output, " ", looks.caller);
  if (!t.check(rule, subject, is_code(there.code, {MPI_SUCCESS}).of(before.function))) return false;
  const bool has_grown = there.number > before.number && looks.may_have_grown &&
                         there.number <= View::number_of(before.function).number;
  return t.check(rule, subject,
                 number_is(has_grown || there.number == before.number, output, there.number,
                           Relation::one_of, before.number)
                     .of(before.function)
                     .as_before());
}

bool has_changed(const Looks& looks, const SeenEntry& before) {
  return looks.may_have_grown && View::now().text_of(before.label) != before.text;
}

void check_entry(Test& t, Clause rule, const Looks& looks, const SeenEntry& before) {
  const auto there = looks.there.text_of(before.label);
  if (!there || (looks.may_be_refused && there->empty())) return;
  const auto words = [](const std::string& text) { return text.empty() ? "no answer" : text; };
  t.check(
      rule, [&] { return join(before.label, " ", looks.caller); },
      in_words(
          join(before.label, " ", looks.caller),
          *there == before.text || has_changed(looks, before), [&] { return words(before.text); },
          [&] { return words(*there); })
          .as_before());
}

// One wrong number is enough: what makes it wrong is wrong for other lists and entries too.
bool check_same(Test& t, Clause rule, const Looks& looks) {
  t.examining(rule);
  if (looks.before.numbers.size() != looks.there.numbers.size()) return true;  // in quarantine
  for (std::size_t i = 0; i < looks.before.numbers.size(); ++i) {
    if (!check_number(t, rule, looks, i)) return false;
  }
  for (const SeenEntry& entry : looks.before.entries) check_entry(t, rule, looks, entry);
  return true;
}

/// Lets another caller look behind this one; `elsewhere(look)` has it call `look`. First at the
/// numbers alone, so that the calls that a finding shows are these.
template <class Elsewhere>
void compare(Test& t, std::string_view caller, const Elsewhere& elsewhere,
             bool may_be_refused = false) {
  for (View (*const now)() : {&View::of_numbers, &View::now}) {
    Looks looks{now(), {}, caller, may_be_refused};
    bool has_looked = false;
    elsewhere([&] {
      if (!std::exchange(has_looked, true)) looks.there = now();
    });
    if (!has_looked) throw CannotGoOn(join("a call of the interface ", caller));
    if (!check_same(t, one, looks)) return;
  }
}

void compare_in_thread(Test& t) {
  compare(t, "in another thread", [](const auto& look) { Thread(look).join(); });
}

bool threads_may_call(Test& t, int granted, std::string_view by) {
  if (granted >= MPI_THREAD_SERIALIZED) return true;
  t.missing(join("MPI_THREAD_SERIALIZED or more from ", by, " (it granted ",
                 thread_level_name(granted), ")"));
  return false;
}

// --- Callbacks

// What the next callback does that is called; nothing: it does not look.
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
  compare(t, "in the copy callback of an attribute", [](Look look) {
    looking_in_callbacks(look, [] {
      MPI_Comm copy = MPI_COMM_NULL;
      const int code = recorded("MPI_Comm_dup(MPI_COMM_SELF, &copy)",
                                [&] { return MPI_Comm_dup(MPI_COMM_SELF, &copy); });
      if (code == MPI_SUCCESS) MPI_Comm_free(&copy);
    });
  });
}

void compare_in_delete_callback(Test& t) {
  compare(t, "in the delete callback of an attribute", [](Look look) {
    const int key = set_attribute();
    looking_in_callbacks(look, [&] {
      recorded("MPI_Comm_delete_attr(MPI_COMM_SELF, key)",
               [&] { return MPI_Comm_delete_attr(MPI_COMM_SELF, key); });
    });
  });
}

#ifdef MPITCHECK_DECLARES_MPI_T_event_register_callback

// Only one without restrictions looks.
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
  compare(
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

// --- Lives

void cycle(int times) {
  int provided = 0;
  for (int i = 0; i < times; ++i) {
    call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    call::MPI_T_finalize();
  }
}

struct Life {
  std::string_view name;
  /// Leaves the interface down; returns the level at which MPI then lets threads call.
  int (*live)(Lifecycle&);
  Clause rule;  // of an interface that comes up behind it
};

constexpr Life lives[] = {{"a surplus MPI_T_finalize",
                           [](Lifecycle& life) {
                             life.tool_init();
                             life.tool_finalize();
                             call::MPI_T_finalize();
                             return MPI_THREAD_MULTIPLE;
                           },
                           clause::init_reinitialization},
                          {"fifty initializations",
                           [](Lifecycle&) {
                             cycle(50);
                             return MPI_THREAD_MULTIPLE;
                           },
                           clause::init_reinitialization},
                          {"an epoch before MPI_Init",
                           [](Lifecycle& life) {
                             cycle(1);
                             return life.mpi_init_thread(MPI_THREAD_MULTIPLE);
                           },
                           clause::init_reinitialization},
                          {"MPI_Finalize",
                           [](Lifecycle& life) {
                             life.mpi_init();
                             life.mpi_finalize();
                             return MPI_THREAD_SINGLE;
                           },
                           clause::general_after_mpi_finalize}};

std::string numbers_text(const View& view) {
  std::string text;
  for (const SeenNumber& each : view.numbers) {
    text += join(text.empty() ? "" : ", ", each.output, " ",
                 each.code == MPI_SUCCESS ? join(each.number) : code_name(each.code));
  }
  return text;
}

// Other numbers than in a former epoch are allowed (A6); within one they stay.
void look_after(Test& t, const Life& life) {
  int granted = life.live(t.lifecycle());
  int provided = MPI_THREAD_SINGLE;
  if (call::MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
    return t.missing(join("an interface that comes up after ", life.name));
  }
  granted = std::min(granted, provided);
  t.enter_phase(join("after ", life.name));
  const Looks looks{View::now(), View::now(), "a second time"};
  t.behaviour(life.rule, join("numbers after ", life.name), numbers_text(looks.before));
  for (const SeenNumber& each : looks.before.numbers) {
    t.check(life.rule, each.function, is_code(each.code, {MPI_SUCCESS}).of(each.function));
  }
  check_same(t, life.rule, looks);
  if (granted >= MPI_THREAD_SERIALIZED) compare_in_thread(t);
  call::MPI_T_finalize();
}

}  // namespace

MPITCHECK_TEST("init.view.other-thread",
               "Another thread that may call sees what the thread sees that initialized.",
               cites(one), needs::nothing) {
  for (const int level : asked_levels) {
    isolated_sequence(t, one, thread_level_name(level), [&] {
      if (!threads_may_call(t, t.lifecycle().tool_init(level), "MPI_T_init_thread")) return;
      t.enter_phase(join("before MPI_Init, ", thread_level_name(level)));
      compare_in_thread(t);
      if (!threads_may_call(t, t.lifecycle().mpi_init_thread(level), "MPI_Init_thread")) return;
      t.enter_phase(join("after MPI_Init, ", thread_level_name(level)));
      compare_in_thread(t);
    });
  }
}

MPITCHECK_TEST("init.view.brought-up-in-a-thread",
               "Once a thread has initialized the interface and ended, others see what it saw.",
               cites(one), needs::nothing) {
  isolated_sequence(t, one, "MPI_T_init_thread in another thread", [&] {
    int granted = MPI_THREAD_SINGLE;
    Looks looks{{}, {}, "in a thread that did not initialize", false, false};
    Thread([&] {
      granted = t.lifecycle().tool_init(MPI_THREAD_MULTIPLE);
      looks.before = View::now();
    }).join();
    if (!threads_may_call(t, granted, "MPI_T_init_thread")) return;
    looks.there = View::now();
    check_same(t, one, looks);
  });
}

MPITCHECK_TEST("init.view.attribute-callback",
               "A callback of an attribute sees what the code around it sees.", cites(one),
               needs::nothing) {
  for (const auto& [name, compare_there] :
       {std::pair{"the copy callback", &compare_in_copy_callback},
        std::pair{"the delete callback", &compare_in_delete_callback}}) {
    isolated_sequence(t, one, name, [&t, compare_there = compare_there] {
      t.lifecycle().tool_init();
      t.lifecycle().mpi_init();
      t.enter_phase("after MPI_Init");
      compare_there(t);
    });
  }
}

MPITCHECK_TEST("init.view.event-callback",
               "An event callback without restrictions sees what the code around it sees, or is "
               "told that it is out of reach.",
               cites(clause::init_one_for_the_process), needs::nothing) {
  isolated_sequence(t, one, "an event callback", [&t] {
    t.lifecycle().tool_init();
    t.lifecycle().mpi_init();
    t.enter_phase("after MPI_Init");
    compare_in_event_callback(t);
  });
}

MPITCHECK_TEST("init.view.second-tool",
               "A second tool that initializes the interface sees what the first one sees.",
               cites(one), needs::nothing) {
  isolated_sequence(t, one, "a second tool", [&t] {
    t.lifecycle().tool_init();
    compare(t, "by a second tool", [](Look look) {
      struct AsSecondTool {
        AsSecondTool() { caller = grid::second_tool(); }
        ~AsSecondTool() { caller = nullptr; }
      } const second;
      int provided = 0;
      const int code = call::MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
      look();
      if (code == MPI_SUCCESS) call::MPI_T_finalize();
    });
  });
}

MPITCHECK_TEST("init.view.after-lives",
               "Whatever a process has behind it, the interface shows the same at each look, to "
               "another thread too.",
               cites(clause::init_reinitialization, clause::general_after_mpi_finalize, one),
               needs::nothing) {
  for (const Life& life : lives) {
    isolated_sequence(t, life.rule, life.name, [&] { look_after(t, life); });
  }
}

}  // namespace mpitcheck
