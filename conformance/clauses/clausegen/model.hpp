// SPDX-License-Identifier: BSD-3-Clause
// The catalogue as read from YAML: plain data, every value with the place it came from.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck::clausegen {

/// A place in a file; lines count from 1.
struct Place {
  std::string file;
  int line = 0;
};

/// One complaint about the catalogue: where, what is wrong and what to do.
struct Diagnostic {
  Place place;
  std::string message;
};

/// A scalar and where it stands. An absent field has an empty value.
struct Text {
  std::string value;
  Place place;
  bool empty() const { return value.empty(); }
};

struct Version {
  int major_ = 0;
  int minor_ = 0;
  auto operator<=>(const Version&) const = default;
};

/// "4.1" as a version; nothing if it is not two numbers with a dot.
std::optional<Version> parse_version(std::string_view text);

/// The C++ identifier of a clause id: '-' and '.' become '_'.
std::string identifier(std::string_view id);

/// Where a clause stands in one version of the standard.
struct Section {
  Text version;
  Text number;
};

struct Clause {
  Place place;
  std::string area;
  Text id;
  Text level;
  Text since;
  Text until;
  Text heading;
  std::vector<Section> sections;
  Text draft2011;
  std::vector<Text> functions;
  Text rule;
  Text observe;
  std::vector<Text> codes;
  Text ambiguity;
  std::vector<Text> accept;
  Text actor;
  Text note;
  Text untested;
  Text no_fault;
};

/// An open question of the standard's text and the ways to read it.
struct Ambiguity {
  Text id;
  Text question;
  std::vector<Text> readings;
  Text remark;
};

/// A C function of the interface.
struct Function {
  Text name;
  Text since;
  Text prototype;
  std::vector<Text> codes;
};

struct Constant {
  Text name;
  Text kind;
  Text since;
};

/// A type of the interface, or the type of a callback.
struct Type {
  Text name;
  Text since;
};

/// What api.yaml says.
struct Api {
  std::vector<Text> versions;
  std::vector<Text> any_routine_codes;
  std::vector<Function> functions;
  std::vector<Type> types;
  std::vector<Constant> constants;
  /// Names of MPI proper that clauses may cite.
  std::vector<Text> mpi_names;
};

struct Catalogue {
  Api api;
  std::vector<Ambiguity> ambiguities;
  std::vector<Clause> clauses;
};

}  // namespace mpitcheck::clausegen
