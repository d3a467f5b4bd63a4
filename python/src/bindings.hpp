// Registry of bindings: each source file registers what it adds to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace fathom_python {

namespace nb = nanobind;

/// A constant of this type in a source file is all that adds the file's classes and functions to the module.
struct registered_bindings {
  explicit registered_bindings(void (*add)(nb::module_& m));
};

}  // namespace fathom_python
