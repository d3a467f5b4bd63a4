#include "graph500/single_process.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "bfs/cpu/workspace.hpp"
#include "bfs/request.hpp"
#include "bfs/validate/edges_as_listed.hpp"
#include "fathom/bfs.hpp"
#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "fathom/layout.hpp"
#include "fathom/sssp.hpp"
#include "fathom/validate.hpp"
#include "fathom/weighted_layout.hpp"
#include "graph/partition/uniform_weight.hpp"
#include "graph500/roots.hpp"
#include "sssp/cpu/workspace.hpp"
#include "sssp/results.hpp"

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

// Graph and generated edges of the benchmark, and how its searches run.
struct benchmark_data {
  explicit benchmark_data(const graph500_options& o)
      : options(o), threads(thread_count(o.control)), here{.where = {}, .control = o.control} {}

  const graph500_options& options;
  int threads;
  execution here;
  graph g;
  layout prepared;
  weighted_layout weighted;
  edge_list list;  ///< as generated
  component_edges edges{0, 1};
  std::vector<graph500_level> slowest;  ///< levels of the slowest search
};

bfs_options options_of_searches(const benchmark_data& data) {
  bfs_options options;
  options.return_distances = false;
  options.root = root_parent::self;
  options.count_edges = false;
  if (data.options.top_down) options.strategy = bfs_strategy::top_down;
  return options;
}

// Passes the predecessors to the callback in 64 bits, as processes of a partitioned graph do, and copies its changes back.
void hand_out_to(const graph500_options& options, global_vertex root, std::span<vertex_id> predecessors) {
  std::vector<std::int64_t> wide(predecessors.size());
  const auto widened = [](vertex_id v) { return v == no_vertex ? -1 : static_cast<std::int64_t>(v); };
  std::transform(predecessors.begin(), predecessors.end(), wide.begin(), widened);
  options.on_result(root, wide);
  std::transform(wide.begin(), wide.end(), predecessors.begin(), [](std::int64_t v) { return static_cast<vertex_id>(v); });
}

class single_process_searches final : public graph500_kernel {
 public:
  explicit single_process_searches(benchmark_data& data)
      : data_(data),
        workspace_(data.prepared, options_of_searches(data), data.here),
        validator_(data.g, {.where = {}, .control = data.options.control}) {}

  outcome search(global_vertex root) override {
    workspace_.search(static_cast<vertex_id>(root), found_);
    return {found_.report.reached, found_.report.depth};
  }
  void hand_out(global_vertex root) override {
    if (data_.options.on_result) hand_out_to(data_.options, root, found_.predecessors.view());
  }
  verdict validate(global_vertex root) override {
    const bfs_validation found = validator_.check(static_cast<vertex_id>(root), {}, found_.predecessors.view());
    return {found.valid, found.message, found.reached};
  }
  std::uint64_t edges_around(global_vertex root) override {
    const auto v = static_cast<vertex_id>(root);
    if (!data_.edges.knows(v)) data_.edges.add(data_.list, distances_from(v).view());
    return data_.edges.around(v);
  }
  void explain(std::size_t, global_vertex root) override {
    bfs_options options = options_of_searches(data_);
    options.report_levels = true;
    const bfs_result again = bfs(data_.prepared, static_cast<vertex_id>(root), options, data_.here);
    for (const level_report& level : again.report.levels) {
      data_.slowest.push_back({.level = level.level,
                               .way = level.way,
                               .frontier = level.frontier,
                               .inspected = level.edges_inspected,
                               .seconds = level.seconds,
                               .seconds_search = level.seconds,
                               .imbalance = 1});
    }
  }

 private:
  [[nodiscard]] array<hop_count> distances_from(vertex_id root) const {
    bfs_options options = options_of_searches(data_);
    options.return_distances = true, options.return_predecessors = false;
    return bfs(data_.prepared, root, options, data_.here).distances;
  }

  benchmark_data& data_;
  bfs_workspace workspace_;
  bfs_validator validator_;
  bfs_result found_;
};

class single_process_paths final : public graph500_kernel {
 public:
  explicit single_process_paths(benchmark_data& data)
      : data_(data),
        workspace_(data.weighted, options_, data.here.control),
        validator_(data.g, {.control = data.options.control}) {}

  outcome search(global_vertex root) override {
    workspace_.search(static_cast<vertex_id>(root), found_);
    return {found_.report.reached, 0};
  }
  void hand_out(global_vertex root) override {
    if (!data_.options.on_result) return;
    vertex_id& of_root = found_.predecessors[root];
    of_root = static_cast<vertex_id>(root);  // as the specification requires
    hand_out_to(data_.options, root, found_.predecessors.view());
    if (of_root == root) of_root = no_vertex;
  }
  verdict validate(global_vertex root) override {
    const sssp_validation found =
        validator_.check(static_cast<vertex_id>(root), found_.distances.view(), found_.predecessors.view());
    return {found.valid, found.message, found.reached};
  }
  std::uint64_t edges_around(global_vertex root) override {  // known from kernel 2
    return data_.edges.around(static_cast<vertex_id>(root));
  }

 private:
  benchmark_data& data_;
  const sssp_options options_;
  sssp_workspace workspace_;
  sssp_validator validator_;
  sssp_result found_;
};

class single_process_engine final : public graph500_engine {
 public:
  explicit single_process_engine(const graph500_options& options) : data_(options) {}

  void generate() override { data_.list = generated(); }

  double construct() override {
    const timer clock;
    data_.g = build(std::move(data_.list), {.where = {}, .control = data_.options.control}).g;
    data_.prepared = prepare(data_.g, {.where = {}, .control = data_.options.control});
    if (data_.options.sssp)
      data_.weighted = prepare_weighted(data_.g, {.where = {}, .control = data_.options.control, .contract = false});
    return clock.seconds();
  }

  // The edges are generated again rather than kept during construction, whose peak memory would double.
  std::string describe_graph(graph500_result& result) override {
    result.directed_edges = data_.g.num_edges();
    data_.list = generated();
    if (!has_edges_as_listed(data_.g, data_.list, data_.threads))
      return "the built graph does not contain exactly the generated edges";
    data_.edges = component_edges(data_.g.num_vertices(), data_.threads);
    return {};
  }

  std::vector<global_vertex> roots() override { return graph500_roots(data_.g, data_.options.roots, data_.options.seed); }
  std::unique_ptr<graph500_kernel> make_searches() override {
    check_search(data_.prepared, {}, options_of_searches(data_), data_.here);
    return std::make_unique<single_process_searches>(data_);
  }
  void describe_transport(graph500_result&) const override {}
  std::unique_ptr<graph500_kernel> make_paths() override {
    check_search(data_.weighted, {}, {}, data_.here);
    return std::make_unique<single_process_paths>(data_);
  }

  void report(graph500_result& result) override {
    graph500_rank mine;
    mine.vertices = data_.g.num_vertices() - data_.g.properties().isolated;
    mine.edges = data_.g.num_edges();
    mine.peak_memory_bytes = peak_memory_bytes();
    for (const graph500_search& search : result.bfs) mine.seconds_search += search.seconds;
    result.by_rank.push_back(mine);
    result.slowest = std::move(data_.slowest);
  }

 private:
  [[nodiscard]] edge_list generated() const {
    edge_list list = kron(data_.options.scale, data_.options.edge_factor, {}, {data_.options.seed, data_.options.control});
    if (!data_.options.sssp) return list;
    list.weights = array<edge_weight>(list.size());
#pragma omp parallel for num_threads(data_.threads) schedule(static)
    for (std::size_t e = 0; e < list.size(); ++e) list.weights[e] = uniform_weight(data_.options.seed, e);
    return list;
  }

  benchmark_data data_;
};

}  // namespace

std::unique_ptr<graph500_engine> make_single_process_engine(const graph500_options& options) {
  return std::make_unique<single_process_engine>(options);
}

}  // namespace fathom
