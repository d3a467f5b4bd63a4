#include "fathom/distributed/multi_device_graph.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/timer.hpp"
#include "bfs/options.hpp"
#include "comm/place_options.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/distributed/rank_threads.hpp"
#include "fathom/distributed/sssp.hpp"

namespace fathom {
namespace {

bool same_options(const bfs_options& a, const bfs_options& b) {
  const auto first = listed(a), second = listed(b);
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [](const bfs_option& x, const bfs_option& y) { return x.value == y.value; });
}

bool same_options(const sssp_options& a, const sssp_options& b) { return a == b; }

void require_gather(bool gather) {
  if (!gather) fail_usage("option 'gather' is needed on several devices of one process; leave it set");
}

}  // namespace

struct multi_device_graph::state {
  /// Objects of one thread, which only that thread uses.
  struct part {
    std::optional<rank_graph> g;
    std::optional<rank_bfs> hops;
    std::optional<rank_sssp> paths;
  };

  state(const graph& g, const std::vector<device>& devices, const multi_device_options& options)
      : vertices(g.num_vertices()),
        self_loops(g.properties().self_loops),
        parallel_edges(g.properties().duplicates),
        transport(options.transport),
        threads(devices),
        parts(devices.size()) {
    on_each([&](communicator& ranks, part& mine) {
      run_control control = of_thread(options.control, ranks);
      if (control.threads > 0) control.threads = std::max(1, control.threads / ranks.size());
      mine.g.emplace(ranks, g,
                     rank_graph_options{.grid_rows = options.grid_rows,
                                        .grid_columns = options.grid_columns,
                                        .weights = options.weights,
                                        .control = control,
                                        .where = devices.front(),
                                        .transport = transport});
    });
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() {
    try {
      on_each([](communicator&, part& mine) {
        mine.hops.reset(), mine.paths.reset();  // first, since they wait for the others through communicators of their graph
        mine.g.reset();
      });
    } catch (...) {
      // A search has failed. The parts are destroyed one after another, without waiting for each other.
    }
  }

  /// Calls work(ranks, part) on the thread of each device.
  template <class Work>
  void on_each(const Work& work) {
    threads.run([&](communicator& ranks) { work(ranks, parts[static_cast<std::size_t>(ranks.rank())]); });
  }

  /// Calls work(part, execution) on the thread of each device, and returns the result of the first one. The others' are discarded
  /// once all have returned.
  template <class Work>
  auto first_of_each(const run_control& control, const Work& work) {
    const std::lock_guard lock(one_at_a_time);
    std::optional<decltype(work(parts.front(), execution{}))> whole;
    on_each([&](communicator& ranks, part& mine) {
      auto found = work(mine, execution{.where = threads.devices().front(), .control = of_thread(control, ranks)});
      ranks.barrier();
      if (ranks.rank() == 0) whole = std::move(found);
    });
    return *std::move(whole);
  }

  static run_control of_thread(run_control control, const communicator& ranks) {
    if (ranks.rank() != 0) control.on_progress = {};
    return control;
  }

  /// Copies the values of a device's own vertices to their place among all, unless these are not requested.
  template <class T>
  static void put(const part& mine, const array<T>& values, array<T>& whole) {
    if (!whole.empty()) std::copy(values.begin(), values.end(), whole.begin() + mine.g->first_vertex());
  }

  /// Searches with the objects that the parts keep for options equal to `of_parts`, and writes the results of all vertices to
  /// `whole`, which has the arrays.
  template <class Result, class Searcher, class Options>
  void search(vertex_id source, const Options& of_parts, std::optional<Searcher> part::*kept, std::optional<Options>& used,
              Result& whole) {
    const std::lock_guard lock(one_at_a_time);
    const bool is_new = !used || !same_options(*used, of_parts);
    used.reset();
    on_each([&](communicator& ranks, part& mine) {
      std::optional<Searcher>& searching = mine.*kept;
      if (is_new) {
        searching.reset();
        searching.emplace(*mine.g, of_parts, execution{.where = threads.devices().front(), .control = {}, .transport = transport});
      }
      Result found = searching->search(source);
      const timer copying;
      put(mine, found.distances, whole.distances);
      put(mine, found.predecessors, whole.predecessors);
      ranks.barrier();
      if (ranks.rank() != 0) return;
      found.report.seconds_map_back += copying.seconds();
      whole.report = std::move(found.report);
    });
    used = of_parts;
  }

  bfs_result hops(vertex_id source, bfs_options options) {
    bfs_result whole;
    if (options.return_distances) whole.distances = array<hop_count>(vertices);
    if (options.return_predecessors) whole.predecessors = array<vertex_id>(vertices);
    options.gather = false;
    search(source, options, &part::hops, hops_used, whole);
    return whole;
  }

  sssp_result paths(vertex_id source, sssp_options options) {
    sssp_result whole;
    whole.distances = array<double>(vertices);
    if (options.return_predecessors) whole.predecessors = array<vertex_id>(vertices);
    options.gather = false;
    search(source, options, &part::paths, paths_used, whole);
    return whole;
  }

  /// Calls find(rank_graph, execution), which returns `values` of a device's own vertices, on the thread of each device. Returns
  /// the result of the first one with the values of all vertices.
  template <class Result, class T, class Find>
  Result over_all(const run_control& control, array<T> Result::*values, const Find& find) {
    array<T> all(vertices);
    Result found = first_of_each(control, [&](part& mine, const execution& exec) {
      Result own = find(*mine.g, exec);
      put(mine, own.*values, all);
      return own;
    });
    found.*values = std::move(all);
    return found;
  }

  rank_multi_bfs_report joint(std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                              rank_multi_bfs_options options, const run_control& control) {
    options.gather = true;
    return first_of_each(control, [&](part& mine, execution exec) {
      exec.transport = transport;
      const bool has_sinks = mine.g->ranks().rank() == 0;
      return rank_multi_bfs(*mine.g, sources, has_sinks ? sinks : std::span<multi_bfs_sink* const>(), options, exec);
    });
  }

  using find_components = rank_components_result (*)(const rank_graph&, const components_options&, const execution&);
  rank_components_result components(components_options options, const run_control& control, find_components find) {
    require_gather(options.gather);
    options.gather = false;
    return over_all(control, &rank_components_result::labels,
                    [&](const rank_graph& part, const execution& exec) { return find(part, options, exec); });
  }

  std::uint64_t vertices;
  std::uint64_t self_loops, parallel_edges;  ///< edges that the parts do not have
  rank_transport transport;
  std::mutex one_at_a_time;
  rank_threads threads;
  std::vector<part> parts;               ///< by rank
  std::optional<bfs_options> hops_used;  ///< by the searchers in `parts`
  std::optional<sssp_options> paths_used;
};

multi_device_graph::multi_device_graph(const graph& g, const std::vector<device>& devices, const multi_device_options& options)
    : state_(std::make_unique<state>(g, devices, options)) {}
multi_device_graph::~multi_device_graph() = default;
multi_device_graph::multi_device_graph(multi_device_graph&&) noexcept = default;
multi_device_graph& multi_device_graph::operator=(multi_device_graph&&) noexcept = default;

const std::vector<device>& multi_device_graph::devices() const noexcept { return state_->threads.devices(); }
bool multi_device_graph::weighted() const noexcept { return state_->parts.front().g->weighted(); }

bfs_result bfs(multi_device_graph& g, vertex_id source, const bfs_options& options, const run_control& control) {
  require_gather(options.gather);
  check_stop(control);
  return g.state_->hops(source, options);
}

rank_multi_bfs_report multi_bfs(multi_device_graph& g, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                                const rank_multi_bfs_options& options, const run_control& control) {
  return g.state_->joint(sources, sinks, options, control);
}

sssp_result sssp(multi_device_graph& g, vertex_id source, const sssp_options& options, const run_control& control) {
  require_gather(options.gather);
  check_stop(control);
  return g.state_->paths(source, options);
}

rank_components_result weakly_connected_components(multi_device_graph& g, const components_options& options,
                                                   const run_control& control) {
  return g.state_->components(options, control, weakly_connected_components);
}

rank_components_result strongly_connected_components(multi_device_graph& g, const components_options& options,
                                                     const run_control& control) {
  return g.state_->components(options, control, strongly_connected_components);
}

rank_cores_result core_numbers(multi_device_graph& g, const cores_options& options, const run_control& control) {
  require_gather(options.gather);
  require_kept(g.state_->parallel_edges, "parallel edges", "core numbers");
  cores_options of_parts = options;
  of_parts.gather = false;
  return g.state_->over_all(control, &rank_cores_result::core_numbers,
                            [&](const rank_graph& part, const execution& exec) { return core_numbers(part, of_parts, exec); });
}

rank_pagerank_result pagerank(multi_device_graph& g, const pagerank_options& options, const run_control& control) {
  refuse_place(options.where, options.control);
  require_kept(g.state_->self_loops + g.state_->parallel_edges, "self-loops and parallel edges", "scores");
  return g.state_->over_all(control, &rank_pagerank_result::scores, [&](const rank_graph& part, const execution& exec) {
    rank_pagerank_options of_parts{.ranking = options, .gather = false};
    of_parts.ranking.where = exec.where, of_parts.ranking.control = exec.control;
    return rank_pagerank(part, of_parts);
  });
}

}  // namespace fathom
