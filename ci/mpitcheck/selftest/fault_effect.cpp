// SPDX-License-Identifier: BSD-3-Clause
// The file that fault libraries count in.
#include "ci/mpitcheck/selftest/fault_effect.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <utility>

#include "ci/mpitcheck/process/error.hpp"

namespace mpitcheck {
namespace {

using Numbers = std::array<std::uint64_t, 3>;

}  // namespace

FaultEffect::FaultEffect(std::filesystem::path path) : file_(std::move(path)) {
  std::ofstream file(file_, std::ios::binary);
  const Numbers zero{};
  file.write(reinterpret_cast<const char*>(zero.data()), sizeof zero);
  if (!file.flush()) {
    throw UserError(fmt::format("cannot write '{}'", file_.string()), exit_own_error);
  }
}

std::string FaultEffect::variable() const { return "MPITCHECK_FAULT_EFFECT=" + file_.string(); }

bool FaultEffect::showed() const {
  Numbers numbers{};
  std::ifstream(file_, std::ios::binary)
      .read(reinterpret_cast<char*>(numbers.data()), sizeof numbers);
  const auto& [begun, ended, effects] = numbers;
  return begun != ended || effects != 0;
}

}  // namespace mpitcheck
