// SPDX-License-Identifier: BSD-3-Clause
// Calls as statements of C.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "evidence/c_program.hpp"
#include "evidence/prototypes.hpp"

namespace mpitcheck::evidence {

/// Lines without indentation.
using Lines = std::vector<std::string>;

/// Writes calls one after the other, and remembers what they need declared.
class Statements {
 public:
  Statements(const Plot& plot, const Check& check);

  /// The statements of one call. OUT arguments that are looked at start with what they held in the
  /// story; if -1 is among them, the code is kept in the variable `code`.
  Lines call(std::size_t number, const std::set<int>& looked_at);

  /// The statement for three calls that exchange a message with this process itself; none if they
  /// do something else.
  Lines exchange(std::size_t first, std::size_t second, std::size_t third);

  /// The C expression that is true if the term holds; right behind its call.
  std::string condition(const Term& term) const;
  /// The lines that keep an answer for a term of a later call.
  Lines keep(const Term& term);

  /// Declarations for the begin of main; functions to stand before it.
  [[nodiscard]] Lines declarations() const;
  [[nodiscard]] Lines functions() const;

  [[nodiscard]] bool mpi_is_up() const { return mpi_up_; }

 private:
  struct Argument {
    std::size_t call, at;
    const Parameter& parameter;
    const std::string& text;
    bool exact;
  };

  [[nodiscard]] std::string answer(const Term& term) const;
  std::string argument(const Argument& argument, Lines& before);
  std::string number(const Argument& argument, Lines& before);
  std::string out_number(const Argument& argument, Lines& before);
  std::string text_buffer(const Argument& argument, Lines& before);
  std::string value_buffer(const Argument& argument, Lines& before);
  std::string opaque(const Argument& argument);
  std::string out_opaque(const Argument& argument, Lines& before);
  std::string object(const Argument& argument);
  std::string array(const Argument& argument);
  std::string request(const Argument& argument);
  std::string callback(const Argument& argument);

  std::string variable_of(const Made& made);
  std::string declare(const std::string& type, const std::string& name,
                      const std::string& initial = "");
  void reserve(const std::string& type, const std::string& name, std::size_t size);
  void follow_life_cycle(const Call& call);

  const Plot& plot_;
  std::map<std::string, std::map<std::string, std::string>> declared_;  // type, name, initial
  std::map<std::string, std::pair<std::string, std::size_t>> arrays_;   // name: type, size
  std::set<std::string> callbacks_;
  int exchanged_bytes_ = -1;  // the most that exchange() is called with; -1: it is not
  std::map<Made, std::size_t> last_use_;
  std::map<Made, std::string> variables_;
  std::map<Listed, std::string> looked_up_;
  std::map<std::string, std::vector<std::string>> counted_;  // kind: numbers of get_num
  std::vector<std::string> requests_;                        // outstanding ones, as recorded
  int tool_inits_ = 0;
  bool mpi_up_ = false;
};

}  // namespace mpitcheck::evidence
