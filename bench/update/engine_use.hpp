// SPDX-License-Identifier: BSD-3-Clause
// An initialized engine, and many observing handles.
#pragma once

#include <stdexcept>

#include "reference/engine/core/engine.hpp"

namespace mpitcheck::bench {

using mpit::Code;
using mpit::Engine;
using mpit::PvarClass;
using mpit::PvarHandle;
using mpit::PvarSession;
using mpit::ThreadLevel;

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

/// Starts `count` handles of the variable, in sessions of at most 100. Returns one of the last
/// handles with its session. Without handles, returns null handles.
struct Started {
  PvarSession session{};
  PvarHandle handle{};
};
inline Started start_handles(Engine& engine, int pvar_index, int count) {
  Started started;
  for (int i = 0; i < count; ++i) {
    if (i % 100 == 0) started.session = new_session(engine);
    started.handle = new_handle(engine, started.session, pvar_index);
    require(engine.pvar_start(started.session, started.handle));
  }
  return started;
}

}  // namespace mpitcheck::bench
