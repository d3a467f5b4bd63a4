// Shortest-path validator on the CPU: one pass over the vertices, one over the edges of reached vertices, and one over the marks
// set by the edge pass. Array values are never trusted: each is range-checked before it serves as an index.
#include "sssp/validate/cpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/shared_progress.hpp"
#include "bfs/validate/predecessor_walks.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t items_per_thread = 1u << 14;
constexpr int vertices_per_chunk = 1024;

// A violating edge packed into one number that orders by `to`, then by `from`.
using offender = std::uint64_t;
constexpr offender no_offender = ~offender{0};
constexpr offender pack(vertex_id from, vertex_id to) { return offender{to} << 32 | from; }

struct claim {
  const graph_view& g;
  vertex_id source;
  const double* distances;
  const vertex_id* predecessors;  // null if not given
  double cutoff;

  [[nodiscard]] bool is_reached(vertex_id v) const { return distances[v] != unreachable_distance; }
  [[nodiscard]] vertex_id predecessor(vertex_id v) const { return predecessors ? predecessors[v] : no_vertex; }
  [[nodiscard]] double weight(edge_offset e) const { return g.out.weight(e); }
};

struct findings {
  offender cycle = no_offender, tight = no_offender, relaxed = no_offender, spanned = no_offender;
  std::uint64_t reached = 0, edges = 0;
  bool is_flat = false;  // some tree edge joins vertices at the same distance: only then can the tree have a cycle
};

void check_vertex(const claim& c, vertex_id v, findings& found) {
  const double d = c.distances[v];
  const vertex_id before = c.predecessor(v);
  const auto note = [&](offender& which) { which = std::min(which, pack(v == c.source && before == v ? no_vertex : before, v)); };
  if (!c.is_reached(v)) {
    if (v == c.source || before != no_vertex) note(found.spanned);
    return;
  }
  ++found.reached;
  found.edges += c.g.out.degree(v);
  if (!(d >= 0)) note(found.tight);  // NaN, too
  if (v == c.source) {
    if (d != 0) note(found.tight);
    if (before != no_vertex && before != v) note(found.cycle);
    return;
  }
  if (d > c.cutoff) note(found.spanned);
  if (!c.predecessors) return;
  if (before >= c.g.num_vertices || before == v || !c.is_reached(before)) return note(found.cycle);
  found.is_flat = found.is_flat || c.distances[before] == d;
}

findings check_vertices(const claim& c, int threads) {
  const vertex_id n = c.g.num_vertices;
  findings all;
#pragma omp parallel num_threads(threads)
  {
    findings mine;
#pragma omp for schedule(static) nowait
    for (vertex_id v = 0; v < n; ++v) check_vertex(c, v, mine);
#pragma omp critical
    {
      all.cycle = std::min(all.cycle, mine.cycle), all.tight = std::min(all.tight, mine.tight);
      all.spanned = std::min(all.spanned, mine.spanned);
      all.reached += mine.reached, all.edges += mine.edges, all.is_flat = all.is_flat || mine.is_flat;
    }
  }
  return all;
}

// Marks v if the edge from its predecessor to it is tight.
void check_edges(const claim& c, array<std::uint8_t>& has_tight, findings& found, int threads, const run_control& control) {
  const vertex_id n = c.g.num_vertices;
  offender relaxed = no_offender, spanned = no_offender;
  shared_progress progress(control, "validating", n, c.g.num_edges);
#pragma omp parallel for num_threads(threads) schedule(dynamic, vertices_per_chunk) reduction(min : relaxed, spanned)
  for (vertex_id u = 0; u < n; ++u) {
    if (u % vertices_per_chunk == 0) {
      progress.add(vertices_per_chunk);
      if (progress.stop_requested()) continue;
    }
    if (!c.is_reached(u)) continue;
    for (edge_offset e = c.g.out.offsets[u]; e < c.g.out.offsets[u + 1]; ++e) {
      const vertex_id v = c.g.out.targets[e];
      const double d = c.distances[u] + c.weight(e);
      if (d < c.distances[v]) {
        if (c.is_reached(v))
          relaxed = std::min(relaxed, pack(u, v));
        else if (d <= c.cutoff)
          spanned = std::min(spanned, pack(u, v));
      } else if (d == c.distances[v] && c.predecessor(v) == u) {
        std::atomic_ref(has_tight[v]).store(1, std::memory_order_relaxed);
      }
    }
  }
  progress.finish();
  found.relaxed = std::min(found.relaxed, relaxed), found.spanned = std::min(found.spanned, spanned);
}

// Without predecessors: marks the vertices reachable from the source along tight edges.
void follow_tight_edges(const claim& c, array<std::uint8_t>& has_tight) {
  std::vector<vertex_id> found{c.source};
  has_tight[c.source] = 1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const vertex_id u = found[i];
    for (edge_offset e = c.g.out.offsets[u]; e < c.g.out.offsets[u + 1]; ++e) {
      const vertex_id v = c.g.out.targets[e];
      if (has_tight[v] || !c.is_reached(v) || c.distances[u] + c.weight(e) != c.distances[v]) continue;
      has_tight[v] = 1;
      found.push_back(v);
    }
  }
}

struct verdict {
  sssp_rule violated;
  offender who;
};

verdict validate(const claim& c, findings& found, const run_control& control) {
  const vertex_id n = c.g.num_vertices;
  const int threads = useful_threads(n + c.g.num_edges, items_per_thread, thread_count(control));
  found = check_vertices(c, threads);
  if (c.predecessors && (found.is_flat || found.cycle != no_offender)) {
    const vertex_id on_cycle = smallest_on_cycle({c.predecessors, n}, c.source);
    if (on_cycle != no_vertex) found.cycle = std::min(found.cycle, pack(c.predecessors[on_cycle], on_cycle));
  }
  if (found.cycle != no_offender) return {sssp_rule::tree_has_no_cycle, found.cycle};
  array<std::uint8_t> has_tight(n);
  std::fill(has_tight.begin(), has_tight.end(), std::uint8_t{0});
  check_edges(c, has_tight, found, threads, control);
  if (!c.predecessors && c.is_reached(c.source)) follow_tight_edges(c, has_tight);
  for (vertex_id v = 0; v < n && pack(0, v) < found.tight; ++v) {
    if (v != c.source && c.is_reached(v) && !has_tight[v]) found.tight = std::min(found.tight, pack(c.predecessor(v), v));
  }
  if (found.tight != no_offender) return {sssp_rule::tree_edges_are_tight, found.tight};
  if (found.relaxed != no_offender) return {sssp_rule::edges_are_relaxed, found.relaxed};
  if (found.spanned != no_offender) return {sssp_rule::reached_is_spanned, found.spanned};
  return {sssp_rule::none, no_offender};
}

std::string name(const graph& g, vertex_id v) { return v < g.num_vertices() ? g.name(v) : std::to_string(v); }

std::string about_cycle(const graph& g, const claim& c, vertex_id from, vertex_id to) {
  if (to == c.source) return fmt::format("the source has the predecessor {}", name(g, from));
  if (from == no_vertex) return "it is reached but has no predecessor";
  if (from >= g.num_vertices()) return fmt::format("the predecessor {} is not a vertex of the graph", from);
  if (from == to) return "it is its own predecessor";
  if (!c.is_reached(from)) return fmt::format("the predecessor {} is not reached", name(g, from));
  return fmt::format("predecessors lead from {} back to it", name(g, to));
}

std::string about_tight(const claim& c, vertex_id from, vertex_id to) {
  const double d = c.distances[to];
  if (to == c.source) return fmt::format("the source has distance {}", d);
  if (!(d >= 0)) return fmt::format("distance {} is not valid", d);
  if (from == no_vertex) return fmt::format("no path of length {} leads to it", d);
  return fmt::format("distances {} and {}, but no edge between them has their difference as its weight", c.distances[from], d);
}

std::string about_spanned(const graph& g, const claim& c, vertex_id from, vertex_id to) {
  if (c.is_reached(to)) return fmt::format("distance {} exceeds the cutoff {}", c.distances[to], c.cutoff);
  if (to == c.source) return "the source is not reached";
  if (c.predecessor(to) != no_vertex) return fmt::format("not reached, but has the predecessor {}", name(g, c.predecessor(to)));
  return fmt::format("{} is reached at distance {}, {} is not", name(g, from), c.distances[from], name(g, to));
}

std::string complaint(const graph& g, const claim& c, sssp_rule violated, vertex_id from, vertex_id to) {
  std::string detail;
  if (violated == sssp_rule::tree_has_no_cycle) detail = about_cycle(g, c, from, to);
  if (violated == sssp_rule::tree_edges_are_tight) detail = about_tight(c, from, to);
  if (violated == sssp_rule::edges_are_relaxed) {
    detail = fmt::format("distance {}, but the edge from distance {} gives {} a shorter path", c.distances[to], c.distances[from],
                         name(g, to));
  }
  if (violated == sssp_rule::reached_is_spanned) detail = about_spanned(g, c, from, to);
  const std::string place =
      from == no_vertex ? fmt::format("vertex {}", name(g, to)) : fmt::format("edge {} -> {}", name(g, from), name(g, to));
  return fmt::format("rule {} ({}): {}: {}", static_cast<int>(violated), to_string(violated), place, detail);
}

}  // namespace

sssp_validation validate_sssp_on_cpu(const graph& g, vertex_id source, std::span<const double> distances,
                                     std::span<const vertex_id> predecessors, double cutoff, const run_control& control) {
  const std::uint64_t n = g.num_vertices();
  require_host_memory(n * (sizeof(std::uint8_t) + sizeof(vertex_id)), fmt::format("validating a search of {} vertices", n));
  const claim c{g.view(), source, distances.data(), predecessors.empty() ? nullptr : predecessors.data(), cutoff};
  findings found;
  const verdict v = validate(c, found, control);
  sssp_validation result;
  result.valid = v.violated == sssp_rule::none;
  result.violated = v.violated;
  result.from = static_cast<vertex_id>(v.who);
  result.to = static_cast<vertex_id>(v.who >> 32);
  if (!result.valid) result.message = complaint(g, c, v.violated, result.from, result.to);
  result.reached = found.reached;
  result.edges_traversed = found.edges;
  return result;
}

}  // namespace fathom
