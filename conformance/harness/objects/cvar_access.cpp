// SPDX-License-Identifier: BSD-3-Clause
// Handles of cvars.
#include "conformance/harness/objects/cvar_access.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/process/child.hpp"
#include "conformance/harness/process/deeper_stack.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {

CvarHandle::CvarHandle(const CvarInfo& cvar)
    : CvarHandle(cvar, object_for(cvar.bind).value_or(nullptr)) {}

CvarHandle::CvarHandle(const CvarInfo& cvar, void* object)
    : datatype_(cvar.datatype),
      code_(call::MPI_T_cvar_handle_alloc(cvar.index, object, &handle_, &count_)) {
  if (is_no_room(code_)) require_room(code_, "a handle of " + cvar.label());
}

CvarHandle::~CvarHandle() {
  if (is_open()) call::MPI_T_cvar_handle_free.if_possible(&handle_);
}

int CvarHandle::read(ValueBuffer& value) const {
  const int code = call::MPI_T_cvar_read(handle_, value.data());
  if (code == MPI_SUCCESS && !is_child()) seen_ = value;
  return code;
}

int CvarHandle::write(const ValueBuffer& value) const {
  if (!is_child() && !(seen_ && seen_->equals(value))) {
    throw std::logic_error("a made-up value was to be written where messages may be sent");
  }
  return call::MPI_T_cvar_write(handle_, value.data());
}

std::optional<ValueBuffer> CvarHandle::value() const {
  ValueBuffer current = buffer();
  if (read(current) != MPI_SUCCESS) return std::nullopt;
  return current;
}

std::optional<ValueBuffer> CvarHandle::steady_value() const {
  static unsigned char fill = 0;  // changes each time, since the stack keeps old content
  constexpr int looks = 8;
  const auto first = value();
  std::optional<ValueBuffer> now;
  if (first) call_deeper(spare_stack_levels(), ++fill, [&] { now = value(); });
  for (int look = 1; first && look < looks; ++look) {
    if (look > 1) now = value();
    if (!now || !now->equals(*first)) return std::nullopt;
  }
  return first;
}

int CvarHandle::free() {
  code_ = MPI_T_ERR_INVALID_HANDLE;
  return call::MPI_T_cvar_handle_free(&handle_);
}

bool check_value(Test& t, Clause rule, const Subject& subject, const CvarHandle& handle,
                 const ValueBuffer& wanted) {
  ValueBuffer value = handle.buffer();
  return t.check_code(rule, subject, handle.read(value), {MPI_SUCCESS}) &&
         t.check(rule, subject, value_is(value, wanted).as_before());
}

std::vector<CvarInfo> bindable_cvars(Test& t) {
  std::vector<CvarInfo> bindable;
  for (CvarInfo& cvar : read_cvars()) {
    if (object_for(cvar.bind)) {
      bindable.push_back(std::move(cvar));
    } else {
      t.missing(join("an object for ", constant_name("binding", cvar.bind)));
    }
  }
  return bindable;
}

std::vector<CvarInfo> readable_cvars(Test& t) {
  const std::vector<CvarInfo> bindable = bindable_cvars(t);
  const auto answers = probe_each(bindable.size(), [&](std::size_t i) {
    CvarHandle handle(bindable[i]);
    return handle.is_open() && handle.value() && handle.free() == MPI_SUCCESS ? 1 : 0;
  });
  std::vector<CvarInfo> readable;
  for (std::size_t i = 0; i < bindable.size(); ++i) {
    if (answers[i] == 1) readable.push_back(bindable[i]);
  }
  return readable;
}

std::vector<CvarInfo> readable_cvars_that(Test& t, const char* lacking,
                                          FunctionRef<bool(const CvarInfo&)> fits) {
  std::vector<CvarInfo> cvars = readable_cvars(t);
  std::erase_if(cvars, [&](const CvarInfo& cvar) { return !fits(cvar); });
  if (cvars.empty()) t.missing(lacking);
  return cvars;
}

ValueBuffer changed_value(const CvarInfo& cvar, const ValueBuffer& now) {
  ValueBuffer changed = now;
  if (cvar.datatype == MPI_CHAR) {
    if (changed.size() < 2) return changed;
    char* text = static_cast<char*>(changed.data());
    text[0] = text[0] == 'x' ? 'y' : 'x';
    text[1] = '\0';
    return changed;
  }
  const auto info = cvar.datatype == MPI_INT && cvar.enumtype != MPI_T_ENUM_NULL
                        ? read_enum(cvar.enumtype, cvar.label())
                        : std::nullopt;
  for (int i = 0; i < now.count(); ++i) {
    if (!info) {
      changed.set_number(i, now.number(i) == 0 ? 1 : 0);
      continue;
    }
    for (const EnumItem& item : info->items) {
      if (item.value != now.number(i)) changed.set_number(i, item.value);
    }
  }
  return changed;
}

std::vector<std::optional<int>> codes_of_writing_back(const std::vector<CvarInfo>& cvars) {
  constexpr int unreadable = -1;  // codes are not negative
  auto codes = probe_each(cvars.size(), [&](std::size_t i) {
    const CvarHandle handle(cvars[i]);
    const auto value = handle.is_open() ? handle.value() : std::nullopt;
    return value ? handle.write(*value) : unreadable;
  });
  for (auto& code : codes) {
    if (code == unreadable) code.reset();
  }
  return codes;
}

bool has_writable_scope(const CvarInfo& cvar) {
  return cvar.scope != MPI_T_SCOPE_CONSTANT && cvar.scope != MPI_T_SCOPE_READONLY;
}

}  // namespace mpitcheck
