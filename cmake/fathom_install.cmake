# Installation of headers, library, program, CMake package (find_package(fathom CONFIG)) and pkg-config file.
include(CMakePackageConfigHelpers)

set(fathom_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fathom")

install(TARGETS fathom EXPORT fathom-targets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/fathom" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Users of a static library must link its dependencies, too; a shared library contains them or loads them itself.
# fathom_dependencies is for find_package; fathom_pc_requires and fathom_pc_libs are for pkg-config.
set(fathom_dependencies "")
set(fathom_pc_requires "")
set(fathom_pc_libs "")
get_target_property(fathom_kind fathom TYPE)
if(TARGET fathom_program AND fathom_kind STREQUAL "SHARED_LIBRARY")
  # Relative, so that an installed tree can be moved.
  file(RELATIVE_PATH fathom_bin_to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set_property(TARGET fathom_program APPEND PROPERTY INSTALL_RPATH "$ORIGIN/${fathom_bin_to_lib}")
endif()
if(fathom_kind STREQUAL "STATIC_LIBRARY")
  get_target_property(fathom_links fathom LINK_LIBRARIES)
  string(APPEND fathom_dependencies "find_dependency(OpenMP COMPONENTS CXX)\nfind_dependency(Threads)\nfind_dependency(fmt)\n")
  set(fathom_pc_requires "fmt")
  list(TRANSFORM OpenMP_CXX_LIB_NAMES PREPEND "-l" OUTPUT_VARIABLE fathom_pc_libs)
  list(JOIN fathom_pc_libs " " fathom_pc_libs)
  string(APPEND fathom_pc_libs " -ldl")
  if("LibArchive::LibArchive" IN_LIST fathom_links)
    string(APPEND fathom_dependencies "find_dependency(LibArchive)\nfind_dependency(ZLIB)\n")
    string(APPEND fathom_pc_requires " libarchive zlib")
  endif()
  if(fathom_links MATCHES "LibXml2::LibXml2")
    string(APPEND fathom_dependencies "find_dependency(LibXml2)\n")
    string(APPEND fathom_pc_requires " libxml-2.0")
  endif()
  if("MPI::MPI_CXX" IN_LIST fathom_links)
    string(APPEND fathom_dependencies "find_dependency(MPI COMPONENTS CXX)\n")
    list(JOIN MPI_CXX_LIBRARIES " " fathom_mpi_libs)
    string(APPEND fathom_pc_libs " ${MPI_CXX_LINK_FLAGS} ${fathom_mpi_libs}")
  endif()
  if("CUDA::cudart_static" IN_LIST fathom_links)
    string(APPEND fathom_dependencies "find_dependency(CUDAToolkit)\n")
    string(APPEND fathom_pc_libs " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt")
  endif()
endif()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/fathom-config.cmake.in" "${PROJECT_BINARY_DIR}/fathom-config.cmake"
                              INSTALL_DESTINATION "${fathom_cmake_dir}" NO_SET_AND_CHECK_MACRO)
# Before 1.0, a minor version may change the API.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/fathom-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/fathom-config.cmake" "${PROJECT_BINARY_DIR}/fathom-config-version.cmake"
        DESTINATION "${fathom_cmake_dir}")
install(EXPORT fathom-targets NAMESPACE fathom:: DESTINATION "${fathom_cmake_dir}")

# The prefix is relative to the .pc file, so that an installed tree can be moved.
file(RELATIVE_PATH fathom_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${CMAKE_CURRENT_LIST_DIR}/fathom.pc.in" "${PROJECT_BINARY_DIR}/fathom.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/fathom.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
