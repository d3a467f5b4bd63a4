// Graph500 benchmark: generation, kernel 1, then kernel 2 or 3 and its validation for each root.
#include "fathom/graph500.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "base/timer.hpp"
#include "bfs/distributed/levels.hpp"
#include "bfs/distributed/make_searcher.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/process_threads.hpp"
#include "energy/distributed/repeated_searches.hpp"
#include "fathom/distributed/rank_threads.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "graph500/benchmark_graph.hpp"
#include "graph500/report.hpp"
#include "graph500/roots.hpp"
#include "graph500/single_process.hpp"

namespace fathom {
namespace {

void check_options(const graph500_options& o) {
  if (o.roots < 1) throw error(error_category::usage, fmt::format("{} roots are too few; give at least one", o.roots));
  if (o.edge_factor < 1)
    throw error(error_category::usage, fmt::format("edge factor {} is too small; give at least 1", o.edge_factor));
  if (!(o.energy_seconds >= 0) || std::isinf(o.energy_seconds)) {
    throw error(error_category::usage,
                fmt::format("energy cannot be measured for {} seconds; give a positive number, or 0 to skip it", o.energy_seconds));
  }
  if (o.ranks && !o.devices.empty())
    throw error(error_category::usage, "devices of one process and a communicator exclude each other; give one of them");
}

void require_same_options(communicator& ranks, const graph500_options& o) {
  const argument arguments[] = {
      {"build", o.build},
      {"scale", static_cast<std::uint64_t>(o.scale)},
      {"edge factor", static_cast<std::uint64_t>(o.edge_factor)},
      {"number of roots", static_cast<std::uint64_t>(o.roots)},
      {"kernel", o.sssp},
      {"grid", static_cast<std::uint64_t>(o.grid_rows) << 32 | static_cast<std::uint32_t>(o.grid_columns)},
      {"conflict resolution", static_cast<std::uint64_t>(o.fold)},
      {"kind of device", static_cast<std::uint64_t>(o.where.kind)},
      {"transport", static_cast<std::uint64_t>(o.transport)},
      {"degree of delegates", o.delegate_degree},
      {"direction", o.top_down},
      {"window for energy", std::bit_cast<std::uint64_t>(o.energy_seconds)},
      {"seed", o.seed}};
  require_same(ranks, arguments);
}

/// A clock that all processes start together and that shows when the last of them reaches the barrier.
class common_clock {
 public:
  explicit common_clock(communicator& ranks) : ranks_(ranks) {
    ranks_.barrier();
    mine_.restart();
  }
  [[nodiscard]] double seconds() const {
    ranks_.barrier();
    return static_cast<double>(largest_of(ranks_, static_cast<std::uint64_t>(mine_.seconds() * 1e9))) * 1e-9;
  }

 private:
  communicator& ranks_;
  timer mine_;
};

class benchmark {
 public:
  benchmark(communicator& ranks, const graph500_options& options) : ranks_(ranks), options_(options) {
    options_.control = with_threads(ranks, options_.control);
  }

  graph500_result run() {
    require_same_options(ranks_, options_);
    const process_grid grid = make_grid(ranks_, options_.grid_rows, options_.grid_columns);
    result_.scale = options_.scale, result_.edge_factor = options_.edge_factor;
    result_.ranks = ranks_.size(), result_.grid_rows = grid.rows, result_.grid_columns = grid.columns,
    result_.threads = thread_count(options_.control);
    result_.processes = ranks_.in_one_process() ? 1 : ranks_.size();
    result_.devices = gather_from_all(ranks_, ranks_engine::device_of_rank(ranks_, options_.where));
    result_.where = result_.devices.front(), result_.seed = options_.seed;
    if (grid.columns > 1) result_.conflict_resolution = options_.fold;
    choose_devices_or_hosts();
    generate();
    benchmark_->construct();
    const partitioned_graph& graph = benchmark_->graph();
    result_.seconds_construction = longest(ranks_, graph.construction.seconds);
    result_.directed_edges = graph.num_edges, result_.delegates = graph.delegates.size();
    const std::vector<global_vertex> roots = graph500_roots(graph, options_.roots, options_.seed);
    result_.valid = search_all(roots) && (!options_.sssp || find_all_paths(roots));
    separate_waiting(ranks_, searches_);
    gather_report(graph, searches_, result_);
    return std::move(result_);
  }

 private:
  // Devices with peer access to each other's memory run the whole benchmark; otherwise hosts do.
  void choose_devices_or_hosts() {
    const ranks_engine::benchmark_spec spec{.scale = options_.scale,
                                            .edge_factor = options_.edge_factor,
                                            .seed = options_.seed,
                                            .weights = options_.sssp,
                                            .grid_rows = options_.grid_rows,
                                            .grid_columns = options_.grid_columns,
                                            .where = ranks_engine::device_of_rank(ranks_, options_.where),
                                            .transport = options_.transport,
                                            .delegate_degree = delegate_degree_on(options_.where, options_.delegate_degree)};
    const gpu_backend* const gpus = find_gpu_backend();
    if (gpus && spec.delegate_degree == no_delegates) benchmark_ = gpus->make_benchmark(ranks_, spec, options_.control);
    if (!benchmark_) benchmark_ = ranks_engine::benchmark_on_hosts(ranks_, spec, options_.control);
  }

  void generate() {
    const common_clock clock(ranks_);
    benchmark_->generate();
    result_.seconds_generation = clock.seconds();
  }

  // Data structures that searchers build count toward kernel 1.
  template <class Make>
  auto constructed(const Make& make) {
    const common_clock clock(ranks_);
    auto made = make();
    result_.seconds_construction += clock.seconds();
    return made;
  }

  bool search_all(const std::vector<global_vertex>& roots) {
    const auto search = constructed([&] { return benchmark_->make_searcher(); });
    if (ranks_.size() > 1) {
      const std::string between_cpus = ranks_.in_one_process() ? "memory" : "mpi";
      result_.transport = search->transport().name.empty() ? between_cpus : search->transport().name;
      result_.transport_reason = search->transport().reason;
    }
    const index_range own = benchmark_->graph().own_block();
    array<std::int64_t> predecessors(own.last - own.first);  // its pages stay untouched if results are validated in place
    ranks_engine::search_request request;
    request.predecessors = {predecessors.data(), predecessors.size()};
    request.options.report_levels = true;
    request.options.conflicts = options_.fold;
    if (options_.top_down) request.options.strategy = bfs_strategy::top_down;
    if (!roots.empty()) {  // warm-up search, as in the reference code
      request.source = roots.front();
      static_cast<void>(search->run(request));
    }
    request.options.report_levels = false;
    for (const global_vertex root : roots) {
      report_progress(options_.control, "searching", result_.bfs.size(), roots.size());
      request.source = root;
      search->wake();  // the links between devices were idle during the previous validation
      const common_clock clock(ranks_);
      ranks_engine::search_outcome outcome = search->run(request);
      graph500_search one{root, clock.seconds(), 0, outcome.reached, 0, outcome.depth};
      if (!in_place()) search->take_results(request);
      if (!validate(request.predecessors, one, [&] { return check(root, request.predecessors); })) return false;
      result_.bfs.push_back(one);
      searches_.push_back(std::move(outcome));
    }
    explain_slowest(*search, request);
    if (options_.energy_seconds > 0 && !roots.empty()) measure_energy(*search, request);
    return true;
  }

  // Results passed to a callback must be in host memory.
  [[nodiscard]] bool in_place() const { return benchmark_->validates_in_place() && !options_.on_result; }
  [[nodiscard]] ranks_engine::rank_verdict check(global_vertex root, std::span<const std::int64_t> predecessors) {
    return in_place() ? benchmark_->check_last(root) : benchmark_->check(root, predecessors);
  }

  // Repeats the slowest search with per-level reports, which would have slowed the timed searches.
  void explain_slowest(ranks_engine::searcher& search, ranks_engine::search_request& request) {
    const auto slowest = slowest_of(result_.bfs);
    if (slowest == result_.bfs.end()) return;
    ranks_engine::search_outcome& outcome = searches_[static_cast<std::size_t>(slowest - result_.bfs.begin())];
    if (!outcome.levels.empty()) return;
    request.source = slowest->root;
    request.options.report_levels = true;
    outcome.levels = search.run(request).levels;
    request.options.report_levels = false;
  }

  void measure_energy(ranks_engine::searcher& search, ranks_engine::search_request& request) {
    const device where = ranks_engine::device_of_rank(ranks_, options_.where);
    result_.energy = repeated_in_window(ranks_, where, options_.energy_seconds, pass_over(result_.bfs), [&](std::uint64_t passes) {
      for (std::uint64_t pass = 0; pass < passes; ++pass) {
        for (const graph500_search& one : result_.bfs) {
          request.source = one.root;
          static_cast<void>(search.run(request));
        }
      }
    });
  }

  bool find_all_paths(const std::vector<global_vertex>& roots) {
    const auto paths = constructed([&] { return benchmark_->make_paths_searcher(); });
    const index_range own = benchmark_->graph().own_block();
    array<std::int64_t> predecessors(own.last - own.first);
    array<float> distances(predecessors.size());
    ranks_engine::paths_request request{0, {predecessors.data(), predecessors.size()}, {distances.data(), distances.size()}};
    if (!roots.empty()) {
      request.source = roots.front();
      static_cast<void>(paths->run(request));
    }
    for (const global_vertex root : roots) {
      report_progress(options_.control, "shortest paths", result_.sssp.size(), roots.size());
      request.source = root;
      const common_clock clock(ranks_);
      const ranks_engine::paths_outcome outcome = paths->run(request);
      graph500_search one{root, clock.seconds(), 0, outcome.reached, 0, 0};
      if (!in_place()) paths->take_results(request);
      const auto check_paths = [&] {
        return in_place() ? benchmark_->check_last_paths(root)
                          : benchmark_->check_paths(root, request.predecessors, request.distances);
      };
      if (!validate(request.predecessors, one, check_paths)) return false;
      result_.sssp.push_back(one);
    }
    return true;
  }

  template <class Check>
  bool validate(std::span<std::int64_t> predecessors, graph500_search& one, const Check& check) {
    if (options_.on_result) options_.on_result(one.root, predecessors);
    const common_clock clock(ranks_);
    const ranks_engine::rank_verdict verdict = check();
    one.seconds_validate = clock.seconds();
    one.edges = verdict.edges_traversed;
    if (verdict.valid && verdict.reached == one.reached) return true;
    result_.message = verdict.valid ? fmt::format("the search from {} claims {} vertices but its tree has {}", one.root,
                                                  one.reached, verdict.reached)
                                    : fmt::format("the search from {} is not valid: {}", one.root, verdict.message);
    return false;
  }

  communicator& ranks_;
  graph500_options options_;
  std::unique_ptr<ranks_engine::benchmark_graph> benchmark_;
  std::vector<ranks_engine::search_outcome> searches_;
  graph500_result result_;
};

// An explicitly requested grid or delegate degree is honored even with one process, for study.
bool is_for_one_process(const graph500_options& options) {
  if (options.where.kind != device_kind::cpu || options.grid_rows != 0 || options.grid_columns != 0) return false;
  if (options.delegate_degree != heavy_delegates && options.delegate_degree != no_delegates) return false;
  return options.scale >= 1 && options.scale <= largest_scale_single_process;
}

// One thread per device. Only that of the caller reports progress.
graph500_result run_over_devices(const graph500_options& options) {
  rank_threads threads(options.devices);
  graph500_result result;
  threads.run([&](communicator& ranks) {
    graph500_options mine = options;
    mine.ranks = &ranks, mine.devices.clear();
    mine.where = options.devices.front();
    if (mine.control.threads > 0) mine.control.threads = std::max(1, mine.control.threads / threads.size());
    if (ranks.rank() != 0) mine.control.on_progress = {};
    graph500_result found = benchmark(ranks, mine).run();
    if (ranks.rank() == 0) result = std::move(found);
  });
  return result;
}

}  // namespace

graph500_result graph500(const graph500_options& options) {
  const std::unique_ptr<communicator> one = options.ranks ? nullptr : alone();
  communicator& ranks = options.ranks ? *options.ranks : *one;
  on_all_processes(ranks, [&] { check_options(options); });
  if (options.devices.size() > 1) return run_over_devices(options);
  if (!options.devices.empty()) {
    graph500_options single = options;
    single.where = options.devices.front(), single.devices.clear();
    return graph500(single);
  }
  if (ranks.size() == 1 && is_for_one_process(options)) {
    graph500_result result = graph500_single_process(options);
    result.devices = {result.where};
    return result;
  }
  return benchmark(ranks, options).run();
}

}  // namespace fathom
