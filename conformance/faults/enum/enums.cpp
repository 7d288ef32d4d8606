// SPDX-License-Identifier: BSD-3-Clause
// Faults of enumerations and their items, and of the variables that carry them.
#include "conformance/faults/cvar/cvar_handles.hpp"

#include <cstring>

#include "conformance/faults/conventions/texts.hpp"

namespace mpitcheck::faults {
namespace {

int item_count(MPI_T_enum enumtype) {
  int num = 0;
  int length = 0;
  return real.MPI_T_enum_get_info(enumtype, &num, nullptr, &length) == MPI_SUCCESS ? num : 0;
}

MPITCHECK_FAULT(enum_of_unsigned_cvar, "Unsigned cvars carry an enumeration",
                clause::enum_only_with_int, clause::enum_nonint_none_returned) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (reply.datatype != nullptr && *reply.datatype == MPI_UNSIGNED) {
      set(reply.enumtype, some_enum());
    }
  });
}

MPITCHECK_FAULT(enum_of_double_pvar, "Double pvars carry an enumeration",
                clause::enum_only_with_int, clause::enum_nonint_none_returned) {
  spoil_pvar_info(mpi, [](const PvarReply& reply) {
    if (reply.datatype != nullptr && *reply.datatype == MPI_DOUBLE) {
      set(reply.enumtype, some_enum());
    }
  });
}

MPITCHECK_FAULT(enum_of_text_after_init, "After MPI_Init texts carry an enumeration",
                clause::enum_only_with_int, clause::enum_nonint_none_returned) {
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (reply.datatype != nullptr && *reply.datatype == MPI_CHAR && mpi_was_initialized()) {
      set(reply.enumtype, some_enum());
    }
  });
}

MPITCHECK_FAULT(enum_unset_for_int, "For an MPI_INT cvar without enumeration none is returned",
                clause::enum_null_when_absent) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, auto... rest) {
    MPI_T_enum own = MPI_T_ENUM_NULL;
    const int code =
        real.MPI_T_cvar_get_info(index, name, name_len, verbosity, datatype, &own, rest...);
    if (code == MPI_SUCCESS && own != MPI_T_ENUM_NULL) set(enumtype, own);
    return code;
  };
}

MPITCHECK_FAULT(enum_unusable, "The enumeration of the last MPI_INT cvar cannot be queried",
                clause::enum_null_when_absent) {
  static int nothing;
  spoil_cvar_info(mpi, [](const CvarReply& reply) {
    if (reply.datatype == nullptr || *reply.datatype != MPI_INT || !is_last_cvar(reply.index)) {
      return;
    }
    set(reply.enumtype, reinterpret_cast<MPI_T_enum>(&nothing));
  });
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, auto... outputs) {
    return enumtype == reinterpret_cast<MPI_T_enum>(&nothing)
               ? MPI_T_ERR_INVALID_INDEX
               : real.MPI_T_enum_get_info(enumtype, outputs...);
  };
}

MPITCHECK_FAULT(enum_null_argument_refused, "MPI_T_cvar_get_info wants a place for the enumeration",
                clause::enum_nonint_none_returned, clause::cvar_info_null_out_ignored) {
  mpi.MPI_T_cvar_get_info = [](int index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype* datatype, MPI_T_enum* enumtype, auto... rest) {
    return enumtype == nullptr ? MPI_T_ERR_INVALID
                               : real.MPI_T_cvar_get_info(index, name, name_len, verbosity,
                                                          datatype, enumtype, rest...);
  };
}

// Lets `spoil(num)` change the number of items that MPI_T_enum_get_info tells.
template <class Spoil>
void spoil_item_count(Interface& mpi, Spoil) {
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, int* num, char* name, int* name_len) {
    const int code = real.MPI_T_enum_get_info(enumtype, num, name, name_len);
    if (code == MPI_SUCCESS && num != nullptr) Spoil{}(*num);
    return code;
  };
}

MPITCHECK_FAULT(enum_without_items, "An enumeration has no items",
                clause::enum_item_count_positive) {
  spoil_item_count(mpi, [](int& num) { num = 0; });
}

MPITCHECK_FAULT(enum_count_varies, "Each second query tells an item less",
                clause::enum_item_count_positive) {
  spoil_item_count(mpi, [](int& num) {
    static bool second = false;
    if (second) --num;
    second = !second;
  });
}

MPITCHECK_FAULT(enum_count_falls_in_init, "After MPI_Init enumerations have an item less",
                clause::enum_item_count_positive) {
  spoil_item_count(mpi, [](int& num) {
    if (mpi_was_initialized()) --num;
  });
}

MPITCHECK_FAULT(enum_name_empty, "Enumerations have an empty name",
                clause::enum_name_nonempty_unique) {
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, int* num, char* name, int* name_len) {
    const int code = real.MPI_T_enum_get_info(enumtype, num, nullptr, nullptr);
    if (code == MPI_SUCCESS) return_text("", name, name_len);
    return code;
  };
}

MPITCHECK_FAULT(enum_name_shared, "All enumerations have the same name",
                clause::enum_name_nonempty_unique) {
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, int* num, char* name, int* name_len) {
    const int code = real.MPI_T_enum_get_info(enumtype, num, nullptr, nullptr);
    if (code == MPI_SUCCESS) return_text("enumeration", name, name_len);
    return code;
  };
}

MPITCHECK_FAULT(enum_item_gap, "The second item of each enumeration is missing",
                clause::enum_item_access) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, auto... outputs) {
    return index == 1 ? MPI_T_ERR_INVALID_INDEX
                      : real.MPI_T_enum_get_item(enumtype, index, outputs...);
  };
}

MPITCHECK_FAULT(enum_item_last_missing, "The last item of each enumeration is missing",
                clause::enum_item_access) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, auto... outputs) {
    return index == item_count(enumtype) - 1
               ? MPI_T_ERR_INVALID_INDEX
               : real.MPI_T_enum_get_item(enumtype, index, outputs...);
  };
}

MPITCHECK_FAULT(enum_item_value_unset, "The value of an item is not returned",
                clause::enum_item_access) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, int*, char* name, int* name_len) {
    int value = 0;
    return real.MPI_T_enum_get_item(enumtype, index, &value, name, name_len);
  };
}

MPITCHECK_FAULT(enum_item_value_varies, "The value of an item grows with each query",
                clause::enum_item_access, clause::enum_variable_value_is_item) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, int* value, auto... rest) {
    static int queries = 0;
    const int code = real.MPI_T_enum_get_item(enumtype, index, value, rest...);
    if (code == MPI_SUCCESS && value != nullptr) *value += ++queries;
    return code;
  };
}

// The last item of each enumeration is named as `rename(enumtype)` says.
template <class Rename>
void rename_last_item(Interface& mpi, Rename) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, int* value, char* name,
                               int* name_len) {
    if (index != item_count(enumtype) - 1) {
      return real.MPI_T_enum_get_item(enumtype, index, value, name, name_len);
    }
    const int code = real.MPI_T_enum_get_item(enumtype, index, value, nullptr, nullptr);
    if (code == MPI_SUCCESS) return_text(Rename{}(enumtype), name, name_len);
    return code;
  };
}

MPITCHECK_FAULT(enum_item_name_empty, "The last item of each enumeration has an empty name",
                clause::enum_item_name_nonempty_unique) {
  rename_last_item(mpi, [](MPI_T_enum) { return std::string(); });
}

MPITCHECK_FAULT(enum_item_name_twice, "The last item of each enumeration is named as the first",
                clause::enum_item_name_nonempty_unique) {
  rename_last_item(mpi, [](MPI_T_enum enumtype) {
    int value = 0, length = 0;
    real.MPI_T_enum_get_item(enumtype, 0, &value, nullptr, &length);
    std::string name(static_cast<std::size_t>(length), '\0');
    real.MPI_T_enum_get_item(enumtype, 0, &value, name.data(), &length);
    name.resize(std::strlen(name.c_str()));
    return name;
  });
}

MPITCHECK_FAULT(enum_bad_item_found, "The item behind the last one is found",
                clause::enum_item_bad_index_code, clause::enum_item_bad_index_code_3x) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, auto... outputs) {
    const int count = item_count(enumtype);
    return real.MPI_T_enum_get_item(enumtype, index == count ? count - 1 : index, outputs...);
  };
}

MPITCHECK_FAULT(enum_bad_item_code, "A negative item index is answered with another code",
                clause::enum_item_bad_index_code, clause::enum_item_bad_index_code_3x) {
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int index, auto... outputs) {
    return index < 0 ? MPI_T_ERR_INVALID : real.MPI_T_enum_get_item(enumtype, index, outputs...);
  };
}

MPITCHECK_FAULT(enum_null_accepted, "MPI_T_ENUM_NULL has no items, and can be asked for that",
                clause::enum_bad_handle_code) {
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, int* num, char* name, int* name_len) {
    if (enumtype != MPI_T_ENUM_NULL) return real.MPI_T_enum_get_info(enumtype, num, name, name_len);
    set(num, 0);
    return_text("", name, name_len);
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(enum_value_of_no_item, "Cvars with an enumeration have values beside its items",
                clause::enum_variable_value_is_item, clause::cvar_write_takes_effect) {
  spoil_cvar_read(mpi, [](const OpenCvar& cvar, unsigned char* value) {
    constexpr int no_item = 4711;
    if (CvarFacts(cvar.index).has_enum()) std::memcpy(value, &no_item, sizeof no_item);
  });
}

}  // namespace
}  // namespace mpitcheck::faults
