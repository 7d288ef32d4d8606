// SPDX-License-Identifier: BSD-3-Clause
// Reads one YAML mapping field by field and reports everything that does not fit.
#include "conformance/clauses/clausegen/yaml_reader.hpp"

namespace mpitcheck::clausegen {

Mapping::Mapping(const Source& source, const YAML::Node& node, std::string what)
    : source_(source), node_(node), what_(std::move(what)) {
  if (!node_.IsMap()) source_.complain(node_, "expected a mapping for " + what_);
}

YAML::Node Mapping::find(const std::string& key) {
  known_.insert(key);
  YAML::Node found(YAML::NodeType::Undefined);
  for (const auto& pair : node_) {
    if (pair.first.IsScalar() && pair.first.Scalar() == key) {
      found.reset(pair.second);
      break;
    }
  }
  return found;
}

Text Mapping::scalar(const YAML::Node& node, const std::string& key) {
  if (node.IsScalar()) return {node.Scalar(), source_.place(node)};
  source_.complain(node, "'" + key + "' of " + what_ + " must be a text");
  return {};
}

Text Mapping::text(const std::string& key) {
  if (!valid()) return {};
  const YAML::Node node = find(key);
  return node.IsDefined() ? scalar(node, key) : Text{{}, source_.place(node_)};
}

Text Mapping::required_text(const std::string& key) {
  if (!valid()) return {};
  const Text value = text(key);
  if (value.empty()) source_.complain(node_, what_ + " has no '" + key + "'; add it");
  return value;
}

std::vector<Text> Mapping::texts(const std::string& key) {
  if (!valid()) return {};
  const YAML::Node node = find(key);
  if (!node.IsDefined()) return {};
  if (!node.IsSequence()) {
    source_.complain(node, "'" + key + "' of " + what_ + " must be a list");
    return {};
  }
  std::vector<Text> result;
  for (const auto& entry : node) result.push_back(scalar(entry, key));
  return result;
}

void Mapping::each_pair(const std::string& key, const std::function<void(Text, Text)>& read) {
  if (!valid()) return;
  const YAML::Node node = find(key);
  if (!node.IsDefined()) return;
  if (!node.IsMap()) {
    source_.complain(node, "'" + key + "' of " + what_ + " must be a mapping");
    return;
  }
  for (const auto& pair : node) read(scalar(pair.first, key), scalar(pair.second, key));
}

void Mapping::each_entry(const std::string& key,
                         const std::function<void(const YAML::Node&)>& read) {
  if (!valid()) return;
  const YAML::Node node = find(key);
  if (!node.IsDefined() || !node.IsSequence()) {
    source_.complain(node.IsDefined() ? node : node_, what_ + " needs a list '" + key + "'");
    return;
  }
  for (const auto& entry : node) read(entry);
}

void Mapping::finish() {
  if (!valid()) return;
  std::set<std::string> seen;
  for (const auto& pair : node_) {
    const std::string key = pair.first.IsScalar() ? pair.first.Scalar() : "(no text)";
    if (!known_.contains(key)) {
      source_.complain(pair.first, "unknown key '" + key + "' in " + what_);
    } else if (!seen.insert(key).second) {
      source_.complain(pair.first, "key '" + key + "' stands twice in " + what_);
    }
  }
}

}  // namespace mpitcheck::clausegen
