/* SPDX-License-Identifier: BSD-3-Clause
 * Texts, names, and members of categories. */
#include <stddef.h>
#include <string.h>

#include "alien.h"

/* Without a buffer, no_null_query leaves the length unchanged instead of returning the size. */
static int* length(char* text, int* len) {
  return alien_is(ALIEN_no_null_query) && text == NULL ? NULL : len;
}

static int answered(int code, int* name_len, int* desc_len) {
  if (code == MPI_SUCCESS && alien_is(ALIEN_length_without_null)) {
    if (name_len != NULL && *name_len > 0) --*name_len;
    if (desc_len != NULL && *desc_len > 0) --*desc_len;
  }
  return code;
}

int alien_MPI_T_enum_get_info(MPI_T_enum enumtype, int* num, char* name, int* name_len) {
  name_len = length(name, name_len);
  return answered(real_MPI_T_enum_get_info(enumtype, num, name, name_len), name_len, NULL);
}

int alien_MPI_T_enum_get_item(MPI_T_enum enumtype, int index, int* value, char* name,
                              int* name_len) {
  name_len = length(name, name_len);
  return answered(real_MPI_T_enum_get_item(enumtype, index, value, name, name_len), name_len, NULL);
}

int alien_MPI_T_cvar_get_info(int cvar_index, char* name, int* name_len, int* verbosity,
                              MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc,
                              int* desc_len, int* bind, int* scope) {
  name_len = length(name, name_len);
  desc_len = length(desc, desc_len);
  int code;
  if (alien_is(ALIEN_name_twice) && cvar_index == 1) {
    code = real_MPI_T_cvar_get_info(0, name, name_len, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    if (code != MPI_SUCCESS) return code;
    code = real_MPI_T_cvar_get_info(1, NULL, NULL, verbosity, datatype, enumtype, desc, desc_len,
                                    bind, scope);
  } else {
    code = real_MPI_T_cvar_get_info(cvar_index, name, name_len, verbosity, datatype, enumtype, desc,
                                    desc_len, bind, scope);
  }
  return answered(code, name_len, desc_len);
}

int alien_MPI_T_pvar_get_info(int pvar_index, char* name, int* name_len, int* verbosity,
                              int* var_class, MPI_Datatype* datatype, MPI_T_enum* enumtype,
                              char* desc, int* desc_len, int* bind, int* readonly, int* continuous,
                              int* atomic) {
  name_len = length(name, name_len);
  desc_len = length(desc, desc_len);
  return answered(
      real_MPI_T_pvar_get_info(pvar_index, name, name_len, verbosity, var_class, datatype, enumtype,
                               desc, desc_len, bind, readonly, continuous, atomic),
      name_len, desc_len);
}

int alien_MPI_T_category_get_info(int cat_index, char* name, int* name_len, char* desc,
                                  int* desc_len, int* num_cvars, int* num_pvars,
                                  int* num_categories) {
  name_len = length(name, name_len);
  desc_len = length(desc, desc_len);
  return answered(real_MPI_T_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars,
                                               num_pvars, num_categories),
                  name_len, desc_len);
}

int alien_MPI_T_event_get_info(int event_index, char* name, int* name_len, int* verbosity,
                               MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
                               int* num_elements, MPI_T_enum* enumtype, MPI_Info* info, char* desc,
                               int* desc_len, int* bind) {
  name_len = length(name, name_len);
  desc_len = length(desc, desc_len);
  return answered(real_MPI_T_event_get_info(event_index, name, name_len, verbosity,
                                            array_of_datatypes, array_of_displacements,
                                            num_elements, enumtype, info, desc, desc_len, bind),
                  name_len, desc_len);
}

int alien_MPI_T_source_get_info(int source_index, char* name, int* name_len, char* desc,
                                int* desc_len, MPI_T_source_order* ordering,
                                MPI_Count* ticks_per_second, MPI_Count* max_ticks, MPI_Info* info) {
  name_len = length(name, name_len);
  desc_len = length(desc, desc_len);
  return answered(real_MPI_T_source_get_info(source_index, name, name_len, desc, desc_len, ordering,
                                             ticks_per_second, max_ticks, info),
                  name_len, desc_len);
}

/* other_names: get_info returns full paths, which this function does not find. */
int alien_MPI_T_category_get_index(const char* name, int* cat_index) {
  int found = 0;
  const int is_other = alien_is(ALIEN_other_names) && cat_index != NULL;
  const int code = real_MPI_T_category_get_index(name, is_other ? &found : cat_index);
  return code == MPI_SUCCESS && is_other ? MPI_T_ERR_INVALID_NAME : code;
}

/* garbage_members: replaces the members by numbers that uninitialized memory might contain. */
static int filled(int code, int len, int* indices) {
  if (code != MPI_SUCCESS || !alien_is(ALIEN_garbage_members)) return code;
  for (int i = 0; i < len; ++i) {
    if (indices[i] >= 0) indices[i] = -1627448048 + 32 * i;
  }
  return code;
}

int alien_MPI_T_category_get_cvars(int cat_index, int len, int indices[]) {
  int number = 0;
  const int code = real_MPI_T_category_get_cvars(cat_index, len, indices);
  real_MPI_T_category_get_info(cat_index, NULL, NULL, NULL, NULL, &number, NULL, NULL);
  return filled(code, len < number ? len : number, indices);
}
