// SPDX-License-Identifier: BSD-3-Clause
// Faults of the values of gauges, states and sums.
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// Sets each element that is read of a pvar of the class to `value`.
template <class Value>
void set_elements(const Use& use, void* buffer, int var_class, Value value) {
  if (use.facts.var_class != var_class) return;
  change_elements(use.facts.datatype, buffer, use.count, [=](auto& element, std::size_t) {
    element = static_cast<std::remove_reference_t<decltype(element)>>(value);
  });
}

MPITCHECK_FAULT(pvar_level_negative, "Levels of type MPI_DOUBLE are negative",
                clause::pvar_class_nonnegative) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.datatype == MPI_DOUBLE) set_elements(use, value, MPI_T_PVAR_CLASS_LEVEL, -0.5);
  });
}

MPITCHECK_FAULT(pvar_timer_negative, "A timer is negative on its third read",
                clause::pvar_class_nonnegative, clause::pvar_class_timer_start_monotone) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.reads == 3 && use.facts.datatype == MPI_DOUBLE) {
      set_elements(use, value, MPI_T_PVAR_CLASS_TIMER, -1e-9);
    }
  });
}

MPITCHECK_FAULT(pvar_percentage_of_hundred, "Percentages are given in hundredths",
                clause::pvar_class_percentage_range) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.var_class != MPI_T_PVAR_CLASS_PERCENTAGE) return;
    for (int i = 0; i < use.count; ++i) static_cast<double*>(value)[i] *= 100;
  });
}

MPITCHECK_FAULT(pvar_percentage_above_one, "A percentage exceeds 1.0 by its smallest step",
                clause::pvar_class_percentage_range) {
  spoil_read(mpi, [](const Use& use, void* value) {
    set_elements(use, value, MPI_T_PVAR_CLASS_PERCENTAGE, 1.0000000000000002);
  });
}

MPITCHECK_FAULT(pvar_state_unknown, "A state is no item of its enumeration",
                clause::pvar_class_state_enum, clause::pvar_class_state_start,
                clause::enum_variable_value_is_item) {
  spoil_read(mpi, [](const Use& use, void* value) {
    set_elements(use, value, MPI_T_PVAR_CLASS_STATE, 4711);
  });
}

MPITCHECK_FAULT(pvar_state_unknown_after_reset, "After a reset a state is no item",
                clause::pvar_class_state_start) {
  spoil_after<&Interface::MPI_T_pvar_reset>(mpi, [](Use& use) {
    if (use.facts.var_class == MPI_T_PVAR_CLASS_STATE) use.added = {4711};
  });
}

MPITCHECK_FAULT(pvar_gauge_starts_at_zero, "A gauge that is reset starts at 0",
                clause::pvar_class_gauge_start) {
  spoil_after<&Interface::MPI_T_pvar_reset>(mpi, [](Use& use) {
    const int var_class = use.facts.var_class;
    if (var_class == MPI_T_PVAR_CLASS_LEVEL || var_class == MPI_T_PVAR_CLASS_SIZE) {
      use.added = negative(value_of(use));
    }
  });
}

MPITCHECK_FAULT(pvar_counter_starts_at_one, "A counter starts at 1",
                clause::pvar_class_sum_start_zero, clause::pvar_class_starting_value) {
  spoil_after<&Interface::MPI_T_pvar_start>(mpi, [](Use& use) {
    if (use.facts.var_class == MPI_T_PVAR_CLASS_COUNTER && use.starts == 1) use.added = {1};
  });
}

MPITCHECK_FAULT(pvar_counter_third_handle_starts_at_one,
                "The third handle of a counter starts at 1", clause::pvar_class_sum_start_zero,
                clause::pvar_class_starting_value) {
  spoil_after<&Interface::MPI_T_pvar_start>(mpi, [](Use& use) {
    const bool counter = use.facts.var_class == MPI_T_PVAR_CLASS_COUNTER;
    if (counter && use.starts == 1 && use.earlier == 2) use.added = {1};
  });
}

MPITCHECK_FAULT(pvar_sum_starts_at_total_in_second_session,
                "In a second session sums start where they stand in the first",
                clause::pvar_class_sum_start_zero, clause::pvar_class_starting_value,
                clause::pvar_class_timer_start_monotone) {
  spoil_after<&Interface::MPI_T_pvar_start>(mpi, [](Use& fresh) {
    if (!fresh.facts.is_sum() || fresh.starts > 1) return;
    for (const Use& use : uses()) {
      if (use.index != fresh.index || use.session == fresh.session) continue;
      fresh.added = value_of(use);
      return;
    }
  });
}

MPITCHECK_FAULT(pvar_last_element_starts_at_one, "The last of the elements of a sum starts at 1",
                clause::pvar_class_sum_start_zero, clause::pvar_class_starting_value) {
  spoil_after<&Interface::MPI_T_pvar_start>(mpi, [](Use& use) {
    if (!use.facts.is_sum() || use.starts > 1 || use.count < 2) return;
    use.added.assign(static_cast<std::size_t>(use.count), 0);
    use.added.back() = 1;
  });
}

MPITCHECK_FAULT(pvar_timer_starts_at_ten, "A timer starts at 10 after a reset",
                clause::pvar_class_timer_start_monotone, clause::pvar_reset_to_start) {
  spoil_after<&Interface::MPI_T_pvar_reset>(mpi, [](Use& use) {
    if (use.facts.var_class == MPI_T_PVAR_CLASS_TIMER) use.added = {10};
  });
}

// A running sum of the class reads 0 on its fourth read.
template <int var_class>
void fall_once(Interface& mpi) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.running && use.reads == 4) set_elements(use, value, var_class, 0);
  });
}

MPITCHECK_FAULT(pvar_counter_falls_once, "A counter falls once",
                clause::pvar_class_counter_monotone) {
  fall_once<MPI_T_PVAR_CLASS_COUNTER>(mpi);
}

MPITCHECK_FAULT(pvar_aggregate_falls_once, "An aggregate falls once",
                clause::pvar_class_aggregate_monotone) {
  fall_once<MPI_T_PVAR_CLASS_AGGREGATE>(mpi);
}

MPITCHECK_FAULT(pvar_timer_falls_once, "A timer falls once",
                clause::pvar_class_timer_start_monotone) {
  fall_once<MPI_T_PVAR_CLASS_TIMER>(mpi);
}

MPITCHECK_FAULT(pvar_counter_steps_by_two, "The second handle of a counter counts each event twice",
                clause::pvar_class_counter_step, clause::pvar_start_begins_updates) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.var_class == MPI_T_PVAR_CLASS_COUNTER && use.earlier == 1) {
      add(use, value, value_of(use));
    }
  });
}

MPITCHECK_FAULT(pvar_counter_saturates_early, "The second handle of a counter counts up to 3 only",
                clause::pvar_class_counter_step, clause::pvar_start_begins_updates,
                clause::pvar_restart_continues) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.var_class != MPI_T_PVAR_CLASS_COUNTER || use.earlier != 1) return;
    change_elements(use.facts.datatype, value, use.count, [](auto& element, std::size_t) {
      if (element > 3) element = 3;
    });
  });
}

// Timers of type MPI_DOUBLE count in another unit: so many to a second.
template <int units>
void count_time_in(Interface& mpi) {
  spoil_read(mpi, [](const Use& use, void* value) {
    if (use.facts.var_class != MPI_T_PVAR_CLASS_TIMER || use.facts.datatype != MPI_DOUBLE) return;
    for (int i = 0; i < use.count; ++i) static_cast<double*>(value)[i] *= units;
  });
}

MPITCHECK_FAULT(pvar_timer_in_microseconds, "Timers of type MPI_DOUBLE count microseconds",
                clause::pvar_class_timer_double_unit) {
  count_time_in<1000000>(mpi);
}

MPITCHECK_FAULT(pvar_timer_in_milliseconds, "Timers of type MPI_DOUBLE count milliseconds",
                clause::pvar_class_timer_double_unit) {
  count_time_in<1000>(mpi);
}

}  // namespace
}  // namespace mpitcheck::faults
