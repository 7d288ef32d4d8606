// SPDX-License-Identifier: BSD-3-Clause
// Attributes of communicators, and the program's functions that copy and delete them.
#include "reference/runtime/objects/attribute.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <utility>

namespace mpit::runtime {
namespace {

constexpr int first_key = 1 << 12;  // after those of the standard

// Calls a function of the program with the lock released, since it may call MPI.
template <class Function>
void without_lock(Lock& lock, const Function& function) {
  lock.unlock();
  const int code = function();
  lock.lock();
  if (code != MPI_SUCCESS) throw Error{code, "a function of an attribute failed"};
}

void call_remove(Lock& lock, MPI_Comm comm, const Attribute& it) {
  if (it.keyval->remove == MPI_COMM_NULL_DELETE_FN) return;
  without_lock(lock, [&] { return it.keyval->remove(comm, it.key, it.value, it.keyval->extra); });
}

std::vector<Attribute>::iterator find(Communicator& communicator, int key) {
  return std::ranges::find(communicator.attributes, key, &Attribute::key);
}

// A predefined attribute of every communicator (MPI-5.0 sections 9.1.2 and 11.10.1). Without the
// world model only MPI_TAG_UB has a value.
struct PredefinedAttribute {
  bool is_known = false;       // the key is one of the standard
  const int* value = nullptr;  // null: no value
};

PredefinedAttribute predefined_attribute(Process& process, int key) {
  static constexpr int largest_tag = INT_MAX;
  static constexpr int no_host = MPI_PROC_NULL;
  static constexpr int all_have_io = MPI_ANY_SOURCE;
  static constexpr int one_clock = 1;  // one clock for the whole machine
  const auto in_world = [&](const int& value) {
    return PredefinedAttribute{true, process.phase == Process::Phase::active ? &value : nullptr};
  };
  switch (key) {
    case MPI_TAG_UB:
      return {true, &largest_tag};
    case MPI_HOST:
      return in_world(no_host);
    case MPI_IO:
      return in_world(all_have_io);
    case MPI_WTIME_IS_GLOBAL:
      return in_world(one_clock);
    case MPI_LASTUSEDCODE:
      return in_world(process.error_codes.last_used());
    case MPI_APPNUM:
    case MPI_UNIVERSE_SIZE:
      return {true, nullptr};
    default:
      return {};
  }
}

// Throws MPI_ERR_KEYVAL if the program has no such key.
std::shared_ptr<const Keyval> require_keyval(const Process& process, int key) {
  const auto found = process.keyvals.find(key);
  if (found == process.keyvals.end() || !found->second) throw Error{MPI_ERR_KEYVAL, "no such key"};
  return found->second;
}

}  // namespace

void copy_attributes(Call& call, MPI_Comm from, MPI_Comm to) {
  const std::vector<Attribute> all = call.process.comms.find(from)->attributes;
  for (Attribute copy : all) {
    const Keyval& keyval = *copy.keyval;
    if (keyval.copy == MPI_COMM_NULL_COPY_FN) continue;
    int is_copied = 1;
    if (keyval.copy != MPI_COMM_DUP_FN) {
      void* const value = copy.value;
      without_lock(call.lock, [&] {
        return keyval.copy(from, copy.key, keyval.extra, value, &copy.value, &is_copied);
      });
    }
    if (is_copied != 0) call.process.comms.find(to)->attributes.push_back(copy);
  }
}

void Process::delete_attributes(Lock& lock, MPI_Comm comm) {
  while (Communicator* const communicator = comms.find(comm)) {
    if (communicator->attributes.empty()) return;
    const Attribute last = communicator->attributes.back();
    communicator->attributes.pop_back();
    call_remove(lock, comm, last);
  }
}

}  // namespace mpit::runtime

using namespace mpit::runtime;

extern "C" {

MPIT_API(int, MPI_Comm_create_keyval,
         (MPI_Comm_copy_attr_function * comm_copy_attr_fn,
          MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval,
          void* extra_state)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(comm_keyval, "comm_keyval");
    auto& keyvals = call.process.keyvals;
    const int key = keyvals.empty() ? first_key : keyvals.rbegin()->first + 1;
    keyvals[key] =
        std::make_shared<const Keyval>(Keyval{comm_copy_attr_fn, comm_delete_attr_fn, extra_state});
    *comm_keyval = key;
  });
}

MPIT_API(int, MPI_Comm_free_keyval, (int* comm_keyval)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(comm_keyval, "comm_keyval");
    require_keyval(call.process, *comm_keyval);
    call.process.keyvals[*comm_keyval] = nullptr;  // the number is not reused
    *comm_keyval = MPI_KEYVAL_INVALID;
  });
}

MPIT_API(int, MPI_Comm_set_attr, (MPI_Comm comm, int comm_keyval, void* attribute_val)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    const auto keyval = require_keyval(call.process, comm_keyval);
    const auto old = find(communicator, comm_keyval);
    if (old == communicator.attributes.end()) {
      communicator.attributes.push_back({comm_keyval, keyval, attribute_val});
      return;
    }
    const Attribute replaced = std::exchange(*old, {comm_keyval, keyval, attribute_val});
    call_remove(call.lock, comm, replaced);
  });
}

MPIT_API(int, MPI_Comm_get_attr, (MPI_Comm comm, int comm_keyval, void* attribute_val, int* flag)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_pointer(attribute_val, "attribute_val");
    require_pointer(flag, "flag");
    if (const PredefinedAttribute told = predefined_attribute(call.process, comm_keyval);
        told.is_known) {
      *flag = told.value != nullptr ? 1 : 0;
      if (*flag != 0) std::memcpy(attribute_val, &told.value, sizeof told.value);
      return;
    }
    require_keyval(call.process, comm_keyval);
    const auto found = find(communicator, comm_keyval);
    *flag = found != communicator.attributes.end() ? 1 : 0;
    if (*flag != 0) std::memcpy(attribute_val, &found->value, sizeof found->value);
  });
}

MPIT_API(int, MPI_Comm_delete_attr, (MPI_Comm comm, int comm_keyval)) {
  return call_comm(MPIT_FUNCTION, comm, [&](Call& call, Communicator& communicator) {
    require_keyval(call.process, comm_keyval);
    const auto found = find(communicator, comm_keyval);
    if (found == communicator.attributes.end()) throw Error{MPI_ERR_KEYVAL, "no such attribute"};
    const Attribute removed = *found;
    communicator.attributes.erase(found);
    call_remove(call.lock, comm, removed);
  });
}

}  // extern "C"
