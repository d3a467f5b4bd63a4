// Graph500 benchmark: generation, kernel 1, then kernel 2 or 3 and its validation for each root.
#include "fathom/graph500.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/process_device.hpp"
#include "comm/process_threads.hpp"
#include "energy/distributed/repeated_searches.hpp"
#include "fathom/distributed/rank_threads.hpp"
#include "fathom/error.hpp"
#include "graph500/partitioned.hpp"
#include "graph500/report.hpp"
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

// An explicitly requested grid or delegate degree is honored even with one process, for study.
bool is_for_one_process(const communicator& ranks, const graph500_options& options) {
  if (ranks.size() > 1) return false;
  if (options.where.kind != device_kind::cpu || options.grid_rows != 0 || options.grid_columns != 0) return false;
  if (options.delegate_degree != heavy_delegates && options.delegate_degree != no_delegates) return false;
  return options.scale >= 1 && options.scale <= largest_scale_single_process;
}

class benchmark {
 public:
  benchmark(communicator& ranks, const graph500_options& options) : ranks_(ranks), options_(options) {
    options_.control = with_threads(ranks, options_.control);
  }

  graph500_result run() {
    require_same_options(ranks_, options_);
    describe_places();
    engine_ =
        is_for_one_process(ranks_, options_) ? make_single_process_engine(options_) : make_partitioned_engine(ranks_, options_);
    generate();
    result_.seconds_construction = engine_->construct();
    result_.message = engine_->describe_graph(result_);
    if (!result_.message.empty()) return std::move(result_);
    const std::vector<global_vertex> roots = engine_->roots();
    result_.valid = run_searches(roots) && (!options_.sssp || run_paths(roots));
    engine_->report(result_);
    return std::move(result_);
  }

 private:
  void describe_places() {
    const process_grid grid = make_grid(ranks_, options_.grid_rows, options_.grid_columns);
    result_.scale = options_.scale, result_.edge_factor = options_.edge_factor, result_.seed = options_.seed;
    result_.ranks = ranks_.size(), result_.grid_rows = grid.rows, result_.grid_columns = grid.columns;
    result_.threads = thread_count(options_.control);
    result_.processes = ranks_.in_one_process() ? 1 : ranks_.size();
    result_.devices = gather_from_all(ranks_, ranks_engine::device_of_rank(ranks_, options_.where));
    result_.where = result_.devices.front();
    if (grid.columns > 1) result_.conflict_resolution = options_.fold;
  }

  void generate() {
    const common_clock clock(ranks_);
    engine_->generate();
    result_.seconds_generation = clock.seconds();
  }

  // Data structures that kernels build count toward kernel 1.
  std::unique_ptr<graph500_kernel> constructed(std::unique_ptr<graph500_kernel> (graph500_engine::*make)()) {
    const common_clock clock(ranks_);
    auto made = (*engine_.*make)();
    result_.seconds_construction += clock.seconds();
    return made;
  }

  bool run_searches(const std::vector<global_vertex>& roots) {
    const auto kernel = constructed(&graph500_engine::make_searches);
    engine_->describe_transport(result_);
    if (!run_kernel(*kernel, "searching", roots, result_.bfs)) return false;
    if (roots.empty()) return true;
    // The timed searches do not report levels, which takes time.
    const auto slowest = slowest_of(result_.bfs);
    kernel->explain(static_cast<std::size_t>(slowest - result_.bfs.begin()), slowest->root);
    if (options_.energy_seconds > 0) measure_energy(*kernel);
    return true;
  }

  bool run_paths(const std::vector<global_vertex>& roots) {
    return run_kernel(*constructed(&graph500_engine::make_paths), "shortest paths", roots, result_.sssp);
  }

  // Searches from each root and validates. Returns false after an invalid result.
  bool run_kernel(graph500_kernel& kernel, std::string_view stage, const std::vector<global_vertex>& roots,
                  std::vector<graph500_search>& searches) {
    if (!roots.empty()) kernel.warm_up(roots.front());
    for (const global_vertex root : roots) {
      report_progress(options_.control, stage, searches.size(), roots.size());
      kernel.wake();
      const common_clock clock(ranks_);
      const graph500_kernel::outcome found = kernel.search(root);
      graph500_search one{root, clock.seconds(), 0, found.reached, 0, found.depth};
      if (!validate(kernel, one)) return false;
      searches.push_back(one);
      kernel.keep();
    }
    return true;
  }

  bool validate(graph500_kernel& kernel, graph500_search& one) {
    kernel.hand_out(one.root);
    const common_clock clock(ranks_);
    const graph500_kernel::verdict verdict = kernel.validate(one.root);
    one.seconds_validate = clock.seconds();
    if (!verdict.valid) {
      result_.message = fmt::format("the search from {} is not valid: {}", one.root, verdict.message);
    } else if (verdict.reached != one.reached) {
      result_.message =
          fmt::format("the search from {} claims {} vertices but its tree has {}", one.root, one.reached, verdict.reached);
    } else {
      one.edges = kernel.edges_around(one.root);
    }
    return result_.message.empty();
  }

  void measure_energy(graph500_kernel& kernel) {
    const device where = ranks_engine::device_of_rank(ranks_, options_.where);
    result_.energy = repeated_in_window(ranks_, where, options_.energy_seconds, pass_over(result_.bfs), [&](std::uint64_t passes) {
      for (std::uint64_t pass = 0; pass < passes; ++pass) {
        for (const graph500_search& one : result_.bfs) static_cast<void>(kernel.search(one.root));
      }
    });
  }

  communicator& ranks_;
  graph500_options options_;
  graph500_result result_;
  std::unique_ptr<graph500_engine> engine_;
};

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
  const std::unique_ptr<communicator> one = options.ranks ? nullptr : single_process_communicator();
  communicator& ranks = options.ranks ? *options.ranks : *one;
  on_all_processes(ranks, [&] { check_options(options); });
  if (options.devices.size() > 1) return run_over_devices(options);
  if (!options.devices.empty()) {
    graph500_options single = options;
    single.where = options.devices.front(), single.devices.clear();
    return graph500(single);
  }
  return benchmark(ranks, options).run();
}

}  // namespace fathom
