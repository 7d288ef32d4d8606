// SPDX-License-Identifier: BSD-3-Clause
// The arguments of one call, as texts before and after it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/evidence/memory.hpp"
#include "conformance/evidence/prototypes.hpp"

namespace mpitcheck::evidence {

/// How many bytes behind a text or value are watched.
inline constexpr std::size_t watched_bytes = 16;

class Arguments {
 public:
  Arguments(const Prototype& prototype, std::vector<std::uint64_t> words);

  /// As they are now, one text each; before the call OUT arguments tell what lies there.
  [[nodiscard]] std::vector<std::string> texts() const;
  /// What the call left in arguments that it may write; empty for others.
  [[nodiscard]] std::vector<std::string> answers() const;

  /// The call has returned: what it left is looked at anew. Remembers datatypes of variables and
  /// handles for the values of later calls.
  void returned(int code);

 private:
  struct Values {
    std::uint64_t type = 0;  // an MPI_Datatype
    int count = -1;
    std::size_t bytes = 0;
  };

  [[nodiscard]] std::uint64_t word(std::string_view name) const;
  [[nodiscard]] int length(std::size_t i) const;
  [[nodiscard]] Values values_of_handle() const;
  [[nodiscard]] std::string argument(std::size_t i, bool after) const;
  [[nodiscard]] std::string text(std::size_t i, bool after) const;
  [[nodiscard]] std::string list(std::size_t i) const;
  [[nodiscard]] std::string buffer(std::size_t i, bool after) const;
  [[nodiscard]] std::string object(std::size_t i) const;
  [[nodiscard]] std::string behind(std::size_t i) const;

  mutable Memory memory_;
  const Prototype& prototype_;
  std::vector<std::uint64_t> words_;
  std::vector<int> lengths_;         // as they went in
  std::vector<std::string> behind_;  // what lay behind each text or value
};

}  // namespace mpitcheck::evidence
