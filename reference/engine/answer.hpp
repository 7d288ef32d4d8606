// SPDX-License-Identifier: BSD-3-Clause
// What queries deliver, apart from the records: a tool that asks for all variables in turn walks
// through little memory.
#pragma once

#include "engine/registration.hpp"
#include "engine/text_store.hpp"
#include "engine/types.hpp"

namespace mpit {

/// What queries of control and performance variables have in common.
struct Answer {
  Answer() = default;
  template <class Spec>
  Answer(const Spec& spec, TextStore& store)
      : texts(store.keep(spec.name, spec.desc)),
        enumtype(spec.enumtype),
        datatype(spec.datatype),
        verbosity(spec.verbosity),
        bind(spec.bind) {}

  Texts texts = {};
  EnumType enumtype = {};
  Datatype datatype = {};
  Verbosity verbosity = {};
  Bind bind = {};
  bool active = true;
};

/// What MPI_T_cvar_get_info delivers.
struct CvarAnswer : Answer {
  CvarAnswer() = default;
  CvarAnswer(const CvarSpec& spec, TextStore& store) : Answer(spec, store), scope(spec.scope) {}

  Scope scope = {};
};

/// What MPI_T_pvar_get_info delivers.
struct PvarAnswer : Answer {
  PvarAnswer() = default;
  PvarAnswer(const PvarSpec& spec, TextStore& store)
      : Answer(spec, store),
        var_class(spec.var_class),
        readonly(spec.readonly),
        continuous(spec.continuous),
        atomic(spec.atomic) {}

  PvarClass var_class = {};
  bool readonly = false;
  bool continuous = false;
  bool atomic = false;
};

}  // namespace mpit
