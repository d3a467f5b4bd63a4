// Bindings of biconnected components.
#include <memory>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/biconnected.hpp"
#include "graphs.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

// Pairs as an array of shape (k, 2).
nb::object pairs_of(std::vector<fathom::vertex_pair> pairs) {
  static_assert(sizeof(fathom::vertex_pair) == 2 * sizeof(fathom::vertex_id));
  auto kept = std::make_unique<std::vector<fathom::vertex_pair>>(std::move(pairs));
  const auto data = reinterpret_cast<fathom::vertex_id*>(kept->data());
  const std::size_t size = kept->size();
  const nb::capsule owner(kept.get(), [](void* held) noexcept { delete static_cast<std::vector<fathom::vertex_pair>*>(held); });
  kept.release();
  return view_of(data, {size, 2}, owner);
}

nb::tuple handed_over(fathom::biconnected_result found) {
  return nb::make_tuple(hand_over(std::move(found.offsets)), hand_over(std::move(found.vertices)),
                        pairs_of(std::move(found.bridges)), hand_over(std::move(found.articulation_points)),
                        hand_over(std::move(found.edge_offsets)), pairs_of(std::move(found.edges)),
                        unread(std::move(found.report)));
}

nb::tuple biconnected(const held_graph& held, bool list_edges, nb::object progress) {
  call c(0, std::move(progress));
  return handed_over(
      c.run([&] { return fathom::biconnected_components(held.g, {.list_edges = list_edges, .control = c.control}); }));
}

// For rows in any order, which the search follows. Each edge must have its reverse; arguments come from the NetworkX backend and
// are not checked.
nb::tuple ordered_biconnected(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends,
                              bool list_edges) {
  call c(0, nb::none());
  fathom::graph_arrays rows;
  rows.offsets = borrow<fathom::edge_offset>(offsets);
  rows.targets = borrow<fathom::vertex_id>(ends);
  rows.properties.sorted = false;
  const fathom::graph g(std::move(rows));
  return handed_over(c.run([&] { return fathom::biconnected_components(g, {.list_edges = list_edges, .control = c.control}); }));
}

}  // namespace

const registered_bindings biconnected_bindings{[](nb::module_& m) {
  define(m, "biconnected", biconnected, "graph", "list_edges", progress);
  define(m, "ordered_biconnected", ordered_biconnected, "offsets", "ends", "list_edges");
}};

}  // namespace fathom_python
