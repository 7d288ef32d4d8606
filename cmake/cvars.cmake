# SPDX-License-Identifier: BSD-3-Clause
# Control variables out of comments, in the build.

# mpit_generate_cvars(target FILES file... | DIRECTORY folder...
#                     [NAMESPACE name] [CLASS name] [PREFIX prefix] [ENV_PREFIXES prefix...]
#                     [HEADER name.hpp] [MARKDOWN file])
# Adds to `target` the registration of the control variables that these sources declare in
# MPI_T_CVAR_INFO_BLOCK comments. The target's sources include it as HEADER (default
# <target>_cvars.hpp). MARKDOWN: the reference page (default: beside the header). Runs again when a
# source changes or a file comes into a folder; what is generated changes only with the blocks.
function(mpit_generate_cvars target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE;CLASS;PREFIX;HEADER;MARKDOWN"
                        "FILES;DIRECTORY;ENV_PREFIXES")
  if(arg_UNPARSED_ARGUMENTS OR NOT (arg_FILES OR arg_DIRECTORY))
    message(FATAL_ERROR "mpit_generate_cvars(${target}): needs FILES or DIRECTORY; unknown arguments: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_HEADER)
    set(arg_HEADER ${target}_cvars.hpp)
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/cvars)
  get_filename_component(name "${arg_HEADER}" NAME_WE)
  if(NOT arg_MARKDOWN)
    set(arg_MARKDOWN ${folder}/${name}.md)
  endif()
  set(inputs)
  foreach(input IN LISTS arg_FILES arg_DIRECTORY)
    get_filename_component(input "${input}" ABSOLUTE)
    list(APPEND inputs ${input})
  endforeach()
  set(options)
  foreach(option NAMESPACE CLASS PREFIX)
    if(arg_${option})
      string(TOLOWER ${option} flag)
      list(APPEND options --${flag} ${arg_${option}})
    endif()
  endforeach()
  if(arg_ENV_PREFIXES)
    list(JOIN arg_ENV_PREFIXES "," prefixes)
    list(APPEND options --env-prefix ${prefixes})
  endif()

  # In the function: a variable of this file is not seen by folders beside the one that includes it.
  file(GLOB cvargen_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/reference/cvargen/*.py)
  set(stamp ${folder}/${name}.stamp)
  set(generated ${folder}/${name}.cpp ${folder}/${arg_HEADER})
  # The stamp is what is always written, so that unchanged output compiles nothing again.
  add_custom_command(
    OUTPUT ${stamp}
    BYPRODUCTS ${generated} ${arg_MARKDOWN}
    COMMAND ${MPITCHECK_PYTHON} ${PROJECT_SOURCE_DIR}/reference/cvargen/cvargen.py --strict --quiet ${options} --base ${PROJECT_SOURCE_DIR}
      --output-source ${folder}/${name}.cpp --output-header ${folder}/${arg_HEADER}
      --output-markdown ${arg_MARKDOWN} --stamp ${stamp} --depfile ${stamp}.d ${inputs}
    DEPENDS ${cvargen_files} ${arg_FILES}
    DEPFILE ${stamp}.d
    COMMENT "Generating control variables for ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${stamp} ${generated})
  target_include_directories(${target} PUBLIC ${folder})
  target_link_libraries(${target} PUBLIC mpit_cvar_registrar)
endfunction()
