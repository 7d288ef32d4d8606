// SPDX-License-Identifier: BSD-3-Clause
// OUT arguments: a call that succeeds writes each of them. Each call is made twice, over two
// fillings. An output that keeps both fillings was not written. Other tests cover texts and values.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/event_watch.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/sources.hpp"
#include "conformance/harness/objects/variables.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

constexpr int turns = 2;
constexpr std::array<unsigned char, turns> turn_fillings{0x5a, 0xa5};

// Whether the call wrote some of the bytes from `from` to `to`, in either of the two places.
bool is_any_written(const void* const (&places)[turns], std::size_t from, std::size_t to) {
  for (int turn = 0; turn < turns; ++turn) {
    const auto* const bytes = static_cast<const unsigned char*>(places[turn]);
    if (std::any_of(bytes + from, bytes + to, [&](unsigned char byte) {
          return byte != turn_fillings[static_cast<std::size_t>(turn)];
        })) {
      return true;
    }
  }
  return false;
}

// Whether the whole output was written. Long numbers are checked in parts of the size of an int.
template <class T>
bool is_all_written(const T& one, const T& other) {
  constexpr bool is_number = std::is_arithmetic_v<T>;
  constexpr std::size_t part = is_number ? std::min(sizeof(T), sizeof(int)) : sizeof(T);
  for (std::size_t from = 0; from < sizeof(T); from += part) {
    if (!is_any_written({&one, &other}, from, from + part)) return false;
  }
  return true;
}

// Places for one OUT argument of both calls.
template <class T>
class OverTwo {
 public:
  OverTwo(std::string_view name, Clause rule) : name_(name), rule_(rule) {
    for (std::size_t turn = 0; turn < turns; ++turn) {
      std::memset(static_cast<void*>(&values_[turn]), turn_fillings[turn], sizeof(T));
    }
  }

  T* of(int turn) { return &values_[static_cast<std::size_t>(turn)]; }
  [[nodiscard]] bool is_written() const { return is_all_written(values_[0], values_[1]); }
  template <class Subject>
  void check(Test& t, const Subject& subject) const {
    t.check(rule_, subject, mpitcheck::is_written(name_, is_written()));
  }

 private:
  std::string_view name_;
  Clause rule_;
  std::array<T, turns> values_;
};

// Makes both calls. Returns whether they succeeded, so that their outputs can be examined.
template <class Call>
bool both_succeed(const Call& call) {
  return call(0) == MPI_SUCCESS && call(1) == MPI_SUCCESS;
}

template <class Subject, class... Outputs>
void check_all(Test& t, const Subject& subject, const Outputs&... outputs) {
  (outputs.check(t, subject), ...);
}

// The one output of a function that queries a number.
void check_number(Test& t, const Function<int(int*)>& function, std::string_view subject,
                  std::string_view output, Clause rule) {
  noting_what_is_missing(t, [&] {
    OverTwo<int> number(output, rule);
    if (both_succeed([&](int turn) { return function(number.of(turn)); })) {
      number.check(t, subject);
    }
  });
}

// Room for the texts of a query.
struct QueriedTexts {
  std::array<char, WholeText::usual> name{}, desc{};
  int name_len = WholeText::usual, desc_len = WholeText::usual;
};

template <class Variable>
bool must_have_enumtype(const Variable& variable) {
  return variable.datatype == MPI_INT;  // other types may leave it unchanged (A12)
}

void check_outputs(Test& t, const CvarInfo& cvar) {
  OverTwo<int> verbosity("verbosity", clause::verbosity_reported_is_constant);
  OverTwo<MPI_Datatype> datatype("datatype", clause::datatype_allowed_set);
  OverTwo<MPI_T_enum> enumtype("enumtype", clause::enum_null_when_absent);
  OverTwo<int> bind("bind", clause::binding_reported_is_constant);
  OverTwo<int> scope("scope", clause::cvar_scope_is_constant);
  const auto query = [&](int turn) {
    QueriedTexts texts;
    return call::MPI_T_cvar_get_info(
        cvar.index, texts.name.data(), &texts.name_len, verbosity.of(turn), datatype.of(turn),
        enumtype.of(turn), texts.desc.data(), &texts.desc_len, bind.of(turn), scope.of(turn));
  };
  if (!both_succeed(query)) return;
  check_all(t, cvar, verbosity, datatype, bind, scope);
  if (must_have_enumtype(cvar)) enumtype.check(t, cvar);
}

void check_outputs(Test& t, const PvarInfo& pvar) {
  OverTwo<int> verbosity("verbosity", clause::verbosity_reported_is_constant);
  OverTwo<int> var_class("var_class", clause::pvar_class_constants);
  OverTwo<MPI_Datatype> datatype("datatype", clause::datatype_allowed_set);
  OverTwo<MPI_T_enum> enumtype("enumtype", clause::enum_null_when_absent);
  OverTwo<int> bind("bind", clause::binding_reported_is_constant);
  OverTwo<int> readonly("readonly", clause::pvar_flag_readonly);
  OverTwo<int> continuous("continuous", clause::pvar_flag_continuous);
  OverTwo<int> atomic("atomic", clause::pvar_flag_atomic);
  const auto query = [&](int turn) {
    QueriedTexts texts;
    return call::MPI_T_pvar_get_info(
        pvar.index, texts.name.data(), &texts.name_len, verbosity.of(turn), var_class.of(turn),
        datatype.of(turn), enumtype.of(turn), texts.desc.data(), &texts.desc_len, bind.of(turn),
        readonly.of(turn), continuous.of(turn), atomic.of(turn));
  };
  if (!both_succeed(query)) return;
  check_all(t, pvar, verbosity, var_class, datatype, bind, readonly, continuous, atomic);
  if (must_have_enumtype(pvar)) enumtype.check(t, pvar);
}

void check_outputs(Test& t, const CategoryInfo& category) {
  constexpr Clause rule = clause::category_info_counts;
  OverTwo<int> cvars("num_cvars", rule), pvars("num_pvars", rule), inner("num_categories", rule);
  const auto query = [&](int turn) {
    QueriedTexts texts;
    return call::MPI_T_category_get_info(category.index, texts.name.data(), &texts.name_len,
                                         texts.desc.data(), &texts.desc_len, cvars.of(turn),
                                         pvars.of(turn), inner.of(turn));
  };
  if (both_succeed(query)) check_all(t, category, cvars, pvars, inner);
}

void check_num_events(Test& t, const CategoryInfo& category) {
  OverTwo<int> events("num_events", clause::category_num_events);
  const auto query = [&](int turn) {
    return call::MPI_T_category_get_num_events(category.index, events.of(turn));
  };
  if (both_succeed(query)) events.check(t, category);
}

void check_enum(Test& t, const EnumInfo& info) {
  OverTwo<int> num("num", clause::enum_item_count_positive);
  const auto count = [&](int turn) { return query_enum(info.handle, num.of(turn)); };
  if (both_succeed(count)) num.check(t, info);
  for (int item = 0; item < static_cast<int>(info.items.size()); ++item) {
    OverTwo<int> value("value", clause::enum_item_access);
    const auto query = [&](int turn) { return query_enum_item(info.handle, item, value.of(turn)); };
    if (both_succeed(query))
      value.check(t, [&] { return join("item ", item, " of ", info.label()); });
  }
}

void check_outputs(Test& t, const EventInfo& event) {
  OverTwo<int> verbosity("verbosity", clause::event_info_verbosity);
  OverTwo<MPI_T_enum> enumtype("enumtype", clause::event_info_enumtype);
  OverTwo<int> bind("bind", clause::event_info_bind);
  const auto query = [&](int turn) {
    QueriedTexts texts;
    std::array<MPI_Datatype, 1> datatypes{};
    std::array<MPI_Aint, 1> displacements{};
    int room = 1;
    return call::MPI_T_event_get_info(event.index, texts.name.data(), &texts.name_len,
                                      verbosity.of(turn), datatypes.data(), displacements.data(),
                                      &room, enumtype.of(turn), nullptr, texts.desc.data(),
                                      &texts.desc_len, bind.of(turn));
  };
  if (both_succeed(query)) check_all(t, event, verbosity, enumtype, bind);
}

void check_outputs(Test& t, const SourceInfo& source) {
  OverTwo<MPI_T_source_order> ordering("ordering", clause::source_ordering_value);
  OverTwo<MPI_Count> ticks("ticks_per_second", clause::source_ticks_per_second);
  OverTwo<MPI_Count> most("max_ticks", clause::source_max_ticks);
  const auto query = [&](int turn) {
    QueriedTexts texts;
    return call::MPI_T_source_get_info(source.index, texts.name.data(), &texts.name_len,
                                       texts.desc.data(), &texts.desc_len, ordering.of(turn),
                                       ticks.of(turn), most.of(turn), nullptr);
  };
  if (both_succeed(query)) check_all(t, source, ordering, ticks, most);
}

void check_timestamp(Test& t, const SourceInfo& source) {
  OverTwo<MPI_Count> stamp("timestamp", clause::source_timestamp_success);
  const auto query = [&](int turn) {
    return call::MPI_T_source_get_timestamp(source.index, stamp.of(turn));
  };
  if (both_succeed(query)) stamp.check(t, source);
}

void check_cvar_alloc(Test& t, const CvarInfo& cvar) {
  OverTwo<MPI_T_cvar_handle> handle("handle", clause::cvar_handle_count);
  OverTwo<int> count("count", clause::cvar_handle_count);
  const auto allocate = [&](int turn) {
    return call::MPI_T_cvar_handle_alloc(cvar.index, object_for(cvar.bind).value_or(nullptr),
                                         handle.of(turn), count.of(turn));
  };
  if (!both_succeed(allocate)) return;
  check_all(t, cvar, handle, count);
  if (!handle.is_written()) return;
  for (const int turn : {0, 1}) call::MPI_T_cvar_handle_free(handle.of(turn));
}

void check_pvar_alloc(Test& t, const PvarInfo& pvar) {
  OverTwo<MPI_T_pvar_session> session("session", clause::pvar_session_create);
  const auto create = [&](int turn) { return call::MPI_T_pvar_session_create(session.of(turn)); };
  if (!both_succeed(create)) return;
  session.check(t, pvar);
  if (!session.is_written()) return;
  OverTwo<MPI_T_pvar_handle> handle("handle", clause::pvar_handle_alloc);
  OverTwo<int> count("count", clause::pvar_handle_count);
  const auto allocate = [&](int turn) {
    return call::MPI_T_pvar_handle_alloc(*session.of(turn), pvar.index, *object_for(pvar.bind),
                                         handle.of(turn), count.of(turn));
  };
  if (both_succeed(allocate)) {
    check_all(t, pvar, handle, count);
    if (!handle.is_written()) return;
    for (const int turn : {0, 1}) call::MPI_T_pvar_handle_free(*session.of(turn), handle.of(turn));
  }
  for (const int turn : {0, 1}) call::MPI_T_pvar_session_free(session.of(turn));
}

void check_event_alloc(Test& t, const EventType& type) {
  MPI_Comm comm = MPI_COMM_SELF;
  OverTwo<MPI_T_event_registration> handle("event_registration", clause::event_handle_alloc);
  const auto allocate = [&](int turn) {
    void* const object = type.bind == MPI_T_BIND_NO_OBJECT ? nullptr : &comm;
    return call::MPI_T_event_handle_alloc(type.index, object, MPI_INFO_NULL, handle.of(turn));
  };
  if (!both_succeed(allocate)) return;
  handle.check(t, type);
  if (!handle.is_written()) return;
  for (const int turn : {0, 1}) {
    call::MPI_T_event_handle_free(*handle.of(turn), nullptr, nullptr);
  }
}

void check_event_hints(Test& t, const EventType& type) {
  EventWatch watch(type);
  const auto check = [&](Clause rule, const auto& get) {
    OverTwo<MPI_Info> hints("info_used", rule);
    if (!both_succeed([&](int turn) { return get(hints.of(turn)); })) return;
    hints.check(t, type);
    if (!hints.is_written()) return;
    for (const int turn : {0, 1}) {
      if (*hints.of(turn) != MPI_INFO_NULL) MPI_Info_free(hints.of(turn));
    }
  };
  check(clause::event_handle_get_info,
        [&](MPI_Info* hints) { return call::MPI_T_event_handle_get_info(watch.get(), hints); });
  watch.listen_everywhere();
  for (const int level : safety_levels()) {
    check(clause::event_callback_get_info, [&](MPI_Info* hints) {
      return call::MPI_T_event_callback_get_info(watch.get(), static_cast<MPI_T_cb_safety>(level),
                                                 hints);
    });
  }
}

}  // namespace

MPITCHECK_TEST("outputs.written.numbers", "Each function that queries a number writes it.",
               cites(clause::cvar_num_nonnegative, clause::pvar_num_nonnegative,
                     clause::category_num_nonnegative, clause::category_changed_monotone,
                     clause::event_num_success, clause::source_num_success),
               needs::each_phase) {
  check_number(t, call::MPI_T_cvar_get_num, "the number of cvars", "num_cvar",
               clause::cvar_num_nonnegative);
  check_number(t, call::MPI_T_pvar_get_num, "the number of pvars", "num_pvar",
               clause::pvar_num_nonnegative);
  check_number(t, call::MPI_T_category_get_num, "the number of categories", "num_cat",
               clause::category_num_nonnegative);
  check_number(t, call::MPI_T_category_changed, "the update number", "update_number",
               clause::category_changed_monotone);
  check_number(t, call::MPI_T_event_get_num, "the number of event types", "num_events",
               clause::event_num_success);
  check_number(t, call::MPI_T_source_get_num, "the number of sources", "num_sources",
               clause::source_num_success);
}

MPITCHECK_TEST("outputs.written.variables",
               "A query of a variable writes each output, even if its value is 0.",
               cites(clause::verbosity_reported_is_constant, clause::datatype_allowed_set,
                     clause::enum_null_when_absent, clause::binding_reported_is_constant,
                     clause::cvar_scope_is_constant, clause::pvar_class_constants,
                     clause::pvar_flag_readonly, clause::pvar_flag_continuous,
                     clause::pvar_flag_atomic),
               needs::each_phase) {
  const std::vector<CvarInfo> cvars = read_cvars();
  const std::vector<PvarInfo> pvars = read_pvars();
  if (cvars.empty()) t.missing("a cvar");
  if (pvars.empty()) t.missing("a pvar");
  for (const CvarInfo& cvar : cvars) check_outputs(t, cvar);
  for (const PvarInfo& pvar : pvars) check_outputs(t, pvar);
}

MPITCHECK_TEST("outputs.written.categories",
               "A query of a category writes each number, even if it is 0.",
               cites(clause::category_info_counts, clause::category_num_events),
               needs::each_phase) {
  const std::vector<CategoryInfo> categories = read_categories();
  if (categories.empty()) t.missing("a category");
  for (const CategoryInfo& category : categories) check_outputs(t, category);
  noting_what_is_missing(t, [&] {
    for (const CategoryInfo& category : categories) check_num_events(t, category);
  });
}

MPITCHECK_TEST("outputs.written.enumerations",
               "A query of an enumeration writes the number of items, and a query of an item "
               "writes its value.",
               cites(clause::enum_item_count_positive, clause::enum_item_access),
               needs::each_phase) {
  const std::vector<EnumInfo> enums = read_enums();
  if (enums.empty()) t.missing("a variable with an enumeration");
  for (const EnumInfo& info : enums) check_enum(t, info);
}

MPITCHECK_TEST("outputs.written.event-types",
               "A query of an event type writes each output except info, which is optional.",
               cites(clause::event_info_verbosity, clause::event_info_enumtype,
                     clause::event_info_bind),
               needs::each_phase) {
  const std::vector<EventInfo> events = read_events();
  if (events.empty()) t.missing("an event type");
  for (const EventInfo& event : events) check_outputs(t, event);
}

MPITCHECK_TEST("outputs.written.sources",
               "A query of a source writes each output except info, which is optional. A query of "
               "its time writes the whole timestamp.",
               cites(clause::source_ordering_value, clause::source_ticks_per_second,
                     clause::source_max_ticks, clause::source_timestamp_success),
               needs::each_phase) {
  for (const SourceInfo& source : read_sources()) {
    check_outputs(t, source);
    noting_what_is_missing(t, [&] { check_timestamp(t, source); });
  }
}

MPITCHECK_TEST("outputs.written.handles",
               "An allocation writes a handle and a count. Session creation writes a session.",
               cites(clause::cvar_handle_count, clause::pvar_session_create,
                     clause::pvar_handle_alloc, clause::pvar_handle_count),
               needs::each_phase) {
  const std::vector<CvarInfo> cvars = readable_cvars(t);
  if (cvars.empty()) t.missing("a cvar that can be read");
  t.each_isolated(clause::cvar_handle_count, cvars,
                  [&](const CvarInfo& cvar) { check_cvar_alloc(t, cvar); });
  each_pvar_isolated(t, clause::pvar_handle_alloc, allocatable_pvars(), "a pvar",
                     [&](const PvarInfo& pvar) { check_pvar_alloc(t, pvar); });
}

MPITCHECK_TEST(
    "outputs.written.registrations",
    "An allocation writes a registration. Queries write its hints and those of its callbacks.",
    cites(clause::event_handle_alloc, clause::event_handle_get_info,
          clause::event_callback_get_info),
    needs::mpi) {
  t.each_isolated(clause::event_handle_alloc, watchable_types(),
                  [&](const EventType& type) { check_event_alloc(t, type); });
  t.each_isolated(clause::event_handle_get_info, watchable_types(), [&](const EventType& type) {
    noting_what_is_missing(t, [&] { check_event_hints(t, type); });
  });
}

}  // namespace mpitcheck
