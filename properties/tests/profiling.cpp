// SPDX-License-Identifier: BSD-3-Clause
// MPI_T_ and PMPI_T_ are one.
#include "tests/clauses.hpp"
#include "trial/property.hpp"

namespace mpitcheck::properties {
namespace {

MPITCHECK_TEST("property.profiling.equivalent",
               "Any mix of MPI_T_ and PMPI_T_ calls behaves as one.",
               together({{clause::profiling_pmpi_twin_equivalent},
                         clauses_of_values(),
                         {clause::pvar_session_create, clause::pvar_session_free_ends_use,
                          clause::pvar_handle_alloc, clause::pvar_handle_free_nulls},
                         {clause::cvar_handle_count, clause::cvar_read_delivers_value,
                          clause::init_repeatable, clause::init_interleaving_allowed,
                          clause::cvar_get_index_roundtrip, clause::pvar_get_index_roundtrip}}),
               needs::tool) {
  run_property(
      t,
      {.mix = {
           .opening = {Kind::session_create, Kind::session_create, Kind::pvar_alloc,
                       Kind::pvar_alloc, Kind::pvar_alloc, Kind::cvar_alloc},
           .weights = {{Kind::tool_init, 1},    {Kind::tool_finalize, 1}, {Kind::traffic, 6},
                       {Kind::cvar_index, 2},   {Kind::pvar_index, 2},    {Kind::cvar_alloc, 2},
                       {Kind::cvar_free, 1},    {Kind::cvar_read, 3},     {Kind::session_create, 2},
                       {Kind::session_free, 1}, {Kind::pvar_alloc, 5},    {Kind::pvar_free, 2},
                       {Kind::pvar_start, 6},   {Kind::pvar_stop, 4},     {Kind::pvar_read, 8},
                       {Kind::pvar_write, 2},   {Kind::pvar_reset, 3},    {Kind::pvar_readreset, 3},
                       {Kind::start_all, 2},    {Kind::stop_all, 2},      {Kind::reset_all, 2}},
           .profiling_in = 1}});
}

}  // namespace
}  // namespace mpitcheck::properties
