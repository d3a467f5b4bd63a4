#include "fathom/distributed/multi_device_graph.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/timer.hpp"
#include "bfs/options.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/distributed/rank_threads.hpp"

namespace fathom {
namespace {

bool same_options(const bfs_options& a, const bfs_options& b) {
  const auto first = listed(a), second = listed(b);
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [](const bfs_option& x, const bfs_option& y) { return x.value == y.value; });
}

}  // namespace

struct multi_device_graph::state {
  /// Objects of one thread, which only that thread uses.
  struct part {
    std::optional<rank_graph> g;
    std::optional<rank_bfs> searching;
  };

  state(const graph& g, const std::vector<device>& devices, const multi_device_options& options)
      : vertices(g.num_vertices()), transport(options.transport), threads(devices), parts(devices.size()) {
    threads.run([&](communicator& ranks) {
      run_control control = options.control;
      if (control.threads > 0) control.threads = std::max(1, control.threads / ranks.size());
      if (ranks.rank() != 0) control.on_progress = {};
      parts[static_cast<std::size_t>(ranks.rank())].g.emplace(ranks, g,
                                                              rank_graph_options{.grid_rows = options.grid_rows,
                                                                                 .grid_columns = options.grid_columns,
                                                                                 .weights = false,
                                                                                 .control = control,
                                                                                 .where = devices.front(),
                                                                                 .transport = transport});
    });
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() {
    try {
      threads.run([this](communicator& ranks) {
        part& mine = parts[static_cast<std::size_t>(ranks.rank())];
        mine.searching.reset();  // first, since it waits for the others through communicators of its graph
        mine.g.reset();
      });
    } catch (...) {
      // A search has failed. The parts are destroyed one after another, without waiting for each other.
    }
  }

  bfs_result search(vertex_id source, const bfs_options& options) {
    const std::lock_guard lock(one_at_a_time);
    bfs_options of_parts = options;
    of_parts.gather = false;
    const bool is_new = !used || !same_options(*used, of_parts);
    used.reset();
    bfs_result whole;
    if (options.return_distances) whole.distances = array<hop_count>(vertices);
    if (options.return_predecessors) whole.predecessors = array<vertex_id>(vertices);
    threads.run([&](communicator& ranks) {
      part& mine = parts[static_cast<std::size_t>(ranks.rank())];
      if (is_new) {
        mine.searching.reset();
        mine.searching.emplace(*mine.g, of_parts,
                               execution{.where = threads.devices().front(), .control = {}, .transport = transport});
      }
      bfs_result found = mine.searching->search(source);
      const timer copying;
      const std::uint64_t first = mine.g->first_vertex();
      if (options.return_distances) std::copy(found.distances.begin(), found.distances.end(), whole.distances.begin() + first);
      if (options.return_predecessors)
        std::copy(found.predecessors.begin(), found.predecessors.end(), whole.predecessors.begin() + first);
      ranks.barrier();
      if (ranks.rank() != 0) return;
      found.report.seconds_map_back += copying.seconds();
      whole.report = std::move(found.report);
    });
    used = of_parts;
    return whole;
  }

  std::uint64_t vertices;
  rank_transport transport;
  std::mutex one_at_a_time;
  rank_threads threads;
  std::vector<part> parts;          ///< by rank
  std::optional<bfs_options> used;  ///< by the searchers in `parts`
};

multi_device_graph::multi_device_graph(const graph& g, const std::vector<device>& devices, const multi_device_options& options)
    : state_(std::make_unique<state>(g, devices, options)) {}
multi_device_graph::~multi_device_graph() = default;
multi_device_graph::multi_device_graph(multi_device_graph&&) noexcept = default;
multi_device_graph& multi_device_graph::operator=(multi_device_graph&&) noexcept = default;

const std::vector<device>& multi_device_graph::devices() const noexcept { return state_->threads.devices(); }

bfs_result bfs(multi_device_graph& g, vertex_id source, const bfs_options& options, const run_control& control) {
  if (!options.gather) fail_usage("option 'gather' is needed to search on several devices of one process; leave it set");
  check_stop(control);
  return g.state_->search(source, options);
}

}  // namespace fathom
