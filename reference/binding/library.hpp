// SPDX-License-Identifier: BSD-3-Clause
// The one instance of everything: this library's engine and its runtime.
#pragma once

#include "engine/engine.hpp"

namespace mpit::runtime {
class Process;
}

namespace mpit::binding {

/// The engine of this process, with the runtime's variables registered. Made by the first call of
/// either function, thread safely; never destroyed, since tools may call at any time.
Engine& engine();

/// The runtime of this process.
runtime::Process& process();

}  // namespace mpit::binding
