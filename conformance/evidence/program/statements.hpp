// SPDX-License-Identifier: BSD-3-Clause
// Calls as statements of C.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/evidence/program/c_program.hpp"
#include "conformance/evidence/program/prototypes.hpp"

namespace mpitcheck::evidence {

/// Bytes or elements behind texts and arrays, to see them overrun.
inline constexpr std::size_t spare_bytes = 16;

/// Characters for a text that is to be read as a whole: what other libraries call the same may be
/// longer.
inline constexpr int room_for_any_text = 256;

/// Elements of a buffer whose length another call tells.
inline constexpr std::size_t room_for_any_length = 1U << 16U;

/// The byte that a buffer is filled with whose extent is asked for.
inline constexpr const char* extent_filling = "'#'";

/// Lines without indentation.
using Lines = std::vector<std::string>;

/// As C writes it, with spaces.
std::string operator_of(Term::Op op);

/// Writes calls one after the other, and remembers what they need declared.
class Statements {
 public:
  /// `leave`: the statement that ends the program with 0; empty: other processes would wait.
  Statements(const Plot& plot, const Check& check, std::string leave);

  /// The statements of one call. OUT arguments that are looked at start with what they held in the
  /// story; if -1 is among them, the code is kept in the variable `code`. Otherwise a call that
  /// succeeded then, and does not now, leaves the program, and one that failed and succeeds now:
  /// nothing to see here.
  Lines call(std::size_t number, const std::set<int>& looked_at);

  /// The statement for three calls that exchange a message with this process itself; none if they
  /// do something else.
  Lines exchange(std::size_t first, std::size_t second, std::size_t third);

  /// The C expression that is true if the term holds; right behind its call.
  std::string condition(const Term& term) const;
  /// The lines that keep an answer for a check behind a later call.
  Lines keep(const Place& place);
  /// Whether callbacks are judged or counted from the other call of the term on: others of them may
  /// come before.
  [[nodiscard]] bool waits(const Term& term) const;
  /// The statement for behind that call.
  std::string end_of_wait();

  /// The callback that is judged, or that the last call was made in.
  [[nodiscard]] std::optional<std::size_t> callback() const { return callback_; }
  /// Gives that callback a body.
  void callback_does(const Lines& lines);

  /// Returns the name.
  std::string declare(const std::string& type, const std::string& name,
                      const std::string& initial = "");

  /// Declarations for the begin of main; functions to stand before it.
  [[nodiscard]] Lines declarations() const;
  [[nodiscard]] Lines functions() const;
  /// Whether declarations() have to stand before functions().
  [[nodiscard]] bool functions_use_variables() const { return !looked_at_from_.empty(); }

  [[nodiscard]] bool mpi_is_up() const { return mpi_up_; }

 private:
  struct Argument {
    std::size_t call, at;
    const Parameter& parameter;
    const std::string& text;
    bool exact;
  };

  struct Whole {
    bool is_text;
    std::string place;     // expression
    std::size_t elements;  // of a list
  };

  /// For where nothing can go on, though other processes wait.
  [[nodiscard]] std::string leave_anyway() const { return leave_.empty() ? "return 0;" : leave_; }
  [[nodiscard]] std::string answer(const Place& place) const;
  [[nodiscard]] std::string whole_answer(const Place& place) const;
  [[nodiscard]] std::optional<Whole> whole(const Place& place) const;
  [[nodiscard]] std::string told_then(const Place& place) const;
  [[nodiscard]] std::string compared(const Term& term) const;
  /// What a buffer is filled with before the call, so that what it leaves alone is seen: a value of
  /// its elements, or extent_filling; `other` if it is compared with another call's, which would
  /// still lie there.
  [[nodiscard]] std::string filling(const Argument& argument, const std::string& other) const;
  /// Whether it does not matter how much room a call gets for its texts.
  [[nodiscard]] bool has_room(std::size_t call) const;
  [[nodiscard]] int room_for_text(std::size_t call, std::size_t text) const;
  /// Whether two elements of the array are compared.
  [[nodiscard]] bool compares_elements(const Argument& argument) const;
  /// Whether the length number `at` of a call is what its answer is compared with.
  [[nodiscard]] bool is_compared_with(std::size_t call, int at) const;
  /// Leaves the program where the library has fewer things than then.
  void need_index(const Listed& listed, const Argument& argument, Lines& before);
  void need_enumeration(std::size_t call, const std::string& leave, Lines& lines);
  void remember(const Call& call);
  std::string argument(const Argument& argument, Lines& before);
  std::string number(const Argument& argument, Lines& before);
  std::string out_number(const Argument& argument, Lines& before);
  std::string text_buffer(const Argument& argument, Lines& before);
  std::string value_buffer(const Argument& argument, Lines& before);
  std::string opaque(const Argument& argument);
  std::string out_opaque(const Argument& argument, Lines& before);
  std::string object(const Argument& argument);
  std::string array(const Argument& argument, Lines& before);
  std::string request(const Argument& argument);
  void requests_end(const Call& wait);
  std::string callback(const Argument& argument);
  std::string user_data(const Argument& argument);
  void look_at_callbacks();

  std::string variable_of(const Made& made);
  void reserve(const std::string& type, const std::string& name, std::size_t size);
  void follow_life_cycle(const Call& call);

  const Plot& plot_;
  const Check& check_;
  const std::string leave_;
  std::map<std::string, std::map<std::string, std::string>> declared_;  // type, name, initial
  std::map<std::string, std::pair<std::string, std::size_t>> arrays_;   // name: type, size
  mutable bool asks_for_extents_ = false;
  std::optional<std::size_t> callback_, giver_;  // and the call that handed it over
  std::set<std::size_t> looked_at_from_;    // calls that hand over functions that are looked at
  std::map<std::string, Lines> functions_;  // callbacks by name: body
  std::vector<std::string> own_;            // user pointers, as recorded
  int exchanged_bytes_ = -1;  // the most that exchange() is called with; -1: it is not
  std::map<Made, std::size_t> last_use_;
  std::map<Made, std::string> variables_;
  std::map<std::pair<std::size_t, int>, std::string> kept_;  // call and parameter: variable
  std::map<Made, std::string> written_;      // arguments as they stand in the program
  std::map<std::string, std::string> held_;  // variable: what the last call left in it
  std::map<Listed, std::string> looked_up_;
  std::set<Listed> counted_in_;                              // what need_index() has made sure of
  std::map<std::string, std::vector<std::string>> counted_;  // kind: numbers of get_num
  std::vector<std::string> requests_;  // as recorded; empty: ended, one before the last
  int tool_inits_ = 0;
  bool mpi_up_ = false;
};

}  // namespace mpitcheck::evidence
