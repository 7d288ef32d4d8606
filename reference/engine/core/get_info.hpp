// SPDX-License-Identifier: BSD-3-Clause
// The results of queries of variables and categories (MPI-5.0 §15.3.6, §15.3.7, §15.3.9). They are
// stored into the caller's arguments here, inline and without a lock (with other threads, from a
// copy), because passing ten arguments on is as expensive as the look-up.
#pragma once

#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/text.hpp"
#include "reference/engine/core/types.hpp"

namespace mpit {

/// The common part of queries of control and performance variables: a packed copy of the record's
/// specification.
struct VariableProperties {
  Texts texts;
  EnumType enumtype;
  Datatype datatype;
  Verbosity verbosity;
  Bind bind;
};

/// The results of MPI_T_cvar_get_info.
struct CvarProperties : VariableProperties {
  bool active;
  Scope scope;
};

/// The results of MPI_T_pvar_get_info.
struct PvarProperties : VariableProperties {
  bool active;
  bool readonly;
  bool continuous;
  bool atomic;
  PvarClass var_class;
};
static_assert(sizeof(PvarProperties) == 48,
              "what is copied in whole registers is read without waiting");

/// The results of MPI_T_category_get_info.
struct CategoryProperties {
  Texts texts;
  int cvars;
  int pvars;
  int categories;
};

inline Code Engine::cvar_get_info(int cvar_index, char* name, int* name_len, int* verbosity,
                                  Datatype* datatype, EnumType* enumtype, char* desc, int* desc_len,
                                  int* bind, int* scope) {
  CvarProperties copy;
  const CvarProperties* found = nullptr;
  if (const Code code = find(cvar_index, copy, found); code != Code::success) return code;
  const CvarProperties& properties = *found;
  put_text(properties.texts.name(), name, name_len, behaviour_);
  put(verbosity, properties.verbosity);
  put(datatype, properties.datatype);
  put_enumtype(enumtype, properties.datatype, properties.enumtype, behaviour_);
  put_text(properties.texts.desc(), desc, desc_len, behaviour_);
  put(bind, properties.bind);
  put(scope, properties.scope);
  return Code::success;
}

inline Code Engine::pvar_get_info(int pvar_index, char* name, int* name_len, int* verbosity,
                                  int* var_class, Datatype* datatype, EnumType* enumtype,
                                  char* desc, int* desc_len, int* bind, int* readonly,
                                  int* continuous, int* atomic) {
  PvarProperties copy;
  const PvarProperties* found = nullptr;
  if (const Code code = find(pvar_index, copy, found); code != Code::success) return code;
  const PvarProperties& properties = *found;
  put_text(properties.texts.name(), name, name_len, behaviour_);
  put(verbosity, properties.verbosity);
  put(var_class, properties.var_class);
  put(datatype, properties.datatype);
  put_enumtype(enumtype, properties.datatype, properties.enumtype, behaviour_);
  put_text(properties.texts.desc(), desc, desc_len, behaviour_);
  put(bind, properties.bind);
  put(readonly, properties.readonly);
  put(continuous, properties.continuous);
  put(atomic, properties.atomic);
  return Code::success;
}

inline Code Engine::category_get_info(int cat_index, char* name, int* name_len, char* desc,
                                      int* desc_len, int* num_cvars, int* num_pvars,
                                      int* num_categories) {
  CategoryProperties properties;
  if (const Code code = find(cat_index, properties); code != Code::success) return code;
  put_text(properties.texts.name(), name, name_len, behaviour_);
  put_text(properties.texts.desc(), desc, desc_len, behaviour_);
  put(num_cvars, properties.cvars);
  put(num_pvars, properties.pvars);
  put(num_categories, properties.categories);
  return Code::success;
}

}  // namespace mpit
