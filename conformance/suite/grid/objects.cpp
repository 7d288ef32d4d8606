// SPDX-License-Identifier: BSD-3-Clause
// Usable objects and their names.
#include "conformance/suite/grid/objects.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/cvar_access.hpp"
#include "conformance/harness/objects/events.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck::grid {
namespace {

constexpr int none = -1;

// The index of the first object for which `fits` holds. A refusal or skipped call concerns only
// that object.
template <class Infos, class Fits>
int first_index(const Infos& infos, const Fits& fits) {
  const auto found = std::ranges::find_if(infos, [&](const auto& info) {
    try {
      return fits(info);
    } catch (const CannotGoOn&) {
    } catch (const NotCalled&) {
    }
    return false;
  });
  return found == infos.end() ? none : found->index;
}

int usable_cvar() {
  return first_index(read_cvars(), [](const CvarInfo& cvar) {
    if (!cvar.bound_to_nothing()) return false;
    CvarHandle handle(cvar);
    return handle.is_open() && handle.count() > 0 && handle.value() && handle.free() == MPI_SUCCESS;
  });
}

// Pvars that can be stopped, written and reset at once come first: more of their calls succeed.
int usable_pvar() {
  std::vector<PvarInfo> pvars = bindable_pvars();
  std::erase_if(pvars, [](const PvarInfo& pvar) { return !pvar.bound_to_nothing(); });
  std::ranges::stable_sort(pvars, {}, [](const PvarInfo& pvar) {
    return pvar.continuous + pvar.readonly + (pvar.atomic == 1 ? 0 : 1);
  });
  return first_index(pvars, [](const PvarInfo& pvar) {
    const PvarSession session;
    const PvarHandle handle(session, pvar);
    handle.run();
    static_cast<void>(handle.value());
    handle.halt();
    return handle.count() > 0;
  });
}

int usable_event() {
  return first_index(read_events(), [](const EventInfo& event) {
    if (event.bind != MPI_T_BIND_NO_OBJECT) return false;
    MPI_T_event_registration handle{};
    return call::MPI_T_event_handle_alloc(event.index, nullptr, MPI_INFO_NULL, &handle) ==
               MPI_SUCCESS &&
           call::MPI_T_event_handle_free(handle, nullptr, nullptr) == MPI_SUCCESS;
  });
}

int number_answered_by(const Function<int(int*)>& get_num) {
  if (!get_num.present()) return 0;
  if (is_out_of_reach(get_num)) throw CannotGoOn("a number that is within reach");
  return number_answered(get_num);
}

template <class Infos>
int with_enumeration(const Infos& infos) {
  return first_index(infos, [](const auto& info) { return info.enumtype != MPI_T_ENUM_NULL; });
}

/// The functions that count objects, by the role of an index of those.
struct Counter {
  Role index;
  std::string_view function;
  const Function<int(int*)>& count;
};
const Counter counters[] = {
    {Role::cvar_index, "MPI_T_cvar_get_num", call::MPI_T_cvar_get_num},
    {Role::pvar_index, "MPI_T_pvar_get_num", call::MPI_T_pvar_get_num},
    {Role::category_index, "MPI_T_category_get_num", call::MPI_T_category_get_num},
    {Role::event_index, "MPI_T_event_get_num", call::MPI_T_event_get_num},
    {Role::source_index, "MPI_T_source_get_num", call::MPI_T_source_get_num}};

}  // namespace

Objects find_objects(const State& state) {
  if (!state.up) return {};
  using Find = int();
  Find* const finds[] = {&usable_cvar,
                         &usable_pvar,
                         [] { return number_of(Role::category_index) > 0 ? 0 : none; },
                         &usable_event,
                         [] { return number_of(Role::source_index) > 0 ? 0 : none; },
                         [] { return with_enumeration(read_cvars()); },
                         [] { return with_enumeration(read_pvars()); }};
  const auto found = ask_each(std::size(finds), [&](std::size_t i) { return finds[i](); });
  const auto at = [&](std::size_t i) { return found[i].value_or(none); };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6)};
}

int number_of(Role role) {
  return number_answered_by(std::ranges::find(counters, role, &Counter::index)->count);
}

Numbers numbers_now() {
  const auto found = ask_each(std::size(counters),
                              [](std::size_t i) { return number_answered_by(counters[i].count); });
  Numbers numbers;
  for (std::size_t i = 0; i < found.size(); ++i) {
    numbers[counters[i].function] = found[i].value_or(0);
  }
  return numbers;
}

std::string name_for(std::string_view function, const Objects& objects) {
  const auto name = [](int index, const auto& read) {
    const auto info = index < 0 ? std::nullopt : read(index);
    return info ? info->name : std::string();
  };
  if (function == "MPI_T_cvar_get_index") return name(objects.cvar, read_cvar);
  if (function == "MPI_T_pvar_get_index") return name(objects.pvar, read_pvar);
  if (function == "MPI_T_category_get_index") return name(objects.category, read_category);
  return name(objects.event, read_event);
}

bool has_name(std::string_view function, const std::string& name, int var_class) {
  const auto is_it = [&](const auto& info) { return info.name == name; };
  if (function == "MPI_T_cvar_get_index") return std::ranges::any_of(read_cvars(), is_it);
  if (function == "MPI_T_category_get_index") return std::ranges::any_of(read_categories(), is_it);
  if (function == "MPI_T_event_get_index") return std::ranges::any_of(read_events(), is_it);
  return std::ranges::any_of(read_pvars(), [&](const PvarInfo& pvar) {
    return is_it(pvar) && pvar.var_class == var_class;
  });
}

}  // namespace mpitcheck::grid
