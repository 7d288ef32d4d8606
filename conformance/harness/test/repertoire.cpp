// SPDX-License-Identifier: BSD-3-Clause
// The parts of MPI that tests use.
#include "conformance/harness/test/repertoire.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/text.hpp"

// References are weak, so that a library without the function still links and loads.
#define MPITCHECK_PRAGMA(text) _Pragma(#text)
#define MPITCHECK_WEAK_1(name) MPITCHECK_PRAGMA(weak name)
#define MPITCHECK_WEAK_0(name)
#define MPITCHECK_WEAK(flag, name) MPITCHECK_WEAK_(flag, name)
#define MPITCHECK_WEAK_(flag, name) MPITCHECK_WEAK_##flag(name)
#define MPITCHECK_PART(name) MPITCHECK_WEAK(MPITCHECK_DECLARES(name), name)
#include "conformance/harness/test/repertoire.inc"
#undef MPITCHECK_PART

// Defines a part of MPI and adds it to the table.
#define PART(name, function)                          \
  void function();                                    \
  const bool has_##function = add(name, &(function)); \
  void function()
// A call of a part. Its failure ends the part.
#define USE(function, ...) \
  use(#function, &(function) != nullptr, [&] { return function(__VA_ARGS__); })

namespace mpitcheck {
namespace {

constexpr int part_tag = 5;
constexpr std::size_t large_memory = std::size_t{1} << 20;

std::vector<PartOfMpi>& table() {
  static std::vector<PartOfMpi> parts;
  return parts;
}

bool add(std::string_view name, void (*use)()) {
  table().push_back({name, use});
  return true;
}

template <class Call>
void use(std::string_view function, bool is_defined, const Call& call) {
  if (!is_defined) throw PartIsMissing{function};
  if (on_call_of_part != nullptr) on_call_of_part(function);
  const int code = call();
  if (code != MPI_SUCCESS) throw PartFails{function, code};
}

// Sets MPI_ERRORS_RETURN on this process's communicators and for errors without an object, during
// its lifetime.
class ErrorsReturned {
 public:
  explicit ErrorsReturned(MPI_Comm comm) : comm_(comm) {
    USE(MPI_Comm_get_errhandler, comm_, &before_);
    USE(MPI_Comm_set_errhandler, comm_, MPI_ERRORS_RETURN);
  }
  ~ErrorsReturned() {
    MPI_Comm_set_errhandler(comm_, before_);
    MPI_Errhandler_free(&before_);
  }
  ErrorsReturned(const ErrorsReturned&) = delete;
  ErrorsReturned& operator=(const ErrorsReturned&) = delete;

 private:
  MPI_Comm comm_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

void exchange(MPI_Comm comm) {
  char out = 'x', in = 0;
  USE(MPI_Sendrecv, &out, 1, MPI_CHAR, 0, part_tag, &in, 1, MPI_CHAR, 0, part_tag, comm,
      MPI_STATUS_IGNORE);
}

PART("returned errors", returned_errors) {}  // a precondition of every part

PART("size and rank", size_and_rank) {
  int number = 0;
  USE(MPI_Comm_size, MPI_COMM_WORLD, &number);
  USE(MPI_Comm_rank, MPI_COMM_WORLD, &number);
}

PART("messages", messages) {
  exchange(MPI_COMM_SELF);
  std::vector<char> out(100'000), in(out.size());
  MPI_Request requests[2];
  for (const int bytes : {1, static_cast<int>(out.size())}) {
    USE(MPI_Isend, out.data(), bytes, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, &requests[0]);
    USE(MPI_Irecv, in.data(), bytes, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, &requests[1]);
    USE(MPI_Waitall, 2, requests, MPI_STATUSES_IGNORE);
  }
}

PART("copied communicators", copied_communicators) {
  MPI_Comm copy = MPI_COMM_NULL;
  USE(MPI_Comm_dup, MPI_COMM_SELF, &copy);
  USE(MPI_Barrier, copy);
  exchange(copy);
  USE(MPI_Comm_free, &copy);
}

#ifdef MPITCHECK_DECLARES_MPI_Comm_set_name
PART("named communicators", named_communicators) {
  char name[MPI_MAX_OBJECT_NAME] = {};
  int length = 0;
  USE(MPI_Comm_get_name, MPI_COMM_SELF, name, &length);
  USE(MPI_Comm_set_name, MPI_COMM_SELF, name);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Comm_split
PART("split communicators", split_communicators) {
  MPI_Comm part = MPI_COMM_NULL;
  USE(MPI_Comm_split, MPI_COMM_SELF, 0, 0, &part);
  USE(MPI_Comm_free, &part);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Comm_split_type
PART("communicators split by type", communicators_by_type) {
  MPI_Comm part = MPI_COMM_NULL;
  USE(MPI_Comm_split_type, MPI_COMM_SELF, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part);
  USE(MPI_Comm_free, &part);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Group_incl
PART("groups", groups) {
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  const int ranks[] = {0};
  MPI_Comm made = MPI_COMM_NULL;
  USE(MPI_Comm_group, MPI_COMM_SELF, &all);
  USE(MPI_Group_incl, all, 1, ranks, &some);
  USE(MPI_Comm_create, MPI_COMM_SELF, some, &made);
  USE(MPI_Comm_free, &made);
  USE(MPI_Group_free, &some);
  USE(MPI_Group_free, &all);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Comm_create_keyval
int copy_attribute(MPI_Comm, int, void*, void* value, void* copy, int* flag) {
  *static_cast<void**>(copy) = value;
  *flag = 1;
  return MPI_SUCCESS;
}
int delete_attribute(MPI_Comm, int, void*, void*) { return MPI_SUCCESS; }

// Runs `use(key, value)` with an attribute key.
template <class Use>
void with_key(const Use& use_it) {
  int key = MPI_KEYVAL_INVALID;
  char value = 0;
  USE(MPI_Comm_create_keyval, &copy_attribute, &delete_attribute, &key, nullptr);
  use_it(key, &value);
  USE(MPI_Comm_free_keyval, &key);
}

PART("attributes", attributes) {
  with_key([](int key, void* value) {
    USE(MPI_Comm_set_attr, MPI_COMM_SELF, key, value);
    USE(MPI_Comm_delete_attr, MPI_COMM_SELF, key);
  });
}

PART("copied attributes", copied_attributes) {
  with_key([](int key, void* value) {
    MPI_Comm copy = MPI_COMM_NULL;
    USE(MPI_Comm_set_attr, MPI_COMM_SELF, key, value);
    USE(MPI_Comm_dup, MPI_COMM_SELF, &copy);
    USE(MPI_Comm_free, &copy);
    USE(MPI_Comm_delete_attr, MPI_COMM_SELF, key);
  });
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Comm_call_errhandler
void ignore_error(MPI_Comm*, int*, ...) {}

PART("called error handlers", called_error_handlers) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  USE(MPI_Comm_create_errhandler, &ignore_error, &handler);
  USE(MPI_Comm_set_errhandler, MPI_COMM_SELF, handler);
  USE(MPI_Comm_call_errhandler, MPI_COMM_SELF, MPI_ERR_OTHER);
  USE(MPI_Comm_set_errhandler, MPI_COMM_SELF, MPI_ERRORS_RETURN);
  USE(MPI_Errhandler_free, &handler);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Win_create
// A window over an int during `use(window)`.
template <class Use>
void with_window(const Use& use_it) {
  int memory = 0;
  MPI_Win window = MPI_WIN_NULL;
  USE(MPI_Win_create, &memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &window);
  use_it(window);
  USE(MPI_Win_free, &window);
}

PART("windows", windows) {
  with_window([](MPI_Win window) {
    int value = 1;
    USE(MPI_Win_fence, 0, window);
    USE(MPI_Put, &value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    USE(MPI_Win_fence, 0, window);
    USE(MPI_Get, &value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    USE(MPI_Win_fence, 0, window);
  });
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Win_allocate
PART("allocated windows", allocated_windows) {
  void* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  USE(MPI_Win_allocate, 64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
  USE(MPI_Win_free, &window);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Win_lock
PART("locked windows", locked_windows) {
  with_window([](MPI_Win window) {
    int value = 1;
    USE(MPI_Win_lock, MPI_LOCK_EXCLUSIVE, 0, 0, window);
    USE(MPI_Put, &value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    USE(MPI_Win_unlock, 0, window);
  });
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_File_open
PART("files", files) {
  std::error_code problem;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(problem);
  if (problem) return;
  const std::string path = folder / join("mpitcheck-", ::getpid(), ".tmp");
  MPI_File file = MPI_FILE_NULL;
  char text[8] = "text";
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  USE(MPI_File_open, MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &file);
  USE(MPI_File_write_at, file, 0, text, sizeof text, MPI_CHAR, MPI_STATUS_IGNORE);
  USE(MPI_File_read_at, file, 0, text, sizeof text, MPI_CHAR, MPI_STATUS_IGNORE);
  USE(MPI_File_close, &file);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Session_init
PART("sessions", sessions) {
  MPI_Session session = MPI_SESSION_NULL;
  USE(MPI_Session_init, MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  USE(MPI_Session_finalize, &session);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Probe
PART("probes", probes) {
  char out = 'x', in = 0;
  int any = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  USE(MPI_Isend, &out, 1, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, &request);
  USE(MPI_Probe, 0, part_tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  USE(MPI_Iprobe, 0, part_tag, MPI_COMM_SELF, &any, MPI_STATUS_IGNORE);
  USE(MPI_Recv, &in, 1, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  USE(MPI_Wait, &request, MPI_STATUS_IGNORE);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Cancel
PART("cancelled receives", cancelled_receives) {
  char in = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  USE(MPI_Irecv, &in, 1, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, &request);
  USE(MPI_Cancel, &request);
  USE(MPI_Wait, &request, MPI_STATUS_IGNORE);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Allreduce
PART("collectives", collectives) {
  int mine = 1, all = 0;
  USE(MPI_Bcast, &mine, 1, MPI_INT, 0, MPI_COMM_SELF);
  USE(MPI_Allreduce, &mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  USE(MPI_Reduce, &mine, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF);
  USE(MPI_Gather, &mine, 1, MPI_INT, &all, 1, MPI_INT, 0, MPI_COMM_SELF);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Ibarrier
PART("nonblocking collectives", nonblocking_collectives) {
  MPI_Request request = MPI_REQUEST_NULL;
  USE(MPI_Ibarrier, MPI_COMM_SELF, &request);
  USE(MPI_Wait, &request, MPI_STATUS_IGNORE);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Send_init
PART("persistent requests", persistent_requests) {
  char out = 'x', in = 0;
  MPI_Request requests[2];
  USE(MPI_Send_init, &out, 1, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, &requests[0]);
  USE(MPI_Recv_init, &in, 1, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, &requests[1]);
  USE(MPI_Startall, 2, requests);
  USE(MPI_Waitall, 2, requests, MPI_STATUSES_IGNORE);
  for (MPI_Request& each : requests) USE(MPI_Request_free, &each);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Psend_init
PART("partitioned requests", partitioned_requests) {
  char out[2] = "x", in[2] = "";
  MPI_Request requests[2];
  USE(MPI_Psend_init, out, 2, 1, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]);
  USE(MPI_Precv_init, in, 2, 1, MPI_CHAR, 0, part_tag, MPI_COMM_SELF, MPI_INFO_NULL, &requests[1]);
  USE(MPI_Startall, 2, requests);
  for (const int partition : {0, 1}) USE(MPI_Pready, partition, requests[0]);
  USE(MPI_Waitall, 2, requests, MPI_STATUSES_IGNORE);
  for (MPI_Request& each : requests) USE(MPI_Request_free, &each);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Info_create
PART("info objects", info_objects) {
  MPI_Info info = MPI_INFO_NULL, copy = MPI_INFO_NULL;
  USE(MPI_Info_create, &info);
  USE(MPI_Info_set, info, "mpitcheck", "value");
  int keys = 0;
  USE(MPI_Info_get_nkeys, info, &keys);
  USE(MPI_Info_dup, info, &copy);
  USE(MPI_Info_free, &copy);
  USE(MPI_Info_free, &info);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Type_contiguous
PART("datatypes", datatypes) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  USE(MPI_Type_contiguous, 3, MPI_INT, &type);
  USE(MPI_Type_commit, &type);
  USE(MPI_Type_free, &type);
}
#endif

#ifdef MPITCHECK_DECLARES_MPI_Alloc_mem
PART("memory of MPI", memory_of_mpi) {
  void* memory = nullptr;
  USE(MPI_Alloc_mem, large_memory, MPI_INFO_NULL, &memory);
  USE(MPI_Free_mem, memory);
}
#endif

// Libraries intercept memory that programs return to the system.
PART("memory of the program", memory_of_program) {
  volatile char* const memory = static_cast<char*>(std::malloc(large_memory));
  if (memory == nullptr) return;
  for (std::size_t i = 0; i < large_memory; i += 4096) memory[i] = 1;
  std::free(const_cast<char*>(memory));
}

}  // namespace

std::span<const PartOfMpi> parts_of_mpi() { return table(); }

void try_part(const PartOfMpi& part) {
  const ErrorsReturned on_self(MPI_COMM_SELF), on_world(MPI_COMM_WORLD);
  part.use();
}

void use_communicator(MPI_Comm comm) {
  try {
    if (problem_of_part("messages").empty()) exchange(comm);
#ifdef MPITCHECK_DECLARES_MPI_Comm_set_name
    if (problem_of_part("named communicators").empty()) USE(MPI_Comm_set_name, comm, "mpitcheck");
#endif
  } catch (const PartIsMissing&) {
  } catch (const PartFails&) {
  }
}

#undef PART
#undef USE

}  // namespace mpitcheck
