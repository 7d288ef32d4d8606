// SPDX-License-Identifier: BSD-3-Clause
// The results of the queries of all objects, as text, for comparison with those of another time,
// another initialization or another process.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// An output of a query: "datatype", "MPI_INT". Texts are string literals of C.
struct QueryOutput {
  std::string name, value;
};

/// The outputs that hold the names and values of the items of an enumeration.
inline constexpr std::string_view items_output = "items";

/// The answer of a query about one object. An object without one is not listed.
struct Metadata {
  std::string kind;  // "cvar", "pvar", "category", "event", "source"
  int index;
  std::string name;  // in quotes
  std::vector<QueryOutput>
      outputs;  // other outputs, without those that may change while the object exists

  [[nodiscard]] std::string label() const;  // cvar 3 "name"
  /// Identifies the object in other processes and initializations.
  [[nodiscard]] std::string key() const;
  [[nodiscard]] std::string function() const;  // "MPI_T_cvar_get_info"
};

/// The metadata of each variable, category, event type and source that can be queried now. Of
/// cvars, pvars and categories about `most` are selected, evenly spread.
std::vector<Metadata> all_metadata(int most = std::numeric_limits<int>::max());

/// The text by which a process passes metadata to another one, and its parser.
std::string written(const std::vector<Metadata>& all);
std::vector<Metadata> read_back(const std::string& text);

}  // namespace mpitcheck
