// SPDX-License-Identifier: BSD-3-Clause
// MPI_T_cvar_get_info with null pointers in place of outputs.
#include <string>
#include <vector>

#include "harness/api.hpp"
#include "harness/names.hpp"
#include "harness/test.hpp"
#include "harness/variables.hpp"

namespace mpitcheck {
namespace {

constexpr const char* cvar_outputs[] = {"name", "name_len", "verbosity", "datatype", "enumtype",
                                        "desc", "desc_len", "bind",      "scope"};
constexpr int output_count = static_cast<int>(std::size(cvar_outputs));
constexpr int all_cvar_outputs = output_count;

// One query with the output number `skipped`, or all, null.
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

  // True if the outputs that were asked for are those of `full`.
  [[nodiscard]] bool agrees_with(const CvarInfo& full) const {
    const auto agree = [&](int output, bool equal) { return !given(output, &skipped) || equal; };
    return agree(2, verbosity == full.verbosity) && agree(3, datatype == full.datatype) &&
           agree(4, enumtype == full.enumtype || full.datatype != MPI_INT) &&
           agree(7, bind == full.bind) && agree(8, scope == full.scope);
  }

  [[nodiscard]] std::string label() const {
    return join(code_name(code), ", verbosity ", verbosity, ", bind ", bind, ", scope ", scope);
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
    "A null output is skipped, each in turn and all at once, and the others are as usual.",
    cites(clause::cvar_info_null_out_ignored), needs::each_phase) {
  t.each_isolated(clause::cvar_info_null_out_ignored, read_cvars(), [&t](const CvarInfo& cvar) {
    for (int skipped = 0; skipped <= all_cvar_outputs; ++skipped) {
      const CvarQuery query(cvar.index, skipped);
      t.check(
          clause::cvar_info_null_out_ignored,
          [&] {
            return join(cvar.label(), " without ",
                        skipped == all_cvar_outputs ? "any output" : cvar_outputs[skipped]);
          },
          query.code == MPI_SUCCESS && query.agrees_with(cvar),
          "MPI_SUCCESS and the other outputs as usual", query);
    }
  });
}

}  // namespace mpitcheck
