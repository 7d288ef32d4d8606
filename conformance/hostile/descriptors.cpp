// SPDX-License-Identifier: BSD-3-Clause
// Libraries that close what is not theirs.
#include <fcntl.h>
#include <unistd.h>

#include "hostile/act.hpp"

namespace mpitcheck::hostile {
namespace {

void close_from(int first) { ::close_range(static_cast<unsigned>(first), ~0U, 0); }

void use_up() {
  while (::dup(0) >= 0) {
  }
}

// Of several processes, a launcher may speak through descriptors of theirs.
const Verdicts cut_off{"fail", "crash", "timeout", "early-exit"};

}  // namespace

std::vector<Act> acts_of_descriptors() {
  return {
      {"close_streams", "Closes stdin, stdout and stderr",
       [] {
         for (const int stream : {0, 1, 2}) ::close(stream);
       },
       broken, broken, broken},
      {"close_all", "Closes each descriptor", [] { close_from(0); }, broken, broken, cut_off},
      {"close_others", "Closes each descriptor but the streams", [] { close_from(3); }, broken,
       broken, cut_off},
      {"use_up_descriptors",
       "Uses each descriptor that is left",
       use_up,
       {"early-exit"},
       broken,
       {"early-exit", "crash"}},
  };
}

}  // namespace mpitcheck::hostile
