#include "graph/partition/cuda/edge_slice.hpp"

#include <string>

#include "base/parallel.hpp"
#include "gpu/kernel.cuh"
#include "graph/generators/kron_edges.hpp"
#include "graph/partition/uniform_weight.hpp"

namespace fathom::ranks_engine {
namespace {

// The sampler's table is copied to shared memory, which handles random reads best. `weights` is null for an unweighted graph.
__global__ void generate_edges(const __grid_constant__ kron_edges by_number, std::uint64_t seed, std::uint64_t first,
                               std::uint64_t size, uint2* edges, edge_weight* weights) {
  __shared__ __align__(alignof(kron_edges)) unsigned char bytes[sizeof(kron_edges)];
  const auto* const from = reinterpret_cast<const unsigned char*>(&by_number);
  for (unsigned i = threadIdx.x; i < sizeof(kron_edges); i += blockDim.x) bytes[i] = from[i];
  __syncthreads();
  const auto& edge_at = *reinterpret_cast<const kron_edges*>(bytes);
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const edge_ends e = edge_at(first + i);
    edges[i] = {static_cast<unsigned>(e.source), static_cast<unsigned>(e.target)};
    if (weights) weights[i] = uniform_weight(seed, first + i);
  }
}

}  // namespace

device_edge_slice::device_edge_slice(std::uint64_t n, std::uint64_t m, std::uint64_t own, bool with_weights, const cuda::stream& s)
    : num_vertices(n), num_edges(m), weighted(with_weights) {
  cuda::require_device_memory(own * (sizeof(uint2) + (weighted ? sizeof(edge_weight) : 0)),
                              std::to_string(own) + " edges, one process's slice of " + std::to_string(m));
  edges = cuda::buffer<uint2>(own, s);
  weights = cuda::buffer<edge_weight>(weighted ? own : 0, s);
}

device_edge_slice kron_share_on_device(int scale, int edge_factor, std::uint64_t seed, bool weights, int rank, int ranks,
                                       const cuda::stream& s) {
  constexpr unsigned blocks = 4096;  // each copies the table once
  const std::uint64_t n = std::uint64_t{1} << scale, m = n * static_cast<std::uint64_t>(edge_factor);
  const index_range mine = part_of(m, static_cast<std::uint64_t>(ranks), static_cast<std::uint64_t>(rank));
  device_edge_slice share(n, m, mine.last - mine.first, weights, s);
  generate_edges<<<blocks, cuda::wide_block, 0, s.get()>>>(kron_edges(scale, {}, seed), seed, mine.first, share.edges.size(),
                                                           share.edges.data(), share.weights.data());
  cuda::check_launch("generating edges");
  s.wait("generating edges");
  return share;
}

}  // namespace fathom::ranks_engine
