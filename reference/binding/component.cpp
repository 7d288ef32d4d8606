// SPDX-License-Identifier: BSD-3-Clause
// The functions of mpit/component.h, over the storages of the instruments. Their state is never
// freed, since a component may update its variables at any time.
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "reference/binding/convert.hpp"
#include "reference/component/instruments.hpp"
#include "reference/component/origins.hpp"
#include "reference/engine/core/storage.hpp"
#include "reference/engine/pvar/watermark.hpp"
#include "reference/runtime/export.hpp"
#include "reference/runtime/library.hpp"

#pragma GCC visibility push(default)
#include <mpit/component.h>
#pragma GCC visibility pop

namespace mpit::binding {
namespace {

struct SumState {
  explicit SumState(std::shared_ptr<SumStorage> of)
      : storage(std::move(of)), adder(storage->adder()), origins(storage) {}

  const std::shared_ptr<SumStorage> storage;
  const ThreadWords::Adder adder;
  detail::Origins origins;
};

SumState* state_of(const mpit_words* words) {
  return static_cast<SumState*>(__atomic_load_n(&words->state, __ATOMIC_ACQUIRE));
}
WatermarkStorage* state_of(const mpit_mark* mark) {
  return static_cast<WatermarkStorage*>(__atomic_load_n(&mark->state, __ATOMIC_ACQUIRE));
}

// A fixed size, because reporting an error must not allocate. Longer texts are truncated.
thread_local char last_error[256] = "";

PvarSpec spec_of(const mpit_pvar_info& info) {
  if (info.name == nullptr) throw std::invalid_argument("a variable needs a name");
  return {.name = info.name,
          .desc = info.desc != nullptr ? info.desc : "",
          .category = info.category != nullptr ? info.category : "",
          .verbosity = static_cast<Verbosity>(info.verbosity),
          .var_class = static_cast<PvarClass>(info.var_class),
          .datatype = static_cast<Datatype>(reinterpret_cast<std::uintptr_t>(info.datatype)),
          .enumtype = binding::to_word<EnumType>(info.enumtype),
          .bind = static_cast<Bind>(info.bind),
          .readonly = (info.flags & MPIT_READONLY) != 0,
          .continuous = (info.flags & MPIT_CONTINUOUS) != 0,
          .atomic = (info.flags & MPIT_ATOMIC) != 0,
          .storage = nullptr,
          .resolve = nullptr};
}

TimeWord stretch_of(const SumState& state, int element) {
  return TimeWord(state.storage->stretches().word(static_cast<std::uint32_t>(element)));
}

/// Runs a registration and converts its exceptions to return codes.
template <class Register>
int registered(Register&& add) {
  try {
    add();
    return MPI_SUCCESS;
  } catch (const std::bad_alloc&) {
    return MPI_T_ERR_MEMORY;
  } catch (const std::exception& error) {
    std::snprintf(last_error, sizeof last_error, "%s", error.what());
    return MPI_T_ERR_INVALID;
  }
}

ComputedStorage::Compute computed_by(mpit_get_value* get_value, void* address,
                                     std::uintptr_t object, bool bound, Datatype datatype) {
  return [=](int element) {
    std::uint64_t value = 0;
    get_value(address, bound ? &object : nullptr, element, &value);
    return load_element(&value, 0, datatype);
  };
}

}  // namespace
}  // namespace mpit::binding

using namespace mpit;
using namespace mpit::binding;

extern "C" {

int mpit_register_sum(mpit_pvar_info info, int count, mpit_words* words) {
  return registered([&] {
    PvarSpec spec = spec_of(info);
    const auto unit = spec.var_class == PvarClass::timer ? SumStorage::Unit::nanoseconds
                                                         : SumStorage::Unit::plain;
    auto state = std::make_unique<SumState>(
        std::make_shared<SumStorage>(engine().thread_words(), spec.datatype, count, unit));
    spec.storage = state->storage;
    engine().add_pvar(std::move(spec));
    __atomic_store_n(&words->offset, state->adder.offset(), __ATOMIC_RELEASE);
    __atomic_store_n(&words->state, state.release(), __ATOMIC_RELEASE);
  });
}

int mpit_register_mark(mpit_pvar_info info, int count, const void* initial, mpit_mark* mark) {
  return registered([&] {
    PvarSpec spec = spec_of(info);
    const auto direction = spec.var_class == PvarClass::highwatermark
                               ? WatermarkStorage::Direction::high
                               : WatermarkStorage::Direction::low;
    const std::uint64_t level = initial != nullptr ? load_element(initial, 0, spec.datatype) : 0;
    auto storage = std::make_shared<WatermarkStorage>(direction, spec.datatype, count, level);
    spec.storage = storage;
    engine().add_pvar(std::move(spec));
    // The pointer stays valid: the engine never removes the variable, which owns the storage.
    __atomic_store_n(&mark->state, storage.get(), __ATOMIC_RELEASE);
  });
}

int mpit_register_memory(mpit_pvar_info info, int count, const void* address) {
  return registered([&] {
    PvarSpec spec = spec_of(info);
    spec.storage = std::make_shared<MemoryStorage>(spec.datatype, count, address);
    engine().add_pvar(std::move(spec));
  });
}

int mpit_register_callback(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                           mpit_get_count* get_count) {
  return registered([&] {
    PvarSpec spec = spec_of(info);
    const Datatype datatype = spec.datatype;
    if (get_value == nullptr) throw std::invalid_argument("no function that gets the value");
    if (spec.bind == Bind::no_object) {
      spec.storage = std::make_shared<ComputedStorage>(
          datatype, count, computed_by(get_value, address, 0, false, datatype));
    } else {
      if (get_count == nullptr) throw std::invalid_argument("no function that gets the count");
      spec.resolve = [=](ObjectWord object) -> std::shared_ptr<Storage> {
        const auto word = static_cast<std::uintptr_t>(object);
        const int elements = get_count(address, &word);
        if (elements < 1) return nullptr;
        return std::make_shared<ComputedStorage>(
            datatype, elements, computed_by(get_value, address, word, true, datatype));
      };
    }
    engine().add_pvar(std::move(spec));
  });
}

int mpit_register_dynamic(mpit_pvar_info info, int count, void* address, mpit_get_value* get_value,
                          mpit_get_count* get_count) {
  if (info.var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK ||
      info.var_class == MPI_T_PVAR_CLASS_LOWWATERMARK)
    return mpit_register_mark(info, count, nullptr, static_cast<mpit_mark*>(address));
  if (get_value != nullptr)
    return mpit_register_callback(info, count, address, get_value, get_count);
  return mpit_register_memory(info, count, address);
}

MPI_T_enum mpit_register_enum(const char* name, int count, const char* const names[],
                              const int values[]) {
  MPI_T_enum made = MPI_T_ENUM_NULL;
  registered([&] {
    EnumSpec spec{.name = name};
    for (int i = 0; i < count; ++i) spec.items.push_back({names[i], values[i]});
    made = to_handle<MPI_T_enum>(engine().add_enum(spec));
  });
  return made;
}

int mpit_withdraw(const char* name, int var_class) {
  const int index = engine().find_pvar(name, static_cast<PvarClass>(var_class));
  if (index < 0) return MPI_T_ERR_INVALID_NAME;
  engine().deactivate_pvar(index);
  return MPI_SUCCESS;
}

const char* mpit_last_error(void) { return last_error; }

void mpit_sum_inc_slowly(const mpit_words* words, std::uint64_t amount, int element) {
  if (const SumState* const state = state_of(words))
    state->adder.add(amount, static_cast<std::uint32_t>(element));
}

void mpit_double_sum_inc(const mpit_words* words, double amount, int element) {
  if (const SumState* const state = state_of(words))
    state->adder.add(amount, static_cast<std::uint32_t>(element));
}

void mpit_sum_init(const mpit_words* words, int element) {
  if (SumState* const state = state_of(words)) state->origins.set(element);
}

std::uint64_t mpit_sum_get(const mpit_words* words, int element) {
  const SumState* const state = state_of(words);
  return state != nullptr ? state->origins.count_since(element) : 0;
}

double mpit_double_sum_get(const mpit_words* words, int element) {
  return to_double(mpit_sum_get(words, element));
}

std::uint64_t mpit_timer_start(const mpit_words* words, int element) {
  const SumState* const state = state_of(words);
  if (state == nullptr) return 0;
  stretch_of(*state, element).begin();
  return 1;
}

void mpit_timer_end(const mpit_words* words, std::uint64_t since, int element) {
  if (since != 0) stretch_of(*state_of(words), element).end();
}

double mpit_timer_get(const mpit_words* words, int element) {
  const SumState* const state = state_of(words);
  if (state == nullptr) return 0;
  const std::uint64_t word = state->origins.count_since(element);
  return state->storage->datatype() == Datatype::double_ ? to_double(word)
                                                         : static_cast<double>(word) / 1e9;
}

void mpit_mark_update(const mpit_mark* mark, std::uint64_t level, int element) {
  if (WatermarkStorage* const storage = state_of(mark)) storage->update(level, element);
}

void mpit_double_mark_update(const mpit_mark* mark, double level, int element) {
  if (WatermarkStorage* const storage = state_of(mark)) storage->update(level, element);
}

std::uint64_t mpit_mark_get(const mpit_mark* mark, int element) {
  const WatermarkStorage* const storage = state_of(mark);
  return storage != nullptr ? storage->load(element) : 0;
}

double mpit_double_mark_get(const mpit_mark* mark, int element) {
  return to_double(mpit_mark_get(mark, element));
}

}  // extern "C"
