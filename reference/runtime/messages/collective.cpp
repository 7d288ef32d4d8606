// SPDX-License-Identifier: BSD-3-Clause
// Collective communication: simple algorithms over the library's own messages.
#include "reference/runtime/messages/collective.hpp"

#include <cstring>
#include <vector>

#include "reference/runtime/messages/reduction.hpp"
#include "reference/runtime/messages/requests.hpp"

namespace mpit::runtime {

Route Collective::route_to(int peer) const {
  return {*communicator_, handle_, communicator_->context + 1, peer, 0};
}

void Collective::send(int to, const void* data, std::size_t bytes) {
  const auto request = call_.process.point_to_point.send(route_to(to), data, bytes, false);
  call_.process.notify();
  wait_for(call_, request);
}

void Collective::receive(int from, void* data, std::size_t bytes) {
  Outcome outcome;
  wait_for(call_, call_.process.point_to_point.receive(route_to(from), data, bytes, outcome),
           outcome);
  settle(outcome, handle_, MPI_STATUS_IGNORE);
}

// In round k everybody hears, directly or not, of 2^k others.
void Collective::barrier() {
  for (int distance = 1; distance < size(); distance *= 2) {
    send((rank() + distance) % size(), nullptr, 0);
    receive((rank() + size() - distance) % size(), nullptr, 0);
  }
}

// A binomial tree: who has the data passes them on over ever shorter distances.
void Collective::bcast(void* data, std::size_t bytes, int root) {
  const int place = (rank() + size() - root) % size();  // the root's is 0
  const auto rank_at = [&](int at) { return (at + root) % size(); };
  int distance = 1;
  for (; distance < size(); distance *= 2) {
    if (place & distance) {
      receive(rank_at(place - distance), data, bytes);
      break;
    }
  }
  for (distance /= 2; distance > 0; distance /= 2) {
    if (place + distance < size()) send(rank_at(place + distance), data, bytes);
  }
}

void Collective::gather(const void* part, std::size_t part_bytes, void* whole,
                        std::size_t place_bytes, int root) {
  if (rank() != root) return send(root, part, part_bytes);
  auto* place = static_cast<std::byte*>(whole);
  for (int from = 0; from != size(); ++from, place += place_bytes) {
    if (from != root) {
      receive(from, place, place_bytes);
    } else if (part != nullptr && part_bytes > 0) {
      if (part_bytes > place_bytes) {
        throw Error{MPI_ERR_TRUNCATE, std::to_string(place_bytes) + " bytes fit"};
      }
      std::memmove(place, part, part_bytes);
    }
  }
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

namespace {

struct Part {
  const void* buffer;
  int count;
  MPI_Datatype datatype;
};

// Everybody's part at `root`, or, if `to_all`, at all. `result` counts where it arrives only.
void gather(Call& call, Collective group, const Part& mine, void* result, int count,
            MPI_Datatype datatype, int root, bool to_all) {
  const bool keeps = to_all || group.rank() == root;
  const std::size_t place = keeps ? buffer_bytes(call, result, count, datatype) : 0;
  const void* part = mine.buffer;
  std::size_t bytes = 0;
  if (part != MPI_IN_PLACE) {
    bytes = buffer_bytes(call, mine.buffer, mine.count, mine.datatype);
  } else if (!keeps) {
    throw Error{MPI_ERR_BUFFER, "MPI_IN_PLACE is for those who keep the result"};
  } else if (group.rank() == root) {
    part = nullptr;  // in its place already
  } else {
    part = static_cast<const std::byte*>(result) + static_cast<std::size_t>(group.rank()) * place;
    bytes = place;
  }
  group.gather(part, bytes, result, place, root);
  if (to_all) group.bcast(result, place * static_cast<std::size_t>(group.size()), root);
}

// What comes out of the reduction of everybody's contribution, at `root` or, if `to_all`, at all.
void reduce(Call& call, Collective group, const void* contribution, void* result, int count,
            MPI_Datatype datatype, MPI_Op op, int root, bool to_all) {
  const bool keeps = to_all || group.rank() == root;
  if (contribution == MPI_IN_PLACE) {
    if (!keeps) throw Error{MPI_ERR_BUFFER, "MPI_IN_PLACE is for those who keep the result"};
    contribution = result;
  }
  const std::size_t bytes = buffer_bytes(call, contribution, count, datatype);
  if (keeps) buffer_bytes(call, result, count, datatype);
  const Reduction reduction(call, op, count, datatype);
  const bool folds = group.rank() == root;
  std::vector<std::byte> parts(folds ? bytes * static_cast<std::size_t>(group.size()) : 0);
  group.gather(contribution, bytes, parts.data(), bytes, root);
  if (folds) reduction.fold(parts.data(), group.size(), bytes, result);
  if (to_all) group.bcast(result, bytes, root);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Barrier, (MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    Collective(call, comm, communicator).barrier();
  });
}

MPIT_API(int, MPI_Bcast,
         (void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    const auto bytes = buffer_bytes(call, buffer, count, datatype);
    Collective(call, comm, communicator).bcast(buffer, bytes, root);
  });
}

MPIT_API(int, MPI_Gather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, int root, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    gather(call, {call, comm, communicator}, {sendbuf, sendcount, sendtype}, recvbuf, recvcount,
           recvtype, root, false);
  });
}

MPIT_API(int, MPI_Allgather,
         (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
          MPI_Datatype recvtype, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    gather(call, {call, comm, communicator}, {sendbuf, sendcount, sendtype}, recvbuf, recvcount,
           recvtype, 0, true);
  });
}

MPIT_API(int, MPI_Reduce,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    check_root(call, communicator, root);
    reduce(call, {call, comm, communicator}, sendbuf, recvbuf, count, datatype, op, root, false);
  });
}

MPIT_API(int, MPI_Allreduce,
         (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
          MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    reduce(call, {call, comm, communicator}, sendbuf, recvbuf, count, datatype, op, 0, true);
  });
}

}  // extern "C"
