// SPDX-License-Identifier: BSD-3-Clause
// The arguments of one call, as texts before and after it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/evidence/memory.hpp"
#include "conformance/evidence/prototypes.hpp"

namespace mpitcheck::evidence {

/// The number of bytes after a text or value that are checked for overruns.
inline constexpr std::size_t watched_bytes = 16;

/// The arguments of one call. Objects of different threads are independent.
class Arguments {
 public:
  /// `words` has the bits of each argument, see word_of(). `prototype` must outlive this object.
  Arguments(const Prototype& prototype, std::vector<std::uint64_t> words);

  /// Before the call: one text per argument. The text of an OUT argument shows what its memory
  /// holds.
  [[nodiscard]] std::vector<std::string> texts() const;
  /// After returned(): the texts of the arguments that the call may write; empty for others.
  [[nodiscard]] std::vector<std::string> answers() const;

  /// Call it when the call has returned `code`. From now on texts are those of the present memory.
  /// Stores the datatypes of variables and handles, which the texts of later calls need.
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
  std::vector<int> lengths_;         // as passed in
  std::vector<std::string> behind_;  // the bytes after each text or value, before the call
};

}  // namespace mpitcheck::evidence
