// SPDX-License-Identifier: BSD-3-Clause
// The program around the statements.
#include "evidence/c_program.hpp"

#include <algorithm>
#include <set>

#include "evidence/c_literal.hpp"
#include "evidence/fold.hpp"
#include "evidence/statements.hpp"

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
  for (const Term& term : check) text += (text.empty() ? "" : " && ") + statements.condition(term);
  return text;
}

Block repeated(const Block& block, int times) {
  Block loop{{"for (int i = 0; i < " + std::to_string(times) + "; ++i) {"}, true};
  for (const std::string& line : block.lines) loop.lines.push_back("  " + line);
  loop.lines.emplace_back("}");
  return loop;
}

/// The statements of main, call by call.
std::vector<Block> body(const Heading& heading, const Plot& plot, const Check& check,
                        Statements& statements) {
  std::set<std::size_t> judged;
  for (const Term& term : check) judged.insert(term.call);
  std::vector<Block> blocks;
  std::vector<std::size_t> outer = plot.chosen;
  std::erase_if(outer, [&](std::size_t call) { return plot.calls[call].inside >= 0; });
  for (std::size_t i = 0; i < outer.size(); ++i) {
    const std::size_t call = outer[i];
    const bool three = i + 2 < outer.size() && !judged.contains(call) &&
                       !judged.contains(outer[i + 1]) && !judged.contains(outer[i + 2]);
    if (Lines line = three ? statements.exchange(call, outer[i + 1], outer[i + 2]) : Lines{};
        !line.empty()) {
      blocks.push_back({std::move(line)});
      i += 2;
      continue;
    }
    std::set<int> looked_at;
    for (const Term& term : check) {
      if (term.call == call || term.earlier == call) looked_at.insert(term.parameter);
    }
    Block block{statements.call(call, looked_at), !looked_at.empty()};
    for (const Term& term : check) {
      if (term.earlier != call) continue;
      Term same = term;
      same.call = call;
      for (std::string& line : statements.keep(same)) block.lines.push_back(std::move(line));
    }
    if (judged.contains(call)) {
      block.lines.push_back("if (" + conjunction(statements, check) + ") {");
      for (std::string& line : verdict(heading)) block.lines.push_back(std::move(line));
    }
    if (plot.repeat > 1 && call == plot.chosen.back()) block = repeated(block, plot.repeat);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

Program assembled(const Lines& lines) {
  Program program{"", lines.size()};
  for (const std::string& line : lines) program.text += line + "\n";
  return program;
}

}  // namespace

Program c_program(const Heading& heading, const Plot& plot, const Check& check) {
  Statements statements(plot, check);
  const Lines statement_lines = folded(body(heading, plot, check, statements));
  Lines lines = opening(heading);
  for (const char* header : {"<mpi.h>", "<stdio.h>", "<string.h>"}) {
    lines.push_back(std::string("#include ") + header);
  }
  if (heading.hangs) lines.emplace_back("#include <unistd.h>");
  if (heading.exits) lines.emplace_back("#include <stdlib.h>");
  lines.emplace_back("");
  const Lines functions = statements.functions();
  lines.insert(lines.end(), functions.begin(), functions.end());
  if (!functions.empty()) lines.emplace_back("");
  if (heading.exits) lines.emplace_back("static void ended(void) { _Exit(1); }");
  lines.emplace_back("int main(void) {");
  for (const std::string& line : statements.declarations()) {
    for (std::string& part : wrapped("  ", line)) lines.push_back(std::move(part));
  }
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

Program declaration_program(const Heading& heading, const std::string& name) {
  Lines lines = opening(heading);
  lines.insert(lines.end(), {"#include <mpi.h>", "", "int main(void) {",
                             "  (void)" + name + ";  /* without it this does not compile */",
                             "  return 0;", "}"});
  return assembled(lines);
}

}  // namespace mpitcheck::evidence
