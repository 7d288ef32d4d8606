// SPDX-License-Identifier: BSD-3-Clause
// The program around the statements.
#include "conformance/evidence/program/c_program.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "conformance/evidence/program/c_literal.hpp"
#include "conformance/evidence/program/statements.hpp"
#include "conformance/evidence/search/fold.hpp"

namespace mpitcheck::evidence {
namespace {

constexpr std::size_t widest = 110;
constexpr std::size_t most_text = 160;  // of expected

// A comment may not hold its own end.
std::string for_comment(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '/' && out.ends_with('*')) out += ' ';
    out += c < ' ' || c > '~' ? ' ' : c;
  }
  return out;
}

Lines opening(const Heading& heading) {
  Lines lines{"/* Shows a broken rule of MPI_T: " + for_comment(heading.rule),
              "   Stated in: " + for_comment(heading.section),
              "   Found by mpitcheck, " + for_comment(heading.origin)};
  if (heading.section.empty()) lines.erase(lines.begin() + 1);
  if (heading.np > 1) lines.push_back("   Run with: mpiexec -n " + std::to_string(heading.np));
  lines.emplace_back(
      "   Exit code: not 0 if the rule is broken, 0 if it is kept or nothing to see here. */");
  return lines;
}

Lines verdict(const Heading& heading) {
  const std::string expected = heading.expected.substr(0, most_text);
  return {"  puts(" + c_literal(heading.rule + ": expected " + expected) + ");", "  return 1;",
          "}"};
}

// Long lines are broken behind a comma or an operator, never within a literal.
Lines wrapped(const std::string& indent, std::string line) {
  Lines lines;
  std::string start = indent;
  while (start.size() + line.size() > widest) {
    std::size_t cut = std::string::npos;
    bool in_literal = false;
    for (std::size_t i = 0; i + 1 < line.size() && start.size() + i < widest; ++i) {
      if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) in_literal = !in_literal;
      if (!in_literal && line[i + 1] == ' ' && (line[i] == ',' || line[i] == '&')) cut = i + 1;
    }
    if (cut == std::string::npos) break;
    lines.push_back(start + line.substr(0, cut));
    line = line.substr(cut + 1);
    start = indent + "    ";
  }
  lines.push_back(start + line);
  return lines;
}

std::string conjunction(const Statements& statements, const Check& check) {
  std::string text;
  for (const Term& term : check.terms) {
    text += (text.empty() ? "" : " && ") + statements.condition(term);
  }
  return text;
}

Block repeated(const Block& block, int times) {
  Block loop{{"for (int i = 0; i < " + std::to_string(times) + "; ++i) {"}, true};
  for (const std::string& line : block.lines) loop.lines.push_back("  " + line);
  loop.lines.emplace_back("}");
  return loop;
}

Lines judgement(const Heading& heading, const std::string& condition) {
  Lines lines{"if (" + condition + ") {"};
  for (std::string& line : verdict(heading)) lines.push_back(std::move(line));
  return lines;
}

/// The statements of main, call by call, and of the callback in question.
class Body {
 public:
  Body(const Heading& heading, const Plot& plot, const Check& check, Statements& statements)
      : heading_(heading), plot_(plot), check_(check), statements_(statements) {
    for (const Term& term : check.terms) {
      if (term.counts()) continue;
      for (const Place& place : term.places()) places_[place.call].push_back(place);
    }
  }

  std::vector<Block> blocks() {
    std::vector<Block> blocks;
    std::vector<std::size_t> outer = plot_.chosen;
    std::erase_if(outer, [&](std::size_t call) { return callback_of(plot_.calls, call); });
    for (std::size_t i = 0; i < outer.size(); ++i) {
      const std::size_t call = outer[i];
      const bool three = i + 2 < outer.size() && !places_.contains(call) &&
                         !places_.contains(outer[i + 1]) && !places_.contains(outer[i + 2]);
      if (Lines line = three ? statements_.exchange(call, outer[i + 1], outer[i + 2]) : Lines{};
          !line.empty()) {
        blocks.push_back({std::move(line)});
        i += 2;
        continue;
      }
      Block block{made(call), places_.contains(call)};
      if (call == check_.judged && places_.contains(call))
        append(block.lines, judgement(heading_, conjunction(statements_, check_)));
      if (plot_.repeat > 1 && call == plot_.chosen.back()) block = repeated(block, plot_.repeat);
      blocks.push_back(std::move(block));
    }
    const bool counts = std::ranges::any_of(check_.terms, &Term::counts);
    if (counts) blocks.push_back({judgement(heading_, conjunction(statements_, check_)), true});
    if (statements_.callback()) add_callback(blocks);
    return blocks;
  }

 private:
  static void append(Lines& lines, const Lines& more) {
    lines.insert(lines.end(), more.begin(), more.end());
  }

  // The call, and what is kept of it.
  Lines made(std::size_t call) {
    const auto found = places_.find(call);
    const std::vector<Place> places = found == places_.end() ? std::vector<Place>{} : found->second;
    std::set<int> looked_at;
    for (const Place& place : places) looked_at.insert(place.output.parameter);
    Lines lines = statements_.call(call, looked_at);
    for (const Place& place : places) {
      if (call != check_.judged) append(lines, statements_.keep(place));
    }
    for (const Term& term : check_.terms) {
      const Place* const other = term.other();
      if (other == nullptr || other->call != call) continue;
      if (statements_.waits(term)) lines.push_back(statements_.end_of_wait());
      if (term.counts()) break;  // all of them wait for the same call
    }
    return lines;
  }

  // What it does may come at any time: main looks at the end whether the rule was broken.
  void add_callback(std::vector<Block>& blocks) {
    const std::size_t callback = *statements_.callback();
    Lines lines;
    for (const std::size_t call : plot_.chosen) {
      if (plot_.calls[call].inside == static_cast<int>(callback)) append(lines, made(call));
    }
    if (!check_.terms.empty()) {
      const bool waits = std::ranges::any_of(
          check_.terms, [&](const Term& term) { return statements_.waits(term); });
      const std::string condition = conjunction(statements_, check_);
      lines.push_back("if (" + std::string(waits ? "told && " : "") + condition + ") broken = 1;");
      statements_.declare("int", "broken");
      blocks.push_back({judgement(heading_, "broken"), true});
    }
    statements_.callback_does(lines);
  }

  const Heading& heading_;
  const Plot& plot_;
  const Check& check_;
  Statements& statements_;
  std::map<std::size_t, std::vector<Place>> places_;  // by call
};

// Exchanges one after the other share lines.
Lines exchanges_joined(const Lines& lines) {
  constexpr std::string_view exchange = "exchange(";
  Lines joined;
  for (const std::string& line : lines) {
    const bool follows = line.starts_with(exchange) && !joined.empty() &&
                         joined.back().starts_with(exchange) &&
                         joined.back().size() + line.size() + 3 < widest;
    if (follows) {
      joined.back() += " " + line;
    } else {
      joined.push_back(line);
    }
  }
  return joined;
}

void add_declarations(Lines& lines, const Statements& statements, const std::string& indent,
                      const std::string& storage) {
  for (const std::string& line : statements.declarations()) {
    const bool is_static = line.starts_with("static ");
    for (std::string& part : wrapped(indent, (is_static ? "" : storage) + line)) {
      lines.push_back(std::move(part));
    }
  }
}

Program assembled(const Lines& lines) {
  Program program{"", lines.size()};
  for (const std::string& line : lines) program.text += line + "\n";
  return program;
}

}  // namespace

Program c_program(const Heading& heading, const Plot& plot, const Check& check) {
  // Another process would wait for one that leaves.
  Statements statements(plot, check,
                        heading.np > 1  ? ""
                        : heading.exits ? "_Exit(0);"
                                        : "return 0;");
  const Lines statement_lines =
      exchanges_joined(folded(Body(heading, plot, check, statements).blocks()));
  Lines lines = opening(heading);
  for (const char* header : {"<mpi.h>", "<stdio.h>", "<string.h>"}) {
    lines.push_back(std::string("#include ") + header);
  }
  if (heading.hangs) lines.emplace_back("#include <unistd.h>");
  if (heading.exits) lines.emplace_back("#include <stdlib.h>");
  lines.emplace_back("");
  const Lines functions = statements.functions();
  const bool before = statements.functions_use_variables();
  if (before) add_declarations(lines, statements, "", "static ");
  for (const std::string& line : functions) {
    for (std::string& part : wrapped("", line)) lines.push_back(std::move(part));
  }
  if (!functions.empty()) lines.emplace_back("");
  if (heading.exits) lines.emplace_back("static void ended(void) { _Exit(1); }");
  lines.emplace_back("int main(void) {");
  if (!before) add_declarations(lines, statements, "  ", "");
  if (heading.hangs) lines.emplace_back("  alarm(10);  /* the last call below does not return */");
  if (heading.exits)
    lines.emplace_back("  atexit(ended);  /* the last call below ends the process */");
  for (const std::string& line : statement_lines) {
    for (std::string& part : wrapped("  ", line)) lines.push_back(std::move(part));
  }
  if (heading.np > 1 && statements.mpi_is_up()) lines.emplace_back("  MPI_Finalize();");
  lines.insert(lines.end(), {heading.exits ? "  _Exit(0);" : "  return 0;", "}"});
  return assembled(lines);
}

Program constant_program(const Heading& heading, const Fact& fact) {
  Lines lines = opening(heading);
  lines.insert(lines.end(), {"#include <mpi.h>", "#include <stdio.h>", "", "int main(void) {"});
  const std::string condition =
      fact.output + operator_of(broken(fact.relation)) + fact.wanted.front();
  for (const std::string& line : judgement(heading, condition)) {
    for (std::string& part : wrapped("  ", line)) lines.push_back(std::move(part));
  }
  lines.insert(lines.end(), {"  return 0;", "}"});
  return assembled(lines);
}

Program declaration_program(const Heading& heading, const std::string& name) {
  Lines lines = opening(heading);
  lines.insert(lines.end(), {"#include <mpi.h>", "", "int main(void) {",
                             "  (void)" + name + ";  /* without it this does not compile */",
                             "  return 0;", "}"});
  return assembled(lines);
}

}  // namespace mpitcheck::evidence
