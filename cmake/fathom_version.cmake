# One version everywhere: project(fathom VERSION ...) in CMakeLists.txt states it, and the public header has to agree.
set(fathom_version_header "${CMAKE_CURRENT_LIST_DIR}/../include/fathom/version.hpp")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${fathom_version_header}")

# fathom_check_version(MACRO PATTERN EXPECTED): the header defines MACRO as EXPECTED.
function(fathom_check_version macro pattern expected)
  file(READ "${fathom_version_header}" text)
  set(found "missing")
  if(text MATCHES "#define ${macro} ${pattern}\n")
    set(found "${CMAKE_MATCH_1}")
  endif()
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "${macro} in include/fathom/version.hpp is '${found}', but CMakeLists.txt states version ${PROJECT_VERSION}; "
                        "change both")
  endif()
endfunction()

fathom_check_version(FATHOM_VERSION_MAJOR "([0-9]+)" "${PROJECT_VERSION_MAJOR}")
fathom_check_version(FATHOM_VERSION_MINOR "([0-9]+)" "${PROJECT_VERSION_MINOR}")
fathom_check_version(FATHOM_VERSION_PATCH "([0-9]+)" "${PROJECT_VERSION_PATCH}")
fathom_check_version(FATHOM_VERSION "\"([^\"]*)\"" "${PROJECT_VERSION}")
