// SPDX-License-Identifier: BSD-3-Clause
// The return codes as numbers: their range, their uniqueness, and their relation to MPI's error
// classes.
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/calls/recorder.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"
#include "conformance/suite/conventions/mpi_code.hpp"

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

// MPI's error classes that all supported versions have.
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

// Checks that `value`, which was given to the user, is not one of the return codes.
bool check_new(Test& t, std::string_view function, std::string_view output, int value) {
  bool is_new = true;
  for (const NamedConstant& code : return_codes()) {
    is_new &= t.check(clause::errors_no_overlap_with_mpi, code.name,
                      is_not(output, value, code.value, [&](int) {
                        return std::string(code.name);
                      }).of(function));
  }
  return is_new;
}

// Checks that MPI has a class and a text for the code.
void check_class_and_text(Test& t, Clause rule, std::string_view name, int code) {
  int error_class = -1;
  constexpr std::string_view classes = "MPI_Error_class";
  const int class_code = recorded(join(classes, "(", code, ", errorclass)"),
                                  [&] { return MPI_Error_class(code, &error_class); });
  if (t.check(rule, name, mpi_succeeds(classes, class_code))) {
    t.check(rule, name,
            is_constant_of("return_code", "error_class", error_class, code).of(classes));
  }
  constexpr std::string_view texts = "MPI_Error_string";
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = MPI_MAX_ERROR_STRING;  // an OUT argument, but recorders use it as a length
  const int text_code = recorded(join(texts, "(", code, ", string, resultlen)"),
                                 [&] { return MPI_Error_string(code, text, &length); });
  if (t.check(rule, name, mpi_succeeds(texts, text_code)) &&
      t.check(rule, name, above("text_len", length, 0).of(texts))) {
    const auto stored = static_cast<long long>(::strnlen(text, sizeof text));
    t.check(rule, name, above("strlen(text)", stored, 0).of(texts));
  }
}

// The text of a code that is its own class; empty if it is not, as MPI 4.1 and later allow.
std::string own_text(int code) {
  int error_class = -1;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = MPI_MAX_ERROR_STRING;
  if (MPI_Error_class(code, &error_class) != MPI_SUCCESS || error_class != code ||
      MPI_Error_string(code, text, &length) != MPI_SUCCESS) {
    return "";
  }
  return {text, ::strnlen(text, sizeof text)};
}

// A library that does not know a code must not end the program.
void let_errors_return() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

}  // namespace

MPITCHECK_TEST("errors.codes.range",
               "MPI_SUCCESS is 0, and every other return code is between 1 and MPI_ERR_LASTCODE.",
               cites(clause::errors_range), needs::nothing) {
  constexpr Clause rule = clause::errors_range;
  t.check(rule, "MPI_SUCCESS", success_is_zero());
  for (const auto& [name, kind, value] : return_codes()) {
    t.check(rule, name, constant_is(name, value, Relation::above, 0, "0"));
    t.check(rule, name,
            constant_is(name, value, Relation::at_most, MPI_ERR_LASTCODE, "MPI_ERR_LASTCODE"));
  }
}

MPITCHECK_TEST("errors.codes.unique", "All return codes are distinct.",
               cites(clause::errors_unique), needs::nothing) {
  const std::vector<NamedConstant> codes = return_codes();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      t.check(
          clause::errors_unique, [&] { return join(codes[j].name, " and ", codes[i].name); },
          constants_differ(codes[j].name, codes[j].value, codes[i].name, codes[i].value));
    }
  }
}

MPITCHECK_TEST("errors.codes.no-error-class",
               "No return code of the interface equals an error class of MPI.",
               cites(clause::errors_no_overlap_with_mpi), needs::nothing) {
  for (const ErrorClass& error : error_classes) {
    for (const NamedConstant& code : return_codes()) {
      t.check(
          clause::errors_no_overlap_with_mpi, [&] { return join(code.name, " and ", error.name); },
          constants_differ(code.name, code.value, error.name, error.value));
    }
  }
}

MPITCHECK_TEST("errors.codes.no-user-class",
               "No return code of the interface equals an error class or code that a user adds.",
               cites(clause::errors_no_overlap_with_mpi), needs::mpi) {
  for (int i = 0; i < 8; ++i) {
    int error_class = 0;
    int error_code = 0;
    MPI_Add_error_class(&error_class);
    if (!check_new(t, "MPI_Add_error_class", "error_class", error_class)) return;
    MPI_Add_error_code(error_class, &error_code);
    check_new(t, "MPI_Add_error_code", "new_code", error_code);
  }
}

MPITCHECK_TEST("errors.codes.are-classes",
               "Each return code is its own error class and has a text, as in MPI 3.0 to 4.0.",
               cites(clause::errors_are_classes), needs::mpi) {
  let_errors_return();
  for (const NamedConstant& code : return_codes()) {
    check_class_and_text(t, clause::errors_are_classes, code.name, code.value);
  }
}

MPITCHECK_TEST("errors.codes.are-classes-at-any-time",
               "Each return code has its class and text before MPI_Init and after MPI_Finalize.",
               cites(clause::errors_classes_always), needs::nothing) {
  constexpr Clause rule = clause::errors_classes_always;
  const auto check_all = [&](std::string_view phase) {
    Progress::instance().phase(phase);
    for (const NamedConstant& code : return_codes()) {
      check_class_and_text(t, rule, join(code.name, ", ", phase), code.value);
    }
  };
  isolated_sequence(t, rule, "MPI_Error_class and MPI_Error_string before MPI_Init",
                    [&] { check_all("before MPI_Init"); });
  isolated_sequence(t, rule, "MPI_Error_class and MPI_Error_string after MPI_Finalize", [&] {
    t.lifecycle().mpi_init();
    t.lifecycle().mpi_finalize();
    check_all("after MPI_Finalize");
  });
}

MPITCHECK_TEST("errors.codes.own-text", "Return codes that MPI knows have distinct texts.",
               cites(clause::errors_text_unique), needs::mpi) {
  let_errors_return();
  std::map<std::string, int> texts;
  for (const NamedConstant& code : return_codes()) {
    const std::string text = own_text(code.value);
    if (text.empty()) continue;
    const auto owner = texts.find(text);
    const bool is_alias = owner != texts.end() && owner->second == code.value;
    t.check(clause::errors_text_unique, code.name,
            is_other_text("text", text, texts).unless(is_alias).of("MPI_Error_string"));
    texts.emplace(text, code.value);
  }
  if (texts.empty()) t.missing("a return code that MPI_Error_class knows");
}

}  // namespace mpitcheck
