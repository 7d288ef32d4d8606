/* SPDX-License-Identifier: BSD-3-Clause
 * MPI 5.0 in the standard ABI: the whole tool interface and the part of MPI that the reference
 * offers.
 *
 * Types, handle constants and integer values are those of the standard ABI (MPI-5.0 chapter 20), so
 * a program built with this header runs on any library that carries the ABI's soname. Integer
 * constants are macros, hence of type int and usable in #if, in C and in C++. Every function has
 * its PMPI_ twin. */
#ifndef MPI_H_INCLUDED
#define MPI_H_INCLUDED

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION 5
#define MPI_SUBVERSION 0
#define MPI_ABI_VERSION 1
#define MPI_ABI_SUBVERSION 0

typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int MPI_internal[5];
} MPI_Status;

/* Handles. A predefined handle is a small integer, so it is a constant and never a valid address.
 */
typedef struct MPI_ABI_Comm* MPI_Comm;
typedef struct MPI_ABI_Datatype* MPI_Datatype;
typedef struct MPI_ABI_Errhandler* MPI_Errhandler;
typedef struct MPI_ABI_File* MPI_File;
typedef struct MPI_ABI_Group* MPI_Group;
typedef struct MPI_ABI_Info* MPI_Info;
typedef struct MPI_ABI_Message* MPI_Message;
typedef struct MPI_ABI_Op* MPI_Op;
typedef struct MPI_ABI_Request* MPI_Request;
typedef struct MPI_ABI_Session* MPI_Session;
typedef struct MPI_ABI_Win* MPI_Win;

#define MPI_OP_NULL ((MPI_Op)0x0020)
#define MPI_SUM ((MPI_Op)0x0021)
#define MPI_MIN ((MPI_Op)0x0022)
#define MPI_MAX ((MPI_Op)0x0023)
#define MPI_PROD ((MPI_Op)0x0024)
#define MPI_BAND ((MPI_Op)0x0028)
#define MPI_BOR ((MPI_Op)0x0029)
#define MPI_BXOR ((MPI_Op)0x002a)
#define MPI_LAND ((MPI_Op)0x0030)
#define MPI_LOR ((MPI_Op)0x0031)
#define MPI_LXOR ((MPI_Op)0x0032)
#define MPI_MINLOC ((MPI_Op)0x0038)
#define MPI_MAXLOC ((MPI_Op)0x0039)
#define MPI_REPLACE ((MPI_Op)0x003c)
#define MPI_NO_OP ((MPI_Op)0x003d)

#define MPI_COMM_NULL ((MPI_Comm)0x0100)
#define MPI_COMM_WORLD ((MPI_Comm)0x0101)
#define MPI_COMM_SELF ((MPI_Comm)0x0102)
#define MPI_GROUP_NULL ((MPI_Group)0x0108)
#define MPI_GROUP_EMPTY ((MPI_Group)0x0109)
#define MPI_WIN_NULL ((MPI_Win)0x0110)
#define MPI_FILE_NULL ((MPI_File)0x0118)
#define MPI_SESSION_NULL ((MPI_Session)0x0120)
#define MPI_MESSAGE_NULL ((MPI_Message)0x0128)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)0x0129)
#define MPI_INFO_NULL ((MPI_Info)0x0130)
#define MPI_INFO_ENV ((MPI_Info)0x0131)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0x0140)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x0141)
#define MPI_ERRORS_ABORT ((MPI_Errhandler)0x0142)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x0143)
#define MPI_REQUEST_NULL ((MPI_Request)0x0180)

/* Predefined datatypes of C. */
#define MPI_DATATYPE_NULL ((MPI_Datatype)0x0200)
#define MPI_AINT ((MPI_Datatype)0x0201)
#define MPI_COUNT ((MPI_Datatype)0x0202)
#define MPI_OFFSET ((MPI_Datatype)0x0203)
#define MPI_PACKED ((MPI_Datatype)0x0207)
#define MPI_SHORT ((MPI_Datatype)0x0208)
#define MPI_INT ((MPI_Datatype)0x0209)
#define MPI_LONG ((MPI_Datatype)0x020a)
#define MPI_LONG_LONG ((MPI_Datatype)0x020b)
#define MPI_LONG_LONG_INT MPI_LONG_LONG
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x020c)
#define MPI_UNSIGNED ((MPI_Datatype)0x020d)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x020e)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x020f)
#define MPI_FLOAT ((MPI_Datatype)0x0210)
#define MPI_DOUBLE ((MPI_Datatype)0x0214)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x0220)
#define MPI_C_BOOL ((MPI_Datatype)0x0238)
#define MPI_WCHAR ((MPI_Datatype)0x023c)
#define MPI_INT8_T ((MPI_Datatype)0x0240)
#define MPI_UINT8_T ((MPI_Datatype)0x0241)
#define MPI_CHAR ((MPI_Datatype)0x0243)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x0244)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x0245)
#define MPI_BYTE ((MPI_Datatype)0x0247)
#define MPI_INT16_T ((MPI_Datatype)0x0248)
#define MPI_UINT16_T ((MPI_Datatype)0x0249)
#define MPI_INT32_T ((MPI_Datatype)0x0250)
#define MPI_UINT32_T ((MPI_Datatype)0x0251)
#define MPI_INT64_T ((MPI_Datatype)0x0258)
#define MPI_UINT64_T ((MPI_Datatype)0x0259)

/* Error classes. */
#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_REQUEST 7
#define MPI_ERR_ROOT 8
#define MPI_ERR_GROUP 9
#define MPI_ERR_OP 10
#define MPI_ERR_TOPOLOGY 11
#define MPI_ERR_DIMS 12
#define MPI_ERR_ARG 13
#define MPI_ERR_UNKNOWN 14
#define MPI_ERR_TRUNCATE 15
#define MPI_ERR_OTHER 16
#define MPI_ERR_INTERN 17
#define MPI_ERR_PENDING 18
#define MPI_ERR_IN_STATUS 19
#define MPI_ERR_ACCESS 20
#define MPI_ERR_AMODE 21
#define MPI_ERR_ASSERT 22
#define MPI_ERR_BAD_FILE 23
#define MPI_ERR_BASE 24
#define MPI_ERR_CONVERSION 25
#define MPI_ERR_DISP 26
#define MPI_ERR_DUP_DATAREP 27
#define MPI_ERR_FILE_EXISTS 28
#define MPI_ERR_FILE_IN_USE 29
#define MPI_ERR_FILE 30
#define MPI_ERR_INFO_KEY 31
#define MPI_ERR_INFO_NOKEY 32
#define MPI_ERR_INFO_VALUE 33
#define MPI_ERR_INFO 34
#define MPI_ERR_IO 35
#define MPI_ERR_KEYVAL 36
#define MPI_ERR_LOCKTYPE 37
#define MPI_ERR_NAME 38
#define MPI_ERR_NO_MEM 39
#define MPI_ERR_NOT_SAME 40
#define MPI_ERR_NO_SPACE 41
#define MPI_ERR_NO_SUCH_FILE 42
#define MPI_ERR_PORT 43
#define MPI_ERR_QUOTA 44
#define MPI_ERR_READ_ONLY 45
#define MPI_ERR_RMA_ATTACH 46
#define MPI_ERR_RMA_CONFLICT 47
#define MPI_ERR_RMA_RANGE 48
#define MPI_ERR_RMA_SHARED 49
#define MPI_ERR_RMA_SYNC 50
#define MPI_ERR_SERVICE 51
#define MPI_ERR_SIZE 52
#define MPI_ERR_SPAWN 53
#define MPI_ERR_UNSUPPORTED_DATAREP 54
#define MPI_ERR_UNSUPPORTED_OPERATION 55
#define MPI_ERR_WIN 56
#define MPI_ERR_RMA_FLAVOR 57
#define MPI_ERR_PROC_ABORTED 58
#define MPI_ERR_VALUE_TOO_LARGE 59
#define MPI_ERR_SESSION 60
#define MPI_ERR_ERRHANDLER 61
#define MPI_ERR_ABI 62
#define MPI_ERR_LASTCODE 0x3fff

/* Buffers, statuses, wildcards, sentinels. */
#define MPI_BOTTOM ((void*)0)
#define MPI_IN_PLACE ((void*)1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-2)
#define MPI_PROC_NULL (-3)
#define MPI_ROOT (-4)
#define MPI_UNDEFINED (-32766)

/* Sizes of strings. */
#define MPI_MAX_DATAREP_STRING 128
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_INFO_KEY 256
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_LIBRARY_VERSION_STRING 8192
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_PORT_NAME 1024
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_STRINGTAG_LEN 1024
#define MPI_MAX_PSET_NAME_LEN 1024

/* Thread levels. */
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1024
#define MPI_THREAD_SERIALIZED 2048
#define MPI_THREAD_MULTIPLE 4096

/* Results of comparisons. */
#define MPI_IDENT 201
#define MPI_CONGRUENT 202
#define MPI_SIMILAR 203
#define MPI_UNEQUAL 204

/* The rest of the ABI; the reference does not have all functions that go with it. */

/* Datatypes of complex numbers and of C++. */
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x0212)
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)0x0213)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x0216)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)0x0217)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x0224)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x0225)
#define MPI_CXX_BOOL ((MPI_Datatype)0x0239)

/* Pairs, for MPI_MINLOC and MPI_MAXLOC. */
#define MPI_FLOAT_INT ((MPI_Datatype)0x0228)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x0229)
#define MPI_LONG_INT ((MPI_Datatype)0x022a)
#define MPI_2INT ((MPI_Datatype)0x022b)
#define MPI_SHORT_INT ((MPI_Datatype)0x022c)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x022d)
#define MPI_2REAL ((MPI_Datatype)0x0230)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)0x0231)
#define MPI_2INTEGER ((MPI_Datatype)0x0232)

/* Datatypes of Fortran. */
#define MPI_LOGICAL ((MPI_Datatype)0x0218)
#define MPI_INTEGER ((MPI_Datatype)0x0219)
#define MPI_REAL ((MPI_Datatype)0x021a)
#define MPI_COMPLEX ((MPI_Datatype)0x021b)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)0x021c)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)0x021d)
#define MPI_CHARACTER ((MPI_Datatype)0x021e)
#define MPI_LOGICAL1 ((MPI_Datatype)0x02c0)
#define MPI_INTEGER1 ((MPI_Datatype)0x02c1)
#define MPI_LOGICAL2 ((MPI_Datatype)0x02c8)
#define MPI_INTEGER2 ((MPI_Datatype)0x02c9)
#define MPI_REAL2 ((MPI_Datatype)0x02ca)
#define MPI_LOGICAL4 ((MPI_Datatype)0x02d0)
#define MPI_INTEGER4 ((MPI_Datatype)0x02d1)
#define MPI_REAL4 ((MPI_Datatype)0x02d2)
#define MPI_COMPLEX4 ((MPI_Datatype)0x02d3)
#define MPI_LOGICAL8 ((MPI_Datatype)0x02d8)
#define MPI_INTEGER8 ((MPI_Datatype)0x02d9)
#define MPI_REAL8 ((MPI_Datatype)0x02da)
#define MPI_COMPLEX8 ((MPI_Datatype)0x02db)
#define MPI_LOGICAL16 ((MPI_Datatype)0x02e0)
#define MPI_INTEGER16 ((MPI_Datatype)0x02e1)
#define MPI_REAL16 ((MPI_Datatype)0x02e2)
#define MPI_COMPLEX16 ((MPI_Datatype)0x02e3)
#define MPI_COMPLEX32 ((MPI_Datatype)0x02eb)

/* Statuses in Fortran. */
#define MPI_F_STATUS_SIZE 8
#define MPI_F_SOURCE 0
#define MPI_F_TAG 1
#define MPI_F_ERROR 2

/* More buffers and sentinels. */
#define MPI_BUFFER_AUTOMATIC ((void*)2)
#define MPI_ARGV_NULL ((char**)0)
#define MPI_ARGVS_NULL ((char***)0)
#define MPI_ERRCODES_IGNORE ((int*)0)
#define MPI_UNWEIGHTED ((int*)10)
#define MPI_WEIGHTS_EMPTY ((int*)11)
#define MPI_BSEND_OVERHEAD 512

/* Derived datatypes. */
#define MPI_ORDER_C 12
#define MPI_ORDER_FORTRAN 15
#define MPI_DISTRIBUTE_NONE 16
#define MPI_DISTRIBUTE_BLOCK 17
#define MPI_DISTRIBUTE_CYCLIC 18
#define MPI_DISTRIBUTE_DFLT_DARG 19
#define MPI_COMBINER_NAMED 101
#define MPI_COMBINER_DUP 102
#define MPI_COMBINER_CONTIGUOUS 103
#define MPI_COMBINER_VECTOR 104
#define MPI_COMBINER_HVECTOR 105
#define MPI_COMBINER_INDEXED 106
#define MPI_COMBINER_HINDEXED 107
#define MPI_COMBINER_INDEXED_BLOCK 108
#define MPI_COMBINER_HINDEXED_BLOCK 109
#define MPI_COMBINER_STRUCT 110
#define MPI_COMBINER_SUBARRAY 111
#define MPI_COMBINER_DARRAY 112
#define MPI_COMBINER_F90_REAL 113
#define MPI_COMBINER_F90_COMPLEX 114
#define MPI_COMBINER_F90_INTEGER 115
#define MPI_COMBINER_RESIZED 116
#define MPI_COMBINER_VALUE_INDEX 117
#define MPI_TYPECLASS_INTEGER 192
#define MPI_TYPECLASS_REAL 193
#define MPI_TYPECLASS_COMPLEX 194

/* Topologies and kinds of communicators. */
#define MPI_CART 211
#define MPI_GRAPH 212
#define MPI_DIST_GRAPH 213
#define MPI_COMM_TYPE_SHARED 221
#define MPI_COMM_TYPE_HW_UNGUIDED 222
#define MPI_COMM_TYPE_HW_GUIDED 223
#define MPI_COMM_TYPE_RESOURCE_GUIDED 224

/* Windows. */
#define MPI_MODE_NOCHECK 1024
#define MPI_MODE_NOPRECEDE 2048
#define MPI_MODE_NOPUT 4096
#define MPI_MODE_NOSTORE 8192
#define MPI_MODE_NOSUCCEED 16384
#define MPI_LOCK_EXCLUSIVE 301
#define MPI_LOCK_SHARED 302
#define MPI_WIN_FLAVOR_CREATE 311
#define MPI_WIN_FLAVOR_ALLOCATE 312
#define MPI_WIN_FLAVOR_DYNAMIC 313
#define MPI_WIN_FLAVOR_SHARED 314
#define MPI_WIN_UNIFIED 321
#define MPI_WIN_SEPARATE 322
#define MPI_WIN_BASE 601
#define MPI_WIN_DISP_UNIT 602
#define MPI_WIN_SIZE 603
#define MPI_WIN_CREATE_FLAVOR 604
#define MPI_WIN_MODEL 605

/* Files. */
#define MPI_DISPLACEMENT_CURRENT ((MPI_Offset)-1)
#define MPI_MODE_APPEND 1
#define MPI_MODE_CREATE 2
#define MPI_MODE_DELETE_ON_CLOSE 4
#define MPI_MODE_EXCL 8
#define MPI_MODE_RDONLY 16
#define MPI_MODE_RDWR 32
#define MPI_MODE_SEQUENTIAL 64
#define MPI_MODE_UNIQUE_OPEN 128
#define MPI_MODE_WRONLY 256
#define MPI_SEEK_CUR 401
#define MPI_SEEK_END 402
#define MPI_SEEK_SET 403

/* Attributes. */
#define MPI_KEYVAL_INVALID 0
#define MPI_TAG_UB 501
#define MPI_IO 502
#define MPI_HOST 503
#define MPI_WTIME_IS_GLOBAL 504
#define MPI_APPNUM 505
#define MPI_LASTUSEDCODE 506
#define MPI_UNIVERSE_SIZE 507

/* Callbacks of attributes and of data representations, and those that do nothing. */
typedef int MPI_Copy_function(MPI_Comm oldcomm, int keyval, void* extra_state,
                              void* attribute_val_in, void* attribute_val_out, int* flag);
typedef int MPI_Delete_function(MPI_Comm comm, int keyval, void* attribute_val, void* extra_state);
typedef int MPI_Comm_copy_attr_function(MPI_Comm oldcomm, int comm_keyval, void* extra_state,
                                        void* attribute_val_in, void* attribute_val_out, int* flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int comm_keyval, void* attribute_val,
                                          void* extra_state);
typedef int MPI_Type_copy_attr_function(MPI_Datatype oldtype, int type_keyval, void* extra_state,
                                        void* attribute_val_in, void* attribute_val_out, int* flag);
typedef int MPI_Type_delete_attr_function(MPI_Datatype datatype, int type_keyval,
                                          void* attribute_val, void* extra_state);
typedef int MPI_Win_copy_attr_function(MPI_Win oldwin, int win_keyval, void* extra_state,
                                       void* attribute_val_in, void* attribute_val_out, int* flag);
typedef int MPI_Win_delete_attr_function(MPI_Win win, int win_keyval, void* attribute_val,
                                         void* extra_state);
typedef int MPI_Datarep_extent_function(MPI_Datatype datatype, MPI_Aint* extent, void* extra_state);
typedef int MPI_Datarep_conversion_function(void* userbuf, MPI_Datatype datatype, int count,
                                            void* filebuf, MPI_Offset position, void* extra_state);
typedef int MPI_Datarep_conversion_function_c(void* userbuf, MPI_Datatype datatype, MPI_Count count,
                                              void* filebuf, MPI_Offset position,
                                              void* extra_state);
#define MPI_NULL_COPY_FN ((MPI_Copy_function*)0)
#define MPI_DUP_FN ((MPI_Copy_function*)1)
#define MPI_NULL_DELETE_FN ((MPI_Delete_function*)0)
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function*)0)
#define MPI_COMM_DUP_FN ((MPI_Comm_copy_attr_function*)1)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function*)0)
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function*)0)
#define MPI_TYPE_DUP_FN ((MPI_Type_copy_attr_function*)1)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function*)0)
#define MPI_WIN_NULL_COPY_FN ((MPI_Win_copy_attr_function*)0)
#define MPI_WIN_DUP_FN ((MPI_Win_copy_attr_function*)1)
#define MPI_WIN_NULL_DELETE_FN ((MPI_Win_delete_attr_function*)0)
#define MPI_CONVERSION_FN_NULL ((MPI_Datarep_conversion_function*)0)
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c*)0)

/* The tool information interface: types. */
typedef struct MPI_ABI_T_enum* MPI_T_enum;
typedef struct MPI_ABI_T_cvar_handle* MPI_T_cvar_handle;
typedef struct MPI_ABI_T_pvar_handle* MPI_T_pvar_handle;
typedef struct MPI_ABI_T_pvar_session* MPI_T_pvar_session;
typedef struct MPI_ABI_T_event_registration* MPI_T_event_registration;
typedef struct MPI_ABI_T_event_instance* MPI_T_event_instance;

typedef enum MPI_T_cb_safety {
  MPI_T_CB_REQUIRE_NONE = 0x00,
  MPI_T_CB_REQUIRE_MPI_RESTRICTED = 0x03,
  MPI_T_CB_REQUIRE_THREAD_SAFE = 0x0f,
  MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE = 0x3f
} MPI_T_cb_safety;

typedef enum MPI_T_source_order {
  MPI_T_SOURCE_ORDERED = 1,
  MPI_T_SOURCE_UNORDERED = 2
} MPI_T_source_order;

#define MPI_T_ENUM_NULL ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0)
#define MPI_T_PVAR_ALL_HANDLES ((MPI_T_pvar_handle)1)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0)

/* The tool information interface: return codes. */
#define MPI_T_ERR_CANNOT_INIT 1001
#define MPI_T_ERR_NOT_ACCESSIBLE 1002
#define MPI_T_ERR_NOT_INITIALIZED 1003
#define MPI_T_ERR_NOT_SUPPORTED 1004
#define MPI_T_ERR_MEMORY 1005
#define MPI_T_ERR_INVALID 1006
#define MPI_T_ERR_INVALID_INDEX 1007
#define MPI_T_ERR_INVALID_ITEM 1008 /* deprecated since 4.0 */
#define MPI_T_ERR_INVALID_SESSION 1009
#define MPI_T_ERR_INVALID_HANDLE 1010
#define MPI_T_ERR_INVALID_NAME 1011
#define MPI_T_ERR_OUT_OF_HANDLES 1012
#define MPI_T_ERR_OUT_OF_SESSIONS 1013
#define MPI_T_ERR_CVAR_SET_NOT_NOW 1014
#define MPI_T_ERR_CVAR_SET_NEVER 1015
#define MPI_T_ERR_PVAR_NO_WRITE 1016
#define MPI_T_ERR_PVAR_NO_STARTSTOP 1017
#define MPI_T_ERR_PVAR_NO_ATOMIC 1018

/* The tool information interface: verbosity, binding, scope, class. */
#define MPI_T_VERBOSITY_USER_BASIC 0x09
#define MPI_T_VERBOSITY_USER_DETAIL 0x0a
#define MPI_T_VERBOSITY_USER_ALL 0x0c
#define MPI_T_VERBOSITY_TUNER_BASIC 0x11
#define MPI_T_VERBOSITY_TUNER_DETAIL 0x12
#define MPI_T_VERBOSITY_TUNER_ALL 0x14
#define MPI_T_VERBOSITY_MPIDEV_BASIC 0x21
#define MPI_T_VERBOSITY_MPIDEV_DETAIL 0x22
#define MPI_T_VERBOSITY_MPIDEV_ALL 0x24

#define MPI_T_BIND_NO_OBJECT 1
#define MPI_T_BIND_MPI_COMM 2
#define MPI_T_BIND_MPI_DATATYPE 3
#define MPI_T_BIND_MPI_ERRHANDLER 4
#define MPI_T_BIND_MPI_FILE 5
#define MPI_T_BIND_MPI_GROUP 6
#define MPI_T_BIND_MPI_OP 7
#define MPI_T_BIND_MPI_REQUEST 8
#define MPI_T_BIND_MPI_WIN 9
#define MPI_T_BIND_MPI_MESSAGE 10
#define MPI_T_BIND_MPI_INFO 11
#define MPI_T_BIND_MPI_SESSION 12

#define MPI_T_SCOPE_CONSTANT 1
#define MPI_T_SCOPE_READONLY 2
#define MPI_T_SCOPE_LOCAL 3
#define MPI_T_SCOPE_GROUP 4
#define MPI_T_SCOPE_GROUP_EQ 5
#define MPI_T_SCOPE_ALL 6
#define MPI_T_SCOPE_ALL_EQ 7

#define MPI_T_PVAR_CLASS_STATE 1
#define MPI_T_PVAR_CLASS_LEVEL 2
#define MPI_T_PVAR_CLASS_SIZE 3
#define MPI_T_PVAR_CLASS_PERCENTAGE 4
#define MPI_T_PVAR_CLASS_HIGHWATERMARK 5
#define MPI_T_PVAR_CLASS_LOWWATERMARK 6
#define MPI_T_PVAR_CLASS_COUNTER 7
#define MPI_T_PVAR_CLASS_AGGREGATE 8
#define MPI_T_PVAR_CLASS_TIMER 9
#define MPI_T_PVAR_CLASS_GENERIC 10

/* Callbacks. */
typedef void MPI_Comm_errhandler_function(MPI_Comm* comm, int* error_code, ...);
typedef void MPI_File_errhandler_function(MPI_File* file, int* error_code, ...);
typedef void MPI_Win_errhandler_function(MPI_Win* win, int* error_code, ...);
typedef void MPI_Session_errhandler_function(MPI_Session* session, int* error_code, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef MPI_Session_errhandler_function MPI_Session_errhandler_fn;
typedef void MPI_User_function(void* invec, void* inoutvec, int* len, MPI_Datatype* datatype);
typedef void MPI_User_function_c(void* invec, void* inoutvec, MPI_Count* len,
                                 MPI_Datatype* datatype);
typedef int MPI_Grequest_query_function(void* extra_state, MPI_Status* status);
typedef int MPI_Grequest_free_function(void* extra_state);
typedef int MPI_Grequest_cancel_function(void* extra_state, int complete);
typedef void MPI_T_event_cb_function(MPI_T_event_instance event_instance,
                                     MPI_T_event_registration event_registration,
                                     MPI_T_cb_safety cb_safety, void* user_data);
typedef void MPI_T_event_free_cb_function(MPI_T_event_registration event_registration,
                                          MPI_T_cb_safety cb_safety, void* user_data);
typedef void MPI_T_event_dropped_cb_function(MPI_Count count,
                                             MPI_T_event_registration event_registration,
                                             int source_index, MPI_T_cb_safety cb_safety,
                                             void* user_data);

/* Declares a function and its twin of the profiling interface. */
#define MPI_DECLARE(type, name, parameters) \
  type name parameters;                     \
  type P##name parameters

/* Start, end, inquiry. */
MPI_DECLARE(int, MPI_Init, (int* argc, char*** argv));
MPI_DECLARE(int, MPI_Init_thread, (int* argc, char*** argv, int required, int* provided));
MPI_DECLARE(int, MPI_Finalize, (void));
MPI_DECLARE(int, MPI_Initialized, (int* flag));
MPI_DECLARE(int, MPI_Finalized, (int* flag));
MPI_DECLARE(int, MPI_Query_thread, (int* provided));
MPI_DECLARE(int, MPI_Is_thread_main, (int* flag));
MPI_DECLARE(int, MPI_Abort, (MPI_Comm comm, int errorcode));
MPI_DECLARE(int, MPI_Get_version, (int* version, int* subversion));
MPI_DECLARE(int, MPI_Get_library_version, (char* version, int* resultlen));
MPI_DECLARE(int, MPI_Abi_get_version, (int* abi_major, int* abi_minor));
MPI_DECLARE(int, MPI_Get_processor_name, (char* name, int* resultlen));
MPI_DECLARE(double, MPI_Wtime, (void));
MPI_DECLARE(double, MPI_Wtick, (void));
MPI_DECLARE(int, MPI_Pcontrol, (const int level, ...));
MPI_DECLARE(int, MPI_Session_init,
            (MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session));
MPI_DECLARE(int, MPI_Session_finalize, (MPI_Session * session));
MPI_DECLARE(int, MPI_Session_get_info, (MPI_Session session, MPI_Info* info_used));
MPI_DECLARE(int, MPI_Session_get_num_psets, (MPI_Session session, MPI_Info info, int* npset_names));
MPI_DECLARE(int, MPI_Session_get_nth_pset,
            (MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name));
MPI_DECLARE(int, MPI_Session_get_pset_info,
            (MPI_Session session, const char* pset_name, MPI_Info* info));
MPI_DECLARE(int, MPI_Group_from_session_pset,
            (MPI_Session session, const char* pset_name, MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Comm_create_from_group,
            (MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler,
             MPI_Comm* newcomm));

/* Communicators and groups. */
MPI_DECLARE(int, MPI_Comm_rank, (MPI_Comm comm, int* rank));
MPI_DECLARE(int, MPI_Comm_size, (MPI_Comm comm, int* size));
MPI_DECLARE(int, MPI_Comm_dup, (MPI_Comm comm, MPI_Comm* newcomm));
MPI_DECLARE(int, MPI_Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* newcomm));
MPI_DECLARE(int, MPI_Comm_free, (MPI_Comm * comm));
MPI_DECLARE(int, MPI_Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int* result));
MPI_DECLARE(int, MPI_Comm_group, (MPI_Comm comm, MPI_Group* group));
MPI_DECLARE(int, MPI_Group_size, (MPI_Group group, int* size));
MPI_DECLARE(int, MPI_Group_rank, (MPI_Group group, int* rank));
MPI_DECLARE(int, MPI_Group_free, (MPI_Group * group));
MPI_DECLARE(int, MPI_Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm));
MPI_DECLARE(int, MPI_Comm_split_type,
            (MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm));
MPI_DECLARE(int, MPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm));
MPI_DECLARE(int, MPI_Comm_create_group,
            (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm));
MPI_DECLARE(int, MPI_Comm_test_inter, (MPI_Comm comm, int* flag));
MPI_DECLARE(int, MPI_Group_compare, (MPI_Group group1, MPI_Group group2, int* result));
MPI_DECLARE(int, MPI_Group_translate_ranks,
            (MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]));
MPI_DECLARE(int, MPI_Group_union, (MPI_Group group1, MPI_Group group2, MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Group_intersection, (MPI_Group group1, MPI_Group group2, MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Group_difference, (MPI_Group group1, MPI_Group group2, MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Group_range_incl,
            (MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Group_range_excl,
            (MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup));
MPI_DECLARE(int, MPI_Comm_set_name, (MPI_Comm comm, const char* comm_name));
MPI_DECLARE(int, MPI_Comm_get_name, (MPI_Comm comm, char* comm_name, int* resultlen));
MPI_DECLARE(int, MPI_Type_set_name, (MPI_Datatype datatype, const char* type_name));
MPI_DECLARE(int, MPI_Type_get_name, (MPI_Datatype datatype, char* type_name, int* resultlen));
MPI_DECLARE(int, MPI_Comm_set_info, (MPI_Comm comm, MPI_Info info));
MPI_DECLARE(int, MPI_Comm_get_info, (MPI_Comm comm, MPI_Info* info_used));

/* Point-to-point. */
MPI_DECLARE(int, MPI_Send,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
MPI_DECLARE(int, MPI_Ssend,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
MPI_DECLARE(int, MPI_Recv,
            (void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Status* status));
MPI_DECLARE(int, MPI_Bsend,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
MPI_DECLARE(int, MPI_Ibsend,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Buffer_attach, (void* buffer, int size));
MPI_DECLARE(int, MPI_Buffer_detach, (void* buffer_addr, int* size));
MPI_DECLARE(int, MPI_Isend,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Issend,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Irecv,
            (void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Sendrecv,
            (const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
             void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
             MPI_Comm comm, MPI_Status* status));
MPI_DECLARE(int, MPI_Probe, (int source, int tag, MPI_Comm comm, MPI_Status* status));
MPI_DECLARE(int, MPI_Iprobe, (int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status));
MPI_DECLARE(int, MPI_Wait, (MPI_Request * request, MPI_Status* status));
MPI_DECLARE(int, MPI_Test, (MPI_Request * request, int* flag, MPI_Status* status));
MPI_DECLARE(int, MPI_Waitall,
            (int count, MPI_Request array_of_requests[], MPI_Status* array_of_statuses));
MPI_DECLARE(int, MPI_Waitany,
            (int count, MPI_Request array_of_requests[], int* index, MPI_Status* status));
MPI_DECLARE(int, MPI_Request_free, (MPI_Request * request));
MPI_DECLARE(int, MPI_Get_count, (const MPI_Status* status, MPI_Datatype datatype, int* count));
MPI_DECLARE(int, MPI_Rsend,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
MPI_DECLARE(int, MPI_Irsend,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Sendrecv_replace,
            (void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
             int recvtag, MPI_Comm comm, MPI_Status* status));
MPI_DECLARE(int, MPI_Mprobe,
            (int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status));
MPI_DECLARE(int, MPI_Improbe,
            (int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
             MPI_Status* status));
MPI_DECLARE(int, MPI_Mrecv,
            (void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
             MPI_Status* status));
MPI_DECLARE(int, MPI_Imrecv,
            (void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Test_cancelled, (const MPI_Status* status, int* flag));
MPI_DECLARE(int, MPI_Testall,
            (int count, MPI_Request array_of_requests[], int* flag, MPI_Status* array_of_statuses));
MPI_DECLARE(int, MPI_Testany,
            (int count, MPI_Request array_of_requests[], int* index, int* flag,
             MPI_Status* status));
MPI_DECLARE(int, MPI_Waitsome,
            (int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses));
MPI_DECLARE(int, MPI_Testsome,
            (int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
             MPI_Status* array_of_statuses));
MPI_DECLARE(int, MPI_Request_get_status, (MPI_Request request, int* flag, MPI_Status* status));
MPI_DECLARE(int, MPI_Cancel, (MPI_Request * request));
MPI_DECLARE(int, MPI_Send_init,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Ssend_init,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Bsend_init,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Rsend_init,
            (const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Recv_init,
            (void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Request* request));
MPI_DECLARE(int, MPI_Start, (MPI_Request * request));
MPI_DECLARE(int, MPI_Startall, (int count, MPI_Request array_of_requests[]));

/* Collectives. */
MPI_DECLARE(int, MPI_Barrier, (MPI_Comm comm));
MPI_DECLARE(int, MPI_Bcast,
            (void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm));
MPI_DECLARE(int, MPI_Gather,
            (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm));
MPI_DECLARE(int, MPI_Allgather,
            (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             int recvcount, MPI_Datatype recvtype, MPI_Comm comm));
MPI_DECLARE(int, MPI_Reduce,
            (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             int root, MPI_Comm comm));
MPI_DECLARE(int, MPI_Allreduce,
            (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm));
MPI_DECLARE(int, MPI_Scatter,
            (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm));
MPI_DECLARE(int, MPI_Alltoall,
            (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             int recvcount, MPI_Datatype recvtype, MPI_Comm comm));
MPI_DECLARE(int, MPI_Gatherv,
            (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
             MPI_Comm comm));
MPI_DECLARE(int, MPI_Allgatherv,
            (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm));
MPI_DECLARE(int, MPI_Scatterv,
            (const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
             void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm));
MPI_DECLARE(int, MPI_Alltoallv,
            (const void* sendbuf, const int sendcounts[], const int sdispls[],
             MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
             MPI_Datatype recvtype, MPI_Comm comm));
MPI_DECLARE(int, MPI_Scan,
            (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm));
MPI_DECLARE(int, MPI_Exscan,
            (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm));
MPI_DECLARE(int, MPI_Reduce_scatter,
            (const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype,
             MPI_Op op, MPI_Comm comm));
MPI_DECLARE(int, MPI_Reduce_scatter_block,
            (const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm));
MPI_DECLARE(int, MPI_Reduce_local,
            (const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op));
MPI_DECLARE(int, MPI_Op_create, (MPI_User_function * user_fn, int commute, MPI_Op* op));
MPI_DECLARE(int, MPI_Op_free, (MPI_Op * op));
MPI_DECLARE(int, MPI_Op_commutative, (MPI_Op op, int* commute));

/* Datatypes. */
MPI_DECLARE(int, MPI_Type_size, (MPI_Datatype datatype, int* size));
MPI_DECLARE(int, MPI_Type_get_extent, (MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent));
MPI_DECLARE(int, MPI_Type_contiguous, (int count, MPI_Datatype oldtype, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_commit, (MPI_Datatype * datatype));
MPI_DECLARE(int, MPI_Type_free, (MPI_Datatype * datatype));
MPI_DECLARE(int, MPI_Type_get_true_extent,
            (MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent));
MPI_DECLARE(int, MPI_Get_address, (const void* location, MPI_Aint* address));
MPI_DECLARE(MPI_Aint, MPI_Aint_add, (MPI_Aint base, MPI_Aint disp));
MPI_DECLARE(MPI_Aint, MPI_Aint_diff, (MPI_Aint addr1, MPI_Aint addr2));
MPI_DECLARE(int, MPI_Type_dup, (MPI_Datatype oldtype, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_vector,
            (int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_create_hvector,
            (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
             MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_indexed,
            (int count, const int array_of_blocklengths[], const int array_of_displacements[],
             MPI_Datatype oldtype, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_create_hindexed,
            (int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
             MPI_Datatype oldtype, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_create_indexed_block,
            (int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype,
             MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_create_hindexed_block,
            (int count, int blocklength, const MPI_Aint array_of_displacements[],
             MPI_Datatype oldtype, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_create_struct,
            (int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
             const MPI_Datatype array_of_types[], MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_create_resized,
            (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Type_create_subarray,
            (int ndims, const int array_of_sizes[], const int array_of_subsizes[],
             const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype));
MPI_DECLARE(int, MPI_Pack_size, (int incount, MPI_Datatype datatype, MPI_Comm comm, int* size));
MPI_DECLARE(int, MPI_Pack,
            (const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize,
             int* position, MPI_Comm comm));
MPI_DECLARE(int, MPI_Unpack,
            (const void* inbuf, int insize, int* position, void* outbuf, int outcount,
             MPI_Datatype datatype, MPI_Comm comm));

/* Files. */
MPI_DECLARE(int, MPI_File_open,
            (MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh));
MPI_DECLARE(int, MPI_File_close, (MPI_File * fh));
MPI_DECLARE(int, MPI_File_delete, (const char* filename, MPI_Info info));
MPI_DECLARE(int, MPI_File_get_size, (MPI_File fh, MPI_Offset* size));
MPI_DECLARE(int, MPI_File_set_size, (MPI_File fh, MPI_Offset size));
MPI_DECLARE(int, MPI_File_get_group, (MPI_File fh, MPI_Group* group));
MPI_DECLARE(int, MPI_File_get_amode, (MPI_File fh, int* amode));
MPI_DECLARE(int, MPI_File_get_position, (MPI_File fh, MPI_Offset* offset));
MPI_DECLARE(int, MPI_File_seek, (MPI_File fh, MPI_Offset offset, int whence));
MPI_DECLARE(int, MPI_File_sync, (MPI_File fh));
MPI_DECLARE(int, MPI_File_read,
            (MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status));
MPI_DECLARE(int, MPI_File_read_all,
            (MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status));
MPI_DECLARE(int, MPI_File_read_at,
            (MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
             MPI_Status* status));
MPI_DECLARE(int, MPI_File_read_at_all,
            (MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
             MPI_Status* status));
MPI_DECLARE(int, MPI_File_write,
            (MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status));
MPI_DECLARE(int, MPI_File_write_all,
            (MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status));
MPI_DECLARE(int, MPI_File_write_at,
            (MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
             MPI_Status* status));
MPI_DECLARE(int, MPI_File_write_at_all,
            (MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
             MPI_Status* status));

/* Windows. */
MPI_DECLARE(int, MPI_Win_create,
            (void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win));
MPI_DECLARE(int, MPI_Win_allocate,
            (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
             MPI_Win* win));
MPI_DECLARE(int, MPI_Win_fence, (int assert, MPI_Win win));
MPI_DECLARE(int, MPI_Win_free, (MPI_Win * win));
MPI_DECLARE(int, MPI_Win_get_attr, (MPI_Win win, int win_keyval, void* attribute_val, int* flag));
MPI_DECLARE(int, MPI_Win_get_group, (MPI_Win win, MPI_Group* group));
MPI_DECLARE(int, MPI_Win_set_name, (MPI_Win win, const char* win_name));
MPI_DECLARE(int, MPI_Win_get_name, (MPI_Win win, char* win_name, int* resultlen));
MPI_DECLARE(int, MPI_Put,
            (const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
             MPI_Win win));
MPI_DECLARE(int, MPI_Get,
            (void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win));

/* Info. */
MPI_DECLARE(int, MPI_Info_create, (MPI_Info * info));
MPI_DECLARE(int, MPI_Info_set, (MPI_Info info, const char* key, const char* value));
MPI_DECLARE(int, MPI_Info_get_string,
            (MPI_Info info, const char* key, int* buflen, char* value, int* flag));
MPI_DECLARE(int, MPI_Info_get,
            (MPI_Info info, const char* key, int valuelen, char* value, int* flag));
MPI_DECLARE(int, MPI_Info_get_nkeys, (MPI_Info info, int* nkeys));
MPI_DECLARE(int, MPI_Info_get_nthkey, (MPI_Info info, int n, char* key));
MPI_DECLARE(int, MPI_Info_dup, (MPI_Info info, MPI_Info* newinfo));
MPI_DECLARE(int, MPI_Info_delete, (MPI_Info info, const char* key));
MPI_DECLARE(int, MPI_Info_free, (MPI_Info * info));
MPI_DECLARE(int, MPI_Info_get_valuelen, (MPI_Info info, const char* key, int* valuelen, int* flag));
MPI_DECLARE(int, MPI_Info_create_env, (int argc, char** argv, MPI_Info* info));

/* Attributes of communicators. */
MPI_DECLARE(int, MPI_Comm_create_keyval,
            (MPI_Comm_copy_attr_function * comm_copy_attr_fn,
             MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval,
             void* extra_state));
MPI_DECLARE(int, MPI_Comm_free_keyval, (int* comm_keyval));
MPI_DECLARE(int, MPI_Comm_set_attr, (MPI_Comm comm, int comm_keyval, void* attribute_val));
MPI_DECLARE(int, MPI_Comm_get_attr,
            (MPI_Comm comm, int comm_keyval, void* attribute_val, int* flag));
MPI_DECLARE(int, MPI_Comm_delete_attr, (MPI_Comm comm, int comm_keyval));

/* Errors. */
MPI_DECLARE(int, MPI_Comm_create_errhandler,
            (MPI_Comm_errhandler_function * comm_errhandler_fn, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler errhandler));
MPI_DECLARE(int, MPI_Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_Comm_call_errhandler, (MPI_Comm comm, int errorcode));
MPI_DECLARE(int, MPI_Session_create_errhandler,
            (MPI_Session_errhandler_function * session_errhandler_fn, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_Session_set_errhandler, (MPI_Session session, MPI_Errhandler errhandler));
MPI_DECLARE(int, MPI_Session_get_errhandler, (MPI_Session session, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_Session_call_errhandler, (MPI_Session session, int errorcode));
MPI_DECLARE(int, MPI_Win_create_errhandler,
            (MPI_Win_errhandler_function * win_errhandler_fn, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_Win_set_errhandler, (MPI_Win win, MPI_Errhandler errhandler));
MPI_DECLARE(int, MPI_Win_get_errhandler, (MPI_Win win, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_Win_call_errhandler, (MPI_Win win, int errorcode));
MPI_DECLARE(int, MPI_File_create_errhandler,
            (MPI_File_errhandler_function * file_errhandler_fn, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler));
MPI_DECLARE(int, MPI_File_get_errhandler, (MPI_File file, MPI_Errhandler* errhandler));
MPI_DECLARE(int, MPI_File_call_errhandler, (MPI_File file, int errorcode));
MPI_DECLARE(int, MPI_Errhandler_free, (MPI_Errhandler * errhandler));
MPI_DECLARE(int, MPI_Error_class, (int errorcode, int* errorclass));
MPI_DECLARE(int, MPI_Error_string, (int errorcode, char* string, int* resultlen));
MPI_DECLARE(int, MPI_Add_error_class, (int* errorclass));
MPI_DECLARE(int, MPI_Add_error_code, (int errorclass, int* errorcode));
MPI_DECLARE(int, MPI_Add_error_string, (int errorcode, const char* string));

/* The tool information interface: start and end. */
MPI_DECLARE(int, MPI_T_init_thread, (int required, int* provided));
MPI_DECLARE(int, MPI_T_finalize, (void));

/* The tool information interface: enumerations. */
MPI_DECLARE(int, MPI_T_enum_get_info, (MPI_T_enum enumtype, int* num, char* name, int* name_len));
MPI_DECLARE(int, MPI_T_enum_get_item,
            (MPI_T_enum enumtype, int index, int* value, char* name, int* name_len));

/* The tool information interface: control variables. */
MPI_DECLARE(int, MPI_T_cvar_get_index, (const char* name, int* cvar_index));
MPI_DECLARE(int, MPI_T_cvar_get_info,
            (int cvar_index, char* name, int* name_len, int* verbosity, MPI_Datatype* datatype,
             MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* scope));
MPI_DECLARE(int, MPI_T_cvar_get_num, (int* num_cvar));
MPI_DECLARE(int, MPI_T_cvar_handle_alloc,
            (int cvar_index, void* obj_handle, MPI_T_cvar_handle* handle, int* count));
MPI_DECLARE(int, MPI_T_cvar_handle_free, (MPI_T_cvar_handle * handle));
MPI_DECLARE(int, MPI_T_cvar_read, (MPI_T_cvar_handle handle, void* buf));
MPI_DECLARE(int, MPI_T_cvar_write, (MPI_T_cvar_handle handle, const void* buf));

/* The tool information interface: performance variables. */
MPI_DECLARE(int, MPI_T_pvar_get_index, (const char* name, int var_class, int* pvar_index));
MPI_DECLARE(int, MPI_T_pvar_get_info,
            (int pvar_index, char* name, int* name_len, int* verbosity, int* var_class,
             MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind,
             int* readonly, int* continuous, int* atomic));
MPI_DECLARE(int, MPI_T_pvar_get_num, (int* num_pvar));
MPI_DECLARE(int, MPI_T_pvar_handle_alloc,
            (MPI_T_pvar_session pe_session, int pvar_index, void* obj_handle,
             MPI_T_pvar_handle* handle, int* count));
MPI_DECLARE(int, MPI_T_pvar_handle_free,
            (MPI_T_pvar_session pe_session, MPI_T_pvar_handle* handle));
MPI_DECLARE(int, MPI_T_pvar_read,
            (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf));
MPI_DECLARE(int, MPI_T_pvar_readreset,
            (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void* buf));
MPI_DECLARE(int, MPI_T_pvar_reset, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle));
MPI_DECLARE(int, MPI_T_pvar_session_create, (MPI_T_pvar_session * pe_session));
MPI_DECLARE(int, MPI_T_pvar_session_free, (MPI_T_pvar_session * pe_session));
MPI_DECLARE(int, MPI_T_pvar_start, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle));
MPI_DECLARE(int, MPI_T_pvar_stop, (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle));
MPI_DECLARE(int, MPI_T_pvar_write,
            (MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void* buf));

/* The tool information interface: categories. */
MPI_DECLARE(int, MPI_T_category_changed, (int* update_number));
MPI_DECLARE(int, MPI_T_category_get_categories, (int cat_index, int len, int indices[]));
MPI_DECLARE(int, MPI_T_category_get_cvars, (int cat_index, int len, int indices[]));
MPI_DECLARE(int, MPI_T_category_get_events, (int cat_index, int len, int indices[]));
MPI_DECLARE(int, MPI_T_category_get_index, (const char* name, int* cat_index));
MPI_DECLARE(int, MPI_T_category_get_info,
            (int cat_index, char* name, int* name_len, char* desc, int* desc_len, int* num_cvars,
             int* num_pvars, int* num_categories));
MPI_DECLARE(int, MPI_T_category_get_num, (int* num_cat));
MPI_DECLARE(int, MPI_T_category_get_num_events, (int cat_index, int* num_events));
MPI_DECLARE(int, MPI_T_category_get_pvars, (int cat_index, int len, int indices[]));

/* The tool information interface: events. */
MPI_DECLARE(int, MPI_T_event_callback_get_info,
            (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
             MPI_Info* info_used));
MPI_DECLARE(int, MPI_T_event_callback_set_info,
            (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
             MPI_Info info));
MPI_DECLARE(int, MPI_T_event_copy, (MPI_T_event_instance event_instance, void* buffer));
MPI_DECLARE(int, MPI_T_event_get_index, (const char* name, int* event_index));
MPI_DECLARE(int, MPI_T_event_get_info,
            (int event_index, char* name, int* name_len, int* verbosity,
             MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
             int* num_elements, MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len,
             int* bind));
MPI_DECLARE(int, MPI_T_event_get_num, (int* num_events));
MPI_DECLARE(int, MPI_T_event_get_source, (MPI_T_event_instance event_instance, int* source_index));
MPI_DECLARE(int, MPI_T_event_get_timestamp,
            (MPI_T_event_instance event_instance, MPI_Count* event_timestamp));
MPI_DECLARE(int, MPI_T_event_handle_alloc,
            (int event_index, void* obj_handle, MPI_Info info,
             MPI_T_event_registration* event_registration));
MPI_DECLARE(int, MPI_T_event_handle_free,
            (MPI_T_event_registration event_registration, void* user_data,
             MPI_T_event_free_cb_function free_cb_function));
MPI_DECLARE(int, MPI_T_event_handle_get_info,
            (MPI_T_event_registration event_registration, MPI_Info* info_used));
MPI_DECLARE(int, MPI_T_event_handle_set_info,
            (MPI_T_event_registration event_registration, MPI_Info info));
MPI_DECLARE(int, MPI_T_event_read,
            (MPI_T_event_instance event_instance, int element_index, void* buffer));
MPI_DECLARE(int, MPI_T_event_register_callback,
            (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info,
             void* user_data, MPI_T_event_cb_function event_cb_function));
MPI_DECLARE(int, MPI_T_event_set_dropped_handler,
            (MPI_T_event_registration event_registration,
             MPI_T_event_dropped_cb_function dropped_cb_function));

/* The tool information interface: event sources. */
MPI_DECLARE(int, MPI_T_source_get_info,
            (int source_index, char* name, int* name_len, char* desc, int* desc_len,
             MPI_T_source_order* ordering, MPI_Count* ticks_per_second, MPI_Count* max_ticks,
             MPI_Info* info));
MPI_DECLARE(int, MPI_T_source_get_num, (int* num_sources));
MPI_DECLARE(int, MPI_T_source_get_timestamp, (int source_index, MPI_Count* timestamp));

#undef MPI_DECLARE

#ifdef __cplusplus
}
#endif

#endif
