// SPDX-License-Identifier: BSD-3-Clause
// Functions that stand before main: callbacks, and the message to oneself.
#include <algorithm>
#include <cstdlib>

#include "conformance/evidence/program/statements.hpp"

namespace mpitcheck::evidence {
namespace {

constexpr const char* self_tag = "7";  // of the harness's messages to itself

bool is_self_message(const Call& call) {
  const auto& arguments = call.arguments;
  return (call.function == "MPI_Isend" || call.function == "MPI_Irecv") &&
         arguments[2] == "MPI_CHAR" && arguments[3] == "0" && arguments[4] == self_tag &&
         arguments[5] == "MPI_COMM_SELF";
}

void append(Lines& lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

Lines exchange_function(int bytes) {
  const std::string size = std::to_string(std::max(bytes, 1));
  const std::string rest =
      std::string("bytes, MPI_CHAR, 0, ") + self_tag + ", MPI_COMM_SELF, &requests[";
  return {"static void exchange(int bytes, int send_first) {",
          "  static char sent[" + size + "], received[" + size + "];",
          "  MPI_Request requests[2];",
          "  if (!send_first) MPI_Irecv(received, " + rest + "1]);",
          "  MPI_Isend(sent, " + rest + "0]);",
          "  if (send_first) MPI_Irecv(received, " + rest + "1]);",
          "  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);",
          "}"};
}

}  // namespace

Lines Statements::exchange(std::size_t first, std::size_t second, std::size_t third) {
  const Call& one = plot_.calls[first];
  const Call& two = plot_.calls[second];
  const Call& end = plot_.calls[third];
  if (!is_self_message(one) || !is_self_message(two)) return {};
  if (one.function == two.function || one.arguments[1] != two.arguments[1]) return {};
  if (end.function != "MPI_Waitall" || end.arguments[0] != "2") return {};
  exchanged_bytes_ = std::max(exchanged_bytes_, std::atoi(one.arguments[1].c_str()));
  return {"exchange(" + one.arguments[1] + (one.function == "MPI_Isend" ? ", 1);" : ", 0);")};
}

Lines Statements::functions() const {
  Lines lines;
  for (const auto& [name, body] : functions_) {
    const std::string_view type = name.ends_with("event")  ? event_callback
                                  : name.ends_with("free") ? free_callback
                                                           : dropped_callback;
    std::string parameters;
    for (const Parameter& parameter : prototype(type)->parameters) {
      if (is_callback(parameter.type)) continue;  // the function itself
      parameters += (parameters.empty() ? "" : ", ") + std::string(parameter.type);
      parameters += (parameter.type.ends_with('*') ? "" : " ") + std::string(parameter.name);
    }
    const std::string head = "static void " + name + "(" + parameters + ") {";
    if (body.size() < 2) {
      lines.push_back(head + (body.empty() ? "" : " " + body.front() + " ") + "}");
      continue;
    }
    lines.push_back(head);
    for (const std::string& line : body) lines.push_back("  " + line);
    lines.emplace_back("}");
  }
  if (asks_for_extents_) {
    append(lines, {"/* How many elements there are up to the last one that was written. */",
                   "static int extent(const void *buffer, size_t size, size_t element) {",
                   std::string("  while (size > 0 && ((const char *)buffer)[size - 1] == ") +
                       extent_filling + ") --size;",
                   "  return (int)((size + element - 1) / element);", "}"});
  }
  if (exchanged_bytes_ >= 0) append(lines, exchange_function(exchanged_bytes_));
  return lines;
}

}  // namespace mpitcheck::evidence
