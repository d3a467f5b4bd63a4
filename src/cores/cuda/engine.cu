// Core numbers on a CUDA device, by peeling. Ahmad, Yuan, Yan, Guo, Chen, Zhang, "Accelerating k-Core Decomposition by a GPU", ICDE
// 2023 (queues in shared memory); Zhao, Zhang, Hu, Zhang, Jin, Chen, "PICO: Accelerate All k-Core Paradigms on GPU",
// arXiv:2402.15253 (cascades within one level).
#include "cores/engines.hpp"

#include <algorithm>
#include <string>

#include "base/timer.hpp"
#include "cores/cuda/count.cuh"
#include "cores/cuda/degrees.cuh"
#include "cores/cuda/peel.cuh"
#include "fathom/cores.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "gpu/device_array.hpp"
#include "graph/cuda/graph_on_device.hpp"

namespace fathom::cores_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

// Thread blocks beyond this share of the vertices only make grid barriers slower.
constexpr std::uint64_t vertices_per_block = 256;

unsigned directions_of(const graph& g) { return g.directed() ? 2 : 1; }

std::uint64_t tasks_of(const graph& g) {
  const std::uint64_t d = directions_of(g);
  return most_tasks(d * g.num_vertices(), d * g.num_edges());
}

// As many thread blocks as run at the same time on the current device, at most those that have work.
unsigned blocks_for(vertex_id n, device where) {
  int multiprocessors = 0, blocks = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, peel_kernel, static_cast<int>(block_threads), 0),
        "planning the grid");
  if (blocks == 0) throw error(error_category::device, "the core number kernel fits no multiprocessor of this device");
  return static_cast<unsigned>(
      std::min<std::uint64_t>(static_cast<unsigned>(multiprocessors * blocks), n / vertices_per_block + 1));
}

std::uint64_t list_entries(vertex_id n, unsigned blocks) {
  const std::uint64_t warps = std::uint64_t{blocks} * block_warps;
  return warps * list_size_of(n, warps);
}

std::uint64_t planned_bytes(const graph& g, device where, unsigned blocks) {
  const std::uint64_t n = g.num_vertices();
  return graph_on_device::bytes(g, where) + (n + list_entries(g.num_vertices(), blocks)) * sizeof(vertex_id) +
         tasks_of(g) * sizeof(row_task);
}

struct state {
  state(const graph& g, device where, unsigned its_blocks)
      : rows(g, where, stream),
        blocks(its_blocks),
        degree(g.num_vertices(), stream),
        lists(list_entries(g.num_vertices(), its_blocks), stream),
        lengths(std::size_t{its_blocks} * block_warps, stream),
        tasks(tasks_of(g), stream),
        counters(3, stream),
        saved(1, stream),
        largest(1, stream),
        self_loops(g.properties().self_loops > 0) {
    job.n = g.num_vertices();
    job.rows[0] = rows.view().out, job.rows[1] = rows.view().in;
    job.directions = directions_of(g);
    job.degree = degree.data();
    job.lists = lists.data(), job.lengths = lengths.data();
    job.list_size = list_size_of(job.n, std::uint64_t{blocks} * block_warps);
    job.tasks = tasks.data(), job.counters = counters.data(), job.state = saved.data();
    stream.wait("copying the graph to the device");
  }

  void start() {
    degrees_kernel<<<cuda::wide_grid(job.n), cuda::wide_block, 0, stream.get()>>>(job);
    for (unsigned d = 0; self_loops && d < job.directions; ++d) {
      self_loops_kernel<<<most_loop_blocks, cuda::wide_block, 0, stream.get()>>>(job.rows[d], job.n, job.degree);
    }
    check_launch("counting neighbors");
    const phase_counters cleared{0, 0, no_vertex};
    const phase_counters all[] = {cleared, cleared, cleared};
    check(cudaMemcpyAsync(counters.data(), all, sizeof all, cudaMemcpyHostToDevice, stream.get()), "clearing counters");
    check(cudaMemsetAsync(saved.data(), 0, saved.bytes(), stream.get()), "clearing counters");
  }

  /// Allocates `core_numbers` while the device works.
  peel_outcome run(const cores_options& options, array<vertex_id>& core_numbers) {
    peel_state now{};
    peel_outcome o;
    watch.start(stream);
    start();
    while (now.removed < job.n && !options.control.stop.stop_requested()) {
      const unsigned long long before = now.removed;
      void* arguments[] = {&job};
      check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&peel_kernel), blocks, block_threads, arguments, 0,
                                        stream.get()),
            "finding core numbers");
      enqueue_count();  // valid after the last launch
      watch.stop(stream);
      if (before == 0) core_numbers = cuda::result_array<vertex_id>(job.n, options.keep_on_device, options.where, stream);
      now = cuda::read_one(saved.data(), stream);
      const core_counts counts = cuda::read_one(largest.data(), stream);
      o = {watch.seconds(), now.levels, now.phase, counts.degeneracy, counts.innermost};
      if (now.removed == before) throw error(error_category::device, "finding core numbers made no progress on the device");
    }
    return o;
  }

  void enqueue_count() {
    check(cudaMemsetAsync(largest.data(), 0, largest.bytes(), stream.get()), "counting core numbers");
    largest_kernel<<<cuda::wide_grid(job.n), cuda::wide_block, 0, stream.get()>>>(job.n, degree.data(), largest.data());
    innermost_kernel<<<cuda::wide_grid(job.n), cuda::wide_block, 0, stream.get()>>>(job.n, degree.data(), largest.data());
    check_launch("counting core numbers");
  }

  static constexpr unsigned most_loop_blocks = 2048;

  cuda::stream stream;  // first, since the members below are allocated in stream order
  graph_on_device rows;
  const unsigned blocks;
  buffer<vertex_id> degree, lists, lengths;
  buffer<row_task> tasks;
  buffer<phase_counters> counters;
  buffer<peel_state> saved;
  buffer<core_counts> largest;
  const bool self_loops;
  peel_job job;
  cuda::stopwatch watch;
};

}  // namespace

peel_outcome core_numbers_cuda(const graph& g, const cores_options& options, array<vertex_id>& core_numbers, timer& clock) {
  const device where = options.where;
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  core_numbers = {};
  if (g.num_vertices() == 0) return {};
  const unsigned blocks = blocks_for(g.num_vertices(), where);
  const std::uint64_t kept = options.keep_on_device ? g.num_vertices() * sizeof(vertex_id) : 0;
  cuda::require_device_memory(planned_bytes(g, where, blocks) + kept, "finding the core numbers of " +
                                                                          std::to_string(g.num_vertices()) + " vertices and " +
                                                                          std::to_string(g.num_edges()) + " edges");
  state peeling(g, where, blocks);
  clock.restart();
  const peel_outcome found = peeling.run(options, core_numbers);
  if (core_numbers.empty()) return found;  // stopped before the first launch
  cuda::copy_result(peeling.degree.data(), core_numbers, peeling.stream);
  peeling.stream.wait("copying core numbers");
  return found;
}

}  // namespace fathom::cores_engine
