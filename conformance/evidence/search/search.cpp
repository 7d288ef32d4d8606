// SPDX-License-Identifier: BSD-3-Clause
// Proposals from the narrowest slice to all calls.
#include "conformance/evidence/search/search.hpp"

#include <algorithm>
#include <utility>

namespace mpitcheck::evidence {
namespace {

bool lacks_declaration(const Offence& complaint) {
  return complaint.fact && complaint.fact->relation == Relation::declared;
}

bool is_about_header(const Offence& complaint) {
  return lacks_declaration(complaint) || (complaint.fact && complaint.fact->function == mpi_header);
}

// Whether the library ended the process as if all were well.
bool ends_quietly(const Offence& complaint) {
  return is_deadly(complaint) && complaint.fact->seen == "exit status 0";
}

}  // namespace

Search::Search(Heading heading, std::vector<Story> stories, bool with_reference)
    : heading_(std::move(heading)), stories_(std::move(stories)), with_reference_(with_reference) {
  std::erase_if(stories_, [](const Story& story) {
    return story.calls.empty() && !is_about_header(story.complaint);
  });
  for (const Story& story : stories_) {
    objects_.emplace_back(story.calls);
    checks_.push_back(check_of(story, objects_.back()));
  }
  if (stories_.empty()) return;
  for (std::size_t story = stories_.size(); story-- > 0;) plan(story);
  reason_ = plan_.empty() ? "the rule is no comparison of answers"
                          : "no program of the calls shows the same";
}

// What is short and readable is tried first, hence planned last.
void Search::plan(std::size_t s) {
  const Story& story = stories_[s];
  if (is_about_header(story.complaint)) {
    plan_.push_back({s});
    return;
  }
  if (!checks_[s]) return;
  const std::size_t call = checks_[s]->judged;
  const auto times = std::ranges::count(story.calls, story.calls[call].function, &Call::function);
  for (const bool by_name : {false, true}) {
    for (auto width = std::rbegin(all_widths); width != std::rend(all_widths); ++width) {
      if (*width == Width::objects && by_name && times > 1 && checks_[s]->calls().size() == 1) {
        plan_.push_back({s, *width, by_name, static_cast<int>(times)});
      }
      plan_.push_back({s, *width, by_name});
    }
  }
}

Program Search::write(const Proposal& proposal) const {
  const Story& story = stories_[proposal.story];
  Heading heading = heading_;
  heading.rule = story.complaint.clause.empty() ? heading.rule : story.complaint.clause;
  if (!story.complaint.fact) return {};
  heading.exits = ends_quietly(story.complaint);
  heading.expected = expected_text(*story.complaint.fact);
  if (lacks_declaration(story.complaint)) {
    return declaration_program(heading, story.complaint.fact->output);
  }
  if (is_about_header(story.complaint)) {
    return constant_program(heading, *story.complaint.fact);
  }
  const Objects& objects = objects_[proposal.story];
  const Check& check = *checks_[proposal.story];
  const Plot plot{story.calls, objects, slice(story.calls, objects, check.calls(), proposal.width),
                  proposal.by_name, proposal.repeat};
  if (plot.chosen.size() > most_calls) return {};  // folding makes few lines of many calls
  return c_program(heading, plot, check);
}

std::optional<Program> Search::next() {
  while (!found_ && !plan_.empty()) {
    current_ = plan_.back();
    plan_.pop_back();
    program_ = write(current_);
    if (program_.text.empty() || !seen_.insert(program_.text).second) continue;
    if (program_.lines <= most_lines) return program_;
    reason_ = "a program that shows it would need " + std::to_string(program_.lines) + " lines";
  }
  return std::nullopt;
}

bool Search::shows(const Trial& broken, const Trial& kept) const {
  const bool quiet = !with_reference_ || (kept.compiled && kept.ran && kept.status == 0);
  const Offence& complaint = stories_[current_.story].complaint;
  if (lacks_declaration(complaint)) return !broken.compiled && quiet;
  if (!broken.compiled || !broken.ran || !quiet) return false;
  // Where the process ends, the program itself has no failing end, but for a library that ends it
  // with 0.
  return is_deadly(complaint) ? broken.status != 0 : broken.status == 1;
}

void Search::tried(const Trial& broken, const Trial& kept) {
  if (shows(broken, kept)) found_ = program_;
}

std::vector<std::string> Search::calls() const {
  std::vector<std::string> texts;
  for (std::size_t s = 0; s < stories_.size() && texts.empty(); ++s) {
    const Story& story = stories_[s];
    if (!checks_[s]) continue;
    for (const std::size_t needed :
         slice(story.calls, objects_[s], checks_[s]->calls(), Width::objects)) {
      texts.push_back(text_of(story.calls[needed]));
    }
  }
  return texts;
}

}  // namespace mpitcheck::evidence
