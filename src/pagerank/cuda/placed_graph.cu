#include "pagerank/cuda/placed_graph.hpp"

#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"
#include "graph/layout/cuda/transpose.hpp"

namespace fathom::pagerank_engine {
namespace {

// Minimum piece size of long rows, in edges; measured on graphs of 0.1 to 5 million edges.
constexpr unsigned least_piece = 256;

__global__ void strengths_kernel(vertex_id n, const edge_offset* out_offsets, double* strengths) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    strengths[v] = static_cast<double>(out_offsets[v + 1] - out_offsets[v]);
  }
}

}  // namespace

placed_graph::placed_graph(const device_request& request, device where, const cuda::stream& s) : r_(request), where_(where), s_(s) {
  const std::size_t n = r_.num_vertices;
  degrees_.n = r_.num_vertices;
  if (r_.out_strength) {
    strength_ = cuda::upload(r_.out_strength, n, s_);
    degrees_.strength = strength_.data();
  } else {
    degrees_.offsets = placed(r_.out.offsets, n + 1, out_offsets_);
  }
  if (r_.to_caller) to_caller_ = placed(r_.to_caller, n, to_caller_copy_);
}

template <class T>
const T* placed_graph::placed(const T* from, std::size_t size, cuda::buffer<T>& copy) {
  if (r_.on_device) return from;
  copy = cuda::upload(from, size, s_);
  return copy.data();
}

undirected_edges placed_graph::undirected() {
  if (r_.out_strength || !r_.in.offsets || r_.in.offsets != r_.out.offsets) return {};
  place_sources();
  return {degrees_.offsets, rows_.sources, r_.num_vertices, r_.num_edges};
}

void placed_graph::place_sources() {
  if (!rows_.sources) rows_.sources = placed(r_.in.targets, r_.num_edges, sources_);
}

const device_rows& placed_graph::rows() {
  if (rows_.n == 0) place_rows();
  return rows_;
}

row_parts placed_graph::cut() {
  if (rows_.n == 0) place_rows();
  return cut_.view();
}

void placed_graph::place_rows() {
  const std::size_t n = r_.num_vertices;
  if (r_.in.offsets) {
    const bool same = r_.in.offsets == r_.out.offsets;
    rows_.offsets = same ? degrees_.offsets : placed(r_.in.offsets, n + 1, in_offsets_);
    place_sources();
  } else {
    const vertex_id* const targets = placed(r_.out.targets, r_.num_edges, sources_);
    transposed_ =
        transposed({r_.num_vertices, r_.num_edges, degrees_.offsets, degrees_.offsets, targets, nullptr, nullptr}, where_, s_);
    rows_.offsets = transposed_.offsets.data(), rows_.sources = transposed_.targets.data();
    sources_ = {};
  }
  if (r_.in_weights) weights_ = cuda::upload(r_.in_weights, r_.num_edges, s_);
  rows_.weights = weights_.data();
  if (!r_.out_strength && rows_.offsets != degrees_.offsets) {
    strength_ = cuda::buffer<double>(n, s_);
    strengths_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s_.get()>>>(r_.num_vertices, degrees_.offsets, strength_.data());
    cuda::check_launch("counting edges");
  }
  rows_.strength = strength_.data();
  cut_ = cut_rows_on(r_.num_vertices, r_.num_edges, rows_.offsets, least_piece, where_, s_);
  rows_.n = r_.num_vertices;
}

std::uint64_t placed_graph::bytes(const device_request& r) {
  const std::uint64_t n = r.num_vertices, m = r.num_edges;
  const std::uint64_t rows = 2 * (n + 1) * sizeof(edge_offset) + m * sizeof(vertex_id);
  return (r.on_device ? 0 : rows) + (r.in.offsets ? 0 : transposing_bytes(n, m)) + (r.in_weights ? m * sizeof(edge_weight) : 0) +
         n * sizeof(double) + cut_rows_on::bytes(n, m, least_piece);
}

std::uint64_t placed_graph::most_pieces(const device_request& r) { return cut_rows_on::most_pieces(r.num_edges, least_piece); }

}  // namespace fathom::pagerank_engine
