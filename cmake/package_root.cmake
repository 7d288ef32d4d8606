# SPDX-License-Identifier: BSD-3-Clause
# What a Debian package has beside its prefix: the command in /usr/bin, the licence and the changes where Debian has them.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(doc ${usr}/share/doc/${CPACK_PACKAGE_NAME})
file(MAKE_DIRECTORY ${usr}/bin ${doc})
file(CREATE_LINK ../lib/mpitcheck/bin/mpitcheck ${usr}/bin/mpitcheck SYMBOLIC)
file(COPY_FILE ${CPACK_RESOURCE_FILE_LICENSE} ${doc}/copyright)
