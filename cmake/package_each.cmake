# SPDX-License-Identifier: BSD-3-Clause
# Per kind of package: Debian's has a place, the others are a folder that may be put anywhere.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/mpitcheck)
endif()
