#include "fathom/distributed/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "comm/agreement.hpp"
#include "comm/process_device.hpp"
#include "comm/process_threads.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/block_values.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {
namespace {

void require_same_grid(communicator& ranks, const rank_graph_options& o, std::uint64_t vertices, std::uint64_t edges) {
  const random_weight_range range = o.random_weights.value_or(random_weight_range{});
  const argument arguments[] = {
      {"kind of device", static_cast<std::uint64_t>(o.where.kind)},
      {"transport", static_cast<std::uint64_t>(o.transport)},
      {"number of vertices", vertices},
      {"number of edges", edges},
      {"grid", static_cast<std::uint64_t>(o.grid_rows) << 32 | static_cast<std::uint32_t>(o.grid_columns)},
      {"'weights' option", o.weights},
      {"policy for parallel edges", static_cast<std::uint64_t>(o.parallel)},
      {"policy for self-loops", static_cast<std::uint64_t>(o.loops)},
      {"degree of delegates", o.delegate_degree},
      {"choice of random weights", o.random_weights.has_value()},
      {"range of random weights", std::uint64_t{range.low} << 32 | range.high},
      {"seed of random weights", range.seed}};
  require_same(ranks, arguments);
}

partitioned_graph constructed(communicator& ranks, const rank_graph_options& o, const edge_slice& share,
                              const run_control& control) {
  process_grid grid = make_grid(ranks, o.grid_rows, o.grid_columns);
  const device where = ranks_engine::device_of_rank(ranks, o.where);
  const std::uint64_t degree = delegate_degree_on(where, o.delegate_degree);
  const gpu_backend* const gpus = find_gpu_backend();
  if (gpus && degree == no_delegates && !o.random_weights && share.loops == self_loops::remove) {
    std::optional<partitioned_graph> made = gpus->partition(ranks, grid, share, where, o.transport, control);
    if (made) return *std::move(made);
  }
  return partition(ranks, std::move(grid), share, control, degree, o.parallel, o.random_weights);
}

void refuse_parallel_edges(communicator& ranks, const rank_graph_options& o, const partitioned_graph& g) {
  on_all_processes(ranks, [&] {
    throw error(
        error_category::usage,
        fmt::format("the graph has {} parallel edges with weights, which '{}' does not support in a distributed graph; use min or "
                    "sum, or a single process",
                    g.merged_edges, to_string(o.parallel)));
  });
}

}  // namespace

struct rank_graph::state {
  state(communicator& ranks, const rank_graph_options& options, const edge_slice& share, const run_control& control)
      : threads(thread_count(control)), parts(constructed(ranks, options, share, control)) {
    weighted = largest_of(ranks, parts.out.weights.empty() ? 0 : 1) != 0;
    const bool knows = options.parallel == parallel_edges::min || options.parallel == parallel_edges::sum || options.random_weights;
    if (weighted && parts.merged_edges > 0 && !knows) refuse_parallel_edges(ranks, options, parts);
    seconds = longest(ranks, parts.construction.seconds);
    const index_range own = parts.own_block();
    construction = gather_from_all(
        ranks, rank_work{own.last - own.first, parts.out.ends.size(), parts.construction.bytes_sent, 0, 0, 0, peak_memory_bytes()});
  }

  int threads;
  partitioned_graph parts;
  bool weighted = false;
  double seconds = 0;
  std::vector<rank_work> construction;
};

rank_graph::rank_graph(communicator& ranks, const graph& g, const rank_graph_options& options) {
  require_same_grid(ranks, options, g.num_vertices(), g.num_edges());
  const run_control control = with_threads(ranks, options.control);
  edge_slice share;
  on_all_processes(ranks, [&] {
    share = share_of(g, options.weights, ranks.rank(), ranks.size());
    share.loops = options.loops;
  });
  state_ = std::make_unique<state>(ranks, options, share, control);
}

rank_graph::rank_graph(communicator& ranks, const edge_slice& share, const rank_graph_options& options) {
  require_same_grid(ranks, options, share.num_vertices, share.num_edges);
  state_ = std::make_unique<state>(ranks, options, share, with_threads(ranks, options.control));
}

rank_graph::~rank_graph() = default;
rank_graph::rank_graph(rank_graph&&) noexcept = default;
rank_graph& rank_graph::operator=(rank_graph&&) noexcept = default;

std::uint64_t delegate_degree_on(device where, std::uint64_t delegate_degree) {
  return where.kind == device_kind::cuda && delegate_degree == heavy_delegates ? no_delegates : delegate_degree;
}

std::uint64_t rank_graph::num_vertices() const noexcept { return state_->parts.blocks.num_vertices(); }
std::uint64_t rank_graph::num_edges() const noexcept { return state_->parts.num_edges; }
bool rank_graph::directed() const noexcept { return state_->parts.directed; }
bool rank_graph::weighted() const noexcept { return state_->weighted; }
int rank_graph::grid_rows() const noexcept { return state_->parts.grid.rows; }
int rank_graph::grid_columns() const noexcept { return state_->parts.grid.columns; }
std::uint64_t rank_graph::num_delegates() const noexcept { return state_->parts.delegates.size(); }
int rank_graph::threads() const noexcept { return state_->threads; }
communicator& rank_graph::ranks() const noexcept { return *state_->parts.ranks; }
std::uint64_t rank_graph::first_vertex() const noexcept { return state_->parts.own_block().first; }
std::uint64_t rank_graph::last_vertex() const noexcept { return state_->parts.own_block().last; }
double rank_graph::seconds_construction() const noexcept { return state_->seconds; }
std::span<const rank_work> rank_graph::construction() const noexcept { return state_->construction; }
const partitioned_graph& rank_graph::parts() const noexcept { return state_->parts; }

double imbalance(std::span<const rank_work> by_rank) {
  double total = 0, most = 0;
  for (const rank_work& one : by_rank) total += one.seconds_compute, most = std::max(most, one.seconds_compute);
  return total > 0 ? most * static_cast<double>(by_rank.size()) / total : 1;
}

rank_work sum(std::span<const rank_work> by_rank) {
  rank_work all;
  for (const rank_work& one : by_rank) {
    all.vertices += one.vertices, all.edges += one.edges, all.bytes_sent += one.bytes_sent;
    all.seconds_compute += one.seconds_compute, all.seconds_exchange += one.seconds_exchange, all.seconds_wait += one.seconds_wait;
    all.peak_memory_bytes = std::max(all.peak_memory_bytes, one.peak_memory_bytes);
  }
  return all;
}

}  // namespace fathom
