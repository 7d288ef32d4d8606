// SPDX-License-Identifier: BSD-3-Clause
// The C functions of categories (MPI-5.0 §15.3.9).
#include "reference/binding/convert.hpp"
#include "reference/runtime/export.hpp"

using namespace mpit::binding;

extern "C" {

MPIT_API(int, MPI_T_category_get_num, (int* num_cat)) {
  return call_engine<&Engine::category_get_num>(num_cat);
}

MPIT_API(MPIT_IN_ONE_PIECE int, MPI_T_category_get_info,
         (int cat_index, char* name, int* name_len, char* desc, int* desc_len, int* num_cvars,
          int* num_pvars, int* num_categories)) {
  return to_int(engine().category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars,
                                           num_pvars, num_categories));
}

MPIT_API(int, MPI_T_category_get_num_events, (int cat_index, int* num_events)) {
  return call_engine<&Engine::category_get_num_events>(cat_index, num_events);
}

MPIT_API(int, MPI_T_category_get_index, (const char* name, int* cat_index)) {
  return call_engine<&Engine::category_get_index>(name, cat_index);
}

MPIT_API(int, MPI_T_category_get_cvars, (int cat_index, int len, int indices[])) {
  return call_engine<&Engine::category_get_cvars>(cat_index, len, indices);
}

MPIT_API(int, MPI_T_category_get_pvars, (int cat_index, int len, int indices[])) {
  return call_engine<&Engine::category_get_pvars>(cat_index, len, indices);
}

MPIT_API(int, MPI_T_category_get_events, (int cat_index, int len, int indices[])) {
  return call_engine<&Engine::category_get_events>(cat_index, len, indices);
}

MPIT_API(int, MPI_T_category_get_categories, (int cat_index, int len, int indices[])) {
  return call_engine<&Engine::category_get_categories>(cat_index, len, indices);
}

MPIT_API(int, MPI_T_category_changed, (int* update_number)) {
  return call_engine<&Engine::category_changed>(update_number);
}

}  // extern "C"
