// SPDX-License-Identifier: BSD-3-Clause
// One function that harms its process: not a broken rule but a proof of the quarantine, see
// `mpitcheck prove blast`.
#pragma once

#include <string>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// Puts "FUNCTION:HARM" in force, or "FUNCTION:HARM:NUMBER" for the object of that number alone
/// (conformance/harness/calls/object.hpp). HARM is segv, abort, exit0, exit1, hang or refuse. False
/// if it is none of these.
bool put_blast_in_force(const std::string& blast, Interface& mpi);

}  // namespace mpitcheck::faults
