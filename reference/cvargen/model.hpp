// SPDX-License-Identifier: BSD-3-Clause
// What cvargen reads out of comment blocks: categories, control variables, and what is wrong with
// them.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "mpit/range.hpp"

namespace mpit::cvargen {

struct Place {
  std::string file;
  int line = 0;  ///< from 1; 0: the file as a whole
};

/// Something wrong in a source file. A warning does not keep anything from being generated.
struct Diagnostic {
  Place place;
  std::string message;
  bool warning = false;
};
using Diagnostics = std::vector<Diagnostic>;

/// One word of a block and where it stands.
struct Field {
  std::string text;
  int line = 0;
  /// Written as the word NULL, which is no text in YAML.
  bool null = false;
};

/// An entry of a block as it stands there: its known keys.
struct Entry {
  Place place;
  std::map<std::string, Field> fields;

  bool has(const std::string& key) const { return fields.contains(key); }
  /// The value under `key`; an empty one if there is none.
  const Field& operator[](const std::string& key) const;
};

struct Category {
  std::string name;
  std::string description;
  Place place;
};

enum class Type { integer, boolean, real, text, range, choice };

/// A default: int (also boolean and, as the number of the item, enum), double, text or range.
using Value = std::variant<int, double, std::string, Range>;

struct Item {
  std::string name;
  int value = 0;
};

struct Variable {
  std::string name;
  std::string category;
  std::string type_word;
  std::string default_word;
  std::string description;
  std::string verbosity;  ///< MPI_T_VERBOSITY_*
  std::string scope;      ///< MPI_T_SCOPE_*
  std::string group;      ///< enums of one group number their items in one row; empty: none
  std::vector<std::string> alternatives;  ///< further names that the environment may use
  Type type = Type::integer;
  Value initial = 0;
  bool device = false;  ///< class: a macro of the device may replace the default
  std::vector<Item> items;
  Place place;
};

/// All blocks of a run, in the order read.
struct Declarations {
  std::vector<Category> categories;
  std::vector<Variable> variables;
};

}  // namespace mpit::cvargen
