#include "fathom/distributed/bfs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/levels.hpp"
#include "bfs/distributed/make_searcher.hpp"
#include "bfs/options.hpp"
#include "comm/agreement.hpp"
#include "comm/place_options.hpp"
#include "fathom/error.hpp"
#include "graph/partition/block_values.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_thread = 1u << 15;

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
  state(const rank_graph& whole, const bfs_options& o, const execution& e)
      : g(whole), parts(g.parts()), ranks(g.ranks()), options(o), exec(e) {
    require_same_options();
    on_all_processes(ranks, [&] {
      check_options(options, on_processes);
      refuse_sharing(exec);
      if (g.num_vertices() > max_vertices)
        fail_usage("{} vertices exceed the limit of {} for 32-bit ids", g.num_vertices(), max_vertices);
    });
    searching = ranks_engine::make_searcher(parts, ranks_engine::device_of_rank(ranks, exec.where), exec.transport, g.threads());
    on_all_processes(ranks, [&] {
      const std::uint64_t own = g.last_vertex() - g.first_vertex();
      if (options.return_predecessors) predecessors.resize(own);
      if (options.return_distances || options.count_edges) distances.resize(own);
    });
  }

  void require_same_options() const {
    std::vector<std::string> names{"kind of device", "transport"};
    std::vector<std::uint64_t> values{static_cast<std::uint64_t>(exec.where.kind), static_cast<std::uint64_t>(exec.transport)};
    for (const bfs_option& option : listed(options)) {
      names.push_back(fmt::format("'{}' option", option.name));
      values.push_back(option.value);
    }
    std::vector<argument> arguments;
    for (std::size_t i = 0; i < names.size(); ++i) arguments.push_back({names[i], values[i]});
    require_same(ranks, arguments);
  }

  bfs_result search(vertex_id source) {
    on_all_processes(ranks, [&] {
      if (source >= g.num_vertices())
        throw error(error_category::usage, fmt::format("source {} is outside the graph of {} vertices", source, g.num_vertices()));
      check_stop(exec.control);
    });
    const ranks_engine::search_request request{
        .source = source, .options = options, .predecessors = predecessors, .distances = distances};
    ranks_engine::search_outcome found = searching->run(request);
    separate_waiting(ranks, {&found, 1});
    last_levels = found.levels;
    for (const ranks_engine::rank_level& level : found.levels) add_level(level, work);
    work.bytes_sent += found.result_bytes_sent;
    work.seconds_exchange += found.seconds_result;
    const timer gathering;
    searching->take_results(request);
    bfs_result result;
    if (options.return_distances) result.distances = own_distances();
    if (options.return_predecessors) result.predecessors = own_predecessors(source);
    if (options.gather) {
      if (options.return_distances) result.distances = gather_blocks(parts, std::span<const hop_count>(result.distances.view()));
      if (options.return_predecessors)
        result.predecessors = gather_blocks(parts, std::span<const vertex_id>(result.predecessors.view()));
    }
    const double seconds_gather = gathering.seconds();
    fill_report(source, found, seconds_gather, result);
    return result;
  }

  // One value per owned vertex: value_of(position), computed in parallel.
  template <class T, class F>
  [[nodiscard]] array<T> of_own_vertices(const F& value_of) const {
    array<T> own;
    on_all_processes(ranks, [&] { own = array<T>(g.last_vertex() - g.first_vertex()); });
    const int threads = useful_threads(own.size(), vertices_per_thread, g.threads());
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t position = 0; position < own.size(); ++position) own[position] = value_of(position);
    return own;
  }

  [[nodiscard]] array<hop_count> own_distances() const {
    return of_own_vertices<hop_count>([this](std::uint64_t position) { return distances[position]; });
  }

  [[nodiscard]] array<vertex_id> own_predecessors(vertex_id source) const {
    array<vertex_id> own =
        of_own_vertices<vertex_id>([this](std::uint64_t position) { return static_cast<vertex_id>(predecessors[position]); });
    const std::uint64_t first = g.first_vertex();
    if (source >= first && source < g.last_vertex()) own[source - first] = options.root == root_parent::self ? source : no_vertex;
    return own;
  }

  // Edges out of the vertices that were reached.
  [[nodiscard]] std::uint64_t edges_traversed() const {
    std::uint64_t edges = 0;
    const std::uint64_t size = parts.own_vertices > 0 ? distances.size() : 0;
    const int threads = useful_threads(size, vertices_per_thread, g.threads());
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : edges)
    for (std::uint64_t position = 0; position < size; ++position) {
      const local_vertex id = parts.to_local[position];
      // A mask, because a branch would be unpredictable.
      const auto counts =
          static_cast<local_vertex>(-static_cast<int>((distances[position] != unreachable) & (id != no_local_vertex)));
      edges += parts.out_degrees[id & counts] & counts;
    }
    return sum_of(ranks, edges);
  }

  void fill_report(vertex_id source, const ranks_engine::search_outcome& found, double seconds_gather, bfs_result& result) const {
    run_report& r = result.report;
    r.algorithm = "bfs";
    r.where = ranks_engine::device_of_rank(ranks, exec.where);
    r.engine = fmt::format("{} {}{} ({} x {}), {}{}, {}", ranks.size(), ranks.own_device() ? "device" : "rank",
                           ranks.size() == 1 ? "" : "s", parts.grid.rows, parts.grid.columns,
                           exec.where.kind == device_kind::cuda ? "CUDA" : "CPU", transport_text(),
                           options.strategy == bfs_strategy::top_down ? "top-down" : switching_text());
    r.threads = g.threads();
    r.source = source;
    r.reached = found.reached;
    r.depth = found.depth;
    r.seconds_search = longest(ranks, found.seconds);
    r.seconds_map_back = longest(ranks, seconds_gather);
    r.peak_memory_bytes = peak_memory_bytes();
    r.order = ranks.own_device() ? "degree order within each device's part" : "degree order within each rank's part";
    if (options.report_levels) r.levels = levels_of(ranks, found.levels);
    if (options.count_edges) r.edges_traversed = edges_traversed();
  }

  // The transport between devices, and why no faster one is used.
  [[nodiscard]] std::string transport_text() const {
    const ranks_engine::transport_in_use& used = searching->transport();
    if (used.name.empty()) return "";
    return fmt::format(", transport {}{}", used.name, used.reason.empty() ? "" : " (" + used.reason + ")");
  }

  [[nodiscard]] std::string switching_text() const {
    const std::string alpha = options.alpha > 0                      ? fmt::format("{:g}", options.alpha)
                              : exec.where.kind == device_kind::cuda ? "automatic"
                                                                     : fmt::format("{:g}", bfs_engine::usual_alpha);
    return fmt::format("direction-optimizing, switching by alpha/beta ({}/{:g})", alpha, options.beta);
  }

  const rank_graph& g;
  const partitioned_graph& parts;
  communicator& ranks;
  bfs_options options;
  execution exec;
  std::unique_ptr<ranks_engine::searcher> searching;
  std::vector<ranks_engine::rank_level> last_levels;
  rank_work work;  // summed over all searches
  std::vector<std::int64_t> predecessors;
  std::vector<hop_count> distances;
};

rank_bfs::rank_bfs(const rank_graph& g, const bfs_options& options, const execution& exec)
    : state_(std::make_unique<state>(g, options, exec)) {}
rank_bfs::~rank_bfs() = default;
rank_bfs::rank_bfs(rank_bfs&&) noexcept = default;
rank_bfs& rank_bfs::operator=(rank_bfs&&) noexcept = default;

bfs_result rank_bfs::search(vertex_id source) { return state_->search(source); }

std::vector<rank_level_report> rank_bfs::last_levels() const { return over_all_ranks(state_->ranks, state_->last_levels); }

std::vector<rank_work> rank_bfs::by_rank() const {
  rank_work mine = state_->work;
  mine.vertices = state_->g.last_vertex() - state_->g.first_vertex();
  mine.edges = state_->parts.in.ends.size();
  mine.peak_memory_bytes = peak_memory_bytes();
  return gather_from_all(state_->ranks, mine);
}

std::string_view to_string(rank_transport transport) {
  switch (transport) {
    case rank_transport::automatic:
      return "auto";
    case rank_transport::host:
      return "host";
    case rank_transport::mpi:
      return "mpi";
    case rank_transport::nccl:
      return "nccl";
    case rank_transport::peer:
      return "peer";
  }
  return "";
}

bfs_result bfs(const rank_graph& g, vertex_id source, const bfs_options& options, const execution& exec) {
  rank_bfs searcher(g, options, exec);
  const argument mine[] = {{"source", source}};
  require_same(g.ranks(), mine);
  return searcher.search(source);
}

// Qualifying vertices are numbered over all processes. All processes draw the same numbers; the owner of each maps it to its
// vertex.
std::vector<vertex_id> random_sources(const rank_graph& graph, std::size_t count, std::uint64_t seed) {
  const partitioned_graph& g = graph.parts();
  std::vector<std::uint32_t> qualified;  // positions in this rank's block
  for (std::uint64_t position = 0; position < g.to_local.size(); ++position) {
    const local_vertex id = g.to_local[position];
    if (id != no_local_vertex && g.out_degrees[id] > 0) qualified.push_back(static_cast<std::uint32_t>(position));
  }
  const std::vector<std::uint64_t> starts = starts_of(gather_from_all<std::uint64_t>(*g.ranks, qualified.size()));
  const std::uint64_t available = starts.back(), mine = starts[static_cast<std::size_t>(g.ranks->rank())];
  on_all_processes(*g.ranks, [&] {
    if (available == 0)
      throw error(error_category::usage,
                  "cannot draw random sources: no vertex of the graph has an out-edge to another vertex; name the source");
    // Numbers drawn, their sums over all processes, and the vertices; at least `count` bytes, even if the product overflows.
    const std::uint64_t bytes = std::max<std::uint64_t>(count, count * (2 * sizeof(std::uint64_t) + sizeof(vertex_id)));
    require_host_memory(bytes, fmt::format("drawing {} random sources", count));
  });
  std::unordered_map<std::uint64_t, std::uint64_t> moved;  // entries that the shuffle has swapped
  const auto at = [&](std::uint64_t place) {
    const auto other = moved.find(place);
    return other == moved.end() ? place : other->second;
  };
  std::vector<std::uint64_t> drawn(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i < available) {
      const std::uint64_t j = i + bounded(random_bits(seed, i), available - i), first = at(i), second = at(j);
      moved[i] = second, moved[j] = first;
    }
    const std::uint64_t number = at(i % available);
    const bool is_mine = number >= mine && number < mine + qualified.size();
    drawn[i] = is_mine ? graph.first_vertex() + qualified[number - mine] : 0;
  }
  g.ranks->all_reduce(reduction::max, std::span(drawn));
  return {drawn.begin(), drawn.end()};
}

}  // namespace fathom
