// SPDX-License-Identifier: BSD-3-Clause
// Faults of categories over time, and of the number that tells of their changes.
#include "conformance/faults/category/categories.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(category_member_lost_in_init, "MPI_Init takes the last cvar of each category away",
                clause::category_members_only_added, clause::category_changed_equal_means_same) {
  spoil_category_info(mpi, [](const CategoryReply& reply) {
    if (mpi_was_initialized() && reply.cvars != nullptr && *reply.cvars > 0) --*reply.cvars;
  });
  change_members<&Interface::MPI_T_category_get_cvars>(mpi, [](int, Members& members) {
    if (mpi_was_initialized() && !members.empty()) members.pop_back();
  });
}

MPITCHECK_FAULT(category_members_reordered_by_init, "MPI_Init turns the order of the cvars round",
                clause::category_members_only_added, clause::category_changed_equal_means_same) {
  change_members<&Interface::MPI_T_category_get_cvars>(mpi, [](int, Members& members) {
    if (mpi_was_initialized()) std::reverse(members.begin(), members.end());
  });
}

MPITCHECK_FAULT(category_members_reordered_by_finalize,
                "MPI_Finalize puts the last pvar of a category first",
                clause::category_members_only_added, clause::category_changed_equal_means_same) {
  change_members<&Interface::MPI_T_category_get_pvars>(mpi, [](int, Members& members) {
    if (mpi_was_finalized()) std::rotate(members.rbegin(), members.rbegin() + 1, members.rend());
  });
}

MPITCHECK_FAULT(category_member_exchanged, "MPI_Init puts another sub-category in the last's place",
                clause::category_members_only_added, clause::category_changed_equal_means_same) {
  change_members<&Interface::MPI_T_category_get_categories>(mpi, [](int, Members& members) {
    if (mpi_was_initialized() && members.size() > 1) members.back() = members.front();
  });
}

MPITCHECK_FAULT(category_changed_silently, "MPI_Init adds a cvar to categories, the number stays",
                clause::category_changed_equal_means_same) {
  spoil_category_info(mpi, [](const CategoryReply& reply) {
    if (!mpi_was_initialized() && reply.cvars != nullptr && *reply.cvars > 0) --*reply.cvars;
  });
  change_members<&Interface::MPI_T_category_get_cvars>(mpi, [](int, Members& members) {
    if (!mpi_was_initialized() && !members.empty()) members.pop_back();
  });
  mpi.MPI_T_category_changed = [](int* number) {
    static int told = -1;
    const int code = real.MPI_T_category_changed(number);
    if (code != MPI_SUCCESS) return code;
    if (told < 0) told = *number;
    *number = told;
    return code;
  };
}

// Lets `spoil(number)` change the update number.
template <class Spoil>
void spoil_update_number(Interface& mpi, Spoil) {
  mpi.MPI_T_category_changed = [](int* number) {
    const int code = real.MPI_T_category_changed(number);
    if (code == MPI_SUCCESS) Spoil{}(*number);
    return code;
  };
}

MPITCHECK_FAULT(category_changed_falls_in_init, "MPI_Init sets the update number back",
                clause::category_changed_monotone) {
  spoil_update_number(mpi, [](int& number) { number = mpi_was_initialized() ? -1000 : number; });
}

MPITCHECK_FAULT(category_changed_falls_in_finalize, "MPI_Finalize sets the update number back",
                clause::event_category_changed, clause::category_changed_monotone) {
  spoil_update_number(mpi, [](int& number) { number = mpi_was_finalized() ? -1000 : number; });
}

MPITCHECK_FAULT(category_changed_falls_each_time, "The update number falls with each call",
                clause::category_changed_monotone) {
  spoil_update_number(mpi, [](int& number) {
    static int calls = 0;
    number -= ++calls;
  });
}

MPITCHECK_FAULT(category_changed_unset, "After MPI_Init no update number is returned",
                clause::category_changed_monotone) {
  mpi.MPI_T_category_changed = [](int* number) {
    return mpi_was_initialized() ? MPI_SUCCESS : real.MPI_T_category_changed(number);
  };
}

MPITCHECK_FAULT(category_changed_for_nothing, "MPI_Init raises the number, and nothing is added",
                clause::category_changed_higher_means_growth) {
  spoil_update_number(mpi, [](int& number) { number += mpi_was_initialized() ? 1 : 0; });
}

MPITCHECK_FAULT(category_changed_each_time, "The number rises with each call, and nothing is added",
                clause::category_changed_higher_means_growth) {
  spoil_update_number(mpi, [](int& number) {
    static int calls = 0;
    number += ++calls;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
