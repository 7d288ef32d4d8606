// SPDX-License-Identifier: BSD-3-Clause
// Faults of the datatype and the enumeration that pvars of a class have.
#include "conformance/faults/pvar/pvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

// The last pvar of a class with wide elements is said to be MPI_COUNT, the last state MPI_UNSIGNED.
template <int var_class>
void give_wrong_type(Interface& mpi) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    static const int last = [] {
      int found = -1;
      const int num = number_of(real.MPI_T_pvar_get_num);
      for (int i = 0; i < num; ++i) {
        const PvarFacts pvar(i);
        if (pvar.var_class == var_class && pvar.datatype != MPI_UNSIGNED) found = i;
      }
      return found;
    }();
    if (out.index != last) return;
    set(out.datatype, var_class == MPI_T_PVAR_CLASS_STATE ? MPI_UNSIGNED : MPI_COUNT);
  });
}

MPITCHECK_FAULT(pvar_state_type, "The last state is MPI_UNSIGNED", clause::pvar_class_state_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_STATE>(mpi);
}

MPITCHECK_FAULT(pvar_level_type, "The last level is MPI_COUNT", clause::pvar_class_level_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_LEVEL>(mpi);
}

MPITCHECK_FAULT(pvar_size_type, "The last size is MPI_COUNT", clause::pvar_class_size_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_SIZE>(mpi);
}

MPITCHECK_FAULT(pvar_percentage_type, "The last percentage is MPI_COUNT",
                clause::pvar_class_percentage_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_PERCENTAGE>(mpi);
}

MPITCHECK_FAULT(pvar_highwatermark_type, "The last high watermark is MPI_COUNT",
                clause::pvar_class_watermark_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_HIGHWATERMARK>(mpi);
}

MPITCHECK_FAULT(pvar_lowwatermark_type, "The last low watermark is MPI_COUNT",
                clause::pvar_class_watermark_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_LOWWATERMARK>(mpi);
}

MPITCHECK_FAULT(pvar_counter_type_floating, "A counter is MPI_DOUBLE",
                clause::pvar_class_counter_type) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    const PvarFacts pvar(out.index);
    const bool wide = pvar.datatype == MPI_UNSIGNED_LONG_LONG;
    if (wide && pvar.var_class == MPI_T_PVAR_CLASS_COUNTER && pvar.readonly == 1) {
      set(out.datatype, MPI_DOUBLE);
    }
  });
}

MPITCHECK_FAULT(pvar_aggregate_type, "The last aggregate is MPI_COUNT",
                clause::pvar_class_aggregate_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_AGGREGATE>(mpi);
}

MPITCHECK_FAULT(pvar_timer_type, "The last timer is MPI_COUNT", clause::pvar_class_timer_type) {
  give_wrong_type<MPI_T_PVAR_CLASS_TIMER>(mpi);
}

MPITCHECK_FAULT(pvar_state_without_enum, "States have no enumeration",
                clause::pvar_class_state_enum) {
  spoil_pvar_info(mpi, [](const PvarReply& out) {
    const bool state = PvarFacts(out.index).var_class == MPI_T_PVAR_CLASS_STATE;
    if (state && out.enumtype != nullptr) *out.enumtype = MPI_T_ENUM_NULL;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
