// SPDX-License-Identifier: BSD-3-Clause
// Layout and mapping of the shared segment.
#include "reference/runtime/job/job_segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

namespace mpit::runtime {
namespace {

constexpr std::uint64_t segment_magic = 0x31424f4a5449504d;  // "MPITJOB1"

// Pages of rings that are never used cost nothing.
std::size_t ring_bytes_for(int processes) {
  constexpr std::size_t kib = 1024;
  if (processes <= 8) return 256 * kib;
  return processes <= 16 ? 128 * kib : 32 * kib;
}

std::size_t segment_bytes(int processes, std::size_t ring_bytes) {
  const auto pairs = static_cast<std::size_t>(processes) * static_cast<std::size_t>(processes);
  return sizeof(JobHeader) + pairs * (sizeof(RingEnds) + ring_bytes);
}

void* map(int descriptor, std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

JobSegment JobSegment::create(int processes) {
  const std::size_t ring_bytes = ring_bytes_for(processes);
  const std::size_t bytes = segment_bytes(processes, ring_bytes);
  int descriptor = memfd_create("mpit_job", 0);
  // If memfd is refused: a file without a name.
  if (descriptor < 0) descriptor = open("/dev/shm", O_TMPFILE | O_RDWR, 0600);
  if (descriptor < 0) fail("memory to share");
  void* memory = nullptr;
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) != 0 ||
      (memory = map(descriptor, bytes)) == nullptr) {
    close(descriptor);
    fail("shared memory");
  }
  auto* const header = new (memory) JobHeader{};
  header->magic = segment_magic;
  header->processes = processes;
  header->launcher = getpid();
  header->ring_bytes = ring_bytes;
  return {descriptor, memory, bytes};  // new pages are empty rings
}

std::optional<JobSegment> JobSegment::attach(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return std::nullopt;
  const auto bytes = static_cast<std::size_t>(status.st_size);
  if (bytes < sizeof(JobHeader)) return std::nullopt;
  void* const memory = map(descriptor, bytes);
  if (memory == nullptr) return std::nullopt;
  JobSegment segment(descriptor, memory, bytes);
  const JobHeader& header = segment.header();
  const bool known = header.magic == segment_magic && header.processes >= 1 &&
                     header.processes <= max_processes &&
                     bytes == segment_bytes(header.processes, header.ring_bytes);
  if (!known) return std::nullopt;
  return segment;
}

JobSegment::JobSegment(int descriptor, void* memory, std::size_t bytes)
    : descriptor_(descriptor), header_(static_cast<JobHeader*>(memory)), bytes_(bytes) {}

JobSegment::JobSegment(JobSegment&& other) noexcept
    : descriptor_(other.descriptor_),
      header_(std::exchange(other.header_, nullptr)),
      bytes_(other.bytes_) {}

JobSegment::~JobSegment() {
  if (header_ != nullptr) munmap(header_, bytes_);
}

RingEnds& JobSegment::ring(int writer, int reader) const {
  const int number = reader * header_->processes + writer;
  auto* const rings = reinterpret_cast<std::byte*>(header_ + 1);
  return *reinterpret_cast<RingEnds*>(rings + static_cast<std::size_t>(number) *
                                                  (sizeof(RingEnds) + header_->ring_bytes));
}

}  // namespace mpit::runtime
