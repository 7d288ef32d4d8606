/* SPDX-License-Identifier: BSD-3-Clause
 * Values of MPI_T variables and of event elements, whatever their datatype. */
#ifndef MPITCHECK_EXAMPLES_ELEMENT_H
#define MPITCHECK_EXAMPLES_ELEMENT_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { element_max_bytes = 16 };

/* Reads the number of this datatype at address `at`; false if the datatype is unknown. A long double
 * holds every 64-bit integer exactly if it has 64 bits of mantissa or more. */
static inline bool element_read(MPI_Datatype datatype, const void* at, long double* value) {
#define ELEMENT_CASE(mpi_type, c_type)  \
  if (datatype == (mpi_type)) {         \
    c_type number;                      \
    memcpy(&number, at, sizeof number); \
    *value = (long double)number;       \
    return true;                        \
  }
  ELEMENT_CASE(MPI_INT, int)
  ELEMENT_CASE(MPI_UNSIGNED, unsigned)
  ELEMENT_CASE(MPI_LONG, long)
  ELEMENT_CASE(MPI_UNSIGNED_LONG, unsigned long)
  ELEMENT_CASE(MPI_LONG_LONG, long long)
  ELEMENT_CASE(MPI_UNSIGNED_LONG_LONG, unsigned long long)
  ELEMENT_CASE(MPI_COUNT, MPI_Count)
  ELEMENT_CASE(MPI_AINT, MPI_Aint)
  ELEMENT_CASE(MPI_CHAR, char)
  ELEMENT_CASE(MPI_BYTE, unsigned char)
  ELEMENT_CASE(MPI_INT8_T, int8_t)
  ELEMENT_CASE(MPI_UINT8_T, uint8_t)
  ELEMENT_CASE(MPI_INT16_T, int16_t)
  ELEMENT_CASE(MPI_UINT16_T, uint16_t)
  ELEMENT_CASE(MPI_INT32_T, int32_t)
  ELEMENT_CASE(MPI_UINT32_T, uint32_t)
  ELEMENT_CASE(MPI_INT64_T, int64_t)
  ELEMENT_CASE(MPI_UINT64_T, uint64_t)
  ELEMENT_CASE(MPI_FLOAT, float)
  ELEMENT_CASE(MPI_DOUBLE, double)
#undef ELEMENT_CASE
  return false;
}

#endif
