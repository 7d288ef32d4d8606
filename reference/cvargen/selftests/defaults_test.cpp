// SPDX-License-Identifier: BSD-3-Clause
// Defaults of every type.
#include "reference/cvargen/selftests/fixture.hpp"

namespace mpit::cvargen {
namespace {

struct Default {
  std::string type;
  std::string text;
  /// As the generated source has it; empty: it is refused.
  std::string initial;
};

void PrintTo(const Default& one, std::ostream* out) { *out << one.type << " " << one.text; }

class Defaults : public CvargenTest, public testing::WithParamInterface<Default> {};

TEST_P(Defaults, AreReadOrRefused) {
  const auto& [type, text, initial] = GetParam();
  // A list, so that enums have items: a block scalar begins in the line after its key.
  const Sample sample = Sample()
                            .with("type", type)
                            .with("default", text)
                            .with("description", "|-\n      red - one\n      green - two");
  write("a.c", sample.text());
  const int code = run_with({"--quiet", "--string-length", "8", "--output-header", path("a.hpp"),
                             "--output-source", path("a.cpp"), path("a.c")});
  if (initial.empty()) {
    EXPECT_EQ(code, 1);
    EXPECT_THAT(errors_, testing::StartsWith(path("a.c") + ":9: bad default '"));
  } else {
    EXPECT_EQ(code, 0) << errors_;
    EXPECT_THAT(text_of("a.cpp"), testing::HasSubstr(initial + ")) {}"));
  }
}

INSTANTIATE_TEST_SUITE_P(Int, Defaults,
                         testing::Values(Default{"int", "0", "\n          0"},
                                         Default{"int", "-7", " -7"}, Default{"int", "'+7'", " 7"},
                                         Default{"int", "2147483647", " 2147483647"},
                                         Default{"int", "-2147483648", " -2147483647 - 1"},
                                         Default{"int", "1.5", ""},
                                         Default{"int", "2147483648", ""},
                                         Default{"int", "seven", ""}, Default{"int", "7 8", ""},
                                         Default{"int", "0x10", ""}, Default{"int", "NULL", ""},
                                         Default{"int", "'+-7'", ""}, Default{"int", "''", ""}));

INSTANTIATE_TEST_SUITE_P(
    Boolean, Defaults,
    testing::Values(Default{"boolean", "true", " true"}, Default{"boolean", "False", " false"},
                    Default{"boolean", "YES", " true"}, Default{"boolean", "0", " false"},
                    Default{"boolean", "2", ""}, Default{"boolean", "maybe", ""}));

INSTANTIATE_TEST_SUITE_P(Double, Defaults,
                         testing::Values(Default{"double", "1", " 1"},
                                         Default{"double", "-2.5e3", " -2500"},
                                         Default{"double", "1e999", ""},
                                         Default{"double", "nan", ""}, Default{"double", "inf", ""},
                                         Default{"double", "1,5", ""}));

INSTANTIATE_TEST_SUITE_P(Range, Defaults,
                         testing::Values(Default{"range", "0:0", " mpit::Range{0, 0}"},
                                         Default{"range", "\"-5:7\"", " mpit::Range{-5, 7}"},
                                         Default{"range", "7", ""}, Default{"range", "'7:'", ""},
                                         Default{"range", "7:5", ""},
                                         Default{"range", "1:2:3", ""}));

INSTANTIATE_TEST_SUITE_P(
    String, Defaults,
    testing::Values(Default{"string", "NULL", " \"\", 8"}, Default{"string", "null", " \"\", 8"},
                    Default{"string", "\"NULL\"", " \"NULL\", 8"},
                    Default{"string", "\"\"", " \"\", 8"}, Default{"string", "a b", " \"a b\", 8"},
                    Default{"string", "1234567", " \"1234567\", 8"},
                    Default{"string", "12345678", ""}, Default{"string", "\"a\\0b\"", ""}));

INSTANTIATE_TEST_SUITE_P(Enum, Defaults,
                         testing::Values(Default{"enum", "red", " 0"},
                                         Default{"enum", "green", " 1"},
                                         Default{"enum", "blue", ""}, Default{"enum", "1", ""}));

using Enums = CvargenTest;

TEST_F(Enums, NeedAListOfDifferentValues) {
  expect_error(Sample().with("type", "enum"), 10,
               "the description of an enum must list its values, 'value - meaning'");
  expect_error(Sample()
                   .with("type", "enum")
                   .with("default", "a")
                   .with("description", "|-\n      a - one\n      b - two\n      a - three"),
               10, "the value 'a' is listed twice");
}

}  // namespace
}  // namespace mpit::cvargen
