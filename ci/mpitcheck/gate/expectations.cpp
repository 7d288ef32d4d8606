// SPDX-License-Identifier: BSD-3-Clause
// Reads expectations files.
#include "ci/mpitcheck/gate/expectations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "ci/mpitcheck/judge/library_id.hpp"
#include "ci/mpitcheck/judge/words.hpp"
#include "ci/mpitcheck/process/error.hpp"
#include "ci/mpitcheck/process/input_file.hpp"

namespace mpitcheck {
namespace {

constexpr std::string_view blanks = " \t";

struct Word {
  std::string text;
  bool quoted = false;
};

/// What is wrong with an entry.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Words of an entry: bare, "..." with backslash escapes, or '...'.
std::vector<Word> split_entry(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t i = text.find_first_not_of(blanks); i < text.size();
       i = text.find_first_not_of(blanks, i)) {
    Word word;
    const char quote = text[i];
    if (quote != '"' && quote != '\'') {
      const std::size_t end = std::min(text.find_first_of(blanks, i), text.size());
      word.text = text.substr(i, end - i);
      i = end;
    } else {
      word.quoted = true;
      for (++i; i < text.size() && text[i] != quote; ++i) {
        if (text[i] == '\\' && quote == '"' && i + 1 < text.size()) ++i;
        word.text += text[i];
      }
      if (i == text.size()) throw Malformed(fmt::format("a text lacks its closing {}", quote));
      ++i;
      if (i < text.size() && blanks.find(text[i]) == std::string_view::npos) {
        throw Malformed("a blank is missing after a closing quote");
      }
    }
    words.push_back(std::move(word));
  }
  return words;
}

bool is_date(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-dd";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == 'd' ? !digit : text[i] != form[i]) return false;
  }
  const std::string_view month = text.substr(5, 2), day = text.substr(8, 2);
  return month >= "01" && month <= "12" && day >= "01" && day <= "31";
}

bool is_cause(std::string_view word) { return word.starts_with("F-"); }

DeviationKind parse_kind(const std::string& word) {
  const auto kind = deviation_kind_named(word);
  if (kind) return *kind;
  throw Malformed(fmt::format("'{}' is not a kind: use bug, wontfix, spec-dispute or flaky", word));
}

void refuse_empty(const std::string& reason) {
  if (reason.empty()) throw Malformed("the reason is empty: say why, or give a URL");
}

/// Whether the words are bare (-) or quoted (") as `form` has it, but for those behind it.
bool have_form(const std::vector<Word>& words, std::string_view form) {
  if (words.size() < form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (words[i].quoted != (form[i] == '"')) return false;
  }
  return true;
}

ExpectedCause parse_cause(const std::vector<Word>& words) {
  if (!have_form(words, "---\"") || words.size() > 4 || !is_cause(words[1].text)) {
    throw Malformed("a cause is: cause F-XXXXXX KIND \"reason\"");
  }
  refuse_empty(words[3].text);
  return {words[1].text, parse_kind(words[2].text), words[3].text, "", ""};
}

Expectation parse_entry(const std::vector<Word>& words) {
  constexpr std::string_view until = "until=";
  const bool has_cause = words.size() > 2 && is_cause(words[2].text);
  const std::string_view form = has_cause ? "---\"" : "---\"\"";
  if (!have_form(words, form) || words.size() > form.size() + 1) {
    throw Malformed(
        "an entry is: TESTS VERDICT CAUSE \"message prefix\" [until=YYYY-MM-DD], or: TESTS VERDICT "
        "KIND \"reason\" \"message prefix\" [until=YYYY-MM-DD]");
  }
  Expectation entry;
  entry.tests = words[0].text;
  const auto verdict = verdict_named(words[1].text);
  if (!verdict || !is_deviation(*verdict)) {
    throw Malformed(fmt::format(
        "'{}' is not a verdict to expect: use crash, timeout, early-exit, fail, warn or quality",
        words[1].text));
  }
  entry.verdict = *verdict;
  if (has_cause) {
    entry.cause = words[2].text;
  } else {
    entry.kind = parse_kind(words[2].text);
    entry.reason = words[3].text;
    refuse_empty(entry.reason);
  }
  entry.message = words[form.size() - 1].text;
  if (words.size() > form.size()) {
    const Word& last = words.back();
    if (last.quoted || !last.text.starts_with(until) ||
        !is_date(std::string_view(last.text).substr(until.size()))) {
      throw Malformed(fmt::format("'{}' is not until=YYYY-MM-DD", last.text));
    }
    entry.until = last.text.substr(until.size());
  }
  return entry;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& path) : rest_(text) { file_.path = path; }

  ExpectationsFile parse() {
    while (!rest_.empty()) take_line();
    finish_entry();
    for (const auto& [key, value] :
         {std::pair("library", file_.library), std::pair("version", file_.version)}) {
      if (value.empty()) fail(fmt::format("it lacks the line '{}: ...'", key));
    }
    for (Expectation& entry : file_.entries) take_cause(entry);
    file_.tail = std::move(above_);
    return std::move(file_);
  }

 private:
  std::string_view rest_;
  ExpectationsFile file_;
  int line_ = 0;
  std::string above_;  // comments and blank lines not yet given to an entry
  std::string words_;  // of the entry being read, its lines joined
  std::optional<Expectation> open_;

  [[noreturn]] void fail(const std::string& what, int line = 0) const {
    throw UserError(
        fmt::format("{}:{}: {}", file_.path, std::max(line > 0 ? line : line_, 1), what));
  }

  void take_line() {
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    ++line_;
    const std::size_t begin = line.find_first_not_of(blanks);
    if (open_ && begin != 0 && begin != std::string_view::npos) {
      words_.append(" ").append(line.substr(begin));
      open_->text.append("\n").append(line);
      return;
    }
    finish_entry();
    if (begin == std::string_view::npos || line[begin] == '#') {
      above_.append(line).append("\n");
    } else if (begin > 0) {
      fail("an indented line continues the entry above it, but none stands there");
    } else if (!take_condition(line, "library:", file_.library) &&
               !take_condition(line, "version:", file_.version) &&
               !take_condition(line, "build:", file_.build)) {
      if (file_.library.empty() || file_.version.empty()) {
        fail("the lines 'library: ...' and 'version: ...' come before the entries");
      }
      open_.emplace();
      open_->line = line_;
      open_->text = line;
      open_->comments = std::exchange(above_, {});
      words_ = line;
    }
  }

  bool take_condition(std::string_view line, std::string_view key, std::string& value) {
    if (!line.starts_with(key)) return false;
    line.remove_prefix(std::min(line.find_first_not_of(blanks, key.size()), line.size()));
    if (line.empty()) fail(fmt::format("nothing stands after '{}'", key));
    if (!value.empty()) fail(fmt::format("a second '{}'", key));
    if (!file_.entries.empty()) fail(fmt::format("'{}' comes before the entries", key));
    value = line;
    file_.head += std::exchange(above_, {});
    file_.head += fmt::format("{} {}\n", key, value);
    return true;
  }

  void take_cause(Expectation& entry) const {
    if (entry.cause.empty()) return;
    const auto cause = std::ranges::find(file_.causes, entry.cause, &ExpectedCause::id);
    if (cause == file_.causes.end()) {
      fail(fmt::format("no line says 'cause {}'", entry.cause), entry.line);
    }
    entry.kind = cause->kind;
    entry.reason = cause->reason;
  }

  void finish_cause(ExpectedCause cause) {
    if (std::ranges::find(file_.causes, cause.id, &ExpectedCause::id) != file_.causes.end()) {
      fail(fmt::format("a second 'cause {}'", cause.id), open_->line);
    }
    cause.text = std::move(open_->text);
    cause.comments = std::move(open_->comments);
    file_.causes.push_back(std::move(cause));
    open_.reset();
  }

  void finish_entry() {
    if (!open_) return;
    Expectation entry;
    try {
      const std::vector<Word> words = split_entry(words_);
      if (words.front().text == "cause") return finish_cause(parse_cause(words));
      entry = parse_entry(words);
    } catch (const Malformed& problem) {
      fail(problem.what(), open_->line);
    }
    for (const Expectation& other : file_.entries) {
      if (other.tests == entry.tests) {
        fail(fmt::format("'{}' stands already in line {}", entry.tests, other.line), open_->line);
      }
    }
    entry.line = open_->line;
    entry.text = std::move(open_->text);
    entry.comments = std::move(open_->comments);
    file_.entries.push_back(std::move(entry));
    open_.reset();
  }
};

}  // namespace

ExpectationsFile parse_expectations(std::string_view text, const std::string& path) {
  return Parser(text, path).parse();
}

ExpectationsFile load_expectations(const std::string& path) {
  const std::string said_as = fmt::format("expectations '{}'", path);
  return parse_expectations(read_input(path, said_as, "name a readable file"), path);
}

ExpectationsFile new_expectations(const std::string& path, std::string_view library_version) {
  const LibraryId id = identify_library(library_version);
  ExpectationsFile file;
  file.path = path;
  file.library = id.library;
  file.version = id.version.empty() ? "*" : id.version;
  file.head = fmt::format("library: {}\nversion: {}\n", file.library, file.version);
  return file;
}

bool applies(const ExpectationsFile& file, std::string_view library_version) {
  const LibraryId id = identify_library(library_version);
  return glob_match(file.library, id.library) && glob_match(file.version, id.version) &&
         (file.build.empty() || glob_match(file.build, std::string(library_version)));
}

bool names_one_test(const Expectation& entry) {
  return entry.tests.find_first_of("*?[\\") == std::string::npos;
}

}  // namespace mpitcheck
