#include "pagerank/cuda/engine.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device_array.hpp"
#include "gpu/transfer.hpp"
#include "pagerank/cuda/degree_start.cuh"
#include "pagerank/cuda/distributions.cuh"
#include "pagerank/cuda/iterate.cuh"
#include "pagerank/cuda/placed_graph.hpp"
#include "pagerank/cuda/scatter.cuh"
#include "pagerank/cuda/set_up.cuh"
#include "pagerank/cuda/shared_memory.hpp"
#include "pagerank/gather.hpp"

namespace fathom::pagerank_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

// Iterations per launch, between which the host checks whether to continue.
constexpr int iterations_per_launch = 32;

// With rarer jumps, scores can be so small that sums in units of 2^-25 of a mean contribution lose digits.
constexpr double least_jumps = 0.01;

class pagerank_call {
 public:
  pagerank_call(const device_request& request, device where)
      : r(request),
        where_(where),
        device_(cuda::capabilities_of(where)),
        graph_(request, where, stream_),
        to_caller_(graph_.to_caller()),
        now_(1, stream_) {
    blocks_ = device_.multiprocessors * most_blocks_together;
    for (buffer<block_sums>& of_iteration : sums_) of_iteration = buffer<block_sums>(blocks_, stream_);
    place_distributions();
  }

  device_scores run() {
    buffer<double> ranks(r.num_vertices, stream_);
    watch_.start(stream_);
    const std::optional<degree_start> by_degree = start_by_degree(ranks.data());
    if (!by_degree) {
      take_values_kernel<<<cuda::wide_grid(r.num_vertices), cuda::wide_block, 0, stream_.get()>>>(all_.start, r.num_vertices,
                                                                                                  to_caller_, ranks.data());
      check_launch("starting to iterate");
    }
    iteration_state s;
    s.a = 1 - r.damping;
    iteration_rules rules{r.damping, r.max_iterations, r.tolerance, 0, 0};
    const double dangling = dangling_of(ranks.data());
    const double apart_start = measure_apart(s, dangling, by_degree ? by_degree->isolated : all_.start.uniform, rules);
    lap();
    device_scores found;
    found.run.from_degrees = by_degree.has_value();
    if (r.single_precision && s.iterations < rules.most) {
      rules.enough = std::max(r.tolerance, single_precision_change);
      s = reads_blocks() ? scatter_until(rules, s, ranks.data()) : gather_until<float>(rules, s, ranks.data());
      found.run.single_iterations = s.iterations;
      rules.enough = r.tolerance;
    }
    if (!rules.ended(s)) s = gather_until<double>(rules, s, ranks.data());
    watch_.start(stream_);
    write_scores(s, rules, apart_start, ranks.data(), found);
    lap();
    describe(s, found.run);
    found.seconds = seconds_;
    return found;
  }

 private:
  [[nodiscard]] bool reads_blocks() const { return r.blocks && !r.personalization && !r.dangling && 1 - r.damping >= least_jumps; }

  caller_values place_values(const double* values, buffer<double>& copy) {
    const double uniform = 1.0 / r.caller_vertices;
    if (!values) return {nullptr, uniform};
    copy = cuda::upload(values, r.caller_vertices, stream_);
    return {copy.data(), uniform};
  }

  /// A distribution in the ids of the rows.
  const double* in_rows(const caller_values& from, buffer<double>& copy) {
    if (!from.values || !to_caller_) return from.values;
    copy = buffer<double>(r.num_vertices, stream_);
    take_values_kernel<<<cuda::wide_grid(r.num_vertices), cuda::wide_block, 0, stream_.get()>>>(from, r.num_vertices, to_caller_,
                                                                                                copy.data());
    check_launch("copying a distribution");
    return copy.data();
  }

  void place_distributions() {
    all_.start = place_values(r.start, start_);
    all_.jump = place_values(r.personalization, personalization_);
    all_.drop = r.dangling ? place_values(r.dangling, dangling_) : all_.jump;
    jump_of_row_ = in_rows(all_.jump, personalization_of_row_);
    drop_of_row_ = r.dangling ? in_rows(all_.drop, dangling_of_row_) : jump_of_row_;
  }

  /// Writes initial scores in proportion to degrees where they are the better start, by the rule of the CPU.
  std::optional<degree_start> start_by_degree(double* ranks) {
    const std::uint64_t walks = start_walks(r.num_edges);
    if (!r.may_start_by_degree || walks == 0) return std::nullopt;
    const undirected_edges rows = graph_.undirected();
    if (!rows.offsets) return std::nullopt;
    buffer<start_sums> parts(sum_blocks, stream_);
    measure_start_kernel<<<sum_blocks, plain_threads, 0, stream_.get()>>>(rows, walks, parts.data());
    check_launch("choosing initial scores");
    std::vector<start_sums> of_blocks(sum_blocks);
    cuda::copy_to_host(of_blocks.data(), parts.data(), parts.bytes(), stream_);
    start_sums all;
    for (const start_sums& part : of_blocks) all.walked.add(part.walked), all.degrees.add(part.degrees);
    if (!walks_forget(all.walked, walks)) return std::nullopt;
    const degree_start start = scores_by_degree(all.degrees, r.caller_vertices, r.damping, pagerank_method::power);
    write_start_kernel<<<cuda::wide_grid(r.num_vertices), cuda::wide_block, 0, stream_.get()>>>(rows, start, ranks);
    check_launch("starting to iterate");
    return start;
  }

  /// Sets b and what the rules need of the isolated vertices, of which only a layout in degree order has any. `start` is their
  /// initial score if none is given. Returns the sum of their initial scores.
  double measure_apart(iteration_state& s, double dangling, double start, iteration_rules& rules) {
    const vertex_id count = r.caller_vertices - r.num_vertices;
    s.b = r.damping * dangling;
    if (count == 0) return 0;
    if (!r.start && !r.personalization && !r.dangling) {
      const double uniform = 1.0 / r.caller_vertices, sum = start * count;
      rules.apart_jump = rules.apart_drop = uniform * count;
      s.b += r.damping * sum;
      s.first_change_apart = std::fabs((s.a + s.b) * uniform - start) * count;
      return sum;
    }
    buffer<unsigned char> has_row = cuda::filled<unsigned char>(r.caller_vertices, 0, stream_);
    mark_rows_kernel<<<cuda::wide_grid(r.num_vertices), cuda::wide_block, 0, stream_.get()>>>(r.num_vertices, to_caller_,
                                                                                              has_row.data());
    const apart_sums before = sum_apart(has_row.data(), 0, 0);
    rules.apart_jump = before.jump, rules.apart_drop = before.drop;
    s.b += r.damping * before.start;
    s.first_change_apart = sum_apart(has_row.data(), s.a, s.b).change;
    return before.start;
  }

  apart_sums sum_apart(const unsigned char* has_row, double a, double b) {
    buffer<apart_sums> parts(sum_blocks, stream_);
    apart_kernel<<<sum_blocks, plain_threads, 0, stream_.get()>>>(all_, r.caller_vertices, has_row, a, b, parts.data());
    check_launch("adding up isolated vertices");
    std::vector<apart_sums> of_blocks(sum_blocks);
    cuda::copy_to_host(of_blocks.data(), parts.data(), parts.bytes(), stream_);
    apart_sums all{};
    for (const apart_sums& part : of_blocks)
      all.start += part.start, all.jump += part.jump, all.drop += part.drop, all.change += part.change;
    return all;
  }

  double dangling_of(const double* ranks) {
    dangling_kernel<<<blocks_, plain_threads, 0, stream_.get()>>>(graph_.degrees(), ranks, sums_[0].data());
    check_launch("adding up scores");
    std::vector<block_sums> parts(blocks_);
    cuda::copy_to_host(parts.data(), sums_[0].data(), sums_[0].bytes(), stream_);
    double sum = 0;
    for (const block_sums& part : parts) sum += part.dangling;
    return sum;
  }

  /// Ends a span of device time that watch_.start() began.
  void lap() {
    watch_.stop(stream_);
    stream_.wait("iterating");
    seconds_ += watch_.seconds();
  }

  /// Launches the kernel until the rules end it. `launch` gets the number of iterations so far in this precision.
  template <class Launch>
  iteration_state iterate_until(const iteration_rules& rules, iteration_state state, Launch&& launch) {
    check(cudaMemcpyAsync(now_.data(), &state, sizeof state, cudaMemcpyHostToDevice, stream_.get()), "starting to iterate");
    const int before = state.iterations;
    while (!rules.ended(state)) {
      check_stop(r.control);
      report_progress(r.control, "ranking", static_cast<std::uint64_t>(state.iterations),
                      static_cast<std::uint64_t>(r.max_iterations));
      watch_.start(stream_);
      launch(state.iterations - before);
      watch_.stop(stream_);
      state = cuda::read_one(now_.data(), stream_);
      seconds_ += watch_.seconds();
    }
    return state;
  }

  template <class Share>
  void to_shares(const double* ranks, Share* shares) {
    shares_kernel<<<cuda::wide_grid(r.num_vertices), cuda::wide_block, 0, stream_.get()>>>(graph_.degrees(), ranks, shares);
    check_launch("starting to iterate");
  }
  template <class Share>
  void to_ranks(const Share* shares, double* ranks) {
    ranks_kernel<<<cuda::wide_grid(r.num_vertices), cuda::wide_block, 0, stream_.get()>>>(graph_.degrees(), shares, ranks);
    check_launch("writing scores");
  }

  /// Iterates from scores to scores over edges grouped by target.
  iteration_state scatter_until(const iteration_rules& rules, const iteration_state& state, double* ranks) {
    buffer<float> shares(r.num_vertices, stream_);
    buffer<unsigned long long> sums = cuda::filled<unsigned long long>(r.num_vertices, 0, stream_);
    to_shares(ranks, shares.data());
    scatter_job job{.edges = r.blocks->view(), .n = r.num_vertices, .out_offsets = graph_.degrees().offsets, .rules = rules};
    job.jump = all_.jump.uniform;
    job.units = static_cast<float>(std::ldexp(1.0, mean_bits + std::ilogb(static_cast<double>(r.num_edges))));
    job.shares = shares.data(), job.sums = sums.data();
    for (int i = 0; i < 2; ++i) job.parts[i] = sums_[i].data();
    job.state = now_.data(), job.most = iterations_per_launch;
    const void* const kernel = reinterpret_cast<const void*>(&scatter_kernel);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(scatter_bytes)),
          "setting up a kernel");
    const iteration_state last = iterate_until(rules, state, [&](int iterations) {
      job.first = iterations;
      void* arguments[] = {&job};
      check(cudaLaunchCooperativeKernel(kernel, job.edges.num_splits, scatter_threads, arguments, scatter_bytes, stream_.get()),
            "iterating");
    });
    to_ranks(shares.data(), ranks);
    return last;
  }

  template <class Share, unsigned Threads>
  [[nodiscard]] const void* gather_kernel() const {
    return r.in_weights ? reinterpret_cast<const void*>(&iterate_kernel<Share, true, Threads>)
                        : reinterpret_cast<const void*>(&iterate_kernel<Share, false, Threads>);
  }

  /// Iterates from scores to scores over rows of in-edges.
  template <class Share>
  iteration_state gather_until(const iteration_rules& rules, const iteration_state& state, double* ranks) {
    const row_parts cut = graph_.cut();
    buffer<double> piece_sums(cut.num_pieces, stream_);
    buffer<Share> shares[2] = {{r.num_vertices, stream_}, {r.num_vertices, stream_}};
    to_shares(ranks, shares[0].data());
    iteration_job<Share> job{.rows = graph_.rows(), .rules = rules, .cut = cut};
    job.rows.jump = job.rows.drop = all_.jump.uniform;
    job.rows.personalization = jump_of_row_, job.rows.dangling = drop_of_row_;
    job.piece_sums = piece_sums.data(), job.state = now_.data(), job.most = iterations_per_launch;
    for (int i = 0; i < 2; ++i) job.shares[i] = shares[i].data(), job.sums[i] = sums_[i].data();
    if (r.hubs_first)
      job.num_hubs = static_cast<vertex_id>(std::min<std::size_t>(hub_bytes(device_) / sizeof(Share), r.num_vertices));
    const std::size_t shared = job.num_hubs * sizeof(Share);
    const void* const kernel = r.hubs_first ? gather_kernel<Share, hub_threads>() : gather_kernel<Share, plain_threads>();
    const unsigned threads = r.hubs_first ? hub_threads : plain_threads;
    const unsigned wanted = blocks_together(threads);
    const unsigned together = device_.multiprocessors * blocks_together_on(device_, wanted, threads);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
          "setting up a kernel");
    const iteration_state last = iterate_until(rules, state, [&](int iterations) {
      job.first = iterations;
      void* arguments[] = {&job};
      check(cudaLaunchCooperativeKernel(kernel, together, threads, arguments, shared, stream_.get()), "iterating");
    });
    to_ranks(shares[(last.iterations - state.iterations) % 2].data(), ranks);
    return last;
  }

  template <class Score>
  array<Score> written(const final_scores& f, const double* ranks) {
    const vertex_id n = r.num_vertices, all = r.caller_vertices;
    array<Score> scores = cuda::device_array<Score>(all, where_, stream_);
    if (n < all) write_apart_kernel<<<cuda::wide_grid(all), plain_threads, 0, stream_.get()>>>(f, all, scores.data());
    write_scores_kernel<<<cuda::wide_grid(n), plain_threads, 0, stream_.get()>>>(f, n, ranks, to_caller_, scores.data());
    check_launch("writing scores");
    return scores;
  }

  void write_scores(const iteration_state& s, const iteration_rules& rules, double apart_start, const double* ranks,
                    device_scores& found) {
    buffer<double> sums(sum_blocks, stream_);
    total_kernel<<<sum_blocks, plain_threads, 0, stream_.get()>>>(r.num_vertices, ranks, sums.data());
    check_launch("adding up scores");
    final_scores f{.all = all_, .sums = sums.data()};
    if (s.iterations == 0) {
      f.s = 1, f.apart = apart_start;
    } else {
      f.a = s.a, f.b = s.b_before, f.apart = s.a * rules.apart_jump + s.b_before * rules.apart_drop;
    }
    if (r.single_result)
      found.single_ranks = written<float>(f, ranks);
    else
      found.ranks = written<double>(f, ranks);
  }

  void describe(const iteration_state& s, pagerank_run& o) const {
    o.iterations = s.iterations, o.change = s.change;
    o.converged = s.iterations > 0 && s.change < r.tolerance;
    const auto edge = static_cast<std::uint64_t>(sizeof(vertex_id) + (r.in_weights ? sizeof(edge_weight) : 0));
    const auto all = static_cast<std::uint64_t>(o.iterations), single = static_cast<std::uint64_t>(o.single_iterations);
    o.gathered = all * r.num_edges;
    o.reads_blocks = reads_blocks() && single > 0;
    // Edges and offsets; scores read and written; sums read and written.
    o.bytes = all * (r.num_edges * edge + r.num_vertices * sizeof(edge_offset)) +
              r.num_vertices * 2 * (single * sizeof(float) + (all - single) * sizeof(double));
    if (o.reads_blocks) o.bytes += single * r.num_vertices * 2 * sizeof(unsigned long long);
  }

  const device_request& r;
  const device where_;
  const cuda::device_capabilities device_;
  cuda::stream stream_;  // before the members that are allocated in stream order
  placed_graph graph_;
  const vertex_id* const to_caller_;
  caller_distributions all_;
  const double *jump_of_row_ = nullptr, *drop_of_row_ = nullptr;
  buffer<double> start_, personalization_, dangling_, personalization_of_row_, dangling_of_row_;
  buffer<block_sums> sums_[2];
  unsigned blocks_ = 0;
  buffer<iteration_state> now_;
  cuda::stopwatch watch_;
  double seconds_ = 0;
};

std::uint64_t planned_bytes(const device_request& r) {
  // Scores, and two arrays of contributions; distributions in both orders, and the result.
  const std::uint64_t given = (r.personalization ? 1 : 0) + (r.dangling ? 1 : 0);
  const std::uint64_t arrays = (3 + given) * r.num_vertices + (given + (r.start ? 1 : 0) + 1) * std::uint64_t{r.caller_vertices};
  return placed_graph::bytes(r) + arrays * sizeof(double) + placed_graph::most_pieces(r) * sizeof(double);
}

}  // namespace

device_scores pagerank_cuda(const device_request& request, device where) {
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  const std::uint64_t planned = planned_bytes(request);
  cuda::require_device_memory(planned, "scores of " + std::to_string(request.num_vertices) + " vertices and " +
                                           std::to_string(request.num_edges) + " edges");
  device_scores found = pagerank_call(request, where).run();
  found.run.planned_bytes = planned;
  return found;
}

}  // namespace fathom::pagerank_engine
