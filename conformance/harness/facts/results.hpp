// SPDX-License-Identifier: BSD-3-Clause
// The result file of one rank: one JSON record per line, written as soon as it is known.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mpitcheck/records.hpp"

namespace mpitcheck {

struct Offence;

/// Appends records to `<directory>/<rank>.jsonl`. Each record opens, appends and closes the file,
/// so that a target that closes descriptors loses nothing. Without a directory records are dropped.
class ResultFile {
 public:
  ResultFile() = default;
  ResultFile(const std::string& directory, int rank, std::string nonce);

  /// Writes `fields` as a record of kind `kind`; false if the file cannot be written.
  bool write(RecordKind kind, nlohmann::json fields) const;

  [[nodiscard]] bool is_open() const { return !path_.empty(); }

  /// While silent, write() does nothing and returns true, because another process wrote the
  /// records.
  void be_silent(bool silent) { is_silent_ = silent; }
  [[nodiscard]] bool is_silent() const { return is_silent_; }

 private:
  std::string path_;
  std::string nonce_;
  bool is_silent_ = false;
};

/// Writes the record of an offence and calls tell_recorder(), unless `results` is silent.
void announce(Offence& offence, const ResultFile& results);

/// Notes an offence in the record of a preloaded recorder (conformance/evidence), if there is one.
/// The C reproducer has the calls before the note.
void tell_recorder(const Offence& offence);

}  // namespace mpitcheck
