# SPDX-License-Identifier: BSD-3-Clause
# Which MPIT_ functions the header declares, so that a test can hold them against the draft's index.

# Writes `file` with one MPITCHECK_DRAFT_FUNCTION("MPIT_x") per function of the header.
function(mpitcheck_list_draft_functions file)
  set(header ${CMAKE_CURRENT_SOURCE_DIR}/mpit_draft2011.h)
  file(STRINGS ${header} declarations REGEX "^static inline [a-z]+ MPIT_")
  set(lines "// Written at configure time from mpit_draft2011.h.\n")
  foreach(declaration IN LISTS declarations)
    string(REGEX MATCH "MPIT_[A-Za-z_]+" name "${declaration}")
    string(APPEND lines "MPITCHECK_DRAFT_FUNCTION(\"${name}\")\n")
  endforeach()
  mpitcheck_write(${file} "${lines}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
endfunction()
