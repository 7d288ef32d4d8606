// SPDX-License-Identifier: BSD-3-Clause
// Windows: creation, queries, fences, freeing.
#include <cstring>
#include <utility>

#include "reference/runtime/messages/collective.hpp"
#include "reference/runtime/objects/naming.hpp"
#include "reference/runtime/windows/access.hpp"

using namespace mpit::runtime;

namespace {

// The collective part of creating a window; `offer(window)` sets the memory.
template <class Offer>
int make_window(const char* function, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                MPI_Win* win, Offer offer) {
  return call_comm(function, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(win, "win");
    if (size < 0) throw Error{MPI_ERR_SIZE, "negative size"};
    if (unit < 1) throw Error{MPI_ERR_DISP, "disp_unit is not positive"};
    if (info != MPI_INFO_NULL) require(call.process.infos, info, MPI_ERR_INFO);
    auto made = make_ref<Window>();
    made->size = size;
    made->unit = unit;
    offer(*made);
    Collective parent(call, comm, communicator);
    made->communicator = same_group(call, parent, communicator);
    made->errhandler = Ref<Errhandler>(call.process.errhandlers.find(MPI_ERRORS_ARE_FATAL));
    const auto number = static_cast<std::size_t>(parent.size());
    made->exposed.resize(number);
    made->pending.resize(number);
    const Exposed own{size, unit};
    parent.gather_everywhere(&own, sizeof own, made->exposed.data());
    *win = call.process.wins.insert(std::move(made));
    call.process.variables.object_events().on_win_created(parent.size());
  });
}

// Sends bytes to one process and receives bytes from another, of any length.
std::vector<std::byte> exchange(Collective group, int to, const std::vector<std::byte>& bytes,
                                int from) {
  const std::size_t given = bytes.size();
  std::size_t come = 0;
  group.exchange(to, &given, sizeof given, from, &come, sizeof come);
  std::vector<std::byte> result(come);
  group.exchange(to, bytes.data(), given, from, result.data(), come);
  return result;
}

// Performs the recorded accesses. Each process serves those to its own memory.
void complete(Call& call, const Ref<Window>& window) {
  const Collective group(call, MPI_COMM_NULL, *window->communicator);
  group.each_round([&](int to, int from) {
    const auto pending = std::exchange(window->pending[static_cast<std::size_t>(to)], {});
    const auto asked = exchange(group, to, pending.requests, from);
    const auto answers = exchange(group, from, serve(*window, asked), to);
    const std::byte* at = answers.data();
    for (const auto& get : pending.gets) {
      get.type->layout.unpack(at, get.bytes, get.buffer);
      at += get.bytes;
    }
  });
}

template <class Value>
void store(void* place, Value* value) {
  std::memcpy(place, &value, sizeof value);
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Win_create,
         (void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win)) {
  return make_window(MPIT_FUNCTION, size, disp_unit, info, comm, win, [&](Window& made) {
    if (size > 0) require_pointer(base, "base");
    made.base = base;
  });
}

MPIT_API(int, MPI_Win_allocate,
         (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
          MPI_Win* win)) {
  return make_window(MPIT_FUNCTION, size, disp_unit, info, comm, win, [&](Window& made) {
    require_pointer(baseptr, "baseptr");
    made.flavor = MPI_WIN_FLAVOR_ALLOCATE;
    made.allocated.resize(static_cast<std::size_t>(size));
    made.base = made.allocated.data();
    store(baseptr, made.allocated.data());
  });
}

MPIT_API(int, MPI_Win_fence, (int assert, MPI_Win win)) {
  return call_win(MPIT_FUNCTION, win, [&](Call& call, Window& window) {
    constexpr int known =
        MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
    if ((assert & ~known) != 0) throw Error{MPI_ERR_ASSERT, "no such assertion"};
    complete(call, Ref<Window>(&window));
    window.is_open = (assert& MPI_MODE_NOSUCCEED) == 0;
  });
}

MPIT_API(int, MPI_Win_free, (MPI_Win * win)) {
  return call_win(MPIT_FUNCTION, win ? *win : MPI_WIN_NULL, [&](Call& call, Window& window) {
    for (const auto& pending : window.pending) {
      if (!pending.requests.empty()) throw Error{MPI_ERR_RMA_SYNC, "a fence is missing"};
    }
    const Ref<Window> kept(&window);
    Collective(call, MPI_COMM_NULL, *window.communicator).barrier();
    call.process.variables.object_events().on_win_freed(window.communicator->group->size());
    call.process.wins.erase(*win);
    *win = MPI_WIN_NULL;
  });
}

// Only the standard's keys exist.
MPIT_API(int, MPI_Win_get_attr, (MPI_Win win, int win_keyval, void* attribute_val, int* flag)) {
  return call_win(MPIT_FUNCTION, win, [&](Call&, Window& window) {
    require_pointer(attribute_val, "attribute_val");
    require_pointer(flag, "flag");
    switch (win_keyval) {
      case MPI_WIN_BASE:
        store(attribute_val, window.base);
        break;
      case MPI_WIN_SIZE:
        store(attribute_val, &window.size);
        break;
      case MPI_WIN_DISP_UNIT:
        store(attribute_val, &window.unit);
        break;
      case MPI_WIN_CREATE_FLAVOR:
        store(attribute_val, &window.flavor);
        break;
      case MPI_WIN_MODEL:
        store(attribute_val, &window.model);
        break;
      default:
        throw Error{MPI_ERR_KEYVAL, "no such key"};
    }
    *flag = 1;
  });
}

MPIT_API(int, MPI_Win_get_group, (MPI_Win win, MPI_Group* group)) {
  return call_win(MPIT_FUNCTION, win, [&](Call& call, Window& window) {
    require_pointer(group, "group");
    *group = call.process.groups.insert(make_ref<Group>(*window.communicator->group));
  });
}

MPIT_API(int, MPI_Win_set_name, (MPI_Win win, const char* win_name)) {
  return call_win(MPIT_FUNCTION, win,
                  [&](Call&, Window& window) { set_name(window.name, win_name); });
}

MPIT_API(int, MPI_Win_get_name, (MPI_Win win, char* win_name, int* resultlen)) {
  if (win == MPI_WIN_NULL) {
    return call_active(MPIT_FUNCTION,
                       [&](Call&) { get_name("MPI_WIN_NULL", win_name, resultlen); });
  }
  return call_win(MPIT_FUNCTION, win,
                  [&](Call&, Window& window) { get_name(window.name, win_name, resultlen); });
}

}  // extern "C"
