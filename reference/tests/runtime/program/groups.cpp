// SPDX-License-Identifier: BSD-3-Clause
// Groups, communicators of groups, names and info of communicators, and sessions.
#include <cstring>
#include <string>

#include "reference/tests/runtime/program/program.hpp"

namespace {

std::vector<int> ranks_in_world(MPI_Group group) {
  MPI_Group world;
  int size = -1;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_size(group, &size);
  std::vector<int> own, others(static_cast<std::size_t>(size));
  for (int i = 0; i != size; ++i) own.push_back(i);
  MPI_Group_translate_ranks(group, size, own.data(), world, others.data());
  MPI_Group_free(&world);
  return others;
}

// Runs `make(..., &group)` and returns the group's ranks in the world.
template <class Make, class... Arguments>
std::vector<int> made(Make make, Arguments... arguments) {
  MPI_Group group = MPI_GROUP_NULL;
  MPIT_CHECK(make(arguments..., &group) == MPI_SUCCESS);
  const auto ranks = ranks_in_world(group);
  MPI_Group_free(&group);
  return ranks;
}

using Ranks = std::vector<int>;

// Needs a world of at least four processes.
void check_sets(MPI_Group world) {
  const int odd[] = {3, 1}, low[] = {0, 1};
  int ranges[][3] = {{0, 2, 2}, {3, 3, 1}}, down[][3] = {{3, 1, -2}};
  MPI_Group first, second;
  MPI_Group_incl(world, 2, odd, &first);
  MPI_Group_incl(world, 2, low, &second);
  MPIT_CHECK((ranks_in_world(first) == Ranks{3, 1}));
  MPIT_CHECK((made(MPI_Group_union, first, second) == Ranks{3, 1, 0}));
  MPIT_CHECK((made(MPI_Group_intersection, first, second) == Ranks{1}));
  MPIT_CHECK((made(MPI_Group_difference, first, second) == Ranks{3}));
  MPIT_CHECK((made(MPI_Group_range_incl, world, 2, ranges) == Ranks{0, 2, 3}));
  MPIT_CHECK((made(MPI_Group_range_incl, world, 1, down) == Ranks{3, 1}));
  const auto rest = made(MPI_Group_excl, world, 2, odd);
  MPIT_CHECK(rest[0] == 0 && rest[1] == 2);
  const auto others = made(MPI_Group_range_excl, world, 2, ranges);
  MPIT_CHECK(others[0] == 1);
  MPIT_CHECK(made(MPI_Group_difference, first, first).empty());
  int result = -1;
  MPI_Group_compare(first, second, &result);
  MPIT_CHECK(result == MPI_UNEQUAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  const int twice[] = {1, 1}, beyond[] = {64};
  MPI_Group none;
  MPIT_CHECK(MPI_Group_incl(world, 2, twice, &none) == MPI_ERR_RANK);
  MPIT_CHECK(MPI_Group_incl(world, 1, beyond, &none) == MPI_ERR_RANK);
  MPI_Group_free(&first);
  MPI_Group_free(&second);
}

// Checks that the communicator works, by a sum of its members' ranks in the world.
void check_works(MPI_Comm comm, const Ranks& members) {
  int rank = rank_in(MPI_COMM_WORLD), sum = -1, expected = 0;
  for (const int member : members) expected += member;
  MPIT_CHECK(size_of(comm) == static_cast<int>(members.size()));
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPIT_CHECK(sum == expected);
}

// Creates a communicator of all processes except the first, in reverse order: once collectively
// over the world, once by the members alone.
void check_communicators(MPI_Group world) {
  const int size = size_of(MPI_COMM_WORLD);
  if (size == 1) return;
  int range[][3] = {{size - 1, 1, -1}};
  MPI_Group group;
  MPI_Group_range_incl(world, 1, range, &group);
  const bool member = rank_in(MPI_COMM_WORLD) != 0;
  MPI_Comm by_all, by_members = MPI_COMM_NULL;
  MPI_Comm_create(MPI_COMM_WORLD, group, &by_all);
  MPIT_CHECK((by_all != MPI_COMM_NULL) == member);
  if (member) {
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &by_members);
    int result = -1;
    MPI_Comm_compare(by_all, by_members, &result);
    MPIT_CHECK(result == MPI_CONGRUENT);
    check_works(by_all, ranks_in_world(group));
    check_works(by_members, ranks_in_world(group));
    MPIT_CHECK(rank_in(by_members) == size - 1 - rank_in(MPI_COMM_WORLD));
    MPI_Comm_free(&by_all);
    MPI_Comm_free(&by_members);
  }
  MPI_Group_free(&group);
  MPI_Comm shared, hardware;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
  MPIT_CHECK(size_of(shared) == size);
  MPI_Comm_free(&shared);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &hardware);
  MPIT_CHECK(hardware == MPI_COMM_NULL);
}

std::string value_of(MPI_Info info, const char* key) {
  char value[64] = "";
  int length = sizeof value, flag = 0;
  MPI_Info_get_string(info, key, &length, value, &flag);
  int without_null = -1;
  MPI_Info_get_valuelen(info, key, &without_null, &flag);
  MPIT_CHECK(flag == 0 || without_null == length - 1);
  return flag != 0 ? value : "none";
}

void check_names_and_info() {
  char name[MPI_MAX_OBJECT_NAME];
  int length = -1;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  MPIT_CHECK(std::strcmp(name, "MPI_COMM_WORLD") == 0 && length == 14);
  MPI_Comm copy, other;
  MPI_Info info, used;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Info_set(info, "colour", "red");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &copy);
  MPI_Comm_get_name(copy, name, &length);
  MPIT_CHECK(name[0] == '\0' && length == 0);
  MPI_Comm_set_name(copy, std::string(1000, 'x').c_str());
  MPI_Comm_get_name(copy, name, &length);
  MPIT_CHECK(length == MPI_MAX_OBJECT_NAME - 1 &&
             std::strlen(name) == static_cast<std::size_t>(length));
  MPI_Comm_dup(copy, &other);
  MPI_Comm_get_info(other, &used);
  MPIT_CHECK(value_of(used, "mpi_assert_no_any_tag") == "true");
  MPIT_CHECK(value_of(used, "mpi_assert_exact_length") == "false");
  MPIT_CHECK(value_of(used, "colour") == "none");
  MPI_Info_set(info, "mpi_assert_no_any_tag", "false");
  MPI_Comm_set_info(other, info);
  MPI_Info_free(&used);
  MPI_Comm_get_info(other, &used);
  MPIT_CHECK(value_of(used, "mpi_assert_no_any_tag") == "false");
  for (MPI_Info* each : {&info, &used}) MPI_Info_free(each);
  for (MPI_Comm* each : {&copy, &other}) MPI_Comm_free(each);
}

int session_errors = 0;
void note_error(MPI_Session*, int* code, ...) {
  MPIT_CHECK(*code == MPI_ERR_ARG);
  ++session_errors;
}

}  // namespace

void groups() {
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (size_of(MPI_COMM_WORLD) >= 4) check_sets(world);
  check_communicators(world);
  check_names_and_info();
  MPI_Group_free(&world);
}

// Two sessions, one after the other. The second one has an error handler of the program.
void check_sessions(int processes) {
  for (int round = 0; round != 2; ++round) {
    MPI_Session session;
    MPI_Errhandler handler;
    MPI_Info info;
    MPI_Group group;
    MPI_Comm comm;
    int sets = -1, length = 0;
    char name[32];
    MPIT_CHECK(MPI_Session_create_errhandler(note_error, &handler) == MPI_SUCCESS);
    MPIT_CHECK(MPI_Session_init(MPI_INFO_NULL, handler, &session) == MPI_SUCCESS);
    MPI_Errhandler_free(&handler);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets);
    MPIT_CHECK(sets == 2);
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, nullptr);
    MPIT_CHECK(length == 12);
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name);
    MPIT_CHECK(std::strcmp(name, "mpi://WORLD") == 0);
    MPI_Session_get_pset_info(session, name, &info);
    MPIT_CHECK(value_of(info, "mpi_size") == std::to_string(processes));
    MPI_Info_free(&info);
    MPI_Session_get_info(session, &info);
    MPIT_CHECK(value_of(info, "thread_level") == "MPI_THREAD_MULTIPLE");
    MPI_Info_free(&info);
    MPIT_CHECK(MPI_Group_from_session_pset(session, "none", &group) == MPI_ERR_ARG);
    MPIT_CHECK(session_errors == round + 1);
    MPIT_CHECK(MPI_Group_from_session_pset(session, name, &group) == MPI_SUCCESS);
    MPIT_CHECK(MPI_Comm_create_from_group(group, "a tag", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                          &comm) == MPI_SUCCESS);
    int one = 1, sum = -1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPIT_CHECK(sum == processes && size_of(comm) == processes);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPIT_CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS && session == MPI_SESSION_NULL);
  }
}

// Sessions while MPI is initialized, too.
void sessions() { check_sessions(size_of(MPI_COMM_WORLD)); }
