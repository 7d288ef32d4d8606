// SPDX-License-Identifier: BSD-3-Clause
// One round of calls of every function of the tool interface, and traffic that updates variables.
#include <array>
#include <cstddef>

#include "reference/tests/storm/worker.hpp"

namespace storm {
namespace {

// Repeats calls that take nanoseconds, so that signals interrupt them, too.
template <class Call>
void repeat(Call call) {
  for (int i = 0; i != 40; ++i) call();
}

void query_enumerations(Account& account, MPI_T_enum type) {
  std::array<char, 64> name{};
  int number = 0;
  repeat([&] {
    int length = name.size();
    MPIT_STORM_CALL(account, MPI_T_enum_get_info, type, &number, name.data(), &length);
    length = name.size();
    int value = 0;
    MPIT_STORM_CALL(account, MPI_T_enum_get_item, type, 0, &value, name.data(), &length);
  });
}

void use_cvars(Worker& worker) {
  Account& account = worker.account;
  int number = 0;
  int index = -1;
  MPI_T_enum type = MPI_T_ENUM_NULL;
  repeat([&] {
    MPIT_STORM_CALL(account, MPI_T_cvar_get_num, &number);
    MPIT_STORM_CALL(account, MPI_T_cvar_get_index, "mpi_time_waits", &index);
    int verbosity = 0;
    int bind = 0;
    int scope = 0;
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPIT_STORM_CALL(account, MPI_T_cvar_get_info, index, nullptr, nullptr, &verbosity, &datatype,
                    &type, nullptr, nullptr, &bind, &scope);
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    MPIT_STORM_CALL(account, MPI_T_cvar_handle_alloc, index, nullptr, &handle, &number);
    MPIT_STORM_CALL(account, MPI_T_cvar_handle_free, &handle);
    std::array<int, number_count> numbers{};
    MPIT_STORM_CALL(account, MPI_T_cvar_read, worker.numbers, numbers.data());
    numbers.fill(numbers[0] + 1);
    MPIT_STORM_CALL(account, MPI_T_cvar_write, worker.numbers, numbers.data());
  });
  query_enumerations(account, type);
}

void query_pvars(Worker& worker) {
  Account& account = worker.account;
  repeat([&] {
    int number = 0;
    int index = -1;
    MPIT_STORM_CALL(account, MPI_T_pvar_get_num, &number);
    MPIT_STORM_CALL(account, MPI_T_pvar_get_index, "mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER,
                    &index);
    int verbosity = 0;
    int var_class = 0;
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_T_enum type = MPI_T_ENUM_NULL;
    int bind = 0;
    int readonly = 0;
    int continuous = 0;
    int atomic = 0;
    MPIT_STORM_CALL(account, MPI_T_pvar_get_info, index, nullptr, nullptr, &verbosity, &var_class,
                    &datatype, &type, nullptr, nullptr, &bind, &readonly, &continuous, &atomic);
  });
}

// Allocates and frees handles in the session on which the handler uses MPI_T_PVAR_ALL_HANDLES.
void allocate_pvars(Worker& worker) {
  Account& account = worker.account;
  const int counter = pvar_named("mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
  const int mark = pvar_named("mpi_posted_queue_length", MPI_T_PVAR_CLASS_HIGHWATERMARK);
  const int array = pvar_named("mpi_message_sizes", MPI_T_PVAR_CLASS_COUNTER);
  const int bound = pvar_named("mpi_comm_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
  MPI_Comm comm = MPI_COMM_SELF;
  for (const int index : {counter, mark, array, bound}) {
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    MPIT_STORM_CALL(account, MPI_T_pvar_handle_alloc, worker.crowd, index,
                    index == bound ? &comm : nullptr, &handle, &count);
    MPIT_STORM_CALL(account, MPI_T_pvar_start, worker.crowd, handle);
    MPIT_STORM_CALL(account, MPI_T_pvar_handle_free, worker.crowd, &handle);
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    MPIT_STORM_CALL(account, MPI_T_pvar_session_create, &session);
    MPIT_STORM_CALL(account, MPI_T_pvar_handle_alloc, session, index,
                    index == bound ? &comm : nullptr, &handle, &count);
    MPIT_STORM_CALL(account, MPI_T_pvar_start, session, handle);
    MPIT_STORM_CALL(account, MPI_T_pvar_session_free, &session);
  }
}

// Makes the same calls as the handler, with the same handles.
void access_pvars(Worker& worker) {
  Account& account = worker.account;
  for (const MPI_T_pvar_handle handle : {worker.toggled, worker.sizes, worker.mark}) {
    std::array<unsigned long long, size_count> values{};
    repeat([&] {
      MPIT_STORM_CALL(account, MPI_T_pvar_start, worker.session, handle);
      MPIT_STORM_CALL(account, MPI_T_pvar_read, worker.session, handle, values.data());
      MPIT_STORM_CALL(account, MPI_T_pvar_stop, worker.session, handle);
      MPIT_STORM_CALL(account, MPI_T_pvar_write, worker.session, handle, values.data());
      MPIT_STORM_CALL(account, MPI_T_pvar_readreset, worker.session, handle, values.data());
      MPIT_STORM_CALL(account, MPI_T_pvar_reset, worker.session, handle);
    });
  }
  unsigned long long value = 0;
  repeat([&] {
    MPIT_STORM_CALL(account, MPI_T_pvar_readreset, worker.session, worker.sent, &value);
    worker.taken += value;
    MPIT_STORM_CALL(account, MPI_T_pvar_readreset, worker.common->session, worker.common->sent,
                    &value);
    worker.common->taken += value;
  });
}

void query_categories(Account& account) {
  repeat([&] {
    int number = 0;
    int index = -1;
    std::array<int, 8> members{};
    MPIT_STORM_CALL(account, MPI_T_category_changed, &number);
    MPIT_STORM_CALL(account, MPI_T_category_get_num, &number);
    MPIT_STORM_CALL(account, MPI_T_category_get_index, "mpi_p2p", &index);
    MPIT_STORM_CALL(account, MPI_T_category_get_info, index, nullptr, nullptr, nullptr, nullptr,
                    &number, &number, &number);
    MPIT_STORM_CALL(account, MPI_T_category_get_num_events, index, &number);
    MPIT_STORM_CALL(account, MPI_T_category_get_cvars, index, members.size(), members.data());
    MPIT_STORM_CALL(account, MPI_T_category_get_pvars, index, members.size(), members.data());
    MPIT_STORM_CALL(account, MPI_T_category_get_events, index, members.size(), members.data());
    MPIT_STORM_CALL(account, MPI_T_category_get_categories, index, members.size(), members.data());
  });
}

// The worker of this thread, for the event callback, which may run on any thread.
thread_local Worker* this_worker = nullptr;

void on_event(MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety, void*) {
  if (this_worker == nullptr) return;
  Account& account = this_worker->account;
  alignas(8) std::array<std::byte, 128> buffer{};
  repeat([&] {
    MPI_Count time = 0;
    int source = -1;
    MPIT_STORM_CALL(account, MPI_T_event_read, instance, 0, buffer.data());
    MPIT_STORM_CALL(account, MPI_T_event_copy, instance, buffer.data());
    MPIT_STORM_CALL(account, MPI_T_event_get_timestamp, instance, &time);
    MPIT_STORM_CALL(account, MPI_T_event_get_source, instance, &source);
  });
}

void on_loss(MPI_Count, MPI_T_event_registration, int, MPI_T_cb_safety, void*) {}
void on_end(MPI_T_event_registration, MPI_T_cb_safety, void*) {}

void query_events(Account& account) {
  repeat([&] {
    int number = 0;
    int index = -1;
    MPI_Info info = MPI_INFO_NULL;
    MPI_T_source_order order{};
    MPI_Count ticks = 0;
    MPI_Count most = 0;
    MPIT_STORM_CALL(account, MPI_T_source_get_num, &number);
    MPIT_STORM_CALL(account, MPI_T_source_get_info, 0, nullptr, nullptr, nullptr, nullptr, &order,
                    &ticks, &most, &info);
    MPI_Info_free(&info);
    MPIT_STORM_CALL(account, MPI_T_source_get_timestamp, 0, &ticks);
    MPIT_STORM_CALL(account, MPI_T_event_get_num, &number);
    MPIT_STORM_CALL(account, MPI_T_event_get_index, "mpi_send_started", &index);
    int elements = 0;
    MPIT_STORM_CALL(account, MPI_T_event_get_info, index, nullptr, nullptr, nullptr, nullptr,
                    nullptr, &elements, nullptr, &info, nullptr, nullptr, nullptr);
    MPI_Info_free(&info);
  });
}

void send_messages(Worker& worker, int number) {
  for (int i = 0; i != number; ++i) {
    int value = i;
    MPIT_STORM_CALL(worker.account, MPI_Send, &value, 1, MPI_INT, 0, worker.number, MPI_COMM_SELF);
    worker.account.sends.fetch_add(1, std::memory_order_relaxed);
    MPIT_STORM_CALL(worker.account, MPI_Recv, &value, 1, MPI_INT, 0, worker.number, MPI_COMM_SELF,
                    MPI_STATUS_IGNORE);
  }
}

void register_events(Worker& worker) {
  Account& account = worker.account;
  int index = -1;
  MPI_T_event_get_index("mpi_send_started", &index);
  MPI_T_event_registration registration{};
  MPI_Info info = MPI_INFO_NULL;
  const MPI_T_cb_safety safety = MPI_T_CB_REQUIRE_NONE;
  MPIT_STORM_CALL(account, MPI_T_event_handle_alloc, index, nullptr, MPI_INFO_NULL, &registration);
  MPIT_STORM_CALL(account, MPI_T_event_handle_set_info, registration, MPI_INFO_NULL);
  MPIT_STORM_CALL(account, MPI_T_event_handle_get_info, registration, &info);
  MPI_Info_free(&info);
  MPIT_STORM_CALL(account, MPI_T_event_register_callback, registration, safety, MPI_INFO_NULL,
                  nullptr, on_event);
  MPIT_STORM_CALL(account, MPI_T_event_callback_set_info, registration, safety, MPI_INFO_NULL);
  MPIT_STORM_CALL(account, MPI_T_event_callback_get_info, registration, safety, &info);
  MPI_Info_free(&info);
  MPIT_STORM_CALL(account, MPI_T_event_set_dropped_handler, registration, on_loss);
  send_messages(worker, 2);
  MPIT_STORM_CALL(account, MPI_T_event_handle_free, registration, nullptr, on_end);
}

}  // namespace

int pvar_named(const char* name, int var_class) {
  int index = -1;
  const int code = MPI_T_pvar_get_index(name, var_class, &index);
  if (code != MPI_SUCCESS) complain(name, code);
  return index;
}

MPI_T_pvar_handle new_handle(MPI_T_pvar_session session, const char* name, int var_class) {
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  const int code =
      MPI_T_pvar_handle_alloc(session, pvar_named(name, var_class), nullptr, &handle, &count);
  if (code != MPI_SUCCESS || count > size_count) complain(name, code);
  return handle;
}

void set_up(Worker& worker) {
  MPI_T_pvar_session_create(&worker.session);
  MPI_T_pvar_session_create(&worker.crowd);
  worker.sent = new_handle(worker.session, "mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
  worker.toggled = new_handle(worker.session, "mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
  worker.sizes = new_handle(worker.session, "mpi_message_sizes", MPI_T_PVAR_CLASS_COUNTER);
  worker.mark =
      new_handle(worker.session, "mpi_unexpected_queue_length", MPI_T_PVAR_CLASS_HIGHWATERMARK);
  MPI_T_pvar_start(worker.session, worker.sent);
  int index = -1;
  int count = 0;
  int code = MPI_T_cvar_get_index("specimen_array_int_local", &index);
  if (code == MPI_SUCCESS) code = MPI_T_cvar_handle_alloc(index, nullptr, &worker.numbers, &count);
  if (code != MPI_SUCCESS || count != number_count) complain("specimen_array_int_local", code);
}

void call_everything(Worker& worker) {
  this_worker = &worker;
  Account& account = worker.account;
  repeat([&] {
    int provided = 0;
    MPIT_STORM_CALL(account, MPI_T_init_thread, MPI_THREAD_MULTIPLE, &provided);
    MPIT_STORM_CALL(account, MPI_T_finalize);
  });
  use_cvars(worker);
  query_pvars(worker);
  for (int i = 0; i != 10; ++i) allocate_pvars(worker);
  access_pvars(worker);
  query_categories(account);
  query_events(account);
  for (int i = 0; i != 10; ++i) register_events(worker);
  send_messages(worker, 20);
}

}  // namespace storm
