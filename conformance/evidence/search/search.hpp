// SPDX-License-Identifier: BSD-3-Clause
// The search for a program that shows a failure: from a few calls to all of them, always with the
// predicate that failed as its condition.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/evidence/program/c_program.hpp"
#include "conformance/evidence/search/slice.hpp"

namespace mpitcheck::evidence {

/// How a proposed program ran on one library.
struct Trial {
  bool compiled = false;
  bool ran = false;  ///< to its end, however that came
  int status = 0;    ///< exit code, or 128 + signal
};

class Search {
 public:
  /// `with_reference`: trials on the reference will come too.
  Search(Heading heading, std::vector<Story> stories, bool with_reference);

  [[nodiscard]] bool has_story() const { return !stories_.empty(); }

  /// The program to try next; nothing: the search is over.
  std::optional<Program> next();
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
    std::size_t story = 0;
    Width width = Width::objects;
    bool by_name = true;
    int repeat = 1;
  };

  void plan(std::size_t story);
  Program write(const Proposal& proposal) const;
  bool shows(const Trial& broken, const Trial& kept) const;

  Heading heading_;
  std::vector<Story> stories_;
  std::vector<Objects> objects_;
  std::vector<std::optional<Check>> checks_;
  bool with_reference_;
  std::vector<Proposal> plan_;  // the next one last
  std::set<std::string> seen_;  // programs
  Proposal current_;
  Program program_;
  std::optional<Program> found_;
  std::string reason_ = "the failure did not come again under the recorder of calls";
};

}  // namespace mpitcheck::evidence
