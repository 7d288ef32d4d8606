// SPDX-License-Identifier: BSD-3-Clause
// Collective reductions.
#include <numeric>
#include <optional>
#include <vector>

#include "reference/runtime/messages/collective.hpp"
#include "reference/runtime/messages/reduction.hpp"

using namespace mpit::runtime;

namespace {

/// The contribution of each process, and the operation.
struct Contribution {
  const void* buffer;
  int count;
  MPI_Datatype datatype;
  MPI_Op op;
};

// All contributions, combined, at `root`: packed. Empty elsewhere.
std::vector<std::byte> combine_all(Call& call, Collective group, const Contribution& mine,
                                   int root) {
  const Outgoing part(call, {mine.buffer, mine.count, mine.datatype});
  const Reduction reduction(call, mine.op, mine.count, mine.datatype);
  const bool folds = group.rank() == root;
  std::vector<std::byte> parts(folds ? part.bytes() * static_cast<std::size_t>(group.size()) : 0);
  group.gather(part.data(), part.bytes(), parts.data(), root);
  if (folds) {
    reduction.fold(parts.data(), group.size(), part.bytes(), parts.data());
    parts.resize(part.bytes());
  }
  return parts;
}

// The reduction of all contributions, at `root` or, if `to_all`, everywhere.
void reduce(Call& call, Collective group, Contribution mine, void* result, int root, bool to_all) {
  const bool keeps = to_all || group.rank() == root;
  if (mine.buffer == MPI_IN_PLACE) {
    if (!keeps) throw Error{MPI_ERR_BUFFER, "MPI_IN_PLACE is for those who keep the result"};
    mine.buffer = result;
  }
  std::optional<Incoming> whole;
  if (keeps) whole.emplace(call, Elements<void*>{result, mine.count, mine.datatype});
  const auto combined = combine_all(call, group, mine, root);
  if (!keeps) return;
  if (group.rank() == root)
    copy_part(combined.data(), combined.size(), whole->data(), whole->bytes());
  if (to_all) group.bcast(whole->data(), whole->bytes(), root);
  whole->unpack();
}

// The combination of the contributions of all ranks up to this one, or, if `exclusive`, before it:
// a chain through all ranks.
void scan(Call& call, Collective group, Contribution mine, void* result, bool exclusive) {
  if (mine.buffer == MPI_IN_PLACE) mine.buffer = result;
  const Outgoing part(call, {mine.buffer, mine.count, mine.datatype});
  const Reduction reduction(call, mine.op, mine.count, mine.datatype);
  const Incoming room(call, {result, mine.count, mine.datatype});
  std::vector<std::byte> upto(part.data(), part.data() + part.bytes());
  std::vector<std::byte> before(part.bytes());
  if (group.rank() > 0) {
    group.receive(group.rank() - 1, before.data(), before.size());
    auto left = before;
    if (!upto.empty()) reduction.combine(left.data(), upto.data());
  }
  if (group.rank() + 1 < group.size()) group.send(group.rank() + 1, upto.data(), upto.size());
  if (exclusive && group.rank() == 0) return;  // its result is undefined
  const auto& kept = exclusive ? before : upto;
  copy_part(kept.data(), kept.size(), room.data(), room.bytes());
  room.unpack();
}

// Rank i gets `counts[i]` adjacent elements of the combination.
void reduce_scatter(Call& call, Collective group, Contribution mine, void* result,
                    const std::vector<int>& counts) {
  for (const int count : counts) {
    if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
  }
  if (mine.buffer == MPI_IN_PLACE) mine.buffer = result;
  mine.count = std::accumulate(counts.begin(), counts.end(), 0);
  const Incoming room(call,
                      {result, counts[static_cast<std::size_t>(group.rank())], mine.datatype});
  const auto combined = combine_all(call, group, mine, 0);
  if (group.rank() == 0) {
    const std::size_t size = room.type().layout.size();
    const std::byte* place = combined.data();
    for (int to = 0; to != group.size(); ++to) {
      const std::size_t bytes =
          size * static_cast<std::size_t>(counts[static_cast<std::size_t>(to)]);
      if (to == 0) {
        copy_part(place, bytes, room.data(), room.bytes());
      } else {
        group.send(to, place, bytes);
      }
      place += bytes;
    }
  } else {
    group.receive(0, room.data(), room.bytes());
  }
  room.unpack();
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Reduce,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    reduce(call, {call, comm, communicator}, {sendbuf, count, datatype, op}, recvbuf, root, false);
  });
}

MPIT_API(int, MPI_Allreduce,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    reduce(call, {call, comm, communicator}, {sendbuf, count, datatype, op}, recvbuf, 0, true);
  });
}

MPIT_API(int, MPI_Scan,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    scan(call, {call, comm, communicator}, {sendbuf, count, datatype, op}, recvbuf, false);
  });
}

MPIT_API(int, MPI_Exscan,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    scan(call, {call, comm, communicator}, {sendbuf, count, datatype, op}, recvbuf, true);
  });
}

MPIT_API(int, MPI_Reduce_scatter,
         (const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype,
          MPI_Op op, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(recvcounts, "recvcounts");
    const std::vector<int> counts(recvcounts, recvcounts + communicator.group->size());
    reduce_scatter(call, {call, comm, communicator}, {sendbuf, 0, datatype, op}, recvbuf, counts);
  });
}

MPIT_API(int, MPI_Reduce_scatter_block,
         (const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    const std::vector<int> counts(static_cast<std::size_t>(communicator.group->size()), recvcount);
    reduce_scatter(call, {call, comm, communicator}, {sendbuf, 0, datatype, op}, recvbuf, counts);
  });
}

MPIT_API(int, MPI_Reduce_local,
         (const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    const Outgoing in(call, {inbuf, count, datatype});
    const Incoming inout(call, {inoutbuf, count, datatype});
    const Reduction reduction(call, op, count, datatype);
    std::vector<std::byte> left(in.data(), in.data() + in.bytes());
    if (!left.empty()) reduction.combine(left.data(), inout.data());
    inout.unpack();
  });
}

}  // extern "C"
