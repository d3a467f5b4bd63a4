#include "bfs/validate/cuda/validated_graph.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "bfs/validate/cuda/tree_levels.cuh"

namespace fathom::validate_engine {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

cudaPointerAttributes attributes_of(const void* address) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, address), "querying the location of an array");
  return attributes;
}

unsigned blocks_for(std::uint64_t items) {
  constexpr std::uint64_t most = 1u << 12;  // several waves on any device; kernels loop over the rest
  return static_cast<unsigned>(std::min((items + block_threads - 1) / block_threads, most));
}

validated_graph::validated_graph(const graph& g, device where, bool weights, std::uint64_t bytes_per_vertex) : index_(where.index) {
  const std::uint64_t n = g.num_vertices(), m = g.num_edges();
  rows_.num_vertices = g.num_vertices();
  rows_.num_edges = m;
  if (n == 0) return;
  const rows_on_device& there = g.arrays().device_out;
  const bool is_there = !there.offsets.empty() && there.offsets.where() == where;
  const bool has_weights = weights && g.view().out.weights != nullptr;
  const std::uint64_t rows = is_there ? 0 : (n + 1) * sizeof(edge_offset) + m * sizeof(vertex_id);
  cuda::require_device_memory(rows + (has_weights ? m * sizeof(edge_weight) : 0) + n * bytes_per_vertex,
                              "validating on a graph of " + std::to_string(n) + " vertices and " + std::to_string(m) + " edges");
  if (!is_there) {
    offsets_ = cuda::upload(g.view().out.offsets, n + 1, stream_);
    targets_ = cuda::upload(g.view().out.targets, m, stream_);
  }
  if (has_weights) weights_ = cuda::upload(g.view().out.weights, m, stream_);
  rows_.offsets = is_there ? there.offsets.data() : offsets_.data();
  rows_.targets = is_there ? there.targets.data() : targets_.data();
  rows_.weights = has_weights ? weights_.data() : nullptr;
  found_ = buffer<findings>(1, stream_);
  stream_.wait("copying the graph to the device");
}

void validated_graph::clear_findings() const {
  check(cudaMemsetAsync(found_.data(), 0, sizeof(findings), stream_.get()), "clearing what was found");
}

findings validated_graph::read_findings() const {
  check_launch("validating");
  findings there{};
  check(cudaMemcpyAsync(&there, found_.data(), sizeof there, cudaMemcpyDeviceToHost, stream_.get()), "copying what was found");
  stream_.wait("validating");
  return there;
}

bool validated_graph::lead_to_source(vertex_id source, const vertex_id* predecessors, buffer<tree_link>& links) const {
  const vertex_id n = rows_.num_vertices;
  if (!links.data()) links = buffer<tree_link>(n, stream_);
  const unsigned blocks = blocks_for(n);
  clear_findings();
  first_links_kernel<<<blocks, block_threads, 0, stream_.get()>>>(n, source, predecessors, links.data(), found());
  findings now = read_findings();
  if (now.wrong != 0) return false;
  for (int rounds = std::bit_width(n); now.unfinished != 0; --rounds) {
    if (rounds == 0) return false;  // a cycle
    clear_findings();
    double_links_kernel<<<blocks, block_threads, 0, stream_.get()>>>(n, source, links.data(), found());
    now = read_findings();
  }
  return true;
}

void validated_graph::take_levels(vertex_id source, const buffer<tree_link>& links, hop_count* levels) const {
  tree_levels_kernel<<<blocks_for(rows_.num_vertices), block_threads, 0, stream_.get()>>>(rows_.num_vertices, source, links.data(),
                                                                                          levels);
  check_launch("copying levels of a tree");
}

}  // namespace fathom::validate_engine
