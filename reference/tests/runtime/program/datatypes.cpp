// SPDX-License-Identifier: BSD-3-Clause
// Derived datatypes: their properties, and where their elements are stored.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>

#include "reference/tests/runtime/program/program.hpp"

namespace {

struct Shape {
  int size;
  MPI_Aint lower, extent, true_lower, true_extent;
  bool operator==(const Shape&) const = default;
};

Shape shape_of(MPI_Datatype type) {
  Shape shape;
  MPI_Type_size(type, &shape.size);
  MPI_Type_get_extent(type, &shape.lower, &shape.extent);
  MPI_Type_get_true_extent(type, &shape.true_lower, &shape.true_extent);
  return shape;
}

// A type that its destructor frees.
class Made {
 public:
  template <class Make, class... Arguments>
  explicit Made(Make make, const Arguments&... arguments) {
    MPIT_CHECK(make(arguments..., &type_) == MPI_SUCCESS);
    MPI_Type_commit(&type_);
  }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;
  ~Made() { MPI_Type_free(&type_); }
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

// 0, 1, 2, ...
std::vector<int> numbers(int count) {
  std::vector<int> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

// Packs one element of `type` from the numbers 0, 1, 2, ...
std::vector<int> taken(MPI_Datatype type) {
  auto from = numbers(64);
  std::vector<int> packed(64, -1);
  int position = 0;
  const int room = static_cast<int>(packed.size() * sizeof(int));
  MPIT_CHECK(MPI_Pack(from.data(), 1, type, packed.data(), room, &position, MPI_COMM_SELF) ==
             MPI_SUCCESS);
  MPIT_CHECK(position == shape_of(type).size);
  // Unpacking stores them in their original places and changes nothing else.
  std::vector<int> back(64, -1);
  int at = 0;
  MPI_Unpack(packed.data(), room, &at, back.data(), 1, type, MPI_COMM_SELF);
  MPIT_CHECK(at == position);
  packed.resize(static_cast<std::size_t>(position) / sizeof(int));
  for (int i = 0; i != 64; ++i) {
    const bool is_taken = std::find(packed.begin(), packed.end(), i) != packed.end();
    MPIT_CHECK(back[static_cast<std::size_t>(i)] == (is_taken ? i : -1));
  }
  return packed;
}

void check_shapes() {
  const int lengths[] = {2, 1};
  const int places[] = {4, 1};
  const MPI_Aint bytes[] = {16, 4};
  const Made vector(MPI_Type_vector, 3, 2, 4, MPI_INT);
  MPIT_CHECK((shape_of(vector) == Shape{24, 0, 40, 0, 40}));
  MPIT_CHECK((taken(vector) == std::vector<int>{0, 1, 4, 5, 8, 9}));
  const Made backwards(MPI_Type_vector, 2, 1, -3, MPI_INT);
  MPIT_CHECK((shape_of(backwards) == Shape{8, -12, 16, -12, 16}));
  const Made hvector(MPI_Type_create_hvector, 2, 1, MPI_Aint{12}, MPI_INT);
  MPIT_CHECK((taken(hvector) == std::vector<int>{0, 3}));
  const Made indexed(MPI_Type_indexed, 2, lengths, places, MPI_INT);
  MPIT_CHECK((shape_of(indexed) == Shape{12, 4, 20, 4, 20}));
  MPIT_CHECK((taken(indexed) == std::vector<int>{4, 5, 1}));
  const Made hindexed(MPI_Type_create_hindexed, 2, lengths, bytes, MPI_INT);
  MPIT_CHECK((taken(hindexed) == std::vector<int>{4, 5, 1}));
  const Made blocks(MPI_Type_create_indexed_block, 2, 2, places, MPI_INT);
  MPIT_CHECK((taken(blocks) == std::vector<int>{4, 5, 1, 2}));
  const Made hblocks(MPI_Type_create_hindexed_block, 2, 2, bytes, MPI_INT);
  MPIT_CHECK((taken(hblocks) == std::vector<int>{4, 5, 1, 2}));
  const Made resized(MPI_Type_create_resized, MPI_INT, MPI_Aint{-4}, MPI_Aint{12});
  MPIT_CHECK((shape_of(resized) == Shape{4, -4, 12, 0, 4}));
  const Made three(MPI_Type_contiguous, 3, resized);
  MPIT_CHECK((shape_of(three) == Shape{12, -4, 36, 0, 28}));
  MPIT_CHECK((taken(three) == std::vector<int>{0, 3, 6}));
  const Made copy(MPI_Type_dup, vector);
  MPIT_CHECK(shape_of(copy) == shape_of(vector));
  const Made empty(MPI_Type_contiguous, 0, MPI_INT);
  MPIT_CHECK((shape_of(empty) == Shape{0, 0, 0, 0, 0}));
}

// Rows 1 and 2 and columns 2 to 4 of four rows of six, in either order.
void check_subarrays() {
  const int sizes[] = {4, 6}, parts[] = {2, 3}, starts[] = {1, 2};
  const Made in_c(MPI_Type_create_subarray, 2, sizes, parts, starts, MPI_ORDER_C, MPI_INT);
  MPIT_CHECK((shape_of(in_c) == Shape{24, 0, 96, 32, 36}));
  MPIT_CHECK((taken(in_c) == std::vector<int>{8, 9, 10, 14, 15, 16}));
  const Made in_fortran(MPI_Type_create_subarray, 2, sizes, parts, starts, MPI_ORDER_FORTRAN,
                        MPI_INT);
  MPIT_CHECK((taken(in_fortran) == std::vector<int>{9, 10, 13, 14, 17, 18}));
}

struct Mixed {
  char letter;
  double number;
  short end;
};

struct LocatedLongDouble {  // in 24 bytes on s390x
  long double number;
  int place;
};

void check_structures() {
  const int lengths[] = {1, 1, 1};
  const MPI_Aint places[] = {offsetof(Mixed, letter), offsetof(Mixed, number),
                             offsetof(Mixed, end)};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
  const Made mixed(MPI_Type_create_struct, 3, lengths, places, types);
  MPIT_CHECK((shape_of(mixed) == Shape{11, 0, sizeof(Mixed), 0, 18}));
  const struct {
    MPI_Datatype type;
    int size;
    MPI_Aint extent;
  } pairs[] = {{MPI_FLOAT_INT, 8, 8},  {MPI_DOUBLE_INT, 12, 16},
               {MPI_LONG_INT, 12, 16}, {MPI_2INT, 8, 8},
               {MPI_SHORT_INT, 6, 8},  {MPI_LONG_DOUBLE_INT, 20, sizeof(LocatedLongDouble)},
               {MPI_2INTEGER, 8, 8},   {MPI_2DOUBLE_PRECISION, 16, 16}};
  for (const auto& pair : pairs) {
    MPIT_CHECK(shape_of(pair.type).size == pair.size && shape_of(pair.type).extent == pair.extent);
  }
}

// Sends columns of a matrix to the right neighbour, both eagerly and not.
void check_messages(int rows) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  constexpr int columns = 3;
  const Made column(MPI_Type_vector, rows, 1, columns, MPI_INT);
  auto mine = numbers(rows * columns);
  std::vector<int> come(mine.size(), -1);
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(come.data() + 1, 1, column, left, 0, MPI_COMM_WORLD, &request);
  MPI_Send(mine.data() + 2, 1, column, right, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  int elements = 0;
  MPI_Get_count(&status, column, &elements);
  MPIT_CHECK(elements == 1);
  MPI_Get_count(&status, MPI_INT, &elements);
  MPIT_CHECK(elements == rows);
  for (int i = 0; i != rows * columns; ++i)
    MPIT_CHECK(come[static_cast<std::size_t>(i)] == (i % columns == 1 ? i + 1 : -1));
  // Receives a column whose message may arrive before the receive, and exchanges columns in place.
  MPI_Isend(mine.data(), rows, MPI_INT, right, 1, MPI_COMM_WORLD, &request);
  MPI_Recv(come.data(), 1, column, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  const auto begin_of = [](int row) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
  };
  for (int i = 0; i != rows; ++i) MPIT_CHECK(come[begin_of(i)] == i);
  for (int i = 0; i != rows; ++i) mine[begin_of(i)] = rank;
  MPI_Sendrecv_replace(mine.data(), 1, column, right, 2, left, 2, MPI_COMM_WORLD, &status);
  for (int i = 0; i != rows; ++i) MPIT_CHECK(mine[begin_of(i)] == left);
  MPIT_CHECK(status.MPI_SOURCE == left && mine[1] == 1);
}

// Frees a type while a receive uses it.
void check_freed() {
  MPI_Datatype every_other;
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  int come[] = {-1, -1, -1};
  const int sent[] = {1, 2};
  MPI_Request request;
  MPI_Irecv(come, 1, every_other, 0, 0, MPI_COMM_SELF, &request);
  MPI_Type_free(&every_other);
  MPIT_CHECK(every_other == MPI_DATATYPE_NULL);
  MPI_Send(sent, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPIT_CHECK(come[0] == 1 && come[1] == -1 && come[2] == 2);
}

void check_names() {
  char name[MPI_MAX_OBJECT_NAME];
  int length = -1;
  MPI_Type_get_name(MPI_DOUBLE_INT, name, &length);
  MPIT_CHECK(std::strcmp(name, "MPI_DOUBLE_INT") == 0 && length == 14);
  const Made type(MPI_Type_contiguous, 2, MPI_INT);
  MPI_Type_get_name(type, name, &length);
  MPIT_CHECK(name[0] == '\0' && length == 0);
  MPI_Type_set_name(type, "two");
  MPI_Type_get_name(type, name, &length);
  MPIT_CHECK(std::strcmp(name, "two") == 0 && length == 3);
}

void check_refusals() {
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Datatype type;
  const int lengths[] = {1, -1}, places[] = {0, 1};
  MPIT_CHECK(MPI_Type_vector(-1, 1, 1, MPI_INT, &type) == MPI_ERR_COUNT);
  MPIT_CHECK(MPI_Type_indexed(2, lengths, places, MPI_INT, &type) == MPI_ERR_COUNT);
  MPIT_CHECK(MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type) == MPI_ERR_TYPE);
  const int size = 4, part = 3, start = 2;
  MPIT_CHECK(MPI_Type_create_subarray(1, &size, &part, &start, MPI_ORDER_C, MPI_INT, &type) ==
             MPI_ERR_ARG);
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  int room[4] = {};
  MPIT_CHECK(MPI_Send(room, 1, type, 0, 0, MPI_COMM_SELF) == MPI_ERR_TYPE);  // not committed
  int position = 0;
  MPI_Type_commit(&type);
  MPIT_CHECK(MPI_Pack(room, 1, type, room, 7, &position, MPI_COMM_SELF) == MPI_ERR_TRUNCATE);
  MPIT_CHECK(position == 0);
  MPI_Type_free(&type);
}

}  // namespace

void datatypes() {
  check_shapes();
  check_subarrays();
  check_structures();
  for (const int rows : {1, 50, 100'000}) check_messages(rows);
  check_freed();
  check_names();
  check_refusals();
  MPI_Aint first, second;
  int two[2];
  MPI_Get_address(&two[0], &first);
  MPI_Get_address(&two[1], &second);
  MPIT_CHECK(MPI_Aint_diff(second, first) == sizeof(int) && MPI_Aint_add(first, 4) == second);
}
