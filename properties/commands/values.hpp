// SPDX-License-Identifier: BSD-3-Clause
// What the value of a pvar's handle must be: given by mirrors that a witness feeds, and where no
// mirror can know, by relations.
#pragma once

#include "properties/commands/case_state.hpp"

namespace mpitcheck::properties {

/// Lets the mirrors see what the pvar's witness shows now. True if that has not moved since the
/// last time; false also without a witness.
bool observe(CaseState& state, PvarUse& use);
/// A continuous sum may show what was counted before its handle (A26): the mirrors begin with that.
void take_over_base(CaseState& state, PvarUse& use);

/// A call on the handle (or on all of its session) took effect: what is known is brought up to
/// date. `quiet`: the pvar did not move meanwhile.
void note_switch(CaseState& state, PvarUse& use, bool on, bool quiet);
void note_reset(CaseState& state, PvarUse& use, bool quiet);
/// Whether it was reset nobody knows.
void note_perhaps_reset(CaseState& state, PvarUse& use);
void note_write(CaseState& state, PvarUse& use, const ValueBuffer& value, bool quiet);

/// Judges a value that was read with success, and remembers it.
void check_value(CaseState& state, PvarUse& use, const ValueBuffer& value, bool quiet);

/// Something was done in `session`: if handles of others show it, that is to blame.
void suspect_others(CaseState& state, const Session& session, bool Suspicion::*what);

}  // namespace mpitcheck::properties
