// SPDX-License-Identifier: BSD-3-Clause
// What the readers and writers of JSON share.
#include "ci/mpitcheck/report/json_node.hpp"

namespace mpitcheck::report {
namespace {

std::string read_text(const Node& node) { return node.text(); }

}  // namespace

std::vector<std::string> texts(const Node& node) { return node.list(read_text); }

Header read_header(const Node& node) {
  const Node host = node["host"];
  return {node["tool"].text(),    node["version"].text(), node["started"].text(),
          texts(node["command"]), host["system"].text(),  host["cores"].count<unsigned>()};
}

Json parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    invalid(fmt::format("no JSON at byte {}", error.byte));
  }
}

Json header_json(const Header& header) {
  return {{"tool", header.tool},
          {"version", header.version},
          {"started", header.started},
          {"command", header.command},
          {"host", {{"system", header.system}, {"cores", header.cores}}}};
}

void require_schema(const Node& root, int version) {
  const int schema = root["schema"].count<int>();
  if (schema != version) {
    invalid(fmt::format("its schema is {}, this mpitcheck reads {}", schema, version));
  }
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mpitcheck::report
