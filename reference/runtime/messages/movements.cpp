// SPDX-License-Identifier: BSD-3-Clause
// Collectives that move data, in equal parts or in parts of different lengths at any displacements.
#include <optional>
#include <variant>
#include <vector>

#include "reference/runtime/messages/collective.hpp"

using namespace mpit::runtime;

namespace {

struct Uneven {
  const int* counts;
  const int* displacements;
};

/// A buffer with a part for each rank. Parts are adjacent and have that number of elements, or part
/// i has `counts[i]` elements, `displacements[i]` extents after the start.
struct Spread {
  const void* buffer;
  MPI_Datatype datatype;
  std::variant<int, Uneven> parts;
};

class Parts {
 public:
  Parts(Call& call, const Spread& spread)
      : call_(call), spread_(spread), extent_(check(call, spread).layout.extent()) {}

  Outgoing outgoing(int rank) const { return {call_, part(rank)}; }
  Incoming incoming(int rank) const {
    const auto [start, count, datatype] = part(rank);
    // The program passed this buffer as writable.
    return {call_, {const_cast<void*>(start), count, datatype}};
  }

 private:
  // Checks equal parts as a whole, since only the first of them shows that the buffer is null.
  static const Type& check(Call& call, const Spread& spread) {
    const int* const count = std::get_if<int>(&spread.parts);
    if (count == nullptr) {
      const auto& [counts, displacements] = std::get<Uneven>(spread.parts);
      require_pointer(counts, "counts");
      require_pointer(displacements, "displs");
    }
    return check_buffer(call, spread.buffer, count != nullptr ? *count : 0, spread.datatype);
  }

  Elements<const void*> part(int rank) const {
    const Uneven* const uneven = std::get_if<Uneven>(&spread_.parts);
    const int count = uneven != nullptr ? uneven->counts[rank] : std::get<int>(spread_.parts);
    if (count == 0) return {spread_.buffer, 0, spread_.datatype};
    const std::ptrdiff_t place =
        uneven != nullptr ? uneven->displacements[rank] : std::ptrdiff_t{count} * rank;
    return {static_cast<const std::byte*>(spread_.buffer) + place * extent_, count,
            spread_.datatype};
  }

  Call& call_;
  const Spread spread_;
  const std::ptrdiff_t extent_;
};

[[noreturn]] void refuse_in_place() { throw Error{MPI_ERR_BUFFER, "MPI_IN_PLACE is for the root"}; }

int gather(const char* function, const Elements<const void*>& mine, const Spread& result, int root,
           MPI_Comm comm) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    Collective group(call, comm, communicator);
    std::optional<Outgoing> part;
    if (mine.buffer != MPI_IN_PLACE) part.emplace(call, mine);
    if (group.rank() != root) {
      if (!part) refuse_in_place();
      return group.send(root, part->data(), part->bytes());
    }
    const Parts places(call, result);
    for (int from = 0; from != group.size(); ++from) {
      if (from == root && !part) continue;
      const Incoming place = places.incoming(from);
      if (from == root) {
        copy_part(part->data(), part->bytes(), place.data(), place.bytes());
      } else {
        group.receive(from, place.data(), place.bytes());
      }
      place.unpack();
    }
  });
}

int scatter(const char* function, const Spread& all, const Elements<void*>& mine, int root,
            MPI_Comm comm) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    Collective group(call, comm, communicator);
    std::optional<Incoming> room;
    if (mine.buffer != MPI_IN_PLACE) room.emplace(call, mine);
    if (group.rank() != root) {
      if (!room) refuse_in_place();
      group.receive(root, room->data(), room->bytes());
      return room->unpack();
    }
    const Parts parts(call, all);
    for (int to = 0; to != group.size(); ++to) {
      if (to == root && !room) continue;
      const Outgoing part = parts.outgoing(to);
      if (to == root) {
        copy_part(part.data(), part.bytes(), room->data(), room->bytes());
        room->unpack();
      } else {
        group.send(to, part.data(), part.bytes());
      }
    }
  });
}

// Sends `part_for(to)`, an Outgoing, to each process.
template <class PartFor>
void exchange_all(Collective group, PartFor part_for, const Parts& result) {
  group.each_round([&](int to, int from) {
    const Outgoing& part = part_for(to);
    const Incoming place = result.incoming(from);
    group.exchange(to, part.data(), part.bytes(), from, place.data(), place.bytes());
    place.unpack();
  });
}

int gather_everywhere(const char* function, const Elements<const void*>& mine, const Spread& wanted,
                      MPI_Comm comm) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    const Collective group(call, comm, communicator);
    const Parts result(call, wanted);
    const Outgoing part =
        mine.buffer == MPI_IN_PLACE ? result.outgoing(group.rank()) : Outgoing(call, mine);
    exchange_all(
        group, [&](int) -> const Outgoing& { return part; }, result);
  });
}

int exchange(const char* function, const Spread& given, const Spread& wanted, MPI_Comm comm) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    const Collective group(call, comm, communicator);
    const Parts result(call, wanted);
    if (given.buffer != MPI_IN_PLACE) {
      const Parts parts(call, given);
      return exchange_all(
          group, [&](int to) { return parts.outgoing(to); }, result);
    }
    // Received data overwrite data that are still to be sent.
    std::vector<Outgoing> parts;
    for (int to = 0; to != group.size(); ++to) parts.push_back(result.outgoing(to));
    for (Outgoing& part : parts) part.keep_copy();
    exchange_all(
        group, [&](int to) -> const Outgoing& { return parts[static_cast<std::size_t>(to)]; },
        result);
  });
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Bcast,
         (void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    const Incoming data(call, {buffer, count, datatype});
    Collective(call, comm, communicator).bcast(data.data(), data.bytes(), root);
    data.unpack();
  });
}

MPIT_API(int, MPI_Gather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return gather(MPIT_FUNCTION, {sendbuf, sendcount, sendtype}, {recvbuf, recvtype, recvcount}, root,
                comm);
}

MPIT_API(int, MPI_Gatherv,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
          const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
          MPI_Comm comm)) {
  return gather(MPIT_FUNCTION, {sendbuf, sendcount, sendtype},
                {recvbuf, recvtype, Uneven{recvcounts, displs}}, root, comm);
}

MPIT_API(int, MPI_Allgather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm)) {
  return gather_everywhere(MPIT_FUNCTION, {sendbuf, sendcount, sendtype},
                           {recvbuf, recvtype, recvcount}, comm);
}

MPIT_API(int, MPI_Allgatherv,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
          const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)) {
  return gather_everywhere(MPIT_FUNCTION, {sendbuf, sendcount, sendtype},
                           {recvbuf, recvtype, Uneven{recvcounts, displs}}, comm);
}

MPIT_API(int, MPI_Scatter,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return scatter(MPIT_FUNCTION, {sendbuf, sendtype, sendcount}, {recvbuf, recvcount, recvtype},
                 root, comm);
}

MPIT_API(int, MPI_Scatterv,
         (const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
          void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return scatter(MPIT_FUNCTION, {sendbuf, sendtype, Uneven{sendcounts, displs}},
                 {recvbuf, recvcount, recvtype}, root, comm);
}

MPIT_API(int, MPI_Alltoall,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm)) {
  return exchange(MPIT_FUNCTION, {sendbuf, sendtype, sendcount}, {recvbuf, recvtype, recvcount},
                  comm);
}

MPIT_API(int, MPI_Alltoallv,
         (const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
          void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
          MPI_Comm comm)) {
  return exchange(MPIT_FUNCTION, {sendbuf, sendtype, Uneven{sendcounts, sdispls}},
                  {recvbuf, recvtype, Uneven{recvcounts, rdispls}}, comm);
}

}  // extern "C"
