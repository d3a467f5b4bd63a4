// Module fathom._core: the library as plain functions. The package's Python files add defaults, names and documentation.
#include <vector>

#include "bindings.hpp"
#include "fathom/version.hpp"

namespace fathom_python {
namespace {

// A function, because files register before the module is initialized, in an order that nothing defines.
std::vector<void (*)(nb::module_&)>& registry() {
  static std::vector<void (*)(nb::module_&)> bindings;
  return bindings;
}

}  // namespace

registered_bindings::registered_bindings(void (*add)(nb::module_& m)) { registry().push_back(add); }

}  // namespace fathom_python

NB_MODULE(_core, m) {
  m.doc() = "Extension module of fathom. Use the functions of the package fathom instead.";
  m.attr("__version__") = fathom_python::nb::str(fathom::version().data(), fathom::version().size());
  // Objects still referenced at interpreter exit (by another module, say) are harmless, so do not warn users.
  fathom_python::nb::set_leak_warnings(false);
  for (const auto add : fathom_python::registry()) add(m);
}
