// SPDX-License-Identifier: BSD-3-Clause
// Control variables that change or adjust their values, a background thread, and signal handlers.
#include "reference/variants/side_effects.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "reference/component/instruments.hpp"
#include "reference/engine/core/value.hpp"

namespace mpit {
namespace {

// --- Control variables

/// The value of a control variable that the variant keeps instead of the engine.
struct OwnValue {
  std::mutex mutex;
  std::vector<std::byte> bytes;
  int reads = 0;
};

/// Functions that MPI_Init calls to set control variables.
std::vector<std::function<void()>> settlements;

/// The supported value nearest to `wanted`: the first value plus a multiple of 1/4, between 0 and
/// 1000. The first value extends this range if it is outside.
double nearest(double wanted, double first) {
  const double inside = std::clamp(wanted, std::min(0.0, first), std::max(1000.0, first));
  return first + std::round((inside - first) * 4) / 4;
}

template <class Number>
Number supported(Number wanted, Number first) {
  if constexpr (std::is_floating_point_v<Number>) return nearest(wanted, first);
  return std::clamp(wanted, std::min(Number{0}, first), std::max(Number{100}, first));
}

template <class Number>
void support(std::vector<std::byte>& value, const std::vector<std::byte>& first) {
  for (std::size_t at = 0; at + sizeof(Number) <= value.size(); at += sizeof(Number)) {
    Number wanted, initial;
    std::memcpy(&wanted, &value[at], sizeof wanted);
    std::memcpy(&initial, &first[at], sizeof initial);
    const Number taken = supported(wanted, initial);
    std::memcpy(&value[at], &taken, sizeof taken);
  }
}

// Only upper-case texts and the first text are supported.
void support_text(std::vector<std::byte>& value, const std::vector<std::byte>& first) {
  auto* const text = reinterpret_cast<char*>(value.data());
  if (std::strcmp(text, reinterpret_cast<const char*>(first.data())) == 0) return;
  for (char* c = text; *c != '\0'; ++c) {
    if (*c >= 'a' && *c <= 'z') *c = static_cast<char>(*c - 'a' + 'A');
  }
}

void become_supported(Datatype datatype, std::vector<std::byte>& value,
                      const std::vector<std::byte>& first) {
  const bool wide = size_of(datatype) == 8;
  switch (datatype) {
    case Datatype::char_:
      return support_text(value, first);
    case Datatype::double_:
      return support<double>(value, first);
    case Datatype::int_:
    case Datatype::int32:
      return support<std::int32_t>(value, first);
    case Datatype::unsigned_:
    case Datatype::uint32:
      return support<std::uint32_t>(value, first);
    case Datatype::int64:
    case Datatype::count:
      return support<std::int64_t>(value, first);
    default:
      if (wide) support<std::uint64_t>(value, first);
  }
}

template <class Number>
void add_one(std::byte* element) {
  Number number;
  std::memcpy(&number, element, sizeof number);
  number = number == std::numeric_limits<Number>::max() ? Number{0}
                                                        : static_cast<Number>(number + Number{1});
  std::memcpy(element, &number, sizeof number);
}

void move_on(Datatype datatype, std::vector<std::byte>& value) {
  if (datatype == Datatype::char_) {
    if (value.size() < 2) return;
    value[0] = value[0] == std::byte{'a'} ? std::byte{'b'} : std::byte{'a'};
    return;
  }
  const std::size_t size = size_of(datatype);
  for (std::size_t at = 0; at + size <= value.size(); at += size) {
    if (datatype == Datatype::double_) {
      add_one<double>(&value[at]);
    } else if (size == 4) {
      add_one<std::int32_t>(&value[at]);
    } else {
      add_one<std::int64_t>(&value[at]);
    }
  }
}

// Moves the value from the engine to the variant, which changes it as its switches say.
void keep_value(CvarSpec& spec, const Variant& variant) {
  auto own = std::make_shared<OwnValue>();
  own->bytes = spec.initial;
  own->bytes.resize(size_of(spec.datatype) * static_cast<std::size_t>(spec.count));
  const Datatype datatype = spec.datatype;
  spec.get = [own, datatype, restless = variant.restless_cvars](ObjectWord, void* buf) {
    const std::lock_guard lock(own->mutex);
    if (restless && ++own->reads % 3 == 0) move_on(datatype, own->bytes);
    std::memcpy(buf, own->bytes.data(), own->bytes.size());
  };
  if (variant.settled_cvars) {
    settlements.emplace_back(
        [own, datatype, first = own->bytes, normalized = variant.normalized_cvars] {
          const std::lock_guard lock(own->mutex);
          own->bytes = first;
          for (int i = 0; i < 3; ++i) move_on(datatype, own->bytes);
          if (normalized) become_supported(datatype, own->bytes, first);
        });
  }
  const auto accept = spec.set;
  spec.set = [own, datatype, accept, first = own->bytes, normalized = variant.normalized_cvars](
                 ObjectWord object, const void* buf) {
    const Code code = accept ? accept(object, buf) : Code::success;
    if (code != Code::success) return code;
    const std::lock_guard lock(own->mutex);
    std::memcpy(own->bytes.data(), buf, own->bytes.size());
    if (normalized) become_supported(datatype, own->bytes, first);
    return code;
  };
}

void let_changes_harm(CvarSpec& spec) {
  const std::size_t size = size_of(spec.datatype) * static_cast<std::size_t>(spec.count);
  spec.set = [size, set = spec.set, get = spec.get, memory = spec.memory](ObjectWord object,
                                                                          const void* buf) {
    std::vector<std::byte> now(size);
    if (get) {
      get(object, now.data());
    } else {
      std::memcpy(now.data(), memory.get(), size);
    }
    const Code code = set(object, buf);
    if (code == Code::success && std::memcmp(now.data(), buf, size) != 0) is_harmed = true;
    return code;
  };
}

// --- The thread in the background

constexpr std::size_t chunk = std::size_t{1} << 10;  // allocated each millisecond
constexpr std::size_t most_chunks = std::size_t{1} << 16;

class Background {
 public:
  Background(Engine& engine, const Variant& variant)
      : uses_memory_(variant.background_memory),
        count_(engine, {.name = "background_turns", .desc = desc, .category = category}),
        sum_(engine, {.name = "background_work", .desc = desc, .category = category}),
        time_(engine, {.name = "background_time", .desc = desc, .category = category}),
        level_(engine, {.name = "background_level", .desc = desc, .category = category}),
        high_(engine, {.name = "background_level", .desc = desc, .category = category}),
        low_(engine, {.name = "background_level", .desc = desc, .category = category}) {}

  void start() {
    std::thread([this] {
      for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        turn();
        use_memory();
      }
    }).detach();
  }

  void turn() noexcept {
    const std::uint64_t turns = ++turns_;
    count_.inc();
    sum_.inc(turns % 5);
    time_.inc(std::chrono::microseconds(10));
    level_.set(turns % 7);
    high_.update(turns % 7);
    low_.update(turns % 7);
  }

 private:
  static constexpr const char* desc = "Moves by itself; seconds or turns of a thread.";
  static constexpr const char* category = "background";

  void use_memory() {
    if (!uses_memory_ || used_.size() == most_chunks) return;
    void* const memory = std::malloc(chunk);
    if (memory != nullptr) std::memset(memory, 1, chunk);
    used_.push_back(memory);
  }

  const bool uses_memory_;
  Counter<> count_;
  Aggregate<> sum_;
  Timer<> time_;
  Level<> level_;
  HighWatermark<> high_;
  LowWatermark<> low_;
  std::atomic<std::uint64_t> turns_ = 0;
  std::vector<void*> used_;
};

Background* background = nullptr;

bool in_first_thread() { return ::syscall(SYS_gettid) == ::getpid(); }

// Handlers: on_fault prints a line and ends the process; on_notice ignores the signal.
void on_fault(int number) {
  constexpr char text[] = "the library saw a fault\n";
  [[maybe_unused]] const auto told = ::write(STDERR_FILENO, text, sizeof text - 1);
  std::signal(number, SIG_DFL);
  std::raise(number);
}
void on_notice(int) {}

void take_signals() {
  const auto handle = [](std::initializer_list<int> signals, void (*handler)(int)) {
    struct sigaction action {};  // without SA_RESTART: calls end with EINTR
    action.sa_handler = handler;
    for (const int number : signals) ::sigaction(number, &action, nullptr);
  };
  handle({SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}, on_fault);
  handle({SIGCHLD, SIGALRM, SIGUSR1, SIGUSR2, SIGTERM, SIGHUP}, on_notice);
}

void require_first_thread(const char* function) {
  if (in_first_thread()) return;
  std::fprintf(stderr, "%s: not called by the thread that main() runs on\n", function);
  std::abort();
}

}  // namespace

void add_side_effects(CvarSpec& spec, const Variant& variant) {
  const bool moves = variant.restless_cvars || variant.normalized_cvars || variant.settled_cvars;
  if (spec.scope == Scope::constant || spec.bind != Bind::no_object) return;
  if (!spec.kept_by_component() &&
      ((moves && spec.enumtype == EnumType::null) || variant.harmful_cvars)) {
    keep_value(spec, variant);
  }
  if (variant.harmful_cvars && spec.set) let_changes_harm(spec);
}

void start_background(Engine& engine, const Variant& variant) {
  if (!variant.background_thread || background != nullptr) return;
  background = new Background(engine, variant);
  background->start();
  ::pthread_atfork(nullptr, nullptr, [] { background->start(); });
}

void move_background() noexcept {
  if (background != nullptr) background->turn();
}

void on_mpi_init(const Variant& variant) {
  if (variant.first_thread_only) require_first_thread("MPI_Init");
  if (variant.signal_handlers) take_signals();
  for (const auto& settle : settlements) settle();
  std::this_thread::sleep_for(std::chrono::milliseconds(variant.start_milliseconds));
}

void on_mpi_finalize(const Variant& variant) {
  if (variant.first_thread_only) require_first_thread("MPI_Finalize");
}

}  // namespace mpit
