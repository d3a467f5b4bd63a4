#include "sssp/distributed/bucket_width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr double short_row = 8;  // mean degree up to which a vertex's edges are relaxed at once, heavy ones as well

/// Weights of one process's edges.
struct own_weights {
  edge_weight lightest = std::numeric_limits<edge_weight>::infinity(), heaviest = 0;
  double sum = 0;
  bool weighted = false, whole = true;
  global_vertex bad_source = no_global_vertex;  ///< the smallest source of an edge with an unusable weight
  edge_weight bad_weight = 0;
};

own_weights inspected(const partitioned_graph& g, int threads) {
  const block_rows& out = g.out;
  edge_weight lightest = std::numeric_limits<edge_weight>::infinity(), heaviest = 0;
  double sum = 0;
  bool whole = true, good = true;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : lightest) reduction(max : heaviest) \
    reduction(+ : sum) reduction(&& : whole, good)
  for (std::uint64_t e = 0; e < out.weights.size(); ++e) {
    const edge_weight w = out.weights[e];
    good = good && w >= 0 && w <= std::numeric_limits<edge_weight>::max();
    whole = whole && w == std::floor(w);
    lightest = std::min(lightest, w), heaviest = std::max(heaviest, w), sum += w;
  }
  own_weights mine{lightest, heaviest, sum, !out.weights.empty(), whole};
  if (good) return mine;
  for (std::uint64_t u = 0; u < g.column_ids(); ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      const edge_weight w = out.weights[e];
      const global_vertex source = g.column_vertex(static_cast<local_vertex>(u));
      if ((w >= 0 && w <= std::numeric_limits<edge_weight>::max()) || source >= mine.bad_source) continue;
      mine.bad_source = source, mine.bad_weight = w;
    }
  }
  return mine;
}

}  // namespace

edge_weight heaviest_weight(const partitioned_graph& g) {
  edge_weight heaviest = g.out.weights.empty() && !g.out.ends.empty() ? 1 : 0;
  for (const edge_weight weight : g.out.weights) heaviest = std::max(heaviest, weight);
  return heaviest;
}

float bucket_width(const partitioned_graph& g, edge_weight heaviest, double times) {
  const double vertices = static_cast<double>(std::max<std::uint64_t>(1, sum_of(*g.ranks, g.own_vertices)));
  const double mean_degree = static_cast<double>(std::max<std::uint64_t>(1, g.num_edges)) / vertices;
  const std::uint64_t bits = largest_of(*g.ranks, std::bit_cast<std::uint32_t>(heaviest));
  const auto width =
      static_cast<float>(times / std::max(1.0, mean_degree)) * std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return width > 0 ? width : 1;
}

weight_facts facts_of_weights(const partitioned_graph& g, int threads) {
  const std::vector<own_weights> all = gather_from_all(*g.ranks, inspected(g, threads));
  const auto bad = std::min_element(all.begin(), all.end(),
                                    [](const own_weights& a, const own_weights& b) { return a.bad_source < b.bad_source; });
  on_all_processes(*g.ranks, [&] {
    if (bad->bad_source == no_global_vertex) return;
    throw error(
        error_category::input,
        fmt::format("an edge of vertex {} (counted from 0) has the weight {}; shortest paths need finite weights of 0 or more "
                    "(omit the weights to count edges)",
                    bad->bad_source, bad->bad_weight));
  });
  weight_facts facts;
  facts.weighted = std::any_of(all.begin(), all.end(), [](const own_weights& one) { return one.weighted; });
  if (!facts.weighted) return facts;
  double sum = 0;
  facts.lightest = std::numeric_limits<edge_weight>::infinity(), facts.heaviest = 0;
  for (const own_weights& one : all) {
    facts.lightest = std::min(facts.lightest, one.lightest), facts.heaviest = std::max(facts.heaviest, one.heaviest);
    facts.whole = facts.whole && one.whole, sum += one.sum;
  }
  facts.mean = sum / static_cast<double>(std::max<std::uint64_t>(1, g.num_edges));
  return facts;
}

bucket_plan plan_buckets(const partitioned_graph& g, const weight_facts& weights, double width) {
  const auto vertices = static_cast<double>(std::max<std::uint64_t>(1, sum_of(*g.ranks, g.own_vertices)));
  const double mean_degree = std::max(1.0, static_cast<double>(g.num_edges) / vertices);
  const double gap = 2 * weights.mean / mean_degree;
  const bool rows_are_short = mean_degree <= short_row;
  bucket_plan plan;
  plan.width = width > 0 ? width : gap > 0 ? gap : 1;
  plan.is_fixed = width > 0 || !rows_are_short;
  plan.lightest_heavy = rows_are_short ? std::numeric_limits<double>::infinity() : plan.width;
  plan.has_light = weights.lightest < plan.lightest_heavy, plan.has_heavy = weights.heaviest >= plan.lightest_heavy;
  return plan;
}

}  // namespace fathom::ranks_engine
