// SPDX-License-Identifier: BSD-3-Clause
// Windows: puts and gets between two fences, and calls that are refused.
#include <cstring>

#include "reference/tests/runtime/program/program.hpp"

namespace {

template <class Value>
Value attribute(MPI_Win win, int key) {
  void* value = nullptr;
  int flag = 0;
  MPIT_CHECK(MPI_Win_get_attr(win, key, &value, &flag) == MPI_SUCCESS && flag == 1);
  return *static_cast<Value*>(value);
}

// Each process puts into the window of its right neighbour, and gets from that of its left one.
void check_accesses(int count) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int* memory = nullptr;
  MPI_Win win;
  // The first half is for puts, the second for gets.
  MPI_Win_allocate(MPI_Aint{8} * count, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPIT_CHECK(attribute<MPI_Aint>(win, MPI_WIN_SIZE) == MPI_Aint{8} * count);
  MPIT_CHECK(attribute<int>(win, MPI_WIN_DISP_UNIT) == sizeof(int));
  MPIT_CHECK(attribute<int>(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_ALLOCATE);
  void* base = nullptr;
  int flag = 0;
  MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
  MPIT_CHECK(base == memory);
  for (int i = 0; i != count; ++i) memory[count + i] = 1000 * rank + i;
  std::vector<int> out(static_cast<std::size_t>(count), rank), in(out.size(), -1);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(out.data(), count, MPI_INT, right, 0, count, MPI_INT, win);
  MPI_Get(in.data(), count, MPI_INT, left, count, count, MPI_INT, win);
  MPI_Put(out.data(), count, MPI_INT, MPI_PROC_NULL, 0, count, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i != count; ++i) {
    MPIT_CHECK(memory[i] == left);
    MPIT_CHECK(in[static_cast<std::size_t>(i)] == 1000 * left + i);
  }
  // Puts a dense row into every other int of the neighbour's window. The other ints do not change.
  if (count > 1) {
    MPI_Datatype every_other;
    MPI_Type_vector(count / 2, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    const std::vector<int> ones(out.size(), -5);
    MPI_Put(ones.data(), count / 2, MPI_INT, right, 0, 1, every_other, win);
    MPI_Type_free(&every_other);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i != count / 2; ++i)
      MPIT_CHECK(memory[2 * i] == -5 && memory[2 * i + 1] == left);
  }
  MPI_Win_free(&win);
  MPIT_CHECK(win == MPI_WIN_NULL);
}

int errors_seen = 0;
void note_error(MPI_Win*, int* code, ...) {
  MPIT_CHECK(*code == MPI_ERR_RMA_RANGE);
  ++errors_seen;
}

void check_refusals() {
  int room[4] = {}, value = 7;
  MPI_Win win, none;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPIT_CHECK(MPI_Win_create(room, -1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &none) == MPI_ERR_SIZE);
  MPIT_CHECK(MPI_Win_create(room, 4, 0, MPI_INFO_NULL, MPI_COMM_SELF, &none) == MPI_ERR_DISP);
  MPI_Win_create(room, sizeof room, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  const auto put = [&](int rank, int place) {
    return MPI_Put(&value, 1, MPI_INT, rank, place, 1, MPI_INT, win);
  };
  MPIT_CHECK(put(0, 0) == MPI_ERR_RMA_SYNC);  // no fence yet
  MPI_Win_fence(0, win);
  MPIT_CHECK(put(1, 0) == MPI_ERR_RANK);
  MPIT_CHECK(put(0, 4) == MPI_ERR_RMA_RANGE);
  MPIT_CHECK(put(0, -1) == MPI_ERR_DISP);
  MPIT_CHECK(put(0, 3) == MPI_SUCCESS);
  MPIT_CHECK(MPI_Win_free(&win) == MPI_ERR_RMA_SYNC);  // the put is not completed
  MPI_Errhandler handler, used;
  MPI_Win_create_errhandler(note_error, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Win_get_errhandler(win, &used);
  MPIT_CHECK(used == handler);
  MPIT_CHECK(put(0, 4) == MPI_ERR_RMA_RANGE && errors_seen == 1);
  MPIT_CHECK(MPI_Comm_set_errhandler(MPI_COMM_SELF, handler) == MPI_ERR_ERRHANDLER);
  MPI_Errhandler_free(&handler);
  MPI_Errhandler_free(&used);
  MPIT_CHECK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win) == MPI_SUCCESS && room[3] == 7);
  char name[MPI_MAX_OBJECT_NAME];
  int length = -1;
  MPI_Win_set_name(win, "room");
  MPI_Win_get_name(win, name, &length);
  MPIT_CHECK(std::strcmp(name, "room") == 0 && length == 4);
  MPIT_CHECK(MPI_Win_free(&win) == MPI_SUCCESS);
}

}  // namespace

void windows() {
  for (const int count : {1, 2, 50'000}) check_accesses(count);
  check_refusals();
}
