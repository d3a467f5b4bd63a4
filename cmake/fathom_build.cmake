# Compiler settings of all targets.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# fathom_settings(TARGET): warnings and sanitizers, for this project's targets only. They are not exported.
function(fathom_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(FATHOM_WARNINGS)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>>)
  endif()
  # Files that are compiled together see each other's file-local names; the builds that compile each alone warn of real shadowing.
  # To GCC, files of a batch are headers, in which classes with file-local bases are suspect.
  get_target_property(unity ${target} UNITY_BUILD)
  if(unity)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow
                           $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>>)
  endif()
  if(FATHOM_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${FATHOM_SANITIZE} -fno-omit-frame-pointer
                                             -fno-sanitize-recover=all>)
    target_link_options(${target} PRIVATE -fsanitize=${FATHOM_SANITIZE})
  endif()
endfunction()
