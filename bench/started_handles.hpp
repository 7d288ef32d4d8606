// SPDX-License-Identifier: BSD-3-Clause
// An engine that is up, and many handles that look on.
#pragma once

#include <stdexcept>

#include "engine/engine.hpp"

namespace mpit::bench {

inline void require(Code code) {
  if (code != Code::success) throw std::runtime_error("the engine refused a call");
}

/// An engine that is initialized for several threads.
class RunningEngine : public Engine {
 public:
  RunningEngine() {
    int provided = 0;
    require(init_thread(static_cast<int>(ThreadLevel::multiple), &provided));
  }
};

inline PvarSession new_session(Engine& engine) {
  PvarSession session{};
  require(engine.pvar_session_create(&session));
  return session;
}

inline PvarHandle new_handle(Engine& engine, PvarSession session, int pvar_index) {
  PvarHandle handle{};
  int count = 0;
  require(engine.pvar_handle_alloc(session, pvar_index, nullptr, &handle, &count));
  return handle;
}

/// Starts `handles` handles of the variable in each of `sessions` new sessions.
inline void start_handles(Engine& engine, int pvar_index, int sessions, int handles) {
  for (int s = 0; s != sessions; ++s) {
    const PvarSession session = new_session(engine);
    for (int h = 0; h != handles; ++h) new_handle(engine, session, pvar_index);
    require(engine.pvar_start(session, PvarHandle::all));
  }
}

/// The index of the variable; throws if there is none.
inline int index_of(Engine& engine, const char* name, PvarClass var_class) {
  int index = -1;
  require(engine.pvar_get_index(name, static_cast<int>(var_class), &index));
  return index;
}

}  // namespace mpit::bench
