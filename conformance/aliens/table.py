# SPDX-License-Identifier: BSD-3-Clause
"""The table of aliens. README.md describes the keys."""

_FEW = ["general.*", "init.*", "multiprocess.*", "profiling.*", "survival.*", "event*", "cvar.*"]

_NEEDS_HOME = (
    '[ -n "$ALIEN_HOME" ] || '
    '{ echo "mpicxx: alien-cc: ALIEN_HOME is not set, source alien.sh" >&2; exit 127; }'
)
_EVENTS_ARE_STRUCTS = [
    r"typedef struct MPI_ABI_T_event_(\w+)\* (MPI_T_event_\w+);",
    r"typedef struct { void* word; } \2;",
]
_IS_31 = [
    ["#define MPI_VERSION 5", "#define MPI_VERSION 3"],
    ["#define MPI_SUBVERSION 0", "#define MPI_SUBVERSION 1"],
]

ALIENS = [
    # --- Behaviour, legal: effects of an MPI on its process, and MPI features that it lacks
    dict(
        name="banner_at_init",
        changes="MPI_Init prints a banner on standard output",
        behaviour=["banner_at_init"],
    ),
    dict(
        name="segv_banner",
        changes="Handlers of SIGSEGV and similar signals print a banner and exit with code 247",
        behaviour=["segv_banner"],
    ),
    dict(
        name="forks_lack_thread",
        changes=(
            "User-level threads: the clock of their scheduler is a thread, without which "
            "calls in forked processes hang"
        ),
        behaviour=["forks_lack_thread"],
        tests=["*"],
    ),
    dict(
        name="progress_lock",
        changes="A progress thread holds a lock, also at a fork",
        env=["MPIT_VARIANT=progress_lock"],
    ),
    dict(
        name="closes_files",
        changes="MPI_Init closes each descriptor above 2",
        behaviour=["closes_files"],
    ),
    dict(
        name="changes_folder",
        changes="MPI_Init changes the current folder",
        behaviour=["changes_folder"],
    ),
    dict(
        name="blocks_signals",
        changes="MPI_Init blocks signals, SIGTERM, SIGPROF and SIGCHLD among them",
        behaviour=["blocks_signals"],
    ),
    dict(
        name="dup_crashes",
        changes="MPI_Comm_dup crashes",
        behaviour=["dup_crashes"],
        notes=["MPI_Comm_dup"],
        least_pass=30,
        tests=["*"],
    ),
    dict(
        name="not_implemented_aborts",
        changes="Windows, files and sessions are not implemented, and call abort()",
        behaviour=["not_implemented_aborts"],
    ),
    dict(
        name="not_implemented_code",
        changes="Windows, files and sessions are not implemented, and return an error class",
        behaviour=["not_implemented_code"],
    ),
    dict(
        name="always_multiple_query",
        changes="MPI_Query_thread returns MPI_THREAD_MULTIPLE, whatever was provided",
        behaviour=["always_multiple_query"],
    ),
    dict(
        name="slow_calls",
        changes="Each call of MPI_T takes a millisecond",
        behaviour=["slow_calls"],
        tests=["survival.*", "cvar.*", "category.*", "general.*"],
    ),
    dict(
        name="one_job_a_node",
        changes="The launcher refuses a second job on a node",
        behaviour=["one_job_a_node"],
        notes=["-j 1"],
        tests=["init.*", "general.*", "multiprocess.*"],
        least_pass=30,
    ),
    dict(
        name="handle_is_index",
        changes="Handles of control variables are their indices: all of a variable are equal",
        behaviour=["handle_is_index"],
    ),
    dict(
        name="one_session_without_pvars",
        changes=(
            "No performance variables, and one session for all, which only the handle shows:"
            " disputable"
        ),
        behaviour=["one_session"],
        env=["MPIT_VARIANT=no_pvars"],
        may=["pvar-session-create"],
        most=1,
    ),
    # --- Behaviour, illegal: one broken rule each, as seen in a library
    dict(
        name="no_null_query",
        changes="A query with a null buffer does not change the length",
        behaviour=["no_null_query"],
        sees=["strings-null-buffer-query"],
        may=["event-info-strings", "source-info-strings"],
        most=2,
        tests=["*"],
    ),
    dict(
        name="length_without_null",
        changes="Lengths of texts do not include the terminating null",
        behaviour=["length_without_null"],
        sees=["strings-null-buffer-query"],
        may=[
            "strings-zero-size-query",
            "strings-two-step-read",
            "strings-length-out-on-truncation",
            "strings-length-out-on-fit",
            "strings-equivalence-on-full-text",
            "event-info-strings",
            "source-info-strings",
        ],
        most=2,
    ),
    dict(
        name="refusals_call_handler",
        changes=(
            "Each refused call of MPI_T goes through MPI's error handler, which is not there"
            " before MPI_Init (SIGFPE)"
        ),
        behaviour=["refusals_call_handler"],
        sees=["general-failure-not-fatal", "general-failure-no-errhandler"],
        # Every rule that requires a refusal is broken. There is one finding before MPI_Init, one
        # after it, and one for optional refusals.
        may=["*"],
        most=3,
        least_pass=30,
        tests=["*"],
    ),
    dict(
        name="state_of_thread",
        changes="The state of MPI_T is thread-local: other threads find it empty",
        behaviour=["state_of_thread"],
        sees=["init-one-for-the-process"],
    ),
    dict(
        name="one_session",
        changes="All sessions are one: a start or reset in one has effect in the others",
        behaviour=["one_session"],
        sees=["pvar-session-create"],
        may=[
            "pvar-session-isolation-start-stop",
            "pvar-session-isolation-reset",
            "pvar-session-free-ends-use",
            "pvar-handle-session-mismatch",
            "pvar-session-free-with-live-handles",
            "pvar-start-all-handles",
            "pvar-reset-all-handles",
        ],
    ),
    dict(
        name="garbage_members",
        changes="MPI_T_category_get_cvars fills in what malloc() left",
        behaviour=["garbage_members"],
        sees=["category-members-usable"],
        may=[
            "category-members-only-added",
            "category-changed-equal-means-same",
            "category-members-short-array",
            "category-members-long-array",
        ],
    ),
    dict(
        name="name_twice",
        changes="Two control variables have the same name",
        behaviour=["name_twice"],
        sees=["cvar-name-unique"],
        may=["cvar-get-index-roundtrip"],
        most=2,
    ),
    dict(
        name="surplus_finalize",
        changes="One surplus MPI_T_finalize succeeds",
        behaviour=["surplus_finalize"],
        sees=["init-excess-finalize-code"],
        may=["init-down-when-balanced", "init-interleaving-allowed", "init-separate-from-mpi-init"],
        most=2,
    ),
    dict(
        name="other_names",
        changes=(
            "MPI_T_category_get_index does not find the names that MPI_T_category_get_info returns"
        ),
        behaviour=["other_names"],
        sees=["category-get-index-roundtrip"],
        may=[
            "strings-equivalence-on-full-text",
            "strings-input-names-terminated",
            "profiling-partial-replace-no-clash",
        ],
    ),
    dict(
        name="crash_behind_banner",
        changes="MPI_T_pvar_reset of all handles crashes, and a handler exits with code 247",
        behaviour=["segv_banner", "all_handles_crash"],
        sees=["pvar-reset-all-handles"],
        may=["pvar-reset-all-empty-ok", "pvar-reset-all-failure-code"],
    ),
    # --- Headers, legal: variations of mpi.h
    dict(
        name="int_handles",
        changes="Handles of MPI_T are ints",
        library=["-DMPITCHECK_INT_HANDLES=ON"],
        group="int",
    ),
    dict(
        name="enumerators",
        changes="Constants are enumerators",
        header=[
            [
                r"(?m)^#define (MPI_T_(?:ERR|BIND|SCOPE|PVAR_CLASS|VERBOSITY)_\w+|MPI_THREAD_\w+"
                r"|MPI_ERR_\w+|MPI_MAX_\w+) ((?:0x)?[0-9a-f]+)(?: /\*.*\*/)?$",
                r"enum { \1 = \2 };",
            ]
        ],
        group="int",
    ),
    dict(
        name="common_macros",
        changes="mpi.h defines macros with common names",
        header=[
            [
                "#define MPI_H_INCLUDED",
                r"""\g<0>
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define check(x) ((void)(x))
#define test(x) ((void)(x))
#define fail(x) ((void)(x))
#define join(a, b) a##b
#define likely(x) __builtin_expect(!!(x), 1)
#define verify(x) ((void)(x))
#define PASS 0
#define FAIL 1
#define ERROR (-1)
#define SUCCESS 0
#define DEBUG 0
#define TRUE 1
#define FALSE 0""",
            ]
        ],
        group="int",
    ),
    dict(
        name="multi_line_version",
        changes="The library's version has several lines",
        behaviour=["multi_line_version"],
        linked=True,
        group="int",
    ),
    dict(
        name="wide_handles",
        changes="Handles of MPI_T are integers of 64 bits",
        header=[[r"typedef struct MPI_ABI_T_[a-z_]+\* (MPI_T_[a-z_]+);", r"typedef long \1;"]],
        group="wide",
    ),
    dict(
        name="constants_in_variables",
        changes="Constants of MPI are variables, as MPI-5.0 section 2.5.4 allows",
        header=[
            [
                r"(?m)^#define (MPI_(?:THREAD|MODE)_\w+) (\d+)$",
                r"""#ifdef __cplusplus
static const int \1 = alien_number(\2);
#else
#define \1 \2
#endif""",
            ],
            [
                "#define MPI_H_INCLUDED",
                r"""\g<0>
#ifdef __cplusplus
static inline int alien_number(int number) { return number; }
#endif""",
            ],
        ],
        group="wide",
    ),
    dict(
        name="without_mpi_t",
        changes="mpi.h declares nothing of MPI_T",
        header=[
            [r"(?s)/\* The tool information interface: types\. \*/.*?(?=/\* Callbacks\. \*/)", ""],
            [r"(?s)typedef void MPI_T_event_\w+\([^;]*;\n", ""],
            [r"(?s)MPI_DECLARE\(int, MPI_T_[^;]*;\n", ""],
        ],
        sees=["general-api-complete", "general-constants-complete", "general-types-declared"],
        # One finding: it is missing from mpi.h.
        may=[
            "general-*",
            "*-constants*",
            "binding-session-constant",
            "cvar-scope-is-constant",
            "verbosity-nine-constants",
        ],
        most=1,
        notes=["MPI_T_init_thread does not exist in this library"],
        # No test has anything to examine.
        least_pass=0,
        tests=["*"],
    ),
    dict(
        name="odd_nulls",
        changes="Null handles are not zero, and a valid handle of each type is",
        header=[
            [
                r"(#define MPI_T_(?:ENUM|CVAR_HANDLE|PVAR_HANDLE|PVAR_SESSION)_NULL "
                r"\(\(MPI_T_[a-z_]+\))0\)",
                r"\1-1)",
            ]
        ],
        before_library=["odd_nulls.c"],
        group="wide",
    ),
    dict(
        name="c_only",
        changes='mpi.h is for C only: no extern "C"',
        header=[[r'#ifdef __cplusplus\n(?:extern "C" \{|\})\n#endif\n', ""]],
        group="wide",
    ),
    dict(
        name="gnu_header",
        changes="mpi.h needs the GNU mode of the compiler, which the wrapper's users get",
        header=[
            [
                "#include <stdint.h>",
                r"\g<0>\n#include <sys/types.h>\ntypedef typeof(sizeof(int)) alien_size;\n",
            ]
        ],
        group="wide",
    ),
    dict(
        name="main_in_header",
        changes="mpi.h renames main",
        header=[
            [
                "#define MPI_H_INCLUDED",
                r"""\g<0>
#ifdef __cplusplus
extern "C"
#endif
int alien_main(int argc, char** argv);
#define main alien_main""",
            ]
        ],
        archives=["main_of_alien.c"],
        link="-lmain_of_alien",
        group="main",
    ),
    dict(
        name="main_in_wrapper",
        changes="The wrapper includes a header that renames main",
        excludes=["main_in_header"],
        files={
            "alien.h": r"""#ifdef __cplusplus
extern "C"
#endif
int alien_main(int argc, char** argv);
#define main alien_main
"""
        },
        compile="-include @prefix@/include/alien.h",
        archives=["main_of_alien.c"],
        link="-lmain_of_alien",
    ),
    dict(
        name="own_pthread",
        changes=(
            "The folder of mpi.h has its own <pthread.h>; threads that were made without it crash"
            " in pthread_once"
        ),
        files={
            "pthread.h": r"""#pragma once
#include_next <pthread.h>
#ifdef __cplusplus
extern "C" {
#endif
int alien_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
int alien_pthread_once(pthread_once_t*, void (*)(void));
#ifdef __cplusplus
}
#endif
#define pthread_create alien_pthread_create
#define pthread_once alien_pthread_once
"""
        },
        before_library=["own_threads.c"],
        group="main",
    ),
    dict(
        name="inline_functions",
        changes="Functions of MPI are inline in mpi.h, and also in the library",
        header=[
            [
                r"#undef MPI_DECLARE\n",
                r"""\g<0>
static inline int alien_Wtick(double* tick) { *tick = PMPI_Wtick(); return MPI_SUCCESS; }
static inline double alien_Wtime(void) { return PMPI_Wtime(); }
#define MPI_Wtime() alien_Wtime()
""",
            ]
        ],
        group="main",
    ),
    dict(
        name="mpi_31",
        changes=(
            "MPI 3.1: no events, sources and sessions, in header and version; the library "
            "has datatypes and bindings of 5.0 still"
        ),
        may=["datatype-allowed-set", "binding-reported-is-constant"],
        most=2,
        header=[
            [
                r"(?m)^typedef (?:struct|enum) MPI_(?:ABI_)?T_(?:event|cb_safety|source)"
                r"[^;{]*(?:\{[^}]*\} *\w+)?;\n",
                "",
            ],
            [r"typedef void MPI_T_event_\w+\([^;]*;\n", ""],
            [
                r"MPI_DECLARE\(int, MPI_(?:T_event|T_source|T_category_get_events"
                r"|T_category_get_num_events|Session_|Abi_)\w*,?\s(?:[^;]*);\n",
                "",
            ],
            [
                r"MPI_DECLARE\(int, MPI_(?:Group_from_session_pset|Comm_create_from_group),"
                r"\s[^;]*;\n",
                "",
            ],
            [
                r"(?m)^#define MPI_(?:T_BIND_MPI_SESSION|T_ERR_NOT_ACCESSIBLE"
                r"|T_ERR_NOT_SUPPORTED|ABI_\w+) .*\n",
                "",
            ],
            *_IS_31,
        ],
        behaviour=["version_31"],
        linked=True,
    ),
    # --- Headers, illegal
    dict(
        name="struct_events",
        changes="Handles of events are structs, which cannot be compared",
        header=[_EVENTS_ARE_STRUCTS],
        sees=["general-types-declared"],
        may=["general-prototype-match", "general-callback-types", "general-api-complete"],
        most=3,
    ),
    dict(
        name="struct_events_31",
        changes=(
            "The same in an MPI that says it is 3.1, which has no events, and has no pvars: "
            "what is beyond 3.1 may be judged"
        ),
        header=[_EVENTS_ARE_STRUCTS, *_IS_31],
        behaviour=["version_31"],
        linked=True,
        env=["MPIT_VARIANT=no_pvars"],
        may=[
            "general-types-declared",
            "general-prototype-match",
            "general-callback-types",
            "general-api-complete",
            "datatype-allowed-set",
        ],
        most=3,
        least_pass=30,
    ),
    dict(
        name="macro_functions",
        changes="Functions of MPI_T are macros, object-like and function-like",
        header=[
            [
                r"#undef MPI_DECLARE\n",
                r"""\g<0>
#define MPI_T_cvar_read PMPI_T_cvar_read
#define MPI_T_cvar_get_num(num) PMPI_T_cvar_get_num(num)
#define MPI_T_category_changed(number) (PMPI_T_category_changed(number))
""",
            ]
        ],
        sees=["profiling-not-macros"],
    ),
    # --- Wrapper, launcher, linking
    dict(
        name="needs_environment",
        changes="The wrapper needs a variable, which is not set",
        before=_NEEDS_HOME,
        configure_says="ALIEN_HOME is not set",
    ),
    dict(
        name="has_environment",
        changes="The wrapper needs a variable, which is set",
        before=_NEEDS_HOME,
        env=["ALIEN_HOME=/opt/alien"],
        group="bare",
        tests=_FEW,
    ),
    dict(
        name="no_query_options",
        changes="The wrapper has no option that prints its command",
        show=False,
        group="unasked",
        tests=_FEW,
    ),
    dict(
        name="banner_of_wrapper",
        changes="The wrapper prints a banner",
        before='echo "Alien MPI compiler 2.0"',
        group="linking",
        tests=_FEW,
    ),
    dict(
        name="link_flags",
        changes="The wrapper forces -Wl flags, without which MPI_Init fails",
        archives=["start_file.c"],
        link="-Wl,-u,alien_start_file -lstart_file -Wl,-E",
        behaviour=["needs_link_flag"],
        linked=True,
        group="flags",
        tests=_FEW,
    ),
    dict(
        name="tool_library",
        changes=(
            "MPI_T is in a library of its own, which --as-needed drops if references are weak"
        ),
        split=True,
        link="-Wl,--as-needed",
        group="linking",
        tests=_FEW,
    ),
    dict(
        name="third_party_archive",
        changes="The wrapper names a third party's library, of which an archive lies beside",
        shared=["third_party.c"],
        archives=["third_party.c"],
        link="-lthird_party",
        group="flags",
        tests=_FEW,
    ),
    dict(
        name="only_mpirun",
        changes="The launcher is called mpirun",
        launcher="mpirun",
        group="linking",
        tests=_FEW,
    ),
    dict(
        name="like_mpirun",
        changes="The launcher has a name of its own, mpalienrun",
        launcher="mpalienrun",
        group="flags",
        tests=_FEW,
    ),
    dict(
        name="vendor_launcher",
        changes="The launcher is called vendorrun",
        launcher="vendorrun",
        group="unasked",
        tests=_FEW,
    ),
    dict(
        name="no_launcher",
        changes="The folder of the wrapper has no launcher",
        launcher="",
        notes=["launcher"],
        least_pass=30,
        group="bare",
        tests=_FEW,
    ),
]
