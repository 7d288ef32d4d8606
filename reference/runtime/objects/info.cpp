// SPDX-License-Identifier: BSD-3-Clause
// Info objects. All calls work before MPI_Init and after MPI_Finalize.
#include <algorithm>
#include <cstring>

#include "reference/runtime/call.hpp"

using namespace mpit::runtime;

namespace {

Info* find_info(Call& call, MPI_Info info) {
  return require(call.process.infos, info, MPI_ERR_INFO);
}

Info* find_writable(Call& call, MPI_Info info) {
  if (InfoTable::is_predefined(info)) throw Error{MPI_ERR_INFO, "not writable"};
  return find_info(call, info);
}

auto find_key(Info& info, const char* key) {
  if (!key || *key == '\0' || std::strlen(key) >= MPI_MAX_INFO_KEY) {
    throw Error{MPI_ERR_INFO_KEY, "empty or too long"};
  }
  return std::find_if(info.entries.begin(), info.entries.end(),
                      [&](const auto& entry) { return entry.first == key; });
}

// Stores `text`, cut to `size` bytes including its terminating null.
void copy_text(const std::string& text, char* target, std::size_t size) {
  target[text.copy(target, size - 1)] = '\0';
}

}  // namespace

extern "C" {

MPIT_API(int, MPI_Info_create, (MPI_Info * info)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(info, "info");
    *info = call.process.infos.insert(make_ref<Info>());
  });
}

MPIT_API(int, MPI_Info_set, (MPI_Info info, const char* key, const char* value)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    const auto object = find_writable(call, info);
    const auto entry = find_key(*object, key);
    if (!value || std::strlen(value) >= MPI_MAX_INFO_VAL) {
      throw Error{MPI_ERR_INFO_VALUE, "null or too long"};
    }
    if (entry == object->entries.end()) {
      object->entries.emplace_back(key, value);
    } else {
      entry->second = value;
    }
  });
}

MPIT_API(int, MPI_Info_get_string,
         (MPI_Info info, const char* key, int* buflen, char* value, int* flag)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(buflen, "buflen");
    require_pointer(flag, "flag");
    const auto object = find_info(call, info);
    const auto entry = find_key(*object, key);
    *flag = entry != object->entries.end();
    if (!*flag) return;
    if (*buflen > 0) {
      require_pointer(value, "value");
      copy_text(entry->second, value, static_cast<std::size_t>(*buflen));
    }
    *buflen = static_cast<int>(entry->second.size()) + 1;
  });
}

MPIT_API(int, MPI_Info_get,
         (MPI_Info info, const char* key, int valuelen, char* value, int* flag)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(value, "value");
    require_pointer(flag, "flag");
    if (valuelen < 0) throw Error{MPI_ERR_ARG, "negative valuelen"};
    const auto object = find_info(call, info);
    const auto entry = find_key(*object, key);
    *flag = entry != object->entries.end();
    // Unlike in MPI_Info_get_string, the length does not count the terminating null.
    if (*flag) copy_text(entry->second, value, static_cast<std::size_t>(valuelen) + 1);
  });
}

// Deprecated like MPI_Info_get, and likewise without the terminating null.
MPIT_API(int, MPI_Info_get_valuelen, (MPI_Info info, const char* key, int* valuelen, int* flag)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(valuelen, "valuelen");
    require_pointer(flag, "flag");
    const auto object = find_info(call, info);
    const auto entry = find_key(*object, key);
    *flag = entry != object->entries.end();
    if (*flag) *valuelen = static_cast<int>(entry->second.size());
  });
}

MPIT_API(int, MPI_Info_get_nkeys, (MPI_Info info, int* nkeys)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(nkeys, "nkeys");
    *nkeys = static_cast<int>(find_info(call, info)->entries.size());
  });
}

MPIT_API(int, MPI_Info_get_nthkey, (MPI_Info info, int n, char* key)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(key, "key");
    const auto object = find_info(call, info);
    if (n < 0 || static_cast<std::size_t>(n) >= object->entries.size()) {
      throw Error{MPI_ERR_ARG, "no such key"};
    }
    copy_text(object->entries[static_cast<std::size_t>(n)].first, key, MPI_MAX_INFO_KEY);
  });
}

MPIT_API(int, MPI_Info_dup, (MPI_Info info, MPI_Info* newinfo)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(newinfo, "newinfo");
    *newinfo = call.process.infos.insert(make_ref<Info>(*find_info(call, info)));
  });
}

// MPI_INFO_ENV is empty too.
MPIT_API(int, MPI_Info_create_env, (int /*argc*/, char** /*argv*/, MPI_Info* info)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(info, "info");
    *info = call.process.infos.insert(make_ref<Info>(*find_info(call, MPI_INFO_ENV)));
  });
}

MPIT_API(int, MPI_Info_delete, (MPI_Info info, const char* key)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    const auto object = find_writable(call, info);
    const auto entry = find_key(*object, key);
    if (entry == object->entries.end()) throw Error{MPI_ERR_INFO_NOKEY, key};
    object->entries.erase(entry);
  });
}

MPIT_API(int, MPI_Info_free, (MPI_Info * info)) {
  return call_any_time(MPIT_FUNCTION, [&](Call& call) {
    require_pointer(info, "info");
    find_writable(call, *info);
    call.process.infos.erase(*info);
    *info = MPI_INFO_NULL;
  });
}

}  // extern "C"
