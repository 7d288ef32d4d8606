// SPDX-License-Identifier: BSD-3-Clause
// A parameter type for callables that are used only during the call. std::function owns, allocates
// and makes every file parse <functional>. Supported compilers lack C++26's std::function_ref.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>

namespace mpitcheck {

template <class Signature>
class FunctionRef;

/// Refers to a callable that it does not own. Do not store it beyond the life of the callable,
/// which may be a temporary of the caller.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Callable>
  requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef> &&
           !std::is_function_v<Callable> &&
           std::is_invocable_r_v<Result, const Callable&, Arguments...>)
      FunctionRef(const Callable& callable)
      : callable_(std::addressof(callable)), call_([](const void* it, Arguments... arguments) {
          return static_cast<Result>((*static_cast<const Callable*>(it))(arguments...));
        }) {}

  FunctionRef(Result (*function)(Arguments...))
      : callable_(reinterpret_cast<const void*>(function)),
        call_([](const void* it, Arguments... arguments) {
          return reinterpret_cast<Result (*)(Arguments...)>(const_cast<void*>(it))(arguments...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(callable_, arguments...); }

 private:
  const void* callable_;
  Result (*call_)(const void* callable, Arguments... arguments);
};

}  // namespace mpitcheck
