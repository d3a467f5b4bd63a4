#include "fathom/distributed/sssp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/place_options.hpp"
#include "comm/process_device.hpp"
#include "fathom/report.hpp"
#include "graph/build/wide_weights.hpp"
#include "graph/partition/block_values.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/exact_paths.hpp"
#include "sssp/options.hpp"

namespace fathom {
namespace {

weight_kind kind_of(const ranks_engine::weight_facts& facts, std::uint64_t vertices) {
  if (!facts.weighted) return weight_kind::unit;
  const double longest_path = facts.heaviest * static_cast<double>(std::max<std::uint64_t>(vertices, 2) - 1);
  return facts.whole && longest_path <= exact_doubles ? weight_kind::whole : weight_kind::real;
}

}  // namespace

struct rank_sssp::state {
  state(const rank_graph& whole, const sssp_options& o, const execution& e)
      : g(whole), parts(g.parts()), ranks(g.ranks()), options(o), exec(e) {
    require_same_options();
    where = ranks_engine::device_of_rank(ranks, exec.where);
    on_all_processes(ranks, [&] { check(); });
    facts = ranks_engine::facts_of_weights(parts, g.threads());
    const std::uint64_t results = (options.gather ? g.num_vertices() : 0) + (g.last_vertex() - g.first_vertex());
    searching = ranks_engine::make_exact_paths(parts, facts,
                                               {.delta = options.delta,
                                                .where = where,
                                                .transport = exec.transport,
                                                .threads = g.threads(),
                                                .result_bytes = results * (sizeof(double) + sizeof(vertex_id))});
  }

  void require_same_options() const {
    const argument arguments[] = {{"kind of device", static_cast<std::uint64_t>(exec.where.kind)},
                                  {"transport", static_cast<std::uint64_t>(exec.transport)},
                                  {"'cutoff' option", std::bit_cast<std::uint64_t>(options.cutoff)},
                                  {"'target' option", options.target},
                                  {"'return_predecessors' option", options.return_predecessors},
                                  {"'keep_on_device' option", options.keep_on_device},
                                  {"'delta' option", std::bit_cast<std::uint64_t>(options.delta)},
                                  {"'gather' option", options.gather}};
    require_same(ranks, arguments);
  }

  void check() const {
    check_stop(exec.control);
    check_ranges(options);
    refuse_sharing(exec);
    static_cast<void>(choose_device(to_string(where)));
    if (exec.where.kind == device_kind::cpu && exec.transport != rank_transport::automatic)
      fail_usage("transport {} is between CUDA devices, but these shortest paths run on CPUs; leave it automatic",
                 to_string(exec.transport));
    if (options.keep_on_device)
      fail_usage("this value of option 'keep_on_device' is not supported on a distributed graph; use its default");
    if (g.num_vertices() > max_vertices)
      fail_usage("{} vertices exceed the limit of {} for 32-bit ids", g.num_vertices(), max_vertices);
    if (options.target != no_vertex) check_vertex(options.target, "target");
    if (parts.rounded_weights)
      fail_usage(
          "the weights need double precision, but a distributed graph has rounded them to single precision, so paths would differ "
          "from those of one process; use one process, or leave the weights out");
  }

  void check_vertex(vertex_id v, const char* what) const {
    if (v >= g.num_vertices()) fail_usage("{} {} is outside the graph of {} vertices", what, v, g.num_vertices());
  }

  sssp_result search(vertex_id source) {
    on_all_processes(ranks, [&] { check_vertex(source, "source"); });
    const timer clock;
    const ranks_engine::path_limits limits{.cutoff = options.cutoff,
                                           .target = options.target == no_vertex ? no_global_vertex : global_vertex{options.target},
                                           .stop = exec.control.stop};
    const ranks_engine::paths_outcome found = searching->run(source, limits);
    sssp_result result;
    result.report.seconds_search = longest(ranks, clock.seconds());
    if (where.kind == device_kind::cuda) result.report.seconds_on_device = result.report.seconds_search;
    const timer writing;
    const ranks_engine::own_paths mine = take_results(source, result);
    if (options.gather) {
      result.distances = gather_blocks(parts, std::span<const double>(result.distances.view()));
      if (options.return_predecessors)
        result.predecessors = gather_blocks(parts, std::span<const vertex_id>(result.predecessors.view()));
    }
    result.report.seconds_map_back = longest(ranks, writing.seconds());
    fill_report(source, found, mine, result.report);
    return result;
  }

  // The results of this process's own vertices.
  ranks_engine::own_paths take_results(vertex_id source, sssp_result& result) const {
    on_all_processes(ranks, [&] {
      const std::uint64_t own = g.last_vertex() - g.first_vertex();
      result.distances = array<double>(own);
      if (options.return_predecessors) result.predecessors = array<vertex_id>(own);
    });
    vertex_id* const predecessors = options.return_predecessors ? result.predecessors.data() : nullptr;
    const ranks_engine::own_paths mine = searching->take_results(result.distances.data(), predecessors);
    const bool is_own = source >= g.first_vertex() && source < g.last_vertex();
    if (predecessors != nullptr && is_own) predecessors[source - g.first_vertex()] = no_vertex;
    return mine;
  }

  void fill_report(vertex_id source, const ranks_engine::paths_outcome& found, const ranks_engine::own_paths& mine,
                   sssp_report& r) const {
    std::uint64_t sums[] = {mine.reached, mine.edges, found.relaxed};
    ranks.all_reduce(reduction::sum, std::span(sums));
    r.reached = sums[0], r.edges_traversed = sums[1], r.edges_relaxed = sums[2];
    // Non-negative numbers are ordered like their bits.
    r.farthest = std::bit_cast<double>(largest_of(ranks, std::bit_cast<std::uint64_t>(mine.farthest)));
    r.engine = fmt::format("{} {}{} ({} x {}), {}{}", ranks.size(), ranks.own_device() ? "device" : "rank",
                           ranks.size() == 1 ? "" : "s", parts.grid.rows, parts.grid.columns, searching->name(),
                           facts.weighted ? "" : "; the graph has no weights: each edge has weight 1");
    r.where = where;
    r.threads = g.threads();
    r.source = source;
    r.windows = found.buckets;
    r.delta = searching->bucket_width();
    r.weights = kind_of(facts, g.num_vertices());
    r.peak_memory_bytes = peak_memory_bytes();
    r.order = ranks.own_device() ? "degree order within each device's part" : "degree order within each rank's part";
  }

  const rank_graph& g;
  const partitioned_graph& parts;
  communicator& ranks;
  sssp_options options;
  execution exec;
  device where;  ///< of this process
  ranks_engine::weight_facts facts;
  std::unique_ptr<ranks_engine::exact_paths> searching;
};

rank_sssp::rank_sssp(const rank_graph& g, const sssp_options& options, const execution& exec)
    : state_(std::make_unique<state>(g, options, exec)) {}
rank_sssp::~rank_sssp() = default;
rank_sssp::rank_sssp(rank_sssp&&) noexcept = default;
rank_sssp& rank_sssp::operator=(rank_sssp&&) noexcept = default;

sssp_result rank_sssp::search(vertex_id source) { return state_->search(source); }

std::vector<rank_work> rank_sssp::by_rank() const {
  rank_work mine = state_->searching->work();
  mine.vertices = state_->g.last_vertex() - state_->g.first_vertex();
  mine.edges = state_->parts.out.ends.size();
  mine.peak_memory_bytes = peak_memory_bytes();
  return gather_from_all(state_->ranks, mine);
}

sssp_result sssp(const rank_graph& g, vertex_id source, const sssp_options& options, const execution& exec) {
  return rank_sssp(g, options, exec).search(source);
}

}  // namespace fathom
