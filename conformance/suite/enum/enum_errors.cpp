// SPDX-License-Identifier: BSD-3-Clause
// Invalid enumerations and item indices, and the codes that a library should return for them.
#include <climits>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

struct BadItem {
  EnumInfo info;
  int index;
  [[nodiscard]] std::string label() const {
    return join("item ", index, " of ", info.label(), " with ", info.items.size(), " items");
  }
};

struct NullEnumQuery {
  std::string text;
  int (*ask)();
  [[nodiscard]] const std::string& label() const { return text; }
};

}  // namespace

MPITCHECK_TEST("enum.items.bad-index",
               "An item index out of range is refused with the code of the table.",
               cites(clause::enum_item_bad_index_code, clause::enum_item_bad_index_code_3x),
               needs::tool) {
  std::vector<BadItem> bad_items;
  for (const EnumInfo& info : read_enums()) {
    for (const int index : {-1, static_cast<int>(info.items.size()), INT_MAX}) {
      bad_items.push_back({info, index});
    }
  }
  if (bad_items.empty()) t.missing("a variable with an enumeration");
  const Clause applicable =
      applies(data(clause::enum_item_bad_index_code), t.context().library_version)
          ? clause::enum_item_bad_index_code
          : clause::enum_item_bad_index_code_3x;
  t.each_isolated(applicable, bad_items, [&](const BadItem& bad) {
    int value = 0;
    const int code = query_enum_item(bad.info.handle, bad.index, &value);
    t.check_code(applicable, bad, code, {MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_ITEM});
  });
}

MPITCHECK_TEST("enum.handle.null", "MPI_T_ENUM_NULL is refused with a code of the table.",
               cites(clause::enum_bad_handle_code), needs::tool) {
  const std::vector<NullEnumQuery> queries{{"MPI_T_enum_get_info of MPI_T_ENUM_NULL",
                                            [] {
                                              int num = 0;
                                              return query_enum(MPI_T_ENUM_NULL, &num);
                                            }},
                                           {"MPI_T_enum_get_item of MPI_T_ENUM_NULL", [] {
                                              int value = 0;
                                              return query_enum_item(MPI_T_ENUM_NULL, 0, &value);
                                            }}};
  t.each_isolated(clause::enum_bad_handle_code, queries, [&t](const NullEnumQuery& query) {
    t.check_code(clause::enum_bad_handle_code, query, query.ask(),
                 {MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID});
  });
}

}  // namespace mpitcheck
