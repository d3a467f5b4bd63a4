#include "fathom/rank_bfs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/memory.hpp"
#include "core/timer.hpp"
#include "distributed/agreement.hpp"
#include "distributed/exchange.hpp"
#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

// The edges out of this rank's part of the vertices; of an undirected graph each once.
edge_share share_of(const graph& g, int rank, int ranks) {
  const adjacency_view& out = g.view().out;
  const index_range rows = part_of(g.num_vertices(), static_cast<std::uint64_t>(ranks), static_cast<std::uint64_t>(rank));
  const auto for_each = [&](const auto& visit) {
    for (std::uint64_t u = rows.first; u < rows.last; ++u) {
      for (const vertex_id* v = out.begin(static_cast<vertex_id>(u)); v != out.end(static_cast<vertex_id>(u)); ++v) {
        if (g.directed() || u <= *v) visit(u, *v);
      }
    }
  };
  std::uint64_t count = 0;
  for_each([&](std::uint64_t, vertex_id) { ++count; });
  require_host_memory(count * sizeof(packed_edge), fmt::format("{} edges, a rank's share", count));
  edge_share share;
  share.num_vertices = g.num_vertices();
  share.num_edges = g.num_edges();
  share.directed = g.directed();
  share.edges = array<packed_edge>(count);
  packed_edge* next = share.edges.data();
  for_each([&](std::uint64_t u, vertex_id v) { *next++ = packed_edge(u, v); });
  return share;
}

// Of plain values of every vertex, those of all blocks in the graph's order, on all ranks.
template <class T>
array<T> gather_blocks(const partitioned_graph& g, std::span<const T> mine) {
  std::vector<std::uint64_t> sizes;
  for (int r = 0; r < g.ranks->size(); ++r) {
    const index_range block = g.blocks.block(r);
    sizes.push_back((block.last - block.first) * sizeof(T));
  }
  array<T> all(g.blocks.num_vertices());
  g.ranks->all_gather(std::as_bytes(mine), sizes, std::as_writable_bytes(all.view()));
  return all;
}

double longest(communicator& ranks, double seconds) {
  return static_cast<double>(largest_of(ranks, static_cast<std::uint64_t>(seconds * 1e9))) * 1e-9;
}

std::vector<level_report> levels_of(communicator& ranks, const std::vector<ranks_engine::rank_level>& mine) {
  std::vector<std::uint64_t> inspected, nanoseconds;
  for (const ranks_engine::rank_level& level : mine) {
    inspected.push_back(level.inspected);
    nanoseconds.push_back(static_cast<std::uint64_t>((level.seconds_search + level.seconds_exchange + level.seconds_wait) * 1e9));
  }
  ranks.all_reduce(reduction::sum, std::span(inspected));
  ranks.all_reduce(reduction::max, std::span(nanoseconds));
  std::vector<level_report> levels;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const std::uint64_t found = i + 1 < mine.size() ? mine[i + 1].frontier : 0;
    levels.push_back(
        {mine[i].level, mine[i].way, mine[i].frontier, inspected[i], found, static_cast<double>(nanoseconds[i]) * 1e-9, ""});
  }
  return levels;
}

}  // namespace

struct rank_bfs::state {
  state(communicator& all, const graph& whole, const rank_bfs_options& o) : ranks(all), g(whole), options(o) {
    if (options.control.threads == 0) options.control.threads = std::max(1, thread_count({}) / ranks.ranks_on_host());
    const argument arguments[] = {
        {"another number of vertices", g.num_vertices()},
        {"another number of edges", g.num_edges()},
        {"another grid", static_cast<std::uint64_t>(o.grid_rows) << 32 | static_cast<std::uint32_t>(o.grid_columns)},
        {"another way to settle", static_cast<std::uint64_t>(o.fold)},
        {"another direction", o.top_down},
        {"another depth limit", static_cast<std::uint64_t>(o.depth_limit)}};
    require_same(ranks, arguments);
    process_grid grid = make_grid(ranks, options.grid_rows, options.grid_columns);
    edge_share share;
    on_all_ranks(ranks, [&] {
      if (options.depth_limit < 0)
        throw error(error_category::usage, fmt::format("depth limit {} is negative", options.depth_limit));
      share = share_of(g, ranks.rank(), ranks.size());
    });
    parts = partition(ranks, std::move(grid), share, options.control);
    block = ranks_engine::block_on_cpu(parts, thread_count(options.control));
    searching = std::make_unique<ranks_engine::rank_search>(parts, *block, thread_count(options.control));
    const index_range own = parts.own_block();
    predecessors.resize(own.last - own.first);
    narrow.resize(predecessors.size());
    distances.resize(predecessors.size());
  }

  bfs_result search(vertex_id source) {
    if (source >= g.num_vertices()) {
      throw error(error_category::usage, fmt::format("source {} is outside the graph's {} vertices", source, g.num_vertices()));
    }
    check_stop(options.control);
    ranks_engine::search_request request;
    request.source = source;
    request.depth_limit = options.depth_limit;
    request.top_down_only = options.top_down;
    request.fold = options.fold == rank_fold::prefix ? ranks_engine::fold_method::prefix : ranks_engine::fold_method::owners;
    request.predecessors = predecessors;
    request.distances = distances;
    ranks.barrier();
    const ranks_engine::search_outcome found = searching->run(request);
    const timer gathering;
    std::transform(predecessors.begin(), predecessors.end(), narrow.begin(),
                   [](std::int64_t p) { return static_cast<vertex_id>(p); });
    bfs_result result;
    result.distances = gather_blocks(parts, std::span<const hop_count>(distances));
    result.predecessors = gather_blocks(parts, std::span<const vertex_id>(narrow));
    result.predecessors[source] = options.root == root_parent::self ? source : no_vertex;
    const double seconds_gather = gathering.seconds();
    fill_report(source, found, seconds_gather, result);
    return result;
  }

  void fill_report(vertex_id source, const ranks_engine::search_outcome& found, double seconds_gather, bfs_result& result) const {
    run_report& r = result.report;
    r.algorithm = "bfs";
    r.engine =
        fmt::format("{} rank{} ({} x {}), CPU, {}", ranks.size(), ranks.size() == 1 ? "" : "s", parts.grid.rows, parts.grid.columns,
                    options.top_down ? "top-down" : "direction-optimizing, switching by alpha/beta (15/18)");
    r.threads = thread_count(options.control);
    r.source = source;
    r.reached = found.reached;
    r.depth = found.depth;
    r.seconds_search = longest(ranks, found.seconds);
    r.seconds_map_back = longest(ranks, seconds_gather);
    r.peak_memory_bytes = peak_memory_bytes();
    r.order = "degree order in each rank's part";
    r.levels = levels_of(ranks, found.levels);
    const edge_offset* const offsets = g.view().out.offsets;
    for (std::uint64_t v = 0; v < result.distances.size(); ++v) {
      if (result.distances[v] != unreachable) r.edges_traversed += offsets[v + 1] - offsets[v];
    }
  }

  communicator& ranks;
  graph g;
  rank_bfs_options options;
  partitioned_graph parts;
  std::unique_ptr<ranks_engine::block_search> block;
  std::unique_ptr<ranks_engine::rank_search> searching;
  std::vector<std::int64_t> predecessors;
  std::vector<vertex_id> narrow;
  std::vector<hop_count> distances;
};

rank_bfs::rank_bfs(communicator& ranks, const graph& g, const rank_bfs_options& options)
    : state_(std::make_unique<state>(ranks, g, options)) {}
rank_bfs::~rank_bfs() = default;
rank_bfs::rank_bfs(rank_bfs&&) noexcept = default;
rank_bfs& rank_bfs::operator=(rank_bfs&&) noexcept = default;

bfs_result rank_bfs::search(vertex_id source) { return state_->search(source); }

std::string_view to_string(rank_transport transport) {
  switch (transport) {
    case rank_transport::automatic:
      return "auto";
    case rank_transport::host:
      return "host";
    case rank_transport::nccl:
      return "nccl";
  }
  return "";
}

std::string_view to_string(rank_fold fold) { return fold == rank_fold::owners ? "owners" : "prefix"; }

}  // namespace fathom
