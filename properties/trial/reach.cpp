// SPDX-License-Identifier: BSD-3-Clause
// Tables of the account.
#include "trial/reach.hpp"

#include <cstdio>
#include <string>

#include "harness/names.hpp"
#include "harness/test.hpp"
#include "oracle/target.hpp"

namespace mpitcheck::properties {

namespace {

constexpr std::string_view function_names[] = {
#define MPITCHECK_API(name, major, minor, result, parameters, names, arguments) #name,
#include "mpitcheck/api.inc"
#undef MPITCHECK_API
};

void add(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

std::string commands_reached(const Account& page) {
  std::string list;
  for (std::size_t i = 0; i != kind_count; ++i) {
    if (page.performed[i] + page.skipped[i] == 0) continue;
    add(list, join(name_of(static_cast<Kind>(i)), " ", page.performed[i],
                   page.skipped[i] == 0 ? std::string() : join(" (", page.skipped[i], " idle)")));
  }
  return list;
}

std::string codes_reached(const Account& page) {
  std::string list;
  for (std::size_t f = 0; f != function_count; ++f) {
    std::string codes;
    for (std::size_t place = 0; place != code_places; ++place) {
      if (page.codes[f][place] == 0) continue;
      add(codes, join(code_place_name(place), " ", page.codes[f][place]));
    }
    if (!codes.empty()) add(list, join(function_names[f], " {", codes, "}"));
  }
  return list;
}

std::string kinds_reached(const Account& page) {
  std::string list;
  std::size_t place = 0;
  for (const NamedConstant& constant : defined_constants()) {
    if (constant.kind != "pvar_class" || place == class_places) continue;
    for (std::size_t flags = 0; flags != page.pvar_kinds[place].size(); ++flags) {
      if (page.pvar_kinds[place][flags] == 0) continue;
      add(list, join(constant.name.substr(std::string_view("MPI_T_PVAR_CLASS_").size()),
                     (flags & 1U) != 0 ? " readonly" : "", (flags & 2U) != 0 ? " continuous" : "",
                     (flags & 4U) != 0 ? " atomic" : "", (flags & 8U) != 0 ? " bound" : "", " ",
                     page.pvar_kinds[place][flags]));
    }
    ++place;
  }
  return list;
}

}  // namespace

void report_reach(Test& t, const Budget& budget) {
  const Account& page = account();
  t.measured("seed", std::to_string(budget.seed));
  t.measured("cases", std::to_string(page.cases));
  t.measured("abandoned", std::to_string(page.abandoned));
  t.measured("calls", std::to_string(page.calls));
  t.measured("judged", std::to_string(page.judged));
  t.measured("commands", commands_reached(page));
  t.measured("codes", codes_reached(page));
  t.measured("handles", kinds_reached(page));
}

}  // namespace mpitcheck::properties
