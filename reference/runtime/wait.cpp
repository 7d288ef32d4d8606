// SPDX-License-Identifier: BSD-3-Clause
// Completing nonblocking communications.
#include <algorithm>

#include "requests.hpp"

using namespace mpit::runtime;

namespace {

Request* find_request(Call& call, MPI_Request request) {
  return require(call.process.requests, request, MPI_ERR_REQUEST);
}

// Waits for the request at `handle`, which may be null, and takes it from the program.
void finish(Call& call, MPI_Request* handle, MPI_Status* status) {
  if (*handle == MPI_REQUEST_NULL) return set_status(status, {});
  find_request(call, *handle);
  const Ref<Request> request = call.process.requests.take(*handle);
  *handle = MPI_REQUEST_NULL;
  wait_for(call, request);
  settle(request->outcome, request->comm, status);
}

MPIT_HOT int wait_for_one(const char* function, MPI_Request* request, MPI_Status* status) {
  return call_active(function, [&](Call& call) {
    require_pointer(request, "request");
    finish(call, request, status);
  });
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Wait, (MPI_Request * request, MPI_Status* status)) {
  return wait_for_one(MPIT_FUNCTION, request, status);
}

MPIT_API(int, MPI_Test, (MPI_Request * request, int* flag, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(request, "request");
    require_pointer(flag, "flag");
    const auto is_done = [&] {
      return *request == MPI_REQUEST_NULL || find_request(call, *request)->complete;
    };
    *flag = is_done();
    if (!*flag) {
      call.process.poll(call.lock);
      *flag = is_done();
    }
    if (*flag) finish(call, request, status);
  });
}

MPIT_API(int, MPI_Waitall,
         (int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
    if (count > 0) require_pointer(array_of_requests, "array_of_requests");
    const bool ignore = array_of_statuses == MPI_STATUSES_IGNORE;
    MPI_Comm failed = MPI_COMM_NULL;
    for (int i = 0; i < count; ++i) {
      MPI_Status* status = ignore ? MPI_STATUS_IGNORE : &array_of_statuses[i];
      if (!ignore) status->MPI_ERROR = MPI_SUCCESS;
      try {
        finish(call, &array_of_requests[i], status);
      } catch (const Error& error) {
        if (error.comm == MPI_COMM_NULL) throw;
        failed = error.comm;
        if (!ignore) status->MPI_ERROR = error.code;
      }
    }
    if (failed != MPI_COMM_NULL) throw Error{MPI_ERR_IN_STATUS, "a request failed", failed};
  });
}

MPIT_API(int, MPI_Waitany,
         (int count, MPI_Request array_of_requests[], int* index, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(index, "index");
    if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
    if (count > 0) require_pointer(array_of_requests, "array_of_requests");
    MPI_Request* const begin = array_of_requests;
    MPI_Request* const end = begin + count;
    const auto is_active = [](MPI_Request request) { return request != MPI_REQUEST_NULL; };
    if (std::none_of(begin, end, is_active)) {
      *index = MPI_UNDEFINED;
      return set_status(status, {});
    }
    MPI_Request* done = end;
    call.process.wait(call.lock, [&] {
      done = std::find_if(begin, end, [&](MPI_Request request) {
        return is_active(request) && find_request(call, request)->complete;
      });
      return done != end;
    });
    *index = static_cast<int>(done - begin);
    finish(call, done, status);
  });
}

MPIT_API(int, MPI_Request_free, (MPI_Request * request)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(request, "request");
    find_request(call, *request);
    call.process.requests.erase(*request);
    *request = MPI_REQUEST_NULL;
  });
}

}  // extern "C"
