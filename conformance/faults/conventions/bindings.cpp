// SPDX-License-Identifier: BSD-3-Clause
// Faults of binding variables to objects, and of the counts that come with handles.
#include <cstddef>
#include <cstring>
#include <map>

#include "conformance/faults/cvar/cvar_handles.hpp"

namespace mpitcheck::faults {
namespace {

bool needs_no_object(int cvar) {
  const CvarFacts facts(cvar);
  return facts.found && facts.bind == MPI_T_BIND_NO_OBJECT;
}

int bind_of_pvar(int index) {
  int bind = 0;
  int var_class = 0, readonly = 0, continuous = 0, atomic = 0;
  return real.MPI_T_pvar_get_info(index, nullptr, nullptr, nullptr, &var_class, nullptr, nullptr,
                                  nullptr, nullptr, &bind, &readonly, &continuous,
                                  &atomic) == MPI_SUCCESS
             ? bind
             : -1;
}

MPITCHECK_FAULT(binding_cvar_wants_object, "A cvar bound to no object wants one",
                clause::binding_no_object_is_process_wide, clause::cvar_handle_count,
                clause::cvar_read_any_scope) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    if (object == nullptr && is_last_cvar(index + 1)) return MPI_T_ERR_INVALID_HANDLE;
    return real.MPI_T_cvar_handle_alloc(index, object, handle, count);
  };
}

MPITCHECK_FAULT(binding_pvar_wants_object_early,
                "Before MPI_Init a pvar bound to no object wants one",
                clause::binding_no_object_is_process_wide) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    if (object == nullptr && !mpi_was_initialized()) return MPI_T_ERR_INVALID_HANDLE;
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(binding_cvar_object_refused, "A cvar bound to no object refuses an address",
                clause::binding_object_ignored_if_no_object) {
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    if (object != nullptr && needs_no_object(index)) return MPI_T_ERR_INVALID_HANDLE;
    return real.MPI_T_cvar_handle_alloc(index, object, handle, count);
  };
}

MPITCHECK_FAULT(binding_cvar_object_alters_value,
                "A cvar bound to no object has another value for an address",
                clause::binding_object_ignored_if_no_object) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    if (cvar.bind == MPI_T_BIND_NO_OBJECT && cvar.with_object) value[0] ^= 1;
  });
}

MPITCHECK_FAULT(binding_pvar_object_refused, "A pvar bound to no object refuses an address",
                clause::binding_object_ignored_if_no_object) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    if (object != nullptr && bind_of_pvar(index) == MPI_T_BIND_NO_OBJECT) {
      return MPI_T_ERR_INVALID_HANDLE;
    }
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(binding_pvar_object_alters_count,
                "A pvar bound to no object has an element more for an address",
                clause::binding_object_ignored_if_no_object) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS && object != nullptr && bind_of_pvar(index) == MPI_T_BIND_NO_OBJECT) {
      ++*count;
    }
    return code;
  };
}

MPITCHECK_FAULT(binding_comm_one_handle, "A cvar has one handle for all communicators",
                clause::binding_exactly_one_object) {
  static std::map<int, MPI_T_cvar_handle> first;
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = alloc_cvar(index, object, handle, count);
    if (code != MPI_SUCCESS || cvar_of(*handle)->bind != MPI_T_BIND_MPI_COMM) return code;
    const auto [known, is_new] = first.emplace(index, *handle);
    if (!is_new) *handle = known->second;
    return code;
  };
  mpi.MPI_T_cvar_handle_free = [](MPI_T_cvar_handle* handle) {
    const OpenCvar* const cvar = cvar_of(*handle);
    if (cvar == nullptr || cvar->bind != MPI_T_BIND_MPI_COMM) return free_cvar(handle);
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(binding_comm_world_only, "Only MPI_COMM_WORLD can be bound to a pvar",
                clause::binding_exactly_one_object) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    if (object != nullptr && bind_of_pvar(index) == MPI_T_BIND_MPI_COMM &&
        *static_cast<MPI_Comm*>(object) != MPI_COMM_WORLD) {
      return MPI_T_ERR_INVALID_HANDLE;
    }
    return real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
  };
}

MPITCHECK_FAULT(datatype_text_count_without_null, "The count of a text leaves out its null",
                clause::datatype_char_count_covers_max, clause::datatype_char_is_string,
                clause::datatype_value_layout, clause::cvar_read_delivers_value) {
  follow_cvar_handles(mpi);
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = alloc_cvar(index, object, handle, count);
    const auto value = code == MPI_SUCCESS ? value_of(*handle) : std::vector<unsigned char>{};
    if (!value.empty() && cvar_of(*handle)->is_text()) {
      *count = static_cast<int>(std::strlen(reinterpret_cast<const char*>(value.data())));
    }
    return code;
  };
}

MPITCHECK_FAULT(datatype_text_count_of_value, "The count of a text is that of its current value",
                clause::datatype_char_count_covers_max, clause::cvar_handle_count) {
  spoil_cvar_read(mpi, [](const OpenCvar&, unsigned char*) {});
  mpi.MPI_T_cvar_handle_alloc = [](int index, void* object, MPI_T_cvar_handle* handle, int* count) {
    const int code = alloc_cvar(index, object, handle, count);
    const auto value = code == MPI_SUCCESS ? value_of(*handle) : std::vector<unsigned char>{};
    if (!value.empty() && cvar_of(*handle)->is_text()) {
      *count = static_cast<int>(std::strlen(reinterpret_cast<const char*>(value.data()))) + 1;
      open_cvars[*handle].count = *count;
    }
    return code;
  };
  mpi.MPI_T_cvar_read = [](MPI_T_cvar_handle handle, void* buffer) {
    const OpenCvar* const cvar = cvar_of(handle);
    if (cvar == nullptr || !cvar->is_text()) return real.MPI_T_cvar_read(handle, buffer);
    std::vector<char> value(65536);
    const int code = real.MPI_T_cvar_read(handle, value.data());
    if (code == MPI_SUCCESS) std::memcpy(buffer, value.data(), cvar->bytes());
    return code;
  };
}

// Where the values of pvar handles end, if their elements have 8 bytes.
std::map<MPI_T_pvar_handle, std::size_t> pvar_ends;

void follow_ends(Interface& mpi) {
  mpi.MPI_T_pvar_handle_alloc = [](MPI_T_pvar_session session, int index, void* object,
                                   MPI_T_pvar_handle* handle, int* count) {
    const int code = real.MPI_T_pvar_handle_alloc(session, index, object, handle, count);
    if (code == MPI_SUCCESS) pvar_ends[*handle] = 8 * static_cast<std::size_t>(*count);
    return code;
  };
}

// Writes an element behind a value that was delivered; returns `code`.
int overrun(int code, MPI_T_pvar_handle handle, void* buffer) {
  if (code == MPI_SUCCESS) std::memset(static_cast<char*>(buffer) + pvar_ends[handle], 0, 8);
  return code;
}

MPITCHECK_FAULT(datatype_pvar_beyond, "A pvar is read with an element more than its count",
                clause::datatype_value_layout) {
  follow_ends(mpi);
  mpi.MPI_T_pvar_read = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buffer) {
    return overrun(real.MPI_T_pvar_read(session, handle, buffer), handle, buffer);
  };
}

MPITCHECK_FAULT(datatype_readreset_beyond,
                "MPI_T_pvar_readreset writes an element more than the count",
                clause::datatype_value_layout) {
  follow_ends(mpi);
  mpi.MPI_T_pvar_readreset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                                void* buffer) {
    return overrun(real.MPI_T_pvar_readreset(session, handle, buffer), handle, buffer);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
