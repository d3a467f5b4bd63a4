#include "communities/cpu/modularity_search.hpp"

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
#include "communities/cpu/parts.hpp"
#include "communities/numbering.hpp"
#include "fathom/communities.hpp"
#include "fathom/report.hpp"

namespace fathom::communities_engine {
namespace {

constexpr std::uint64_t edges_worth_a_thread_of_search = 1u << 14;

constexpr const char* name_of(modularity_method method) { return method == modularity_method::leiden ? "Leiden" : "Louvain"; }

void check_options(const graph& g, const louvain_options& o, modularity_method method) {
  if (g.directed())
    fail_usage("this graph is directed, but the {} method needs an undirected graph; symmetrize it", name_of(method));
  if (!(o.resolution >= 0 && std::isfinite(o.resolution)))
    fail_usage("the resolution is {}; give a finite number of at least 0", o.resolution);
  if (!(o.threshold >= 0)) fail_usage("the threshold is {}; give a number of at least 0", o.threshold);
  if (o.max_levels == 0) fail_usage("the number of levels is limited to 0; allow at least 1");
}

// Memory of the first level, which is larger than all others together unless few vertices move. Per vertex: sums of weights within,
// degrees and totals; labels, order, colors, classes, sizes, unused communities, members and moved vertices; two flags; a proposal.
// The Leiden method adds, per vertex: two sums, sizes, members, and the parts.
std::uint64_t predicted_bytes(const graph& g, int threads, modularity_method method) {
  const std::uint64_t n = g.num_vertices(), vertex = 3 * sizeof(double) + 8 * sizeof(vertex_id) + 2 + 2 * sizeof(double),
                      parts = method == modularity_method::leiden ? 2 * sizeof(double) + 3 * sizeof(vertex_id) : 0;
  return n * (vertex + parts) +
         static_cast<std::uint64_t>(threads) * neighbor_weights::bytes(std::min<std::uint64_t>(g.properties().max_out_degree, n));
}

std::vector<vertex_id> single_vertices(vertex_id n) {
  std::vector<vertex_id> labels(n);
  std::iota(labels.begin(), labels.end(), vertex_id{0});
  return labels;
}

array<vertex_id> copied(const std::vector<vertex_id>& labels) {
  array<vertex_id> copy(labels.size());
  std::ranges::copy(labels, copy.begin());
  return copy;
}

// A level of the search: vertices of one graph, and the communities into which they have moved.
struct level_of_search {
  louvain_graph g;
  local_moves moves;
  std::vector<vertex_id> labels;
  std::vector<vertex_id> parts;  // vertex of the next level of each vertex

  level_of_search(louvain_graph graph_of_level, std::vector<vertex_id> first_labels, const modularity_scale& scale,
                  std::uint64_t seed, int threads, const run_control& control)
      : g(std::move(graph_of_level)),
        moves(g, scale.all, scale.resolution, seed, threads, control),
        labels(std::move(first_labels)) {}
};

class modularity_search {
 public:
  modularity_search(const graph& g, const louvain_options& options, modularity_method method, int threads, louvain_report& report)
      : options_(options), method_(method), threads_(threads), report_(report), scale_{0, options.resolution} {
    next_ = first_level(g, options.weighted, threads);
    for (const double degree : next_.degrees) scale_.all += degree;
    if (!std::isfinite(scale_.all))
      fail_usage("the weights add up to more than a double holds; scale them down, or ignore weights");
  }

  void run(louvain_result& result) {
    next_labels_ = single_vertices(next_.num_vertices());
    if (scale_.all == 0) {
      result.labels = copied(next_labels_);
      return;
    }
    modularity_ = modularity_of_vertices(next_, scale_.all, scale_.resolution);
    while (coarsen()) {
    }
    if (options_.all_levels) result.levels = communities_of_levels();
    report_.seconds_coarsen = clock_.seconds();
    for (std::size_t level = levels_.size(); level-- > 0;) refine(level);
    if (method_ == modularity_method::leiden)
      settle_connected();
    else
      move(*levels_[0], settled::all);
    result.labels = copied(levels_[0]->labels);
  }

 private:
  // Moves the vertices of the next level. Returns whether their communities are worth a coarser one.
  bool coarsen() {
    const timer clock;
    louvain_level found{.vertices = next_.num_vertices(), .edges = next_.num_edges()};
    levels_.push_back(std::make_unique<level_of_search>(std::move(next_), std::move(next_labels_), scale_,
                                                        random_bits(options_.seed, levels_.size()), threads_, options_.control));
    level_of_search& level = *levels_.back();
    const move_counts counts = level.moves.run(level.labels, settled::neighbors_of_changes);
    found.communities = number_in_order(level.labels);
    const vertex_id parts = make_parts(level, found.communities);
    next_ = coarsened(level.g, level.parts, parts, threads_, options_.control);
    found.modularity = modularity_of(next_, next_labels_, scale_.all, scale_.resolution);
    found.sweeps = counts.sweeps, found.moves = counts.moves, found.seconds = clock.seconds();
    report_.edges_inspected += counts.edges_inspected;
    report_.levels.push_back(found);
    report_progress(options_.control, "searching", levels_.size(), 0);
    const double gained = found.modularity - std::exchange(modularity_, found.modularity);
    const bool coarser = parts < level.g.num_vertices();
    return coarser && gained > options_.threshold && levels_.size() < options_.max_levels;
  }

  // The vertices of the next level, and the communities in which they begin. Returns their number.
  vertex_id make_parts(level_of_search& level, vertex_id communities) {
    if (method_ == modularity_method::louvain) {
      level.parts = std::exchange(level.labels, {});
      next_labels_ = single_vertices(communities);
      return communities;
    }
    level.parts.resize(level.labels.size());
    report_.edges_inspected +=
        split_into_well_connected(level.g, {level.labels, communities}, scale_, random_bits(~options_.seed, levels_.size()),
                                  threads_, options_.control, level.parts);
    const vertex_id parts = number_in_order(level.parts);
    next_labels_.resize(parts);
    for (vertex_id v = 0; v < level.labels.size(); ++v) next_labels_[level.parts[v]] = level.labels[v];
    return parts;
  }

  // The parts of each level, of which those of the next one are unions. They are numbered in the order of first vertices.
  [[nodiscard]] std::vector<array<vertex_id>> communities_of_levels() const {
    std::vector<array<vertex_id>> all;
    for (const auto& level : levels_) {
      if (all.empty()) {
        all.push_back(copied(level->parts));
        continue;
      }
      array<vertex_id> labels(all.back().size());
      for (std::size_t v = 0; v < labels.size(); ++v) labels[v] = level->parts[all.back()[v]];
      all.push_back(std::move(labels));
    }
    return all;
  }

  // Continues on this level from the communities of the level above.
  void refine(std::size_t i) {
    level_of_search& level = *levels_[i];
    const std::vector<vertex_id>& above = i + 1 < levels_.size() ? levels_[i + 1]->labels : next_labels_;
    level.labels.resize(level.parts.size());
    for (std::size_t v = 0; v < level.labels.size(); ++v) level.labels[v] = above[level.parts[v]];
    levels_.resize(i + 1);
    if (i > 0) move(level, settled::neighbors_of_changes);
  }

  std::uint64_t move(level_of_search& level, settled until) {
    const move_counts counts = level.moves.run(level.labels, until);
    report_.edges_inspected += counts.edges_inspected;
    report_.refining_moves += counts.moves;
    return counts.moves;
  }

  // Lets all vertices move, and splits communities that are not connected before and after, until no move follows.
  void settle_connected() {
    move(*levels_[0], settled::neighbors_of_changes);
    static_cast<void>(split_disconnected());
    while (move(*levels_[0], settled::all) > 0 && split_disconnected()) {
    }
  }

  // Returns whether there were any.
  bool split_disconnected() {
    level_of_search& level = *levels_[0];
    const vertex_id before = number_in_order(level.labels);
    const vertex_id components = split_into_components(level.g, {level.labels, before}, threads_, options_.control, level.parts);
    if (components == before) return false;
    level.labels = level.parts;
    return true;
  }

  const louvain_options& options_;
  const modularity_method method_;
  int threads_;
  louvain_report& report_;
  timer clock_;
  modularity_scale scale_;
  double modularity_ = 0;  // of the last level's communities
  louvain_graph next_;
  std::vector<vertex_id> next_labels_;
  std::vector<std::unique_ptr<level_of_search>> levels_;
};

}  // namespace

louvain_result search_modularity(const graph& g, const louvain_options& options, modularity_method method) {
  check_options(g, options, method);
  const vertex_id n = g.num_vertices();
  const int threads = useful_threads(g.num_edges(), edges_worth_a_thread_of_search, thread_count(options.control));
  require_host_memory(predicted_bytes(g, threads, method), fmt::format("finding communities of {} vertices", n));
  report_progress(options.control, "searching", 0, 0);
  const timer clock;
  louvain_result result;
  louvain_report& report = result.report;
  report.algorithm = method == modularity_method::leiden ? "leiden" : "louvain";
  report.threads = threads;
  report.engine = fmt::format("CPU, {} method, color by color", name_of(method));
  report.weighted = options.weighted && g.weighted();
  report.resolution = options.resolution;
  modularity_search(g, options, method, threads, report).run(result);
  report.communities = number_in_order({result.labels.data(), n});
  report.modularity = modularity(g, result.labels.view(), {options.weighted, options.resolution});
  report.seconds_refine = clock.seconds() - report.seconds_coarsen;
  report.peak_memory_bytes = peak_memory_bytes();
  return result;
}

}  // namespace fathom::communities_engine
