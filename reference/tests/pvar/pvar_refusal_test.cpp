// SPDX-License-Identifier: BSD-3-Clause
// Calls that the flags of a performance variable forbid.
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class RefusalTest : public EngineTest {
 protected:
  PvarHandle handle_with(PvarSpec spec) {
    spec.name = "v";
    const Counter<> made(engine, spec);
    const PvarHandle handle = new_handle(session, 0);
    made.inc(3);
    return handle;
  }
  PvarSession session = new_session();
  unsigned long long value = 77;
};

TEST_F(RefusalTest, ReadonlyForbidsWriteResetAndReadReset) {
  const PvarHandle handle = handle_with({.readonly = true, .continuous = true});
  EXPECT_EQ(engine.pvar_write(session, handle, &value), Code::pvar_no_write);
  EXPECT_EQ(engine.pvar_reset(session, handle), Code::pvar_no_write);
  EXPECT_EQ(engine.pvar_readreset(session, handle, &value), Code::pvar_no_write);
  EXPECT_EQ(value, 77U);
  EXPECT_EQ(read<unsigned long long>(session, handle), 3U);
}

TEST_F(RefusalTest, ContinuousForbidsStartAndStop) {
  const PvarHandle handle = handle_with({.continuous = true});
  EXPECT_EQ(engine.pvar_start(session, handle), Code::pvar_no_startstop);
  EXPECT_EQ(engine.pvar_stop(session, handle), Code::pvar_no_startstop);
  EXPECT_EQ(read<unsigned long long>(session, handle), 3U);
}

TEST_F(RefusalTest, NotAtomicForbidsReadReset) {
  const PvarHandle handle = handle_with({.continuous = true, .atomic = false});
  EXPECT_EQ(engine.pvar_readreset(session, handle, &value), Code::pvar_no_atomic);
  EXPECT_EQ(value, 77U);
  EXPECT_EQ(read<unsigned long long>(session, handle), 3U);
}

TEST_F(RefusalTest, AllHandlesCannotBeRead) {
  handle_with({.continuous = true});
  PvarHandle all = PvarHandle::all;
  EXPECT_EQ(engine.pvar_read(session, all, &value), Code::invalid_handle);
  EXPECT_EQ(engine.pvar_write(session, all, &value), Code::invalid_handle);
  EXPECT_EQ(engine.pvar_readreset(session, all, &value), Code::invalid_handle);
  EXPECT_EQ(engine.pvar_handle_free(session, &all), Code::invalid_handle);
  EXPECT_EQ(value, 77U);
}

}  // namespace
}  // namespace mpit
