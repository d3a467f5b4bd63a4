#include <fmt/format.h>

#include <memory>
#include <utility>

#include "fathom/graph.hpp"
#include "gpu/backend.hpp"
#include "graph/shared_arrays.hpp"

namespace fathom {
namespace {

rows_on_device copy_rows(const array<edge_offset>& offsets, const array<vertex_id>& targets, device where) {
  return {to_device(offsets.view(), where), to_device(targets.view(), where)};
}

}  // namespace

graph with_rows_on(const graph& g, device where) {
  const graph_arrays& from = g.arrays();
  const bool there = !from.device_out.offsets.empty() && from.device_out.offsets.where() == where;
  if (where.kind == device_kind::cpu || there || from.offsets.empty()) return g;
  gpu(where).require_memory(
      where, from.offsets.bytes() + from.targets.bytes() + from.in_offsets.bytes() + from.in_targets.bytes(),
      fmt::format("the adjacency rows of a graph of {} vertices and {} directed edges", g.num_vertices(), g.num_edges()));
  const auto keeper = std::make_shared<const graph>(g);
  graph_arrays to;
  to.offsets = shared_with(keeper, from.offsets), to.targets = shared_with(keeper, from.targets);
  to.weights = shared_with(keeper, from.weights), to.wide_weights = shared_with(keeper, from.wide_weights);
  to.in_offsets = shared_with(keeper, from.in_offsets), to.in_targets = shared_with(keeper, from.in_targets);
  to.in_weights = shared_with(keeper, from.in_weights), to.in_wide_weights = shared_with(keeper, from.in_wide_weights);
  to.original_ids = shared_with(keeper, from.original_ids);
  to.labels = {shared_with(keeper, from.labels.offsets), shared_with(keeper, from.labels.text)};
  to.properties = from.properties;
  to.device_out = copy_rows(from.offsets, from.targets, where);
  if (!from.in_offsets.empty()) to.device_in = copy_rows(from.in_offsets, from.in_targets, where);
  return graph(std::move(to));
}

}  // namespace fathom
