// SPDX-License-Identifier: BSD-3-Clause
// Speaks the protocol of a test program, well enough to abuse it.
#pragma once

#include <string>

#include "conformance/harness/facts/protocol.hpp"

namespace hostile {

/// The account of one rank. Ids of a `must` and a `quality` clause come from the environment.
class Account {
 public:
  Account(std::string test, std::string directory, std::string nonce);

  int rank = 0;
  int np = 1;
  std::string test, directory, nonce;
  std::string must, quality;

  [[nodiscard]] std::string path() const;
  /// Appends bytes as they are.
  void raw(const std::string& bytes) const;
  /// Appends a record with the right nonce; `fields` are JSON members without braces.
  void record(const std::string& kind, const std::string& fields) const;

  void begin() const;
  void failure(const std::string& clause, bool crash = false) const;
  /// `end` with one clause, examined `examined` times, of which `offenders` were bad.
  void end(const std::string& verdict, const std::string& clause, int examined,
           int offenders) const;
  void closed() const;
  /// begin, end with a pass, closed.
  void pass() const;

  /// Maps the progress page and says that `call` is in progress under `clause`.
  void progress(const std::string& clause, const std::string& call, bool in_call) const;
  /// begin, and a call in progress under the clause `quality`.
  void in_call() const;
  /// Counts another call on the page that progress() made.
  void step() const;

 private:
  [[nodiscard]] std::string page_path() const;
};

}  // namespace hostile
