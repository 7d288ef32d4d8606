// SPDX-License-Identifier: BSD-3-Clause
// All commands mixed. Initializations are counted. MPI_T_ and PMPI_T_ are equivalent.
#include "conformance/harness/calls/api.hpp"
#include "properties/runner/property.hpp"
#include "properties/suite/clauses.hpp"

namespace mpitcheck::properties {

namespace {

MPITCHECK_TEST("property.lockstep", "Every call returns an allowed result, in any call sequence.",
               all_clauses_judged(), needs::tool) {
  run_property(t, {.mix = {.opening = {Kind::session_create, Kind::session_create, Kind::pvar_alloc,
                                       Kind::pvar_alloc, Kind::pvar_alloc, Kind::cvar_alloc},
                           .weights = {{Kind::tool_init, 1},        {Kind::tool_finalize, 1},
                                       {Kind::load_more, 1},        {Kind::traffic, 6},
                                       {Kind::count_all, 1},        {Kind::cvar_info, 4},
                                       {Kind::cvar_nulls, 1},       {Kind::cvar_index, 2},
                                       {Kind::cvar_unknown, 1},     {Kind::pvar_info, 4},
                                       {Kind::pvar_nulls, 1},       {Kind::pvar_index, 2},
                                       {Kind::pvar_unknown, 1},     {Kind::enum_info, 1},
                                       {Kind::enum_item, 2},        {Kind::category_info, 2},
                                       {Kind::category_nulls, 1},   {Kind::category_index, 1},
                                       {Kind::category_unknown, 1}, {Kind::category_members, 2},
                                       {Kind::category_changed, 1}, {Kind::cvar_alloc, 2},
                                       {Kind::cvar_free, 1},        {Kind::cvar_read, 3},
                                       {Kind::cvar_write_back, 2},  {Kind::session_create, 2},
                                       {Kind::session_free, 1},     {Kind::pvar_alloc, 6},
                                       {Kind::pvar_free, 2},        {Kind::foreign_session, 2},
                                       {Kind::pvar_start, 8},       {Kind::pvar_stop, 5},
                                       {Kind::pvar_read, 10},       {Kind::pvar_write, 3},
                                       {Kind::pvar_reset, 3},       {Kind::pvar_readreset, 3},
                                       {Kind::start_all, 2},        {Kind::stop_all, 2},
                                       {Kind::reset_all, 2},        {Kind::read_all, 2},
                                       {Kind::event_info, 1},       {Kind::event_alloc, 2},
                                       {Kind::event_register, 2},   {Kind::event_deafen, 1},
                                       {Kind::event_free, 1}},
                           .profiling_in = 4},
                   .cases = 1000});
}

const Clauses judged_in_init{clause::init_repeatable,
                             clause::general_after_mpi_finalize,
                             clause::init_reinitialization,
                             clause::init_provided_value,
                             clause::init_interleaving_allowed,
                             clause::init_excess_finalize_code,
                             clause::init_separate_from_mpi_init,
                             clause::init_separate_from_mpi_finalize,
                             clause::init_stays_up_while_unbalanced};

MPITCHECK_TEST("property.init.counted",
               "The interface is initialized while initializations outnumber finalizations, in any "
               "state of MPI.",
               judged_in_init, needs::nothing) {
  call::MPI_T_init_thread.need();
  run_property(t, {.mix = {.weights = {{Kind::tool_init, 6},
                                       {Kind::tool_finalize, 6},
                                       {Kind::mpi_init, 3},
                                       {Kind::mpi_finalize, 2},
                                       {Kind::traffic, 1},
                                       {Kind::still_up, 6}}},
                   .lifecycle = true,
                   .cases = 15});
}

MPITCHECK_TEST("property.profiling.equivalent",
               "Any mix of MPI_T_ and PMPI_T_ calls behaves like calls of MPI_T_ alone.",
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
