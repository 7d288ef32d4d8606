// SPDX-License-Identifier: BSD-3-Clause
// Variables bound to objects.
#include <memory>
#include <new>
#include <utility>

#include "reference/component/per_object.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class BoundTest : public EngineTest {
 protected:
  Code alloc(ObjectWord object, PvarHandle& handle) {
    return engine.pvar_handle_alloc(session, 0, &object, &handle, &count);
  }

  PerObject<Counter<unsigned>> sends{engine, Bind::mpi_comm, {.name = "sends"}};
  PvarSession session = new_session();
  int count = 0;
};

TEST_F(BoundTest, CountDependsOnTheObject) {
  sends.attach(100, 2);
  sends.attach(200, 5);
  PvarHandle handle{};
  EXPECT_EQ(alloc(100, handle), Code::success);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(alloc(200, handle), Code::success);
  EXPECT_EQ(count, 5);
}

TEST_F(BoundTest, ObjectsCountSeparately) {
  const Counter<unsigned> first = sends.attach(100);
  const Counter<unsigned> second = sends.attach(200);
  PvarHandle a{};
  PvarHandle b{};
  EXPECT_EQ(alloc(100, a), Code::success);
  EXPECT_EQ(alloc(200, b), Code::success);
  EXPECT_EQ(engine.pvar_start(session, PvarHandle::all), Code::success);
  first.inc(3);
  second.inc();
  EXPECT_EQ(read<unsigned>(session, a), 3U);
  EXPECT_EQ(read<unsigned>(session, b), 1U);
}

TEST_F(BoundTest, UnknownAndMissingObjectsAreRefused) {
  PvarHandle handle{};
  EXPECT_EQ(alloc(300, handle), Code::invalid_handle);
  EXPECT_EQ(engine.pvar_handle_alloc(session, 0, nullptr, &handle, &count), Code::invalid_handle);
}

TEST_F(BoundTest, HandlesOutliveTheirObject) {
  PvarHandle handle{};
  {
    const Counter<unsigned> instrument = sends.attach(100);
    EXPECT_EQ(alloc(100, handle), Code::success);
    start(session, handle);
    instrument.inc(2);
  }
  sends.detach(100);
  EXPECT_EQ(read<unsigned>(session, handle), 2U);
  PvarHandle other{};
  EXPECT_EQ(alloc(100, other), Code::invalid_handle);
}

TEST_F(BoundTest, WordsOfDetachedObjectsAreReusedFromZero) {
  for (int i = 0; i != 100; ++i) {
    const Counter<unsigned> instrument = sends.attach(100);
    EXPECT_EQ(instrument.get(), 0U);
    instrument.inc(5);
    sends.detach(100);
  }
}

TEST_F(BoundTest, StorageOfAnotherKindIsRefused) {
  engine.add_pvar({.name = "odd",
                   .datatype = Datatype::unsigned_,
                   .bind = Bind::mpi_comm,
                   .resolve = [](ObjectWord object) {
                     return std::make_shared<GaugeStorage>(
                         object == 1 ? Datatype::unsigned_ : Datatype::unsigned_long, 1);
                   }});
  PvarHandle handle{};
  for (const auto& [object, code] :
       {std::pair{ObjectWord{1}, Code::success}, {ObjectWord{2}, Code::invalid_handle}}) {
    EXPECT_EQ(engine.pvar_handle_alloc(session, 1, &object, &handle, &count), code);
  }
}

TEST_F(BoundTest, ComponentMayRunOutOfMemoryForAnObject) {
  bool has_memory = false;
  engine.add_pvar({.name = "late",
                   .datatype = Datatype::unsigned_,
                   .bind = Bind::mpi_comm,
                   .resolve = [&](ObjectWord) {
                     if (!has_memory) throw std::bad_alloc();
                     return std::make_shared<GaugeStorage>(Datatype::unsigned_, 1);
                   }});
  const ObjectWord object = 1;
  PvarHandle handle{};
  EXPECT_EQ(engine.pvar_handle_alloc(session, 1, &object, &handle, &count), Code::memory);
  EXPECT_EQ(handle, PvarHandle::null);
  has_memory = true;
  EXPECT_EQ(engine.pvar_handle_alloc(session, 1, &object, &handle, &count), Code::success);
}

}  // namespace
}  // namespace mpit
