// SPDX-License-Identifier: BSD-3-Clause
// The return codes as numbers: their range, that they differ, and their standing among the error
// classes of MPI.
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "harness/names.hpp"
#include "harness/test.hpp"
#include "tests/mpi_code.hpp"

namespace mpitcheck {
namespace {

std::vector<NamedConstant> return_codes() {
  std::vector<NamedConstant> codes;
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind == "return_code") codes.push_back(constant);
  }
  return codes;
}

struct ErrorClass {
  std::string_view name;
  int value;
};

// The error classes of MPI that all supported versions have.
#define MPITCHECK_CLASS(name) \
  { #name, name }
const ErrorClass error_classes[] = {
    MPITCHECK_CLASS(MPI_ERR_BUFFER),
    MPITCHECK_CLASS(MPI_ERR_COUNT),
    MPITCHECK_CLASS(MPI_ERR_TYPE),
    MPITCHECK_CLASS(MPI_ERR_TAG),
    MPITCHECK_CLASS(MPI_ERR_COMM),
    MPITCHECK_CLASS(MPI_ERR_RANK),
    MPITCHECK_CLASS(MPI_ERR_REQUEST),
    MPITCHECK_CLASS(MPI_ERR_ROOT),
    MPITCHECK_CLASS(MPI_ERR_GROUP),
    MPITCHECK_CLASS(MPI_ERR_OP),
    MPITCHECK_CLASS(MPI_ERR_TOPOLOGY),
    MPITCHECK_CLASS(MPI_ERR_DIMS),
    MPITCHECK_CLASS(MPI_ERR_ARG),
    MPITCHECK_CLASS(MPI_ERR_UNKNOWN),
    MPITCHECK_CLASS(MPI_ERR_TRUNCATE),
    MPITCHECK_CLASS(MPI_ERR_OTHER),
    MPITCHECK_CLASS(MPI_ERR_INTERN),
    MPITCHECK_CLASS(MPI_ERR_IN_STATUS),
    MPITCHECK_CLASS(MPI_ERR_PENDING),
    MPITCHECK_CLASS(MPI_ERR_ACCESS),
    MPITCHECK_CLASS(MPI_ERR_AMODE),
    MPITCHECK_CLASS(MPI_ERR_ASSERT),
    MPITCHECK_CLASS(MPI_ERR_BAD_FILE),
    MPITCHECK_CLASS(MPI_ERR_BASE),
    MPITCHECK_CLASS(MPI_ERR_CONVERSION),
    MPITCHECK_CLASS(MPI_ERR_DISP),
    MPITCHECK_CLASS(MPI_ERR_DUP_DATAREP),
    MPITCHECK_CLASS(MPI_ERR_FILE),
    MPITCHECK_CLASS(MPI_ERR_FILE_EXISTS),
    MPITCHECK_CLASS(MPI_ERR_FILE_IN_USE),
    MPITCHECK_CLASS(MPI_ERR_INFO),
    MPITCHECK_CLASS(MPI_ERR_INFO_KEY),
    MPITCHECK_CLASS(MPI_ERR_INFO_NOKEY),
    MPITCHECK_CLASS(MPI_ERR_INFO_VALUE),
    MPITCHECK_CLASS(MPI_ERR_IO),
    MPITCHECK_CLASS(MPI_ERR_KEYVAL),
    MPITCHECK_CLASS(MPI_ERR_LOCKTYPE),
    MPITCHECK_CLASS(MPI_ERR_NAME),
    MPITCHECK_CLASS(MPI_ERR_NO_MEM),
    MPITCHECK_CLASS(MPI_ERR_NOT_SAME),
    MPITCHECK_CLASS(MPI_ERR_NO_SPACE),
    MPITCHECK_CLASS(MPI_ERR_NO_SUCH_FILE),
    MPITCHECK_CLASS(MPI_ERR_PORT),
    MPITCHECK_CLASS(MPI_ERR_QUOTA),
    MPITCHECK_CLASS(MPI_ERR_READ_ONLY),
    MPITCHECK_CLASS(MPI_ERR_RMA_ATTACH),
    MPITCHECK_CLASS(MPI_ERR_RMA_CONFLICT),
    MPITCHECK_CLASS(MPI_ERR_RMA_FLAVOR),
    MPITCHECK_CLASS(MPI_ERR_RMA_RANGE),
    MPITCHECK_CLASS(MPI_ERR_RMA_SHARED),
    MPITCHECK_CLASS(MPI_ERR_RMA_SYNC),
    MPITCHECK_CLASS(MPI_ERR_SERVICE),
    MPITCHECK_CLASS(MPI_ERR_SIZE),
    MPITCHECK_CLASS(MPI_ERR_SPAWN),
    MPITCHECK_CLASS(MPI_ERR_UNSUPPORTED_DATAREP),
    MPITCHECK_CLASS(MPI_ERR_UNSUPPORTED_OPERATION),
    MPITCHECK_CLASS(MPI_ERR_WIN),
};
#undef MPITCHECK_CLASS

bool check_differ(Test& t, std::string_view other, int value) {
  bool differ = true;
  for (const NamedConstant& code : return_codes()) {
    differ &= t.check(
        clause::errors_no_overlap_with_mpi, [&] { return join(code.name, " and ", other); },
        code.value != value, "different values", [&] { return join("both ", value); });
  }
  return differ;
}

}  // namespace

MPITCHECK_TEST("errors.codes.range",
               "MPI_SUCCESS is 0, every other return code lies between 1 and MPI_ERR_LASTCODE.",
               cites(clause::errors_range), needs::nothing) {
  t.check(clause::errors_range, "MPI_SUCCESS", MPI_SUCCESS == 0, "0",
          [] { return join(MPI_SUCCESS); });
  for (const NamedConstant& code : return_codes()) {
    t.check(
        clause::errors_range, code.name, code.value > 0 && code.value <= MPI_ERR_LASTCODE,
        [] { return join("from 1 to ", MPI_ERR_LASTCODE); }, [&] { return join(code.value); });
  }
}

MPITCHECK_TEST("errors.codes.unique", "No two return codes are equal.",
               cites(clause::errors_unique), needs::nothing) {
  const std::vector<NamedConstant> codes = return_codes();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      t.check(
          clause::errors_unique, [&] { return join(codes[j].name, " and ", codes[i].name); },
          codes[j].value != codes[i].value, "different values",
          [&] { return join("both ", codes[i].value); });
    }
  }
}

MPITCHECK_TEST("errors.codes.no-error-class",
               "No return code of the interface equals an error class of MPI.",
               cites(clause::errors_no_overlap_with_mpi), needs::nothing) {
  for (const ErrorClass& error : error_classes) check_differ(t, error.name, error.value);
}

MPITCHECK_TEST("errors.codes.no-user-class",
               "No return code of the interface equals a class or code that a user adds.",
               cites(clause::errors_no_overlap_with_mpi), needs::mpi) {
  for (int i = 0; i < 8; ++i) {
    int error_class = 0;
    int error_code = 0;
    MPI_Add_error_class(&error_class);
    if (!check_differ(t, "a class added by the user", error_class)) return;
    MPI_Add_error_code(error_class, &error_code);
    check_differ(t, "a code added by the user", error_code);
  }
}

MPITCHECK_TEST("errors.codes.are-classes",
               "Each return code is its own error class and has a text, as MPI 3.0 to 4.0 have it.",
               cites(clause::errors_are_classes), needs::mpi) {
  // A library that does not know the code must not end the program over it.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  for (const NamedConstant& code : return_codes()) {
    int error_class = -1;
    const int class_code = MPI_Error_class(code.value, &error_class);
    const bool known = class_code == MPI_SUCCESS;
    t.check(
        clause::errors_are_classes, [&] { return join("MPI_Error_class(", code.name, ")"); },
        known && error_class == code.value, [&] { return join(code.value); },
        [&] { return known ? join(error_class) : mpi_code_text(class_code); });
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    const int text_code = MPI_Error_string(code.value, text, &length);
    t.check(
        clause::errors_are_classes, [&] { return join("MPI_Error_string(", code.name, ")"); },
        text_code == MPI_SUCCESS && length > 0 && text[0] != '\0', "MPI_SUCCESS and a text",
        [&] { return join(mpi_code_text(text_code), ", ", in_quotes(text)); });
  }
}

}  // namespace mpitcheck
