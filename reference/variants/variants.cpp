// SPDX-License-Identifier: BSD-3-Clause
// The table of variants. MPIT_VARIANT=name, or name+name+..., selects other legal behaviour. The
// suites must accept each variant (`mpitcheck prove variants`). MPIT_VARIANT=one,other,... runs the
// program once with each, until it fails with one.
#include "reference/variants/variants.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "reference/variants/side_effects.hpp"

namespace mpit {
namespace {

using enum Moment;

constexpr NamedVariant variants[] = {
    // Missing objects.
    {"no_variables", "Neither variables nor categories.",
     "cvar-num-nonnegative pvar-num-nonnegative category-num-nonnegative", "",
     [](Variant& v) { v.cvars = v.pvars = v.categories = false; }},
    {"nothing", "Neither variables, categories nor events, as in a library without MPI_T.",
     "cvar-num-nonnegative pvar-num-nonnegative category-num-nonnegative event-num-success", "",
     [](Variant& v) { v.cvars = v.pvars = v.categories = v.events = false; }},
    {"no_cvars", "No control variables.", "cvar-num-nonnegative", "",
     [](Variant& v) { v.cvars = false; }},
    {"no_pvars", "No performance variables.", "pvar-num-nonnegative", "",
     [](Variant& v) { v.pvars = false; }},
    {"no_categories", "No categories.", "category-num-nonnegative", "",
     [](Variant& v) { v.categories = false; }},
    {"no_events", "Neither event types nor sources.",
     "event-num-success source-num-success event-set-varies", "",
     [](Variant& v) { v.events = false; }},
    {"object_events", "Events of communicators, windows and sessions only: no message raises one.",
     "event-set-varies", "", [](Variant& v) { v.only_object_events = true; }},
    {"all_specimens", "Every legal combination of class, type, flags and binding, as by default.",
     "general-set-not-portable", "", [](Variant& v) { v.specimens = Variant::Specimens::all; }},
    {"no_specimens", "Only the variables that describe the runtime itself.",
     "general-set-not-portable", "", [](Variant& v) { v.specimens = Variant::Specimens::none; }},
    {"only_bound", "Only variables that are bound to an object.",
     "binding-reported-is-constant general-set-not-portable", "",
     [](Variant& v) { v.binding = Variant::Binding::bound; }},
    {"only_unbound", "Only variables that are bound to no object.",
     "binding-reported-is-constant general-set-not-portable", "",
     [](Variant& v) { v.binding = Variant::Binding::unbound; }},
    {"only_texts", "Only variables of type MPI_CHAR.",
     "datatype-char-is-string general-set-not-portable", "",
     [](Variant& v) { v.only_texts = true; }},
    {"large_counts", "Further variables with 1000 elements.",
     "cvar-handle-count pvar-handle-count datatype-value-layout", "",
     [](Variant& v) { v.large_arrays = true; }},
    {"fixed_width_classes", "Numeric classes with MPI_UINT32_T and MPI_UINT64_T.",
     "A10 pvar-class-types-not-extended datatype-fixed-width-added", "",
     [](Variant& v) { v.behaviour.fixed_width_classes = v.fixed_width_variables = true; }},
    {"int_level", "A variable of class LEVEL and type MPI_INT, as in the standard's example.",
     "A10 pvar-class-level-type", "",
     [](Variant& v) { v.behaviour.int_levels = v.int_level_variable = true; }},

    // Properties of objects.
    {"no_descriptions", "No variable, category, event type or source has a description.",
     "A18 cvar-desc-optional pvar-desc-optional category-desc-optional "
     "event-info-desc-optional",
     "",
     [](Variant& v) { v.descriptions = Variant::Descriptions::none; }},
    {"long_descriptions", "Descriptions of 5000 characters.", "cvar-desc-optional", "",
     [](Variant& v) {
       v.descriptions = Variant::Descriptions::very_long;
       v.specimens = Variant::Specimens::none;
     }},
    {"long_names", "Names of 4000 characters.",
     "cvar-name-nonempty pvar-name-nonempty category-name-nonempty-unique", "",
     [](Variant& v) {
       v.names = Variant::Names::very_long;
       v.specimens = Variant::Specimens::none;
     }},
    {"one_character_names", "Names of one character, as far as the alphabet goes.",
     "cvar-name-nonempty pvar-name-class-unique category-name-nonempty-unique "
     "enum-name-nonempty-unique enum-item-name-nonempty-unique",
     "", [](Variant& v) { v.names = Variant::Names::one_character; }},
    {"odd_names", "Names with blanks, quotes, percent signs, a line break and UTF-8.",
     "cvar-name-nonempty pvar-name-nonempty category-name-nonempty-unique", "",
     [](Variant& v) { v.names = Variant::Names::odd; }},
    {"one_verbosity", "Everything has the verbosity for MPI developers.",
     "verbosity-reported-is-constant", "", [](Variant& v) { v.verbosity = Verbosity::mpidev_all; }},
    {"readonly_cvars", "No control variable can be written.", "cvar-scope-is-constant", "",
     [](Variant& v) { v.readonly_cvars = true; }},
    {"readonly_pvars", "Performance variables can only be read.", "pvar-flag-readonly", "",
     [](Variant& v) { v.readonly_pvars = true; }},
    {"writable_pvars", "Performance variables can all be written and reset.", "pvar-flag-readonly",
     "", [](Variant& v) { v.readonly_pvars = false; }},
    {"continuous_pvars", "Performance variables run all the time.", "pvar-flag-continuous", "",
     [](Variant& v) { v.continuous_pvars = true; }},
    {"stoppable_pvars", "Performance variables can all be started and stopped.",
     "pvar-flag-continuous", "", [](Variant& v) { v.continuous_pvars = false; }},
    {"no_atomic_pvars", "No performance variable can be read and reset in one step.",
     "pvar-flag-atomic pvar-readreset-not-atomic-code", "",
     [](Variant& v) { v.atomic_pvars = false; }},

    // Objects that appear late.
    {"late_variables", "Every second variable appears in MPI_Init.",
     "cvar-num-may-only-grow pvar-num-may-only-grow init-variables-available-early", "",
     [](Variant& v) { v.variables_appear = mpi_init; }},
    {"all_late", "There are neither variables, categories nor events before MPI_Init.",
     "cvar-num-may-only-grow pvar-num-may-only-grow category-num-may-only-grow "
     "init-variables-available-early",
     "",
     [](Variant& v) {
       v.variables_appear = v.categories_appear = mpi_init;
       v.events_appear = mpi_init;
       v.every_variable_late = true;
     }},
    {"late_after_finalize",
     "Every second variable, and all members of categories, appear in "
     "MPI_Finalize.",
     "cvar-num-may-only-grow pvar-num-may-only-grow category-members-only-added", "",
     [](Variant& v) { v.variables_appear = v.members_appear = mpi_finalize; }},
    {"late_enumerations", "Variables with an enumeration appear in MPI_Init.",
     "cvar-num-may-only-grow pvar-num-may-only-grow enum-name-nonempty-unique", "",
     [](Variant& v) { v.enumerated_appear = mpi_init; }},
    {"late_categories", "Categories appear in MPI_Init.",
     "category-num-may-only-grow category-changed-higher-means-growth", "",
     [](Variant& v) { v.categories_appear = mpi_init; }},
    {"late_events", "Event types and their sources appear in MPI_Init.",
     "event-num-monotone source-num-monotone", "", [](Variant& v) { v.events_appear = mpi_init; }},
    {"late_members", "Categories are empty until MPI_Init.",
     "category-members-only-added category-changed-higher-means-growth", "",
     [](Variant& v) { v.members_appear = mpi_init; }},
    {"inactive_after_init", "Every third variable becomes inactive in MPI_Init.",
     "A16 cvar-inactive-access-code pvar-inactive-access-code", "",
     [](Variant& v) { v.inactive = mpi_init; }},
    {"inactive_unknown", "As inactive_after_init, and inactive variables cannot be queried.",
     "A16 cvar-index-range-valid pvar-index-range-valid", "",
     [](Variant& v) {
       v.inactive = mpi_init;
       v.behaviour.inactive_info = Code::invalid_index;
     }},
    {"inactive_invalid",
     "As inactive_after_init, and inactive variables are MPI_T_ERR_INVALID to queries, and "
     "MPI_T_ERR_INVALID_HANDLE to allocations.",
     "A16 cvar-info-immutable pvar-info-immutable cvar-handle-count pvar-handle-alloc", "",
     [](Variant& v) {
       v.inactive = mpi_init;
       v.behaviour.inactive_info = Code::invalid;
       v.behaviour.inactive_allocation = Code::invalid_handle;
     }},
    {"inactive_after_finalize", "Every third variable becomes inactive in MPI_Finalize.",
     "A16 cvar-handle-lifetime-vs-mpi pvar-handle-lifetime-vs-mpi", "",
     [](Variant& v) { v.inactive = mpi_finalize; }},

    // Categories.
    {"deep_categories", "A tree of categories with 64 levels.", "category-no-cycles", "",
     [](Variant& v) { v.deep_categories = 64; }},
    {"many_categories", "1000 further categories.", "category-num-nonnegative", "",
     [](Variant& v) { v.many_categories = 1000; }},
    {"shared_members", "Every variable, and one category, belongs to several categories.",
     "category-no-cycles category-info-counts", "", [](Variant& v) { v.shared_members = true; }},
    {"last_members", "A short array gets the last members of a category.",
     "A9 category-members-short-array", "",
     [](Variant& v) { v.behaviour.short_members = Behaviour::Members::last; }},
    {"saturated_update_number", "The update number is INT_MAX; members still appear in MPI_Init.",
     "A14 category-changed-saturates category-changed-equal-means-same", "",
     [](Variant& v) {
       v.behaviour.first_update_number = INT_MAX - 1;
       v.members_appear = mpi_init;
     }},
    {"sub_categories_turn", "MPI_Init changes the order of sub-categories, and the update number.",
     "category-members-only-added category-changed-higher-means-growth", "",
     [](Variant& v) { v.sub_categories_rotate = mpi_init; }},
    {"events_uncounted", "Event types appear in MPI_Init without a higher update number.",
     "category-changed-equal-means-same", "",
     [](Variant& v) {
       v.events_appear = mpi_init;
       v.behaviour.events_uncounted = true;
     }},
    {"restarted_update_number", "The update number is 0 after each renewed initialization.",
     "A6 category-changed-monotone category-changed-higher-means-growth", "",
     [](Variant& v) { v.behaviour.renewed_update_number = Behaviour::UpdateNumber::restarts; }},

    // Initialization.
    {"single_threaded", "Only MPI_THREAD_SINGLE is granted.", "init-provided-value", "",
     [](Variant& v) { v.behaviour.highest_thread_level = ThreadLevel::single; }},
    {"always_multiple", "MPI_THREAD_MULTIPLE is granted, whatever is required.",
     "init-provided-value", "",
     [](Variant& v) { v.behaviour.lowest_thread_level = ThreadLevel::multiple; }},
    {"nested_level", "A nested initialization negotiates the thread level anew.",
     "A15 init-nested-only-counts", "",
     [](Variant& v) { v.behaviour.nested_init = Behaviour::NestedInit::renegotiated; }},
    {"nested_silent", "A nested initialization does not write `provided`.",
     "A15 init-provided-value init-nested-only-counts", "",
     [](Variant& v) { v.behaviour.nested_init = Behaviour::NestedInit::untouched; }},
    {"no_second_init", "After it was finalized, MPI_T cannot be initialized again.",
     "A6 init-reinitialization init-cannot-init", "",
     [](Variant& v) { v.behaviour.renewal = Behaviour::Renewal::refused; }},
    {"cannot_init", "MPI_T cannot be initialized.", "A32 init-required-values init-cannot-init",
     "", [](Variant& v) { v.behaviour.first_init = Code::cannot_init; }},
    {"surplus_finalize_code", "A surplus finalize returns MPI_T_ERR_CANNOT_INIT.",
     "A23 init-excess-finalize-code", "",
     [](Variant& v) { v.behaviour.surplus_finalize = Code::cannot_init; }},

    // Strings and enumerations.
    {"stored_length", "A truncated string returns the number of characters stored.",
     "A1 strings-length-out-on-truncation", "",
     [](Variant& v) { v.behaviour.truncated_length = Behaviour::TruncatedLength::stored; }},
    {"passed_length", "A string that fits does not change the length that was passed.",
     "A22 strings-length-out-on-fit", "",
     [](Variant& v) { v.behaviour.fitting_length = Behaviour::FittingLength::as_passed; }},
    {"missing_marked", "A missing description is a null, also in a buffer of length 0.",
     "A18 A24 strings-zero-size-query", "",
     [](Variant& v) {
       v.descriptions = Variant::Descriptions::none;
       v.behaviour.missing_text = Behaviour::WithoutRoom::null_stored;
     }},
    {"invalid_item", "A bad item of an enumeration is MPI_T_ERR_INVALID_ITEM, as in MPI 3.",
     "A8 enum-item-bad-index-code errors-invalid-item-deprecated", "should",
     [](Variant& v) { v.behaviour.enum_bad_item = Code::invalid_item; }},
    {"enum_invalid_handle", "A bad enumeration is MPI_T_ERR_INVALID_HANDLE.",
     "A8 enum-bad-handle-code", "",
     [](Variant& v) { v.behaviour.enum_bad_handle = Code::invalid_handle; }},
    {"enum_invalid", "A bad enumeration is MPI_T_ERR_INVALID.", "A8 enum-bad-handle-code", "",
     [](Variant& v) { v.behaviour.enum_bad_handle = Code::invalid; }},
    {"enumtype_untouched", "enumtype is not written for variables that are not MPI_INT.",
     "A12 enum-nonint-none-returned", "",
     [](Variant& v) { v.behaviour.non_int_enumtype = Behaviour::NonIntEnum::untouched; }},

    // Access to values.
    {"writes_not_now", "Each write of a control variable is refused with "
                       "MPI_T_ERR_CVAR_SET_NOT_NOW.",
     "cvar-write-not-now cvar-writable-scope-no-promise", "",
     [](Variant& v) { v.cvar_writes = Code::cvar_set_not_now; }},
    {"writes_never", "No control variable can ever be written, whatever its scope.",
     "cvar-write-never-is-final cvar-writable-scope-no-promise", "",
     [](Variant& v) { v.cvar_writes = Code::cvar_set_never; }},
    {"readonly_not_now", "Writing a READONLY control variable is refused for now only.",
     "A7 cvar-write-readonly-refused", "",
     [](Variant& v) { v.behaviour.write_readonly = Code::cvar_set_not_now; }},
    {"pvar_writes_refused", "Performance variables can be reset, but not written.",
     "A4 pvar-write-sets-value pvar-write-refused-code", "",
     [](Variant& v) { v.behaviour.pvar_writes_refused = true; }},
    {"pvar_resets_refused", "Performance variables can be written, but not reset.",
     "A4 pvar-reset-to-start pvar-reset-all-failure-code", "",
     [](Variant& v) { v.behaviour.pvar_resets_refused = true; }},
    {"readonly_resets", "Readonly sums and watermarks can be reset one by one.",
     "A4 pvar-reset-refused-code", "", [](Variant& v) { v.behaviour.readonly_resets = true; }},
    {"redundant_start_refused",
     "Starting twice, or stopping twice, is MPI_T_ERR_PVAR_NO_STARTSTOP.",
     "A2 pvar-start-already-started", "",
     [](Variant& v) { v.behaviour.redundant_start_stop = Code::pvar_no_startstop; }},
    {"unstarted_unreadable", "A handle that was never started cannot be read.",
     "A3 pvar-read-never-started", "",
     [](Variant& v) { v.behaviour.read_never_started = Code::invalid; }},
    {"kept_handles", "The handles of a freed session stay until the last finalize.",
     "A5 pvar-session-free-with-live-handles", "",
     [](Variant& v) { v.behaviour.session_free = Behaviour::LiveHandles::kept; }},
    {"all_handles_invalid", "ALL_HANDLES where it is not allowed is MPI_T_ERR_INVALID.",
     "A13 pvar-access-all-handles-forbidden pvar-handle-free-special", "",
     [](Variant& v) { v.behaviour.misplaced_all_handles = Code::invalid; }},
    {"rebased_marks", "Every start sets a watermark to the present level.",
     "A19 pvar-class-watermark-start pvar-restart-continues", "",
     [](Variant& v) { v.behaviour.watermark_restart = Behaviour::Restart::rebases; }},
    {"blank_marks", "A watermark that was reset while stopped has no value until it is started.",
     "A19 pvar-read-stopped pvar-reset-to-start", "",
     [](Variant& v) { v.behaviour.stopped_watermark_reset = Behaviour::StoppedReset::no_value; }},
    {"shared_gauges", "Writing a gauge changes it in all sessions.",
     "A20 pvar-session-isolation-reset pvar-write-sets-value", "",
     [](Variant& v) { v.behaviour.gauge_write = Behaviour::GaugeWrite::variable; }},
    {"few_handles", "Four handles of each kind at a time, then MPI_T_ERR_OUT_OF_HANDLES.",
     "cvar-handle-exhausted pvar-handle-exhausted", "",
     [](Variant& v) { v.behaviour.max_handles = 4; }},
    {"few_sessions", "Two sessions at a time, then MPI_T_ERR_OUT_OF_SESSIONS.",
     "pvar-session-codes", "", [](Variant& v) { v.behaviour.max_sessions = 2; }},

    // Events.
    {"losses_told_at_free",
     "Losses that were not reported when a registration ends are reported, also without a "
     "callback.",
     "E3 E9 event-dropped-needs-callback", "",
     [](Variant& v) { v.behaviour.last_losses = Behaviour::LastLosses::always_reported; }},
    {"forgotten_losses", "Losses that were not reported when a registration ends are forgotten.",
     "E3 E9 event-dropped-count-best-effort", "",
     [](Variant& v) { v.behaviour.last_losses = Behaviour::LastLosses::forgotten; }},
    {"losses_by_registration",
     "Losses are reported before the next event of the same registration.",
     "E4 event-dropped-before-next", "",
     [](Variant& v) { v.behaviour.loss_report = Behaviour::LossReport::before_registration; }},
    {"no_event_hints", "Event types return MPI_INFO_NULL for their hints.", "E7 event-info-object",
     "", [](Variant& v) { v.behaviour.event_hints = Behaviour::Hints::none; }},
    {"no_source_hints", "Sources return MPI_INFO_NULL for their hints.", "E7 source-info-object",
     "",
     [](Variant& v) { v.behaviour.source_hints = Behaviour::Hints::none; }},
    {"hints_untouched", "Event types and sources do not write `info`.",
     "E7 event-info-object source-info-object", "",
     [](Variant& v) {
       v.behaviour.event_hints = v.behaviour.source_hints = Behaviour::Hints::untouched;
     }},
    {"event_element_invalid", "A bad element of an event is MPI_T_ERR_INVALID.",
     "E6 event-data-read-bad-index", "",
     [](Variant& v) { v.behaviour.event_bad_element = Code::invalid; }},
    {"source_outputs_required", "The query of a source refuses NULL for ordering and ticks.",
     "E10 source-info-other-null", "",
     [](Variant& v) { v.behaviour.source_null_outputs = Code::invalid; }},
    {"removed_callbacks_silent", "Events of a registration without callbacks are not losses.",
     "E14", "",
     [](Variant& v) {
       v.behaviour.removed_callbacks = Behaviour::RemovedCallbacks::record_nothing;
     }},

    {"rates_unknown", "Sources have 0 ticks per second.", "E19 source-ticks-per-second", "",
     [](Variant& v) { v.behaviour.rates_unknown = true; }},
    {"early_events",
     "Events of unordered sources from before a registration's first callback are delivered to it.",
     "E16 event-handle-silent-without-callback", "",
     [](Variant& v) {
       v.behaviour.early_events = Behaviour::EarlyEvents::delivered;
     }},
    {"aint_elements", "Events have elements of MPI_AINT.",
     "E17 event-info-datatypes event-info-datatypes-of-table", "quality",
     [](Variant& v) { v.behaviour.aint_elements = true; }},
    {"union_event", "An event type has elements that overlap.",
     "E18 event-info-displacement-ascending event-info-no-overlap", "quality",
     [](Variant& v) { v.union_event = true; }},
    {"callbacks_out_of_reach",
     "In callbacks of events all functions but the eleven are MPI_T_ERR_NOT_ACCESSIBLE.",
     "E15 event-safety-not-accessible", "",
     [](Variant& v) { v.behaviour.callbacks_out_of_reach = true; }},
    {"within_mpi_only",
     "Before MPI_Init and after MPI_Finalize functions are MPI_T_ERR_NOT_ACCESSIBLE, except the "
     "eleven, MPI_T_init_thread and MPI_T_finalize.",
     "E15 event-safety-not-accessible", "", [](Variant& v) { v.within_mpi_only = true; }},

    // Checks of arguments.
    {"misuse_invalid", "Every wrong argument is MPI_T_ERR_INVALID.",
     "errors-argument-checks-optional errors-any-routine", "quality",
     [](Variant& v) { v.behaviour.misuse = Behaviour::Misuse::invalid; }},
    {"misuse_crashes", "Every wrong argument ends the process.", "errors-argument-checks-optional",
     "quality", [](Variant& v) { v.behaviour.misuse = Behaviour::Misuse::crash; }},
    {"no_class_invalid", "A look-up of a pvar in an unknown class is MPI_T_ERR_INVALID.",
     "pvar-get-index-no-class", "", [](Variant& v) { v.behaviour.pvar_no_class = Code::invalid; }},
    {"text_counts_differ", "Handles of a text differ in their number of elements.",
     "A30 cvar-handle-count", "", [](Variant& v) { v.behaviour.text_counts_differ = true; }},
    {"readreset_no_write",
     "Readreset of a variable that is readonly and not atomic is MPI_T_ERR_PVAR_NO_WRITE.",
     "A31 pvar-readreset-not-atomic-code", "",
     [](Variant& v) { v.behaviour.readreset_readonly = Code::pvar_no_write; }},

    // Side effects.
    {"one_handle", "One handle of a variable at a time, then MPI_T_ERR_OUT_OF_HANDLES.",
     "A25 cvar-handle-exhausted pvar-handle-exhausted", "",
     [](Variant& v) { v.behaviour.max_handles_of_variable = 1; }},
    {"memory_short", "Each third handle, session or registration is refused because of lacking "
                     "memory.",
     "cvar-handle-exhausted pvar-handle-exhausted errors-any-routine", "",
     [](Variant& v) { v.behaviour.memory_ends_every = 3; }},
    {"sums_since_boot", "Continuous sums count from the start of the machine, not of the handle.",
     "A26 pvar-continuous-active-from-alloc", "",
     [](Variant& v) {
       v.continuous_pvars = true;
       v.behaviour.continuous_sums = Behaviour::ContinuousSums::of_machine;
     }},
    {"continuous_start_ignored", "A continuous variable is started and stopped without effect.",
     "pvar-continuous-no-startstop", "quality",
     [](Variant& v) { v.behaviour.continuous_start_stop = Code::success; }},
    {"restless_cvars", "Control variables that are not CONSTANT change at each third read.",
     "cvar-constant-value-fixed cvar-write-takes-effect", "",
     [](Variant& v) { v.restless_cvars = true; }},
    {"restless_pvars",
     "Further performance variables, of each class but watermarks, change at each read.",
     "pvar-class-timer-start-monotone pvar-class-gauge-start", "",
     [](Variant& v) { v.restless_pvars = true; }},
    {"normalized_writes",
     "A successful write sets the nearest value that is supported: numbers within bounds, quarters, "
     "capital letters.",
     "A27 cvar-write-takes-effect", "quality", [](Variant& v) { v.normalized_cvars = true; }},
    {"settled_cvars",
     "MPI_Init sets control variables to values of its own, whatever was written to them.",
     "A33 cvar-write-survives-init", "", [](Variant& v) { v.settled_cvars = true; }},
    {"harmful_writes", "A process that sends a message after the value of a cvar was changed ends.",
     "cvar-writable-scope-no-promise", "", [](Variant& v) { v.harmful_cvars = true; }},
    {"unrelated_names", "Levels have the names of watermarks of other resources.",
     "pvar-name-class-unique", "", [](Variant& v) { v.unrelated_names = true; }},
    {"background",
     "A thread of the library changes counters, levels and marks, also in forked processes. Each "
     "reset changes them too.",
     "pvar-class-counter-step pvar-class-gauge-start pvar-readreset-combines", "",
     [](Variant& v) {
       v.background_thread = true;
       v.behaviour.after_reset = move_background;
     }},
    {"background_memory",
     "A thread of the library allocates 1 MiB a second, up to 64 MiB; a handle takes 50 us.",
     "cvar-handle-free-nulls pvar-handle-free-nulls", "",
     [](Variant& v) {
       v.background_thread = v.background_memory = true;
       v.behaviour.allocation_microseconds = 50;
     }},
    {"caches",
     "Each of the first 70 initializations, handles, sessions and registrations keeps a "
     "descriptor and a page of memory.",
     "general-resources-steady", "", [](Variant& v) { v.behaviour.cached = 70; }},
    {"overlapping_timers", "A timer sums the times of fifty requests at once.",
     "pvar-class-timer-start-monotone pvar-class-timer-double-unit", "",
     [](Variant& v) {
       v.requests_at_once = 50;
     }},
    {"first_thread_only", "MPI_Init and MPI_Finalize end the process on any thread other than "
                          "that of main().",
     "init-beside-mpi-init", "", [](Variant& v) { v.first_thread_only = true; }},
    {"funneled_at_most", "No more than MPI_THREAD_FUNNELED is granted.", "init-provided-value", "",
     [](Variant& v) { v.behaviour.highest_thread_level = ThreadLevel::funneled; }},
    {"signal_handlers",
     "MPI_Init installs handlers of faults, SIGTERM, SIGCHLD, SIGALRM and more; system calls end "
     "early.",
     "general-set-not-portable", "", [](Variant& v) { v.signal_handlers = true; }},
    {"slow_start", "MPI_Init takes 3 s.", "general-set-not-portable", "",
     [](Variant& v) { v.start_milliseconds = 3000; }},
    {"slow_first_start", "The first MPI_Init after a minute without one takes 30 s.",
     "general-set-not-portable", "", [](Variant& v) { v.first_start_seconds = 30; }},
    {"unforkable_pages", "After MPI_Init forked processes lack memory of the library.",
     "general-set-not-portable", "", [](Variant& v) { v.unforkable_pages = true; }},
    {"progress_lock",
     "After MPI_Init a thread holds the lock of the library most of the time, also while others "
     "fork.",
     "general-set-not-portable", "", [](Variant& v) { v.progress_lock = true; }},
    {"launcher_only", "MPI_Init ends a process that mpiexec did not start.",
     "general-set-not-portable", "", [](Variant& v) { v.launcher_only = true; }},
    {"late_free_callback", "The free callback of a registration comes 1.2 s later.",
     "E9 event-free-callback-once", "",
     [](Variant& v) { v.behaviour.free_callback_milliseconds = 1200; }},
    {"callback_thread", "A thread of the library calls the callbacks of events.",
     "event-safety-none event-callback-delayed", "", [](Variant& v) { v.behaviour.callbacks_in_own_thread = true; }},

    // Choices of other libraries.
    {"like_mpich", "The choices of MPICH.", "A1 A3 A6 A7 A8 A15 A19 E4 E7", "should",
     [](Variant& v) {
       v.behaviour.event_hints = v.behaviour.source_hints = Behaviour::Hints::none;
       v.behaviour.truncated_length = Behaviour::TruncatedLength::stored;
       v.behaviour.read_never_started = Code::invalid;
       v.behaviour.renewed_update_number = Behaviour::UpdateNumber::restarts;
       v.behaviour.write_readonly = Code::cvar_set_not_now;
       v.behaviour.enum_bad_item = Code::invalid_item;
       v.behaviour.enum_bad_handle = Code::invalid_handle;
       v.behaviour.nested_init = Behaviour::NestedInit::renegotiated;
       v.behaviour.stopped_watermark_reset = Behaviour::StoppedReset::no_value;
       v.behaviour.loss_report = Behaviour::LossReport::before_registration;
     }},
    {"like_openmpi", "The choices of Open MPI.", "A1 A2 A4 A15 A19 A24 E4", "",
     [](Variant& v) {
       v.behaviour.nested_init = Behaviour::NestedInit::untouched;
       v.behaviour.missing_text = Behaviour::WithoutRoom::null_stored;
       v.behaviour.truncated_length = Behaviour::TruncatedLength::stored;
       v.behaviour.redundant_start_stop = Code::pvar_no_startstop;
       v.behaviour.readonly_resets = true;
       v.behaviour.loss_report = Behaviour::LossReport::before_registration;
       v.behaviour.watermark_restart = Behaviour::Restart::rebases;
     }},
};

// Waits for the child. If it failed, ends this process with its exit code or signal.
void end_like_child(pid_t child) {
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) ::_exit(1);
  if (WIFSIGNALED(status)) ::raise(WTERMSIG(status));
  if (status != 0) ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

// Forks before main(), when the process is small and its libraries are loaded: loading takes longer
// than a short program.
[[gnu::constructor]] void run_with_each() {
  const char* const listed = std::getenv("MPIT_VARIANT");
  if (listed == nullptr || std::string_view(listed).find(',') == std::string_view::npos) return;
  for (std::string_view rest = listed; !rest.empty();) {
    const std::string name(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("MPIT_VARIANT", name.c_str(), 1);
      return;
    }
    end_like_child(child);
  }
  ::_exit(0);
}

}  // namespace

std::span<const NamedVariant> named_variants() { return variants; }

Variant variant_of(std::string_view names, std::vector<std::string>& unknown) {
  Variant variant;
  if (names.empty()) return variant;
  variant.specimens = Variant::Specimens::few;
  for (;;) {
    const std::string_view name = names.substr(0, names.find('+'));
    const auto* const found = std::find_if(std::begin(variants), std::end(variants),
                                           [&](const auto& known) { return known.name == name; });
    if (found != std::end(variants)) {
      found->apply(variant);
    } else {
      unknown.emplace_back(name);
    }
    if (name.size() == names.size()) return variant;
    names.remove_prefix(name.size() + 1);
  }
}

std::optional<Variant> variant_from_environment() {
  const char* const names = std::getenv("MPIT_VARIANT");
  if (names == nullptr || *names == '\0') return std::nullopt;
  std::vector<std::string> unknown;
  const Variant variant = variant_of(names, unknown);
  for (const std::string& name : unknown) {
    std::fprintf(stderr, "mpitcheck reference: MPIT_VARIANT: no variant '%s'\n", name.c_str());
  }
  return variant;
}

}  // namespace mpit
