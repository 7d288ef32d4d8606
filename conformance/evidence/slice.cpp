// SPDX-License-Identifier: BSD-3-Clause
// Slicing, backwards from the calls in question.
#include "evidence/slice.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "evidence/check.hpp"
#include "evidence/prototypes.hpp"

namespace mpitcheck::evidence {
namespace {

bool one_of(const std::string& function, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), function) != names.end();
}

bool is_on_all(const Call& call) {
  return std::ranges::find(call.arguments, "MPI_T_PVAR_ALL_HANDLES") != call.arguments.end();
}

class Slicer {
 public:
  Slicer(const std::vector<Call>& calls, const Objects& objects, std::size_t last, Width width)
      : calls_(calls), objects_(objects), last_(last), width_(width) {
    for (std::size_t i = 0; i <= last_; ++i) {
      for (const Made& made : objects_.of(i)) users_[made].push_back(i);
      if (const auto what = listed(calls_[i])) mentions_[*what].push_back(i);
    }
  }

  void need(std::size_t call) {
    if (call > last_ || !needed_.insert(call).second) return;
    if (calls_[call].inside >= 0) need(static_cast<std::size_t>(calls_[call].inside));
    for (const Made& made : objects_.of(call)) {
      need_object(made);
      if (is_on_all(calls_[call])) need_handles_in(made);
    }
    need_variable(call);
  }

  std::vector<std::size_t> result() {
    if (first_moving_) {
      for (std::size_t i = *first_moving_; i <= last_; ++i) {
        if (is_traffic(calls_[i])) need(i);
      }
    }
    return {needed_.begin(), needed_.end()};
  }

 private:
  void need_handles_in(const Made& session) {
    for (const std::size_t user : users_[session]) {
      if (calls_[user].function == "MPI_T_pvar_handle_alloc") need(user);
    }
  }

  void need_object(const Made& made) {
    if (!followed_.insert(made).second) return;
    need(made.call);
    const std::string& maker = calls_[made.call].function;
    const bool session = maker == "MPI_T_pvar_session_create";
    if (one_of(maker, {"MPI_T_pvar_handle_alloc", "MPI_T_event_handle_alloc"})) {
      first_moving_ = std::min(first_moving_.value_or(made.call), made.call);
    }
    if (maker.ends_with("_get_info")) return;  // an enumeration: asking about it changes nothing
    for (const std::size_t user : users_[made]) {
      if (!session || is_on_all(calls_[user]) || calls_[user].function == "MPI_T_pvar_session_free")
        need(user);
    }
  }

  void need_what_it_made(std::size_t call) {
    for (std::size_t p = 0; p < calls_[call].answers.size(); ++p) {
      if (users_.contains({call, p})) need_object({call, p});
    }
  }

  // Another handle may have written the same cvar; an index may be counted from the number of all.
  void need_variable(std::size_t call) {
    const auto what = listed(calls_[call]);
    if (!what) return;
    for (const std::size_t other : mentions_[*what]) {
      if (width_ >= Width::variables && other < call) {
        need(other);
        if (calls_[other].function.ends_with("_handle_alloc")) need_what_it_made(other);
      }
      if (calls_[other].function != "MPI_T_cvar_handle_alloc") continue;
      for (std::size_t p = 0; p < calls_[other].answers.size(); ++p) {
        const auto users = users_.find({other, p});
        if (users == users_.end()) continue;
        for (const std::size_t user : users->second) {
          if (calls_[user].function == "MPI_T_cvar_write") need(user);
        }
      }
    }
    if (objects_.name(*what) != nullptr) return;
    const std::string num = "MPI_T_" + what->first + "_get_num";
    for (std::size_t i = call; i-- > 0;) {
      if (calls_[i].function != num) continue;
      need(i);
      return;
    }
  }

  const std::vector<Call>& calls_;
  const Objects& objects_;
  const std::size_t last_;
  const Width width_;
  std::map<Made, std::vector<std::size_t>> users_;
  std::map<Listed, std::vector<std::size_t>> mentions_;
  std::set<std::size_t> needed_;
  std::set<Made> followed_;
  std::optional<std::size_t> first_moving_;  // from here on traffic matters
};

}  // namespace

bool is_life_cycle(const Call& call) {
  return one_of(call.function, {"MPI_Init", "MPI_Init_thread", "MPI_Finalize", "MPI_T_init_thread",
                                "MPI_T_finalize"});
}

bool is_traffic(const Call& call) {
  return one_of(call.function,
                {"MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Barrier", "MPI_Allreduce"});
}

std::vector<std::size_t> slice(const std::vector<Call>& calls, const Objects& objects,
                               const std::vector<std::size_t>& wanted, Width width) {
  if (wanted.empty()) return {};
  const std::size_t last = *std::ranges::max_element(wanted);
  Slicer slicer(calls, objects, last, width);
  std::set<std::string> functions;
  for (const std::size_t call : wanted) {
    slicer.need(call);
    functions.insert(calls[call].function);
  }
  for (std::size_t i = 0; i <= last; ++i) {
    const bool same = width >= Width::functions && functions.contains(calls[i].function);
    if (is_life_cycle(calls[i]) || same || width == Width::everything) slicer.need(i);
  }
  return slicer.result();
}

namespace {

// Asked by the harness between the calls that matter.
bool is_noise(const Call& call) {
  return one_of(call.function, {"MPI_Initialized", "MPI_Finalized", "MPI_Get_version",
                                "MPI_Comm_rank", "MPI_Comm_size", "MPI_T_finalize"});
}

std::optional<Listed> subject_of(const Complaint& complaint) {
  static const std::regex pattern(R"((cvar|pvar|category|event|source)[a-z ]* (\d{1,9}))");
  std::smatch found;
  if (!std::regex_search(complaint.subject, found, pattern)) return std::nullopt;
  return Listed{found[1], std::stoi(found[2])};
}

bool is_about(const Listed& what, std::size_t call, const std::vector<Call>& calls,
              const Objects& objects) {
  if (listed(calls[call]) == what) return true;
  return std::ranges::any_of(objects.of(call), [&](const Made& made) {
    const bool frees = calls[call].function.ends_with("var_handle_free");
    return listed(calls[made.call]) == what && !frees;
  });
}

}  // namespace

std::vector<std::size_t> calls_in_question(const Story& story, const Objects& objects) {
  constexpr std::size_t most = 4;
  constexpr std::size_t looked_at = 200;
  constexpr std::size_t just_before = 3;
  const auto& calls = story.calls;
  const std::size_t last = calls.size() - 1;
  if (!calls.back().returned()) return {last};
  const std::optional<Listed> what = subject_of(story.complaint);
  std::vector<std::size_t> spoken, about, others;
  for (std::size_t i = calls.size(); i-- > 0;) {
    const bool near = last - i < looked_at;
    const bool fits = what && is_about(*what, i, calls, objects);
    if (is_noise(calls[i]) || (!near && !fits)) continue;
    const bool named = answers_spoken_of(story, i);
    if (named && (fits || !what || others.size() < just_before)) spoken.push_back(i);
    if (fits) about.push_back(i);
    if (near) others.push_back(i);
    if (!near && about.size() >= most) break;
  }
  std::vector<std::size_t> result;
  for (const auto& list : {spoken, about, others}) {
    for (const std::size_t call : list) {
      const bool known = std::ranges::find(result, call) != result.end();
      if (!known && result.size() < most) result.push_back(call);
    }
  }
  return result.empty() ? std::vector{last} : result;
}

}  // namespace mpitcheck::evidence
