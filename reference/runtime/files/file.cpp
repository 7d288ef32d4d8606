// SPDX-License-Identifier: BSD-3-Clause
// Files: opening, queries, closing.
#include "reference/runtime/files/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "reference/runtime/messages/collective.hpp"

namespace mpit::runtime {

void fail_of_system(int error, const std::string& what) {
  constexpr std::pair<int, int> classes[] = {
      {ENOENT, MPI_ERR_NO_SUCH_FILE}, {EEXIST, MPI_ERR_FILE_EXISTS},
      {EACCES, MPI_ERR_ACCESS},       {EPERM, MPI_ERR_ACCESS},
      {EROFS, MPI_ERR_READ_ONLY},     {ENOSPC, MPI_ERR_NO_SPACE},
      {EDQUOT, MPI_ERR_QUOTA},        {EBUSY, MPI_ERR_FILE_IN_USE},
      {ETXTBSY, MPI_ERR_FILE_IN_USE}, {ENOTDIR, MPI_ERR_BAD_FILE},
      {EISDIR, MPI_ERR_BAD_FILE},     {ENAMETOOLONG, MPI_ERR_BAD_FILE}};
  const auto* const known = std::find_if(std::begin(classes), std::end(classes),
                                         [&](const auto& each) { return each.first == error; });
  throw Error{known != std::end(classes) ? known->second : MPI_ERR_IO,
              what + ": " + std::strerror(error)};
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

namespace {

int flags_of(int amode) {
  constexpr int known = MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY | MPI_MODE_CREATE |
                        MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN |
                        MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND;
  if ((amode & ~known) != 0) throw Error{MPI_ERR_AMODE, "no such access mode"};
  if ((amode & MPI_MODE_SEQUENTIAL) != 0)
    throw Error{MPI_ERR_UNSUPPORTED_OPERATION, "files are not opened as a sequence"};
  switch (amode & (MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY)) {
    case MPI_MODE_RDONLY:
      if ((amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0)
        throw Error{MPI_ERR_AMODE, "a new file that is only read"};
      return O_RDONLY;
    case MPI_MODE_RDWR:
      return O_RDWR;
    case MPI_MODE_WRONLY:
      return O_WRONLY;
    default:
      throw Error{MPI_ERR_AMODE, "one of RDONLY, RDWR and WRONLY is wanted"};
  }
}

// The worst of the codes of a group's processes; 0 is good.
int worst_of(Collective group, int own) {
  std::vector<int> all(static_cast<std::size_t>(group.size()));
  group.gather_everywhere(&own, sizeof own, all.data());
  return *std::max_element(all.begin(), all.end());
}

// Rank 0 creates the file if requested. Returns errno.
int open_together(Collective group, File& file, int flags) {
  const int made = ((file.amode & MPI_MODE_CREATE) != 0 ? O_CREAT : 0) |
                   ((file.amode & MPI_MODE_EXCL) != 0 ? O_EXCL : 0);
  const auto open_with = [&](int more) {
    file.descriptor = ::open(file.name.c_str(), flags | more | O_CLOEXEC, 0666);
    return file.descriptor >= 0 ? 0 : errno;
  };
  int error = group.rank() == 0 ? open_with(made) : 0;
  group.bcast(&error, sizeof error, 0);
  if (error == 0 && group.rank() != 0) error = open_with(0);
  return worst_of(group, error);
}

MPI_Offset length_of(const File& file) {
  struct stat status {};
  if (::fstat(file.descriptor, &status) != 0) fail_of_system(errno, file.name);
  return status.st_size;
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_File_open,
         (MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh)) {
  return call_active(
      MPIT_FUNCTION,
      [&](Call& call) {
        Communicator& communicator = *require(call.process.comms, comm, MPI_ERR_COMM);
        require_pointer(filename, "filename");
        require_pointer(fh, "fh");
        if (info != MPI_INFO_NULL) require(call.process.infos, info, MPI_ERR_INFO);
        auto made = make_ref<File>();
        made->amode = amode;
        made->name = filename;
        const int flags = flags_of(amode);
        Collective parent(call, comm, communicator);
        int common = amode;
        parent.bcast(&common, sizeof common, 0);
        if (worst_of(parent, common != amode ? 1 : 0) != 0)
          throw Error{MPI_ERR_NOT_SAME, "processes name different access modes"};
        made->communicator = same_group(call, parent, communicator);
        made->errhandler = call.process.file_errhandler;
        if (const int error = open_together(parent, *made, flags); error != 0)
          fail_of_system(error, made->name);
        if ((amode & MPI_MODE_APPEND) != 0) made->position = length_of(*made);
        *fh = call.process.files.insert(std::move(made));
      },
      MPI_FILE_NULL);
}

MPIT_API(int, MPI_File_close, (MPI_File * fh)) {
  return call_file(MPIT_FUNCTION, fh ? *fh : MPI_FILE_NULL, [&](Call& call, File& file) {
    const Ref<File> kept(&file);
    Collective group(call, MPI_COMM_NULL, *file.communicator);
    group.barrier();
    const bool goes = (file.amode & MPI_MODE_DELETE_ON_CLOSE) != 0;
    const int error = goes && group.rank() == 0 && ::unlink(file.name.c_str()) != 0 ? errno : 0;
    call.process.files.erase(*fh);
    *fh = MPI_FILE_NULL;
    if (worst_of(group, error) != 0) fail_of_system(error, file.name);
  });
}

MPIT_API(int, MPI_File_delete, (const char* filename, MPI_Info info)) {
  return call_active(
      MPIT_FUNCTION,
      [&](Call& call) {
        require_pointer(filename, "filename");
        if (info != MPI_INFO_NULL) require(call.process.infos, info, MPI_ERR_INFO);
        if (::unlink(filename) != 0) fail_of_system(errno, filename);
      },
      MPI_FILE_NULL);
}

MPIT_API(int, MPI_File_get_size, (MPI_File fh, MPI_Offset* size)) {
  return call_file(MPIT_FUNCTION, fh, [&](Call&, File& file) {
    require_pointer(size, "size");
    *size = length_of(file);
  });
}

MPIT_API(int, MPI_File_set_size, (MPI_File fh, MPI_Offset size)) {
  return call_file(MPIT_FUNCTION, fh, [&](Call& call, File& file) {
    if (size < 0) throw Error{MPI_ERR_ARG, "negative size"};
    Collective group(call, MPI_COMM_NULL, *file.communicator);
    group.barrier();
    const int own = group.rank() == 0 && ::ftruncate(file.descriptor, size) != 0 ? errno : 0;
    if (const int error = worst_of(group, own); error != 0) fail_of_system(error, file.name);
  });
}

MPIT_API(int, MPI_File_get_group, (MPI_File fh, MPI_Group* group)) {
  return call_file(MPIT_FUNCTION, fh, [&](Call& call, File& file) {
    require_pointer(group, "group");
    *group = call.process.groups.insert(make_ref<Group>(*file.communicator->group));
  });
}

MPIT_API(int, MPI_File_get_amode, (MPI_File fh, int* amode)) {
  return call_file(MPIT_FUNCTION, fh, [&](Call&, File& file) {
    require_pointer(amode, "amode");
    *amode = file.amode;
  });
}

MPIT_API(int, MPI_File_get_position, (MPI_File fh, MPI_Offset* offset)) {
  return call_file(MPIT_FUNCTION, fh, [&](Call&, File& file) {
    require_pointer(offset, "offset");
    *offset = file.position;
  });
}

MPIT_API(int, MPI_File_seek, (MPI_File fh, MPI_Offset offset, int whence)) {
  return call_file(MPIT_FUNCTION, fh, [&](Call&, File& file) {
    switch (whence) {
      case MPI_SEEK_SET:
        break;
      case MPI_SEEK_CUR:
        offset += file.position;
        break;
      case MPI_SEEK_END:
        offset += length_of(file);
        break;
      default:
        throw Error{MPI_ERR_ARG, "no such whence"};
    }
    if (offset < 0) throw Error{MPI_ERR_ARG, "before the beginning"};
    file.position = offset;
  });
}

MPIT_API(int, MPI_File_sync, (MPI_File fh)) {
  return call_file(MPIT_FUNCTION, fh, [&](Call& call, File& file) {
    const int own = ::fsync(file.descriptor) != 0 ? errno : 0;
    Collective group(call, MPI_COMM_NULL, *file.communicator);
    if (const int error = worst_of(group, own); error != 0) fail_of_system(error, file.name);
  });
}

}  // extern "C"
