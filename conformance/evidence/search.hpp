// SPDX-License-Identifier: BSD-3-Clause
// The search for a program that shows a failure: proposes programs, learns from how each ran on the
// library with the failure and on the reference, and ends with one that tells them apart.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "evidence/c_program.hpp"
#include "evidence/slice.hpp"

namespace mpitcheck::evidence {

/// How a proposed program ran on one library.
struct Trial {
  bool compiled = false;
  bool ran = false;         ///< to its end, however that came
  int status = 0;           ///< exit code, or 128 + signal
  std::vector<Call> calls;  ///< if it was recorded
};

struct Attempt {
  Program program;
  bool recorded = false;  ///< under the recorder; else as a user runs it
};

class Search {
 public:
  /// `with_reference`: trials on the reference will come too.
  Search(Heading heading, std::vector<Story> stories, bool with_reference);

  [[nodiscard]] bool has_story() const { return !stories_.empty(); }

  /// The program to try next; nothing: the search is over.
  std::optional<Attempt> next();
  /// How that program ran. `kept`: on the reference.
  void tried(const Trial& broken, const Trial& kept);

  /// The program that was found, if one was.
  [[nodiscard]] const std::optional<Program>& found() const { return found_; }
  /// Why nothing was found.
  [[nodiscard]] std::string reason() const { return reason_; }
  /// The calls that matter, for a reader.
  [[nodiscard]] std::vector<std::string> calls() const;

 private:
  struct Proposal {
    int cost = 0;
    std::size_t story = 0;
    Width width = Width::objects;
    bool by_name = true;
    int repeat = 1;
    std::vector<std::size_t> wanted = {};
    Check check = {};
    bool learned = false;  ///< the check comes from trials
  };

  void plan();
  void plan(std::size_t story, const std::vector<std::size_t>& questions);
  Check first_check(const Story& story, std::size_t call) const;
  Program write(const Proposal& proposal) const;
  bool shows(const Trial& broken, const Trial& kept) const;
  void learn(const Trial& broken, const Trial& kept);
  static Answers answers_of(const Program& program, const Trial& trial, const Story& story);

  Heading heading_;
  std::vector<Story> stories_;
  std::vector<Objects> objects_;
  bool with_reference_;
  std::vector<Proposal> plan_;  // the next one last
  std::set<std::string> seen_;  // programs
  std::optional<Proposal> current_;
  std::optional<Program> program_, found_;
  int attempts_ = 0;
  bool confirming_ = false;
  std::string reason_ = "the failure did not come again under the recorder of calls";
};

}  // namespace mpitcheck::evidence
