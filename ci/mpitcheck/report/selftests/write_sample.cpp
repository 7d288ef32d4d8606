// SPDX-License-Identifier: BSD-3-Clause
// Writes a sample report: write_sample (small|plausible|gated|big) (json|html|markdown|junit) FILE
#include <fstream>
#include <iostream>
#include <string>

#include "ci/mpitcheck/report/report.hpp"
#include "ci/mpitcheck/report/selftests/samples.hpp"

int main(int argc, char** argv) {
  using namespace mpitcheck::report;
  if (argc != 4) {
    std::cerr
        << "usage: write_sample (small|plausible|gated|big) (json|html|markdown|junit) FILE\n";
    return 2;
  }
  const std::string sample = argv[1];
  const std::string form = argv[2];
  const auto report = sample == "big"         ? samples::big(4'000, 10, 10)
                      : sample == "plausible" ? samples::plausible()
                      : sample == "gated"     ? samples::gated()
                                              : samples::small();
  std::ofstream file(argv[3], std::ios::binary);
  file << (form == "json"    ? to_json(report)
           : form == "html"  ? to_html(report)
           : form == "junit" ? to_junit(report)
                             : to_markdown(report));
  return file.flush() ? 0 : 3;
}
