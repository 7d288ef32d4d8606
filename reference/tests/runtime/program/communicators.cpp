// SPDX-License-Identifier: BSD-3-Clause
// Communicators that are created from others.
#include "reference/tests/runtime/program/program.hpp"

namespace {

// The values that copy and delete functions received, in the order of the calls.
std::vector<int> copied, deleted;

int copy_odd(MPI_Comm, int, void* extra, void* value, void* out, int* flag) {
  MPIT_CHECK(extra == &copied);
  const int number = *static_cast<int*>(value);
  copied.push_back(number);
  *flag = number % 2;
  if (*flag != 0) *static_cast<void**>(out) = value;
  return MPI_SUCCESS;
}

int note_deleted(MPI_Comm, int, void* value, void*) {
  int size = 0;
  MPIT_CHECK(MPI_Comm_size(MPI_COMM_SELF, &size) == MPI_SUCCESS);  // the program may call MPI
  deleted.push_back(*static_cast<int*>(value));
  return MPI_SUCCESS;
}

int refuse(MPI_Comm, int, void*, void*) { return MPI_ERR_OTHER; }

int* attribute(MPI_Comm comm, int key) {
  int* value = nullptr;
  int flag = 0;
  MPIT_CHECK(MPI_Comm_get_attr(comm, key, &value, &flag) == MPI_SUCCESS);
  return flag != 0 ? value : nullptr;
}

// The predefined attributes.
void check_predefined() {
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  for (MPI_Comm comm : {MPI_COMM_WORLD, copy}) {
    MPIT_CHECK(*attribute(comm, MPI_TAG_UB) >= 32767);
    MPIT_CHECK(*attribute(comm, MPI_HOST) == MPI_PROC_NULL);
    MPIT_CHECK(*attribute(comm, MPI_IO) == MPI_ANY_SOURCE);
    MPIT_CHECK(*attribute(comm, MPI_WTIME_IS_GLOBAL) == 1);
    MPIT_CHECK(attribute(comm, MPI_UNIVERSE_SIZE) == nullptr);
  }
  MPI_Comm_free(&copy);
  int added = 0;
  MPIT_CHECK(*attribute(MPI_COMM_WORLD, MPI_LASTUSEDCODE) == MPI_ERR_LASTCODE);
  MPI_Add_error_class(&added);
  MPIT_CHECK(*attribute(MPI_COMM_WORLD, MPI_LASTUSEDCODE) == added);
  int value = 0;
  MPIT_CHECK(MPI_Comm_set_attr(MPI_COMM_SELF, MPI_TAG_UB, &value) == MPI_ERR_KEYVAL);
}

}  // namespace

// Splits even from odd ranks, in reverse order, without the last rank. Runs twice, since each
// communicator must get a new context.
void split() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  for (int round = 0; round != 2; ++round) {
    const bool out = size > 1 && rank == size - 1;
    MPI_Comm part = MPI_COMM_SELF;
    MPI_Comm_split(MPI_COMM_WORLD, out ? MPI_UNDEFINED : rank % 2, -rank, &part);
    if (out) {
      MPIT_CHECK(part == MPI_COMM_NULL);
      continue;
    }
    const int members = size_of(part);
    const int top = size > 1 ? size - 2 : 0;
    const int first = top % 2 == rank % 2 ? top : top - 1;  // rank 0 of the new communicator
    MPIT_CHECK(members == first / 2 + 1);
    MPIT_CHECK(rank_in(part) == (first - rank) / 2);
    std::vector<int> ranks(static_cast<std::size_t>(members));
    MPI_Allgather(&rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, part);
    for (int i = 0; i != members; ++i)
      MPIT_CHECK(ranks[static_cast<std::size_t>(i)] == first - 2 * i);
    MPI_Group group;
    int of_group = -1;
    MPI_Comm_group(part, &group);
    MPI_Group_rank(group, &of_group);
    MPIT_CHECK(of_group == rank_in(part));
    MPI_Group_free(&group);
    MPI_Comm_free(&part);
    MPIT_CHECK(part == MPI_COMM_NULL);
  }
}

// A message arrives over its own communicator, whatever is pending on another.
void dup() {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  MPI_Comm copies[3];
  for (MPI_Comm& copy : copies) {
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    int result = -1;
    MPI_Comm_compare(MPI_COMM_WORLD, copy, &result);
    MPIT_CHECK(result == MPI_CONGRUENT);
  }
  MPI_Request sends[3];
  for (int i = 0; i != 3; ++i) {
    MPI_Isend(&i, 1, MPI_INT, (rank + 1) % size, 0, copies[i], &sends[i]);
    MPI_Wait(&sends[i], MPI_STATUS_IGNORE);
  }
  for (int i = 2; i >= 0; --i) {
    int come = -1;
    MPI_Recv(&come, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copies[i], MPI_STATUS_IGNORE);
    MPIT_CHECK(come == i);
  }
  for (MPI_Comm& copy : copies) MPI_Comm_free(&copy);
}

// Copy functions decide what is copied. Attributes are deleted in reverse order, even if their key
// was freed. A delete function may refuse.
void attributes() {
  int numbers[] = {0, 1, 2, 3};
  int keys[4];
  MPI_Comm comm;
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  for (int i = 0; i != 4; ++i) {
    MPI_Comm_create_keyval(&copy_odd, &note_deleted, &keys[i], &copied);
    MPIT_CHECK(attribute(comm, keys[i]) == nullptr);
    MPIT_CHECK(MPI_Comm_set_attr(comm, keys[i], &numbers[i]) == MPI_SUCCESS);
    MPIT_CHECK(attribute(comm, keys[i]) == &numbers[i]);
  }
  MPI_Comm_dup(comm, &copy);
  MPIT_CHECK((copied == std::vector<int>{0, 1, 2, 3}));
  MPIT_CHECK(attribute(copy, keys[0]) == nullptr && attribute(copy, keys[3]) == &numbers[3]);
  MPIT_CHECK(MPI_Comm_set_attr(copy, keys[3], &numbers[0]) == MPI_SUCCESS);  // replaces a value
  MPIT_CHECK(MPI_Comm_delete_attr(copy, keys[1]) == MPI_SUCCESS);
  MPIT_CHECK((deleted == std::vector<int>{3, 1}));
  MPI_Comm_free_keyval(&keys[3]);
  MPIT_CHECK(keys[3] == MPI_KEYVAL_INVALID);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&comm);
  MPIT_CHECK((deleted == std::vector<int>{3, 1, 0, 3, 2, 1, 0}));

  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPIT_CHECK(MPI_Comm_set_attr(MPI_COMM_SELF, MPI_KEYVAL_INVALID, nullptr) == MPI_ERR_KEYVAL);
  check_predefined();
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, &refuse, &keys[0], nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, keys[0], &numbers[2]);
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  MPIT_CHECK(attribute(copy, keys[0]) == &numbers[2]);
  MPIT_CHECK(MPI_Comm_delete_attr(MPI_COMM_SELF, keys[0]) == MPI_ERR_OTHER);
}
