#include "fathom/distributed/pagerank.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>

#include "base/random.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/process_device.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "graph/partition/block_values.hpp"
#include "pagerank/check.hpp"
#include "pagerank/distributed/engine.hpp"
#include "pagerank/distribution.hpp"

namespace fathom {
namespace {

std::uint64_t hash_of(std::span<const double> values) {
  std::uint64_t hash = values.size();
  for (const double value : values) hash = mix64(hash ^ mix64(std::bit_cast<std::uint64_t>(value)));
  return hash;
}

void require_same_options(communicator& ranks, const rank_pagerank_options& options) {
  const pagerank_options& o = options.ranking;
  const argument arguments[] = {{"damping", std::bit_cast<std::uint64_t>(o.damping)},
                                {"tolerance", std::bit_cast<std::uint64_t>(o.tolerance)},
                                {"number of iterations", static_cast<std::uint64_t>(o.max_iterations)},
                                {"personalization", hash_of(o.personalization)},
                                {"dangling distribution", hash_of(o.dangling)},
                                {"start", hash_of(o.start)},
                                {"'weighted' option", o.weighted},
                                {"method", static_cast<std::uint64_t>(o.method)},
                                {"precision", static_cast<std::uint64_t>(o.precision)},
                                {"device", static_cast<std::uint64_t>(o.where.kind)},
                                {"'gather' option", options.gather}};
  require_same(ranks, arguments);
}

void check_on_ranks(const pagerank_options& o) {
  check_pagerank(o);
  if (o.keep_on_device || o.single_result) {
    throw error(error_category::usage,
                fmt::format("{} requires a single process; leave it out", o.keep_on_device ? "keep_on_device" : "single_result"));
  }
  if (o.method == pagerank_method::gauss_seidel) {
    throw error(error_category::usage, "Gauss-Seidel iterations require a single process; use power iterations");
  }
}

// The part of a distribution for the owned vertices; empty if it is uniform.
array<double> own_part(const rank_graph& g, std::span<const double> values, const char* what) {
  const array<double> all = distribution(g.num_vertices(), values, what, [](std::uint64_t v) { return std::to_string(v); });
  if (all.empty()) return {};
  array<double> mine(g.last_vertex() - g.first_vertex());
  std::copy(all.begin() + g.first_vertex(), all.begin() + g.last_vertex(), mine.begin());
  return mine;
}

void describe(const rank_graph& g, device where, bool weighted, const ranks_engine::pagerank_outcome& ran, pagerank_report& r) {
  communicator& ranks = g.ranks();
  r.where = where;
  r.engine =
      fmt::format("{} x {} {}, {}, power iterations{}{}", g.grid_rows(), g.grid_columns(), ranks.own_device() ? "devices" : "ranks",
                  where.kind == device_kind::cuda ? "CUDA" : "CPU", weighted ? ", weighted" : "",
                  ran.single_iterations == 0                ? ", double precision"
                  : ran.single_iterations == ran.iterations ? ", single precision"
                                                            : ", single, then double precision");
  r.order = "degree order within each rank's part";
  r.threads = g.threads();
  r.iterations = ran.iterations, r.single_iterations = ran.single_iterations;
  r.converged = ran.converged, r.change = ran.change;
  r.seconds_prepare = longest(ranks, ran.seconds_prepare);
  if (where.kind == device_kind::cuda) r.seconds_on_device = longest(ranks, ran.seconds_iterate);
  r.bytes = sum_of(ranks, ran.bytes), r.gathered = sum_of(ranks, ran.gathered);
  r.planned_bytes = largest_of(ranks, ran.planned_bytes);
  r.peak_memory_bytes = largest_of(ranks, peak_memory_bytes());
}

}  // namespace

rank_pagerank_result rank_pagerank(const rank_graph& g, const rank_pagerank_options& options) {
  communicator& ranks = g.ranks();
  const pagerank_options& o = options.ranking;
  require_same_options(ranks, options);
  rank_pagerank_result result;
  result.report.method = pagerank_method::power;
  array<double> personalization, dangling, start, mine;
  on_all_processes(ranks, [&] {
    check_on_ranks(o);
    check_stop(o.control);
    personalization = own_part(g, o.personalization, "personalization");
    dangling = own_part(g, o.dangling, "dangling");
    start = own_part(g, o.start, "start");
    mine = array<double>(g.last_vertex() - g.first_vertex());
  });
  if (g.num_vertices() == 0) {
    result.report.converged = o.tolerance > 0;
    return result;
  }
  ranks_engine::pagerank_request request;
  request.damping = o.damping, request.tolerance = o.tolerance, request.max_iterations = o.max_iterations;
  request.weighted = o.weighted && g.weighted();
  request.single_precision = o.precision == pagerank_precision::automatic;
  request.personalization = personalization.view(), request.dangling = dangling.view(), request.start = start.view();
  request.control = o.control;
  timer clock;
  const device where = ranks_engine::device_of_rank(ranks, o.where);
  const ranks_engine::pagerank_outcome ran = ranks_engine::rank_pagerank(g.parts(), request, where, mine.view(), g.threads());
  describe(g, where, request.weighted, ran, result.report);
  result.report.seconds_iterate = longest(ranks, clock.seconds()) - result.report.seconds_prepare;
  clock.restart();
  result.scores = options.gather ? gather_blocks(g.parts(), std::span<const double>(mine.view())) : std::move(mine);
  result.seconds_gather = longest(ranks, clock.seconds());
  rank_work work = ran.work;
  work.vertices = g.last_vertex() - g.first_vertex(), work.edges = g.parts().in.ends.size();
  work.peak_memory_bytes = peak_memory_bytes();
  result.by_rank = gather_from_all(ranks, work);
  return result;
}

}  // namespace fathom
