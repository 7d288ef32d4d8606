// SPDX-License-Identifier: BSD-3-Clause
// One process, from MPI_Init to MPI_Finalize.
#include "conformance/harness/survey/plain_mpi.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/facts/text.hpp"

namespace mpitcheck {

namespace {

class PlainCalls {
 public:
  PlainCalls(const std::vector<std::string>& without, PlainListener tell)
      : without_(without), tell_(tell) {}

  /// Whether the function was called and answered MPI_SUCCESS.
  bool make(const char* function, FunctionRef<int()> call) {
    if (std::ranges::find(without_, function) != without_.end()) return false;
    tell_(function, "");
    const int code = call();
    tell_(function, code == MPI_SUCCESS ? "works" : join("error ", code));
    return code == MPI_SUCCESS;
  }

 private:
  const std::vector<std::string>& without_;
  PlainListener tell_;
};

void use_communicators(PlainCalls& calls) {
  int number = 0;
  calls.make("MPI_Comm_size", [&] { return MPI_Comm_size(MPI_COMM_WORLD, &number); });
  calls.make("MPI_Comm_rank", [&] { return MPI_Comm_rank(MPI_COMM_WORLD, &number); });
  MPI_Comm copy = MPI_COMM_NULL;
  if (calls.make("MPI_Comm_dup", [&] { return MPI_Comm_dup(MPI_COMM_SELF, &copy); })) {
    calls.make("MPI_Comm_free", [&] { return MPI_Comm_free(&copy); });
  }
}

void use_collectives(PlainCalls& calls) {
  const int one = 1;
  int sum = 0;
  calls.make("MPI_Barrier", [] { return MPI_Barrier(MPI_COMM_SELF); });
  calls.make("MPI_Bcast", [&] { return MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_SELF); });
  calls.make("MPI_Reduce",
             [&] { return MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF); });
  calls.make("MPI_Allreduce",
             [&] { return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); });
}

void use_messages(PlainCalls& calls) {
  constexpr int tag = 7;
  char out = 'a', in = 0;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  const auto receive = [&] {
    return MPI_Irecv(&in, 1, MPI_CHAR, 0, tag, MPI_COMM_SELF, &requests[0]);
  };
  const auto send = [&] {
    return MPI_Isend(&out, 1, MPI_CHAR, 0, tag, MPI_COMM_SELF, &requests[1]);
  };
  if (!calls.make("MPI_Irecv", receive) || !calls.make("MPI_Isend", send)) return;
  calls.make("MPI_Waitall", [&] { return MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); });
}

void use_window(PlainCalls& calls) {
#ifdef MPITCHECK_DECLARES_MPI_Win_allocate
  void* base = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  const auto allocate = [&] {
    return MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &base, &window);
  };
  if (!calls.make("MPI_Win_allocate", allocate)) return;
  calls.make("MPI_Win_free", [&] { return MPI_Win_free(&window); });
#else
  static_cast<void>(calls);
#endif
}

void use_file(PlainCalls& calls) {
#ifdef MPITCHECK_DECLARES_MPI_File_open
  const std::string path =
      std::filesystem::temp_directory_path() / join("mpitcheck-plain-", ::getpid(), ".tmp");
  constexpr int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  MPI_File file = MPI_FILE_NULL;
  const auto open = [&] {
    return MPI_File_open(MPI_COMM_SELF, path.c_str(), mode, MPI_INFO_NULL, &file);
  };
  if (!calls.make("MPI_File_open", open)) return;
  calls.make("MPI_File_close", [&] { return MPI_File_close(&file); });
#else
  static_cast<void>(calls);
#endif
}

// Of libraries that have them, whatever mpi.h says.
void use_session(PlainCalls& calls) {
  using Init = int(MPI_Info, MPI_Errhandler, void* session);
  using Finalize = int(void* session);
  auto* const init = reinterpret_cast<Init*>(::dlsym(RTLD_DEFAULT, "MPI_Session_init"));
  auto* const finalize = reinterpret_cast<Finalize*>(::dlsym(RTLD_DEFAULT, "MPI_Session_finalize"));
  if (init == nullptr || finalize == nullptr) return;
  std::uint64_t session = 0;
  if (calls.make("MPI_Session_init",
                 [&] { return init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session); })) {
    calls.make("MPI_Session_finalize", [&] { return finalize(&session); });
  }
}

}  // namespace

void call_plain_mpi(const std::vector<std::string>& without, PlainListener tell) {
  PlainCalls calls(without, tell);
  if (!calls.make("MPI_Init", [] { return MPI_Init(nullptr, nullptr); })) return;
  for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    calls.make("MPI_Comm_set_errhandler",
               [&] { return MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN); });
  }
  for (void (*const use)(PlainCalls&) :
       {use_communicators, use_collectives, use_messages, use_window, use_file, use_session}) {
    use(calls);
  }
  calls.make("MPI_Finalize", [] { return MPI_Finalize(); });
}

}  // namespace mpitcheck
