#include "engine/ranks/construct/device_share.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/parallel.hpp"
#include "cuda/kernel.cuh"
#include "cuda/transfer.hpp"
#include "graph/kron_edges.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t edges_a_thread = 1u << 16;

// The sampler's table is read at random, which shared memory takes best.
__global__ void generate_edges(const __grid_constant__ kron_edges by_number, std::uint64_t first, std::uint64_t size,
                               uint2* edges) {
  __shared__ __align__(alignof(kron_edges)) unsigned char bytes[sizeof(kron_edges)];
  const auto* const from = reinterpret_cast<const unsigned char*>(&by_number);
  for (unsigned i = threadIdx.x; i < sizeof(kron_edges); i += blockDim.x) bytes[i] = from[i];
  __syncthreads();
  const auto& edge_at = *reinterpret_cast<const kron_edges*>(bytes);
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const edge_ends e = edge_at(first + i);
    edges[i] = {static_cast<unsigned>(e.source), static_cast<unsigned>(e.target)};
  }
}

device_share new_share(std::uint64_t vertices, std::uint64_t edges, std::uint64_t own, const cuda::stream& s) {
  cuda::require_device_memory(own * sizeof(uint2), std::to_string(own) + " edges, a rank's share of " + std::to_string(edges));
  return {vertices, edges, cuda::buffer<uint2>(own, s)};
}

}  // namespace

device_share kron_share_on_device(int scale, int edge_factor, std::uint64_t seed, int rank, int ranks, const cuda::stream& s) {
  constexpr unsigned blocks = 4096;  // each copies the table once
  const std::uint64_t n = std::uint64_t{1} << scale, m = n * static_cast<std::uint64_t>(edge_factor);
  const index_range mine = part_of(m, static_cast<std::uint64_t>(ranks), static_cast<std::uint64_t>(rank));
  device_share share = new_share(n, m, mine.last - mine.first, s);
  generate_edges<<<blocks, cuda::wide_block, 0, s.get()>>>(kron_edges(scale, {}, seed), mine.first, share.edges.size(),
                                                           share.edges.data());
  cuda::check(cudaGetLastError(), "generating edges");
  s.wait("generating edges");
  return share;
}

device_share share_on_device(const edge_share& share, int threads, const cuda::stream& s) {
  constexpr std::uint64_t most_at_once = std::uint64_t{1} << 20;
  device_share there = new_share(share.num_vertices, share.num_edges, share.size(), s);
  std::vector<uint2> piece(std::min(most_at_once, share.size()));
  for (std::uint64_t first = 0; first < share.size(); first += piece.size()) {
    const std::uint64_t size = std::min<std::uint64_t>(piece.size(), share.size() - first);
#pragma omp parallel for num_threads(useful_threads(size, edges_a_thread, threads))
    for (std::uint64_t i = 0; i < size; ++i) {
      const packed_edge& edge = share.edges[first + i];
      piece[i] = {edge.source_low, edge.target_low};
    }
    cuda::copy_to_device(there.edges.data() + first, piece.data(), size * sizeof(uint2), s);
  }
  s.wait("copying edges to the device");
  return there;
}

}  // namespace fathom::ranks_engine
