// Registry of bindings: each source file registers what it adds to the module.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

namespace fathom_python {

namespace nb = nanobind;

/// A constant of this type in a source file is all that adds the file's classes and functions to the module.
struct registered_bindings {
  explicit registered_bindings(void (*add)(nb::module_& m));
};

/// Name of an argument that may be None.
struct or_none {
  const char* name;
};

inline constexpr or_none progress{"progress"};

inline auto argument_named(const char* name) { return nb::arg(name); }
inline auto argument_named(or_none argument) { return nb::arg(argument.name).none(); }

/// Adds a function whose arguments have these names.
template <class Function, class... Names>
void define(nb::module_& m, const char* name, Function&& function, Names... arguments) {
  m.def(name, std::forward<Function>(function), argument_named(arguments)...);
}

}  // namespace fathom_python
