// SPDX-License-Identifier: BSD-3-Clause
// Threads read the lists while the lists grow: through MPI_Init and first use on any MPI, and
// through loaded libraries where possible.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/process/beside.hpp"
#include "conformance/harness/test/repertoire.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "stress/control/control.hpp"
#include "stress/control/sheltered.hpp"
#include "stress/history/growth.hpp"
#include "stress/history/history.hpp"
#include "stress/suite/answers.hpp"

namespace mpitcheck::stress {
namespace {

namespace fs = std::filesystem;

constexpr const char* reading = "queries of lists that grow";
constexpr List variable_lists[] = {List::cvars, List::pvars, List::events};

/// Enumerations are left out: a failure of their queries is not about growth, and new entries
/// cannot be tried in advance.
constexpr Enumerations how = Enumerations::left_out;

/// All entries at the end. Entries of categories are not compared, since they change as members are
/// added.
class Settlement {
 public:
  Settlement() {
    for (const List list : all_lists) {
      const int number = list == List::categories ? 0 : length(list);
      const auto place = static_cast<std::size_t>(list);
      replies_[place].resize(static_cast<std::size_t>(number));
      for (int i = 0; i < number; ++i) {
        const Answer answer = ask({list, i}, replies_[place][static_cast<std::size_t>(i)], how);
        entries_[place].push_back({answer.code == MPI_SUCCESS, answer.digest});
      }
    }
    for (std::size_t i = 0; i < 4; ++i) spans_[i] = entries_[i];
  }
  [[nodiscard]] std::span<const std::span<const Settled>> lists() const { return spans_; }
  [[nodiscard]] const Reply& reply(const Sight& sight) const {
    return replies_[sight.list][static_cast<std::size_t>(sight.number)];
  }

 private:
  std::vector<Reply> replies_[4];
  std::vector<Settled> entries_[4];
  std::span<const Settled> spans_[4];
};

/// The observations of one thread in short form, and each different answer about an entry in full:
/// only the final state shows which answer is wrong.
class Watcher {
 public:
  void add_length(List list, int number) {
    history_.add({Sight::Kind::length, static_cast<std::uint8_t>(list), true, false, number, 0});
  }

  /// One look at each list: its length, its newest entries, and one of the others.
  void look() {
    constexpr int newest = 6;
    int update_number = 0;
    if (call::MPI_T_category_changed.unrecorded()(&update_number) == MPI_SUCCESS) {
      history_.add({Sight::Kind::update_number, 0, true, false, update_number, 0});
    }
    add_length(List::categories, length(List::categories));
    for (const List list : variable_lists) {
      const int number = length(list);
      add_length(list, number);
      for (int i = std::max(0, number - newest); i < number; ++i) see(list, i);
      if (number > 0) see(list, static_cast<int>(turn_++ % static_cast<unsigned>(number)));
    }
  }

  [[nodiscard]] bool has_room() const {
    constexpr std::size_t entries_per_look = 32;
    return history_.room() > entries_per_look;
  }
  void begin_at(unsigned turn) { turn_ = turn; }
  [[nodiscard]] std::span<const Sight> sights() const { return history_.entries(); }

  [[nodiscard]] Distinction distinguish(const Sight& sight, const Settlement& settlement) const {
    const std::string entry = Item{static_cast<List>(sight.list), sight.number}.label();
    for (const Reply& reply : replies_.at({sight.list, sight.number})) {
      const bool is_it = (reply.answer().code == MPI_SUCCESS) == sight.found &&
                         reply.answer().digest == sight.digest;
      const auto difference = settlement.reply(sight).difference(reply);
      if (!is_it || !difference) continue;
      return {join(entry, ": ", difference->one, ", as in the end"),
              join(entry, ": ", difference->other)};
    }
    throw std::logic_error("an answer that was not kept");
  }

 private:
  void see(List list, int index) {
    const Answer answer = ask({list, index}, reply_, how);
    history_.add({Sight::Kind::entry, static_cast<std::uint8_t>(list), answer.code == MPI_SUCCESS,
                  is_inactive(answer.code) || is_not_accessible(answer.code), index,
                  answer.digest});
    std::vector<Reply>& known = replies_[{static_cast<int>(list), index}];
    const bool is_known = std::any_of(known.begin(), known.end(),
                                      [&](const Reply& reply) { return reply.answer() == answer; });
    if (!is_known) known.push_back(reply_);
  }

  History<Sight> history_;
  std::map<std::pair<int, int>, std::vector<Reply>> replies_;  // by list and index
  Reply reply_;
  unsigned turn_ = 0;
};

/// The rules that readers of growing lists examine: for their observations, and for the update
/// number at the end.
struct GrowthRules {
  Clause sights, update_number;
};

/// Runs `grow()` in this thread while other threads look, and judges what they saw. Returns the
/// number of looks.
std::uint64_t read_while(Test& t, const GrowthRules& rules, int threads,
                         const std::function<void()>& grow) {
  int number_before = 0;
  int number_after = 0;
  call::MPI_T_category_changed(&number_before);
  const int categories_before = length(List::categories);
  std::vector<Watcher> watchers(static_cast<std::size_t>(threads));
  std::atomic<bool> grown{false};
  // This thread makes the lists grow: MPI may not support initialization on another one.
  team_beside(
      threads, reading,
      [&](int thread) {
        Watcher& watcher = watchers[static_cast<std::size_t>(thread)];
        watcher.begin_at(static_cast<unsigned>(thread) * 7919U);
        bool once_more = true;
        while (once_more && watcher.has_room()) {
          once_more = !grown;
          watcher.look();
        }
      },
      [&] {
        struct Grown {
          std::atomic<bool>& grown;
          ~Grown() { grown = true; }
        } const ended{grown};
        grow();
      });
  const Settlement settlement;
  std::uint64_t sights = 0;
  for (const Watcher& watcher : watchers) {
    judge(t, rules.sights, "the lists as one thread saw them",
          check_growth(watcher.sights(), settlement.lists(),
                       [&](const Sight& sight) { return watcher.distinguish(sight, settlement); }));
    sights += watcher.sights().size();
  }
  call::MPI_T_category_changed(&number_after);
  const bool same_length = length(List::categories) == categories_before;
  t.check(rules.update_number, "the update number with new categories",
          above("update_number", number_after, number_before)
              .unless(same_length)
              .of("MPI_T_category_changed")
              .as_before());
  return sights;
}

MPITCHECK_TEST("stress.growth.mpi-init",
               "Threads that read the lists during MPI_Init_thread never see an entry change or a "
               "list shrink.",
               cites(clause::init_beside_mpi_init), needs::nothing) {
  constexpr GrowthRules rules{clause::init_beside_mpi_init, clause::init_beside_mpi_init};
  const Control control = Control::of(t);
  t.examining(clause::init_beside_mpi_init);
  const auto init_beside_readers = [&] {
    tool_for_threads(t);
    read_while(t, rules, std::max(2, control.threads), [&] {
      t.lifecycle().mpi_init_thread(MPI_THREAD_MULTIPLE);
      use_all_parts();
    });
  };
  if (among_others(t)) return init_beside_readers();
  std::uint64_t rounds = 0;
  for (const Deadline deadline(control.seconds); !deadline.over() && t.outcome().offences.empty();
       ++rounds) {
    // A process each, since MPI can be initialized only once.
    isolated_sequence(t, clause::init_beside_mpi_init, "MPI_Init_thread while threads read",
                      init_beside_readers);
    if (!t.outcome().missing.empty()) break;
  }
  tell_if_stopped(t);
  t.measured("rounds", std::to_string(rounds));
}

/// Loads copies of the library that the reference's tree has next to its programs.
class Parts {
 public:
  Parts() {
    library_ = beside_program("../lib/libmpitcheck_growth.so");
    // With the standard ABI of another library, the tree's own library cannot add variables.
    if (!fs::exists(library_) || ::dlsym(RTLD_DEFAULT, "mpit_register_sum") == nullptr) {
      throw CannotGoOn("a library to load that brings variables");
    }
  }

  /// Loads one more part, which was not used before.
  void join_in() {
    const fs::path copy =
        fs::temp_directory_path() / join("mpitcheck-part-", ::getpid(), "-", number_, ".so");
    fs::copy_file(library_, copy, fs::copy_options::overwrite_existing);
    void* const part = ::dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
    fs::remove(copy);
    if (part == nullptr) throw std::runtime_error(join("dlopen: ", ::dlerror()));
    const auto join_program = reinterpret_cast<int (*)(int)>(::dlsym(part, "mpitcheck_join"));
    if (join_program(number_++) != MPI_SUCCESS) throw std::runtime_error("a part that is refused");
  }

  [[nodiscard]] int number() const { return number_; }

 private:
  fs::path library_;
  int number_ = 0;
};

MPITCHECK_TEST("stress.growth.libraries",
               "Threads that read the lists while libraries are loaded never see an entry change "
               "or a list shrink.",
               cites(clause::pvar_num_may_only_grow, clause::category_changed_equal_means_same),
               needs::nothing) {
  constexpr int most_parts = 200;
  constexpr int parts_per_round = 4;
  constexpr GrowthRules rules{clause::pvar_num_may_only_grow,
                              clause::category_changed_equal_means_same};
  const Control control = Control::of(t);
  tool_for_threads(t);
  Parts parts;
  t.examining(clause::pvar_num_may_only_grow);
  std::uint64_t sights = 0;
  for (const Deadline deadline(control.seconds); !deadline.over() && parts.number() < most_parts;) {
    sights += read_while(t, rules, std::max(2, control.threads), [&] {
      for (int i = 0; i < parts_per_round; ++i) parts.join_in();
    });
  }
  tell_if_stopped(t);
  t.measured("libraries", std::to_string(parts.number()));
  t.measured("operations", std::to_string(sights));
}

}  // namespace
}  // namespace mpitcheck::stress
