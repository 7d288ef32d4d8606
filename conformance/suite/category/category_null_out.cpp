// SPDX-License-Identifier: BSD-3-Clause
// MPI_T_category_get_info with NULL for outputs.
#include <iterator>
#include <string>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr const char* output_words[] = {"name",      "name_len",  "desc",          "desc_len",
                                        "num_cvars", "num_pvars", "num_categories"};
constexpr int all_outputs = static_cast<int>(std::size(output_words));

// One query with NULL for output number `skipped`, or for all outputs.
struct Query {
  Query(int index, int skipped_output) : skipped(skipped_output) {
    code = call::MPI_T_category_get_info(index, given(0, first), given(1, &name_len),
                                         given(2, first + 1), given(3, &desc_len), given(4, &cvars),
                                         given(5, &pvars), given(6, &categories));
  }

  template <class T>
  [[nodiscard]] T* given(int output, T* pointer) const {
    return skipped == output || skipped == all_outputs ? nullptr : pointer;
  }

  // Checks that the call succeeds and that the requested outputs are those of `full`.
  void check(Test& t, Clause rule, const CategoryInfo& full) const {
    const auto subject = [&] {
      return join(full.label(), " without ",
                  skipped == all_outputs ? "any output" : output_words[skipped]);
    };
    if (!t.check(rule, subject, is_code_as_before(code, MPI_SUCCESS))) return;
    const auto agrees = [&](int output, int seen, int wanted) {
      return !given(output, &skipped) ||
             t.check(rule, subject, equals(output_words[output], seen, wanted).as_before());
    };
    (void)(agrees(4, cvars, full.num_cvars) && agrees(5, pvars, full.num_pvars) &&
           agrees(6, categories, full.num_categories));
  }

  int skipped;
  char first[2] = {};  // both texts are read into one byte
  int name_len = 1, desc_len = 1;
  int cvars = -1, pvars = -1, categories = -1;
  int code;
};

}  // namespace

MPITCHECK_TEST(
    "category.info.null-outputs",
    "Any output, or all of them, may be NULL. The other outputs are the same as in a full query.",
    cites(clause::category_info_null_out_ignored), needs::each_phase) {
  constexpr Clause rule = clause::category_info_null_out_ignored;
  t.each_isolated(rule, read_categories(), [&](const CategoryInfo& category) {
    for (int skipped = 0; skipped <= all_outputs; ++skipped) {
      Query(category.index, skipped).check(t, rule, category);
    }
  });
}

}  // namespace mpitcheck
