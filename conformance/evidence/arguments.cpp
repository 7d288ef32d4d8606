// SPDX-License-Identifier: BSD-3-Clause
// Arguments as texts.
#include "conformance/evidence/arguments.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "conformance/evidence/c_literal.hpp"
#include "conformance/evidence/ctext.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/process/thread.hpp"

namespace mpitcheck::evidence {
namespace {

constexpr int most_elements = 4096;
// The number of bytes that are recorded of an event. Its size is unknown.
constexpr std::size_t bytes_of_event = 64;

struct Known {
  Mutex mutex;
  std::map<std::pair<bool, int>, MPI_Datatype> of_variable;  // whether it is a pvar, index
  std::map<std::uint64_t, std::pair<MPI_Datatype, int>> of_handle;
};

Known& known() {
  static auto* const instance = new Known;
  return *instance;
}

MPI_Datatype ask_datatype([[maybe_unused]] bool pvar, [[maybe_unused]] int index) {
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  [[maybe_unused]] int none = 0;
#ifdef MPITCHECK_DECLARES_MPI_T_pvar_get_info
  if (pvar) {
    PMPI_T_pvar_get_info(index, nullptr, &none, nullptr, nullptr, &datatype, nullptr, nullptr,
                         nullptr, nullptr, nullptr, nullptr, nullptr);
  }
#endif
#ifdef MPITCHECK_DECLARES_MPI_T_cvar_get_info
  if (!pvar) {
    PMPI_T_cvar_get_info(index, nullptr, &none, nullptr, &datatype, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  }
#endif
  return datatype;
}

bool is_written(const Parameter& parameter) {
  const auto& [type, name] = parameter;
  if (name == "obj_handle" || name == "user_data" || name == "data" || name == "data_out") {
    return false;
  }
  return (type.ends_with("*") && !type.starts_with("const")) || type.ends_with("[]");
}

}  // namespace

Arguments::Arguments(const Prototype& prototype, std::vector<std::uint64_t> words)
    : prototype_(prototype), words_(std::move(words)) {
  for (std::size_t i = 0; i < words_.size(); ++i) lengths_.push_back(length(i));
  for (std::size_t i = 0; i < words_.size(); ++i) behind_.push_back(behind(i));
}

std::vector<std::string> Arguments::texts() const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < words_.size(); ++i) texts.push_back(argument(i, false));
  return texts;
}

std::vector<std::string> Arguments::answers() const {
  std::vector<std::string> answers(words_.size());
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (!is_written(prototype_.parameters[i]) || words_[i] == 0) continue;
    answers[i] = argument(i, true);
  }
  return answers;
}

std::uint64_t Arguments::word(std::string_view name) const {
  const int i = prototype_.find(name);
  return i < 0 ? 0 : words_[static_cast<std::size_t>(i)];
}

// The length that belongs to parameter `i`. -1 if there is none, or it is a null pointer.
int Arguments::length(std::size_t i) const {
  const int at = length_of(prototype_, static_cast<int>(i));
  if (at < 0) return -1;
  const auto where = static_cast<std::size_t>(at);
  if (prototype_.parameters[where].type == "int") return static_cast<int>(words_[where]);
  return words_[where] == 0 ? -1 : memory_.value_at<int>(words_[where]);
}

Arguments::Values Arguments::values_of_handle() const {
  const Lock lock(known().mutex);
  const auto found = known().of_handle.find(word("handle"));
  if (found == known().of_handle.end()) return {};
  const auto [type, count] = found->second;
  if (count < 0 || count > most_elements) return {};
  return {word_of(type), count, datatype_size(type) * static_cast<std::size_t>(count)};
}

std::string Arguments::argument(std::size_t i, bool after) const {
  const auto& [type, name] = prototype_.parameters[i];
  const std::uint64_t word = words_[i];
  const bool pointer = type.ends_with("*") || type.ends_with("[]") || type.ends_with("_function");
  if (type == "int") return int_text(name, static_cast<int>(word));
  if (type == "MPI_Datatype") {
    MPI_Datatype datatype;
    __builtin_memcpy(&datatype, &word, sizeof datatype);
    return datatype_text(datatype);
  }
  if (type == "MPI_T_cb_safety") {
    return constant_text("callback_safety", static_cast<int>(word));
  }
  if (type == "MPI_Count") return std::to_string(static_cast<MPI_Count>(word));
  if (!pointer) return opaque_text(type, word);
  if (type == "MPI_Status []") return "MPI_STATUSES_IGNORE";
  if (type == "MPI_Status *") return "MPI_STATUS_IGNORE";
  if (word == 0 || name.starts_with("arg")) return "NULL";
  if (type.ends_with("_function") || name == "user_data") return opaque_text(type, word);
  if (type.ends_with("[]")) return list(i);
  if (type == "const char *") return c_literal(memory_.bytes_at(word, 4096).c_str());
  if (type == "char *") return text(i, after);
  if (name == "obj_handle") return object(i);
  if (name == "buf" || name == "buffer") return buffer(i, after);
  if (type == "int *") return int_text(name, memory_.value_at<int>(word));
  if (type == "MPI_Datatype *") return datatype_text(memory_.value_at<MPI_Datatype>(word));
  if (type == "MPI_Count *") return std::to_string(memory_.value_at<MPI_Count>(word));
  if (type == "MPI_T_source_order *") {
    return constant_text("source_order", memory_.value_at<int>(word));
  }
  const std::string_view target = type.substr(0, type.size() - 2);
  if (const std::size_t size = opaque_size(target); size != 0) {
    return opaque_text(target, memory_.word_at(word, size));
  }
  return "data";
}

// A text in a buffer of the length that was passed in. A change of the bytes after it is an
// overrun.
std::string Arguments::text(std::size_t i, bool after) const {
  if (!after) return "buffer";
  const int length = lengths_[i];
  const std::string overrun = behind(i) == behind_[i] ? "" : " overrun";
  if (length <= 0) return overrun.empty() ? "" : c_literal("") + overrun;
  const std::string bytes = memory_.bytes_at(words_[i], static_cast<std::size_t>(length));
  const std::size_t end = bytes.find('\0');
  const std::string unterminated = end == std::string::npos ? " unterminated" : "";
  return c_literal(bytes.substr(0, end)) + unterminated + overrun;
}

std::string Arguments::list(std::size_t i) const {
  const std::string_view type = prototype_.parameters[i].type;
  const std::string_view item = type.substr(0, type.size() - 3);
  const int count = std::clamp(lengths_[i], 0, most_elements);
  std::string items;
  for (std::uint64_t at = words_[i], n = 0; n < static_cast<std::uint64_t>(count); ++n) {
    if (n > 0) items += ", ";
    if (item == "int") {
      items += std::to_string(memory_.value_at<int>(at));
      at += sizeof(int);
    } else if (item == "MPI_Datatype") {
      items += datatype_text(memory_.value_at<MPI_Datatype>(at));
      at += sizeof(MPI_Datatype);
    } else if (item == "MPI_Aint") {
      items += std::to_string(memory_.value_at<MPI_Aint>(at));
      at += sizeof(MPI_Aint);
    } else {
      items += opaque_text(item, memory_.word_at(at, opaque_size(item)));
      at += opaque_size(item);
    }
  }
  return "{" + items + "}";
}

std::string Arguments::buffer(std::size_t i, bool after) const {
  if (prototype_.function.starts_with("MPI_T_event_")) {
    const std::string bytes = memory_.bytes_at(words_[i], bytes_of_event);
    return after ? elements_text(MPI_BYTE, static_cast<int>(bytes.size()), bytes) : "data";
  }
  const Values values = values_of_handle();
  if (values.count < 0) return "data";
  MPI_Datatype datatype;
  __builtin_memcpy(&datatype, &values.type, sizeof datatype);
  const std::string bytes = memory_.bytes_at(words_[i], values.bytes);
  const std::string overrun = after && behind(i) != behind_[i] ? " overrun" : "";
  return elements_text(datatype, values.count, bytes) + overrun;
}

// An obj_handle is recorded as if it pointed to a communicator.
std::string Arguments::object(std::size_t i) const {
  return opaque_text("MPI_Comm", memory_.word_at(words_[i], sizeof(MPI_Comm)));
}

std::string Arguments::behind(std::size_t i) const {
  const auto& [type, name] = prototype_.parameters[i];
  if (words_[i] == 0) return {};
  if (type == "char *" && lengths_[i] >= 0) {
    return memory_.bytes_at(words_[i] + static_cast<std::uint64_t>(lengths_[i]), watched_bytes);
  }
  if (name == "buf" && type == "void *") {
    const Values values = values_of_handle();
    if (values.count >= 0) return memory_.bytes_at(words_[i] + values.bytes, watched_bytes);
  }
  return {};
}

void Arguments::returned(int code) {
  memory_.forget();
  const bool pvar = prototype_.function.starts_with("MPI_T_pvar");
  if (code != MPI_SUCCESS || !(pvar || prototype_.function.starts_with("MPI_T_cvar"))) return;
  const Lock lock(known().mutex);
  const int index = static_cast<int>(word(pvar ? "pvar_index" : "cvar_index"));
  if (prototype_.function.ends_with("get_info") && word("datatype") != 0) {
    known().of_variable[{pvar, index}] = memory_.value_at<MPI_Datatype>(word("datatype"));
  }
  if (!prototype_.function.ends_with("handle_alloc")) return;
  if (word("handle") == 0 || word("count") == 0) return;
  const auto [variable, is_new] = known().of_variable.try_emplace({pvar, index}, MPI_DATATYPE_NULL);
  if (is_new) variable->second = ask_datatype(pvar, index);
  known().of_handle[memory_.value_at<std::uint64_t>(word("handle"))] = {
      variable->second, memory_.value_at<int>(word("count"))};
}

}  // namespace mpitcheck::evidence
