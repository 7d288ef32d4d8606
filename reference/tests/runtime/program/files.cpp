// SPDX-License-Identifier: BSD-3-Clause
// Files: collective writes and reads, and calls that are refused.
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "reference/tests/runtime/program/program.hpp"

namespace {

// A path that is the same in all processes of the job.
std::string common_path() {
  long id = ::getpid();
  MPI_Bcast(&id, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  const char* const folder = std::getenv("TMPDIR");
  return std::string(folder != nullptr ? folder : "/tmp") + "/mpit-files-" + std::to_string(id);
}

MPI_Offset size_of(MPI_File file) {
  MPI_Offset size = -1;
  MPIT_CHECK(MPI_File_get_size(file, &size) == MPI_SUCCESS);
  return size;
}

MPI_Offset position_of(MPI_File file) {
  MPI_Offset position = -1;
  MPIT_CHECK(MPI_File_get_position(file, &position) == MPI_SUCCESS);
  return position;
}

int count_in(const MPI_Status& status) {
  int count = -1;
  MPI_Get_count(&status, MPI_INT, &count);
  return count;
}

// Each process writes its row at its offset, and reads the row of its right neighbour.
void check_together(const std::string& path) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = ::size_of(MPI_COMM_WORLD);
  constexpr int mode = MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR;
  MPI_File file = MPI_FILE_NULL;
  MPIT_CHECK(MPI_File_open(MPI_COMM_WORLD, path.c_str(), mode, MPI_INFO_NULL, &file) ==
             MPI_SUCCESS);
  int amode = 0;
  MPIT_CHECK(MPI_File_get_amode(file, &amode) == MPI_SUCCESS && amode == mode);
  MPI_Group group, world;
  MPI_File_get_group(file, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int same = -1;
  MPI_Group_compare(group, world, &same);
  MPIT_CHECK(same == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);

  constexpr MPI_Offset row = 4 * sizeof(int);
  const std::array<int, 4> out{rank, 10 + rank, 20 + rank, 30 + rank};
  MPI_Status status;
  MPIT_CHECK(MPI_File_write_at_all(file, rank * row, out.data(), 4, MPI_INT, &status) ==
             MPI_SUCCESS);
  MPIT_CHECK(count_in(status) == 4 && position_of(file) == 0);
  MPIT_CHECK(MPI_File_sync(file) == MPI_SUCCESS);
  MPIT_CHECK(size_of(file) == size * row);

  // Reads every other number of the neighbour's row into every other place.
  const int right = (rank + 1) % size;
  MPI_Datatype every_other;
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  std::array<int, 3> in{-1, -1, -1};
  MPIT_CHECK(MPI_File_read_at(file, right * row, in.data(), 1, every_other, MPI_STATUS_IGNORE) ==
             MPI_SUCCESS);
  MPIT_CHECK(in[0] == right && in[1] == -1 && in[2] == 10 + right);
  MPI_Type_free(&every_other);

  // Reads at the file pointer, up to the end and beyond it.
  MPIT_CHECK(MPI_File_seek(file, -row, MPI_SEEK_END) == MPI_SUCCESS);
  std::array<int, 6> last{};
  MPIT_CHECK(MPI_File_read_all(file, last.data(), 6, MPI_INT, &status) == MPI_SUCCESS);
  MPIT_CHECK(count_in(status) == 4 && last[3] == 29 + size && last[4] == 0);
  MPIT_CHECK(position_of(file) == size * row);
  MPIT_CHECK(MPI_File_read(file, last.data(), 1, MPI_INT, &status) == MPI_SUCCESS);
  MPIT_CHECK(count_in(status) == 0);
  MPI_File_seek(file, 4, MPI_SEEK_SET);
  MPI_File_seek(file, 4, MPI_SEEK_CUR);
  MPIT_CHECK(MPI_File_read(file, last.data(), 1, MPI_INT, &status) == MPI_SUCCESS && last[0] == 20);
  MPI_Barrier(MPI_COMM_WORLD);
  MPIT_CHECK(MPI_File_set_size(file, 5) == MPI_SUCCESS && size_of(file) == 5);
  MPIT_CHECK(MPI_File_close(&file) == MPI_SUCCESS && file == MPI_FILE_NULL);
}

void check_pointer(const std::string& path) {
  MPI_File file = MPI_FILE_NULL;
  constexpr int mode = MPI_MODE_WRONLY | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE;
  MPIT_CHECK(MPI_File_open(MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  MPIT_CHECK(position_of(file) == 5);
  const int value = 7;
  MPIT_CHECK(MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPIT_CHECK(MPI_File_write_all(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPIT_CHECK(MPI_File_write_at(file, 1, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPIT_CHECK(position_of(file) == 13 && size_of(file) == 13);
  int read = 0;
  MPIT_CHECK(MPI_File_read_at_all(file, 0, &read, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_ERR_ACCESS);
  MPIT_CHECK(MPI_File_close(&file) == MPI_SUCCESS && ::access(path.c_str(), F_OK) != 0);
}

int errors_seen = 0;
MPI_File of_error = MPI_FILE_NULL;
void note_error(MPI_File* file, int*, ...) {
  of_error = *file;
  ++errors_seen;
}

void check_refusals(const std::string& path) {
  MPI_File file = MPI_FILE_NULL;
  const auto open = [&](int mode) {
    return MPI_File_open(MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &file);
  };
  // By default files return the code, whatever the handlers of communicators are.
  MPIT_CHECK(open(MPI_MODE_RDONLY) == MPI_ERR_NO_SUCH_FILE && file == MPI_FILE_NULL);
  MPIT_CHECK(MPI_File_delete(path.c_str(), MPI_INFO_NULL) == MPI_ERR_NO_SUCH_FILE);
  MPIT_CHECK(open(MPI_MODE_CREATE) == MPI_ERR_AMODE);
  MPIT_CHECK(open(MPI_MODE_RDONLY | MPI_MODE_RDWR) == MPI_ERR_AMODE);
  MPIT_CHECK(open(MPI_MODE_RDONLY | MPI_MODE_CREATE) == MPI_ERR_AMODE);
  MPIT_CHECK(open(MPI_MODE_RDWR | 1 << 20) == MPI_ERR_AMODE);
  MPIT_CHECK(open(MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL) == MPI_ERR_UNSUPPORTED_OPERATION);
  MPIT_CHECK(open(MPI_MODE_RDWR | MPI_MODE_CREATE) == MPI_SUCCESS);
  MPI_File again = MPI_FILE_NULL;
  MPIT_CHECK(MPI_File_open(MPI_COMM_SELF, path.c_str(),
                           MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL, MPI_INFO_NULL,
                           &again) == MPI_ERR_FILE_EXISTS);
  MPIT_CHECK(MPI_File_seek(file, -1, MPI_SEEK_SET) == MPI_ERR_ARG);
  MPIT_CHECK(MPI_File_seek(file, 0, -1) == MPI_ERR_ARG);
  MPIT_CHECK(MPI_File_set_size(file, -1) == MPI_ERR_ARG);
  int value = 0;
  MPIT_CHECK(MPI_File_read_at(file, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_ERR_ARG);
  MPI_Errhandler handler, used;
  MPI_File_create_errhandler(note_error, &handler);
  MPIT_CHECK(MPI_File_set_errhandler(file, handler) == MPI_SUCCESS);
  MPI_File_get_errhandler(file, &used);
  MPIT_CHECK(used == handler);
  MPI_Errhandler_free(&used);
  MPIT_CHECK(MPI_File_seek(file, -1, MPI_SEEK_SET) == MPI_ERR_ARG && errors_seen == 1);
  MPIT_CHECK(of_error == file);
  MPIT_CHECK(MPI_File_call_errhandler(file, MPI_ERR_IO) == MPI_SUCCESS && errors_seen == 2);
  // Sets the handler of files that are opened from now on.
  MPIT_CHECK(MPI_File_set_errhandler(MPI_FILE_NULL, handler) == MPI_SUCCESS);
  MPIT_CHECK(MPI_File_close(&again) == MPI_ERR_FILE && errors_seen == 3 &&
             of_error == MPI_FILE_NULL);
  MPIT_CHECK(MPI_File_close(&file) == MPI_SUCCESS);
  MPIT_CHECK(open(MPI_MODE_RDONLY) == MPI_SUCCESS);
  MPIT_CHECK(MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_ERR_READ_ONLY);
  MPIT_CHECK(errors_seen == 4);
  MPIT_CHECK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN) == MPI_SUCCESS);
  MPIT_CHECK(MPI_Comm_set_errhandler(MPI_COMM_SELF, handler) == MPI_ERR_ERRHANDLER);
  MPI_Errhandler_free(&handler);
  MPIT_CHECK(MPI_File_close(&file) == MPI_SUCCESS);
  MPIT_CHECK(MPI_File_delete(path.c_str(), MPI_INFO_NULL) == MPI_SUCCESS);
}

}  // namespace

void files() {
  const std::string path = common_path();
  check_together(path);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_in(MPI_COMM_WORLD) == 0) {
    check_pointer(path);
    check_refusals(path);
  }
}
