// SPDX-License-Identifier: BSD-3-Clause
// The kernel reads the memory, so that a bad address is an error and not a crash.
#include "conformance/evidence/memory.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace mpitcheck::evidence {
namespace {

constexpr std::size_t page_size = 4096;  // the pages of the system may be larger

}  // namespace

const std::string& Memory::page_at(std::uint64_t address) {
  const auto found = std::find_if(pages_.begin(), pages_.end(),
                                  [=](const Page& page) { return page.address == address; });
  if (found != pages_.end()) return found->bytes;
  std::string bytes(page_size, '\0');
  const iovec to{bytes.data(), page_size};
  const iovec from{reinterpret_cast<void*>(address), page_size};
  if (::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) != page_size) bytes.clear();
  pages_.push_back({address, std::move(bytes)});
  return pages_.back().bytes;
}

std::string Memory::bytes_at(std::uint64_t address, std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) {
    const std::size_t offset = address % page_size;
    const std::string& page = page_at(address - offset);
    if (page.empty()) break;
    const std::size_t here = std::min(size - bytes.size(), page_size - offset);
    bytes.append(page, offset, here);
    address += here;
  }
  return bytes;
}

}  // namespace mpitcheck::evidence
