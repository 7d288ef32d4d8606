// SPDX-License-Identifier: BSD-3-Clause
// Metadata stay as they are.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.metadata.immutable",
               "Whatever is done with a variable, queries of it answer as before.",
               together({clauses_of_queries(), {clause::init_repeatable}}), needs::tool) {
  run_property(
      t,
      {.mix = {
           .opening = {Kind::session_create, Kind::pvar_alloc, Kind::cvar_alloc},
           .weights = {
               {Kind::tool_init, 1},      {Kind::tool_finalize, 1},    {Kind::load_more, 1},
               {Kind::traffic, 2},        {Kind::count_all, 1},        {Kind::cvar_info, 8},
               {Kind::cvar_index, 3},     {Kind::cvar_unknown, 2},     {Kind::pvar_info, 8},
               {Kind::pvar_index, 3},     {Kind::pvar_unknown, 2},     {Kind::enum_item, 2},
               {Kind::category_index, 1}, {Kind::category_unknown, 1}, {Kind::cvar_alloc, 2},
               {Kind::cvar_free, 1},      {Kind::cvar_read, 1},        {Kind::cvar_write_back, 2},
               {Kind::pvar_alloc, 3},     {Kind::pvar_free, 1},        {Kind::pvar_start, 2},
               {Kind::pvar_read, 1},      {Kind::pvar_reset, 1},       {Kind::reset_all, 1}}}});
}

}  // namespace
}  // namespace mpitcheck::properties
