// SPDX-License-Identifier: BSD-3-Clause
// Control variables: properties, handles, reading (MPI-5.0 §15.3.6).
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "reference/component/control.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

std::vector<std::byte> bytes_of(const void* data, std::size_t size) {
  const auto* const first = static_cast<const std::byte*>(data);
  return {first, first + size};
}

class CvarTest : public EngineTest {
 protected:
  CvarHandle new_cvar_handle(int index) {
    CvarHandle handle{};
    EXPECT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
    return handle;
  }
  int count = 0;
};

TEST_F(CvarTest, InfoReturnsRegisteredProperties) {
  const EnumType modes = engine.add_enum({"modes", {{"on", 1}, {"off", 0}}});
  const int index = engine.add_cvar({.name = "mode",
                                     .desc = "what to do",
                                     .verbosity = Verbosity::tuner_all,
                                     .enumtype = modes,
                                     .scope = Scope::all_eq});
  char name[8];
  char desc[16];
  int name_len = sizeof name;
  int desc_len = sizeof desc;
  int verbosity = 0;
  Datatype datatype{};
  EnumType enumtype{};
  int bind = 0;
  int scope = 0;
  EXPECT_EQ(engine.cvar_get_info(index, name, &name_len, &verbosity, &datatype, &enumtype, desc,
                                 &desc_len, &bind, &scope),
            Code::success);
  EXPECT_STREQ(name, "mode");
  EXPECT_STREQ(desc, "what to do");
  EXPECT_EQ(verbosity, 20);
  EXPECT_EQ(datatype, Datatype::int_);
  EXPECT_EQ(enumtype, modes);
  EXPECT_EQ(bind, 1);
  EXPECT_EQ(scope, 7);
}

TEST_F(CvarTest, StaleNullAndForeignHandlesAreRefused) {
  const Control<int> control(engine, {.name = "v"}, 3);
  CvarHandle handle = new_cvar_handle(0);
  const CvarHandle stale = handle;
  EXPECT_EQ(engine.cvar_handle_free(&handle), Code::success);
  int value = 77;
  const PvarSession session = new_session();
  for (CvarHandle bad : {stale, CvarHandle::null, CvarHandle{1}, CvarHandle{0xdeadbeef},
                         CvarHandle{static_cast<std::uintptr_t>(session)},
                         CvarHandle{reinterpret_cast<std::uintptr_t>(&value)}}) {
    EXPECT_EQ(engine.cvar_read(bad, &value), Code::invalid_handle);
    EXPECT_EQ(engine.cvar_write(bad, &value), Code::invalid_handle);
    EXPECT_EQ(engine.cvar_handle_free(&bad), Code::invalid_handle);
  }
  EXPECT_EQ(value, 77);
}

TEST_F(CvarTest, BoundCountFollowsTheObject) {
  const int index = engine.add_cvar(
      {.name = "v",
       .bind = Bind::mpi_comm,
       .count_of = [](ObjectWord object) { return object == 99 ? -1 : static_cast<int>(object); },
       .get = [](ObjectWord object, void* buf) { std::memset(buf, 0, 4 * object); }});
  CvarHandle handle{};
  ObjectWord object = 5;
  EXPECT_EQ(engine.cvar_handle_alloc(index, &object, &handle, &count), Code::success);
  EXPECT_EQ(count, 5);
  object = 99;
  EXPECT_EQ(engine.cvar_handle_alloc(index, &object, &handle, &count), Code::invalid_handle);
  EXPECT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::invalid_handle);
}

TEST_F(CvarTest, ValueIsReadFromComponentMemory) {
  const auto memory = std::make_shared<std::atomic<double>>(0.5);
  const int index = engine.add_cvar({.name = "v", .datatype = Datatype::double_, .memory = memory});
  const CvarHandle handle = new_cvar_handle(index);
  double value = 0;
  EXPECT_EQ(engine.cvar_read(handle, &value), Code::success);
  EXPECT_EQ(value, 0.5);
  memory->store(2.5);
  EXPECT_EQ(engine.cvar_read(handle, &value), Code::success);
  EXPECT_EQ(value, 2.5);
  EXPECT_EQ(engine.cvar_write(handle, &value), Code::cvar_set_never);
  EXPECT_EQ(engine.cvar_read(handle, nullptr), Code::invalid);
}

TEST_F(CvarTest, InactiveVariablesRefuseAccess) {
  const Control<int> control(engine, {.name = "v"}, 3);
  CvarHandle handle = new_cvar_handle(0);
  engine.deactivate_cvar(0);
  int value = 0;
  EXPECT_EQ(engine.cvar_read(handle, &value), Code::invalid_handle);
  EXPECT_EQ(engine.cvar_write(handle, &value), Code::invalid_handle);
  EXPECT_EQ(control.get(), 3);
  CvarHandle other{};
  EXPECT_EQ(engine.cvar_handle_alloc(0, nullptr, &other, &count), Code::invalid_index);
  EXPECT_EQ(engine.cvar_handle_free(&handle), Code::success);
}

TEST_F(CvarTest, TextsOfEachLengthAreReadWhole) {
  for (const int length : {1, 3, 4, 7, 8, 9}) {
    const std::string text(static_cast<std::size_t>(length) - 1, 'x');
    const int index = engine.add_cvar({.name = "v" + std::to_string(length),
                                       .datatype = Datatype::char_,
                                       .count = length,
                                       .initial = bytes_of(text.c_str(), text.size() + 1)});
    std::array<char, 12> buffer;
    buffer.fill('#');
    EXPECT_EQ(engine.cvar_read(new_cvar_handle(index), buffer.data()), Code::success);
    EXPECT_EQ(buffer.data(), text);
    EXPECT_EQ(buffer[static_cast<std::size_t>(length)], '#');
  }
}

TEST_F(CvarTest, BoundCvarHasTheSameCountForEachObject) {
  const auto get = [](ObjectWord object, void* buf) {
    const std::array<int, 2> values{static_cast<int>(object), -1};
    std::memcpy(buf, values.data(), sizeof values);
  };
  const int index = engine.add_cvar({.name = "v", .bind = Bind::mpi_comm, .count = 2, .get = get});
  for (const ObjectWord object : {5U, 6U}) {
    CvarHandle handle{};
    EXPECT_EQ(engine.cvar_handle_alloc(index, &object, &handle, &count), Code::success);
    EXPECT_EQ(count, 2);
    std::array<int, 2> values{};
    EXPECT_EQ(engine.cvar_read(handle, values.data()), Code::success);
    EXPECT_EQ(values, (std::array{static_cast<int>(object), -1}));
  }
}

// In a new slot, and in a reused one.
TEST_F(CvarTest, UnboundCvarPassesNoObjectToTheComponent) {
  ObjectWord told = 1;
  const int index = engine.add_cvar({.name = "v", .get = [&](ObjectWord object, void* buf) {
                                       told = object;
                                       std::memset(buf, 0, sizeof(int));
                                     }});
  for (int i = 0; i != 2; ++i) {
    told = 1;
    CvarHandle handle = new_cvar_handle(index);
    int value = 1;
    EXPECT_EQ(engine.cvar_read(handle, &value), Code::success);
    EXPECT_EQ(told, ObjectWord{0});
    EXPECT_EQ(engine.cvar_handle_free(&handle), Code::success);
  }
}

TEST_F(CvarTest, InterfaceMayFinalizeDuringAnObjectLookUp) {
  const auto end = [&](ObjectWord) {
    EXPECT_EQ(engine.finalize(), Code::success);
    return 1;
  };
  const int index = engine.add_cvar(
      {.name = "v", .bind = Bind::mpi_comm, .count_of = end, .get = [](ObjectWord, void*) {}});
  CvarHandle handle{};
  const ObjectWord object = 1;
  EXPECT_EQ(engine.cvar_handle_alloc(index, &object, &handle, &count), Code::not_initialized);
  EXPECT_EQ(handle, CvarHandle::null);
}

}  // namespace
}  // namespace mpit
