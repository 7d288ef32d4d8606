// SPDX-License-Identifier: BSD-3-Clause
// Sessions and handles of performance variables, and the pvars that survive their use.
#include "conformance/harness/objects/pvars.hpp"

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/test/probe.hpp"
#include "conformance/harness/test/traffic.hpp"

namespace mpitcheck {

namespace {

// The bindable pvars whose handle passes `trial` in a forked child. A trial throws on failure.
template <class Trial>
std::vector<PvarInfo> survivors_of(const Trial& trial) {
  const std::vector<PvarInfo> pvars = bindable_pvars();
  const auto answers = probe_each(pvars.size(), [&](std::size_t i) {
    const PvarSession session;
    const PvarHandle handle(session, pvars[i]);
    trial(handle);
    return 0;
  });
  std::vector<PvarInfo> survivors;
  for (std::size_t i = 0; i < pvars.size(); ++i) {
    if (answers[i]) survivors.push_back(pvars[i]);
  }
  return survivors;
}

}  // namespace

PvarSession::PvarSession() {
  const int code = call::MPI_T_pvar_session_create(&session_);
  if (code != MPI_SUCCESS) throw CannotGoOn(join("a pvar session (", code_name(code), ")"));
}

PvarSession::~PvarSession() {
  if (session_ != MPI_T_PVAR_SESSION_NULL) call::MPI_T_pvar_session_free.if_possible(&session_);
}

int PvarSession::start_all() const {
  return call::MPI_T_pvar_start(session_, MPI_T_PVAR_ALL_HANDLES);
}
int PvarSession::stop_all() const {
  return call::MPI_T_pvar_stop(session_, MPI_T_PVAR_ALL_HANDLES);
}
int PvarSession::reset_all() const {
  return call::MPI_T_pvar_reset(session_, MPI_T_PVAR_ALL_HANDLES);
}

PvarHandle::PvarHandle(const PvarSession& session, const PvarInfo& pvar)
    : session_(session.get()), pvar_(pvar) {
  const auto object = object_for(pvar.bind);
  if (!object) throw CannotGoOn("an object to bind " + pvar.label() + " to");
  must(call::MPI_T_pvar_handle_alloc(session_, pvar.index, *object, &handle_, &count_), "a handle");
}

PvarHandle::~PvarHandle() {
  if (handle_ != MPI_T_PVAR_HANDLE_NULL) {
    call::MPI_T_pvar_handle_free.if_possible(session_, &handle_);
  }
}

int PvarHandle::start() const { return call::MPI_T_pvar_start(session_, handle_); }
int PvarHandle::stop() const { return call::MPI_T_pvar_stop(session_, handle_); }
int PvarHandle::reset() const { return call::MPI_T_pvar_reset(session_, handle_); }
int PvarHandle::read(ValueBuffer& into) const {
  return call::MPI_T_pvar_read(session_, handle_, into.data());
}
int PvarHandle::write(const ValueBuffer& from) const {
  return call::MPI_T_pvar_write(session_, handle_, from.data());
}
int PvarHandle::readreset(ValueBuffer& into) const {
  return call::MPI_T_pvar_readreset(session_, handle_, into.data());
}

ValueBuffer PvarHandle::value() const {
  ValueBuffer value = buffer();
  must(read(value), "a value");
  return value;
}

Numbers PvarHandle::numbers() const { return numbers_of(value()); }

void PvarHandle::run() const {
  if (pvar_.continuous == 0) must(start(), "a start");
}

void PvarHandle::halt() const {
  if (pvar_.continuous == 0) must(stop(), "a stop");
}

void PvarHandle::must(int code, std::string_view what) const {
  if (code != MPI_SUCCESS) {
    throw CannotGoOn(join(what, " of ", pvar_.label(), " (", code_name(code), ")"));
  }
}

std::optional<void*> object_for(int bind) {
  if (bind == MPI_T_BIND_NO_OBJECT) return nullptr;
  int up = 0;
  int down = 0;
  MPI_Initialized(&up);
  MPI_Finalized(&down);
  if (bind != MPI_T_BIND_MPI_COMM || up == 0 || down != 0) return std::nullopt;
  static MPI_Comm world = MPI_COMM_WORLD;
  return &world;
}

std::vector<PvarInfo> bindable_pvars() {
  return only(read_pvars(), [](const PvarInfo& pvar) { return object_for(pvar.bind).has_value(); });
}

std::vector<PvarInfo> allocatable_pvars() {
  return survivors_of([](const PvarHandle&) {});
}

std::vector<PvarInfo> surviving_pvars() {
  return survivors_of([](const PvarHandle& handle) {
    handle.run();
    static_cast<void>(handle.value());
    handle.halt();
  });
}

bool counts_events(const PvarInfo& pvar) {
  return pvar.var_class == MPI_T_PVAR_CLASS_COUNTER || pvar.var_class == MPI_T_PVAR_CLASS_AGGREGATE;
}

bool is_sum(const PvarInfo& pvar) {
  return counts_events(pvar) || pvar.var_class == MPI_T_PVAR_CLASS_TIMER;
}

bool is_gauge(const PvarInfo& pvar) {
  return pvar.var_class == MPI_T_PVAR_CLASS_LEVEL || pvar.var_class == MPI_T_PVAR_CLASS_SIZE ||
         pvar.var_class == MPI_T_PVAR_CLASS_PERCENTAGE;
}

bool is_watermark(const PvarInfo& pvar) {
  return pvar.var_class == MPI_T_PVAR_CLASS_HIGHWATERMARK ||
         pvar.var_class == MPI_T_PVAR_CLASS_LOWWATERMARK;
}

bool can_be_stopped(const PvarInfo& pvar) { return pvar.continuous == 0; }

std::vector<PvarInfo> stoppable_sums() {
  return only(surviving_pvars(),
              [](const PvarInfo& pvar) { return is_sum(pvar) && can_be_stopped(pvar); });
}

std::vector<PvarInfo> listed_pvars(Test& t) {
  std::vector<PvarInfo> pvars = read_pvars();
  if (pvars.empty()) t.missing("a pvar");
  return pvars;
}

void drive_pvars() {
  self_traffic(6, 64);
  self_traffic(2, 200000);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char out = 'x';
  char in = 0;
  MPI_Sendrecv(&out, 1, MPI_CHAR, rank, 0, &in, 1, MPI_CHAR, rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

}  // namespace mpitcheck
