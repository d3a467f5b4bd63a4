#include "pagerank/cuda/engine.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/transfer.hpp"
#include "graph/build/cuda/cut_rows.hpp"
#include "pagerank/cuda/iterate.cuh"
#include "pagerank/cuda/set_up.cuh"

namespace fathom::pagerank_engine {
namespace {

using cuda::buffer;
using cuda::check;

// As on the CPU: single-precision contributions suffice while scores change by at least this much.
constexpr double single_precision_change = 0x1p-20;
// Iterations per launch, between which the host checks whether to continue.
constexpr int iterations_per_launch = 32;

// Minimum piece size of long rows, in edges; measured on graphs of 0.1 to 5 million edges.
constexpr unsigned least_piece = 256;

std::uint64_t planned_bytes(const pagerank_request& r) {
  const std::uint64_t n = r.num_vertices, m = r.num_edges;
  const std::uint64_t rows = 2 * (n + 1) * sizeof(edge_offset) + m * sizeof(vertex_id);
  // Scores, two arrays of contributions, and strengths.
  const std::uint64_t arrays = 3 + (r.personalization ? 1 : 0) + (r.dangling ? 1 : 0) + 1;
  return rows + (r.in_weights ? m * sizeof(edge_weight) : 0) + arrays * n * sizeof(double) +
         cut_rows_on::bytes(r.num_vertices, m, least_piece) + cut_rows_on::most_pieces(m, least_piece) * sizeof(double);
}

struct power_iteration {
  power_iteration(const pagerank_request& request, device where, bool hubs) : r(request), hubs_first(hubs), now(1, stream) {
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
    blocks = static_cast<unsigned>(multiprocessors) * most_blocks_together;
    for (buffer<block_sums>& of_iteration : sums) of_iteration = buffer<block_sums>(blocks, stream);
    place_rows();
    place_distributions();
    cut = cut_rows_on(g.n, r.num_edges, g.offsets, 1, least_piece, where, stream);
    piece_sums = buffer<double>(cut.view().num_pieces, stream);
    stream.wait("copying the graph to the device");
  }

  void place_rows() {
    const std::size_t n = r.num_vertices;
    g.n = r.num_vertices;
    offsets = cuda::upload(r.in_offsets, n + 1, stream), sources = cuda::upload(r.in_sources, r.num_edges, stream);
    g.offsets = offsets.data(), g.sources = sources.data();
    if (r.in_weights) {
      weights = cuda::upload(r.in_weights, r.num_edges, stream);
      g.weights = weights.data();
    }
    if (r.out_strength) {
      strength = cuda::upload(r.out_strength, n, stream);
    } else if (r.out_offsets != r.in_offsets) {
      strength = buffer<double>(n, stream);
      const buffer<edge_offset> out_offsets = cuda::upload(r.out_offsets, n + 1, stream);
      strengths_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, stream.get()>>>(r.num_vertices, out_offsets.data(),
                                                                                  strength.data());
    }
    g.strength = strength.data();
  }

  void place_distributions() {
    g.jump = r.jump, g.drop = r.drop;
    if (r.personalization) personalization = cuda::upload(r.personalization, r.num_vertices, stream);
    if (r.dangling && r.dangling != r.personalization) dangling = cuda::upload(r.dangling, r.num_vertices, stream);
    g.personalization = personalization.data();
    g.dangling = r.dangling == r.personalization ? personalization.data() : dangling.data();
  }

  template <class Share, unsigned Threads>
  [[nodiscard]] const void* kernel_of() const {
    return r.in_weights ? reinterpret_cast<const void*>(&iterate_kernel<Share, true, Threads>)
                        : reinterpret_cast<const void*>(&iterate_kernel<Share, false, Threads>);
  }

  /// Iterates from scores to scores on the device until the rules end it.
  template <class Share>
  iteration_state run_as(const iteration_rules& rules, iteration_state state_now, double* ranks) {
    buffer<Share> shares[2] = {{r.num_vertices, stream}, {r.num_vertices, stream}};
    const unsigned grid = cuda::wide_grid(r.num_vertices);
    shares_kernel<<<grid, cuda::wide_block, 0, stream.get()>>>(g, ranks, shares[0].data());
    iteration_job<Share> job{.rows = g, .rules = rules, .cut = cut.view()};
    job.piece_sums = piece_sums.data(), job.state = now.data(), job.most = iterations_per_launch;
    for (int i = 0; i < 2; ++i) job.shares[i] = shares[i].data(), job.sums[i] = sums[i].data();
    if (hubs_first) job.num_hubs = static_cast<vertex_id>(std::min<std::size_t>(hub_bytes / sizeof(Share), r.num_vertices));
    const std::size_t shared = job.num_hubs * sizeof(Share);
    const void* const kernel = hubs_first ? kernel_of<Share, hub_threads>() : kernel_of<Share, plain_threads>();
    const unsigned threads = hubs_first ? hub_threads : plain_threads;
    const unsigned together = blocks / most_blocks_together * blocks_together<Share>(r.in_weights != nullptr, threads);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
          "setting up a kernel");
    check(cudaMemcpyAsync(now.data(), &state_now, sizeof state_now, cudaMemcpyHostToDevice, stream.get()), "beginning to iterate");
    const int before = state_now.iterations;
    while (!rules.ended(state_now)) {
      check_stop(r.control);
      report_progress(r.control, "ranking", static_cast<std::uint64_t>(state_now.iterations),
                      static_cast<std::uint64_t>(r.max_iterations));
      job.first = state_now.iterations - before;
      void* arguments[] = {&job};
      watch.start(stream);
      check(cudaLaunchCooperativeKernel(kernel, together, threads, arguments, shared, stream.get()), "iterating");
      watch.stop(stream);
      state_now = cuda::read_one(now.data(), stream);
      seconds += watch.seconds();
    }
    ranks_kernel<<<grid, cuda::wide_block, 0, stream.get()>>>(g, shares[(state_now.iterations - before) % 2].data(), ranks);
    check(cudaGetLastError(), "writing ranks");
    return state_now;
  }

  double dangling_of(const double* ranks) {
    dangling_kernel<<<blocks, plain_threads, 0, stream.get()>>>(g, ranks, sums[0].data());
    check(cudaGetLastError(), "summing up ranks");
    std::vector<block_sums> parts_of_sum(blocks);
    cuda::copy_to_host(parts_of_sum.data(), sums[0].data(), sums[0].bytes(), stream);
    double sum = 0;
    for (const block_sums& part : parts_of_sum) sum += part.dangling;
    return sum;
  }

  pagerank_run run(double* host_ranks) {
    buffer<double> ranks = cuda::upload(host_ranks, r.num_vertices, stream);
    iteration_state s;
    s.a = 1 - r.damping;
    s.b = r.damping * (dangling_of(ranks.data()) + r.apart_rank);
    if (r.first_change_apart) s.first_change_apart = r.first_change_apart(s.a, s.b);
    iteration_rules rules{r.damping, r.max_iterations, r.tolerance, r.apart_jump, r.apart_drop};
    pagerank_run o;
    seconds = 0;
    if (r.single_precision && s.iterations < rules.most) {
      rules.enough = std::max(r.tolerance, single_precision_change);
      s = run_as<float>(rules, s, ranks.data());
      o.single_iterations = s.iterations;
      rules.enough = r.tolerance;
    }
    if (!rules.ended(s)) s = run_as<double>(rules, s, ranks.data());
    cuda::copy_to_host(host_ranks, ranks.data(), ranks.bytes(), stream);
    o.iterations = s.iterations, o.change = s.change;
    o.converged = s.iterations > 0 && s.change < r.tolerance;
    o.apart_jump = s.a, o.apart_drop = s.b_before;
    const auto edge = static_cast<std::uint64_t>(sizeof(vertex_id) + (r.in_weights ? sizeof(edge_weight) : 0));
    const auto all = static_cast<std::uint64_t>(o.iterations), single = static_cast<std::uint64_t>(o.single_iterations);
    o.gathered = all * r.num_edges;
    o.bytes = all * (r.num_edges * edge + r.num_vertices * (sizeof(edge_offset) + (g.strength ? sizeof(double) : 0))) +
              r.num_vertices * 2 * (single * sizeof(float) + (all - single) * sizeof(double));
    return o;
  }

  const pagerank_request& r;
  const bool hubs_first;
  cuda::stream stream;  // before the members that are allocated in stream order
  device_rows g;
  buffer<edge_offset> offsets;
  buffer<vertex_id> sources;
  buffer<edge_weight> weights;
  buffer<double> strength, personalization, dangling, piece_sums;
  cut_rows_on cut;
  buffer<block_sums> sums[2];
  unsigned blocks = 0;
  buffer<iteration_state> now;
  cuda::stopwatch watch;
  double seconds = 0;
};

}  // namespace

pagerank_run pagerank_cuda(const pagerank_request& request, device where, bool hubs_first, double* ranks) {
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  if (request.num_vertices == 0) return {};
  cuda::require_device_memory(planned_bytes(request), "ranks of " + std::to_string(request.num_vertices) + " vertices and " +
                                                          std::to_string(request.num_edges) + " edges");
  power_iteration iteration(request, where, hubs_first);
  pagerank_run ran = iteration.run(ranks);
  ran.seconds_on_device = iteration.seconds;
  return ran;
}

}  // namespace fathom::pagerank_engine
