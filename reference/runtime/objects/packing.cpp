// SPDX-License-Identifier: BSD-3-Clause
// Packs elements into bytes of type MPI_PACKED, and unpacks them.
#include <climits>

#include "reference/runtime/messages/requests.hpp"

using namespace mpit::runtime;

namespace {

// The bytes of `count` elements, which must fit into `size` bytes from `position` on.
std::size_t bytes_in(const Type& type, int count, int size, int position) {
  if (position < 0 || size < position) throw Error{MPI_ERR_ARG, "the position is not in the room"};
  const std::size_t bytes = type.layout.size() * static_cast<std::size_t>(count);
  if (bytes > static_cast<std::size_t>(size - position))
    throw Error{MPI_ERR_TRUNCATE, "there is less room than bytes"};
  return bytes;
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Pack_size, (int incount, MPI_Datatype datatype, MPI_Comm comm, int* size)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator&) {
    require_pointer(size, "size");
    if (incount < 0) throw Error{MPI_ERR_COUNT, "negative count"};
    const Type& type = *require(call.process.datatypes, datatype, MPI_ERR_TYPE);
    const std::size_t bytes = type.layout.size() * static_cast<std::size_t>(incount);
    *size = bytes > INT_MAX ? MPI_UNDEFINED : static_cast<int>(bytes);
  });
}

MPIT_API(int, MPI_Pack,
         (const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize,
          int* position, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator&) {
    require_pointer(position, "position");
    const Type& type = check_buffer(call, inbuf, incount, datatype);
    const std::size_t bytes = bytes_in(type, incount, outsize, *position);
    if (bytes == 0) return;
    require_pointer(outbuf, "outbuf");
    type.layout.pack(inbuf, static_cast<std::size_t>(incount),
                     static_cast<std::byte*>(outbuf) + *position);
    *position += static_cast<int>(bytes);
  });
}

MPIT_API(int, MPI_Unpack,
         (const void* inbuf, int insize, int* position, void* outbuf, int outcount,
          MPI_Datatype datatype, MPI_Comm comm)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator&) {
    require_pointer(position, "position");
    const Type& type = check_buffer(call, outbuf, outcount, datatype);
    const std::size_t bytes = bytes_in(type, outcount, insize, *position);
    if (bytes == 0) return;
    require_pointer(inbuf, "inbuf");
    type.layout.unpack(static_cast<const std::byte*>(inbuf) + *position, bytes, outbuf);
    *position += static_cast<int>(bytes);
  });
}

}  // extern "C"
