// SPDX-License-Identifier: BSD-3-Clause
// Names of objects, and what info objects say of communicators.
#pragma once

#include <string>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// Names an object; longer texts are cut.
void set_name(std::string& name, const char* text);
/// Tells a name, into room for the longest.
void get_name(const std::string& name, char* text, int* length);

/// Takes the assertions over that `info` has; none from MPI_INFO_NULL. Other keys, and other values
/// than true and false, are ignored.
void note_assertions(Call& call, MPI_Info info, Assertions& assertions);

}  // namespace mpit::runtime
