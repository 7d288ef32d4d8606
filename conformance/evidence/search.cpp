// SPDX-License-Identifier: BSD-3-Clause
// Proposals from the narrowest slice to all calls; checks from what the test knows, then from how
// the answers of the two libraries differ.
#include "evidence/search.hpp"

#include <algorithm>
#include <functional>
#include <regex>
#include <utility>

namespace mpitcheck::evidence {
namespace {

constexpr int most_attempts = 20;
constexpr std::size_t most_calls = 3000;  // of a program that is only to learn from

// "MPI_T_BIND_MPI_SESSION: expected declared by mpi.h, got not declared"
bool lacks_declaration(const Complaint& complaint) {
  static const std::regex name("P?MPI_[A-Za-z0-9_]+");
  return complaint.actual.starts_with("not de") && std::regex_match(complaint.subject, name);
}

// Whether the library ended the process as if all were well.
bool ends_quietly(const Complaint& complaint) {
  return complaint.crash && complaint.actual.starts_with("exit status 0");
}

}  // namespace

Search::Search(Heading heading, std::vector<Story> stories, bool with_reference)
    : heading_(std::move(heading)), stories_(std::move(stories)), with_reference_(with_reference) {
  std::erase_if(stories_, [](const Story& story) {
    return story.calls.empty() && !lacks_declaration(story.complaint);
  });
  for (const Story& story : stories_) objects_.emplace_back(story.calls);
  plan();
  if (!stories_.empty()) reason_ = "no program of the calls shows the same";
}

void Search::plan() {
  for (std::size_t s = 0; s < stories_.size(); ++s) {
    if (lacks_declaration(stories_[s].complaint)) {
      plan_.push_back({.cost = 0, .story = s});
    } else {
      plan(s, calls_in_question(stories_[s], objects_[s]));
    }
  }
  std::ranges::stable_sort(plan_, std::greater{}, &Proposal::cost);
}

// What is likely, short and readable comes first.
void Search::plan(std::size_t s, const std::vector<std::size_t>& questions) {
  const Story& story = stories_[s];
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const std::size_t call = questions[q];
    const Check check = first_check(story, call);
    const Check spoken = spoken_of(check, story);
    const int cost = static_cast<int>(2 * s + 3 * q);
    for (const Width width : all_widths) {
      const int wider = cost + 3 * static_cast<int>(width);
      plan_.push_back({wider, s, width, true, 1, {call}, spoken});
      plan_.push_back({wider + 1, s, width, true, 1, {call}, check});
      plan_.push_back({wider + 2, s, width, false, 1, {call}, check});
    }
    const auto times = std::ranges::count(story.calls, story.calls[call].function, &Call::function);
    if (times < 2) continue;
    plan_.push_back({cost + 5, s, Width::objects, true, static_cast<int>(times), {call}, spoken});
  }
}

Check Search::first_check(const Story& story, std::size_t call) const {
  if (story.complaint.crash || !story.calls[call].returned()) return {};
  const auto& codes = story.complaint.codes;
  const std::string& code = story.calls[call].code;
  if (!codes.empty() && std::ranges::find(codes, code) == codes.end()) {
    return code_outside(call, codes);
  }
  return same_answer(story, call);
}

Program Search::write(const Proposal& proposal) const {
  const Story& story = stories_[proposal.story];
  Heading heading = heading_;
  heading.rule = story.complaint.clause.empty() ? heading.rule : story.complaint.clause;
  heading.expected = story.complaint.expected;
  heading.actual = story.complaint.actual;
  heading.exits = ends_quietly(story.complaint);
  if (proposal.wanted.empty()) return declaration_program(heading, story.complaint.subject);
  const Objects& objects = objects_[proposal.story];
  Plot plot{story.calls, objects, slice(story.calls, objects, proposal.wanted, proposal.width),
            proposal.by_name, proposal.repeat};
  if (plot.chosen.size() > most_calls) return {};
  return c_program(heading, plot, proposal.check);
}

std::optional<Attempt> Search::next() {
  if (found_) return std::nullopt;
  if (confirming_) return Attempt{*program_, false};
  while (!plan_.empty() && attempts_ < most_attempts) {
    current_ = plan_.back();
    plan_.pop_back();
    program_ = write(*current_);
    if (program_->text.empty() || !seen_.insert(program_->text).second) continue;
    if (current_->learned && program_->lines > most_lines) {
      reason_ = "a program that shows it would need " + std::to_string(program_->lines) + " lines";
      continue;
    }
    ++attempts_;
    return Attempt{*program_, true};
  }
  return std::nullopt;
}

bool Search::shows(const Trial& broken, const Trial& kept) const {
  const bool quiet = !with_reference_ || (kept.compiled && kept.ran && kept.status == 0);
  if (current_->wanted.empty()) return !broken.compiled && quiet;
  if (!broken.compiled || !broken.ran || broken.status == 0 || !quiet) return false;
  if (!current_->check.empty()) return broken.status == 1;
  // A library that ends the process with 0 is turned into a 1 by the program.
  return ends_quietly(stories_[current_->story].complaint) ? broken.status == 1
                                                           : broken.status > 128;
}

void Search::tried(const Trial& broken, const Trial& kept) {
  const bool good = shows(broken, kept) && program_->lines <= most_lines;
  if (confirming_) {
    confirming_ = false;
    if (good) found_ = program_;
    if (!good) reason_ = "the program shows it under the recorder of calls only";
    return;
  }
  confirming_ = good;
  if (!good) learn(broken, kept);
}

// The n-th call that a program made stands for the n-th that it was written for.
Answers Search::answers_of(const Program& program, const Trial& trial, const Story& story) {
  Answers answers;
  std::size_t n = 0;
  for (const Call& call : trial.calls) {
    if (call.inside >= 0) continue;
    if (n == program.made.size()) break;
    const int stands_for = program.made[n++];
    if (stands_for < 0) continue;
    const auto at = static_cast<std::size_t>(stands_for);
    if (story.calls[at].function != call.function) break;
    answers.emplace(at, call);
  }
  return answers;
}

void Search::learn(const Trial& broken, const Trial& kept) {
  if (current_->learned || !with_reference_ || current_->wanted.empty() || current_->repeat > 1)
    return;
  const Story& story = stories_[current_->story];
  const Answers seen = answers_of(*program_, broken, story);
  const Answers right = answers_of(*program_, kept, story);
  Answers recorded;
  for (std::size_t i = 0; i < story.calls.size(); ++i) recorded.emplace(i, story.calls[i]);
  for (const auto& runs : {std::vector{seen, recorded}, std::vector{seen}}) {
    const auto check = telling_apart(runs, {right}, current_->wanted.back());
    if (!check) continue;
    Proposal learned = *current_;
    learned.check = *check;
    learned.learned = true;
    if (current_->width > Width::objects) plan_.push_back(learned);
    learned.wanted = {check->front().call};
    if (check->front().earlier) learned.wanted.push_back(*check->front().earlier);
    for (const Width width : {Width::functions, Width::variables, Width::objects}) {
      if (width > current_->width) continue;
      learned.width = width;
      plan_.push_back(learned);
    }
    return;
  }
}

std::vector<std::string> Search::calls() const {
  std::vector<std::string> texts;
  if (stories_.empty() || stories_.front().calls.empty()) return texts;
  const Story& story = stories_.front();
  const std::size_t call = calls_in_question(story, objects_.front()).front();
  for (const std::size_t needed : slice(story.calls, objects_.front(), {call}, Width::objects)) {
    texts.push_back(text_of(story.calls[needed]));
  }
  return texts;
}

}  // namespace mpitcheck::evidence
