// SPDX-License-Identifier: BSD-3-Clause
// What queries deliver, apart from the records: a tool that asks for all variables in turn walks
// through little memory.
#pragma once

#include "engine/registration.hpp"
#include "engine/text_store.hpp"
#include "engine/types.hpp"

namespace mpit {

/// What MPI_T_cvar_get_info delivers.
struct CvarAnswer {
  CvarAnswer() = default;
  CvarAnswer(const CvarSpec& spec, TextStore& store)
      : texts(store.keep(spec.name, spec.desc)),
        enumtype(spec.enumtype),
        datatype(spec.datatype),
        verbosity(spec.verbosity),
        bind(spec.bind),
        scope(spec.scope) {}

  Texts texts = {};
  EnumType enumtype = {};
  Datatype datatype = {};
  Verbosity verbosity = {};
  Bind bind = {};
  Scope scope = {};
  bool active = true;
};

/// What MPI_T_pvar_get_info delivers.
struct PvarAnswer {
  PvarAnswer() = default;
  PvarAnswer(const PvarSpec& spec, TextStore& store)
      : texts(store.keep(spec.name, spec.desc)),
        enumtype(spec.enumtype),
        datatype(spec.datatype),
        verbosity(spec.verbosity),
        var_class(spec.var_class),
        bind(spec.bind),
        readonly(spec.readonly),
        continuous(spec.continuous),
        atomic(spec.atomic) {}

  Texts texts = {};
  EnumType enumtype = {};
  Datatype datatype = {};
  Verbosity verbosity = {};
  PvarClass var_class = {};
  Bind bind = {};
  bool readonly = false;
  bool continuous = false;
  bool atomic = false;
  bool active = true;
};

}  // namespace mpit
