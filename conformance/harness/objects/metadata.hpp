// SPDX-License-Identifier: BSD-3-Clause
// All that queries return of all objects, as text, so that it can be compared with what they return
// at another time, in another initialization or in another process.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace mpitcheck {

/// An output of a query: "datatype", "MPI_INT". Texts are in quotes, as C writes them.
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
      outputs;  // the others; not those that may change while the object is there

  [[nodiscard]] std::string label() const;  // cvar 3 "name"
  /// The same for the same object of another process or initialization.
  [[nodiscard]] std::string key() const;
  [[nodiscard]] std::string function() const;  // "MPI_T_cvar_get_info"
};

/// That of each variable, category, event type and source that can be queried now; of cvars, pvars
/// and categories about `most`, evenly spread.
std::vector<Metadata> all_metadata(int most = std::numeric_limits<int>::max());

/// For a process to give to another one.
std::string written(const std::vector<Metadata>& all);
std::vector<Metadata> read_back(const std::string& text);

}  // namespace mpitcheck
