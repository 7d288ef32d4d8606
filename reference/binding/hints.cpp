// SPDX-License-Identifier: BSD-3-Clause
// Between info objects and the engine's hints.
#include "binding/hints.hpp"

#include <memory>
#include <mutex>
#include <utility>

#include "binding/convert.hpp"
#include "binding/library.hpp"
#include "runtime/process.hpp"

namespace mpit::binding {

std::optional<Hints> hints_of(MPI_Info info) {
  if (info == MPI_INFO_NULL) return Hints{};
  if (!engine().accessible()) return Hints{};  // the engine will refuse the call
  runtime::Process& owner = process();
  const std::lock_guard lock(owner.mutex);
  const auto object = owner.infos.find(info);
  if (!object) return std::nullopt;
  return object->entries;
}

MPI_Info new_info(Hints hints) {
  auto object = runtime::make_ref<runtime::Info>();
  object->entries = std::move(hints);
  runtime::Process& owner = process();
  const std::lock_guard lock(owner.mutex);
  return owner.infos.insert(std::move(object));
}

int InfoArgument::deliver(Code code) {
  if (code == Code::success && variable_) *variable_ = new_info(std::move(hints_));
  return to_int(code);
}

}  // namespace mpit::binding
