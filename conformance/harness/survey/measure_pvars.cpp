// SPDX-License-Identifier: BSD-3-Clause
#include "conformance/harness/survey/measure_pvars.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/read_cost.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/text.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/end_in.hpp"
#include "conformance/harness/process/given_time.hpp"
#include "conformance/harness/process/shared.hpp"
#include "conformance/harness/survey/listing.hpp"
#include "conformance/harness/survey/survey.hpp"
#include "conformance/harness/test/probe.hpp"
#include "reference/support/signal_timers.hpp"

namespace mpitcheck {
namespace {

using nlohmann::json;

constexpr std::size_t rounds = 9;
constexpr int calls_of_a_round = 500;
constexpr std::uint64_t reads_in_handler = 100;
constexpr long signals_a_second = 20'000;
constexpr int most_hangs = 4;
constexpr double handler_patience = 2;  // in seconds of GivenTime, per handler
constexpr unsigned seconds_to_end = 10;

void say(int out, int index, const char* key, const json& value) {
  write_all(out, json{{"index", index}, {key, value}}.dump() + "\n");
}

// --- Cost of a read ------------------------------------------------------------------------------

double median(std::array<double, rounds> values) {
  std::ranges::sort(values);
  return values[rounds / 2];
}

double with_one_digit(double value) { return std::round(value * 10) / 10; }

void tell_cost(int out, const PvarSession& session, const PvarInfo& pvar) {
  const PvarHandle handle(session, pvar);
  handle.run();
  ValueBuffer value = handle.value();
  std::array<double, rounds> reads{};
  std::array<double, rounds> ratios{};
  const auto cost_of = [&](PvarRead read) {
    return nanoseconds_of(read, calls_of_a_round, session.get(), handle.get(), value.data());
  };
  for (std::size_t i = 0; i < rounds; ++i) {
    reads[i] = cost_of(call::MPI_T_pvar_read.unrecorded());
    ratios[i] = reads[i] / cost_of(&read_nothing);
  }
  say(out, pvar.index, "read_ns", with_one_digit(median(reads)));
  say(out, pvar.index, "read_ratio", with_one_digit(median(ratios)));
}

// --- A read in a signal handler ------------------------------------------------------------------

// Shared by a process that signals interrupt and the one that watches it.
struct HandlerPage {
  std::atomic<std::size_t> place{0};  // index among the pvars
  std::atomic<std::uint64_t> reads{0};
  std::atomic<int> code{MPI_SUCCESS};  // of the last read that failed
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared, and used in a handler");

struct HandlerWork {
  PvarRead read;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  void* value;
  HandlerPage* page;
};
HandlerWork work_of_handler{};

void on_signal(int) {
  const int saved_errno = errno;
  const HandlerWork& work = work_of_handler;
  const int code = work.read(work.session, work.handle, work.value);
  if (code != MPI_SUCCESS) work.page->code = code;
  ++work.page->reads;
  errno = saved_errno;
}

// Signals interrupt reads of another handle of the variable, and queries of it.
void read_in_handler(const PvarInfo& pvar, HandlerPage& page) {
  page.reads = 0;
  page.code = MPI_SUCCESS;
  const PvarSession session;
  const PvarHandle handle(session, pvar);
  const PvarHandle other(session, pvar);
  handle.run();
  other.run();
  ValueBuffer value = handle.value();
  ValueBuffer others = other.value();
  const PvarRead read = call::MPI_T_pvar_read.unrecorded();
  work_of_handler = {read, session.get(), handle.get(), value.data(), &page};
  mpit::handle_signal(SIGPROF, &on_signal);
  const mpit::SignalTimers timers(SIGPROF, signals_a_second);
  PvarInfo again = pvar;
  while (page.reads < reads_in_handler) {
    read(session.get(), other.get(), others.data());
    query_entry(call::MPI_T_pvar_get_info.unrecorded(), again, {nullptr, nullptr},
                {nullptr, nullptr});
  }
}

std::string outcome_of(const HandlerPage& page) {
  const std::string count = join(page.reads.load(), " reads");
  return page.code == MPI_SUCCESS ? count : join(count, ", ", code_name(page.code));
}

// After a hang or crash the next child continues with the next variable. After a few hangs the
// measurement stops.
void tell_of_handlers(int out, const std::vector<PvarInfo>& pvars) {
  HandlerPage& page = *new (share(sizeof(HandlerPage))) HandlerPage;
  int hangs = 0;
  for (std::size_t next = 0; next < pvars.size(); next = page.place + 1) {
    std::uint64_t seen = 0;
    std::size_t place = next;
    bool is_stuck = false;
    GivenTime given;
    page.place = next;
    const auto watch = [&](pid_t child) {
      if (page.reads != seen || page.place != place) {
        seen = page.reads;
        place = page.place;
        given = {};
      }
      given.look({child});
      if (given.seconds() < handler_patience) return;
      is_stuck = true;
      ::kill(child, SIGKILL);
    };
    const auto work = [&](int) {
      for (std::size_t i = next; i < pvars.size(); ++i) {
        page.place = i;
        as_far_as_possible([&] {
          read_in_handler(pvars[i], page);
          say(out, pvars[i].index, "in_handler", outcome_of(page));
        });
      }
    };
    const ChildResult child = in_child(work, watch);
    if (child.signal == 0 && child.exit_code == 0) break;
    const std::string end = is_stuck            ? "no end"
                            : child.signal != 0 ? signal_name(child.signal)
                                                : join("exit status ", child.exit_code);
    say(out, pvars[page.place].index, "in_handler", join(end, " after ", outcome_of(page)));
    if (is_stuck && ++hangs == most_hangs) break;
  }
  unshare(&page);
}

void tell_while_mpi_is_up(int out) {
  bring_up();
  MPI_Init(nullptr, nullptr);
  const std::vector<PvarInfo> pvars = surviving_pvars();
  {
    const PvarSession session;
    for (const PvarInfo& pvar : pvars) {
      as_far_as_possible([&] { tell_cost(out, session, pvar); });
    }
  }
  tell_of_handlers(out, pvars);
  call::MPI_T_finalize.if_possible();
  end_in(seconds_to_end);
  MPI_Finalize();
}

// --- State after finalization --------------------------------------------------------------------

enum Remains { readable, refused, listed, elsewhere, gone };
constexpr std::array<const char*, 5> words = {"can be read", "cannot be read",
                                              "is listed, no object of its kind at hand",
                                              "has another index", "is gone"};

// The state of the variable that had this name and class at this index.
Remains remains_of(const PvarInfo& before) {
  const auto now = read_pvar(before.index);
  if (!now || now->name != before.name || now->var_class != before.var_class) {
    int index = -1;
    const int code = call::MPI_T_pvar_get_index(before.name.c_str(), before.var_class, &index);
    return code == MPI_SUCCESS && index != before.index ? elsewhere : gone;
  }
  if (!object_for(now->bind)) return listed;
  Remains remains = refused;
  as_far_as_possible([&] {
    const PvarSession session;
    const PvarHandle handle(session, *now);
    handle.run();
    static_cast<void>(handle.value());
    remains = readable;
  });
  return remains;
}

void tell_remains(int out, const char* key, const std::vector<PvarInfo>& before) {
  const auto answers = probe_each(
      before.size(), [&](std::size_t i) { return static_cast<int>(remains_of(before[i])); });
  for (std::size_t i = 0; i < before.size(); ++i) {
    say(out, before[i].index, key, answers[i] ? words.at(*answers[i]) : "ends the process");
  }
}

void tell_after_finalize(int out) {
  bring_up();
  MPI_Init(nullptr, nullptr);
  const std::vector<PvarInfo> before = read_pvars();
  MPI_Finalize();
  tell_remains(out, "after_finalize", before);
}

void tell_when_up_again(int out) {
  bring_up();
  MPI_Init(nullptr, nullptr);
  const std::vector<PvarInfo> before = read_pvars();
  call::MPI_T_finalize();
  bring_up();
  tell_remains(out, "again", before);
  end_in(seconds_to_end);
  MPI_Finalize();
}

}  // namespace

void measure_pvars(json& pvars) {
  if (pvars.empty() || !call::MPI_T_pvar_read.present()) return;
  for (void (*const tell)(int) : {tell_while_mpi_is_up, tell_after_finalize, tell_when_up_again}) {
    const Attempt made = attempt([&](int out) { as_far_as_possible([&] { tell(out); }); },
                                 [](const std::string&) { return patience(); });
    std::istringstream lines(made.output);
    for (std::string line; std::getline(lines, line);) {
      const json told = json::parse(line, nullptr, false);  // the last line may be cut short
      if (!told.is_object() || !told.contains("index")) continue;
      const auto of = std::ranges::find_if(pvars, [&](const json& entry) {
        return entry.is_object() && entry.value("index", json()) == told.at("index");
      });
      if (of != pvars.end()) of->update(told);
    }
  }
}

}  // namespace mpitcheck
