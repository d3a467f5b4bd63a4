#include "components/cuda/results.hpp"

#include <algorithm>
#include <vector>

#include "components/by_size.hpp"
#include "components/cuda/forest.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/block.cuh"
#include "gpu/device_array.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"

namespace fathom::components_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

constexpr unsigned count_threads = 256, vertices_per_thread = 8;
constexpr unsigned tile_vertices = count_threads * vertices_per_thread;
// Each takes one pass over the list; more are chosen on the host.
constexpr vertex_id most_on_device = 64;

struct count_job {
  vertex_id n = 0;
  std::uint64_t tiles = 0;
  const vertex_id* labels = nullptr;
  const vertex_id* frequent = nullptr;  // a frequent label, whose members are not counted by atomics; null: no sizes
  vertex_id* sizes = nullptr;           // per label
  std::uint64_t* starts = nullptr;      // number of components in each tile, later in all tiles before it
};

/// Orders components by size, then by descending label; no component has key 0.
__device__ inline unsigned long long key_of(component c) {
  return static_cast<unsigned long long>(c.size) << 32 | static_cast<vertex_id>(~c.label);
}

component component_of(unsigned long long key) {
  return {static_cast<vertex_id>(~static_cast<vertex_id>(key)), static_cast<vertex_id>(key >> 32)};
}

/// 1. Counts the members of each component, and the components whose smallest vertex is in each tile of vertices.
__global__ void __launch_bounds__(count_threads) count_kernel(count_job j) {
  const bool sizes = j.frequent != nullptr;
  const vertex_id frequent = sizes ? *j.frequent : no_vertex;
  vertex_id in_frequent = 0;
  for (std::uint64_t tile = blockIdx.x; tile < j.tiles; tile += gridDim.x) {
    unsigned roots = 0;
    for (unsigned k = 0; k < vertices_per_thread; ++k) {
      const std::uint64_t v = tile * tile_vertices + k * count_threads + threadIdx.x;
      if (v >= j.n) break;
      const vertex_id label = j.labels[v];
      roots += label == v;
      if (!sizes) continue;
      if (label == frequent)
        ++in_frequent;
      else
        atomicAdd(&j.sizes[label], 1u);
    }
    roots = cuda::block_sum<count_threads>(roots);
    if (threadIdx.x == 0) j.starts[tile] = roots;
  }
  if (sizes) cuda::block_add<count_threads>(&j.sizes[frequent], in_frequent);
}

/// 2. Lists the components by ascending label, and finds the key of the largest.
__global__ void __launch_bounds__(count_threads) list_kernel(count_job j, component* list, unsigned long long* largest) {
  unsigned long long mine = 0;
  for (std::uint64_t tile = blockIdx.x; tile < j.tiles; tile += gridDim.x) {
    std::uint64_t next = j.starts[tile];
    for (unsigned k = 0; k < vertices_per_thread; ++k) {
      const std::uint64_t v = tile * tile_vertices + k * count_threads + threadIdx.x;
      const bool is_root = v < j.n ? j.labels[v] == v : false;
      unsigned roots = 0;
      const unsigned before = cuda::block_exclusive_sum<count_threads>(is_root ? 1u : 0u, roots);
      if (is_root) {
        const component found{static_cast<vertex_id>(v), j.sizes[v]};
        list[next + before] = found;
        mine = max(mine, key_of(found));
      }
      next += roots;
    }
  }
  mine = cuda::block_max<count_threads>(mine);
  if (threadIdx.x == 0 && mine > 0) atomicMax(largest, mine);
}

/// 3. Finds the largest key below keys[0] in the list, for keys[1], which must be 0.
__global__ void __launch_bounds__(count_threads)
    next_largest_kernel(const component* list, vertex_id size, unsigned long long* keys) {
  const unsigned long long below = keys[0];
  unsigned long long mine = 0;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const unsigned long long key = key_of(list[i]);
    if (key < below) mine = max(mine, key);
  }
  mine = cuda::block_max<count_threads>(mine);
  if (threadIdx.x == 0 && mine > 0) atomicMax(&keys[1], mine);
}

std::uint64_t tiles_of(vertex_id n) { return (std::uint64_t{n} + tile_vertices - 1) / tile_vertices; }

unsigned blocks_for(std::uint64_t tiles) {
  constexpr std::uint64_t most_blocks = 2048;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(tiles, 1, most_blocks));
}

class component_counts {
 public:
  component_counts(const buffer<vertex_id>& labels, const components_options& options, const cuda::stream& s)
      : options_(options), s_(s), starts_(tiles_of(static_cast<vertex_id>(labels.size())) + 1, s), keys_(most_on_device, s) {
    job_.n = static_cast<vertex_id>(labels.size());
    job_.tiles = tiles_of(job_.n);
    job_.labels = labels.data(), job_.starts = starts_.data();
    if (!options.sizes) return;
    sizes_ = cuda::filled<vertex_id>(job_.n, 0, s);
    frequent_ = buffer<vertex_id>(1, s);
    job_.sizes = sizes_.data(), job_.frequent = frequent_.data();
  }

  void run(components_result& result) {
    watch_.start(s_);
    if (options_.sizes) find_frequent_label(job_.n, job_.labels, frequent_.data(), s_);
    check(cudaMemsetAsync(starts_.data(), 0, starts_.bytes(), s_.get()), "counting components");
    count_kernel<<<blocks_for(job_.tiles), count_threads, 0, s_.get()>>>(job_);
    check_launch("counting components");
    cuda::exclusive_sum(starts_.data(), starts_.data(), starts_.size(), s_);
    watch_.stop(s_);
    result.count = static_cast<vertex_id>(cuda::read_one(starts_.data() + job_.tiles, s_));
    result.report.seconds_on_device += watch_.seconds();
    if (options_.sizes) list(result);
  }

 private:
  void list(components_result& result) {
    const bool all = options_.most_components == 0;
    const vertex_id wanted = std::min(options_.most_components, result.count);
    buffer<component> scratch;
    component* to = nullptr;
    if (all && options_.keep_on_device) {
      result.components = cuda::device_array<component>(result.count, options_.where, s_);
      to = result.components.data();
    } else {
      scratch = buffer<component>(result.count, s_);
      to = scratch.data();
    }
    watch_.start(s_);
    check(cudaMemsetAsync(keys_.data(), 0, keys_.bytes(), s_.get()), "listing components");
    list_kernel<<<blocks_for(job_.tiles), count_threads, 0, s_.get()>>>(job_, to, keys_.data());
    if (wanted <= most_on_device) {
      for (vertex_id i = 1; i < wanted; ++i) {
        next_largest_kernel<<<blocks_for(tiles_of(result.count)), count_threads, 0, s_.get()>>>(to, result.count,
                                                                                                keys_.data() + i - 1);
      }
    }
    check_launch("listing components");
    watch_.stop(s_);
    std::vector<unsigned long long> keys(keys_.size());
    cuda::copy_to_host(keys.data(), keys_.data(), keys_.bytes(), s_);
    result.report.seconds_on_device += watch_.seconds();
    result.largest = component_of(keys[0]);
    if (all && options_.keep_on_device) return;
    if (!all && wanted <= most_on_device) {
      result.components = array<component>(wanted);
      std::transform(keys.begin(), keys.begin() + wanted, result.components.begin(), component_of);
      return;
    }
    result.components = array<component>(result.count);
    cuda::copy_to_host(result.components.data(), to, result.components.bytes(), s_);
    if (!all) keep_largest(result.components, wanted);
  }

  const components_options& options_;
  const cuda::stream& s_;
  count_job job_;
  buffer<std::uint64_t> starts_;
  buffer<unsigned long long> keys_;  // of the largest components
  buffer<vertex_id> sizes_, frequent_;
  cuda::stopwatch watch_;
};

}  // namespace

void count_cuda(const buffer<vertex_id>& labels, const components_options& options, const cuda::stream& s,
                components_result& result) {
  component_counts(labels, options, s).run(result);
}

std::uint64_t result_bytes(vertex_id n, const components_options& options) {
  return n * ((options.keep_on_device ? sizeof(vertex_id) : 0) + (options.sizes ? sizeof(vertex_id) + sizeof(component) : 0)) +
         2 * (tiles_of(n) + 1) * sizeof(std::uint64_t);
}

}  // namespace fathom::components_engine
