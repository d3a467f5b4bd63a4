// Distributed PageRank. The summation order depends only on the grid and the device, so that results are reproducible.
#include "pagerank/distributed/engine.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/block_values.hpp"
#include "pagerank/distributed/part.hpp"
#include "pagerank/gather.hpp"

namespace fathom::ranks_engine {
namespace {

class power_iteration {
 public:
  power_iteration(const partitioned_graph& g, const pagerank_request& r, device where, int threads)
      : g_(g), r_(r), threads_(threads) {
    on_all_processes(*g.ranks, [&] {
      require_host_memory(ranked_vertices::bytes(g, r),
                          fmt::format("PageRank of {} vertices and {} edges of one process", g.to_local.size(), g.in.ends.size()));
    });
    vertices_ = place_vertices(g, r, threads, clock_);
    part_ = where.kind == device_kind::cuda ? gpu(where).make_score_part(g, vertices_, r, where)
                                            : ranking_on_cpu(g, vertices_, r, threads);
    outcome_.planned_bytes = ranked_vertices::bytes(g, r) + part_->planned_bytes();
  }

  pagerank_outcome run(std::span<double> ranks) {
    clock_.computed();
    outcome_.seconds_prepare = clock_.work().seconds_compute + clock_.work().seconds_exchange;
    rank_sums first;
    for (std::uint64_t i = 0; i < vertices_.size(); ++i) first.dangling += vertices_.out[i] == 0 ? vertices_.ranks[i] : 0;
    add_up(first);
    const timer iterating;
    if (r_.single_precision && !r_.weighted) {
      iterate(true, pagerank_engine::single_precision_change);
      outcome_.single_iterations = outcome_.iterations;
    }
    if (!outcome_.converged) iterate(false, 0);
    outcome_.seconds_iterate = iterating.seconds();
    // The sum of all scores is 1 except for rounding.
    const double sum = outcome_.iterations > 0 ? total_.rank : 1;
    on_all_processes(*g_.ranks, [this] { part_->take(vertices_.ranks); });
#pragma omp parallel for num_threads(threads_)
    for (std::uint64_t i = 0; i < vertices_.size(); ++i) {
      if (vertices_.is_own(i)) ranks[vertices_.positions[i]] = vertices_.ranks[i] / sum;
    }
    clock_.computed();
    outcome_.work = clock_.work();
    return outcome_;
  }

 private:
  // Iterates until convergence, a change below `enough`, or the iteration limit.
  void iterate(bool single, double enough) {
    if (outcome_.iterations >= r_.max_iterations) return;
    on_all_processes(*g_.ranks, [&] { part_->begin(single); });
    while (outcome_.iterations < r_.max_iterations) {
      if (total_.stopped > 0) on_all_processes(*g_.ranks, [this] { check_stop(r_.control); });
      if (r_.control.on_progress) r_.control.on_progress({"ranking", done(outcome_.iterations), done(r_.max_iterations)});
      part_->gather(clock_);
      add_up(part_->update(total_.dangling));
      ++outcome_.iterations;
      outcome_.bytes += bytes_of_iteration(single ? sizeof(float) : sizeof(double));
      outcome_.gathered += g_.in.ends.size();
      outcome_.change = total_.change;
      outcome_.converged = outcome_.change < r_.tolerance;
      if (outcome_.converged || outcome_.change < enough) return;
    }
  }

  [[nodiscard]] static std::uint64_t done(int iterations) { return static_cast<std::uint64_t>(iterations); }

  void add_up(rank_sums mine) {
    mine.stopped = r_.control.stop.stop_requested() ? 1 : 0;
    clock_.computed();
    total_ = {};
    for (const rank_sums& one : gather_from_all(*g_.ranks, mine)) total_.add(one);
    clock_.waited();
  }

  // Adjacency rows and the contributions read along them, sums, scores (read and written), contributions written, distributions.
  [[nodiscard]] std::uint64_t bytes_of_iteration(std::size_t share_bytes) const {
    const std::uint64_t targets = (vertices_.jump.empty() ? 0 : sizeof(double)) + (r_.dangling.empty() ? 0 : sizeof(double));
    return g_.in.ends.size() * (sizeof(local_vertex) + (r_.weighted ? sizeof(edge_weight) : 0)) +
           g_.row_ids() * (sizeof(edge_offset) + 2 * sizeof(double)) + g_.column_ids() * share_bytes +
           vertices_.size() * (3 * sizeof(double) + share_bytes + targets);
  }

  const partitioned_graph& g_;
  const pagerank_request& r_;
  const int threads_;
  work_clock clock_;
  ranked_vertices vertices_;
  std::unique_ptr<score_part> part_;
  rank_sums total_;  // of all processes
  pagerank_outcome outcome_;
};

}  // namespace

pagerank_outcome rank_pagerank(const partitioned_graph& g, const pagerank_request& request, device where, std::span<double> ranks,
                               int threads) {
  return power_iteration(g, request, where, threads).run(ranks);
}

}  // namespace fathom::ranks_engine
