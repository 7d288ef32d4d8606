// SPDX-License-Identifier: BSD-3-Clause
// Event sources (MPI-5.0 §15.3.8).
#include <stdexcept>
#include <utility>

#include "engine/state.hpp"
#include "engine/text.hpp"

namespace mpit {

SourceRecord& Engine::add_source(SourceSpec spec) {
  State& state = *state_;
  const bool shown = state.editor == nullptr || state.editor->edit(spec);
  const auto refuse = [&](const char* why) { throw std::invalid_argument(spec.name + ": " + why); };
  if (spec.name.empty()) refuse("source without name");
  if (spec.ticks_per_second < 1 || nanoseconds_per_second % spec.ticks_per_second != 0) {
    refuse("ticks per second do not divide 10^9");
  }
  const std::lock_guard lock(state.mutex);
  SourceRecord& added = state.all_sources.emplace_back(std::move(spec));
  if (shown) state.show(added);
  return added;
}

void Engine::State::show(SourceRecord& source) {
  if (source.index != -1) return;
  const std::uint32_t index = source_count.load(std::memory_order_relaxed);
  sources.grow_to(index + 1);
  source.index = static_cast<int>(index);
  sources[index].store(&source, std::memory_order_relaxed);
  source_count.store(index + 1, std::memory_order_release);
}

const SourceRecord* Engine::State::find_source(int index) const noexcept {
  const auto count = static_cast<int>(source_count.load(std::memory_order_acquire));
  if (index < 0 || index >= count) return nullptr;
  return sources[static_cast<std::uint32_t>(index)].load(std::memory_order_relaxed);
}

Code Engine::source_get_num(int* num_sources) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  if (num_sources == nullptr) return state.refuse(Code::invalid);
  *num_sources = static_cast<int>(state.source_count.load(std::memory_order_acquire));
  return Code::success;
}

Code Engine::source_get_info(int source_index, char* name, int* name_len, char* desc, int* desc_len,
                             int* ordering, std::int64_t* ticks_per_second, std::int64_t* max_ticks,
                             Hints* hints) {
  const State& state = *state_;
  if (const Code code = state.entry(); code != Code::success) return code;
  const SourceRecord* const source = state.find_source(source_index);
  if (source == nullptr) return state.refuse(Code::invalid_index);
  const bool complete = ordering != nullptr && ticks_per_second != nullptr && max_ticks != nullptr;
  if (!complete && state.behaviour.source_null_outputs != Code::success) {
    return state.refuse(state.behaviour.source_null_outputs);
  }
  put_text(source->spec.name, name, name_len, state.behaviour);
  put_text(source->spec.desc, desc, desc_len, state.behaviour);
  put(ordering, source->spec.order);
  put(ticks_per_second, source->spec.ticks_per_second);
  put(max_ticks, source->max_ticks());
  if (hints != nullptr) hints->clear();
  return Code::success;
}

Code Engine::source_get_timestamp(int source_index, std::int64_t* timestamp) {
  const State& state = *state_;
  if (!state.ready()) return state.refuse(Code::not_initialized);
  const SourceRecord* const source = state.find_source(source_index);
  if (source == nullptr) return Code::invalid_index;
  if (!source->spec.on_demand) return Code::not_supported;
  if (timestamp == nullptr) return state.refuse(Code::invalid);
  *timestamp = source->ticks(steady_nanoseconds());
  return Code::success;
}

}  // namespace mpit
