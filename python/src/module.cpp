// fathom._core: the library as plain functions. The package's Python files give them defaults, names and documentation.
#include "bindings.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
  m.doc() = "The compiled part of fathom. Use the functions of the package fathom instead.";
  m.attr("__version__") = FATHOM_VERSION;
  // What is still referred to when the interpreter ends (by another module, say) is no news for users.
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
