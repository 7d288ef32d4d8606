// SPDX-License-Identifier: BSD-3-Clause
// Reading and writing at an offset, or at the individual file pointer, which advances. In
// collective operations each process works for itself.
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <vector>

#include "reference/runtime/files/file.hpp"
#include "reference/runtime/messages/requests.hpp"

using namespace mpit::runtime;

namespace {

/// The data to move, and the offset in the file; without one, the file pointer is used.
struct Moved {
  const void* buffer;
  int count;
  MPI_Datatype datatype;
  std::optional<MPI_Offset> place;
};

// Moves as many of the bytes as possible; `move(data, bytes, offset)` is pread or pwrite.
template <class Move>
std::size_t move_all(const File& file, std::vector<std::byte>& bytes, MPI_Offset place, Move move) {
  std::size_t done = 0;
  while (done != bytes.size()) {
    const ssize_t step =
        move(bytes.data() + done, bytes.size() - done, place + static_cast<MPI_Offset>(done));
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) fail_of_system(errno, file.name);
    if (step == 0) break;
    done += static_cast<std::size_t>(step);
  }
  return done;
}

// Calls `work(file, type, bytes, place)`, which returns the number of bytes that it moved.
template <class Work>
int transfer(const char* function, MPI_File fh, const Moved& moved, MPI_Status* status, Work work) {
  return call_file(function, fh, [&](Call& call, File& file) {
    const Type& type = check_buffer(call, moved.buffer, moved.count, moved.datatype);
    const MPI_Offset place = moved.place.value_or(file.position);
    if (place < 0) throw Error{MPI_ERR_ARG, "negative offset"};
    std::vector<std::byte> bytes(type.layout.size() * static_cast<std::size_t>(moved.count));
    Outcome outcome;
    outcome.bytes = work(file, type, bytes, place);
    if (!moved.place) file.position = place + static_cast<MPI_Offset>(outcome.bytes);
    set_status(status, outcome);
  });
}

int read_file(const char* function, MPI_File fh, void* buffer, const Moved& moved,
              MPI_Status* status) {
  return transfer(function, fh, moved, status,
                  [&](const File& file, const Type& type, auto& bytes, MPI_Offset place) {
                    if ((file.amode & MPI_MODE_WRONLY) != 0)
                      throw Error{MPI_ERR_ACCESS, "the file is only written"};
                    const std::size_t done =
                        move_all(file, bytes, place, [&](void* to, std::size_t size, off_t from) {
                          return ::pread(file.descriptor, to, size, from);
                        });
                    type.layout.unpack(bytes.data(), done, buffer);
                    return done;
                  });
}

int write_file(const char* function, MPI_File fh, const Moved& moved, MPI_Status* status) {
  return transfer(
      function, fh, moved, status,
      [&](const File& file, const Type& type, auto& bytes, MPI_Offset place) {
        if ((file.amode & MPI_MODE_RDONLY) != 0)
          throw Error{MPI_ERR_READ_ONLY, "the file is only read"};
        type.layout.pack(moved.buffer, static_cast<std::size_t>(moved.count), bytes.data());
        return move_all(file, bytes, place, [&](const void* from, std::size_t size, off_t to) {
          return ::pwrite(file.descriptor, from, size, to);
        });
      });
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_File_read,
         (MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status)) {
  return read_file(MPIT_FUNCTION, fh, buf, {buf, count, datatype, {}}, status);
}

MPIT_API(int, MPI_File_read_all,
         (MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status)) {
  return read_file(MPIT_FUNCTION, fh, buf, {buf, count, datatype, {}}, status);
}

MPIT_API(int, MPI_File_read_at,
         (MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
          MPI_Status* status)) {
  return read_file(MPIT_FUNCTION, fh, buf, {buf, count, datatype, offset}, status);
}

MPIT_API(int, MPI_File_read_at_all,
         (MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
          MPI_Status* status)) {
  return read_file(MPIT_FUNCTION, fh, buf, {buf, count, datatype, offset}, status);
}

MPIT_API(int, MPI_File_write,
         (MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status)) {
  return write_file(MPIT_FUNCTION, fh, {buf, count, datatype, {}}, status);
}

MPIT_API(int, MPI_File_write_all,
         (MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status)) {
  return write_file(MPIT_FUNCTION, fh, {buf, count, datatype, {}}, status);
}

MPIT_API(int, MPI_File_write_at,
         (MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
          MPI_Status* status)) {
  return write_file(MPIT_FUNCTION, fh, {buf, count, datatype, offset}, status);
}

MPIT_API(int, MPI_File_write_at_all,
         (MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
          MPI_Status* status)) {
  return write_file(MPIT_FUNCTION, fh, {buf, count, datatype, offset}, status);
}

}  // extern "C"
