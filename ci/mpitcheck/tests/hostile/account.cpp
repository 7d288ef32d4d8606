// SPDX-License-Identifier: BSD-3-Clause
// Records and progress page, written by hand.
#include "ci/mpitcheck/tests/hostile/account.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace hostile {
namespace {

std::string variable(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}  // namespace

Account::Account(std::string test_name, std::string result_directory, std::string nonce_text)
    : rank(std::atoi(variable("FAKE_RANK", "0").c_str())),
      np(std::atoi(variable("FAKE_NP", "1").c_str())),
      test(std::move(test_name)),
      directory(std::move(result_directory)),
      nonce(std::move(nonce_text)),
      must(variable("HOSTILE_MUST", "")),
      quality(variable("HOSTILE_QUALITY", "")) {}

std::string Account::path() const { return directory + "/" + std::to_string(rank) + ".jsonl"; }

void Account::raw(const std::string& bytes) const {
  std::FILE* file = std::fopen(path().c_str(), "a");
  if (file == nullptr) std::abort();
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
}

void Account::record(const std::string& kind, const std::string& fields) const {
  raw("{\"record\":" + quoted(kind) + ",\"nonce\":" + quoted(nonce) + (fields.empty() ? "" : ",") +
      fields + "}\n");
}

void Account::begin() const {
  record("begin", "\"test\":" + quoted(test) + ",\"rank\":" + std::to_string(rank) +
                      ",\"np\":" + std::to_string(np) + ",\"pid\":" + std::to_string(::getpid()) +
                      ",\"mpi_version\":\"4.0\"");
}

void Account::failure(const std::string& clause, bool crash) const {
  record("failure", "\"clause\":" + quoted(clause) +
                        ",\"subject\":\"cvar <b>\\u001b[31m\\u202e\",\"expected\":\"MPI_SUCCESS\","
                        "\"actual\":\"MPI_T_ERR_INVALID\",\"calls\":[\"MPI_T_cvar_get_num(..) = "
                        "MPI_SUCCESS\"],\"crash\":" +
                        (crash ? "true" : "false"));
}

void Account::end(const std::string& verdict, const std::string& clause, int examined,
                  int offenders) const {
  record("end", "\"verdict\":" + quoted(verdict) + ",\"message\":\"\",\"clauses\":[{\"id\":" +
                    quoted(clause) + ",\"examined\":" + std::to_string(examined) +
                    ",\"offenders\":" + std::to_string(offenders) + "}]");
}

void Account::closed() const { record("closed", ""); }

void Account::pass() const {
  begin();
  end("pass", must, 1, 0);
  closed();
}

void Account::progress(const std::string& clause, const std::string& call, bool in_call) const {
  using mpitcheck::protocol::ProgressPage;
  static ProgressPage page{};
  std::memcpy(page.magic, mpitcheck::protocol::progress_magic.data(), sizeof page.magic);
  page.in_call = in_call ? 1 : 0;
  page.calls = 2;
  page.clause.set(clause);
  page.call.set(call);
  page.phase.set("after MPI_Init");
  page.ring[0].set("MPI_T_init_thread(..) = MPI_SUCCESS");
  if (!in_call) page.ring[1].set(call + " = MPI_SUCCESS");
  std::FILE* file = std::fopen(page_path().c_str(), "w");
  if (file == nullptr) std::abort();
  std::fwrite(&page, sizeof page, 1, file);
  std::fclose(file);
}

void Account::in_call() const {
  begin();
  progress(quality, "MPI_T_cvar_read(handle 1, buffer)", true);
}

void Account::step() const {
  static std::uint32_t calls = 2;
  ++calls;
  std::FILE* file = std::fopen(page_path().c_str(), "r+");
  if (file == nullptr) std::abort();
  std::fseek(file, offsetof(mpitcheck::protocol::ProgressPage, calls), SEEK_SET);
  std::fwrite(&calls, sizeof calls, 1, file);
  std::fclose(file);
}

std::string Account::page_path() const {
  return directory + "/" + std::to_string(rank) + ".progress";
}

}  // namespace hostile
