// SPDX-License-Identifier: BSD-3-Clause
// The engines that say what is allowed: mirrors of the target's variables, each reading the
// standard's open questions its own way.
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

/// The values of one pvar for one object as the target last returned them: what the mirrors see.
struct Feed {
  std::vector<std::uint64_t> words;
};

/// Two engines with opposite readings wherever that changes codes and texts alone: what either
/// answers is allowed. Readings that change what happens (a refused write) follow the target, see
/// pvar_use. A variable is mirrored when it is first asked for; one that the engine refuses (a
/// datatype outside the standard's table) is not.
class MirrorEngines {
 public:
  static constexpr std::size_t size = 2;
  static constexpr int none = -1;

  /// `survey` must stay.
  explicit MirrorEngines(const Survey& survey);

  mpit::Engine& engine(std::size_t i) { return *engines_[i]; }

  /// Index of the mirror of the variable at that place of the survey; none if there is none.
  int cvar(int place);
  int pvar(int place);
  int category(const CategoryInfo& category);
  /// The mirror of an enumeration; null if there is none.
  mpit::EnumType enumeration(MPI_T_enum handle);

  /// What the mirrors of a pvar see for an object from now on.
  Feed& feed(int place, int object, int count);

  /// Asks `ask(engine, i)` of each engine; the set of their answers.
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
  std::vector<int> cvars_, pvars_;  // by place; not asked yet: -2
  std::map<int, int> categories_;
  std::map<MPI_T_enum, mpit::EnumType> enums_;
  std::map<std::pair<int, int>, Source> sources_;
};

}  // namespace mpitcheck::properties
