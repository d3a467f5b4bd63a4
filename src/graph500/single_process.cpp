#include "graph500/single_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "bfs/validate/edges_as_listed.hpp"
#include "fathom/bfs.hpp"
#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "fathom/layout.hpp"
#include "fathom/sssp.hpp"
#include "fathom/validate.hpp"
#include "fathom/weighted_layout.hpp"
#include "graph/partition/uniform_weight.hpp"
#include "graph500/report.hpp"
#include "graph500/roots.hpp"

namespace fathom {
namespace {

/// Edge counts of the components that searches have reached: edges of the list, including duplicates and self-loops.
class component_edges {
 public:
  component_edges(vertex_id n, int threads) : component_(n, none), threads_(threads) {}

  [[nodiscard]] bool knows(vertex_id v) const { return component_[v] != none; }
  [[nodiscard]] std::uint64_t around(vertex_id v) const { return edges_[component_[v]]; }

  /// Adds the component of the vertices that these distances reach.
  void add(const edge_list& list, std::span<const hop_count> distances) {
    const auto number = static_cast<std::uint32_t>(edges_.size());
    for (std::size_t v = 0; v < distances.size(); ++v) {
      if (distances[v] != unreachable) component_[v] = number;
    }
    std::uint64_t inside = 0;
#pragma omp parallel for num_threads(threads_) schedule(static) reduction(+ : inside)
    for (std::size_t e = 0; e < list.size(); ++e) inside += distances[list.sources[e]] != unreachable ? 1 : 0;
    edges_.push_back(inside);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> component_;
  std::vector<std::uint64_t> edges_;
  int threads_;
};

class benchmark_alone {
 public:
  explicit benchmark_alone(const graph500_options& options) : options_(options), threads_(thread_count(options.control)) {}

  graph500_result run() {
    result_.scale = options_.scale, result_.edge_factor = options_.edge_factor;
    result_.threads = threads_, result_.seed = options_.seed;
    construct();
    // Generated again rather than kept during construction, whose peak memory would double.
    list_ = generate();
    if (!has_edges_as_listed(graph_, list_, threads_)) {
      result_.message = "the built graph does not contain exactly the generated edges";
      return std::move(result_);
    }
    edges_ = component_edges(graph_.num_vertices(), threads_);
    const std::vector<global_vertex> drawn = graph500_roots(graph_, options_.roots, options_.seed);
    const std::vector<vertex_id> roots(drawn.begin(), drawn.end());
    result_.valid = search_all(roots) && (!options_.sssp || find_all_paths(roots));
    report(roots);
    return std::move(result_);
  }

 private:
  [[nodiscard]] edge_list generate() const {
    edge_list list = kron(options_.scale, options_.edge_factor, {}, {options_.seed, options_.control});
    if (!options_.sssp) return list;
    list.weights = array<edge_weight>(list.size());
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (std::size_t e = 0; e < list.size(); ++e) list.weights[e] = uniform_weight(options_.seed, e);
    return list;
  }

  void construct() {
    timer clock;
    edge_list list = generate();
    result_.seconds_generation = clock.seconds();
    clock.restart();
    graph_ = build(std::move(list), {.where = {}, .control = options_.control}).g;
    layout_ = prepare(graph_, {.where = {}, .control = options_.control});
    if (options_.sssp) weighted_ = prepare_weighted(graph_, {.where = {}, .control = options_.control});
    result_.seconds_construction = clock.seconds();
    result_.directed_edges = graph_.num_edges();
  }

  [[nodiscard]] bfs_options search_options() const {
    bfs_options wanted;
    wanted.return_distances = false;
    wanted.root = root_parent::self;
    wanted.count_edges = false;
    if (options_.top_down) wanted.strategy = bfs_strategy::top_down;
    return wanted;
  }
  [[nodiscard]] execution here() const { return {.where = {}, .control = options_.control}; }

  // The first root twice: a warm-up search, as in the reference code.
  [[nodiscard]] static std::vector<vertex_id> sources_of(const std::vector<vertex_id>& roots) {
    std::vector<vertex_id> sources = roots;
    if (!roots.empty()) sources.insert(sources.begin(), roots.front());
    return sources;
  }

  bool search_all(const std::vector<vertex_id>& roots) {
    bfs_validator validator(graph_, {.where = {}, .control = options_.control});
    const std::vector<vertex_id> sources = sources_of(roots);
    timer clock;
    bfs(layout_, sources, search_options(), here(), [&](std::size_t i, bfs_result& found) {
      const double seconds = clock.seconds();
      if (i > 0 && result_.message.empty()) take(sources[i], seconds, found, validator);
      clock.restart();
    });
    if (options_.energy_seconds > 0 && !roots.empty() && result_.message.empty()) measure_energy(roots);
    return result_.message.empty();
  }

  void measure_energy(const std::vector<vertex_id>& roots) {
    const std::unique_ptr<communicator> one = alone();
    result_.energy = repeated_in_window(*one, {}, options_.energy_seconds, pass_over(result_.bfs), [&](std::uint64_t passes) {
      std::vector<vertex_id> sources;
      for (std::uint64_t pass = 0; pass < passes; ++pass) sources.insert(sources.end(), roots.begin(), roots.end());
      bfs(layout_, sources, search_options(), here(), [](std::size_t, bfs_result&) {});
    });
  }

  void take(vertex_id root, double seconds, bfs_result& found, bfs_validator& validator) {
    if (options_.on_result) hand_out(root, found.predecessors.view());
    const timer clock;
    const bfs_validation verdict = validator.check(root, {}, found.predecessors.view());
    if (!agrees(root, verdict, found.report.reached)) return;
    const double seconds_validate = clock.seconds();
    if (!edges_.knows(root)) edges_.add(list_, distances_from(root).view());
    result_.bfs.push_back({root, seconds, seconds_validate, found.report.reached, edges_.around(root), found.report.depth});
  }

  bool find_all_paths(const std::vector<vertex_id>& roots) {
    const std::vector<vertex_id> sources = sources_of(roots);
    sssp_validator validator(graph_, {.control = options_.control});
    timer clock;
    sssp(weighted_, sources, {}, {.control = options_.control}, [&](std::size_t i, sssp_result& found) {
      const double seconds = clock.seconds();
      if (i > 0 && result_.message.empty()) take(sources[i], seconds, found, validator);
      clock.restart();
    });
    return result_.message.empty();
  }

  // The edge count of the component is known from kernel 2.
  void take(vertex_id root, double seconds, sssp_result& found, sssp_validator& validator) {
    if (options_.on_result) {
      vertex_id& of_root = found.predecessors[root];
      of_root = root;  // as the specification requires
      hand_out(root, found.predecessors.view());
      if (of_root == root) of_root = no_vertex;
    }
    const timer clock;
    const sssp_validation verdict = validator.check(root, found.distances.view(), found.predecessors.view());
    if (!agrees(root, verdict, found.report.reached)) return;
    result_.sssp.push_back({root, seconds, clock.seconds(), found.report.reached, edges_.around(root), 0});
  }

  template <class Verdict>
  bool agrees(vertex_id root, const Verdict& verdict, std::uint64_t reached) {
    if (!verdict.valid) {
      result_.message = fmt::format("the search from {} is not valid: {}", root, verdict.message);
    } else if (verdict.reached != reached) {
      result_.message = fmt::format("the search from {} claims {} vertices but its tree has {}", root, reached, verdict.reached);
    }
    return result_.message.empty();
  }

  // Passes the predecessors to the callback in 64 bits, as the MPI version does, and copies its changes back.
  void hand_out(vertex_id root, std::span<vertex_id> predecessors) const {
    std::vector<std::int64_t> wide(predecessors.size());
    const auto widened = [](vertex_id v) { return v == no_vertex ? -1 : static_cast<std::int64_t>(v); };
    std::transform(predecessors.begin(), predecessors.end(), wide.begin(), widened);
    options_.on_result(root, wide);
    std::transform(wide.begin(), wide.end(), predecessors.begin(), [](std::int64_t v) { return static_cast<vertex_id>(v); });
  }

  [[nodiscard]] array<hop_count> distances_from(vertex_id root) const {
    bfs_options wanted = search_options();
    wanted.return_distances = true, wanted.return_predecessors = false;
    return bfs(layout_, root, wanted, here()).distances;
  }

  void report(const std::vector<vertex_id>& roots) {
    graph500_rank mine;
    mine.vertices = graph_.num_vertices() - graph_.properties().isolated;
    mine.edges = graph_.num_edges();
    mine.peak_memory_bytes = peak_memory_bytes();
    for (const graph500_search& search : result_.bfs) mine.seconds_search += search.seconds;
    result_.by_rank.push_back(mine);
    if (roots.empty() || !result_.valid) return;
    const auto slowest = slowest_of(result_.bfs);
    bfs_options wanted = search_options();
    wanted.report_levels = true;
    const bfs_result again = bfs(layout_, static_cast<vertex_id>(slowest->root), wanted, here());
    for (const level_report& level : again.report.levels) {
      result_.slowest.push_back({.level = level.level,
                                 .way = level.way,
                                 .frontier = level.frontier,
                                 .inspected = level.edges_inspected,
                                 .seconds = level.seconds,
                                 .seconds_search = level.seconds,
                                 .imbalance = 1});
    }
  }

  const graph500_options& options_;
  const int threads_;
  graph graph_;
  layout layout_;
  weighted_layout weighted_;
  edge_list list_;  ///< as generated
  component_edges edges_{0, 1};
  graph500_result result_;
};

}  // namespace

graph500_result graph500_single_process(const graph500_options& options) { return benchmark_alone(options).run(); }

}  // namespace fathom
