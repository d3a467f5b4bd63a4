// Personalized PageRank of batches of seeds on a CUDA device.
#include "pagerank/cuda/batch.cuh"

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/transfer.hpp"
#include "pagerank/cuda/placed_graph.hpp"
#include "pagerank/gather.hpp"

namespace fathom::pagerank_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

constexpr unsigned blocks_per_multiprocessor = 6;

struct batch_state {
  int iterations = 0;
  double change = 0;

  [[nodiscard]] bool below(double limit) const { return iterations > 0 && change < limit; }
};

class batch_call {
 public:
  batch_call(const device_request& request, device where)
      : r(request), graph_(request, where, stream_), seeds_(batch_columns, stream_), totals_(batch_columns, stream_) {
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "querying multiprocessors");
    blocks_ = static_cast<unsigned>(multiprocessors) * blocks_per_multiprocessor;
    sums_ = buffer<column_sums>(2 * std::size_t{blocks_} * batch_columns, stream_);
    piece_sums_ = buffer<double>(std::size_t{graph_.cut().num_pieces} * batch_columns, stream_);
  }

  /// Computes the scores of at most batch_columns seeds and writes them to `to`, in device or host memory.
  template <class Score>
  void run(std::span<const pagerank_seed> seeds, Score* to, batch_outcome& all) {
    place_seeds(seeds);
    buffer<Score> scores = cuda::filled<Score>(seeds.size() * r.caller_vertices, 0, stream_);
    batch_state s;
    int single = 0;
    if (r.single_precision && r.max_iterations > 0) {
      const double enough = std::max(r.tolerance, single_precision_change);
      buffer<float> shares = started<float>();
      shares = iterated(std::move(shares), enough, s);
      single = s.iterations;
      all.run.single_iterations = std::max(all.run.single_iterations, single);
      if (s.iterations >= r.max_iterations || s.below(r.tolerance)) {
        write(shares.data(), seeds.size(), scores.data());
      } else {
        buffer<double> more(shares.size(), stream_);
        convert_kernel<<<cuda::wide_grid(shares.size()), cuda::wide_block, 0, stream_.get()>>>(shares.data(), shares.size(),
                                                                                               more.data());
        check_launch("iterating");
        shares = {};
        more = iterated(std::move(more), r.tolerance, s);
        write(more.data(), seeds.size(), scores.data());
      }
    } else {
      const buffer<double> shares = iterated(started<double>(), r.tolerance, s);
      write(shares.data(), seeds.size(), scores.data());
    }
    write_isolated(seeds, scores.data());
    copy(scores, to);
    all.run.iterations = std::max(all.run.iterations, s.iterations);
    all.run.change = std::max(all.run.change, s.change);
    all.run.gathered += static_cast<std::uint64_t>(s.iterations) * r.num_edges * seeds.size();
    all.run.bytes += batch_traffic(r.num_vertices, r.num_edges, r.in_weights != nullptr, batch_columns, s.iterations, single);
    all.seconds += seconds_;
    seconds_ = 0;
  }

 private:
  void place_seeds(std::span<const pagerank_seed> seeds) {
    std::vector<vertex_id> rows(batch_columns, no_vertex);
    std::transform(seeds.begin(), seeds.end(), rows.begin(), [](const pagerank_seed& s) { return s.row; });
    cuda::copy_to_device(seeds_.data(), rows.data(), seeds_.bytes(), stream_);
    stream_.wait("placing seeds");
  }

  template <class Share>
  buffer<Share> started() {
    buffer<Share> shares = cuda::filled<Share>(std::size_t{r.num_vertices} * batch_columns, 0, stream_);
    start_batch_kernel<<<1, batch_columns, 0, stream_.get()>>>(graph_.degrees(), seeds_.data(), shares.data(), totals_.data());
    check_launch("starting to iterate");
    return shares;
  }

  /// Iterates until all columns change by less than `enough`. Returns the last contributions.
  template <class Share>
  buffer<Share> iterated(buffer<Share> before, double enough, batch_state& s) {
    buffer<Share> after(before.size(), stream_);
    batch_job<Share> job{.rows = graph_.rows(), .cut = graph_.cut()};
    job.piece_sums = piece_sums_.data(), job.seeds = seeds_.data(), job.totals = totals_.data(), job.sums = sums_.data();
    job.damping = r.damping;
    while (s.iterations < r.max_iterations && !s.below(enough)) {
      check_stop(r.control);
      report_progress(r.control, "ranking", static_cast<std::uint64_t>(s.iterations), static_cast<std::uint64_t>(r.max_iterations));
      job.before = before.data(), job.after = after.data();
      watch_.start(stream_);
      if (r.in_weights)
        launch<Share, true>(job);
      else
        launch<Share, false>(job);
      watch_.stop(stream_);
      s.change = largest_change();
      seconds_ += watch_.seconds();
      ++s.iterations;
      before.swap(after);
    }
    return before;
  }

  template <class Share, bool Weighted>
  void launch(const batch_job<Share>& job) {
    batch_gather_kernel<Share, Weighted><<<blocks_, batch_threads, 0, stream_.get()>>>(job);
    batch_long_rows_kernel<Share, Weighted><<<blocks_, batch_threads, 0, stream_.get()>>>(job);
    add_columns_kernel<<<1, total_threads, 0, stream_.get()>>>(sums_.data(), 2 * blocks_, totals_.data());
    check_launch("iterating");
  }

  double largest_change() {
    std::vector<column_sums> totals(batch_columns);
    cuda::copy_to_host(totals.data(), totals_.data(), totals_.bytes(), stream_);
    double largest = 0;
    for (const column_sums& column : totals) largest = std::max(largest, column.change);
    return largest;
  }

  template <class Share, class Score>
  void write(const Share* shares, std::size_t columns, Score* scores) {
    watch_.start(stream_);
    write_columns_kernel<<<cuda::wide_grid(r.num_vertices), writing_threads, 0, stream_.get()>>>(
        graph_.degrees(), shares, totals_.data(), graph_.to_caller(), static_cast<unsigned>(columns), r.caller_vertices, scores);
    check_launch("writing scores");
    watch_.stop(stream_);
    stream_.wait("writing scores");
    seconds_ += watch_.seconds();
  }

  /// The surfer never leaves an isolated seed.
  template <class Score>
  void write_isolated(std::span<const pagerank_seed> seeds, Score* scores) {
    const Score one = 1;
    for (std::size_t c = 0; c < seeds.size(); ++c) {
      if (seeds[c].row != no_vertex) continue;
      Score* const place = scores + c * r.caller_vertices + seeds[c].caller;
      check(cudaMemcpyAsync(place, &one, sizeof one, cudaMemcpyHostToDevice, stream_.get()), "writing scores");
      stream_.wait("writing scores");
    }
  }

  template <class Score>
  void copy(const buffer<Score>& scores, Score* to) {
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, to), "copying scores");
    if (attributes.type == cudaMemoryTypeDevice) {
      check(cudaMemcpyAsync(to, scores.data(), scores.bytes(), cudaMemcpyDeviceToDevice, stream_.get()), "copying scores");
      stream_.wait("copying scores");
    } else {
      cuda::copy_to_host(to, scores.data(), scores.bytes(), stream_);
    }
  }

  const device_request& r;
  cuda::stream stream_;  // before the members that are allocated in stream order
  placed_graph graph_;
  buffer<vertex_id> seeds_;
  buffer<column_sums> totals_, sums_;
  buffer<double> piece_sums_;
  unsigned blocks_ = 0;
  cuda::stopwatch watch_;
  double seconds_ = 0;
};

std::uint64_t planned_batch_bytes(const device_request& r) {
  // Two arrays of contributions, in both precisions while one is converted to the other, and the scores of one batch.
  const std::uint64_t shares = std::uint64_t{r.num_vertices} * batch_columns * 2 * sizeof(double);
  return placed_graph::bytes(r) + shares + placed_graph::most_pieces(r) * batch_columns * sizeof(double) +
         std::uint64_t{r.caller_vertices} * batch_columns * sizeof(double);
}

}  // namespace

batch_outcome personalized_pagerank_cuda(const device_request& request, std::span<const pagerank_seed> seeds, device where,
                                         const batch_output& to) {
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  batch_outcome all;
  all.run.planned_bytes = planned_batch_bytes(request);
  cuda::require_device_memory(all.run.planned_bytes, "personalized scores of " + std::to_string(request.num_vertices) +
                                                         " vertices and " + std::to_string(request.num_edges) + " edges");
  batch_call call(request, where);
  for (std::size_t first = 0; first < seeds.size(); first += batch_columns) {
    const std::span<const pagerank_seed> some = seeds.subspan(first, std::min<std::size_t>(batch_columns, seeds.size() - first));
    if (to.single_ranks)
      call.run(some, to.single_ranks + first * request.caller_vertices, all);
    else
      call.run(some, to.ranks + first * request.caller_vertices, all);
  }
  all.run.converged = all.run.iterations > 0 && all.run.change < request.tolerance;
  return all;
}

}  // namespace fathom::pagerank_engine
