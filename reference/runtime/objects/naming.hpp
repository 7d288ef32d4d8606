// SPDX-License-Identifier: BSD-3-Clause
// Names of objects, and the info objects of communicators.
#pragma once

#include <string>

#include "reference/runtime/call.hpp"

namespace mpit::runtime {

/// Sets the name of an object; longer texts are cut.
void set_name(std::string& name, const char* text);
/// Stores a name into room for the longest one.
void get_name(const std::string& name, char* text, int* length);

/// Copies the assertions of `info`; none for MPI_INFO_NULL. Other keys, and values other than true
/// and false, are ignored.
void note_assertions(Call& call, MPI_Info info, Assertions& assertions);

}  // namespace mpit::runtime
