#include "graph500/partitioned.hpp"

#include <span>
#include <utility>

#include "bfs/distributed/levels.hpp"
#include "bfs/distributed/make_searcher.hpp"
#include "comm/exchange.hpp"
#include "gpu/backend.hpp"
#include "graph500/benchmark_graph.hpp"
#include "graph500/report.hpp"
#include "graph500/roots.hpp"

namespace fathom {
namespace {

// Devices with peer access to each other's memory run the whole benchmark; otherwise hosts do.
std::unique_ptr<ranks_engine::benchmark_graph> devices_or_hosts(communicator& ranks, const graph500_options& o) {
  const ranks_engine::benchmark_spec spec{.scale = o.scale,
                                          .edge_factor = o.edge_factor,
                                          .seed = o.seed,
                                          .weights = o.sssp,
                                          .grid_rows = o.grid_rows,
                                          .grid_columns = o.grid_columns,
                                          .where = ranks_engine::device_of_rank(ranks, o.where),
                                          .transport = o.transport,
                                          .delegate_degree = delegate_degree_on(o.where, o.delegate_degree)};
  std::unique_ptr<ranks_engine::benchmark_graph> made;
  const gpu_backend* const gpus = find_gpu_backend();
  if (gpus && spec.delegate_degree == no_delegates) made = gpus->make_benchmark(ranks, spec, o.control);
  return made ? std::move(made) : ranks_engine::benchmark_on_hosts(ranks, spec, o.control);
}

// Parts that both kernels share: predecessors of the process's own vertices, and validation, in place where they are on a device.
class partitioned_kernel : public graph500_kernel {
 public:
  partitioned_kernel(ranks_engine::benchmark_graph& graph, const graph500_options& options)
      : graph_(graph), options_(options), predecessors_(own_vertices(graph)) {}

  void hand_out(global_vertex root) override {
    if (in_place()) return;
    take_results();
    if (options_.on_result) options_.on_result(root, predecessors());
  }
  verdict validate(global_vertex root) override {
    verdict_ = in_place() ? check_last(root) : check(root);
    return {verdict_.valid, verdict_.message, verdict_.reached};
  }
  std::uint64_t edges_around(global_vertex) override { return verdict_.edges_traversed; }

 protected:
  static std::size_t own_vertices(const ranks_engine::benchmark_graph& graph) {
    const index_range own = graph.graph().own_block();
    return own.last - own.first;
  }
  std::span<std::int64_t> predecessors() { return {predecessors_.data(), predecessors_.size()}; }

  virtual void take_results() = 0;
  virtual ranks_engine::rank_verdict check(global_vertex root) = 0;
  virtual ranks_engine::rank_verdict check_last(global_vertex root) = 0;

  ranks_engine::benchmark_graph& graph_;
  const graph500_options& options_;

 private:
  // Results passed to a callback must be in host memory.
  [[nodiscard]] bool in_place() const { return graph_.validates_in_place() && !options_.on_result; }

  array<std::int64_t> predecessors_;  // its pages stay untouched if results are validated in place
  ranks_engine::rank_verdict verdict_;
};

class partitioned_searches final : public partitioned_kernel {
 public:
  partitioned_searches(ranks_engine::benchmark_graph& graph, const graph500_options& options,
                       std::unique_ptr<ranks_engine::searcher> searcher, std::vector<ranks_engine::search_outcome>& kept)
      : partitioned_kernel(graph, options), searcher_(std::move(searcher)), kept_(kept) {
    request_.predecessors = predecessors();
    request_.options.conflicts = options.fold;
    if (options.top_down) request_.options.strategy = bfs_strategy::top_down;
  }

  void warm_up(global_vertex root) override { search_with_levels(root); }
  void wake() override { searcher_->wake(); }  // the links between devices were idle during the previous validation
  outcome search(global_vertex root) override {
    request_.source = root;
    last_ = searcher_->run(request_);
    return {last_.reached, last_.depth};
  }
  void keep() override { kept_.push_back(std::move(last_)); }
  // Reports of levels would have slowed the timed searches.
  void explain(std::size_t kept, global_vertex root) override {
    if (!kept_[kept].levels.empty()) return;
    search_with_levels(root);
    kept_[kept].levels = std::move(last_.levels);
  }

 private:
  void search_with_levels(global_vertex root) {
    request_.options.report_levels = true;
    static_cast<void>(search(root));
    request_.options.report_levels = false;
  }
  void take_results() override { searcher_->take_results(request_); }
  ranks_engine::rank_verdict check(global_vertex root) override { return graph_.check(root, request_.predecessors); }
  ranks_engine::rank_verdict check_last(global_vertex root) override { return graph_.check_last(root); }

  std::unique_ptr<ranks_engine::searcher> searcher_;
  ranks_engine::search_request request_;
  ranks_engine::search_outcome last_;
  std::vector<ranks_engine::search_outcome>& kept_;
};

class partitioned_paths final : public partitioned_kernel {
 public:
  partitioned_paths(ranks_engine::benchmark_graph& graph, const graph500_options& options,
                    std::unique_ptr<ranks_engine::paths_searcher> searcher)
      : partitioned_kernel(graph, options), searcher_(std::move(searcher)), distances_(own_vertices(graph)) {}

  outcome search(global_vertex root) override {
    request_.source = root;
    return {searcher_->run(request_).reached, 0};
  }

 private:
  void take_results() override { searcher_->take_results(request_); }
  ranks_engine::rank_verdict check(global_vertex root) override {
    return graph_.check_paths(root, request_.predecessors, request_.distances);
  }
  ranks_engine::rank_verdict check_last(global_vertex root) override { return graph_.check_last_paths(root); }

  std::unique_ptr<ranks_engine::paths_searcher> searcher_;
  array<float> distances_;
  ranks_engine::paths_request request_{0, predecessors(), {distances_.data(), distances_.size()}};
};

class partitioned_engine final : public graph500_engine {
 public:
  partitioned_engine(communicator& ranks, const graph500_options& options)
      : ranks_(ranks), options_(options), graph_(devices_or_hosts(ranks, options)) {}

  void generate() override { graph_->generate(); }
  double construct() override {
    graph_->construct();
    return longest(ranks_, graph_->graph().construction.seconds);
  }
  // The distributed validators read the generated edges, so that a wrong graph shows in each result.
  std::string describe_graph(graph500_result& result) override {
    result.directed_edges = graph_->graph().num_edges, result.delegates = graph_->graph().delegates.size();
    return {};
  }
  std::vector<global_vertex> roots() override { return graph500_roots(graph_->graph(), options_.roots, options_.seed); }

  std::unique_ptr<graph500_kernel> make_searches() override {
    auto searcher = graph_->make_searcher();
    transport_ = searcher->transport();
    return std::make_unique<partitioned_searches>(*graph_, options_, std::move(searcher), searches_);
  }
  void describe_transport(graph500_result& result) const override {
    if (ranks_.size() == 1) return;
    const std::string between_cpus = ranks_.in_one_process() ? "memory" : "mpi";
    result.transport = transport_.name.empty() ? between_cpus : transport_.name;
    result.transport_reason = transport_.reason;
  }
  std::unique_ptr<graph500_kernel> make_paths() override {
    return std::make_unique<partitioned_paths>(*graph_, options_, graph_->make_paths_searcher());
  }

  void report(graph500_result& result) override {
    separate_waiting(ranks_, searches_);
    gather_report(graph_->graph(), searches_, result);
  }

 private:
  communicator& ranks_;
  const graph500_options& options_;
  std::unique_ptr<ranks_engine::benchmark_graph> graph_;
  ranks_engine::transport_in_use transport_;
  std::vector<ranks_engine::search_outcome> searches_;
};

}  // namespace

std::unique_ptr<graph500_engine> make_partitioned_engine(communicator& ranks, const graph500_options& options) {
  return std::make_unique<partitioned_engine>(ranks, options);
}

}  // namespace fathom
