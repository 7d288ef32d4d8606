// SPDX-License-Identifier: BSD-3-Clause
// MPI_T_cvar_get_info with NULL for outputs.
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr const char* cvar_outputs[] = {"name", "name_len", "verbosity", "datatype", "enumtype",
                                        "desc", "desc_len", "bind",      "scope"};
constexpr int output_count = static_cast<int>(std::size(cvar_outputs));
constexpr int all_cvar_outputs = output_count;

// One query with NULL for output number `skipped`, or for all outputs.
struct CvarQuery {
  CvarQuery(int index, int skipped_output) : skipped(skipped_output) {
    code =
        call::MPI_T_cvar_get_info(index, given(0, first), given(1, &name_len), given(2, &verbosity),
                                  given(3, &datatype), given(4, &enumtype), given(5, first + 1),
                                  given(6, &desc_len), given(7, &bind), given(8, &scope));
  }

  template <class T>
  [[nodiscard]] T* given(int output, T* pointer) const {
    return skipped == output || skipped == all_cvar_outputs ? nullptr : pointer;
  }

  // Checks that the call succeeds and that the requested outputs are those of `full`.
  void check(Test& t, Clause rule, const CvarInfo& full) const {
    const auto subject = [&] {
      return join(full.label(), " without ",
                  skipped == all_cvar_outputs ? "any output" : cvar_outputs[skipped]);
    };
    if (!t.check(rule, subject, is_code_as_before(code, MPI_SUCCESS))) return;
    const auto agrees = [&](int output, const auto& expected) {
      return !given(output, &skipped) || t.check(rule, subject, expected.as_before());
    };
    (void)(agrees(2, is_constant_of("verbosity", "verbosity", verbosity, full.verbosity)) &&
           agrees(3, is_datatype("datatype", datatype, full.datatype)) &&
           (full.datatype != MPI_INT ||
            agrees(4, is_handle("enumtype", Relation::one_of, enum_handle_text(enumtype),
                                enum_handle_text(full.enumtype)))) &&
           agrees(7, is_constant_of("binding", "bind", bind, full.bind)) &&
           agrees(8, is_constant_of("scope", "scope", scope, full.scope)));
  }

  int skipped;
  char first[2] = {};  // both texts are read into one byte
  int name_len = 1, desc_len = 1;
  int verbosity = -1, bind = -1, scope = -1;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  int code;
};

}  // namespace

MPITCHECK_TEST(
    "cvar.info.null-outputs",
    "Any output, or all of them, may be NULL. The other outputs are the same as in a full query.",
    cites(clause::cvar_info_null_out_ignored), needs::each_phase) {
  constexpr Clause rule = clause::cvar_info_null_out_ignored;
  t.each_isolated(rule, read_cvars(), [&](const CvarInfo& cvar) {
    for (int skipped = 0; skipped <= all_cvar_outputs; ++skipped) {
      CvarQuery(cvar.index, skipped).check(t, rule, cvar);
    }
  });
}

}  // namespace mpitcheck
