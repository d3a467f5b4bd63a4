// Building adjacency rows on a CUDA device: pack each edge into one number, sort, remove duplicates, unpack.
#include <bit>

#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/backend.hpp"
#include "gpu/device_array.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"
#include "graph/build/rows.hpp"
#include "graph/layout/cuda/transpose.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t packing_threads = 1u << 18;  // a limit, because warps add their counts to shared totals

constexpr unsigned long long no_bad_edge = ~0ull;

struct seen_edges {
  unsigned long long loops = 0;
  unsigned long long first_bad = 0;
};

/// Packs an edge into one sort key, with the row in the high bits and the target in the low ones. `dropped` is the largest key and
/// never that of an edge that is kept: either ids stay below 2^bits - 1, or it would be a self-loop and those are removed.
struct edge_packing {
  vertex_id num_vertices;
  int bits;  ///< per id
  bool add_reverse, remove_loops;

  [[nodiscard]] __host__ __device__ std::uint64_t dropped() const { return ~std::uint64_t{0} >> (64 - 2 * bits); }
  [[nodiscard]] __host__ __device__ std::uint64_t operator()(vertex_id u, vertex_id v) const {
    return static_cast<std::uint64_t>(u) << bits | v;
  }
};

edge_packing packing_of(vertex_id n, const row_options& o) {
  return {n, std::max<int>(1, std::bit_width(o.remove_self_loops ? n - 1 : n)), o.add_reverse, o.remove_self_loops};
}

/// Writes the keys of the edges as given and, after all of them, of their reverses. Without weights `given` and `weights` are null.
__global__ void pack_kernel(const vertex_id* sources, const vertex_id* targets, const edge_weight* given, std::uint64_t size,
                            edge_packing pack, std::uint64_t* keys, edge_weight* weights, seen_edges* seen) {
  unsigned loops = 0;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const vertex_id u = sources[i], v = targets[i];
    const bool bad = u >= pack.num_vertices || v >= pack.num_vertices || (given != nullptr && !isfinite(given[i]));
    if (bad) atomicMin(&seen->first_bad, static_cast<unsigned long long>(i));
    const bool loop = u == v;
    loops += loop;
    keys[i] = loop && pack.remove_loops ? pack.dropped() : pack(u, v);
    if (pack.add_reverse) keys[size + i] = loop ? pack.dropped() : pack(v, u);
    if (given == nullptr) continue;
    weights[i] = given[i];
    if (pack.add_reverse) weights[size + i] = weights[i];
  }
  cuda::warp_add(&seen->loops, loops);
}

__global__ void row_starts_kernel(const std::uint64_t* keys, std::uint64_t size, edge_packing pack, edge_offset* offsets) {
  for (std::uint64_t row = cuda::grid_thread(); row <= pack.num_vertices; row += cuda::grid_threads()) {
    offsets[row] = row == pack.num_vertices ? size : cuda::lower_bound(keys, size, row << pack.bits);
  }
}

__global__ void targets_kernel(const std::uint64_t* keys, std::uint64_t size, edge_packing pack, vertex_id* targets) {
  const std::uint64_t mask = (std::uint64_t{1} << pack.bits) - 1;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    targets[i] = static_cast<vertex_id>(keys[i] & mask);
  }
}

rows downloaded(const rows_on_device& from, const cuda::stream& s) {
  rows all;
  all.offsets = cuda::download_array(from.offsets, s);
  all.targets = cuda::download_array(from.targets, s);
  return all;
}

/// Packed edges with their weights, if any.
struct sorted_entries {
  sorted_entries(std::uint64_t entries, bool has_weights, const cuda::stream& s)
      : keys(entries, s), weights(has_weights ? entries : 0, s) {}

  [[nodiscard]] bool weighted() const { return weights.size() > 0; }

  /// Sorts, keeps the first `wanted` entries and optionally removes duplicates. Returns the number of entries left.
  std::uint64_t sort(int bits, std::uint64_t wanted, bool remove_duplicates, const cuda::stream& s) {
    cuda::buffer<std::uint64_t> key_scratch(keys.size(), s);
    cuda::buffer<edge_weight> weight_scratch(weights.size(), s);
    const auto swap = [&] {
      keys.swap(key_scratch);
      weights.swap(weight_scratch);
    };
    const cuda::weighted_keys here{keys.data(), weights.data()}, there{key_scratch.data(), weight_scratch.data()};
    if (cuda::sort(here, there, keys.size(), bits, s).keys == there.keys) swap();
    if (!remove_duplicates) return wanted;
    const bool is_here = keys.data() == here.keys;
    const std::uint64_t size = cuda::unique(is_here ? here : there, wanted, is_here ? there : here, s);
    swap();
    return size;
  }

  cuda::buffer<std::uint64_t> keys;
  cuda::buffer<edge_weight> weights;
};

seen_edges pack_edges(const edge_arrays& edges, edge_packing pack, sorted_entries& to, cuda::stopwatch& packing,
                      const cuda::stream& s) {
  const std::uint64_t size = edges.sources.size();
  cuda::buffer<seen_edges> counts(1, s);
  const seen_edges none{0, no_bad_edge};
  cuda::copy_to_device(counts.data(), &none, sizeof none, s);
  const cuda::buffer<vertex_id> sources = cuda::upload(edges.sources.data(), size, s);
  const cuda::buffer<vertex_id> targets = cuda::upload(edges.targets.data(), size, s);
  const cuda::buffer<edge_weight> weights = cuda::upload(edges.weights.data(), edges.weights.size(), s);
  packing.start(s);
  pack_kernel<<<cuda::wide_grid(std::min(size, packing_threads)), cuda::wide_block, 0, s.get()>>>(
      sources.data(), targets.data(), to.weighted() ? weights.data() : nullptr, size, pack, to.keys.data(), to.weights.data(),
      counts.data());
  cuda::check_launch("packing edges");
  packing.stop(s);
  return cuda::read_one(counts.data(), s);
}

std::uint64_t entries_of(std::uint64_t edges, const row_options& o) { return edges * (o.add_reverse ? 2 : 1); }

}  // namespace

std::string why_not_built_cuda(device where, std::uint64_t num_vertices, std::uint64_t edges, bool weighted,
                               const row_options& options) {
  const std::uint64_t entries = entries_of(edges, options);
  if (entries > cuda::most_sorted()) {
    return "this CUDA toolkit's CUB sorts at most " + std::to_string(cuda::most_sorted()) + " entries";
  }
  if (weighted && !options.remove_duplicates) return "for weighted parallel edges it can only keep the smallest weight";
  // Peak memory: all entries twice, plus the edge list while packing or the targets afterward.
  const std::uint64_t entry_bytes = sizeof(std::uint64_t) + (weighted ? sizeof(edge_weight) : 0);
  const std::uint64_t listed_bytes = 2 * sizeof(vertex_id) + (weighted ? sizeof(edge_weight) : 0);
  const std::uint64_t bytes = entries * 2 * entry_bytes + std::max(edges * listed_bytes, entries * sizeof(vertex_id)) +
                              entries / 8 + (num_vertices + 1) * sizeof(edge_offset) + (1u << 24);
  const cuda::current_device here(where.index);
  const std::string why = cuda::why_no_device_memory(bytes);
  return why.empty() ? why : "it " + why;
}

rows build_rows_cuda(device where, vertex_id n, edge_arrays edges, const row_options& options, rows_on_device& kept,
                     double& seconds_on_device) {
  const cuda::current_device here(where.index);
  const cuda::stream s;
  cuda::stopwatch packing, sorting;
  const std::uint64_t listed = edges.sources.size(), entries = entries_of(listed, options);
  const edge_packing pack = packing_of(n, options);
  sorted_entries sorted(entries, !edges.weights.empty(), s);
  const seen_edges seen = pack_edges(edges, pack, sorted, packing, s);
  if (seen.first_bad != no_bad_edge) fail_edge(edges, seen.first_bad, n);
  edges = {};
  sorting.start(s);
  const std::uint64_t dropped = seen.loops * (options.remove_self_loops + options.add_reverse);
  const std::uint64_t size = sorted.sort(2 * pack.bits, entries - dropped, options.remove_duplicates, s);
  kept.offsets = cuda::device_array<edge_offset>(std::size_t{n} + 1, where, s);
  kept.targets = cuda::device_array<vertex_id>(size, where, s);
  row_starts_kernel<<<cuda::wide_grid(std::uint64_t{n} + 1), cuda::wide_block, 0, s.get()>>>(sorted.keys.data(), size, pack,
                                                                                             kept.offsets.data());
  if (size > 0) {
    targets_kernel<<<cuda::wide_grid(size), cuda::wide_block, 0, s.get()>>>(sorted.keys.data(), size, pack, kept.targets.data());
  }
  cuda::check_launch("building rows");
  sorting.stop(s);
  rows all = downloaded(kept, s);
  if (sorted.weighted()) {
    all.weights = array<edge_weight>(size);
    cuda::copy_to_host(all.weights.data(), sorted.weights.data(), all.weights.bytes(), s);
  }
  seconds_on_device = packing.seconds() + sorting.seconds();
  all.self_loops_removed = options.remove_self_loops ? seen.loops : 0;
  all.reverse_edges_added = options.add_reverse ? listed - seen.loops : 0;
  all.duplicates_removed = entries - dropped - size;
  return all;
}

rows transpose_cuda(device where, vertex_id n, const rows_on_device& from, rows_on_device& kept) {
  const cuda::current_device here(where.index);
  const cuda::stream s;
  renamed_rows same;
  same.num_vertices = n;
  same.num_edges = from.targets.size();
  same.offsets = same.old_offsets = from.offsets.data();
  same.old_targets = from.targets.data();
  kept = transposed(same, where, s);
  return downloaded(kept, s);
}

}  // namespace fathom
