# SPDX-License-Identifier: BSD-3-Clause
# The files of the pages, put into the program.
set(page_files ${CMAKE_CURRENT_BINARY_DIR}/page_files.cpp)
set(pages page.html page.css common.js overview.js rules.js page.js compare_page.html compare_page.css compare_page.js)
list(TRANSFORM pages PREPEND report/)
add_custom_command(
  OUTPUT ${page_files}
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/report -DOUTPUT=${page_files}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/report/embed.cmake
  DEPENDS report/embed.cmake ${pages}
  COMMENT "Embedding the pages" VERBATIM)
target_sources(mpitcheck_report PRIVATE ${page_files})
