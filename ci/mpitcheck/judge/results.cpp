// SPDX-License-Identifier: BSD-3-Clause
// Result files and progress pages: every byte may have been written by a broken target.
#include "ci/mpitcheck/judge/results.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "conformance/harness/facts/protocol.hpp"

namespace mpitcheck {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t most_bytes = 16U << 20U;  // of one result file
constexpr std::size_t most_failures = 1000;  // kept per rank; the harness writes a few per clause

/// A record that is well-formed JSON but not what the protocol says.
struct BadRecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string text_or_list(const json& record, const char* key) {
  const auto found = record.find(key);
  if (found == record.end() || found->is_null()) return {};
  if (found->is_string()) return found->get<std::string>();
  std::string joined;
  for (const std::string& part : found->get<std::vector<std::string>>()) {
    joined += (joined.empty() ? "" : "; ") + part;
  }
  return joined;
}

Failure parse_failure(const json& record, int rank) {
  Failure failure;
  static_cast<Offence&>(failure) = record.get<Offence>();
  failure.rank = rank;
  return failure;
}

End parse_end(const json& record) {
  End end;
  const std::optional<Verdict> verdict = verdict_named(record.at("verdict").get<std::string>());
  const bool own = verdict && *verdict != Verdict::early_exit && *verdict != Verdict::timeout;
  if (!own) throw BadRecord("not a verdict that a test can give");
  end.verdict = *verdict;
  end.message = record.value("message", "");
  end.missing = text_or_list(record, "missing");
  for (const json& clause : record.value("clauses", json::array())) {
    end.examinations.push_back({clause.at("id").get<std::string>(),
                                clause.at("examined").get<std::uint64_t>(),
                                clause.at("offenders").get<std::uint64_t>()});
  }
  end.left_out = record.value("left_out", end.left_out);
  end.codes = record.value("codes", decltype(end.codes){});
  end.metrics = record.value("metrics", decltype(end.metrics){});
  return end;
}

void add_record(RankEvidence& evidence, const json& record, std::string_view nonce,
                std::string_view test, int rank) {
  namespace kinds = protocol::record;
  if (record.at("nonce") != nonce) throw BadRecord("wrong nonce");
  const std::string kind = record.at("record").get<std::string>();
  if (kind == kinds::begin) {
    if (record.at("test") != test) throw BadRecord("record of another test");
    if (record.at("rank") != rank) throw BadRecord("record of another rank");
    record.at("np").get_to(evidence.np);
    evidence.pid = record.value("pid", 0);
    evidence.mpi_version = record.value("mpi_version", "");
    ++evidence.begins;
    return;
  }
  if (evidence.begins == 0) throw BadRecord(fmt::format("'{}' before 'begin'", kind));
  if (kind == kinds::closed) {
    if (!evidence.end || evidence.closed) throw BadRecord("'closed' without one 'end'");
    evidence.closed = true;
  } else if (evidence.end) {
    throw BadRecord(fmt::format("'{}' after 'end'", kind));
  } else if (kind == kinds::failure) {
    if (evidence.failures.size() < most_failures) {
      evidence.failures.push_back(parse_failure(record, rank));
    }
  } else if (kind == kinds::behaviour) {
    evidence.behaviours.push_back({record.at("clause").get<std::string>(),
                                   record.at("key").get<std::string>(),
                                   record.at("value").get<std::string>()});
  } else if (kind == kinds::end) {
    evidence.end = parse_end(record);
  } else {
    throw BadRecord("unknown kind of record");
  }
}

/// The content of a regular file; nothing if there is none. Never follows a link or waits for a
/// FIFO.
std::optional<std::string> read_bounded(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat status {};
  std::optional<std::string> content;
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    content.emplace();
    char block[65536];
    ssize_t n = 0;
    while (content->size() <= most_bytes && (n = ::read(file, block, sizeof block)) > 0) {
      content->append(block, static_cast<std::size_t>(n));
    }
  }
  ::close(file);
  return content;
}

}  // namespace

RankEvidence parse_records(std::string_view content, std::string_view nonce, std::string_view test,
                           int rank) {
  RankEvidence evidence;
  evidence.has_file = true;
  if (content.size() > most_bytes) {
    evidence.defect = fmt::format("{}.jsonl is larger than {} MiB", rank, most_bytes >> 20U);
    return evidence;
  }
  for (int line = 1; !content.empty(); ++line) {
    const std::size_t length = content.find('\n');
    if (length == std::string_view::npos) {
      evidence.cut_short = true;
      break;
    }
    try {
      add_record(evidence, json::parse(content.substr(0, length)), nonce, test, rank);
    } catch (const json::exception&) {
      evidence.defect = fmt::format("{}.jsonl line {} is not a record", rank, line);
    } catch (const BadRecord& problem) {
      evidence.defect = fmt::format("{}.jsonl line {}: {}", rank, line, problem.what());
    }
    if (!evidence.defect.empty()) break;
    content.remove_prefix(length + 1);
  }
  return evidence;
}

std::optional<LastSeen> parse_progress(std::string_view bytes) {
  protocol::ProgressPage page;
  if (bytes.size() != sizeof page) return std::nullopt;
  std::memcpy(&page, bytes.data(), sizeof page);
  if (std::string_view(page.magic.data(), page.magic.size()) != protocol::progress_magic) {
    return std::nullopt;
  }
  LastSeen progress;
  progress.in_call = page.in_call == 1;
  progress.phase = page.phase.view();
  progress.clause = page.clause.view();
  progress.call = page.call.view();
  for (const protocol::PageTally& tally : page.tallies) {
    if (tally.clause.view().empty()) break;
    progress.examinations.push_back(
        {std::string(tally.clause.view()), tally.examined, tally.offenders});
  }
  const std::uint32_t finished = page.calls - (progress.in_call && page.calls > 0 ? 1 : 0);
  const auto held = std::min<std::uint32_t>(finished, protocol::ring_entries);
  for (std::uint32_t i = finished - held; i != finished; ++i) {
    const std::string_view call = page.ring[i % protocol::ring_entries].view();
    if (!call.empty()) progress.calls.emplace_back(call);
  }
  return progress;
}

Evidence read_evidence(const fs::path& directory, int np, std::string_view nonce,
                       std::string_view test) {
  Evidence evidence;
  for (int rank = 0; rank < np; ++rank) {
    RankEvidence found;
    if (const auto content = read_bounded(directory / fmt::format("{}.jsonl", rank))) {
      found = parse_records(*content, nonce, test, rank);
    }
    if (const auto page = read_bounded(directory / fmt::format("{}.progress", rank))) {
      found.progress = parse_progress(*page);
    }
    evidence.ranks.push_back(std::move(found));
  }
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() != ".jsonl") continue;
    const std::string stem = entry.path().stem().string();
    bool expected = false;
    for (int rank = 0; rank < np && !expected; ++rank) expected = stem == std::to_string(rank);
    if (!expected) evidence.stray = entry.path().filename().string();
  }
  return evidence;
}

}  // namespace mpitcheck
