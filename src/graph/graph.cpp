#include "fathom/graph.hpp"

#include <algorithm>

namespace fathom {
namespace {

graph_view view_of(const graph_arrays& a) {
  graph_view view;
  if (a.offsets.empty()) return view;
  view.num_vertices = static_cast<vertex_id>(a.offsets.size() - 1);
  view.num_edges = a.targets.size();
  view.directed = a.properties.directed;
  const auto data_of = [](const auto& values) { return values.empty() ? nullptr : values.data(); };
  view.out = {a.offsets.data(), a.targets.data(), data_of(a.weights), data_of(a.wide_weights)};
  if (!view.directed) view.in = view.out;
  if (view.directed && !a.in_offsets.empty()) {
    view.in = {a.in_offsets.data(), a.in_targets.data(), data_of(a.in_weights), data_of(a.in_wide_weights)};
  }
  return view;
}

}  // namespace

graph::graph() : arrays_(std::make_shared<const graph_arrays>()) {}

graph::graph(graph_arrays arrays) : arrays_(std::make_shared<const graph_arrays>(std::move(arrays))), view_(view_of(*arrays_)) {}

std::uint64_t graph::bytes() const noexcept {
  const graph_arrays& a = *arrays_;
  return a.offsets.bytes() + a.targets.bytes() + a.weights.bytes() + a.in_offsets.bytes() + a.in_targets.bytes() +
         a.in_weights.bytes() + a.wide_weights.bytes() + a.in_wide_weights.bytes() + a.original_ids.bytes() +
         a.labels.offsets.bytes() + a.labels.text.bytes();
}

std::uint64_t graph::original_id(vertex_id v) const noexcept {
  return arrays_->original_ids.empty() ? v : arrays_->original_ids[v];
}

std::optional<vertex_id> graph::find_vertex(std::uint64_t id) const noexcept {
  const auto ids = arrays_->original_ids.view();
  if (ids.empty() && !arrays_->labels.empty()) return std::nullopt;  // a position is not a name
  if (ids.empty()) return id < num_vertices() ? std::optional(static_cast<vertex_id>(id)) : std::nullopt;
  const auto at = std::lower_bound(ids.begin(), ids.end(), id);
  if (at == ids.end() || *at != id) return std::nullopt;
  return static_cast<vertex_id>(at - ids.begin());
}

std::optional<vertex_id> graph::find_label(std::string_view label) const noexcept {
  const vertex_labels& labels = arrays_->labels;
  for (vertex_id v = 0; !labels.empty() && v < num_vertices(); ++v) {
    if (labels[v] == label) return v;
  }
  return std::nullopt;
}

std::string graph::name(vertex_id v) const {
  return arrays_->labels.empty() ? std::to_string(original_id(v)) : std::string(arrays_->labels[v]);
}

}  // namespace fathom
