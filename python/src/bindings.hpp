// Binding functions of the module, one per source file.
#pragma once

#include <nanobind/nanobind.h>

namespace fathom_python {

namespace nb = nanobind;

void bind_errors(nb::module_& m);
void bind_reports(nb::module_& m);
void bind_devices(nb::module_& m);
void bind_graphs(nb::module_& m);
void bind_generators(nb::module_& m);
void bind_searches(nb::module_& m);
void bind_weighted(nb::module_& m);
void bind_structure(nb::module_& m);
void bind_centralities(nb::module_& m);
void bind_neighbors(nb::module_& m);
void bind_ordered(nb::module_& m);
void bind_dijkstra(nb::module_& m);
void bind_programs(nb::module_& m);

}  // namespace fathom_python
