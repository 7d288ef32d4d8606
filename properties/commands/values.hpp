// SPDX-License-Identifier: BSD-3-Clause
// The required value of a pvar's handle. The mirrors, which get the witness's values, predict it.
// Where they cannot, a relation bounds it.
#pragma once

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

/// Passes the current value of the pvar's witness to the mirrors. True if it is unchanged since the
/// last time; false also without a witness.
bool observe(CaseState& state, PvarUse& use);
/// A continuous sum may include what was counted before its handle existed (A26). The mirrors start
/// from that value.
void take_over_base(CaseState& state, PvarUse& use);

/// Call these after a successful operation on the handle, or on all handles of its session. They
/// update what is known of the handles. `quiet`: the pvar did not change meanwhile.
void note_switch(CaseState& state, PvarUse& use, bool on, bool quiet);
void note_reset(CaseState& state, PvarUse& use, bool quiet);
/// Call it if the handle may or may not have been reset.
void note_perhaps_reset(CaseState& state, PvarUse& use);
void note_write(CaseState& state, PvarUse& use, const ValueBuffer& value, bool quiet);

/// Judges a value that was read successfully, and stores it.
void check_value(CaseState& state, PvarUse& use, const ValueBuffer& value, bool quiet);

/// Records an operation in `session` as the suspect if handles of other sessions change.
void suspect_others(CaseState& state, const Session& session, bool Suspicion::*what);

}  // namespace mpitcheck::properties
