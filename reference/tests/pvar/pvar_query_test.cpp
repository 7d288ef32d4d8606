// SPDX-License-Identifier: BSD-3-Clause
// Queries of performance variables (MPI-5.0 §15.3.7).
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class PvarQueryTest : public EngineTest {};

TEST_F(PvarQueryTest, InfoReturnsRegisteredProperties) {
  const Counter<unsigned long> counter(engine, {.name = "sends",
                                                .desc = "messages",
                                                .verbosity = Verbosity::mpidev_basic,
                                                .readonly = true,
                                                .continuous = true,
                                                .atomic = false});
  char name[16];
  char desc[16];
  int name_len = sizeof name;
  int desc_len = sizeof desc;
  int verbosity = 0;
  int var_class = 0;
  Datatype datatype{};
  EnumType enumtype{77};
  int bind = 0;
  int readonly = -1;
  int continuous = -1;
  int atomic = -1;
  EXPECT_EQ(engine.pvar_get_info(0, name, &name_len, &verbosity, &var_class, &datatype, &enumtype,
                                 desc, &desc_len, &bind, &readonly, &continuous, &atomic),
            Code::success);
  EXPECT_STREQ(name, "sends");
  EXPECT_STREQ(desc, "messages");
  EXPECT_EQ(verbosity, 33);
  EXPECT_EQ(var_class, 7);
  EXPECT_EQ(datatype, Datatype::unsigned_long);
  EXPECT_EQ(enumtype, EnumType::null);
  EXPECT_EQ(bind, 1);
  EXPECT_EQ(readonly, 1);
  EXPECT_EQ(continuous, 1);
  EXPECT_EQ(atomic, 0);
}

TEST_F(PvarQueryTest, InactiveVariablesKeepTheirPropertiesButRefuseAccess) {
  const Counter<> counter(engine, {.name = "v"});
  const PvarSession session = new_session();
  PvarHandle handle = new_handle(session, 0);
  engine.deactivate_pvar(0);
  EXPECT_EQ(engine.pvar_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr, nullptr, nullptr),
            Code::success);
  unsigned long long value = 0;
  EXPECT_EQ(engine.pvar_start(session, handle), Code::invalid_handle);
  EXPECT_EQ(engine.pvar_read(session, handle, &value), Code::invalid_handle);
  EXPECT_EQ(engine.pvar_start(session, PvarHandle::all), Code::success);
  EXPECT_EQ(engine.pvar_handle_free(session, &handle), Code::success);
}

}  // namespace
}  // namespace mpit
