# find_package(fathom CONFIG) and pkg-config for the installed library.
include(CMakePackageConfigHelpers)
