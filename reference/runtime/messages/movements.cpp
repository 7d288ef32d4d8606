// SPDX-License-Identifier: BSD-3-Clause
// Collectives that move data in equal parts.
#include <vector>

#include "reference/runtime/messages/collective.hpp"

using namespace mpit::runtime;

namespace {

using Given = Elements<const void*>;
using Wanted = Elements<void*>;

[[noreturn]] void refuse_in_place() {
  throw Error{MPI_ERR_BUFFER, "MPI_IN_PLACE is not for this process"};
}

std::byte* place_of(const Incoming& whole, const Collective& group) {
  return whole.data() + whole.bytes() / static_cast<std::size_t>(group.size()) *
                            static_cast<std::size_t>(group.rank());
}

// Gathers all parts at `root`, or, if `to_all`, everywhere. `result` is used only there.
void gather(Call& call, Collective group, const Given& mine, const Wanted& result, int root,
            bool to_all) {
  const bool in_place = mine.buffer == MPI_IN_PLACE;
  if (!to_all && group.rank() != root) {
    if (in_place) refuse_in_place();
    const Outgoing part(call, mine.buffer, mine.count, mine.datatype);
    return group.gather(part.data(), part.bytes(), nullptr, 0, root);
  }
  const Incoming whole(call, result.buffer, result.count, result.datatype, group.size());
  const std::size_t place = whole.bytes() / static_cast<std::size_t>(group.size());
  if (in_place) {
    const std::byte* const part = group.rank() == root ? nullptr : place_of(whole, group);
    group.gather(part, place, whole.data(), place, root);
  } else {
    const Outgoing part(call, mine.buffer, mine.count, mine.datatype);
    group.gather(part.data(), part.bytes(), whole.data(), place, root);
  }
  if (to_all) group.bcast(whole.data(), whole.bytes(), root);
  whole.unpack();
}

void scatter(Call& call, Collective group, const Given& all, const Wanted& mine, int root) {
  const bool gives = group.rank() == root;
  const bool in_place = mine.buffer == MPI_IN_PLACE;
  if (in_place && !gives) refuse_in_place();
  if (!gives) {
    const Incoming part(call, mine.buffer, mine.count, mine.datatype);
    group.scatter(nullptr, 0, part.data(), part.bytes(), root);
    return part.unpack();
  }
  const Outgoing whole(call, all.buffer, all.count, all.datatype, group.size());
  const std::size_t place = whole.bytes() / static_cast<std::size_t>(group.size());
  if (in_place) return group.scatter(whole.data(), place, nullptr, 0, root);
  const Incoming part(call, mine.buffer, mine.count, mine.datatype);
  group.scatter(whole.data(), place, part.data(), part.bytes(), root);
  part.unpack();
}

// In round k each process sends to the k-th next one and receives from the k-th previous one.
void exchange_all(Collective group, const std::byte* parts, std::size_t part_bytes,
                  const Incoming& whole) {
  const int size = group.size();
  const std::size_t place = whole.bytes() / static_cast<std::size_t>(size);
  for (int distance = 0; distance != size; ++distance) {
    const int to = (group.rank() + distance) % size;
    const int from = (group.rank() + size - distance) % size;
    group.exchange(to, parts + static_cast<std::size_t>(to) * part_bytes, part_bytes, from,
                   whole.data() + static_cast<std::size_t>(from) * place, place);
  }
  whole.unpack();
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Bcast,
         (void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    const Incoming data(call, buffer, count, datatype);
    Collective(call, comm, communicator).bcast(data.data(), data.bytes(), root);
    data.unpack();
  });
}

MPIT_API(int, MPI_Gather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    gather(call, {call, comm, communicator}, {sendbuf, sendcount, sendtype},
           {recvbuf, recvcount, recvtype}, root, false);
  });
}

MPIT_API(int, MPI_Allgather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    gather(call, {call, comm, communicator}, {sendbuf, sendcount, sendtype},
           {recvbuf, recvcount, recvtype}, 0, true);
  });
}

MPIT_API(int, MPI_Scatter,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    scatter(call, {call, comm, communicator}, {sendbuf, sendcount, sendtype},
            {recvbuf, recvcount, recvtype}, root);
  });
}

MPIT_API(int, MPI_Alltoall,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    const Collective group(call, comm, communicator);
    const Incoming whole(call, recvbuf, recvcount, recvtype, group.size());
    if (sendbuf == MPI_IN_PLACE) {
      const std::vector<std::byte> parts(whole.data(), whole.data() + whole.bytes());
      return exchange_all(group, parts.data(),
                          parts.size() / static_cast<std::size_t>(group.size()), whole);
    }
    const Outgoing parts(call, sendbuf, sendcount, sendtype, group.size());
    exchange_all(group, parts.data(), parts.bytes() / static_cast<std::size_t>(group.size()),
                 whole);
  });
}

}  // extern "C"
