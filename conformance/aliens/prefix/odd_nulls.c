/* SPDX-License-Identifier: BSD-3-Clause
 * Converts handles: null handles are -1, and the first handle of each type is 0. Linked before the
 * reference, whose null handle is 0 and which has no handle -1. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>

#include "mpi.h"

static _Atomic uintptr_t first_of[4];
enum { of_enum, of_cvar, of_pvar, of_session };

static uintptr_t in(int type, uintptr_t given) {
  return given == UINTPTR_MAX ? 0 : given == 0 ? first_of[type] : given;
}
static uintptr_t out(int type, uintptr_t made) {
  uintptr_t none = 0;
  if (made == 0) return UINTPTR_MAX;
  atomic_compare_exchange_strong(&first_of[type], &none, made);
  return made == first_of[type] ? 0 : made;
}

/* Defines a function under both names. `before` and `behind` are statements before and after the
 * call of the reference. */
#define F(name, parameters, types, arguments, before, behind)  \
  static int(*found_##name) types;                             \
  __attribute__((constructor)) static void find_##name(void) { \
    *(void**)&found_##name = dlsym(RTLD_NEXT, "P" #name);      \
  }                                                            \
  int P##name parameters __attribute__((alias(#name)));        \
  int name parameters {                                        \
    before;                                                    \
    const int code = found_##name arguments;                   \
    behind;                                                    \
    return code;                                               \
  }
#define IN(type, kind, handle) const kind given = (kind)in(type, (uintptr_t)(handle))
#define OUT(type, kind, handle) \
  if (code == MPI_SUCCESS && (handle)) *(handle) = (kind)out(type, (uintptr_t) * (handle))
#define FREED(type, kind, handle)                                          \
  kind held = (handle) ? (kind)in(type, (uintptr_t) * (handle)) : (kind)0; \
  kind* const place = (handle) ? &held : (handle)

F(MPI_T_enum_get_info, (MPI_T_enum e, int* n, char* s, int* l), (MPI_T_enum, int*, char*, int*),
  (given, n, s, l), IN(of_enum, MPI_T_enum, e), )
F(MPI_T_enum_get_item, (MPI_T_enum e, int i, int* v, char* s, int* l),
  (MPI_T_enum, int, int*, char*, int*), (given, i, v, s, l), IN(of_enum, MPI_T_enum, e), )
F(MPI_T_cvar_get_info,
  (int i, char* s, int* l, int* v, MPI_Datatype* t, MPI_T_enum* e, char* d, int* dl, int* b,
   int* sc),
  (int, char*, int*, int*, MPI_Datatype*, MPI_T_enum*, char*, int*, int*, int*),
  (i, s, l, v, t, e, d, dl, b, sc), , OUT(of_enum, MPI_T_enum, e))
F(MPI_T_pvar_get_info,
  (int i, char* s, int* l, int* v, int* c, MPI_Datatype* t, MPI_T_enum* e, char* d, int* dl, int* b,
   int* r, int* co, int* a),
  (int, char*, int*, int*, int*, MPI_Datatype*, MPI_T_enum*, char*, int*, int*, int*, int*, int*),
  (i, s, l, v, c, t, e, d, dl, b, r, co, a), , OUT(of_enum, MPI_T_enum, e))
F(MPI_T_event_get_info,
  (int i, char* s, int* l, int* v, MPI_Datatype t[], MPI_Aint di[], int* n, MPI_T_enum* e,
   MPI_Info* in, char* d, int* dl, int* b),
  (int, char*, int*, int*, MPI_Datatype*, MPI_Aint*, int*, MPI_T_enum*, MPI_Info*, char*, int*,
   int*),
  (i, s, l, v, t, di, n, e, in, d, dl, b), , OUT(of_enum, MPI_T_enum, e))
F(MPI_T_cvar_handle_alloc, (int i, void* o, MPI_T_cvar_handle* h, int* c),
  (int, void*, MPI_T_cvar_handle*, int*), (i, o, h, c), , OUT(of_cvar, MPI_T_cvar_handle, h))
F(MPI_T_cvar_handle_free, (MPI_T_cvar_handle * h), (MPI_T_cvar_handle*), (place),
  FREED(of_cvar, MPI_T_cvar_handle, h), if (code == MPI_SUCCESS) * h = MPI_T_CVAR_HANDLE_NULL)
F(MPI_T_cvar_read, (MPI_T_cvar_handle h, void* b), (MPI_T_cvar_handle, void*), (given, b),
  IN(of_cvar, MPI_T_cvar_handle, h), )
F(MPI_T_cvar_write, (MPI_T_cvar_handle h, const void* b), (MPI_T_cvar_handle, const void*),
  (given, b), IN(of_cvar, MPI_T_cvar_handle, h), )
F(MPI_T_pvar_session_create, (MPI_T_pvar_session * s), (MPI_T_pvar_session*), (s), ,
  OUT(of_session, MPI_T_pvar_session, s))
F(MPI_T_pvar_session_free, (MPI_T_pvar_session * s), (MPI_T_pvar_session*), (place),
  FREED(of_session, MPI_T_pvar_session, s), if (code == MPI_SUCCESS) * s = MPI_T_PVAR_SESSION_NULL)
#define SESSION const MPI_T_pvar_session session = (MPI_T_pvar_session)in(of_session, (uintptr_t)s)
F(MPI_T_pvar_handle_alloc, (MPI_T_pvar_session s, int i, void* o, MPI_T_pvar_handle* h, int* c),
  (MPI_T_pvar_session, int, void*, MPI_T_pvar_handle*, int*), (session, i, o, h, c), SESSION,
  OUT(of_pvar, MPI_T_pvar_handle, h))
F(MPI_T_pvar_handle_free, (MPI_T_pvar_session s, MPI_T_pvar_handle* h),
  (MPI_T_pvar_session, MPI_T_pvar_handle*), (session, place), SESSION;
  FREED(of_pvar, MPI_T_pvar_handle, h), if (code == MPI_SUCCESS) * h = MPI_T_PVAR_HANDLE_NULL)
#define P(name, types, last, argument)                                                        \
  F(name, (MPI_T_pvar_session s, MPI_T_pvar_handle h last), types, (session, given argument), \
    SESSION;                                                                                  \
    IN(of_pvar, MPI_T_pvar_handle, h), )
#define COMMA_BUFFER , void* b
#define COMMA_CONST_BUFFER , const void* b
#define COMMA_B , b
P(MPI_T_pvar_read, (MPI_T_pvar_session, MPI_T_pvar_handle, void*), COMMA_BUFFER, COMMA_B)
P(MPI_T_pvar_readreset, (MPI_T_pvar_session, MPI_T_pvar_handle, void*), COMMA_BUFFER, COMMA_B)
P(MPI_T_pvar_write, (MPI_T_pvar_session, MPI_T_pvar_handle, const void*), COMMA_CONST_BUFFER,
  COMMA_B)
P(MPI_T_pvar_reset, (MPI_T_pvar_session, MPI_T_pvar_handle), , )
P(MPI_T_pvar_start, (MPI_T_pvar_session, MPI_T_pvar_handle), , )
P(MPI_T_pvar_stop, (MPI_T_pvar_session, MPI_T_pvar_handle), , )
