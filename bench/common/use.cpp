// SPDX-License-Identifier: BSD-3-Clause
// The calls; self messages.
#include "bench/common/use.hpp"

#include <memory>
#include <stdexcept>

#include "bench/common/target.hpp"
#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/facts/mpi.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/test/traffic.hpp"

namespace mpitcheck::bench {

namespace {

constexpr int most_elements = 64;  // of an event

std::vector<PvarInfo> find_moving_pvars() {
  const PvarSession session;
  std::vector<std::unique_ptr<PvarHandle>> handles;
  std::vector<Numbers> before;
  for (const PvarInfo& pvar : usable_pvars()) {
    handles.push_back(std::make_unique<PvarHandle>(session, pvar));
    handles.back()->run();
    before.push_back(handles.back()->numbers());
  }
  drive_pvars();
  const WaitingMessages waiting;
  std::vector<PvarInfo> moving;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (handles[i]->numbers() != before[i]) moving.push_back(usable_pvars()[i]);
  }
  if (moving.empty()) missing("a pvar that self messages move");
  return moving;
}

}  // namespace

int get_cvar_info(int index) {
  Texts texts;
  int verbosity = 0;
  MPI_Datatype datatype{};
  MPI_T_enum enumtype{};
  int bind = 0;
  int scope = 0;
  return call::MPI_T_cvar_get_info.unrecorded()(index, texts.name.data(), &texts.name_len,
                                                &verbosity, &datatype, &enumtype, texts.desc.data(),
                                                &texts.desc_len, &bind, &scope);
}

int get_pvar_info(int index) {
  Texts texts;
  int verbosity = 0;
  int var_class = 0;
  MPI_Datatype datatype{};
  MPI_T_enum enumtype{};
  int bind = 0;
  int readonly = 0;
  int continuous = 0;
  int atomic = 0;
  return call::MPI_T_pvar_get_info.unrecorded()(
      index, texts.name.data(), &texts.name_len, &verbosity, &var_class, &datatype, &enumtype,
      texts.desc.data(), &texts.desc_len, &bind, &readonly, &continuous, &atomic);
}

int get_category_info(int index) {
  Texts texts;
  int cvars = 0;
  int pvars = 0;
  int categories = 0;
  return call::MPI_T_category_get_info.unrecorded()(index, texts.name.data(), &texts.name_len,
                                                    texts.desc.data(), &texts.desc_len, &cvars,
                                                    &pvars, &categories);
}

int get_event_info(int index) {
  Texts texts;
  int verbosity = 0;
  std::array<MPI_Datatype, most_elements> datatypes;
  std::array<MPI_Aint, most_elements> displacements;
  int elements = most_elements;
  MPI_T_enum enumtype{};
  int bind = 0;
  return call::MPI_T_event_get_info.unrecorded()(
      index, texts.name.data(), &texts.name_len, &verbosity, datatypes.data(), displacements.data(),
      &elements, &enumtype, nullptr, texts.desc.data(), &texts.desc_len, &bind);
}

void* object_of(int bind) {
  const auto object = object_for(bind);
  if (!object) throw std::runtime_error("no object to bind to");
  return *object;
}

int alloc_and_free(const Bindable& cvar) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  const int code =
      call::MPI_T_cvar_handle_alloc.unrecorded()(cvar.index, cvar.object, &handle, &count);
  return code | call::MPI_T_cvar_handle_free.unrecorded()(&handle);
}

int alloc_and_free(MPI_T_pvar_session session, const Bindable& pvar) {
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  const int code =
      call::MPI_T_pvar_handle_alloc.unrecorded()(session, pvar.index, pvar.object, &handle, &count);
  return code | call::MPI_T_pvar_handle_free.unrecorded()(session, &handle);
}

void time_self_messages(benchmark::State& state) {
  long long sent = 0;
  long long received = -1;
  bool lost = false;
  time_calls(state, [&] {
    MPI_Request requests[2];
    ++sent;
    int codes = MPI_Isend(&sent, 1, MPI_LONG_LONG, 0, 1, MPI_COMM_SELF, &requests[0]);
    codes |= MPI_Irecv(&received, 1, MPI_LONG_LONG, 0, 1, MPI_COMM_SELF, &requests[1]);
    codes |= MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    lost |= received != sent;
    return codes;
  });
  if (lost) state.SkipWithError("a message did not arrive");
  expect_gain(state, static_cast<std::uint64_t>(received));
}

void time_barriers(benchmark::State& state) {
  time_calls(state, [] { return MPI_Barrier(MPI_COMM_WORLD); });
}

const std::vector<PvarInfo>& moving_pvars() {
  static const std::vector<PvarInfo> moving = find_moving_pvars();
  return moving;
}

}  // namespace mpitcheck::bench
