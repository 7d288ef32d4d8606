// SPDX-License-Identifier: BSD-3-Clause
// The memory of freed handles is reused, and there may be very many handles. The campaign
// `ci/campaigns/campaign limits update-path` measures larger numbers.
#include <vector>

#include "reference/tests/fixture.hpp"
#include "reference/tests/private_memory.hpp"

namespace mpit {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr int most = 20'000;  // sanitizers find a wrong access in fewer cycles
#else
constexpr int most = 300'000;
#endif

template <class Instrument>
class HandleMemoryTest : public EngineTest {
 protected:
  void alloc_and_free(int cycles) {
    for (int i = 0; i != cycles; ++i) {
      PvarHandle made = new_handle(session, 0);
      start(session, made);
      ASSERT_EQ(engine.pvar_handle_free(session, &made), Code::success);
    }
  }

  Instrument instrument{engine, {.name = "v"}};
  PvarSession session = new_session();
};

using Instruments = testing::Types<Counter<>, HighWatermark<>, Level<>>;
TYPED_TEST_SUITE(HandleMemoryTest, Instruments);

TYPED_TEST(HandleMemoryTest, AllocAndFreeDoNotLeak) {
  this->alloc_and_free(1000);
  const long before = private_kib();
  if (before < 0) GTEST_SKIP() << "no /proc/self/smaps_rollup";
  this->alloc_and_free(most);
  EXPECT_LE(private_kib() - before, 64);  // one word lost per cycle would be 2343
}

TYPED_TEST(HandleMemoryTest, MemoryOfManyLiveHandlesIsReused) {
  constexpr int count = most / 3;
  std::vector<PvarHandle> handles(count);
  const auto fill = [&] {
    for (PvarHandle& handle : handles) handle = this->new_handle(this->session, 0);
    ASSERT_EQ(this->engine.pvar_start(this->session, PvarHandle::all), Code::success);
    for (PvarHandle handle : handles) {
      using Value = typename TypeParam::Value;
      ASSERT_EQ(this->template read<Value>(this->session, handle), Value{0});
    }
    ASSERT_EQ(this->engine.pvar_session_free(&this->session), Code::success);
    this->session = this->new_session();
  };
  fill();
  const long before = private_kib();
  if (before < 0) GTEST_SKIP() << "no /proc/self/smaps_rollup";
  fill();
  EXPECT_LE(private_kib() - before, 1024);  // one word per handle would be 1562 twice
}

}  // namespace
}  // namespace mpit
