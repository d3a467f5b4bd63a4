// Module fathom._core: the library as plain functions. The package's Python files add defaults, names and documentation.
#include "bindings.hpp"
#include "fathom/version.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
  m.doc() = "Extension module of fathom. Use the functions of the package fathom instead.";
  m.attr("__version__") = nb::str(fathom::version().data(), fathom::version().size());
  // Objects still referenced at interpreter exit (by another module, say) are harmless, so do not warn users.
  nb::set_leak_warnings(false);
  fathom_python::bind_errors(m);
  fathom_python::bind_reports(m);
  fathom_python::bind_devices(m);
  fathom_python::bind_graphs(m);
  fathom_python::bind_generators(m);
  fathom_python::bind_searches(m);
  fathom_python::bind_weighted(m);
  fathom_python::bind_structure(m);
  fathom_python::bind_centralities(m);
  fathom_python::bind_neighbors(m);
  fathom_python::bind_ordered(m);
  fathom_python::bind_dijkstra(m);
  fathom_python::bind_programs(m);
}
