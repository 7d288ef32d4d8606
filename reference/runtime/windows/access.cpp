// SPDX-License-Identifier: BSD-3-Clause
// Records puts and gets, and serves those of other processes.
#include "reference/runtime/windows/access.hpp"

#include <cstring>

#include "reference/runtime/messages/requests.hpp"

namespace mpit::runtime {

std::vector<std::byte> serve(const Window& window, const std::vector<std::byte>& requests) {
  auto* const base = static_cast<std::byte*>(window.base);
  std::vector<std::byte> answers;
  for (const std::byte* at = requests.data(); at != requests.data() + requests.size();) {
    Access access;
    std::memcpy(&access, at, sizeof access);
    at += sizeof access;
    if (access.kind == Access::Kind::get) {
      answers.insert(answers.end(), base + access.offset, base + access.offset + access.bytes);
    } else {
      std::memcpy(base + access.offset, at, access.bytes);
      at += access.bytes;
    }
  }
  return answers;
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

namespace {

/// Elements in the window of a target.
struct Target {
  int rank;
  MPI_Aint displacement;
  int count;
  MPI_Datatype datatype;
};

void append(std::vector<std::byte>& bytes, const void* more, std::size_t number) {
  const auto* const from = static_cast<const std::byte*>(more);
  bytes.insert(bytes.end(), from, from + number);
}

// The runs of the target's elements, checked. `bytes` is the size of the origin's data.
std::vector<Access> plan(Call& call, Window& window, Access::Kind kind, const Target& target,
                         std::size_t bytes) {
  if (!window.is_open) throw Error{MPI_ERR_RMA_SYNC, "no fence has begun an epoch"};
  const Layout& layout = require(call.process.datatypes, target.datatype, MPI_ERR_TYPE)->layout;
  if (target.count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
  check_rank(call, *window.communicator, target.rank, false);
  if (target.rank == MPI_PROC_NULL) return {};
  if (target.displacement < 0) throw Error{MPI_ERR_DISP, "negative displacement"};
  const std::size_t count = static_cast<std::size_t>(target.count);
  if (layout.size() * count != bytes)
    throw Error{MPI_ERR_TYPE, "origin and target have different numbers of bytes"};
  const Exposed& exposed = window.exposed[static_cast<std::size_t>(target.rank)];
  std::vector<Access> accesses;
  layout.each_run(count, [&](std::ptrdiff_t offset, std::size_t run) {
    const std::ptrdiff_t first = target.displacement * exposed.unit + offset;
    if (first < 0 || first + static_cast<std::ptrdiff_t>(run) > exposed.size)
      throw Error{MPI_ERR_RMA_RANGE, "outside of the target's window"};
    accesses.push_back({kind, static_cast<std::size_t>(first), run});
  });
  return accesses;
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Put,
         (const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
          MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)) {
  return call_win(MPIT_FUNCTION, win, [&](Call& call, Window& window) {
    const Layout& layout = check_buffer(call, origin_addr, origin_count, origin_datatype).layout;
    std::vector<std::byte> data(layout.size() * static_cast<std::size_t>(origin_count));
    const auto accesses =
        plan(call, window, Access::Kind::put,
             {target_rank, target_disp, target_count, target_datatype}, data.size());
    if (accesses.empty()) return;
    layout.pack(origin_addr, static_cast<std::size_t>(origin_count), data.data());
    auto& requests = window.pending[static_cast<std::size_t>(target_rank)].requests;
    const std::byte* from = data.data();
    for (const Access& access : accesses) {
      append(requests, &access, sizeof access);
      append(requests, from, access.bytes);
      from += access.bytes;
    }
  });
}

MPIT_API(int, MPI_Get,
         (void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
          MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)) {
  return call_win(MPIT_FUNCTION, win, [&](Call& call, Window& window) {
    Type& type = check_buffer(call, origin_addr, origin_count, origin_datatype);
    const std::size_t bytes = type.layout.size() * static_cast<std::size_t>(origin_count);
    const auto accesses = plan(call, window, Access::Kind::get,
                               {target_rank, target_disp, target_count, target_datatype}, bytes);
    if (accesses.empty()) return;
    auto& pending = window.pending[static_cast<std::size_t>(target_rank)];
    append(pending.requests, accesses.data(), accesses.size() * sizeof(Access));
    pending.gets.push_back({origin_addr, Ref<const Type>(&type), bytes});
  });
}

}  // extern "C"
