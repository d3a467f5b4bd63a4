// Bindings of shortest paths between two vertices.
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/shortest_path.hpp"
#include "graphs.hpp"
#include "names.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

constexpr named<fathom::path_length> lengths_named[] = {{"hops", fathom::path_length::hops},
                                                        {"weights", fathom::path_length::weights}};

// A path_finder and the graph that checks vertex numbers. One call at a time uses it.
struct held_finder {
  const held_graph* graph;
  fathom::path_finder finder;
};

held_finder make_finder(const held_graph& held, const std::string& length) {
  call c(0, nb::none());
  fathom::shortest_path_options options;
  options.length = value_named("length", length, lengths_named);
  options.control = c.control;
  return {&held, c.run([&] { return fathom::path_finder(held.g, options); })};
}

nb::tuple find(held_finder& held, std::int64_t source, std::int64_t target) {
  const fathom::vertex_id from = held.graph->vertex(source, "source"), to = held.graph->vertex(target, "target");
  call c(0, nb::none());
  fathom::shortest_path_result found = c.run([&] { return held.finder.find(from, to, c.control.stop); });
  nb::list path;
  for (const fathom::vertex_id v : found.vertices) path.append(v);
  return nb::make_tuple(found.length, path, unread(std::move(found.report)));
}

}  // namespace

const registered_bindings path_bindings{[](nb::module_& m) {
  nb::class_<held_finder>(m, "PathFinder").def("find", find, nb::arg("source"), nb::arg("target"));
  m.def("path_finder", make_finder, nb::arg("graph"), nb::arg("length"), nb::keep_alive<0, 1>());
}};

}  // namespace fathom_python
