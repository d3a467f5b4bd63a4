#include "communities/cpu/louvain_graph.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/fail_usage.hpp"
#include "base/parallel.hpp"
#include "communities/cpu/community_members.hpp"
#include "communities/cpu/neighbor_weights.hpp"

namespace fathom::communities_engine {
namespace {

constexpr std::uint64_t edges_per_thread_of_levels = 1u << 14;  // worth a thread
constexpr std::uint64_t parts_per_thread = 16;                  // of the coarser level's vertices: balances rows of unequal length

edge_offset entries_of(const louvain_graph& g, std::span<const vertex_id> members) {
  edge_offset sum = 0;
  for (const vertex_id v : members) sum += g.rows.degree(v);
  return sum;
}

// Rows of consecutive vertices of the coarser level.
struct rows_part {
  std::vector<vertex_id> targets;
  std::vector<double> weights;
};

// Sums the weights from one community to each other one, and those within it.
void sum_row(const louvain_graph& g, std::span<const vertex_id> labels, std::span<const vertex_id> members, vertex_id own,
             neighbor_weights& sums, double& within, double& degree) {
  for (const vertex_id v : members) {
    within += g.within[v], degree += g.degrees[v];
    for (edge_offset e = g.rows.offsets[v]; e < g.rows.offsets[v + 1]; ++e) {
      const vertex_id w = g.rows.targets[e];
      if (w == v) continue;
      if (labels[w] == own)
        within += g.rows.weight(e);
      else
        sums.add(labels[w], g.rows.weight(e));
    }
  }
}

}  // namespace

louvain_graph first_level(const graph& g, bool weighted, int threads) {
  louvain_graph level;
  level.rows = g.view().out;
  if (!weighted) level.rows.weights = nullptr, level.rows.wide_weights = nullptr;
  const vertex_id n = g.num_vertices();
  level.within.assign(n, 0), level.degrees.assign(n, 0);
  exception_capture failure;
#pragma omp parallel for num_threads(useful_threads(g.num_edges(), edges_per_thread_of_levels, threads)) schedule(dynamic, 1024)
  for (vertex_id v = 0; v < n; ++v) {
    failure.run([&] {
      double within = 0, degree = 0;
      for (edge_offset e = level.rows.offsets[v]; e < level.rows.offsets[v + 1]; ++e) {
        const double weight = level.rows.weight(e);
        if (!(weight >= 0 && std::isfinite(weight)))
          fail_usage("the edge from {} to {} has the weight {}; use finite, nonnegative weights, or ignore weights", g.name(v),
                     g.name(level.rows.targets[e]), weight);
        if (level.rows.targets[e] == v)
          within += 2 * weight;
        else
          degree += weight;
      }
      level.within[v] = within, level.degrees[v] = degree + within;
    });
  }
  failure.rethrow();
  return level;
}

louvain_graph coarsened(const louvain_graph& g, std::span<const vertex_id> labels, vertex_id count, int threads,
                        const run_control& control) {
  const community_members by_community(labels, count);
  const int workers = useful_threads(g.num_edges(), edges_per_thread_of_levels, threads);
  const std::uint64_t parts = std::min<std::uint64_t>(count, static_cast<std::uint64_t>(workers) * parts_per_thread);
  louvain_graph coarse;
  coarse.within.assign(count, 0), coarse.degrees.assign(count, 0);
  coarse.offsets = array<edge_offset>(std::size_t{count} + 1);
  coarse.offsets[0] = 0;
  std::vector<rows_part> found(parts);
  std::atomic<std::uint64_t> next{0};
  exception_capture failure;
#pragma omp parallel num_threads(workers)
  failure.run([&] {
    for (std::uint64_t part; (part = next.fetch_add(1)) < parts && !failure.failed();) {
      const auto [first, last] = part_of(count, parts, part);
      std::uint64_t most = 0;
      for (auto c = static_cast<vertex_id>(first); c < last; ++c) most = std::max(most, entries_of(g, by_community[c]));
      neighbor_weights sums(std::min<std::uint64_t>(most, count));
      for (auto c = static_cast<vertex_id>(first); c < last; ++c) {
        sums.start(std::min<std::uint64_t>(entries_of(g, by_community[c]), count));
        sum_row(g, labels, by_community[c], c, sums, coarse.within[c], coarse.degrees[c]);
        sums.for_each(
            [&](vertex_id target, double weight) { found[part].targets.push_back(target), found[part].weights.push_back(weight); });
        coarse.offsets[c + 1] = sums.size();
      }
    }
  });
  failure.rethrow();
  check_stop(control);
  std::inclusive_scan(coarse.offsets.begin(), coarse.offsets.end(), coarse.offsets.begin());
  coarse.targets = array<vertex_id>(coarse.offsets[count]);
  coarse.weights = array<double>(coarse.offsets[count]);
  for (std::uint64_t part = 0; part < parts; ++part) {
    const edge_offset at = coarse.offsets[part_of(count, parts, part).first];
    std::ranges::copy(found[part].targets, coarse.targets.begin() + at);
    std::ranges::copy(found[part].weights, coarse.weights.begin() + at);
    found[part] = {};
  }
  coarse.rows = {.offsets = coarse.offsets.data(), .targets = coarse.targets.data(), .wide_weights = coarse.weights.data()};
  return coarse;
}

std::uint64_t most_neighbors(const louvain_graph& g) {
  std::uint64_t most = 0;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) most = std::max<std::uint64_t>(most, g.rows.degree(v));
  return std::min<std::uint64_t>(most, g.num_vertices());
}

double modularity_of_vertices(const louvain_graph& g, double all, double resolution) {
  double within = 0, expected = 0;
  for (const double part : g.within) within += part;
  for (const double degree : g.degrees) expected += degree / all * (degree / all);
  return within / all - resolution * expected;
}

double modularity_of(const louvain_graph& g, std::span<const vertex_id> labels, double all, double resolution) {
  std::vector<double> totals(labels.size(), 0);
  double within = 0, expected = 0;
  for (vertex_id v = 0; v < labels.size(); ++v) {
    within += g.within[v], totals[labels[v]] += g.degrees[v];
    for (edge_offset e = g.rows.offsets[v]; e < g.rows.offsets[v + 1]; ++e) {
      if (const vertex_id w = g.rows.targets[e]; w != v && labels[w] == labels[v]) within += g.rows.weight(e);
    }
  }
  for (const double total : totals) expected += total / all * (total / all);
  return within / all - resolution * expected;
}

}  // namespace fathom::communities_engine
