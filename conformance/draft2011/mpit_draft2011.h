/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface of the MPIT draft of 27 January 2011 on top of any MPI_T (MPI 3.0 or later).
 *
 * Names, argument lists and codes are those of the draft. docs/results/draft2011.md lists which
 * rules the current interface can express. C99 and C++. Every function is static inline, so a
 * program needs only this file and mpi.h. Names that begin with mpit_draft2011_ are not part of the
 * draft.
 *
 * Reentrancy: there is no global state. Calls on different handles and sessions may overlap as far
 * as the library allows it (MPIT_Init requests MPIT_DRAFT2011_THREAD_LEVEL). Allocating and freeing
 * handles of one session, and freeing the session, must not overlap. Perfvar start, stop, read,
 * reset and readreset allocate no memory and take no lock, so they are as safe in signal handlers
 * as the library's own functions. Writes of unsigned and enumeration variables allocate memory.
 *
 * Lifetime: datatypes are valid as long as the library's enumerations. A handle is valid until it,
 * its session or the interface ends. Free handles before the last MPIT_Finalize, which ends the
 * library's side of them; otherwise their memory here is lost. Null handles are detected, freed and
 * foreign ones are not.
 */
#ifndef MPIT_DRAFT2011_H
#define MPIT_DRAFT2011_H

#include <limits.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The draft's MPIT_Init has no argument for the thread level. */
#ifndef MPIT_DRAFT2011_THREAD_LEVEL
#define MPIT_DRAFT2011_THREAD_LEVEL MPI_THREAD_SINGLE
#endif

/* --- Codes (1.3.9): codes with a current counterpart have its value. The others are negative and
 * so differ from all codes of MPI. Codes that MPI added later are passed on. --- */
#define MPIT_SUCCESS MPI_SUCCESS
#define MPIT_ERR_MEMORY MPI_T_ERR_MEMORY
#define MPIT_ERR_NOTINITIALIZED MPI_T_ERR_NOT_INITIALIZED
#define MPIT_ERR_CANTINIT MPI_T_ERR_CANNOT_INIT
#define MPIT_ERR_PREDEFINED (-1)
#define MPIT_ERR_INVALIDDATATYPE (-2)
#define MPIT_ERR_INVALIDITEM MPI_T_ERR_INVALID_ITEM
#define MPIT_ERR_INVALIDINDEX MPI_T_ERR_INVALID_INDEX
#define MPIT_ERR_INVALIDHANDLE MPI_T_ERR_INVALID_HANDLE
#define MPIT_ERR_OUTOFHANDLES MPI_T_ERR_OUT_OF_HANDLES
#define MPIT_ERR_OUTOFSESSIONS MPI_T_ERR_OUT_OF_SESSIONS
#define MPIT_ERR_INVALIDSESSION MPI_T_ERR_INVALID_SESSION
#define MPIT_ERR_SETNOTNOW MPI_T_ERR_CVAR_SET_NOT_NOW
#define MPIT_ERR_SETNEVER MPI_T_ERR_CVAR_SET_NEVER
#define MPIT_ERR_INVALIDVAR (-3)
#define MPIT_ERR_NOSTARTSTOP MPI_T_ERR_PVAR_NO_STARTSTOP
#define MPIT_ERR_NOWRITE MPI_T_ERR_PVAR_NO_WRITE
#define MPIT_ERR_PERFVAR_WRITE MPIT_ERR_NOWRITE /* the text's name; the table has NOWRITE */
#define MPIT_ERR_INVALIDCATEGORY (-4)

/* --- Verbosity (1.3.1) --- */
#define MPIT_VERBOSITY_USER_BASIC MPI_T_VERBOSITY_USER_BASIC
#define MPIT_VERBOSITY_USER_DETAILED MPI_T_VERBOSITY_USER_DETAIL
#define MPIT_VERBOSITY_USER_VERBOSE MPI_T_VERBOSITY_USER_ALL
#define MPIT_VERBOSITY_TUNER_BASIC MPI_T_VERBOSITY_TUNER_BASIC
#define MPIT_VERBOSITY_TUNER_DETAILED MPI_T_VERBOSITY_TUNER_DETAIL
#define MPIT_VERBOSITY_TUNER_VERBOSE MPI_T_VERBOSITY_TUNER_ALL
#define MPIT_VERBOSITY_MPIDEV_BASIC MPI_T_VERBOSITY_MPIDEV_BASIC
#define MPIT_VERBOSITY_MPIDEV_DETAILED MPI_T_VERBOSITY_MPIDEV_DETAIL
#define MPIT_VERBOSITY_MPIDEV_VERBOSE MPI_T_VERBOSITY_MPIDEV_ALL

/* --- Binding (1.3.2): later kinds of objects are passed on as MPI_T_BIND_ constants. --- */
#define MPIT_BIND_GLOBAL MPI_T_BIND_NO_OBJECT
#define MPIT_BIND_MPI_COMMUNICATOR MPI_T_BIND_MPI_COMM
#define MPIT_BIND_MPI_DATATYPE MPI_T_BIND_MPI_DATATYPE
#define MPIT_BIND_MPI_ERRORHANDLER MPI_T_BIND_MPI_ERRHANDLER
#define MPIT_BIND_MPI_FILE MPI_T_BIND_MPI_FILE
#define MPIT_BIND_MPI_GROUP MPI_T_BIND_MPI_GROUP
#define MPIT_BIND_MPI_OPERATOR MPI_T_BIND_MPI_OP
#define MPIT_BIND_MPI_REQUEST MPI_T_BIND_MPI_REQUEST
#define MPIT_BIND_MPI_WINDOW MPI_T_BIND_MPI_WIN

/* --- Scopes (1.3.6) --- */
#define MPIT_SCOPE_READONLY MPI_T_SCOPE_READONLY
#define MPIT_SCOPE_LOCAL MPI_T_SCOPE_LOCAL
#define MPIT_SCOPE_GLOBAL MPI_T_SCOPE_ALL

/* --- Classes of performance variables (1.3.7): SIZE is shown as RESOURCE_LEVEL; GENERIC is
 * passed on as MPI_T_PVAR_CLASS_GENERIC. --- */
#define MPIT_PERFVAR_CLASS_STATE MPI_T_PVAR_CLASS_STATE
#define MPIT_PERFVAR_CLASS_RESOURCE_LEVEL MPI_T_PVAR_CLASS_LEVEL
#define MPIT_PERFVAR_CLASS_RESOURCE_PERCENTAGE MPI_T_PVAR_CLASS_PERCENTAGE
#define MPIT_PERFVAR_CLASS_RESOURCE_HIGHWATERMARK MPI_T_PVAR_CLASS_HIGHWATERMARK
#define MPIT_PERFVAR_CLASS_RESOURCE_LOWWATERMARK MPI_T_PVAR_CLASS_LOWWATERMARK
#define MPIT_PERFVAR_CLASS_EVENT_COUNTER MPI_T_PVAR_CLASS_COUNTER
#define MPIT_PERFVAR_CLASS_EVENT_AGGREGATE MPI_T_PVAR_CLASS_AGGREGATE
#define MPIT_PERFVAR_CLASS_EVENT_TIMER MPI_T_PVAR_CLASS_TIMER

/* --- Datatypes (1.3.5): predefined ones are small negative words, which are never an address.
 * Everything else is an MPI_T_enum of the library. --- */
typedef intptr_t MPIT_Datatype;
#define MPIT_LOGICAL ((MPIT_Datatype)-1)
#define MPIT_BYTE ((MPIT_Datatype)-2)
#define MPIT_SHORT ((MPIT_Datatype)-3)
#define MPIT_INT ((MPIT_Datatype)-4)
#define MPIT_LONG ((MPIT_Datatype)-5)
#define MPIT_LONG_LONG ((MPIT_Datatype)-6)
#define MPIT_CHAR ((MPIT_Datatype)-7)
#define MPIT_FLOAT ((MPIT_Datatype)-8)
#define MPIT_DOUBLE ((MPIT_Datatype)-9)
#define MPIT_DATATYPECLASS_PREDEFINED 1
#define MPIT_DATATYPECLASS_ENUMERATION 2

/* --- Opaque objects --- */
typedef struct mpit_draft2011_controlvar* MPIT_Controlvar_handle;
typedef struct mpit_draft2011_perfvar* MPIT_Perfvar_handle;
typedef struct mpit_draft2011_session* MPIT_Perfvar_session;
typedef struct {
  int scope_;
} MPIT_Controlvar_attributes;
typedef struct {
  int readonly_;
  int continuous_;
} MPIT_Perfvar_attributes;
#define MPIT_CONTROLVAR_HANDLE_NULL ((MPIT_Controlvar_handle)0)
#define MPIT_PERFVAR_HANDLE_NULL ((MPIT_Perfvar_handle)0)
#define MPIT_PERFVAR_ALL_HANDLES ((MPIT_Perfvar_handle)(intptr_t)-1)
#define MPIT_PERFVAR_SESSION_NULL ((MPIT_Perfvar_session)0)

/* ============================ How values are shown to the draft's user ======================== */

/* The values of a variable: the library stores elements of `stored` bytes, the user sees `shown`.
 */
struct mpit_draft2011_shape {
  MPIT_Datatype datatype;
  size_t stored;
  size_t shown;
  int is_unsigned; /* shown as a signed type; a value that does not fit is shown as its maximum */
  int count;
  int num_items; /* of an enumeration whose values are not its item numbers, else 0 */
  int* items;    /* its values, item by item */
};

typedef char
    mpit_draft2011_an_enum_fits_in_a_datatype[sizeof(MPI_T_enum) <= sizeof(MPIT_Datatype) ? 1 : -1];

static inline MPIT_Datatype mpit_draft2011_from_enum(MPI_T_enum enumtype) {
  MPIT_Datatype datatype = 0;
  memcpy(&datatype, &enumtype, sizeof enumtype);
  return datatype;
}

static inline MPI_T_enum mpit_draft2011_to_enum(MPIT_Datatype datatype) {
  MPI_T_enum enumtype;
  memcpy(&enumtype, &datatype, sizeof enumtype);
  return enumtype;
}

static inline int mpit_draft2011_is_predefined(MPIT_Datatype datatype) {
  return datatype <= MPIT_LOGICAL && datatype >= MPIT_DOUBLE;
}

/* Bytes of one element of a predefined datatype. MPI_LOGICAL is Fortran's default LOGICAL, as large
 * as its INTEGER. This header assumes int, because MPI_Type_size needs MPI_Init. */
static inline size_t mpit_draft2011_size(MPIT_Datatype datatype) {
  if (datatype == MPIT_LOGICAL || datatype == MPIT_INT) return sizeof(int);
  if (datatype == MPIT_SHORT) return sizeof(short);
  if (datatype == MPIT_LONG) return sizeof(long);
  if (datatype == MPIT_LONG_LONG) return sizeof(long long);
  if (datatype == MPIT_FLOAT) return sizeof(float);
  if (datatype == MPIT_DOUBLE) return sizeof(double);
  return 1;
}

static inline struct mpit_draft2011_shape mpit_draft2011_same(MPIT_Datatype datatype) {
  struct mpit_draft2011_shape shape;
  memset(&shape, 0, sizeof shape);
  shape.datatype = datatype;
  shape.stored = shape.shown = mpit_draft2011_size(datatype);
  return shape;
}

static inline struct mpit_draft2011_shape mpit_draft2011_signed(size_t stored,
                                                                MPIT_Datatype datatype) {
  struct mpit_draft2011_shape shape = mpit_draft2011_same(datatype);
  shape.stored = stored;
  shape.is_unsigned = 1;
  return shape;
}

/* Describes how elements of `datatype` are shown; `stored` is 0 for unknown types. The draft has no
 * unsigned types: they are shown in a signed type that holds them, or in the widest one. */
static inline struct mpit_draft2011_shape mpit_draft2011_shape_of(MPI_Datatype datatype,
                                                                  MPI_T_enum enumtype) {
  struct mpit_draft2011_shape unknown = mpit_draft2011_same(MPIT_BYTE);
  unknown.stored = 0;
  if (datatype == MPI_INT) {
    struct mpit_draft2011_shape shape = mpit_draft2011_same(MPIT_INT);
    if (enumtype != MPI_T_ENUM_NULL) shape.datatype = mpit_draft2011_from_enum(enumtype);
    return shape;
  }
  if (datatype == MPI_UNSIGNED) return mpit_draft2011_signed(sizeof(unsigned), MPIT_LONG_LONG);
  if (datatype == MPI_UNSIGNED_LONG) return mpit_draft2011_signed(sizeof(long), MPIT_LONG);
  if (datatype == MPI_UNSIGNED_LONG_LONG) {
    return mpit_draft2011_signed(sizeof(long long), MPIT_LONG_LONG);
  }
  if (datatype == MPI_UINT32_T) return mpit_draft2011_signed(4, MPIT_LONG_LONG);
  if (datatype == MPI_UINT64_T) return mpit_draft2011_signed(8, MPIT_LONG_LONG);
  if (datatype == MPI_CHAR) return mpit_draft2011_same(MPIT_CHAR);
  if (datatype == MPI_DOUBLE) return mpit_draft2011_same(MPIT_DOUBLE);
  if (datatype == MPI_INT32_T && sizeof(int) == 4) return mpit_draft2011_same(MPIT_INT);
  if (datatype == MPI_INT64_T) return mpit_draft2011_same(MPIT_LONG_LONG);
  if (datatype == MPI_COUNT && sizeof(MPI_Count) == sizeof(long long)) {
    return mpit_draft2011_same(MPIT_LONG_LONG);
  }
  /* Not types of MPI_T, but some libraries use them, and the draft has them. */
  if (datatype == MPI_BYTE || datatype == MPI_C_BOOL) return mpit_draft2011_same(MPIT_BYTE);
  if (datatype == MPI_SHORT) return mpit_draft2011_same(MPIT_SHORT);
  if (datatype == MPI_LONG) return mpit_draft2011_same(MPIT_LONG);
  if (datatype == MPI_LONG_LONG) return mpit_draft2011_same(MPIT_LONG_LONG);
  if (datatype == MPI_FLOAT) return mpit_draft2011_same(MPIT_FLOAT);
  return unknown;
}

/* Fills in the items of an enumeration whose values are not 0 to N-1. */
static inline int mpit_draft2011_learn_items(struct mpit_draft2011_shape* shape) {
  int num = 0, length = 0, differs = 0, i, code;
  MPI_T_enum enumtype;
  if (mpit_draft2011_is_predefined(shape->datatype)) return MPIT_SUCCESS;
  enumtype = mpit_draft2011_to_enum(shape->datatype);
  code = MPI_T_enum_get_info(enumtype, &num, NULL, &length);
  if (code != MPI_SUCCESS || num <= 0) return code;
  shape->items = (int*)malloc((size_t)num * sizeof(int));
  if (shape->items == NULL) return MPIT_ERR_MEMORY;
  for (i = 0; i < num && code == MPI_SUCCESS; ++i) {
    length = 0;
    code = MPI_T_enum_get_item(enumtype, i, &shape->items[i], NULL, &length);
    differs = differs || shape->items[i] != i;
  }
  if (code == MPI_SUCCESS && differs) {
    shape->num_items = num;
  } else {
    free(shape->items);
    shape->items = NULL;
  }
  return code;
}

/* The number of the item with this value, or -1 if the library returned another value. */
static inline int mpit_draft2011_item_of(const struct mpit_draft2011_shape* shape, int value) {
  int i;
  for (i = 0; i < shape->num_items; ++i) {
    if (shape->items[i] == value) return i;
  }
  return -1;
}

/* Converts `count` elements in `buf` from the library's form to the user's, in place. It begins at
 * the end, because elements may grow. */
static inline void mpit_draft2011_show(const struct mpit_draft2011_shape* shape, void* buf) {
  char* bytes = (char*)buf;
  int i;
  if (!shape->is_unsigned && shape->num_items == 0) return;
  for (i = shape->count - 1; i >= 0; --i) {
    char* from = bytes + (size_t)i * shape->stored;
    char* to = bytes + (size_t)i * shape->shown;
    if (shape->num_items > 0) {
      int item;
      memcpy(&item, from, sizeof item);
      item = mpit_draft2011_item_of(shape, item);
      memcpy(to, &item, sizeof item);
    } else {
      uint32_t narrow;
      uint64_t value;
      if (shape->stored == sizeof narrow) {
        memcpy(&narrow, from, sizeof narrow);
        value = narrow;
      } else {
        memcpy(&value, from, sizeof value);
      }
      if (shape->shown == sizeof narrow) {
        narrow = value > INT32_MAX ? (uint32_t)INT32_MAX : (uint32_t)value;
        memcpy(to, &narrow, sizeof narrow);
      } else {
        if (value > INT64_MAX) value = INT64_MAX;
        memcpy(to, &value, sizeof value);
      }
    }
  }
}

/* Writes the library's form of one of the user's elements to `to`; 0 if it has none. */
static inline int mpit_draft2011_store_one(const struct mpit_draft2011_shape* shape,
                                           const char* from, char* to) {
  int32_t narrow;
  int64_t value;
  if (shape->num_items > 0) {
    int item;
    memcpy(&item, from, sizeof item);
    if (item < 0 || item >= shape->num_items) return 0;
    memcpy(to, &shape->items[item], sizeof item);
    return 1;
  }
  if (shape->shown == sizeof narrow) {
    memcpy(&narrow, from, sizeof narrow);
    value = narrow;
  } else {
    memcpy(&value, from, sizeof value);
  }
  if (value < 0 || (shape->stored == 4 && value > (int64_t)UINT32_MAX)) return 0;
  if (shape->stored == sizeof narrow) {
    uint32_t stored = (uint32_t)value;
    memcpy(to, &stored, sizeof stored);
  } else {
    memcpy(to, &value, sizeof value);
  }
  return 1;
}

/* The library's form of the user's value: `buf` itself or `*made`, which the caller frees. Returns
 * `refusal` if the variable cannot hold the value. */
static inline int mpit_draft2011_store(const struct mpit_draft2011_shape* shape, void* buf,
                                       int refusal, void** stored, void** made) {
  int i;
  *stored = buf;
  *made = NULL;
  if (!shape->is_unsigned && shape->num_items == 0) return MPIT_SUCCESS;
  *made = malloc((size_t)shape->count * shape->stored + 1);
  if (*made == NULL) return MPIT_ERR_MEMORY;
  *stored = *made;
  for (i = 0; i < shape->count; ++i) {
    if (!mpit_draft2011_store_one(shape, (const char*)buf + (size_t)i * shape->shown,
                                  (char*)*made + (size_t)i * shape->stored)) {
      free(*made);
      *made = NULL;
      return refusal;
    }
  }
  return MPIT_SUCCESS;
}

/* The object for the count of get_info. In the draft the count does not depend on the object, but
 * MPI_T only returns it for a handle. While MPI is up the object is one that every program has;
 * otherwise there is none. */
static inline int mpit_draft2011_has_sample_object(int bind, MPI_Comm* world) {
  int up = 0, down = 0;
  if (bind == MPI_T_BIND_NO_OBJECT) return 1;
  if (bind != MPI_T_BIND_MPI_COMM) return 0;
  MPI_Initialized(&up);
  MPI_Finalized(&down);
  if (!up || down) return 0;
  *world = MPI_COMM_WORLD;
  return 1;
}

static inline void mpit_draft2011_put(int* out, int value) {
  if (out != NULL) *out = value;
}

/* 1 if `text`, returned in a buffer of `room` characters, may be truncated. Some libraries then
 * return the length of the rest, but the draft (1.3.3) requires that of the whole text. */
static inline int mpit_draft2011_may_be_cut(const char* text, int room) {
  return text != NULL && room > 0 && strlen(text) + 1 == (size_t)room;
}

/* A missing description is an empty text of length one (1.3.6). Some libraries return length 0. */
static inline void mpit_draft2011_tidy_desc(char* desc, int room, int* desc_len) {
  if (desc_len == NULL || *desc_len > 0) return;
  *desc_len = 1;
  if (desc != NULL && room > 0) desc[0] = '\0';
}

/* The room that a caller offers. If it is 0, no buffer is passed on, because some libraries would
 * write to it. */
static inline int mpit_draft2011_room(char** text, const int* length) {
  const int room = length != NULL ? *length : 0;
  if (room <= 0) *text = NULL;
  return room;
}

/* ==================================== Initialization (1.3.4) ================================== */

static inline int MPIT_Init(void) {
  int provided = 0;
  return MPI_T_init_thread(MPIT_DRAFT2011_THREAD_LEVEL, &provided);
}

/* The draft calls a surplus call erroneous: it returns the library's code. */
static inline int MPIT_Finalize(void) { return MPI_T_finalize(); }

/* ======================================= Datatypes (1.3.5) ==================================== */

static inline int MPIT_Datatype_enum_get_info(MPIT_Datatype datatype, int* num, char* name,
                                              int* name_len) {
  const int room = mpit_draft2011_room(&name, name_len);
  int unused = 0, code;
  if (mpit_draft2011_is_predefined(datatype)) return MPIT_ERR_PREDEFINED;
  if (mpit_draft2011_to_enum(datatype) == MPI_T_ENUM_NULL) return MPIT_ERR_INVALIDDATATYPE;
  code = MPI_T_enum_get_info(mpit_draft2011_to_enum(datatype), num != NULL ? num : &unused, name,
                             name_len);
  if (code == MPI_T_ERR_INVALID_INDEX || code == MPI_T_ERR_INVALID_HANDLE ||
      code == MPI_T_ERR_INVALID_ITEM) {
    return MPIT_ERR_INVALIDDATATYPE;
  }
  if (code == MPI_SUCCESS && mpit_draft2011_may_be_cut(name, room)) {
    *name_len = 0;
    code = MPI_T_enum_get_info(mpit_draft2011_to_enum(datatype), &unused, NULL, name_len);
  }
  return code;
}

static inline int MPIT_Datatype_get_class(MPIT_Datatype datatype, int* datatypeclass) {
  int num = 0, length = 0, code;
  if (mpit_draft2011_is_predefined(datatype)) {
    *datatypeclass = MPIT_DATATYPECLASS_PREDEFINED;
    return MPIT_SUCCESS;
  }
  code = MPIT_Datatype_enum_get_info(datatype, &num, NULL, &length);
  if (code == MPIT_SUCCESS) *datatypeclass = MPIT_DATATYPECLASS_ENUMERATION;
  return code;
}

static inline int MPIT_Datatype_get_size(MPIT_Datatype datatype, int* size) {
  int datatypeclass = 0;
  const int code = MPIT_Datatype_get_class(datatype, &datatypeclass);
  if (code != MPIT_SUCCESS) return code;
  *size = (int)mpit_draft2011_size(datatypeclass == MPIT_DATATYPECLASS_PREDEFINED ? datatype
                                                                                  : MPIT_INT);
  return code;
}

/* The draft's item number, which is also the value of variables of the datatype. */
static inline int MPIT_Datatype_enum_get_item(MPIT_Datatype datatype, int item, char* name,
                                              int* name_len) {
  const MPI_T_enum enumtype = mpit_draft2011_to_enum(datatype);
  const int room = mpit_draft2011_room(&name, name_len);
  int num = 0, length = 0, value = 0;
  int code = MPIT_Datatype_enum_get_info(datatype, &num, NULL, &length);
  if (code != MPIT_SUCCESS) return code;
  if (item < 0 || item >= num) return MPIT_ERR_INVALIDITEM;
  code = MPI_T_enum_get_item(enumtype, item, &value, name, name_len);
  if (code == MPI_SUCCESS && mpit_draft2011_may_be_cut(name, room)) {
    *name_len = 0;
    code = MPI_T_enum_get_item(enumtype, item, &value, NULL, name_len);
  }
  return code;
}

/* =================================== Control variables (1.3.6) ================================ */

struct mpit_draft2011_controlvar {
  MPI_T_cvar_handle handle;
  struct mpit_draft2011_shape shape;
};

/* The parts of MPI_T_cvar_get_info that the draft's calls need besides the strings. */
static inline int mpit_draft2011_controlvar_kind(int index, char* name, int* name_len, char* desc,
                                                 int* desc_len, int* verbosity, int* bind,
                                                 int* scope, struct mpit_draft2011_shape* shape) {
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  const int name_room = mpit_draft2011_room(&name, name_len),
            desc_room = mpit_draft2011_room(&desc, desc_len);
  int code = MPI_T_cvar_get_info(index, name, name_len, verbosity, &datatype, &enumtype, desc,
                                 desc_len, bind, scope);
  if (code == MPI_SUCCESS &&
      (mpit_draft2011_may_be_cut(name, name_room) || mpit_draft2011_may_be_cut(desc, desc_room))) {
    if (name_len != NULL) *name_len = 0;
    if (desc_len != NULL) *desc_len = 0;
    code = MPI_T_cvar_get_info(index, NULL, name_len, verbosity, &datatype, &enumtype, NULL,
                               desc_len, bind, scope);
  }
  if (code != MPI_SUCCESS) return code;
  mpit_draft2011_tidy_desc(desc, desc_room, desc_len);
  *shape = mpit_draft2011_shape_of(datatype, enumtype);
  return code;
}

static inline int mpit_draft2011_controlvar_reported_count(int index, int bind) {
  MPI_Comm world = MPI_COMM_NULL;
  MPI_T_cvar_handle handle;
  int count = 0;
  if (!mpit_draft2011_has_sample_object(bind, &world)) return 1;
  if (MPI_T_cvar_handle_alloc(index, bind == MPI_T_BIND_NO_OBJECT ? NULL : &world, &handle,
                              &count) != MPI_SUCCESS) {
    return 1;
  }
  MPI_T_cvar_handle_free(&handle);
  return count;
}

static inline int MPIT_Controlvar_get_num(int* num) { return MPI_T_cvar_get_num(num); }

/* With a null `count` no handle is allocated. */
static inline int MPIT_Controlvar_get_info(int index, char* name, int* name_len, int* verbosity,
                                           MPIT_Datatype* datatype, int* count, char* desc,
                                           int* desc_len, int* bind,
                                           MPIT_Controlvar_attributes* attributes) {
  struct mpit_draft2011_shape shape;
  int level = 0, object = 0, scope = 0;
  const int code = mpit_draft2011_controlvar_kind(index, name, name_len, desc, desc_len, &level,
                                                  &object, &scope, &shape);
  if (code != MPI_SUCCESS) return code;
  mpit_draft2011_put(verbosity, level);
  mpit_draft2011_put(bind, object);
  if (datatype != NULL) *datatype = shape.datatype;
  if (attributes != NULL) attributes->scope_ = scope;
  if (count != NULL) {
    *count = shape.stored == 0 ? 0 : mpit_draft2011_controlvar_reported_count(index, object);
  }
  return code;
}

/* CONSTANT is read-only in the draft. The scopes of groups and of all are its global scope. */
static inline int MPIT_Controlvar_attr_get_scope(MPIT_Controlvar_attributes attributes,
                                                 int* scope) {
  const int modern = attributes.scope_;
  *scope = modern == MPI_T_SCOPE_CONSTANT || modern == MPI_T_SCOPE_READONLY ? MPIT_SCOPE_READONLY
           : modern == MPI_T_SCOPE_LOCAL                                    ? MPIT_SCOPE_LOCAL
                                                                            : MPIT_SCOPE_GLOBAL;
  return MPIT_SUCCESS;
}

/* Refuses (OUTOFHANDLES) an object with more elements than get_info returned, because the user's
 * buffers would be too small. A variable of an unknown datatype does not exist for the draft. */
static inline int MPIT_Controlvar_handle_allocate(int index, void* objhandle,
                                                  MPIT_Controlvar_handle* handle) {
  int level = 0, bind = 0, scope = 0, name_len = 0, desc_len = 0, code;
  struct mpit_draft2011_shape shape;
  MPIT_Controlvar_handle made;
  code = mpit_draft2011_controlvar_kind(index, NULL, &name_len, NULL, &desc_len, &level, &bind,
                                        &scope, &shape);
  if (code != MPI_SUCCESS) return code;
  if (shape.stored == 0) return MPIT_ERR_INVALIDINDEX;
  made = (MPIT_Controlvar_handle)malloc(sizeof *made);
  if (made == NULL) return MPIT_ERR_MEMORY;
  made->shape = shape;
  code = mpit_draft2011_learn_items(&made->shape);
  if (code == MPI_SUCCESS) {
    code = MPI_T_cvar_handle_alloc(index, bind == MPI_T_BIND_NO_OBJECT ? NULL : objhandle,
                                   &made->handle, &made->shape.count);
    if (code == MPI_SUCCESS && bind != MPI_T_BIND_NO_OBJECT &&
        made->shape.count > mpit_draft2011_controlvar_reported_count(index, bind)) {
      MPI_T_cvar_handle_free(&made->handle);
      code = MPIT_ERR_OUTOFHANDLES;
    }
  }
  if (code != MPI_SUCCESS) {
    free(made->shape.items);
    free(made);
    return code;
  }
  *handle = made;
  return code;
}

static inline int MPIT_Controlvar_handle_free(MPIT_Controlvar_handle* handle) {
  int code;
  if (handle == NULL || *handle == MPIT_CONTROLVAR_HANDLE_NULL) return MPIT_ERR_INVALIDHANDLE;
  code = MPI_T_cvar_handle_free(&(*handle)->handle);
  if (code != MPI_SUCCESS) return code;
  free((*handle)->shape.items);
  free(*handle);
  *handle = MPIT_CONTROLVAR_HANDLE_NULL;
  return code;
}

static inline int MPIT_Controlvar_read(MPIT_Controlvar_handle handle, void* buf) {
  int code;
  if (handle == MPIT_CONTROLVAR_HANDLE_NULL) return MPIT_ERR_INVALIDHANDLE;
  code = MPI_T_cvar_read(handle->handle, buf);
  if (code == MPI_SUCCESS) mpit_draft2011_show(&handle->shape, buf);
  return code;
}

/* A value that the variable cannot hold (a negative one for an unsigned variable, an item that does
 * not exist) is refused with SETNOTNOW. */
static inline int MPIT_Controlvar_write(MPIT_Controlvar_handle handle, void* buf) {
  void *stored, *made;
  int code;
  if (handle == MPIT_CONTROLVAR_HANDLE_NULL) return MPIT_ERR_INVALIDHANDLE;
  code = mpit_draft2011_store(&handle->shape, buf, MPIT_ERR_SETNOTNOW, &stored, &made);
  if (code == MPIT_SUCCESS) code = MPI_T_cvar_write(handle->handle, stored);
  free(made);
  return code;
}

/* ================================= Performance variables (1.3.7) ============================== */

struct mpit_draft2011_perfvar {
  MPI_T_pvar_handle handle;
  MPIT_Perfvar_session session;
  struct mpit_draft2011_perfvar* next;
  MPIT_Perfvar_attributes flags; /* decide refusals, because libraries return different codes */
  struct mpit_draft2011_shape shape;
};

struct mpit_draft2011_session {
  MPI_T_pvar_session session;
  struct mpit_draft2011_perfvar* handles;
};

static inline int mpit_draft2011_perfvar_kind(int index, char* name, int* name_len, char* desc,
                                              int* desc_len, int* verbosity, int* varclass,
                                              int* bind, MPIT_Perfvar_attributes* attributes,
                                              struct mpit_draft2011_shape* shape) {
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum enumtype = MPI_T_ENUM_NULL;
  const int name_room = mpit_draft2011_room(&name, name_len),
            desc_room = mpit_draft2011_room(&desc, desc_len);
  int atomic = 0;
  int code = MPI_T_pvar_get_info(index, name, name_len, verbosity, varclass, &datatype, &enumtype,
                                 desc, desc_len, bind, &attributes->readonly_,
                                 &attributes->continuous_, &atomic);
  if (code == MPI_SUCCESS &&
      (mpit_draft2011_may_be_cut(name, name_room) || mpit_draft2011_may_be_cut(desc, desc_room))) {
    if (name_len != NULL) *name_len = 0;
    if (desc_len != NULL) *desc_len = 0;
    code = MPI_T_pvar_get_info(index, NULL, name_len, verbosity, varclass, &datatype, &enumtype,
                               NULL, desc_len, bind, &attributes->readonly_,
                               &attributes->continuous_, &atomic);
  }
  if (code != MPI_SUCCESS) return code;
  mpit_draft2011_tidy_desc(desc, desc_room, desc_len);
  *shape = mpit_draft2011_shape_of(datatype, enumtype);
  return code;
}

static inline int mpit_draft2011_perfvar_reported_count(int index, int bind) {
  MPI_Comm world = MPI_COMM_NULL;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  int count = 1;
  if (!mpit_draft2011_has_sample_object(bind, &world)) return 1;
  if (MPI_T_pvar_session_create(&session) != MPI_SUCCESS) return 1;
  if (MPI_T_pvar_handle_alloc(session, index, bind == MPI_T_BIND_NO_OBJECT ? NULL : &world, &handle,
                              &count) == MPI_SUCCESS) {
    MPI_T_pvar_handle_free(session, &handle);
  } else {
    count = 1;
  }
  MPI_T_pvar_session_free(&session);
  return count;
}

static inline int MPIT_Perfvar_get_num(int* num) { return MPI_T_pvar_get_num(num); }

/* With a null `count` no session and no handle are created. */
static inline int MPIT_Perfvar_get_info(int num, char* name, int* name_len, int* verbosity,
                                        int* varclass, MPIT_Datatype* datatype, int* count,
                                        char* desc, int* desc_len, int* bind,
                                        MPIT_Perfvar_attributes* attributes) {
  struct mpit_draft2011_shape shape;
  MPIT_Perfvar_attributes flags;
  int level = 0, modern_class = 0, object = 0;
  const int code = mpit_draft2011_perfvar_kind(num, name, name_len, desc, desc_len, &level,
                                               &modern_class, &object, &flags, &shape);
  if (code != MPI_SUCCESS) return code;
  mpit_draft2011_put(verbosity, level);
  mpit_draft2011_put(varclass, modern_class == MPI_T_PVAR_CLASS_SIZE
                                   ? MPIT_PERFVAR_CLASS_RESOURCE_LEVEL
                                   : modern_class);
  mpit_draft2011_put(bind, object);
  if (datatype != NULL) *datatype = shape.datatype;
  if (attributes != NULL) *attributes = flags;
  if (count != NULL) {
    *count = shape.stored == 0 ? 0 : mpit_draft2011_perfvar_reported_count(num, object);
  }
  return code;
}

static inline int MPIT_Perfvar_attr_get_readonly(MPIT_Perfvar_attributes attributes,
                                                 int* readonly) {
  *readonly = attributes.readonly_ != 0;
  return MPIT_SUCCESS;
}

static inline int MPIT_Perfvar_attr_get_continuous(MPIT_Perfvar_attributes attributes,
                                                   int* continuous) {
  *continuous = attributes.continuous_ != 0;
  return MPIT_SUCCESS;
}

static inline int MPIT_Perfvar_session_create(MPIT_Perfvar_session* session) {
  int code;
  MPIT_Perfvar_session made = (MPIT_Perfvar_session)malloc(sizeof *made);
  if (made == NULL) return MPIT_ERR_MEMORY;
  made->handles = NULL;
  code = MPI_T_pvar_session_create(&made->session);
  if (code != MPI_SUCCESS) {
    free(made);
    return code;
  }
  *session = made;
  return code;
}

static inline int MPIT_Perfvar_handle_allocate(MPIT_Perfvar_session session, int index,
                                               void* objhandle, MPIT_Perfvar_handle* handle) {
  int level = 0, varclass = 0, bind = 0, name_len = 0, desc_len = 0, code;
  MPIT_Perfvar_attributes flags;
  struct mpit_draft2011_shape shape;
  MPIT_Perfvar_handle made;
  if (session == MPIT_PERFVAR_SESSION_NULL) return MPIT_ERR_INVALIDSESSION;
  code = mpit_draft2011_perfvar_kind(index, NULL, &name_len, NULL, &desc_len, &level, &varclass,
                                     &bind, &flags, &shape);
  if (code != MPI_SUCCESS) return code;
  if (shape.stored == 0) return MPIT_ERR_INVALIDINDEX;
  made = (MPIT_Perfvar_handle)malloc(sizeof *made);
  if (made == NULL) return MPIT_ERR_MEMORY;
  made->shape = shape;
  code = mpit_draft2011_learn_items(&made->shape);
  if (code == MPI_SUCCESS) {
    code = MPI_T_pvar_handle_alloc(session->session, index,
                                   bind == MPI_T_BIND_NO_OBJECT ? NULL : objhandle, &made->handle,
                                   &made->shape.count);
    if (code == MPI_SUCCESS && bind != MPI_T_BIND_NO_OBJECT &&
        made->shape.count > mpit_draft2011_perfvar_reported_count(index, bind)) {
      MPI_T_pvar_handle_free(session->session, &made->handle);
      code = MPIT_ERR_OUTOFHANDLES;
    }
  }
  if (code != MPI_SUCCESS) {
    free(made->shape.items);
    free(made);
    return code;
  }
  made->session = session;
  made->flags = flags;
  made->next = session->handles;
  session->handles = made;
  *handle = made;
  return code;
}

/* The code for a session and one handle of it. */
static inline int mpit_draft2011_usable(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle) {
  if (session == MPIT_PERFVAR_SESSION_NULL) return MPIT_ERR_INVALIDSESSION;
  if (handle == MPIT_PERFVAR_HANDLE_NULL || handle == MPIT_PERFVAR_ALL_HANDLES ||
      handle->session != session) {
    return MPIT_ERR_INVALIDHANDLE;
  }
  return MPIT_SUCCESS;
}

static inline int MPIT_Perfvar_handle_free(MPIT_Perfvar_session session,
                                           MPIT_Perfvar_handle* handle) {
  struct mpit_draft2011_perfvar** link;
  int code = mpit_draft2011_usable(session, handle == NULL ? NULL : *handle);
  if (code != MPIT_SUCCESS) return code;
  code = MPI_T_pvar_handle_free(session->session, &(*handle)->handle);
  if (code != MPI_SUCCESS) return code;
  link = &session->handles;
  while (*link != *handle) link = &(*link)->next;
  *link = (*handle)->next;
  free((*handle)->shape.items);
  free(*handle);
  *handle = MPIT_PERFVAR_HANDLE_NULL;
  return code;
}

/* Also frees the session's handles, as the draft requires. MPI_T does not define this. */
static inline int MPIT_Perfvar_session_free(MPIT_Perfvar_session* session) {
  int code;
  if (session == NULL || *session == MPIT_PERFVAR_SESSION_NULL) return MPIT_ERR_INVALIDSESSION;
  while ((*session)->handles != NULL) {
    MPIT_Perfvar_handle first = (*session)->handles;
    code = MPIT_Perfvar_handle_free(*session, &first);
    if (code != MPIT_SUCCESS) return code;
  }
  code = MPI_T_pvar_session_free(&(*session)->session);
  if (code != MPI_SUCCESS) return code;
  free(*session);
  *session = MPIT_PERFVAR_SESSION_NULL;
  return code;
}

/* The same for a start or stop, and for a write or reset: MPIT_SUCCESS if the flags allow it. */
static inline int mpit_draft2011_stoppable(MPIT_Perfvar_session session,
                                           MPIT_Perfvar_handle handle) {
  const int code = mpit_draft2011_usable(session, handle);
  return code == MPIT_SUCCESS && handle->flags.continuous_ ? MPIT_ERR_NOSTARTSTOP : code;
}

static inline int mpit_draft2011_writable(MPIT_Perfvar_session session,
                                          MPIT_Perfvar_handle handle) {
  const int code = mpit_draft2011_usable(session, handle);
  return code == MPIT_SUCCESS && handle->flags.readonly_ ? MPIT_ERR_NOWRITE : code;
}

/* 1 if a call is for all handles of a session. */
static inline int mpit_draft2011_for_all(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle) {
  return session != MPIT_PERFVAR_SESSION_NULL && handle == MPIT_PERFVAR_ALL_HANDLES;
}

static inline int MPIT_Perfvar_start(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle) {
  const int all = mpit_draft2011_for_all(session, handle);
  const int code = all ? MPIT_SUCCESS : mpit_draft2011_stoppable(session, handle);
  if (code != MPIT_SUCCESS) return code;
  return MPI_T_pvar_start(session->session, all ? MPI_T_PVAR_ALL_HANDLES : handle->handle);
}

static inline int MPIT_Perfvar_stop(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle) {
  const int all = mpit_draft2011_for_all(session, handle);
  const int code = all ? MPIT_SUCCESS : mpit_draft2011_stoppable(session, handle);
  if (code != MPIT_SUCCESS) return code;
  return MPI_T_pvar_stop(session->session, all ? MPI_T_PVAR_ALL_HANDLES : handle->handle);
}

static inline int MPIT_Perfvar_reset(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle) {
  const int all = mpit_draft2011_for_all(session, handle);
  const int code = all ? MPIT_SUCCESS : mpit_draft2011_writable(session, handle);
  if (code != MPIT_SUCCESS) return code;
  return MPI_T_pvar_reset(session->session, all ? MPI_T_PVAR_ALL_HANDLES : handle->handle);
}

static inline int MPIT_Perfvar_read(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle,
                                    void* buf) {
  int code = mpit_draft2011_usable(session, handle);
  if (code != MPIT_SUCCESS) return code;
  code = MPI_T_pvar_read(session->session, handle->handle, buf);
  if (code == MPI_SUCCESS) mpit_draft2011_show(&handle->shape, buf);
  return code;
}

/* A value that the variable cannot hold is refused with NOWRITE. */
static inline int MPIT_Perfvar_write(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle,
                                     void* buf) {
  void *stored, *made;
  int code = mpit_draft2011_writable(session, handle);
  if (code != MPIT_SUCCESS) return code;
  code = mpit_draft2011_store(&handle->shape, buf, MPIT_ERR_NOWRITE, &stored, &made);
  if (code == MPIT_SUCCESS) code = MPI_T_pvar_write(session->session, handle->handle, stored);
  free(made);
  return code;
}

/* Atomic only for atomic variables. For others the library returns MPI_T_ERR_PVAR_NO_ATOMIC, which
 * the draft does not have, and the call reads and resets in two steps. A read-only variable is
 * read, and the code is NOWRITE. */
static inline int MPIT_Perfvar_readreset(MPIT_Perfvar_session session, MPIT_Perfvar_handle handle,
                                         void* buf) {
  int code = mpit_draft2011_usable(session, handle);
  if (code != MPIT_SUCCESS) return code;
  if (!handle->flags.readonly_) {
    code = MPI_T_pvar_readreset(session->session, handle->handle, buf);
    if (code == MPI_SUCCESS) mpit_draft2011_show(&handle->shape, buf);
    if (code != MPI_T_ERR_PVAR_NO_ATOMIC) return code;
  }
  code = MPIT_Perfvar_read(session, handle, buf);
  return code != MPIT_SUCCESS ? code : MPIT_Perfvar_reset(session, handle);
}

/* ====================================== Categories (1.3.8) ==================================== */

/* For an index that does not exist, the table of codes has INVALIDCATEGORY in the row of
 * MPIT_CATEGORY_* and INVALIDINDEX in the row of *_GET_INFO. */
static inline int mpit_draft2011_category_code(int code) {
  return code == MPI_T_ERR_INVALID_INDEX ? MPIT_ERR_INVALIDCATEGORY : code;
}

static inline int MPIT_Category_get_num(int* num) { return MPI_T_category_get_num(num); }

static inline int MPIT_Category_get_info(int index, char* name, int* name_len, char* desc,
                                         int* desc_len, int* num_controlvars, int* num_perfvars,
                                         int* num_categories) {
  const int name_room = mpit_draft2011_room(&name, name_len),
            desc_room = mpit_draft2011_room(&desc, desc_len);
  int code = MPI_T_category_get_info(index, name, name_len, desc, desc_len, num_controlvars,
                                     num_perfvars, num_categories);
  if (code == MPI_SUCCESS &&
      (mpit_draft2011_may_be_cut(name, name_room) || mpit_draft2011_may_be_cut(desc, desc_room))) {
    if (name_len != NULL) *name_len = 0;
    if (desc_len != NULL) *desc_len = 0;
    code = MPI_T_category_get_info(index, NULL, name_len, NULL, desc_len, num_controlvars,
                                   num_perfvars, num_categories);
  }
  if (code == MPI_SUCCESS) mpit_draft2011_tidy_desc(desc, desc_room, desc_len);
  return code;
}

static inline int MPIT_Category_get_controlvars(int cat_index, int len, int indices[]) {
  return mpit_draft2011_category_code(MPI_T_category_get_cvars(cat_index, len, indices));
}

static inline int MPIT_Category_get_perfvars(int cat_index, int len, int indices[]) {
  return mpit_draft2011_category_code(MPI_T_category_get_pvars(cat_index, len, indices));
}

static inline int MPIT_Category_get_categories(int cat_index, int len, int indices[]) {
  return mpit_draft2011_category_code(MPI_T_category_get_categories(cat_index, len, indices));
}

#endif
