// SPDX-License-Identifier: BSD-3-Clause
// Finds what follows the first document of a YAML text.
#include "yaml_end.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>

namespace mpit::cvargen {
namespace {

/// Notes where a document begins, and takes no notice of what is in it.
class Beginning : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { line = mark.line; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  int line = 0;
};

}  // namespace

std::optional<int> line_after_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Beginning document;
  if (!parser.HandleNextDocument(document) || !parser.HandleNextDocument(document)) {
    return std::nullopt;
  }
  return document.line;
}

}  // namespace mpit::cvargen
