// Entry point of the Louvain method: coarsening level by level, then refinement from the coarsest level to the graph itself.
#include "fathom/louvain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/timer.hpp"
#include "communities/cpu/local_moves.hpp"
#include "communities/cpu/louvain_graph.hpp"
#include "communities/cpu/neighbor_weights.hpp"
#include "communities/numbering.hpp"
#include "fathom/communities.hpp"
#include "fathom/report.hpp"

namespace fathom {

using namespace communities_engine;

namespace {

constexpr std::uint64_t edges_worth_a_thread_of_louvain = 1u << 14;

void check_options(const graph& g, const louvain_options& o) {
  if (g.directed()) fail_usage("this graph is directed, but the Louvain method needs an undirected graph; symmetrize it");
  if (!(o.resolution >= 0 && std::isfinite(o.resolution)))
    fail_usage("the resolution is {}; give a finite number of at least 0", o.resolution);
  if (!(o.threshold >= 0)) fail_usage("the threshold is {}; give a number of at least 0", o.threshold);
  if (o.max_levels == 0) fail_usage("the number of levels is limited to 0; allow at least 1");
}

// Memory of the first level, which is larger than all others together unless few vertices move. Per vertex: sums of weights within,
// degrees and totals; labels, order, colors, classes, sizes, unused communities, members and moved vertices; two flags; a proposal.
std::uint64_t predicted_bytes(const graph& g, int threads) {
  const std::uint64_t n = g.num_vertices(), vertex = 3 * sizeof(double) + 8 * sizeof(vertex_id) + 2 + 2 * sizeof(double);
  return n * vertex +
         static_cast<std::uint64_t>(threads) * neighbor_weights::bytes(std::min<std::uint64_t>(g.properties().max_out_degree, n));
}

// A level of the search: vertices of one graph, and the communities into which they have moved.
struct level_of_search {
  louvain_graph g;
  local_moves moves;
  std::vector<vertex_id> labels;

  level_of_search(louvain_graph graph_of_level, double all, double resolution, std::uint64_t seed, int threads,
                  const run_control& control)
      : g(std::move(graph_of_level)), moves(g, all, resolution, seed, threads, control), labels(g.num_vertices()) {
    std::iota(labels.begin(), labels.end(), vertex_id{0});
  }
};

class louvain_search {
 public:
  louvain_search(const graph& g, const louvain_options& options, int threads, louvain_report& report)
      : options_(options), threads_(threads), report_(report) {
    next_ = first_level(g, options.weighted, threads);
    for (const double degree : next_.degrees) all_ += degree;
    if (!std::isfinite(all_)) fail_usage("the weights add up to more than a double holds; scale them down, or ignore weights");
  }

  array<vertex_id> run() {
    if (all_ == 0) return communities_of_isolated_vertices();
    modularity_ = modularity_of_vertices(next_, all_, options_.resolution);
    while (coarsen()) {
    }
    report_.seconds_coarsen = clock_.seconds();
    for (std::size_t level = levels_.size(); level-- > 0;) refine(level);
    array<vertex_id> labels(levels_[0]->labels.size());
    std::ranges::copy(levels_[0]->labels, labels.begin());
    return labels;
  }

 private:
  [[nodiscard]] array<vertex_id> communities_of_isolated_vertices() const {
    array<vertex_id> labels(next_.num_vertices());
    std::iota(labels.begin(), labels.end(), vertex_id{0});
    return labels;
  }

  // Moves the vertices of the next level. Returns whether their communities are worth a coarser one.
  bool coarsen() {
    const timer clock;
    louvain_level found{.vertices = next_.num_vertices(), .edges = next_.num_edges()};
    levels_.push_back(std::make_unique<level_of_search>(std::move(next_), all_, options_.resolution,
                                                        random_bits(options_.seed, levels_.size()), threads_, options_.control));
    level_of_search& level = *levels_.back();
    const move_counts counts = level.moves.run(level.labels, settled::neighbors_of_changes);
    found.communities = number_in_order(level.labels);
    next_ = coarsened(level.g, level.labels, found.communities, threads_, options_.control);
    found.modularity = modularity_of_vertices(next_, all_, options_.resolution);
    found.sweeps = counts.sweeps, found.moves = counts.moves, found.seconds = clock.seconds();
    report_.edges_inspected += counts.edges_inspected;
    report_.levels.push_back(found);
    report_progress(options_.control, "searching", levels_.size(), 0);
    const double gained = found.modularity - std::exchange(modularity_, found.modularity);
    return counts.moves > 0 && gained > options_.threshold && levels_.size() < options_.max_levels;
  }

  // Continues on this level from the communities of the level above.
  void refine(std::size_t i) {
    level_of_search& level = *levels_[i];
    if (i + 1 < levels_.size()) {
      for (vertex_id& label : level.labels) label = levels_[i + 1]->labels[label];
      levels_.pop_back();
    }
    const move_counts counts = level.moves.run(level.labels, i == 0 ? settled::all : settled::neighbors_of_changes);
    report_.edges_inspected += counts.edges_inspected;
    report_.refining_moves += counts.moves;
  }

  const louvain_options& options_;
  int threads_;
  louvain_report& report_;
  timer clock_;
  double all_ = 0;         // sum of the degrees
  double modularity_ = 0;  // of the last level's communities
  louvain_graph next_;
  std::vector<std::unique_ptr<level_of_search>> levels_;
};

}  // namespace

louvain_result louvain(const graph& g, const louvain_options& options) {
  check_options(g, options);
  const vertex_id n = g.num_vertices();
  const int threads = useful_threads(g.num_edges(), edges_worth_a_thread_of_louvain, thread_count(options.control));
  require_host_memory(predicted_bytes(g, threads), fmt::format("finding communities of {} vertices", n));
  report_progress(options.control, "searching", 0, 0);
  const timer clock;
  louvain_result result;
  louvain_report& report = result.report;
  report.threads = threads;
  report.engine = "CPU, Louvain method, color by color";
  report.weighted = options.weighted && g.weighted();
  report.resolution = options.resolution;
  result.labels = louvain_search(g, options, threads, report).run();
  report.communities = number_in_order({result.labels.data(), n});
  report.modularity = modularity(g, result.labels.view(), {options.weighted, options.resolution});
  report.seconds_refine = clock.seconds() - report.seconds_coarsen;
  report.peak_memory_bytes = peak_memory_bytes();
  return result;
}

}  // namespace fathom
