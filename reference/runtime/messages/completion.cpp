// SPDX-License-Identifier: BSD-3-Clause
// Completing communications: one, all, any and some of them.
#include <algorithm>
#include <span>
#include <utility>

#include "reference/runtime/messages/requests.hpp"

using namespace mpit::runtime;

namespace {

using Handles = std::span<MPI_Request>;

Request* find_request(Call& call, MPI_Request request) {
  return require(call.process.requests, request, MPI_ERR_REQUEST);
}

// The active request of a handle; null for a null handle and an inactive request.
Request* find_active(Call& call, MPI_Request handle) {
  if (handle == MPI_REQUEST_NULL) return nullptr;
  Request* const request = find_request(call, handle);
  return request->persistent ? request->persistent->current.get() : request;
}

bool is_done(Call& call, MPI_Request handle) {
  const Request* const active = find_active(call, handle);
  return active == nullptr || active->complete;
}

bool is_active_and_done(Call& call, MPI_Request handle) {
  const Request* const active = find_active(call, handle);
  return active != nullptr && active->complete;
}

bool has_active(Call& call, Handles handles) {
  return std::any_of(handles.begin(), handles.end(),
                     [&](MPI_Request handle) { return find_active(call, handle) != nullptr; });
}

// Removes the active request from the program's handle; null if there is none.
Ref<Request> take_active(Call& call, MPI_Request* handle) {
  if (*handle == MPI_REQUEST_NULL) return nullptr;
  Request* const request = find_request(call, *handle);
  if (request->persistent) return std::exchange(request->persistent->current, nullptr);
  Ref<Request> taken = call.process.requests.take(*handle);
  *handle = MPI_REQUEST_NULL;
  return taken;
}

// Waits for the request at `handle`, which may be null, and removes it.
void finish(Call& call, MPI_Request* handle, MPI_Status* status) {
  const Ref<Request> request = take_active(call, handle);
  if (!request) return set_status(status, {});
  wait_for(call, request);
  settle(request->outcome, request->comm, status);
}

// Completes several requests. The statuses report failures, together with MPI_ERR_IN_STATUS.
class Finish {
 public:
  Finish(Call& call, MPI_Status* statuses) : call_(call), statuses_(statuses) {}

  /// The next status is for this request.
  void add(MPI_Request* handle) {
    MPI_Status* const status =
        statuses_ == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses_[number_];
    ++number_;
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = MPI_SUCCESS;
    try {
      finish(call_, handle, status);
    } catch (const Error& error) {
      if (error.comm == MPI_COMM_NULL) throw;
      failed_ = error.comm;
      if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = error.code;
    }
  }

  void end() const {
    if (failed_ != MPI_COMM_NULL) throw Error{MPI_ERR_IN_STATUS, "a request failed", failed_};
  }

 private:
  Call& call_;
  MPI_Status* statuses_;
  std::size_t number_ = 0;
  MPI_Comm failed_ = MPI_COMM_NULL;
};

void finish_all(Call& call, Handles handles, MPI_Status* statuses) {
  Finish all(call, statuses);
  for (MPI_Request& handle : handles) all.add(&handle);
  all.end();
}

// Completes the request at `done` and stores its index.
void finish_at(Call& call, Handles handles, Handles::iterator done, int* index,
               MPI_Status* status) {
  *index = static_cast<int>(done - handles.begin());
  finish(call, &*done, status);
}

Handles checked(int count, MPI_Request* requests) {
  if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
  if (count > 0) require_pointer(requests, "array_of_requests");
  return {requests, static_cast<std::size_t>(count)};
}

// Completes the requests that can be; stores their number and indices.
void finish_some(Call& call, Handles handles, int* number, int* indices, MPI_Status* statuses) {
  Finish some(call, statuses);
  *number = 0;
  for (MPI_Request& handle : handles) {
    if (!is_active_and_done(call, handle)) continue;
    indices[(*number)++] = static_cast<int>(&handle - handles.data());
    some.add(&handle);
  }
  some.end();
}

auto find_done(Call& call, Handles handles) {
  return std::find_if(handles.begin(), handles.end(),
                      [&](MPI_Request handle) { return is_active_and_done(call, handle); });
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
    *flag = call.process.progress.test(call.lock, [&] { return is_done(call, *request); });
    if (*flag) finish(call, request, status);
  });
}

MPIT_API(int, MPI_Waitall,
         (int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    finish_all(call, checked(count, array_of_requests), array_of_statuses);
  });
}

MPIT_API(int, MPI_Testall,
         (int count, MPI_Request array_of_requests[], int* flag, MPI_Status* array_of_statuses)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(flag, "flag");
    const Handles handles = checked(count, array_of_requests);
    *flag = call.process.progress.test(call.lock, [&] {
      return std::all_of(handles.begin(), handles.end(),
                         [&](MPI_Request handle) { return is_done(call, handle); });
    });
    if (*flag) finish_all(call, handles, array_of_statuses);
  });
}

MPIT_API(int, MPI_Waitany,
         (int count, MPI_Request array_of_requests[], int* index, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(index, "index");
    const Handles handles = checked(count, array_of_requests);
    *index = MPI_UNDEFINED;
    if (!has_active(call, handles)) return set_status(status, {});
    auto done = handles.end();
    call.process.progress.wait(call.lock,
                               [&] { return (done = find_done(call, handles)) != handles.end(); });
    finish_at(call, handles, done, index, status);
  });
}

MPIT_API(int, MPI_Testany,
         (int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(index, "index");
    require_pointer(flag, "flag");
    const Handles handles = checked(count, array_of_requests);
    *index = MPI_UNDEFINED;
    *flag = !has_active(call, handles);
    if (*flag) return set_status(status, {});
    auto done = handles.end();
    *flag = call.process.progress.test(
        call.lock, [&] { return (done = find_done(call, handles)) != handles.end(); });
    if (*flag) finish_at(call, handles, done, index, status);
  });
}

MPIT_API(int, MPI_Waitsome,
         (int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
          MPI_Status* array_of_statuses)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(outcount, "outcount");
    const Handles handles = checked(incount, array_of_requests);
    *outcount = MPI_UNDEFINED;
    if (!has_active(call, handles)) return;
    require_pointer(array_of_indices, "array_of_indices");
    call.process.progress.wait(call.lock,
                               [&] { return find_done(call, handles) != handles.end(); });
    finish_some(call, handles, outcount, array_of_indices, array_of_statuses);
  });
}

MPIT_API(int, MPI_Testsome,
         (int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
          MPI_Status* array_of_statuses)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(outcount, "outcount");
    const Handles handles = checked(incount, array_of_requests);
    *outcount = MPI_UNDEFINED;
    if (!has_active(call, handles)) return;
    require_pointer(array_of_indices, "array_of_indices");
    call.process.progress.test(call.lock,
                               [&] { return find_done(call, handles) != handles.end(); });
    finish_some(call, handles, outcount, array_of_indices, array_of_statuses);
  });
}

MPIT_API(int, MPI_Request_get_status, (MPI_Request request, int* flag, MPI_Status* status)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(flag, "flag");
    *flag = call.process.progress.test(call.lock, [&] { return is_done(call, request); });
    if (!*flag) return;
    const Request* const active = find_active(call, request);
    set_status(status, active == nullptr ? Outcome{} : active->outcome);
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

MPIT_API(int, MPI_Cancel, (MPI_Request * request)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(request, "request");
    find_request(call, *request);
    if (Request* const active = find_active(call, *request)) {
      call.process.point_to_point.cancel(*active);
      call.process.progress.notify();
    }
  });
}

}  // extern "C"
