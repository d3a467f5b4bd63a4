#include "graph/cuda/graph_on_device.hpp"

#include "gpu/transfer.hpp"

namespace fathom {
namespace {

bool is_on(const rows_on_device& rows, device where) { return !rows.offsets.empty() && rows.offsets.where() == where; }

bool has_own_in_edges(const graph& g) { return g.directed() && g.has_in_edges(); }

}  // namespace

graph_on_device::graph_on_device(const graph& g, device where, const cuda::stream& s, directions needed) : view_(g.view()) {
  view_.out = place(g.view().out, g.arrays().device_out, g, where, out_, s);
  if (needed == directions::out)
    view_.in = {};
  else if (!g.directed())
    view_.in = view_.out;
  else if (g.has_in_edges())
    view_.in = place(g.view().in, g.arrays().device_in, g, where, in_, s);
}

adjacency_view graph_on_device::place(const adjacency_view& host, const rows_on_device& there, const graph& g, device where,
                                      copies& own, const cuda::stream& s) {
  if (is_on(there, where)) return {there.offsets.data(), there.targets.data()};
  own.offsets = cuda::upload(host.offsets, std::size_t{g.num_vertices()} + 1, s);
  own.targets = cuda::upload(host.targets, g.num_edges(), s);
  return {own.offsets.data(), own.targets.data()};
}

std::uint64_t graph_on_device::bytes(const graph& g, device where, directions needed) {
  const std::uint64_t rows = (std::uint64_t{g.num_vertices()} + 1) * sizeof(edge_offset) + g.num_edges() * sizeof(vertex_id);
  std::uint64_t bytes = is_on(g.arrays().device_out, where) ? 0 : rows;
  if (needed == directions::both && has_own_in_edges(g) && !is_on(g.arrays().device_in, where)) bytes += rows;
  return bytes;
}

}  // namespace fathom
