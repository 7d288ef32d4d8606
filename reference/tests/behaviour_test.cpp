// SPDX-License-Identifier: BSD-3-Clause
// The other legal behaviours (choices.md), one test per switch.
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "reference/engine/core/text.hpp"
#include "reference/tests/behaviours.hpp"

namespace mpit {
namespace {

TEST(Behaviours, TruncatedTextReportsTheStoredLength) {
  With with({.truncated_length = Behaviour::TruncatedLength::stored});
  with.engine.add_category("abcde");
  char buffer[3];
  int len = sizeof buffer;
  EXPECT_EQ(
      with.engine.category_get_info(0, buffer, &len, nullptr, nullptr, nullptr, nullptr, nullptr),
      Code::success);
  EXPECT_EQ(len, 3);
}

TEST(Behaviours, RedundantStartAndStopAreRefused) {
  With with({.redundant_start_stop = Code::pvar_no_startstop});
  const Counter<> counter(with.engine, {.name = "v"});
  const PvarSession session = with.new_session();
  const PvarHandle handle = with.new_handle(session, 0);
  EXPECT_EQ(with.engine.pvar_stop(session, handle), Code::pvar_no_startstop);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::pvar_no_startstop);
  EXPECT_EQ(with.engine.pvar_start(session, PvarHandle::all), Code::success);
}

TEST(Behaviours, ReadingBeforeTheFirstStartIsInvalid) {
  With with({.read_never_started = Code::invalid});
  const Counter<> counter(with.engine, {.name = "v"});
  const PvarSession session = with.new_session();
  const PvarHandle handle = with.new_handle(session, 0);
  unsigned long long value = 77;
  EXPECT_EQ(with.engine.pvar_read(session, handle, &value), Code::invalid);
  EXPECT_EQ(with.engine.pvar_readreset(session, handle, &value), Code::invalid);
  EXPECT_EQ(value, 77U);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  EXPECT_EQ(with.engine.pvar_stop(session, handle), Code::success);
  EXPECT_EQ(with.engine.pvar_read(session, handle, &value), Code::success);
}

TEST(Behaviours, HandlesOfAFreedSessionAreKeptUntilTheEnd) {
  With with({.session_free = Behaviour::LiveHandles::kept, .max_handles = 1});
  const HighWatermark<> mark(with.engine, {.name = "v"});
  PvarSession session = with.new_session();
  PvarHandle handle = with.new_handle(session, 0);
  EXPECT_EQ(with.engine.pvar_session_free(&session), Code::success);
  const PvarSession other = with.new_session();
  EXPECT_EQ(with.engine.pvar_handle_free(other, &handle), Code::invalid_handle);
  PvarHandle more{};
  int count = 0;
  EXPECT_EQ(with.engine.pvar_handle_alloc(other, 0, nullptr, &more, &count), Code::out_of_handles);
  int provided = 0;
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.engine.init_thread(0, &provided), Code::success);
  with.new_handle(with.new_session(), 0);
}

TEST(Behaviours, WritingReadonlyCvarsIsRefusedForNow) {
  With with({.write_readonly = Code::cvar_set_not_now});
  with.engine.add_cvar({.name = "r", .scope = Scope::readonly});
  with.engine.add_cvar({.name = "c", .scope = Scope::constant});
  const int value = 1;
  for (const auto& [index, code] :
       {std::pair{0, Code::cvar_set_not_now}, std::pair{1, Code::cvar_set_never}}) {
    CvarHandle handle{};
    int count = 0;
    EXPECT_EQ(with.engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
    EXPECT_EQ(with.engine.cvar_write(handle, &value), code);
  }
}

TEST(Behaviours, EnumCodesOfMpi3) {
  With with({.enum_bad_item = Code::invalid_item, .enum_bad_handle = Code::invalid_handle});
  const EnumType enumtype = with.engine.add_enum({"e", {{"a", 1}}});
  int value = 0;
  EXPECT_EQ(with.engine.enum_get_item(enumtype, 1, &value, nullptr, nullptr), Code::invalid_item);
  EXPECT_EQ(with.engine.enum_get_info(EnumType::null, &value, nullptr, nullptr),
            Code::invalid_handle);
}

TEST(Behaviours, ShortArraysGetTheLastMembers) {
  With with({.short_members = Behaviour::Members::last});
  for (const char* const name : {"a", "b", "c"}) {
    with.engine.add_cvar({.name = name, .category = "k"});
  }
  std::array<int, 2> members{};
  EXPECT_EQ(with.engine.category_get_cvars(0, 2, members.data()), Code::success);
  EXPECT_EQ(members, (std::array{1, 2}));
}

TEST(Behaviours, FixedWidthTypesForNumericClasses) {
  With with({.fixed_width_classes = true});
  const auto spec = [](Datatype datatype) {
    return PvarSpec{.name = "v" + std::to_string(static_cast<long>(datatype)),
                    .var_class = PvarClass::level,
                    .datatype = datatype,
                    .storage = std::make_shared<GaugeStorage>(datatype, 1)};
  };
  EXPECT_NO_THROW(with.engine.add_pvar(spec(Datatype::uint32)));
  EXPECT_NO_THROW(with.engine.add_pvar(spec(Datatype::uint64)));
  EXPECT_THROW(with.engine.add_pvar(spec(Datatype::int32)), std::invalid_argument);
}

TEST(Behaviours, EnumtypeOfOtherTypesIsNotWritten) {
  With with({.non_int_enumtype = Behaviour::NonIntEnum::untouched});
  with.engine.add_cvar({.name = "d", .datatype = Datatype::double_});
  with.engine.add_cvar({.name = "i"});
  EnumType enumtype{77};
  EXPECT_EQ(with.engine.cvar_get_info(0, nullptr, nullptr, nullptr, nullptr, &enumtype, nullptr,
                                      nullptr, nullptr, nullptr),
            Code::success);
  EXPECT_EQ(enumtype, EnumType{77});
  EXPECT_EQ(with.engine.cvar_get_info(1, nullptr, nullptr, nullptr, nullptr, &enumtype, nullptr,
                                      nullptr, nullptr, nullptr),
            Code::success);
  EXPECT_EQ(enumtype, EnumType::null);
}

TEST(Behaviours, MisplacedAllHandlesIsInvalid) {
  With with({.misplaced_all_handles = Code::invalid});
  unsigned long long value = 0;
  EXPECT_EQ(with.engine.pvar_read(with.new_session(), PvarHandle::all, &value), Code::invalid);
}

TEST(Behaviours, NestedInitRenegotiatesTheLevel) {
  With with({.nested_init = Behaviour::NestedInit::renegotiated});
  int provided = 0;
  EXPECT_EQ(with.engine.init_thread(static_cast<int>(ThreadLevel::funneled), &provided),
            Code::success);
  EXPECT_EQ(provided, static_cast<int>(ThreadLevel::funneled));
}

TEST(Behaviours, NestedInitDoesNotWriteProvided) {
  With with({.nested_init = Behaviour::NestedInit::untouched});
  int provided = -1;
  EXPECT_EQ(with.engine.init_thread(static_cast<int>(ThreadLevel::funneled), &provided),
            Code::success);
  EXPECT_EQ(provided, -1);
}

TEST(Behaviours, MissingTextStoresANullOnlyIfChosen) {
  for (const auto choice :
       {Behaviour::WithoutRoom::untouched, Behaviour::WithoutRoom::null_stored}) {
    Behaviour behaviour;
    behaviour.missing_text = choice;
    for (const std::string_view text : {"", "text"}) {
      char room[] = "x";
      int length = 0;
      put_text(text, room, &length, behaviour);
      EXPECT_EQ(length, static_cast<int>(text.size()) + 1);
      const bool stored = choice == Behaviour::WithoutRoom::null_stored && text.empty();
      EXPECT_EQ(room[0], stored ? '\0' : 'x');
    }
  }
}

TEST(Behaviours, LowerThreadLevel) {
  Engine engine({.highest_thread_level = ThreadLevel::funneled});
  int provided = 0;
  EXPECT_EQ(engine.init_thread(static_cast<int>(ThreadLevel::multiple), &provided), Code::success);
  EXPECT_EQ(provided, static_cast<int>(ThreadLevel::funneled));
}

TEST(Behaviours, RestartRebasesWatermarks) {
  With with({.watermark_restart = Behaviour::Restart::rebases});
  HighWatermark<> mark(with.engine, {.name = "v"});
  const PvarSession session = with.new_session();
  const PvarHandle handle = with.new_handle(session, 0);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  mark.update(9);
  EXPECT_EQ(with.engine.pvar_stop(session, handle), Code::success);
  mark.update(2);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  EXPECT_EQ(with.read<unsigned long long>(session, handle), 2U);
}

TEST(Behaviours, LimitsOfSessionsAndHandles) {
  With with({.max_handles = 2, .max_sessions = 1});
  const Counter<> counter(with.engine, {.name = "v"});
  const PvarSession session = with.new_session();
  PvarSession more{};
  EXPECT_EQ(with.engine.pvar_session_create(&more), Code::out_of_sessions);
  PvarHandle first = with.new_handle(session, 0);
  with.new_handle(session, 0);
  PvarHandle third{};
  int count = 0;
  EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &third, &count),
            Code::out_of_handles);
  EXPECT_EQ(with.engine.pvar_handle_free(session, &first), Code::success);
  EXPECT_EQ(with.engine.pvar_handle_alloc(session, 0, nullptr, &third, &count), Code::success);
}

TEST(Behaviours, FirstInitializationIsRefused) {
  Engine engine({.first_init = Code::cannot_init});
  int provided = 0;
  EXPECT_EQ(engine.init_thread(0, &provided), Code::cannot_init);
  EXPECT_FALSE(engine.initialized());
}

TEST(Behaviours, HandlesOfTextsDifferInTheirCount) {
  With with({.text_counts_differ = true});
  with.engine.add_cvar({.name = "text", .datatype = Datatype::char_, .count = 8});
  with.engine.add_cvar({.name = "number"});
  for (const auto& [index, wanted] : {std::pair{0, 8}, std::pair{0, 9}, std::pair{1, 1}}) {
    CvarHandle handle{};
    int count = 0;
    EXPECT_EQ(with.engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
    EXPECT_EQ(count, wanted);
  }
  CvarHandle handle{};
  int count = 0;
  EXPECT_EQ(with.engine.cvar_handle_alloc(0, nullptr, &handle, &count), Code::success);
  EXPECT_EQ(count, 10);
  EXPECT_EQ(with.engine.cvar_write(handle, "seven..\0\0"), Code::success);
  EXPECT_EQ(with.engine.cvar_write(handle, "eight...\0"), Code::cvar_set_not_now);
  std::array<char, 10> text{};
  EXPECT_EQ(with.engine.cvar_read(handle, text.data()), Code::success);
  EXPECT_STREQ(text.data(), "seven..");
}

TEST(Behaviours, ReadresetOfAReadonlyVariableThatIsNotAtomic) {
  for (const Code code : {Code::pvar_no_atomic, Code::pvar_no_write}) {
    With with({.readreset_readonly = code});
    const Counter<> fixed(with.engine, {.name = "fixed", .readonly = true, .atomic = false});
    const Counter<> writable(with.engine, {.name = "writable", .readonly = false, .atomic = false});
    const PvarSession session = with.new_session();
    unsigned long long value = 0;
    EXPECT_EQ(with.engine.pvar_readreset(session, with.new_handle(session, 0), &value), code);
    EXPECT_EQ(with.engine.pvar_readreset(session, with.new_handle(session, 1), &value),
              Code::pvar_no_atomic);
  }
}

TEST(Behaviours, AllocationsOfInactiveVariables) {
  With with({.inactive_allocation = Code::invalid_handle});
  with.engine.add_cvar({.name = "v"});
  with.engine.deactivate_cvar(0);
  CvarHandle handle{};
  int count = 0;
  EXPECT_EQ(with.engine.cvar_handle_alloc(0, nullptr, &handle, &count), Code::invalid_handle);
}

TEST(Behaviours, EventTypesJoinCategoriesWithoutAnUpdate) {
  With with({.events_uncounted = true});
  with.engine.add_category("c");
  SourceRecord& source = with.engine.add_source({.name = "s"});
  const int before = with.update_number();
  with.engine.add_event({.name = "e", .category = "c", .source = &source});
  EXPECT_EQ(with.update_number(), before);
}

TEST(Behaviours, SubCategoriesRotate) {
  With with({});
  with.engine.add_category("outer");
  with.engine.add_category("one", "", "outer");
  with.engine.add_category("two", "", "outer");
  const int before = with.update_number();
  with.engine.rotate_sub_categories();
  EXPECT_GT(with.update_number(), before);
  std::array<int, 2> members{};
  EXPECT_EQ(with.engine.category_get_categories(0, 2, members.data()), Code::success);
  EXPECT_EQ(members, (std::array{2, 1}));
}

TEST(Behaviours, ClosedFunctionsAreNotAccessible) {
  With with({});
  const Counter<> counter(with.engine, {.name = "v"});
  const PvarSession session = with.new_session();
  const PvarHandle handle = with.new_handle(session, 0);
  with.engine.close_off(true);
  int number = 0, provided = 0;
  EXPECT_EQ(with.engine.cvar_get_num(&number), Code::not_accessible);
  EXPECT_EQ(with.engine.source_get_num(&number), Code::not_accessible);
  EXPECT_EQ(with.engine.init_thread(0, &provided), Code::success);
  EXPECT_EQ(with.engine.finalize(), Code::success);
  EXPECT_EQ(with.engine.pvar_start(session, handle), Code::success);
  with.engine.close_off(false);
  EXPECT_EQ(with.engine.cvar_get_num(&number), Code::success);
}

}  // namespace
}  // namespace mpit
