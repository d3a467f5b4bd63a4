#include "components/cuda/forest.hpp"

#include "components/cuda/connected_kernels.cuh"

namespace fathom::components_engine {
namespace {

constexpr unsigned piece_blocks = 1024;  // usually there are few pieces
constexpr vertex_id first_share = 64;

// Upper bound: in both directions, each row may end in a partial piece.
std::uint64_t most_pieces_to_link(edge_offset num_edges) { return 4 * (num_edges / piece_edges + 1); }

}  // namespace

void find_frequent_label(vertex_id n, const vertex_id* labels, vertex_id* label, const cuda::stream& s) {
  frequent_label_kernel<<<1, samples, 0, s.get()>>>(n, labels, label);
  cuda::check_launch("sampling labels");
}

device_forest::device_forest(vertex_id num_vertices, edge_offset num_edges, const cuda::stream& s)
    : parent_(num_vertices, s), frequent_(1, s), pieces_(most_pieces_to_link(num_edges), s), num_pieces_(1, s) {}

std::uint64_t device_forest::bytes(vertex_id num_vertices, edge_offset num_edges) {
  return num_vertices * sizeof(vertex_id) + most_pieces_to_link(num_edges) * sizeof(piece_to_link);
}

void device_forest::sample(const rows_to_link& g, const cuda::stream& s) {
  const unsigned blocks = cuda::wide_grid(g.num_vertices), row_blocks = cuda::wide_grid(g.rows);
  vertex_id* const parent = parent_.data();
  first_links_kernel<<<blocks, cuda::wide_block, 0, s.get()>>>(g, parent);
  compress_kernel<<<blocks, cuda::wide_block, 0, s.get()>>>(g.num_vertices, parent);
  // A fraction of the vertices first: later links mostly find their endpoints already joined, which avoids contention on the roots
  // of large trees.
  second_links_kernel<<<cuda::wide_grid(g.rows / first_share), cuda::wide_block, 0, s.get()>>>(g, parent, first_share);
  compress_kernel<<<blocks, cuda::wide_block, 0, s.get()>>>(g.num_vertices, parent);
  second_links_kernel<<<row_blocks, cuda::wide_block, 0, s.get()>>>(g, parent, 1);
  flatten_kernel<<<blocks, cuda::wide_block, 0, s.get()>>>(g.num_vertices, parent);
  cuda::check_launch("finding components");
}

void device_forest::link_rest(const rows_to_link& g, const cuda::stream& s) {
  const unsigned blocks = cuda::wide_grid(g.num_vertices), row_blocks = cuda::wide_grid(g.rows);
  const piece_list list{pieces_.data(), num_pieces_.data()};
  vertex_id* const parent = parent_.data();
  cuda::check(cudaMemsetAsync(num_pieces_.data(), 0, num_pieces_.bytes(), s.get()), "clearing a list");
  find_frequent_label(g.num_vertices, parent, frequent_.data(), s);
  remaining_links_kernel<<<row_blocks, cuda::wide_block, 0, s.get()>>>(g, parent, frequent_.data(), list);
  pieces_kernel<<<piece_blocks, cuda::wide_block, 0, s.get()>>>(g, parent, list);
  flatten_kernel<<<blocks, cuda::wide_block, 0, s.get()>>>(g.num_vertices, parent);
  cuda::check_launch("finding components");
}

void device_forest::merge(const vertex_id* theirs, const cuda::stream& s) {
  const auto n = static_cast<vertex_id>(parent_.size());
  merge_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(n, parent_.data(), theirs);
  flatten_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(n, parent_.data());
  cuda::check_launch("finding components");
}

}  // namespace fathom::components_engine
