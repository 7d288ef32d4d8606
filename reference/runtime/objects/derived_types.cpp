// SPDX-License-Identifier: BSD-3-Clause
// Derived datatypes.
#include <vector>

#include "reference/runtime/call.hpp"

using namespace mpit::runtime;

namespace {

const Layout& layout_of(Call& call, MPI_Datatype datatype) {
  return require(call.process.datatypes, datatype, MPI_ERR_TYPE)->layout;
}

std::size_t checked_count(int count) {
  if (count < 0) throw Error{MPI_ERR_COUNT, "negative count"};
  return static_cast<std::size_t>(count);
}

// Creates a type from what `build(call, layout)` adds to a layout.
template <class Build>
int make_type(const char* function, MPI_Datatype* newtype, Build build) {
  return call_active(function, [&](Call& call) {
    require_pointer(newtype, "newtype");
    auto made = make_ref<Type>();
    build(call, made->layout);
    *newtype = call.process.datatypes.insert(std::move(made));
  });
}

// `count` blocks of `length` elements, whose starts are `stride` bytes apart.
void add_blocks(Layout& layout, const Layout& element, int count, int length,
                std::ptrdiff_t stride) {
  const std::size_t elements = checked_count(length);
  checked_count(count);
  for (int i = 0; i != count; ++i) layout.add(element, i * stride, elements);
}

// Blocks of `length(i)` elements, at `displacements[i]` times `unit` bytes.
template <class Length, class Displacement>
void add_indexed(Layout& layout, const Layout& element, int count, Length length,
                 const Displacement* displacements, std::ptrdiff_t unit) {
  if (checked_count(count) > 0) require_pointer(displacements, "array_of_displacements");
  for (int i = 0; i != count; ++i)
    layout.add(element, displacements[i] * unit, checked_count(length(i)));
}

// A function that returns the length of each block from an array.
auto lengths_in(int count, const int* lengths) {
  if (count > 0) require_pointer(lengths, "array_of_blocklengths");
  return [lengths](int i) { return lengths[i]; };
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Type_dup, (MPI_Datatype oldtype, MPI_Datatype* newtype)) {
  return call_active(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(newtype, "newtype");
    const Type& old = *require(call.process.datatypes, oldtype, MPI_ERR_TYPE);
    auto made = make_ref<Type>();
    made->layout = old.layout;
    made->committed = old.committed;
    *newtype = call.process.datatypes.insert(std::move(made));
  });
}

MPIT_API(int, MPI_Type_contiguous, (int count, MPI_Datatype oldtype, MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    layout.add(layout_of(call, oldtype), 0, checked_count(count));
  });
}

MPIT_API(int, MPI_Type_vector,
         (int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    const Layout& element = layout_of(call, oldtype);
    add_blocks(layout, element, count, blocklength, stride * element.extent());
  });
}

MPIT_API(int, MPI_Type_create_hvector,
         (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
          MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    add_blocks(layout, layout_of(call, oldtype), count, blocklength, stride);
  });
}

MPIT_API(int, MPI_Type_indexed,
         (int count, const int array_of_blocklengths[], const int array_of_displacements[],
          MPI_Datatype oldtype, MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    const Layout& element = layout_of(call, oldtype);
    add_indexed(layout, element, count, lengths_in(count, array_of_blocklengths),
                array_of_displacements, element.extent());
  });
}

MPIT_API(int, MPI_Type_create_hindexed,
         (int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
          MPI_Datatype oldtype, MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    add_indexed(layout, layout_of(call, oldtype), count, lengths_in(count, array_of_blocklengths),
                array_of_displacements, 1);
  });
}

MPIT_API(int, MPI_Type_create_indexed_block,
         (int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype,
          MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    const Layout& element = layout_of(call, oldtype);
    add_indexed(
        layout, element, count, [&](int) { return blocklength; }, array_of_displacements,
        element.extent());
  });
}

MPIT_API(int, MPI_Type_create_hindexed_block,
         (int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
          MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    add_indexed(
        layout, layout_of(call, oldtype), count, [&](int) { return blocklength; },
        array_of_displacements, 1);
  });
}

MPIT_API(int, MPI_Type_create_struct,
         (int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
          const MPI_Datatype array_of_types[], MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    if (checked_count(count) > 0) {
      require_pointer(array_of_blocklengths, "array_of_blocklengths");
      require_pointer(array_of_displacements, "array_of_displacements");
      require_pointer(array_of_types, "array_of_types");
    }
    for (int i = 0; i != count; ++i) {
      layout.add(layout_of(call, array_of_types[i]), array_of_displacements[i],
                 checked_count(array_of_blocklengths[i]));
    }
    layout.pad();
  });
}

MPIT_API(int, MPI_Type_create_resized,
         (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    layout = layout_of(call, oldtype);
    layout.resize(lb, extent);
  });
}

MPIT_API(int, MPI_Type_create_subarray,
         (int ndims, const int array_of_sizes[], const int array_of_subsizes[],
          const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype)) {
  return make_type(MPIT_FUNCTION, newtype, [&](Call& call, Layout& layout) {
    require_pointer(array_of_sizes, "array_of_sizes");
    require_pointer(array_of_subsizes, "array_of_subsizes");
    require_pointer(array_of_starts, "array_of_starts");
    if (ndims < 1) throw Error{MPI_ERR_DIMS, "no dimension"};
    if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN) throw Error{MPI_ERR_ARG, "no order"};
    layout = layout_of(call, oldtype);
    std::ptrdiff_t whole = layout.extent();
    std::ptrdiff_t start = 0;
    // Starts with the dimension that is contiguous in memory.
    for (int i = 0; i != ndims; ++i) {
      const int at = order == MPI_ORDER_C ? ndims - 1 - i : i;
      const int size = array_of_sizes[at];
      const int subsize = array_of_subsizes[at];
      const int first = array_of_starts[at];
      if (subsize < 1 || subsize > size || first < 0 || first > size - subsize)
        throw Error{MPI_ERR_ARG, "the part is not in the array"};
      Layout part;
      add_blocks(part, layout, subsize, 1, whole);
      layout = std::move(part);
      start += first * whole;
      whole *= size;
    }
    Layout placed;
    placed.add(layout, start);
    placed.resize(0, whole);
    layout = std::move(placed);
  });
}

}  // extern "C"
