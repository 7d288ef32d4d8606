// SPDX-License-Identifier: BSD-3-Clause
// Whether a fault showed, as the fault library notes it in a file.
#pragma once

#include <filesystem>
#include <string>

namespace mpitcheck {

/// A file of three numbers of 64 bits, shared by all processes under one fault: how many calls the
/// fault took over, how many of them came to their end, how many showed.
class FaultEffect {
 public:
  /// Makes the file, all zero. Throws UserError if it cannot.
  explicit FaultEffect(std::filesystem::path file);

  /// "K=V" for the environment of the test programs.
  [[nodiscard]] std::string variable() const;
  /// Some call gave something else than the MPI itself, or did not return.
  [[nodiscard]] bool showed() const;

 private:
  std::filesystem::path file_;
};

}  // namespace mpitcheck
