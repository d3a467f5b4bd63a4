// Bindings of spanning forests.
#include <algorithm>
#include <vector>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/spanning_forest.hpp"
#include "graphs.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

nb::tuple listed(fathom::spanning_forest_result found) {
  fathom::array<fathom::vertex_id> ends(2 * found.edges.size());
  fathom::array<double> weights(found.edges.size());
  for (std::size_t i = 0; i < found.edges.size(); ++i) {
    ends[2 * i] = found.edges[i].from, ends[2 * i + 1] = found.edges[i].to;
    weights[i] = found.edges[i].weight;
  }
  const std::size_t size = found.edges.size();
  return nb::make_tuple(hand_over(std::move(ends), {size, 2}), hand_over(std::move(weights)), found.weight, found.trees,
                        unread(std::move(found.report)));
}

fathom::forest_weight total_of(bool maximum) { return maximum ? fathom::forest_weight::maximum : fathom::forest_weight::minimum; }

nb::tuple spanning_forest(const held_graph& held, bool maximum, nb::object progress) {
  call c(0, std::move(progress));
  return listed(c.run([&] { return fathom::spanning_forest(held.g, {.total = total_of(maximum), .control = c.control}); }));
}

// For rows in any order, which edges of equal weight keep. Each edge must have its reverse of the same weight; arguments come from
// the NetworkX backend and are not checked.
nb::tuple ordered_spanning_forest(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends,
                                  const host_array_of<double>& weights, bool maximum) {
  call c(0, nb::none());
  fathom::graph_arrays rows;
  rows.offsets = borrow<fathom::edge_offset>(offsets);
  rows.targets = borrow<fathom::vertex_id>(ends);
  rows.wide_weights = borrow<double>(weights);
  rows.properties.sorted = false;
  const fathom::graph g(std::move(rows));
  return listed(c.run([&] { return fathom::spanning_forest(g, {.total = total_of(maximum), .control = c.control}); }));
}

}  // namespace

const registered_bindings forest_bindings{[](nb::module_& m) {
  define(m, "spanning_forest", spanning_forest, "graph", "maximum", progress);
  define(m, "ordered_spanning_forest", ordered_spanning_forest, "offsets", "ends", "weights", "maximum");
}};

}  // namespace fathom_python
