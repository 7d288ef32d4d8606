// SPDX-License-Identifier: BSD-3-Clause
// One function that harms its process. It does not break a rule but tests the quarantine: see
// `mpitcheck prove blast`.
#pragma once

#include <string>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {

/// Installs "FUNCTION:HARM", or "FUNCTION:HARM:NUMBER" for only the object of that number
/// (conformance/harness/calls/object.hpp). HARM is segv, abort, exit0, exit1, hang or refuse.
/// Returns false for any other text.
bool put_blast_in_force(const std::string& blast, Interface& mpi);

}  // namespace mpitcheck::faults
