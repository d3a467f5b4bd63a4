// BFS validator on the CPU: one pass over the vertices, one over the edges of reached vertices, and one over the marks set by the
// edge pass. Array values are never trusted: each is range-checked before it serves as an index.
#include "bfs/validate/cpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "bfs/validate/claim.hpp"
#include "bfs/validate/predecessor_walks.hpp"
#include "fathom/array.hpp"

namespace fathom {
namespace {

constexpr edge_offset edges_per_block = edge_offset{1}
                                        << 16;                // small enough to balance, large enough to pay for finding its vertex
constexpr edge_offset edges_per_step = edge_offset{1} << 26;  // between two polls of the stop token: a fraction of a second

constexpr std::uint64_t vertices_per_thread = std::uint64_t{1} << 14;  // with fewer, starting a thread costs more than it saves

int vertex_threads(vertex_id n, const run_control& control) {
  return useful_threads(n, vertices_per_thread, thread_count(control));
}

// A violating edge packed into one number that orders by `to`, then by `from`.
using offender = std::uint64_t;
constexpr offender no_offender = ~offender{0};

constexpr offender pack(vertex_id from, vertex_id to) { return offender{to} << 32 | from; }

struct vertex_findings {
  offender cycle = no_offender, levels = no_offender, spanning = no_offender;
  std::uint64_t reached = 0, edges = 0;
  bool any_astray = false;
};

// Records the violations that are visible at a single vertex.
void check_vertex(const bfs_claim& c, vertex_id v, vertex_findings& found) {
  const hop_count level = c.levels[v];
  const vertex_id parent = c.has_predecessors() ? c.predecessors[v] : no_vertex;
  const auto note = [&](offender& which) { which = std::min(which, pack(v == c.source && parent == v ? no_vertex : parent, v)); };
  if (level == unreachable) {
    if (v == c.source || parent != no_vertex) note(found.spanning);
    return;
  }
  ++found.reached;
  found.edges += c.g.out.degree(v);
  if (v == c.source) {
    if (level != 0) note(found.levels);
    if (parent != no_vertex && parent != v) note(found.cycle);
    return;
  }
  if (level > c.depth_limit) note(found.spanning);
  if (c.levels_are_the_tree && level == astray) found.any_astray = true;
  if (c.dead_end(v)) return note(found.cycle);
  if (c.levels_are_the_tree) return;
  if (level <= 0 || (c.has_predecessors() && level != std::int64_t{c.levels[parent]} + 1)) note(found.levels);
}

vertex_findings check_vertices(const bfs_claim& c, int threads) {
  const vertex_id n = c.g.num_vertices;
  offender cycle = no_offender, levels = no_offender, spanning = no_offender;
  std::uint64_t reached = 0, edges = 0;
  bool any_astray = false;
#pragma omp parallel num_threads(threads) reduction(min : cycle, levels, spanning) reduction(+ : reached, edges) \
    reduction(|| : any_astray)
  {
    vertex_findings mine;
#pragma omp for schedule(static) nowait
    for (vertex_id v = 0; v < n; ++v) check_vertex(c, v, mine);
    cycle = mine.cycle, levels = mine.levels, spanning = mine.spanning;
    reached = mine.reached, edges = mine.edges, any_astray = mine.any_astray;
  }
  return {cycle, levels, spanning, reached, edges, any_astray};
}

struct edge_findings {
  offender span = no_offender, spanning = no_offender;

  // Records an edge from the reached u to w, which is two or more levels below u or unreached. Levels below -1 are invalid and
  // reported by the vertex pass.
  void note(const bfs_claim& c, vertex_id u, vertex_id w) {
    if (c.levels[w] >= 0) span = std::min(span, pack(u, w));
    if (c.levels[w] == unreachable && c.levels[u] < c.depth_limit) spanning = std::min(spanning, pack(u, w));
  }
};

// Sets a byte that several threads may set at the same time.
void mark(std::uint8_t& byte) { std::atomic_ref(byte).store(1, std::memory_order_relaxed); }

// Checks edges [first, last), all out of u. has_parent[v] is set when an edge to v from its predecessor (or, without predecessors,
// from one level up) is seen. In an undirected graph v's own adjacency row also contains that edge, which saves loading w's data.
template <bool directed, bool predecessors>
void check_edges(const bfs_claim& c, vertex_id u, edge_offset first, edge_offset last, std::uint8_t* has_parent,
                 edge_findings& found) {
  const hop_count level = c.levels[u];
  if (level < 0) return;
  const std::uint32_t below = static_cast<std::uint32_t>(level) + 1;  // unsigned, so that -1 is above all levels
  const vertex_id parent = predecessors ? c.predecessors[u] : no_vertex;
  bool seen = false;
  for (edge_offset e = first; e < last; ++e) {
    const vertex_id w = c.g.out.targets[e];
    const auto other = static_cast<std::uint32_t>(c.levels[w]);
    if (other > below) found.note(c, u, w);
    if constexpr (directed) {
      if (predecessors ? c.predecessors[w] == u : other == below) mark(has_parent[w]);
    } else {
      seen |= predecessors ? w == parent : other + 2 == below;
    }
  }
  if (seen) mark(has_parent[u]);
}

template <bool directed, bool predecessors>
edge_findings check_block(const bfs_claim& c, edge_offset begin, edge_offset end, std::uint8_t* has_parent) {
  edge_findings found;
  const edge_offset* const offsets = c.g.out.offsets;
  const edge_offset* const behind = std::upper_bound(offsets, offsets + c.g.num_vertices + 1, begin);
  for (auto u = static_cast<vertex_id>(behind - offsets - 1); u < c.g.num_vertices && offsets[u] < end; ++u) {
    check_edges<directed, predecessors>(c, u, std::max(begin, offsets[u]), std::min(end, offsets[u + 1]), has_parent, found);
  }
  return found;
}

edge_findings check_all_edges(const bfs_claim& c, array<std::uint8_t>& has_parent, const run_control& control) {
  const int threads = useful_threads(c.g.num_edges, edges_per_block, thread_count(control));
  const auto check = c.g.directed ? (c.has_predecessors() ? check_block<true, true> : check_block<true, false>)
                                  : (c.has_predecessors() ? check_block<false, true> : check_block<false, false>);
  const edge_offset m = c.g.num_edges;
  offender span = no_offender, spanning = no_offender;
  for (edge_offset begin = 0; begin < m; begin += edges_per_step) {
    report_progress(control, "validating", begin, m);
    const edge_offset end = std::min(m, begin + edges_per_step);
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(min : span, spanning)
    for (edge_offset block = begin; block < end; block += edges_per_block) {
      const edge_findings found = check(c, block, std::min(end, block + edges_per_block), has_parent.data());
      span = std::min(span, found.span);
      spanning = std::min(spanning, found.spanning);
    }
  }
  report_progress(control, "validating", m, m);
  return {span, spanning};
}

// The smallest reached vertex other than the source to which no edge from its predecessor (or from one level up) was seen.
offender check_marks(const bfs_claim& c, const array<std::uint8_t>& has_parent, int threads) {
  offender missing = no_offender;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : missing)
  for (vertex_id v = 0; v < c.g.num_vertices; ++v) {
    if (c.levels[v] <= 0 || has_parent[v] != 0) continue;
    missing = std::min(missing, pack(c.has_predecessors() ? c.predecessors[v] : no_vertex, v));
  }
  return missing;
}

struct verdict {
  bfs_rule violated;
  offender who;
};

// The lowest-numbered violated rule and its smallest offender.
verdict validate(const bfs_claim& c, vertex_findings& vertices, const run_control& control) {
  const int threads = vertex_threads(c.g.num_vertices, control);
  vertices = check_vertices(c, threads);
  const bool tree_is_wrong =
      vertices.cycle != no_offender || vertices.any_astray || (c.has_predecessors() && vertices.levels != no_offender);
  if (tree_is_wrong) {
    // Levels that increase by one along the tree rule out cycles, so cycles are searched for only otherwise.
    const vertex_id on_cycle = smallest_on_cycle({c.predecessors, c.g.num_vertices}, c.source);
    if (on_cycle != no_vertex) vertices.cycle = std::min(vertices.cycle, pack(c.predecessors[on_cycle], on_cycle));
    if (vertices.cycle != no_offender) return {bfs_rule::tree_has_no_cycle, vertices.cycle};
    return {bfs_rule::tree_levels_differ_by_one, vertices.levels};
  }
  array<std::uint8_t> has_parent(c.g.num_vertices);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (vertex_id v = 0; v < c.g.num_vertices; ++v) has_parent[v] = 0;
  const edge_findings edges = check_all_edges(c, has_parent, control);
  const offender orphan = check_marks(c, has_parent, threads);
  if (!c.has_predecessors()) vertices.levels = std::min(vertices.levels, orphan);
  const offender spanning = std::min(vertices.spanning, edges.spanning);
  if (vertices.levels != no_offender) return {bfs_rule::tree_levels_differ_by_one, vertices.levels};
  if (edges.span != no_offender) return {bfs_rule::edges_span_one_level, edges.span};
  if (spanning != no_offender) return {bfs_rule::component_is_spanned, spanning};
  if (orphan != no_offender) return {bfs_rule::tree_edges_exist, orphan};
  return {bfs_rule::none, no_offender};
}

}  // namespace

bfs_validation validate_on_cpu(const graph& g, vertex_id source, std::span<const hop_count> distances,
                               std::span<const vertex_id> predecessors, hop_count depth_limit, const run_control& control) {
  const std::uint64_t n = g.num_vertices();
  require_host_memory(n * (sizeof(std::uint8_t) + sizeof(hop_count)), fmt::format("validating a search of {} vertices", n));
  // The data pointer of an empty array may be non-null.
  bfs_claim claim{g.view(),    source,           distances.data(), predecessors.empty() ? nullptr : predecessors.data(),
                  depth_limit, distances.empty()};
  array<hop_count> levels;
  if (claim.levels_are_the_tree) {
    levels = tree_levels(predecessors, source, vertex_threads(g.num_vertices(), control));
    claim.levels = levels.data();
    check_stop(control);
  }
  vertex_findings vertices;
  const verdict found = validate(claim, vertices, control);
  bfs_validation result;
  result.valid = found.violated == bfs_rule::none;
  result.violated = found.violated;
  result.from = static_cast<vertex_id>(found.who);
  result.to = static_cast<vertex_id>(found.who >> 32);
  if (!result.valid) result.message = complaint(g, claim, found.violated, result.from, result.to);
  result.reached = vertices.reached;
  result.edges_traversed = vertices.edges;
  return result;
}

}  // namespace fathom
