// SPDX-License-Identifier: BSD-3-Clause
// Performance variables that are bound to MPI objects: one instrument per object.
#pragma once

#include "reference/component/instruments.hpp"

#ifndef MPIT_DISABLE_PVARS

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace mpit {

/// A variable whose value, and number of elements, depend on the object that a handle is bound to.
///
///   PerObject<Counter<>> sends(engine, Bind::mpi_comm, {.name = "sends_to"});
///   Counter<> of_comm = sends.attach(word_of(comm), size_of(comm));   // when comm is made
///   of_comm.inc(1, peer);
///   sends.detach(word_of(comm));                                      // when it is freed
///
/// Handles that are bound already survive detach and show the last values. All methods may lock.
template <class Instrument>
class PerObject {
 public:
  PerObject(Engine& engine, Bind bind, PvarSpec spec) : engine_(engine) {
    spec.var_class = Instrument::pvar_class;
    spec.datatype = Instrument::datatype;
    spec.bind = bind;
    spec.resolve = [objects = objects_](ObjectWord object) -> std::shared_ptr<Storage> {
      const std::lock_guard lock(objects->mutex);
      const auto found = objects->storages.find(object);
      return found != objects->storages.end() ? found->second : nullptr;
    };
    engine.add_pvar(std::move(spec));
  }

  /// Serves the object from now on, with `count` elements. Further arguments are those of the
  /// instrument's make_storage.
  template <class... Arguments>
  Instrument attach(ObjectWord object, int count = 1, Arguments&&... arguments) {
    auto storage = Instrument::make_storage(engine_, count, std::forward<Arguments>(arguments)...);
    const std::lock_guard lock(objects_->mutex);
    objects_->storages.insert_or_assign(object, storage);
    return Instrument(std::move(storage));
  }

  /// New handles cannot be bound to the object from now on.
  void detach(ObjectWord object) {
    const std::lock_guard lock(objects_->mutex);
    objects_->storages.erase(object);
  }

 private:
  struct Objects {
    std::mutex mutex;
    std::map<ObjectWord, std::shared_ptr<Storage>> storages;
  };

  Engine& engine_;
  const std::shared_ptr<Objects> objects_ = std::make_shared<Objects>();
};

}  // namespace mpit

#endif
