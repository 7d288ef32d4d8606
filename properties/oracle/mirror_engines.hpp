// SPDX-License-Identifier: BSD-3-Clause
// The engines that define what is allowed: mirrors of the target's variables, each with its own
// reading of the standard's open questions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "properties/oracle/judge.hpp"
#include "properties/oracle/survey.hpp"
#include "properties/oracle/translate.hpp"
#include "reference/engine/core/engine.hpp"

namespace mpitcheck::properties {

/// The values of one pvar for one object as the target last returned them: the input of the
/// mirrors.
struct Feed {
  std::vector<std::uint64_t> words;
};

/// Two engines with opposite readings of everything that affects only codes and texts: a result of
/// either is allowed. Readings that affect the state, such as a refused write, follow the target
/// (pvar_use). A variable is mirrored on first use, unless the engine refuses its datatype.
class MirrorEngines {
 public:
  static constexpr std::size_t size = 2;
  static constexpr int none = -1;

  /// `survey` must outlive the engines.
  explicit MirrorEngines(const Survey& survey);

  mpit::Engine& engine(std::size_t i) { return *engines_[i]; }

  /// The index of the mirror of the survey's variable number `place`; `none` without a mirror.
  int cvar(int place);
  int pvar(int place);
  int category(const CategoryInfo& category);
  /// The mirror of an enumeration; null without one.
  mpit::EnumType enumeration(MPI_T_enum handle);

  /// The input of a pvar's mirrors for an object.
  Feed& feed(int place, int object, int count);

  /// The set of the engines' results of `ask(engine, i)`.
  template <class Ask>
  Codes codes(const Ask& ask) {
    Codes answers{};
    for (std::size_t i = 0; i != size; ++i) answers.add(to_target(ask(*engines_[i], i)));
    return answers;
  }

 private:
  template <class Add>
  static int mirrored(std::vector<int>& known, int place, const Add& add);
  int add_cvar(mpit::Engine& engine, const CvarInfo& cvar);
  int add_pvar(mpit::Engine& engine, int place);
  std::shared_ptr<mpit::Storage> storage(int place, int object);

  struct Source {
    std::shared_ptr<Feed> feed;
    std::shared_ptr<mpit::Storage> storage;
  };

  const Survey& survey_;
  std::array<std::unique_ptr<mpit::Engine>, size> engines_;
  std::vector<int> cvars_, pvars_;  // by place; -2: not requested yet
  std::map<int, int> categories_;
  std::map<MPI_T_enum, mpit::EnumType> enums_;
  std::map<std::pair<int, int>, Source> sources_;
};

}  // namespace mpitcheck::properties
