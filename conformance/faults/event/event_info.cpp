// SPDX-License-Identifier: BSD-3-Clause
// Faults of what else an event type says of itself: verbosity, binding, enumeration, hints; and of
// outputs that are not wanted.
#include <cstdio>

#include "conformance/faults/conventions/altered.hpp"
#include "conformance/faults/conventions/info_objects.hpp"
#include "conformance/faults/event/event_query.hpp"

namespace mpitcheck::faults {
namespace {

template <class IsRefused>
void refuse_event_info(Interface& mpi, IsRefused) {
  answer_event_info(
      mpi, [](EventQuery& query) { return IsRefused{}(query) ? MPI_T_ERR_INVALID : query.ask(); });
}

MPITCHECK_FAULT(event_null_verbosity_refused, "NULL for verbosity is refused",
                clause::event_info_null_args) {
  refuse_event_info(mpi, [](const EventQuery& query) { return query.verbosity == nullptr; });
}

MPITCHECK_FAULT(event_null_name_len_refused, "NULL for name_len is refused",
                clause::event_info_null_args, clause::strings_null_length_ignores_buffer) {
  refuse_event_info(mpi, [](const EventQuery& query) { return query.name_len == nullptr; });
}

MPITCHECK_FAULT(event_null_desc_len_refused, "NULL for desc_len is refused",
                clause::event_info_null_args) {
  refuse_event_info(mpi, [](const EventQuery& query) { return query.desc_len == nullptr; });
}

MPITCHECK_FAULT(event_null_bind_refused, "NULL for bind is refused", clause::event_info_null_args) {
  refuse_event_info(mpi, [](const EventQuery& query) { return query.bind == nullptr; });
}

MPITCHECK_FAULT(event_null_enumtype_refused, "NULL for enumtype is refused",
                clause::event_info_null_args) {
  refuse_event_info(mpi, [](const EventQuery& query) { return query.enumtype == nullptr; });
}

MPITCHECK_FAULT(event_null_everything_refused, "a query that wants nothing is refused",
                clause::event_info_null_args) {
  refuse_event_info(mpi, [](const EventQuery& query) {
    return query.name == nullptr && query.name_len == nullptr && query.verbosity == nullptr &&
           query.num_elements == nullptr && query.bind == nullptr;
  });
}

MPITCHECK_FAULT(event_null_desc_ends_query, "without desc no binding is told",
                clause::event_info_null_args) {
  answer_event_info(mpi, [](EventQuery& query) {
    if (query.desc == nullptr) query.bind = nullptr;
    return query.ask();
  });
}

MPITCHECK_FAULT(event_null_info_drops_desc, "without info no description is told",
                clause::event_info_null_args) {
  answer_event_info(mpi, [](EventQuery& query) {
    if (query.info == nullptr) query.desc = nullptr;
    return query.ask();
  });
}

MPITCHECK_FAULT(event_verbosity_unknown, "the verbosity of the last event type is none of the nine",
                clause::event_info_verbosity) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.verbosity != nullptr && is_last_event(query.index)) *query.verbosity = 9999;
  });
}

MPITCHECK_FAULT(event_bind_unknown, "the binding of the last event type is no binding",
                clause::event_info_bind) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.bind != nullptr && is_last_event(query.index)) *query.bind = 9999;
  });
}

MPITCHECK_FAULT(event_verbosity_wavers, "every other query tells another verbosity",
                clause::event_info_repeatable) {
  change_event_info(mpi, [](EventQuery& query) {
    static bool other = false;
    if (query.verbosity == nullptr) return;
    other = !other;
    *query.verbosity = other ? MPI_T_VERBOSITY_USER_BASIC : MPI_T_VERBOSITY_TUNER_ALL;
  });
}

MPITCHECK_FAULT(event_desc_counts_queries, "the description tells how often it was asked for",
                clause::event_info_repeatable) {
  change_event_info(mpi, [](EventQuery& query) {
    static int queries = 0;
    if (query.desc == nullptr || query.desc_room < 20) return;
    std::snprintf(query.desc, static_cast<std::size_t>(query.desc_room), "queried %d times",
                  ++queries);
    if (query.desc_len != nullptr) *query.desc_len = 40;
  });
}

MPITCHECK_FAULT(event_desc_lost_after_200_queries,
                "after 200 queries event types lose their descriptions",
                clause::event_info_repeatable) {
  change_event_info(mpi, [](EventQuery& query) {
    static int queries = 0;
    if (++queries <= 200) return;
    if (query.desc != nullptr && query.desc_room > 0) query.desc[0] = '\0';
    if (query.desc_len != nullptr) *query.desc_len = 1;
  });
}

// An enumeration of our own, which only this fault knows.
MPI_T_enum own_enum() {
  static char place[64];
  return reinterpret_cast<MPI_T_enum>(&place[0]);
}

template <int items, class NameOf>
void offer_own_enum(Interface& mpi, NameOf) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.enumtype != nullptr && is_last_event(query.index)) *query.enumtype = own_enum();
  });
  mpi.MPI_T_enum_get_info = [](MPI_T_enum enumtype, int* num, char* name, int* name_len) {
    if (enumtype != own_enum()) return real.MPI_T_enum_get_info(enumtype, num, name, name_len);
    if (num != nullptr) *num = items;
    if (name_len == nullptr) return MPI_SUCCESS;
    if (name != nullptr && *name_len > 0) std::snprintf(name, std::size_t(*name_len), "own");
    *name_len = 4;
    return MPI_SUCCESS;
  };
  mpi.MPI_T_enum_get_item = [](MPI_T_enum enumtype, int item, int* value, char* name,
                               int* name_len) {
    if (enumtype != own_enum()) {
      return real.MPI_T_enum_get_item(enumtype, item, value, name, name_len);
    }
    const char* const text = NameOf{}(item);
    if (text == nullptr) return MPI_T_ERR_INVALID_INDEX;
    if (value != nullptr) *value = item;
    if (name_len == nullptr) return MPI_SUCCESS;
    const int room = *name_len;
    *name_len =
        std::snprintf(name, room > 0 && name != nullptr ? std::size_t(room) : 0, "%s", text) + 1;
    return MPI_SUCCESS;
  };
}

MPITCHECK_FAULT(event_enum_without_items, "the enumeration of an event type has no items",
                clause::event_info_enumtype) {
  offer_own_enum<0>(mpi, [](int) -> const char* { return nullptr; });
}

MPITCHECK_FAULT(event_enum_items_of_one_name,
                "two items of the enumeration of an event type have one name",
                clause::event_info_enumtype) {
  offer_own_enum<3>(mpi, [](int item) { return item == 1 ? "other" : "same"; });
}

MPITCHECK_FAULT(event_enum_with_a_gap, "an item of the enumeration of an event type is missing",
                clause::event_info_enumtype) {
  offer_own_enum<3>(mpi, [](int item) -> const char* {
    return item == 1 ? nullptr : item == 0 ? "first" : "third";
  });
}

MPITCHECK_FAULT(event_enum_garbage, "the enumeration of an event type is unset memory",
                clause::event_info_enumtype) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.enumtype == nullptr || !is_last_event(query.index)) return;
    *query.enumtype = reinterpret_cast<MPI_T_enum>(0x5A5A5A58UL);
  });
}

MPITCHECK_FAULT(event_info_object_freed, "the info object was freed already",
                clause::event_info_object) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.info == nullptr || *query.info == MPI_INFO_NULL) return;
    MPI_Info copy = *query.info;
    took_effect();
    PMPI_Info_free(&copy);
  });
}

MPITCHECK_FAULT(event_info_object_shared, "all queries return one info object",
                clause::event_info_object) {
  answer_event_info(mpi, [](auto& query) { return ask_for_shared_info(query); });
}

MPITCHECK_FAULT(event_differs_between_processes, "each process has a verbosity of its own",
                clause::event_info_cross_process, clause::multiprocess_event_identical) {
  change_event_info(mpi, [](EventQuery& query) {
    if (query.verbosity == nullptr || !mpi_was_initialized() || mpi_was_finalized()) return;
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    *query.verbosity = rank == 0 ? MPI_T_VERBOSITY_USER_BASIC : MPI_T_VERBOSITY_TUNER_ALL;
  });
}

}  // namespace
}  // namespace mpitcheck::faults
