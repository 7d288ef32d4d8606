// SPDX-License-Identifier: BSD-3-Clause
// Reads one YAML mapping field by field and reports everything that does not fit.
#pragma once

#include <yaml-cpp/yaml.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "conformance/clauses/clausegen/model.hpp"

namespace mpitcheck::clausegen {

/// One file being read: its name for messages and where complaints go.
struct Source {
  std::string file;
  std::vector<Diagnostic>* diagnostics;

  Place place(const YAML::Node& node) const { return {file, node.Mark().line + 1}; }
  void complain(const YAML::Node& node, std::string message) const {
    diagnostics->push_back({place(node), std::move(message)});
  }
};

/// A mapping of known keys. finish() complains about the keys nobody asked for.
class Mapping {
 public:
  /// `what` names the mapping in messages, e.g. "clause".
  Mapping(const Source& source, const YAML::Node& node, std::string what);

  /// False if the node is no mapping at all (already reported).
  bool valid() const { return node_.IsMap(); }

  Text text(const std::string& key);
  Text required_text(const std::string& key);
  std::vector<Text> texts(const std::string& key);
  /// Calls `read` with each key and value of the mapping under `key`.
  void each_pair(const std::string& key, const std::function<void(Text, Text)>& read);
  /// Calls `read` with each entry of the sequence under `key`, which must be there.
  void each_entry(const std::string& key, const std::function<void(const YAML::Node&)>& read);
  void finish();

 private:
  YAML::Node find(const std::string& key);
  Text scalar(const YAML::Node& node, const std::string& key);

  const Source& source_;
  YAML::Node node_;
  std::string what_;
  std::set<std::string> known_;
};

}  // namespace mpitcheck::clausegen
