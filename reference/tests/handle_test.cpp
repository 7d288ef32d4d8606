// SPDX-License-Identifier: BSD-3-Clause
// Sessions and handles are opaque words, which are checked before any access.
#include <memory>
#include <set>
#include <vector>

#include "reference/engine/core/handle_table.hpp"
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class HandleTest : public EngineTest {
 protected:
  Counter<> counter{engine, {.name = "v"}};
  PvarSession session = new_session();

  void expect_refused(PvarSession in, PvarHandle bad, Code code) {
    unsigned long long value = 77;
    EXPECT_EQ(engine.pvar_start(in, bad), code);
    EXPECT_EQ(engine.pvar_stop(in, bad), code);
    EXPECT_EQ(engine.pvar_read(in, bad, &value), code);
    EXPECT_EQ(engine.pvar_write(in, bad, &value), code);
    EXPECT_EQ(engine.pvar_reset(in, bad), code);
    EXPECT_EQ(engine.pvar_readreset(in, bad, &value), code);
    EXPECT_EQ(engine.pvar_handle_free(in, &bad), code);
    EXPECT_EQ(value, 77U);
  }
};

TEST_F(HandleTest, StaleHandlesStayInvalidAfterSlotReuse) {
  PvarHandle handle = new_handle(session, 0);
  const PvarHandle stale = handle;
  EXPECT_EQ(engine.pvar_handle_free(session, &handle), Code::success);
  for (int i = 0; i != 10; ++i) {
    EXPECT_NE(new_handle(session, 0), stale);
    expect_refused(session, stale, Code::invalid_handle);
  }
}

TEST_F(HandleTest, GarbageIsInvalid) {
  const PvarHandle good = new_handle(session, 0);
  int local = 0;
  for (const std::uintptr_t word :
       {std::uintptr_t{0}, std::uintptr_t{2}, std::uintptr_t{0xdeadbeef}, ~std::uintptr_t{0},
        reinterpret_cast<std::uintptr_t>(&local), static_cast<std::uintptr_t>(good) + 1,
        static_cast<std::uintptr_t>(good) ^ (std::uintptr_t{1} << 40),
        static_cast<std::uintptr_t>(session)}) {
    expect_refused(session, PvarHandle{word}, Code::invalid_handle);
  }
}

TEST_F(HandleTest, GarbageSessionsAreInvalid) {
  const PvarHandle handle = new_handle(session, 0);
  PvarSession stale = new_session();
  PvarSession freed = stale;
  EXPECT_EQ(engine.pvar_session_free(&freed), Code::success);
  new_session();  // reuses the slot
  for (PvarSession bad : {PvarSession::null, PvarSession{1}, PvarSession{0xdeadbeef}, stale,
                          PvarSession{static_cast<std::uintptr_t>(handle)}}) {
    expect_refused(bad, handle, Code::invalid_session);
    EXPECT_EQ(engine.pvar_start(bad, PvarHandle::all), Code::invalid_session);
    EXPECT_EQ(engine.pvar_session_free(&bad), Code::invalid_session);
    PvarHandle made{};
    int count = 0;
    EXPECT_EQ(engine.pvar_handle_alloc(bad, 0, nullptr, &made, &count), Code::invalid_session);
  }
}

TEST_F(HandleTest, SessionFreeEndsOnlyItsHandles) {
  PvarSession other = new_session();
  const PvarHandle mine = new_handle(session, 0);
  const PvarHandle theirs = new_handle(other, 0);
  EXPECT_EQ(engine.pvar_session_free(&other), Code::success);
  expect_refused(session, theirs, Code::invalid_handle);
  EXPECT_EQ(engine.pvar_start(session, mine), Code::success);
}

TEST_F(HandleTest, ManyHandlesAreAllDifferent) {
  std::set<PvarHandle> seen{PvarHandle::null, PvarHandle::all};
  std::vector<PvarHandle> live;
  for (int i = 0; i != 5000; ++i) {
    live.push_back(new_handle(session, 0));
    EXPECT_TRUE(seen.insert(live.back()).second);
    if (i % 3 == 0) {
      EXPECT_EQ(engine.pvar_handle_free(session, &live[live.size() / 2]), Code::success);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(live.size() / 2));
    }
  }
  for (PvarHandle& handle : live) {
    EXPECT_EQ(engine.pvar_handle_free(session, &handle), Code::success);
  }
}

// After 2^31 handles of one slot.
TEST(HandleTableTest, SlotIsRetiredAfterItsLastGeneration) {
  HandleTable<SlotBase, WordKind::pvar> table;
  SlotBase* const slot = table.acquire(10);
  ASSERT_NE(slot, nullptr);
  slot->next_word |= ~(next_generation - 1);
  const Word last = table.publish(*slot);
  EXPECT_EQ(table.find(last), slot);
  table.withdraw(*slot);
  table.put_back(*slot);
  SlotBase* const other = table.acquire(10);
  ASSERT_NE(other, nullptr);
  EXPECT_NE(other, slot);
  EXPECT_EQ(table.find(last), nullptr);
  EXPECT_NE(table.publish(*other), last);
}

TEST_F(HandleTest, SessionMayEndDuringAnObjectLookUp) {
  PvarSession ending = new_session();
  engine.add_pvar({.name = "ends",
                   .datatype = Datatype::unsigned_,
                   .bind = Bind::mpi_comm,
                   .resolve = [&](ObjectWord) {
                     EXPECT_EQ(engine.pvar_session_free(&ending), Code::success);
                     return std::make_shared<GaugeStorage>(Datatype::unsigned_, 1);
                   }});
  PvarHandle handle{};
  int count = 0;
  const ObjectWord object = 1;
  EXPECT_EQ(engine.pvar_handle_alloc(ending, 1, &object, &handle, &count), Code::invalid_session);
  EXPECT_EQ(handle, PvarHandle::null);
}

}  // namespace
}  // namespace mpit
