// SPDX-License-Identifier: BSD-3-Clause
// Requests: persistent ones, completion of all, any or some, matched messages, and cancelling.
#include <algorithm>
#include <cstddef>

#include "reference/tests/runtime/program/program.hpp"

namespace {

constexpr int requests_at_once = 4;

// Starts receives of messages to self, with tags 0, 1, ...
void start_receives(MPI_Request* requests, int* room) {
  for (int i = 0; i != requests_at_once; ++i)
    MPI_Irecv(&room[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
}

void send_to_self(int tag) { MPI_Send(&tag, 1, MPI_INT, 0, tag, MPI_COMM_SELF); }

bool all_null(const MPI_Request* requests) {
  return std::all_of(requests, requests + requests_at_once,
                     [](MPI_Request request) { return request == MPI_REQUEST_NULL; });
}

void check_all() {
  MPI_Request requests[requests_at_once];
  MPI_Status statuses[requests_at_once];
  int room[requests_at_once];
  int flag = -1;
  start_receives(requests, room);
  for (int i = 0; i != requests_at_once - 1; ++i) send_to_self(i);
  MPI_Testall(requests_at_once, requests, &flag, statuses);
  MPIT_CHECK(flag == 0 && requests[0] != MPI_REQUEST_NULL);  // one is not complete: none is freed
  MPI_Request_get_status(requests[1], &flag, &statuses[1]);
  MPIT_CHECK(flag == 1 && statuses[1].MPI_TAG == 1 && requests[1] != MPI_REQUEST_NULL);
  send_to_self(requests_at_once - 1);
  MPI_Testall(requests_at_once, requests, &flag, statuses);
  MPIT_CHECK(flag == 1 && all_null(requests));
  for (int i = 0; i != requests_at_once; ++i) MPIT_CHECK(room[i] == i && statuses[i].MPI_TAG == i);
  MPI_Testall(requests_at_once, requests, &flag, MPI_STATUSES_IGNORE);
  MPIT_CHECK(flag == 1);
}

void check_any_and_some() {
  MPI_Request requests[requests_at_once];
  MPI_Status statuses[requests_at_once];
  int room[requests_at_once];
  int indices[requests_at_once];
  int index = -1, flag = -1, count = -1;
  start_receives(requests, room);
  MPI_Testany(requests_at_once, requests, &index, &flag, statuses);
  MPIT_CHECK(flag == 0 && index == MPI_UNDEFINED);
  MPI_Testsome(requests_at_once, requests, &count, indices, statuses);
  MPIT_CHECK(count == 0);
  send_to_self(2);
  MPI_Testany(requests_at_once, requests, &index, &flag, statuses);
  MPIT_CHECK(flag == 1 && index == 2 && statuses[0].MPI_TAG == 2 && room[2] == 2);
  send_to_self(3);
  send_to_self(0);
  MPI_Waitsome(requests_at_once, requests, &count, indices, statuses);
  MPIT_CHECK(count == 2 && indices[0] == 0 && indices[1] == 3);
  MPIT_CHECK(statuses[0].MPI_TAG == 0 && statuses[1].MPI_TAG == 3);
  send_to_self(1);
  MPI_Testsome(requests_at_once, requests, &count, indices, MPI_STATUSES_IGNORE);
  MPIT_CHECK(count == 1 && indices[0] == 1 && all_null(requests));
  MPI_Testsome(requests_at_once, requests, &count, indices, statuses);
  MPIT_CHECK(count == MPI_UNDEFINED);
  MPI_Waitsome(requests_at_once, requests, &count, indices, statuses);
  MPIT_CHECK(count == MPI_UNDEFINED);
  MPI_Testany(requests_at_once, requests, &index, &flag, statuses);
  MPIT_CHECK(flag == 1 && index == MPI_UNDEFINED);
}

// Truncation of one message is an error in its own status only.
void check_errors() {
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Request requests[2];
  MPI_Status statuses[2];
  int indices[2], count = -1, room[2];
  const int two[] = {7, 8};
  MPI_Irecv(&room[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
  MPI_Irecv(&room[1], 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[1]);
  MPI_Send(two, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Send(two, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  MPIT_CHECK(MPI_Waitsome(2, requests, &count, indices, statuses) == MPI_ERR_IN_STATUS);
  MPIT_CHECK(count == 2);
  MPIT_CHECK(statuses[0].MPI_ERROR == MPI_ERR_TRUNCATE && statuses[1].MPI_ERROR == MPI_SUCCESS);
}

// Starts the same requests repeatedly, for eager and for longer messages.
void check_persistent(int count) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  std::vector<int> out(static_cast<std::size_t>(count)), in(out.size());
  MPI_Request both[2];
  MPI_Status statuses[2];
  MPI_Recv_init(in.data(), count, MPI_INT, (rank + size - 1) % size, 5, MPI_COMM_WORLD, &both[0]);
  MPI_Send_init(out.data(), count, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD, &both[1]);
  MPI_Wait(&both[0], &statuses[0]);  // returns at once: the request is not active
  MPIT_CHECK(statuses[0].MPI_SOURCE == MPI_ANY_SOURCE && both[0] != MPI_REQUEST_NULL);
  for (int round = 0; round != 3; ++round) {
    std::fill(out.begin(), out.end(), 10 * rank + round);
    MPI_Startall(2, both);
    MPI_Waitall(2, both, statuses);
    MPIT_CHECK(both[0] != MPI_REQUEST_NULL && both[1] != MPI_REQUEST_NULL);
    MPIT_CHECK(statuses[0].MPI_TAG == 5 && in.back() == 10 * ((rank + size - 1) % size) + round);
  }
  int index = -1;
  MPI_Waitany(2, both, &index, &statuses[0]);
  MPIT_CHECK(index == MPI_UNDEFINED);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Start(&both[0]);
  MPIT_CHECK(MPI_Start(&both[0]) == MPI_ERR_REQUEST);  // it is active
  MPI_Ssend(out.data(), count, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD);
  MPI_Wait(&both[0], MPI_STATUS_IGNORE);
  for (MPI_Request& request : both) MPI_Request_free(&request);
}

void check_cancel() {
  MPI_Request request;
  MPI_Status status;
  int room = -1, flag = -1;
  MPI_Irecv(&room, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  MPIT_CHECK(flag == 1);
  send_to_self(9);  // must not match the cancelled receive
  MPI_Irecv(&room, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &request);
  MPI_Cancel(&request);  // without effect: the receive is complete
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  MPIT_CHECK(flag == 0 && room == 9);
}

// Buffered sends of long messages succeed as long as the attached buffer has room.
void check_buffered() {
  constexpr int count = 100'000;
  const int bytes = count * static_cast<int>(sizeof(int)) + MPI_BSEND_OVERHEAD;
  std::vector<int> out(count, 1), in(count);
  std::vector<std::byte> room(static_cast<std::size_t>(2 * bytes));
  MPI_Request request;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  const auto send = [&] { return MPI_Bsend(out.data(), count, MPI_INT, 0, 0, MPI_COMM_SELF); };
  MPIT_CHECK(send() == MPI_ERR_BUFFER);
  MPIT_CHECK(MPI_Buffer_attach(room.data(), 2 * bytes) == MPI_SUCCESS);
  MPIT_CHECK(MPI_Buffer_attach(room.data(), 2 * bytes) == MPI_ERR_BUFFER);
  MPIT_CHECK(send() == MPI_SUCCESS);
  MPI_Bsend_init(out.data(), count, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  out[0] = 2;
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  out[0] = 3;
  MPIT_CHECK(send() == MPI_ERR_BUFFER);
  for (const int first : {1, 2}) {
    MPI_Recv(in.data(), count, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPIT_CHECK(in[0] == first && in.back() == 1);
  }
  MPI_Request_free(&request);
  MPIT_CHECK(MPI_Ibsend(out.data(), 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request) == MPI_SUCCESS);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Recv(in.data(), 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  void* back = nullptr;
  int size = -1;
  MPI_Buffer_detach(&back, &size);
  MPIT_CHECK(in[0] == 3 && back == room.data() && size == 2 * bytes);
}

// No other receive can match a message that was matched by a probe.
void check_matched(int count) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int left = (rank + size - 1) % size;
  std::vector<int> first(static_cast<std::size_t>(count), rank), second(first.size(), rank + 100);
  std::vector<int> in(first.size());
  MPI_Request sends[2], receive;
  MPI_Isend(first.data(), count, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, &sends[0]);
  MPI_Isend(second.data(), count, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, &sends[1]);
  MPI_Message message, other = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Mprobe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  int come = -1, flag = 0;
  MPI_Get_count(&status, MPI_INT, &come);
  MPIT_CHECK(come == count && status.MPI_SOURCE == left && status.MPI_TAG == 1);
  while (flag == 0) MPI_Improbe(left, 1, MPI_COMM_WORLD, &flag, &other, &status);
  MPI_Imrecv(in.data(), count, MPI_INT, &other, &receive);
  MPIT_CHECK(other == MPI_MESSAGE_NULL);
  MPI_Wait(&receive, &status);
  MPIT_CHECK(in.back() == left + 100 && status.MPI_SOURCE == left);
  MPI_Mrecv(in.data(), count, MPI_INT, &message, &status);
  MPIT_CHECK(in.back() == left && message == MPI_MESSAGE_NULL);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  MPI_Improbe(left, 1, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  MPIT_CHECK(flag == 0);
  MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status);
  MPIT_CHECK(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Mrecv(in.data(), count, MPI_INT, &message, &status);
  MPIT_CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPIT_CHECK(MPI_Mrecv(in.data(), count, MPI_INT, &message, &status) == MPI_ERR_REQUEST);
}

}  // namespace

void requests() {
  check_all();
  check_any_and_some();
  check_errors();
  for (const int count : {1, 100'000}) {
    check_persistent(count);
    check_matched(count);
  }
  check_cancel();
  check_buffered();
}
