// SPDX-License-Identifier: BSD-3-Clause
// Variables count messages to other processes and to self, but not those of collectives. Also info
// objects of event types and registrations.
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "reference/tests/runtime/program/program.hpp"

namespace {

class Pvar {
 public:
  Pvar(MPI_T_pvar_session session, const char* name, int var_class, MPI_Comm comm = MPI_COMM_NULL)
      : session_(session) {
    int index = -1;
    int count = 0;
    MPIT_CHECK(MPI_T_pvar_get_index(name, var_class, &index) == MPI_SUCCESS);
    MPIT_CHECK(MPI_T_pvar_handle_alloc(session_, index, comm == MPI_COMM_NULL ? nullptr : &comm,
                                       &handle_, &count) == MPI_SUCCESS);
    MPI_T_pvar_start(session_, handle_);  // continuous ones run already
  }

  unsigned long long read(std::size_t element = 0) const {
    unsigned long long values[8] = {};
    MPIT_CHECK(MPI_T_pvar_read(session_, handle_, values) == MPI_SUCCESS);
    return values[element];
  }

 private:
  MPI_T_pvar_session session_;
  MPI_T_pvar_handle handle_ = MPI_T_PVAR_HANDLE_NULL;
};

// Waits until both processes have made all earlier sends.
void meet() { MPI_Barrier(MPI_COMM_WORLD); }

void send_some(MPI_Comm comm) {
  const auto bytes = make_bytes(100'000, 2);
  MPI_Send(bytes.data(), 10, MPI_BYTE, 1, 1, comm);
  MPI_Send(bytes.data(), 90, MPI_BYTE, 1, 2, comm);
  meet();
  meet();
  MPI_Send(bytes.data(), 100'000, MPI_BYTE, 1, 3, comm);
}

void receive_some(const Pvar& length, const Pvar& highest, const Pvar& bytes, MPI_Comm comm) {
  std::vector<char> buffer(100'000);
  meet();
  int flag = 0;
  while (!flag) MPI_Iprobe(0, 2, comm, &flag, MPI_STATUS_IGNORE);
  MPIT_CHECK(length.read() == 2 && bytes.read() == 100);
  MPI_Recv(buffer.data(), 100'000, MPI_BYTE, 0, 2, comm, MPI_STATUS_IGNORE);
  MPIT_CHECK(length.read() == 1 && bytes.read() == 10);
  MPI_Recv(buffer.data(), 100'000, MPI_BYTE, 0, 1, comm, MPI_STATUS_IGNORE);
  MPIT_CHECK(length.read() == 0 && bytes.read() == 0 && highest.read() == 2);
  meet();
  MPI_Recv(buffer.data(), 100'000, MPI_BYTE, 0, 3, comm, MPI_STATUS_IGNORE);
}

}  // namespace

void variables() {
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
  MPI_T_pvar_session session;
  MPI_T_pvar_session_create(&session);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const Pvar length(session, "mpi_unexpected_queue_length", MPI_T_PVAR_CLASS_LEVEL);
  const Pvar highest(session, "mpi_unexpected_queue_length", MPI_T_PVAR_CLASS_HIGHWATERMARK);
  const Pvar waiting(session, "mpi_unexpected_bytes", MPI_T_PVAR_CLASS_LEVEL);
  const Pvar messages(session, "mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
  const Pvar bytes(session, "mpi_bytes_sent", MPI_T_PVAR_CLASS_AGGREGATE);
  const Pvar attempts(session, "mpi_match_attempts", MPI_T_PVAR_CLASS_COUNTER);
  const Pvar of_comm(session, "mpi_comm_messages_sent", MPI_T_PVAR_CLASS_COUNTER, comm);
  const Pvar of_ranks(session, "mpi_comm_sent_to", MPI_T_PVAR_CLASS_COUNTER, comm);
  const Pvar of_world(session, "mpi_comm_messages_sent", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_WORLD);
  const bool sends = rank_in(comm) == 0;
  if (sends) {
    send_some(comm);
    MPIT_CHECK(messages.read() == 3 && bytes.read() == 100'100);
    MPIT_CHECK(of_comm.read() == 3 && of_ranks.read(0) == 0 && of_ranks.read(1) == 3);
  } else {
    receive_some(length, highest, waiting, comm);
    MPIT_CHECK(messages.read() == 0 && of_comm.read() == 0);
    MPIT_CHECK(attempts.read() >= 4);
  }
  MPIT_CHECK(of_world.read() == 0);
  MPI_Comm_free(&comm);
  MPI_T_pvar_session_free(&session);
  MPI_T_finalize();
}

void event_infos() {
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
  int index = -1;
  MPIT_CHECK(MPI_T_event_get_index("specimen_event_signal_safe_unordered", &index) == MPI_SUCCESS);

  // A variant of the library returns no info object for an event type.
  MPI_Info of_type = MPI_INFO_ENV;
  MPIT_CHECK(MPI_T_event_get_info(index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                  nullptr, &of_type, nullptr, nullptr, nullptr) == MPI_SUCCESS);
  MPIT_CHECK((of_type == MPI_INFO_NULL) == (std::getenv("MPIT_VARIANT") != nullptr));
  if (of_type != MPI_INFO_NULL) MPI_Info_free(&of_type);

  // An info object that was freed.
  struct Seen {
    MPI_Info hints = MPI_INFO_NULL;
    MPI_T_event_registration registration{};
    int code = MPI_SUCCESS;
    int calls = 0;
  } seen;
  MPI_Info_create(&seen.hints);
  MPI_Info_set(seen.hints, "mpit_sample_every", "1");
  MPI_Info stale = seen.hints;
  MPI_Info_dup(seen.hints, &stale);
  MPI_Info freed = stale;
  MPI_Info_free(&freed);
  const auto nothing = [](MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {
  };
  MPIT_CHECK(MPI_T_event_handle_alloc(index, nullptr, stale, &seen.registration) ==
             MPI_T_ERR_INVALID);
  MPIT_CHECK(MPI_T_event_handle_alloc(index, nullptr, seen.hints, &seen.registration) ==
             MPI_SUCCESS);
  MPIT_CHECK(MPI_T_event_handle_set_info(seen.registration, stale) == MPI_T_ERR_INVALID);
  MPIT_CHECK(MPI_T_event_register_callback(seen.registration, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
                                           stale, nullptr, nothing) == MPI_T_ERR_INVALID);
  const auto set = [](MPI_T_event_instance, MPI_T_event_registration registration, MPI_T_cb_safety,
                      void* data) {
    Seen& to = *static_cast<Seen*>(data);
    to.code = MPI_T_event_handle_set_info(registration, to.hints);
    ++to.calls;
  };
  MPIT_CHECK(MPI_T_event_register_callback(seen.registration, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
                                           seen.hints, &seen, set) == MPI_SUCCESS);
  MPIT_CHECK(MPI_T_event_callback_set_info(seen.registration, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
                                           stale) == MPI_T_ERR_INVALID);

  // In a callback that may run in a signal handler, where the lock of info objects must not be
  // taken.
  MPI_Request request;
  char byte = 0;
  MPI_Irecv(&byte, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF, &request);
  MPI_Send(&byte, 1, MPI_CHAR, 0, 1, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPIT_CHECK(seen.calls > 0 && seen.code == MPI_T_ERR_NOT_ACCESSIBLE);
  MPI_T_event_handle_free(seen.registration, nullptr, nullptr);
  MPI_Info_free(&seen.hints);
  MPI_T_finalize();
}
