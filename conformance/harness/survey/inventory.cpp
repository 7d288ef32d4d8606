// SPDX-License-Identifier: BSD-3-Clause
// Prints everything that the target's MPI_T offers, before and after MPI_Init, as one JSON object.
// `inventory --identify` prints only versions and which functions exist. `inventory --probe` adds
// measurements of performance variables.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/progress.hpp"
#include "conformance/harness/process/end_in.hpp"
#include "conformance/harness/process/replay.hpp"
#include "conformance/harness/survey/listing.hpp"
#include "conformance/harness/survey/measure_pvars.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

/// Environment variable: path of the progress page, which shows the call in which this program
/// ended.
constexpr const char* page_variable = "MPITCHECK_PAGE";

namespace {

using nlohmann::json;

constexpr int most_listings = 20;
constexpr unsigned seconds_for_the_end = 10;

/// Returns the original stdout. From now on the library prints to stderr, so that the JSON stays
/// intact.
std::FILE* take_stdout() {
  const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return ::fdopen(out, "w");
}

void write_line(int out, const std::string& text) {
  if (!write_all(out, text)) ::_exit(1);
}

std::string text_of(const json& value) {
  return value.dump(1, ' ', false, json::error_handler_t::replace);
}

// Runs in a child. It prints the calls that it puts into quarantine, then the listing.
void survey_and_list_here(int out) {
  Survey survey([out](const DeadlyCall& call) { write_line(out, quarantine_text({call})); });
  json found;
  bool is_up = false;
  try {
    is_up = bring_up();
    found = is_up ? list_everything(survey) : list_nothing();
  } catch (const std::exception& problem) {
    found = {{"problem", problem.what()}};
  }
  write_line(out, text_of(found));
  if (!is_up) return;
  call::MPI_T_finalize.if_possible();
  end_in(seconds_for_the_end);
  MPI_Finalize();
}

// Events are raised in a process of their own, which communicates.
void survey_callbacks(int) {
  try {
    if (!bring_up()) return;
    MPI_Init(nullptr, nullptr);
    ask_in_callbacks();
  } catch (const std::exception&) {
  }
}

// The output of a child before its listing.
std::string_view before_listing(std::string_view output) {
  return output.substr(0, output.find('{'));
}

json survey_and_list() {
  Survey survey;
  json found;
  for (int i = 0; i < most_listings; ++i) {
    const Attempt made =
        attempt(survey_and_list_here, [](const std::string&) { return patience(); });
    const std::string_view said = before_listing(made.output);
    for (DeadlyCall& call : parse_quarantine(said)) survey.add(std::move(call));
    if (made.death) survey.add(*made.death);
    found = json::parse(made.output.substr(said.size()), nullptr, false);
    if (found.is_object()) break;
    found = {{"problem", made.how + " while everything was listed"}};
    if (!made.death) break;
  }
  if (!found.value("events", json::array()).empty()) survey.get_through(survey_callbacks);
  return found;
}

int run(bool identify_only, bool with_measurements) {
  std::FILE* const out = take_stdout();
  if (out == nullptr) return 1;
  json all = identify();
  if (!identify_only) {
    all.update(survey_and_list());
    if (with_measurements && all.contains("pvars")) measure_pvars(all["pvars"]);
    all["ends_process"] = Quarantine::instance().calls();
  }
  std::fprintf(out, "%s\n", text_of(all).c_str());
  std::fclose(out);
  return 0;
}

}  // namespace
}  // namespace mpitcheck

int main(int argc, char** argv) {
  using mpitcheck::Replay;
  Replay::instance().start_recording({std::filesystem::canonical("/proc/self/exe")});
  if (argc > 2 && std::strcmp(argv[1], "--again") == 0) Replay::instance().replay_from(argv[2]);
  if (const char* const page = std::getenv(mpitcheck::page_variable)) {
    mpitcheck::Progress::instance().map_page(page, Replay::instance().is_active());
  }
  const auto asks_for = [&](const char* what) {
    return argc > 1 && std::strcmp(argv[1], what) == 0;
  };
  return mpitcheck::run(asks_for("--identify"), asks_for("--probe"));
}
