// SPDX-License-Identifier: BSD-3-Clause
// An initialized engine, and shortcuts for frequent calls.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "reference/component/instruments.hpp"
#include "reference/engine/core/engine.hpp"

namespace mpit {

inline void PrintTo(Code code, std::ostream* out) { *out << "code " << static_cast<int>(code); }

class EngineTest : public testing::Test {
 protected:
  explicit EngineTest(const Behaviour& behaviour = {}) : engine(behaviour) {
    int provided = 0;
    EXPECT_EQ(engine.init_thread(static_cast<int>(ThreadLevel::multiple), &provided),
              Code::success);
  }

  PvarSession new_session() {
    PvarSession made{};
    EXPECT_EQ(engine.pvar_session_create(&made), Code::success);
    return made;
  }

  int index_of(const std::string& name, PvarClass var_class) {
    int index = -1;
    EXPECT_EQ(engine.pvar_get_index(name.c_str(), static_cast<int>(var_class), &index),
              Code::success);
    return index;
  }

  PvarHandle new_handle(PvarSession in, int index) {
    PvarHandle made{};
    int count = 0;
    EXPECT_EQ(engine.pvar_handle_alloc(in, index, nullptr, &made, &count), Code::success);
    return made;
  }
  template <class Instrument>
  PvarHandle new_handle(PvarSession in, const std::string& name) {
    return new_handle(in, index_of(name, Instrument::pvar_class));
  }

  template <class T>
  T read(PvarSession in, PvarHandle handle) {
    T value{};
    EXPECT_EQ(engine.pvar_read(in, handle, &value), Code::success);
    return value;
  }
  template <class T>
  T read_reset(PvarSession in, PvarHandle handle) {
    T value{};
    EXPECT_EQ(engine.pvar_readreset(in, handle, &value), Code::success);
    return value;
  }
  template <class T>
  Code write(PvarSession in, PvarHandle handle, T value) {
    return engine.pvar_write(in, handle, &value);
  }
  void start(PvarSession in, PvarHandle handle) {
    EXPECT_EQ(engine.pvar_start(in, handle), Code::success);
  }
  void stop(PvarSession in, PvarHandle handle) {
    EXPECT_EQ(engine.pvar_stop(in, handle), Code::success);
  }
  void reset(PvarSession in, PvarHandle handle) {
    EXPECT_EQ(engine.pvar_reset(in, handle), Code::success);
  }

  Engine engine;
};

/// One variable, one session, one handle.
template <class Instrument>
class OneHandleTest : public EngineTest {
 protected:
  template <class... Arguments>
  explicit OneHandleTest(const Behaviour& behaviour, Arguments... arguments)
      : EngineTest(behaviour),
        instrument(engine, {.name = "v"}, arguments...),
        session(new_session()),
        handle(new_handle<Instrument>(session, "v")) {}
  OneHandleTest() : OneHandleTest(Behaviour{}) {}

  using Value = typename Instrument::Value;
  Value value() { return read<Value>(session, handle); }

  Instrument instrument;
  PvarSession session;
  PvarHandle handle;
};

}  // namespace mpit
