// SPDX-License-Identifier: BSD-3-Clause
// Writes result records.
#include "conformance/harness/facts/results.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/harness/facts/offence.hpp"
#include "conformance/harness/facts/protocol.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

ResultFile::ResultFile(const std::string& directory, int rank, std::string nonce)
    : path_(join(directory, "/", rank, ".jsonl")), nonce_(std::move(nonce)) {}

bool ResultFile::write(RecordKind kind, nlohmann::json fields) const {
  if (!is_open() || is_silent_) return true;
  fields["record"] = name(kind);
  fields["nonce"] = nonce_;
  // Texts come from the target: bytes that are not UTF-8 become U+FFFD.
  const std::string line =
      fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return false;
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t n = ::write(file, line.data() + written, line.size() - written);
    if (n <= 0) break;
    written += static_cast<std::size_t>(n);
  }
  ::close(file);
  return written == line.size();
}

void announce(Offence& offence, const ResultFile& results) {
  // Serves the test that findings and reproducers do not depend on texts for people.
  static const bool wordless = std::getenv("MPITCHECK_WORDLESS") != nullptr;
  if (wordless) offence.subject = offence.expected = offence.actual = offence.clause;
  if (results.is_silent()) return;
  results.write(RecordKind::failure, offence);
  tell_recorder(offence);
}

void tell_recorder(const Offence& offence) {
  using Note = void(const char* note);
  static auto* const note = reinterpret_cast<Note*>(::dlsym(RTLD_DEFAULT, "mpitcheck_record_note"));
  if (note == nullptr) return;
  const nlohmann::json fields = offence;
  note(fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

}  // namespace mpitcheck
