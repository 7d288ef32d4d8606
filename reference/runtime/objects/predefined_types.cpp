// SPDX-License-Identifier: BSD-3-Clause
// The predefined datatypes. Fortran's have their usual sizes. Types that not every compiler has
// (REAL of 2 and 16 bytes and the like) are missing.
#include <complex>
#include <cstddef>
#include <cstdint>

#include "reference/runtime/job/process.hpp"

namespace mpit::runtime {
namespace {

struct Predefined {
  MPI_Datatype handle;
  const char* name;
  std::size_t size;
  std::size_t alignment;
};

#define MPIT_TYPE(handle, type) \
  { handle, #handle, sizeof(type), alignof(type) }

const Predefined basic[] = {
    MPIT_TYPE(MPI_AINT, MPI_Aint),
    MPIT_TYPE(MPI_COUNT, MPI_Count),
    MPIT_TYPE(MPI_OFFSET, MPI_Offset),
    MPIT_TYPE(MPI_PACKED, std::byte),
    MPIT_TYPE(MPI_SHORT, short),
    MPIT_TYPE(MPI_INT, int),
    MPIT_TYPE(MPI_LONG, long),
    {MPI_LONG_LONG, "MPI_LONG_LONG", sizeof(long long), alignof(long long)},
    MPIT_TYPE(MPI_UNSIGNED_SHORT, unsigned short),
    MPIT_TYPE(MPI_UNSIGNED, unsigned),
    MPIT_TYPE(MPI_UNSIGNED_LONG, unsigned long),
    MPIT_TYPE(MPI_UNSIGNED_LONG_LONG, unsigned long long),
    MPIT_TYPE(MPI_FLOAT, float),
    MPIT_TYPE(MPI_DOUBLE, double),
    MPIT_TYPE(MPI_LONG_DOUBLE, long double),
    MPIT_TYPE(MPI_C_BOOL, bool),
    MPIT_TYPE(MPI_WCHAR, wchar_t),
    MPIT_TYPE(MPI_INT8_T, std::int8_t),
    MPIT_TYPE(MPI_UINT8_T, std::uint8_t),
    MPIT_TYPE(MPI_CHAR, char),
    MPIT_TYPE(MPI_SIGNED_CHAR, signed char),
    MPIT_TYPE(MPI_UNSIGNED_CHAR, unsigned char),
    MPIT_TYPE(MPI_BYTE, std::byte),
    MPIT_TYPE(MPI_INT16_T, std::int16_t),
    MPIT_TYPE(MPI_UINT16_T, std::uint16_t),
    MPIT_TYPE(MPI_INT32_T, std::int32_t),
    MPIT_TYPE(MPI_UINT32_T, std::uint32_t),
    MPIT_TYPE(MPI_INT64_T, std::int64_t),
    MPIT_TYPE(MPI_UINT64_T, std::uint64_t),
    // Complex numbers, and additional types of C++.
    MPIT_TYPE(MPI_C_FLOAT_COMPLEX, std::complex<float>),
    MPIT_TYPE(MPI_C_DOUBLE_COMPLEX, std::complex<double>),
    MPIT_TYPE(MPI_C_LONG_DOUBLE_COMPLEX, std::complex<long double>),
    MPIT_TYPE(MPI_CXX_FLOAT_COMPLEX, std::complex<float>),
    MPIT_TYPE(MPI_CXX_DOUBLE_COMPLEX, std::complex<double>),
    MPIT_TYPE(MPI_CXX_LONG_DOUBLE_COMPLEX, std::complex<long double>),
    MPIT_TYPE(MPI_CXX_BOOL, bool),
    // Fortran.
    MPIT_TYPE(MPI_LOGICAL, std::int32_t),
    MPIT_TYPE(MPI_INTEGER, std::int32_t),
    MPIT_TYPE(MPI_REAL, float),
    MPIT_TYPE(MPI_COMPLEX, std::complex<float>),
    MPIT_TYPE(MPI_DOUBLE_PRECISION, double),
    MPIT_TYPE(MPI_DOUBLE_COMPLEX, std::complex<double>),
    MPIT_TYPE(MPI_CHARACTER, char),
    MPIT_TYPE(MPI_LOGICAL1, std::int8_t),
    MPIT_TYPE(MPI_LOGICAL2, std::int16_t),
    MPIT_TYPE(MPI_LOGICAL4, std::int32_t),
    MPIT_TYPE(MPI_LOGICAL8, std::int64_t),
    MPIT_TYPE(MPI_INTEGER1, std::int8_t),
    MPIT_TYPE(MPI_INTEGER2, std::int16_t),
    MPIT_TYPE(MPI_INTEGER4, std::int32_t),
    MPIT_TYPE(MPI_INTEGER8, std::int64_t),
    MPIT_TYPE(MPI_REAL4, float),
    MPIT_TYPE(MPI_REAL8, double),
    MPIT_TYPE(MPI_COMPLEX8, std::complex<float>),
    MPIT_TYPE(MPI_COMPLEX16, std::complex<double>),
};

#undef MPIT_TYPE

/// A value and an index, as a C structure.
struct Pair {
  MPI_Datatype handle;
  const char* name;
  MPI_Datatype value;
  MPI_Datatype index;
};

#define MPIT_PAIR(handle, value, index) \
  { handle, #handle, value, index }

const Pair pairs[] = {
    MPIT_PAIR(MPI_FLOAT_INT, MPI_FLOAT, MPI_INT),
    MPIT_PAIR(MPI_DOUBLE_INT, MPI_DOUBLE, MPI_INT),
    MPIT_PAIR(MPI_LONG_INT, MPI_LONG, MPI_INT),
    MPIT_PAIR(MPI_2INT, MPI_INT, MPI_INT),
    MPIT_PAIR(MPI_SHORT_INT, MPI_SHORT, MPI_INT),
    MPIT_PAIR(MPI_LONG_DOUBLE_INT, MPI_LONG_DOUBLE, MPI_INT),
    MPIT_PAIR(MPI_2REAL, MPI_REAL, MPI_REAL),
    MPIT_PAIR(MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION),
    MPIT_PAIR(MPI_2INTEGER, MPI_INTEGER, MPI_INTEGER),
};

#undef MPIT_PAIR

}  // namespace

void Process::define_datatypes() {
  const auto define = [&](MPI_Datatype handle, const char* name, Layout layout) {
    auto type = make_ref<Type>();
    type->layout = std::move(layout);
    type->committed = true;
    type->name = name;
    datatypes.define(handle, std::move(type));
  };
  for (const Predefined& it : basic) define(it.handle, it.name, {it.size, it.alignment});
  for (const Pair& it : pairs) {
    const Layout& value = datatypes.find(it.value)->layout;
    const Layout& index = datatypes.find(it.index)->layout;
    Layout both;
    both.add(value, 0);
    // The index is at the next multiple of its own size.
    both.add(index, (value.extent() + index.extent() - 1) / index.extent() * index.extent());
    both.pad();
    define(it.handle, it.name, std::move(both));
  }
}

}  // namespace mpit::runtime
