# Parts of the library: one object library per folder of src/ that has a CMakeLists.txt.

# fathom_part(NAME [USES PARTS...] [SOURCES FILES...] [CUDA FILES...]): a part and its files. Files after CUDA are compiled only in
# builds with CUDA. USES names the parts whose headers it includes; scripts/check-layers compares that with the includes.
function(fathom_part name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;SOURCES;CUDA")
  set(sources ${arg_SOURCES})
  if(fathom_has_cuda)
    list(APPEND sources ${arg_CUDA})
  endif()
  if(NOT sources)
    return()
  endif()
  set(part fathom_${name})
  add_library(${part} OBJECT ${sources})
  fathom_settings(${part})
  set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${part} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${part} PRIVATE OpenMP::OpenMP_CXX Threads::Threads fmt::fmt nlohmann_json::nlohmann_json)
  if(fathom_has_cuda)
    target_link_libraries(${part} PRIVATE CUDA::cudart_static)
  endif()
  # Coverage of the readers guides the fuzz harnesses; that of other parts would only slow them down.
  if(FATHOM_FUZZ AND name MATCHES "^(base|graph|io|reach_file)$")
    target_compile_options(${part} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  target_sources(fathom PRIVATE $<TARGET_OBJECTS:${part}>)
  set_property(GLOBAL APPEND PROPERTY fathom_parts ${part})
endfunction()
