// SPDX-License-Identifier: BSD-3-Clause
// A component within the library: typed objects for its control variables, performance variables
// and events, and a tool that reads them. The exit code is 0 if the tool reads the expected values.
#include <cstdio>

#include "reference/component/control.hpp"
#include "reference/component/event.hpp"
#include "reference/component/instruments.hpp"
#include "reference/component/per_object.hpp"
#include "reference/component/text_control.hpp"

using namespace mpit;

class Transport {
 public:
  explicit Transport(Engine& engine)
      : eager_limit_(engine,
                     {.name = "eager_limit", .desc = "bytes sent at once", .scope = Scope::local},
                     4096),
        device_(engine, {.name = "device", .desc = "which one", .scope = Scope::local}, "eth0", 16),
        sends_(engine, {.name = "sends", .desc = "messages sent", .category = "transport"}),
        queue_(engine, {.name = "queue", .desc = "messages waiting", .category = "transport"}),
        sends_of_comm_(engine, Bind::mpi_comm,
                       {.name = "sends_of_comm", .desc = "of one communicator"}),
        sent_(engine,
              {.name = "sent",
               .desc = "a message left",
               .source =
                   &engine.add_source({.name = "transport", .desc = "what the transport does"})},
              {"bytes"}) {}

  void opened(ObjectWord comm) {
    of_comm_ = std::make_unique<Counter<>>(sends_of_comm_.attach(comm));
  }

  void send(unsigned long bytes) {
    if (bytes > static_cast<unsigned long>(eager_limit_.get())) queue_.inc();
    sends_.inc();
    if (of_comm_) of_comm_->inc();
    sent_.raise(bytes);
  }

 private:
  Control<int> eager_limit_;
  TextControl device_;
  Counter<> sends_;
  Level<> queue_;
  PerObject<Counter<>> sends_of_comm_;
  std::unique_ptr<Counter<>> of_comm_;
  Event<unsigned long> sent_;
};

int main() {
  Engine engine;
  Transport transport(engine);
  transport.opened(1);
  int provided = 0, index = 0, count = 0;
  PvarSession session{};
  PvarHandle handle{};
  unsigned long long sends = 0;
  const ObjectWord comm = 1;
  engine.init_thread(static_cast<int>(ThreadLevel::single), &provided);
  if (engine.pvar_get_index("sends_of_comm", static_cast<int>(PvarClass::counter), &index) !=
          Code::success ||
      engine.pvar_session_create(&session) != Code::success ||
      engine.pvar_handle_alloc(session, index, &comm, &handle, &count) != Code::success ||
      engine.pvar_start(session, handle) != Code::success)
    return 1;
  transport.send(100);
  transport.send(100'000);
  if (engine.pvar_read(session, handle, &sends) != Code::success) return 1;
  std::printf("sends of the communicator: %llu\n", sends);
  return sends == 2 ? 0 : 1;
}
