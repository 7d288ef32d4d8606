# SPDX-License-Identifier: BSD-3-Clause
# What a Debian package has beside its prefix: the command in /usr/bin; manual, completion, licence and changes where Debian has them.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(share ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
set(doc ${usr}/share/doc/${CPACK_PACKAGE_NAME})
file(MAKE_DIRECTORY ${usr}/bin ${doc})
file(CREATE_LINK ../lib/mpitcheck/bin/mpitcheck ${usr}/bin/mpitcheck SYMBOLIC)
file(COPY_FILE ${CPACK_RESOURCE_FILE_LICENSE} ${doc}/copyright)
foreach(folder man bash-completion)
  file(RENAME ${share}/${folder} ${usr}/share/${folder})
endforeach()
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * See the history of the sources for changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
execute_process(COMMAND gzip -9n ${doc}/changelog ${usr}/share/man/man1/mpitcheck.1 COMMAND_ERROR_IS_FATAL ANY)
