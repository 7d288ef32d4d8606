// SPDX-License-Identifier: BSD-3-Clause
// Collectives that move data in parts of different lengths, at any displacements.
#include <vector>

#include "reference/runtime/messages/collective.hpp"

using namespace mpit::runtime;

namespace {

/// A part for each rank in a buffer: `counts[i]` elements, `displacements[i]` extents after the
/// start.
template <class Pointer>
class Parts {
 public:
  Parts(Call& call, Pointer buffer, const int* counts, const int* displacements,
        MPI_Datatype datatype)
      : call_(call),
        buffer_(buffer),
        counts_(counts),
        displacements_(displacements),
        datatype_(datatype),
        extent_(require(call.process.datatypes, datatype, MPI_ERR_TYPE)->layout.extent()) {
    require_pointer(counts, "counts");
    require_pointer(displacements, "displs");
  }

  Outgoing outgoing(int rank) const { return {call_, start_of(rank), counts_[rank], datatype_}; }
  Incoming incoming(int rank) const { return {call_, start_of(rank), counts_[rank], datatype_}; }

 private:
  Pointer start_of(int rank) const {
    using Byte = std::conditional_t<std::is_same_v<Pointer, void*>, std::byte, const std::byte>;
    if (counts_[rank] == 0) return buffer_;
    return static_cast<Byte*>(buffer_) + displacements_[rank] * extent_;
  }

  Call& call_;
  Pointer buffer_;
  const int* counts_;
  const int* displacements_;
  MPI_Datatype datatype_;
  std::ptrdiff_t extent_;
};
using GivenParts = Parts<const void*>;
using WantedParts = Parts<void*>;

void take_own(Call& call, const Elements<const void*>& mine, const Incoming& place) {
  if (mine.buffer == MPI_IN_PLACE) return;
  const Outgoing part(call, mine.buffer, mine.count, mine.datatype);
  copy_part(part.data(), part.bytes(), place.data(), place.bytes());
  place.unpack();
}

// The root's side of a gather, and that of the others.
void gather_at_root(Call& call, Collective group, const Elements<const void*>& mine,
                    const WantedParts& result) {
  for (int from = 0; from != group.size(); ++from) {
    const Incoming place = result.incoming(from);
    if (from == group.rank()) {
      take_own(call, mine, place);
    } else {
      group.receive(from, place.data(), place.bytes());
      place.unpack();
    }
  }
}

void send_own(Call& call, Collective group, const Elements<const void*>& mine, int root) {
  if (mine.buffer == MPI_IN_PLACE) throw Error{MPI_ERR_BUFFER, "MPI_IN_PLACE is for the root"};
  const Outgoing part(call, mine.buffer, mine.count, mine.datatype);
  group.send(root, part.data(), part.bytes());
}

void scatter_from_root(Call& call, Collective group, const GivenParts& all,
                       const Elements<void*>& mine) {
  for (int to = 0; to != group.size(); ++to) {
    const Outgoing part = all.outgoing(to);
    if (to != group.rank()) {
      group.send(to, part.data(), part.bytes());
    } else if (mine.buffer != MPI_IN_PLACE) {
      const Incoming room(call, mine.buffer, mine.count, mine.datatype);
      copy_part(part.data(), part.bytes(), room.data(), room.bytes());
      room.unpack();
    }
  }
}

// In round k each process sends to the k-th next one and receives from the k-th previous one.
template <class PartFor>
void exchange_all(Collective group, PartFor part_for, const WantedParts& result) {
  const int size = group.size();
  for (int distance = 0; distance != size; ++distance) {
    const int to = (group.rank() + distance) % size;
    const int from = (group.rank() + size - distance) % size;
    const auto part = part_for(to);
    const Incoming place = result.incoming(from);
    group.exchange(to, part.data(), part.size(), from, place.data(), place.bytes());
    place.unpack();
  }
}

std::vector<std::byte> bytes_of(const Outgoing& part) {
  return {part.data(), part.data() + part.bytes()};
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Gatherv,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
          const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    const Collective group(call, comm, communicator);
    const Elements<const void*> mine{sendbuf, sendcount, sendtype};
    if (group.rank() != root) return send_own(call, group, mine, root);
    gather_at_root(call, group, mine, {call, recvbuf, recvcounts, displs, recvtype});
  });
}

MPIT_API(int, MPI_Allgatherv,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
          const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    Collective group(call, comm, communicator);
    const WantedParts result(call, recvbuf, recvcounts, displs, recvtype);
    take_own(call, {sendbuf, sendcount, sendtype}, result.incoming(group.rank()));
    for (int root = 0; root != group.size(); ++root) {
      const Incoming part = result.incoming(root);
      group.bcast(part.data(), part.bytes(), root);
      if (root != group.rank()) part.unpack();
    }
  });
}

MPIT_API(int, MPI_Scatterv,
         (const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
          void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    Collective group(call, comm, communicator);
    if (group.rank() == root) {
      return scatter_from_root(call, group, {call, sendbuf, sendcounts, displs, sendtype},
                               {recvbuf, recvcount, recvtype});
    }
    if (recvbuf == MPI_IN_PLACE) throw Error{MPI_ERR_BUFFER, "MPI_IN_PLACE is for the root"};
    const Incoming part(call, recvbuf, recvcount, recvtype);
    group.receive(root, part.data(), part.bytes());
    part.unpack();
  });
}

MPIT_API(int, MPI_Alltoallv,
         (const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
          void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    const Collective group(call, comm, communicator);
    const WantedParts result(call, recvbuf, recvcounts, rdispls, recvtype);
    if (sendbuf == MPI_IN_PLACE) {
      // Received data overwrite data that are still to be sent.
      const GivenParts before(call, recvbuf, recvcounts, rdispls, recvtype);
      std::vector<std::vector<std::byte>> parts;
      for (int to = 0; to != group.size(); ++to) parts.push_back(bytes_of(before.outgoing(to)));
      return exchange_all(
          group, [&](int to) { return std::move(parts[static_cast<std::size_t>(to)]); }, result);
    }
    const GivenParts given(call, sendbuf, sendcounts, sdispls, sendtype);
    exchange_all(
        group, [&](int to) { return bytes_of(given.outgoing(to)); }, result);
  });
}

}  // extern "C"
