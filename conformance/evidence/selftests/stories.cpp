// SPDX-License-Identifier: BSD-3-Clause
// Stories.
#include "conformance/evidence/selftests/stories.hpp"

namespace mpitcheck::evidence {

Call call(const std::string& function, std::vector<std::string> arguments,
          std::vector<std::string> answers, const std::string& code) {
  answers.resize(arguments.size());
  return {function, std::move(arguments), std::move(answers), code, 0, -1};
}

Story wrong_read() {
  const auto info = [](const std::string& index, const std::string& name) {
    return call("MPI_T_cvar_get_info",
                {index, "buffer", "20", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"},
                {"", name, "6"});
  };
  const auto open = [](const std::string& index, const std::string& handle) {
    return call("MPI_T_cvar_handle_alloc", {index, "NULL", "MPI_T_CVAR_HANDLE_NULL", "-1"},
                {"", "", handle, "1"});
  };
  const auto read = [](const std::string& handle, const std::string& value) {
    return call("MPI_T_cvar_read", {handle, "MPI_INT:{-1}"}, {"", value});
  };
  const Fact fact{"MPI_T_cvar_read", "buf", Relation::one_of, {"5"}, "4"};
  return {{.clause = "cvar-read-delivers-value", .fact = fact},
          {call("MPI_T_init_thread", {"MPI_THREAD_SINGLE", "0"}, {"", "MPI_THREAD_SINGLE"}),
           info("3", "\"limit\""), info("7", "\"other\""), open("3", "@a1"), open("7", "@b2"),
           read("@b2", "MPI_INT:{9}"), call("MPI_T_cvar_write", {"@a1", "MPI_INT:{5}"}),
           read("@a1", "MPI_INT:{4}")}};
}

std::optional<Check> check_of(const Story& story) { return check_of(story, Objects(story.calls)); }

std::size_t last(const Story& story) { return story.calls.size() - 1; }

}  // namespace mpitcheck::evidence
