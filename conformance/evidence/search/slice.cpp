// SPDX-License-Identifier: BSD-3-Clause
// Slicing, backwards from the calls in question.
#include "conformance/evidence/search/slice.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "conformance/evidence/program/prototypes.hpp"
#include "conformance/evidence/search/check.hpp"

namespace mpitcheck::evidence {
namespace {

bool one_of(const std::string& function, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), function) != names.end();
}

bool is_on_all(const Call& call) {
  return std::ranges::find(call.arguments, "MPI_T_PVAR_ALL_HANDLES") != call.arguments.end();
}

constexpr const char* no_text = "\"\"";

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
    if (is_callback(calls_[call].function)) {
      if (const auto giver = handed_over(calls_, call)) need(*giver);
    }
    for (const Made& made : objects_.of(call)) {
      need_object(made);
      if (is_on_all(calls_[call])) need_handles_in(made);
    }
    need_variable(call);
    need_texts(call);
    if (callback_of(calls_, call)) need_source(call);
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
    // An enumeration, an instance of an event: asking about it changes nothing. Nor does asking for
    // hints below.
    if (maker.ends_with("_get_info") || is_callback(maker)) return;
    for (const std::size_t user : users_[made]) {
      if (calls_[user].function.ends_with("_get_info")) continue;
      if (!session || is_on_all(calls_[user]) || calls_[user].function == "MPI_T_pvar_session_free")
        need(user);
    }
  }

  // The source that a call in a callback asks about is that of the event.
  void need_source(std::size_t call) {
    const std::string& source = argument(calls_[call], "source_index");
    for (std::size_t i = call; i-- > 0 && !source.empty();) {
      if (calls_[i].inside != calls_[call].inside ||
          calls_[i].function != "MPI_T_event_get_source") {
        continue;
      }
      if (calls_[i].answers[1] == source) return need(i);
    }
  }

  void need_what_it_made(std::size_t call) {
    for (std::size_t p = 0; p < calls_[call].answers.size(); ++p) {
      if (users_.contains({call, p})) need_object({call, p});
    }
  }

  // A name that is asked for is one that the library told.
  void need_texts(std::size_t call) {
    const Prototype& known = *prototype(calls_[call].function);
    for (std::size_t p = 0; p < known.parameters.size(); ++p) {
      const std::string& text = calls_[call].arguments[p];
      if (known.parameters[p].type != "const char *" || text == no_text) continue;
      for (std::size_t i = call; i-- > 0;) {
        if (std::ranges::find(calls_[i].answers, text) == calls_[i].answers.end()) continue;
        need(i);
        break;
      }
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
  return one_of(call.function, {"MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Sendrecv",
                                "MPI_Barrier", "MPI_Allreduce"});
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

}  // namespace mpitcheck::evidence
