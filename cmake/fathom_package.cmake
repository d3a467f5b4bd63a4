# Debian package by `cpack -G DEB`: library, program, headers, man pages and completions.
set(CPACK_GENERATOR DEB)
# Debian's package "fathom" is a chess program with a higher version, which an upgrade would install instead.
set(CPACK_PACKAGE_NAME fathom-graph)
set(CPACK_PACKAGE_VENDOR "The Fathom developers")
set(CPACK_PACKAGE_CONTACT "The Fathom developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "breadth-first search on graphs, measured, validated, explained")
set(CPACK_PACKAGE_DESCRIPTION "Fathom measures depth in graphs: breadth-first search and related algorithms on CPUs and NVIDIA GPUs.
The package has the command-line program, the C++20 library and its headers.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# The development files of that chess program have libfathom.so, too.
set(CPACK_DEBIAN_PACKAGE_CONFLICTS libfathom-dev)
# Dependencies are those of the program and of a shared library, as dpkg-shlibdeps finds them.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(fathom_kind STREQUAL "SHARED_LIBRARY")
  # Also registers the library with ldconfig.
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
endif()
# mpirun is not a library, so dpkg-shlibdeps does not find it.
if(fathom_has_mpi)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mpi-default-bin")
endif()
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian_folders.cmake")
include(CPack)
