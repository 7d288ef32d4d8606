// SPDX-License-Identifier: BSD-3-Clause
// Faults that show only after the right sequence of initializations, queries or registrations.
#include <cstring>
#include <utility>

#include "conformance/faults/category/categories.hpp"

namespace mpitcheck::faults {
namespace {

MPITCHECK_FAULT(sequence_second_epoch_miscounts,
                "Once the interface came up again, it goes down one finalize too early",
                clause::init_stays_up_while_unbalanced) {
  static int inits = 0;
  static int epochs = 0;
  mpi.MPI_T_init_thread = [](int required, int* provided) {
    const int code = real.MPI_T_init_thread(required, provided);
    if (code == MPI_SUCCESS && inits++ == 0) ++epochs;
    return code;
  };
  mpi.MPI_T_finalize = [] {
    if (inits == 2 && epochs > 1) {
      real.MPI_T_finalize();
      inits = 0;
      return real.MPI_T_finalize();
    }
    const int code = real.MPI_T_finalize();
    if (code == MPI_SUCCESS) --inits;
    return code;
  };
}

MPITCHECK_FAULT(sequence_names_shrink_after_40_queries,
                "From the 40th query on, cvars lose the last letter of their names",
                clause::strings_exact_fit) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    static int queries = 0;
    const bool has_room = name != nullptr && name_len != nullptr && *name_len > 2;
    const int code = real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype,
                                              desc, desc_len, bind, scope);
    if (code != MPI_SUCCESS || !has_room || ++queries < 40) return code;
    if (const std::size_t length = std::strlen(name); length > 1) name[length - 1] = '\0';
    return code;
  };
}

MPITCHECK_FAULT(sequence_lookup_stale_after_alloc,
                "The look-up that follows an allocation of a pvar gives the index before",
                clause::pvar_get_index_roundtrip) {
  static bool stale = false;
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    stale = true;
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
  mpi.MPI_T_pvar_get_index = [](const char* name, int var_class, int* index) {
    const int code = real.MPI_T_pvar_get_index(name, var_class, index);
    if (code == MPI_SUCCESS && stale && *index > 0) --*index;
    stale = false;
    return code;
  };
}

MPITCHECK_FAULT(sequence_deafened_level_hears_after_traffic,
                "A callback that was removed while another level has one is called all the same",
                clause::event_callback_null_removes) {
  mpi.MPI_T_event_register_callback = [](MPI_T_event_registration registration,
                                         MPI_T_cb_safety safety, MPI_Info info, void* user_data,
                                         CallbackPointer<MPI_T_event_cb_function> callback) {
    static int registered = 0;
    if (callback == nullptr && registered > 1) return MPI_SUCCESS;
    registered += callback != nullptr;
    return real.MPI_T_event_register_callback(registration, safety, info, user_data, callback);
  };
}

MPITCHECK_FAULT(sequence_members_swapped_after_failed_lookup,
                "The first list of cvars after the look-up of an unknown category is out of order",
                clause::category_members_only_added, clause::category_changed_equal_means_same) {
  static bool failed = false;
  mpi.MPI_T_category_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_category_get_index(name, index);
    failed = code == MPI_T_ERR_INVALID_NAME;
    return code;
  };
  change_members<&Interface::MPI_T_category_get_cvars>(mpi, [](int, Members& members) {
    if (members.size() > 1 && std::exchange(failed, false)) std::swap(members[0], members[1]);
  });
}

}  // namespace
}  // namespace mpitcheck::faults
