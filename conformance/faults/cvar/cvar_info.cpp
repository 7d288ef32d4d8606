// SPDX-License-Identifier: BSD-3-Clause
// Faults of what MPI_T_cvar_get_info tells of a cvar.
#include <cctype>
#include <string>

#include "conformance/faults/conventions/replies.hpp"
#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

constexpr int no_constant = 4711;

std::string cvar_name(int index) {
  const auto none = [] { return static_cast<int*>(nullptr); };
  return name_at<query_of::cvar>(index, none(), static_cast<MPI_Datatype*>(nullptr),
                                 static_cast<MPI_T_enum*>(nullptr), static_cast<char*>(nullptr),
                                 none(), none(), none());
}

constexpr auto last_cvar = [] { return number_of(real.MPI_T_cvar_get_num) - 1; };

// The cvar with the index that which() tells bears the name that new_name(index) makes.
template <class Which, class NewName>
void rename(Interface& mpi, Which, NewName) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, auto... rest) {
    if (index != Which{}()) return real.MPI_T_cvar_get_info(index, name, name_len, rest...);
    const int code = real.MPI_T_cvar_get_info(index, nullptr, nullptr, rest...);
    if (code == MPI_SUCCESS) return_text(NewName{}(index), name, name_len);
    return code;
  };
  mpi.MPI_T_cvar_get_index = [](const char* name, int* index) {
    const int code = real.MPI_T_cvar_get_index(name, index);
    if (code == MPI_SUCCESS || name != NewName{}(Which{}())) return code;
    set(index, Which{}());
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(cvar_name_empty, "The last cvar has an empty name", clause::cvar_name_nonempty) {
  rename(mpi, last_cvar, [](int) { return std::string(); });
}

MPITCHECK_FAULT(cvar_name_twice, "The last cvar has the name of the first",
                clause::cvar_name_unique, clause::cvar_get_index_roundtrip) {
  rename(mpi, last_cvar, [](int) { return cvar_name(0); });
}

MPITCHECK_FAULT(cvar_name_changes_in_init, "MPI_Init renames the first cvar",
                clause::cvar_info_immutable, clause::cvar_index_stable) {
  rename(
      mpi, [] { return 0; },
      [](int index) { return cvar_name(index) + (mpi_was_initialized() ? "_active" : ""); });
}

MPITCHECK_FAULT(cvar_desc_length_zero, "The length of a missing description is 0",
                clause::cvar_desc_optional, clause::strings_null_buffer_query,
                clause::strings_zero_size_query) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    const bool missing = is_last_cvar(index) && desc_len != nullptr;
    const int code = real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype,
                                              missing ? nullptr : desc, desc_len, bind, scope);
    if (code != MPI_SUCCESS || !missing) return code;
    return_text("", desc, desc_len);
    *desc_len = 0;
    return code;
  };
}

MPITCHECK_FAULT(cvar_desc_changes_in_finalize, "MPI_Finalize changes the descriptions",
                clause::cvar_info_immutable) {
  spoil_cvar_desc(mpi, [](const Text& desc) {
    if (desc.given < 2 || !desc.is_read() || !mpi_was_finalized()) return;
    const auto first = static_cast<unsigned char>(desc.buffer[0]);
    if (std::isupper(first) != 0) desc.buffer[0] = static_cast<char>(std::tolower(first));
  });
}

MPITCHECK_FAULT(cvar_verbosity_changes_in_init, "MPI_Init changes the verbosity of the first cvar",
                clause::cvar_info_immutable) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (!mpi_was_initialized() || reply.index != 0 || reply.verbosity == nullptr) return;
    *reply.verbosity = *reply.verbosity == MPI_T_VERBOSITY_USER_ALL ? MPI_T_VERBOSITY_USER_BASIC
                                                                    : MPI_T_VERBOSITY_USER_ALL;
  });
}

MPITCHECK_FAULT(cvar_bind_changes_in_init,
                "MPI_Init binds the cvars of other objects to communicators",
                clause::cvar_info_immutable) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (mpi_was_initialized() && !mpi_was_finalized() && reply.bind != nullptr &&
        *reply.bind != MPI_T_BIND_NO_OBJECT && *reply.bind != MPI_T_BIND_MPI_COMM) {
      *reply.bind = MPI_T_BIND_MPI_COMM;
    }
  });
}

MPITCHECK_FAULT(cvar_enumtype_lost_in_init, "After MPI_Init cvars have no enumeration any more",
                clause::cvar_info_immutable) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (mpi_was_initialized()) set(reply.enumtype, MPI_T_ENUM_NULL);
  });
}

MPITCHECK_FAULT(cvar_scope_changes_late, "From the 1000th query on, LOCAL cvars have scope GROUP",
                clause::cvar_info_immutable) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    static int queries = 0;
    if (++queries < 1000 || reply.scope == nullptr) return;
    if (*reply.scope == MPI_T_SCOPE_LOCAL) *reply.scope = MPI_T_SCOPE_GROUP;
  });
}

MPITCHECK_FAULT(cvar_scope_changes_by_handle, "Once it had a handle, a LOCAL cvar has scope GROUP",
                clause::cvar_info_immutable) {
  static int with_handle = -1;
  mpi.MPI_T_cvar_handle_alloc = [](int index, auto... arguments) {
    with_handle = index;
    return real.MPI_T_cvar_handle_alloc(index, arguments...);
  };
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (reply.index != with_handle || reply.scope == nullptr) return;
    if (*reply.scope == MPI_T_SCOPE_LOCAL) *reply.scope = MPI_T_SCOPE_GROUP;
  });
}

MPITCHECK_FAULT(cvar_scope_unknown, "The scope of the last cvar is no constant",
                clause::cvar_scope_is_constant) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (is_last_cvar(reply.index)) set(reply.scope, no_constant);
  });
}

MPITCHECK_FAULT(cvar_scope_unset_after_init, "After MPI_Init the scope of a cvar is not returned",
                clause::cvar_scope_is_constant, clause::cvar_info_immutable) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                               int* desc_len, int* bind, int* scope) {
    return real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, enumtype, desc,
                                    desc_len, bind, mpi_was_initialized() ? nullptr : scope);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
