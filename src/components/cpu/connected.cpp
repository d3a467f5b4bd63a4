#include "components/cpu/connected.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <span>

#include "base/thread_team.hpp"
#include "components/cpu/forest.hpp"
#include "components/cpu/giant.hpp"
#include "components/cpu/reach.hpp"

namespace fathom::components_engine {
namespace {

constexpr edge_offset sampled_neighbors = 2;    // as in Afforest: joins all but a few vertices of a giant component
constexpr vertex_id vertices_per_chunk = 4096;  // large enough to amortize dynamic scheduling
constexpr vertex_id most_samples = 1024;        // labels sampled to find a frequent one, degrees to find long paths
constexpr edge_offset most_of_lattices = 8;     // neighbors of vertices of lattices, roads and meshes

// The first neighbor, usually the smallest, since rows are usually sorted. If it is not smaller than v, v starts as a root.
vertex_id first_parent(const graph_view& g, vertex_id v) {
  if (g.out.degree(v) > 0) return std::min(v, *g.out.begin(v));
  if (g.directed && g.in.offsets && g.in.degree(v) > 0) return std::min(v, *g.in.begin(v));
  return v;
}

// Links the vertices of a bitmap along all their rows, whose other ends must be in it, too.
void link_vertices(std::span<const adjacency_view> rows, std::span<const std::uint64_t> vertices, vertex_id n, vertex_id* labels,
                   int threads) {
  const auto for_vertices = [&](const auto& visit) {
    for_words(n, threads, [&](std::size_t word, vertex_id, vertex_id) {
      for (std::uint64_t left = vertices[word]; left != 0; left &= left - 1) visit(bfs_engine::vertex_of(word, left));
    });
  };
  for_vertices([&](vertex_id v) {
    for (const adjacency_view& row : rows) std::for_each(row.begin(v), row.end(v), [=](vertex_id w) { link(labels, v, w); });
  });
  for_vertices([&](vertex_id v) { compress(labels, v, n); });
}

void link_rest(const adjacency_view& rows, vertex_id* parent, vertex_id v, edge_offset from) {
  const vertex_id* const end = rows.end(v);
  for (const vertex_id* w = rows.begin(v) + std::min(from, rows.degree(v)); w != end; ++w) link(parent, v, *w);
}

// Whether no sampled vertex has many neighbors: searches of lattices, roads and trees take hundreds of levels.
bool has_long_paths(std::span<const adjacency_view> rows, vertex_id n) {
  const vertex_id samples = std::min(n, most_samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    edge_offset degree = 0;
    for (const adjacency_view& row : rows) degree += row.degree(static_cast<vertex_id>(i * n / samples));
    if (degree > most_of_lattices) return false;
  }
  return true;
}

// One search discovers a giant component, and union-find joins the few other vertices. Returns false if there is no giant component
// or if it has long paths: labels are not set then.
bool label_by_search(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  const std::array both = {g.out, g.in};
  const auto rows = std::span(both).first(g.directed ? 2 : 1);
  const vertex_id n = g.num_vertices;
  if (has_long_paths(rows, n)) return false;
  candidates open = find_candidates(n, threads, [rows](vertex_id v) {
    double edges = 0;
    for (const adjacency_view& row : rows) edges += static_cast<double>(row.degree(v));
    return edges;
  });
  if (open.pivot == no_vertex) {
    label_members(open.all(), n, labels, no_vertex, threads);
    return true;
  }
  reach search(g, threads);
  search.begin(rows, rows, open.all(), open.pivot);
  if (!search.run(stop, true)) return false;
  std::uint64_t left = 0, found = 0;
  for (std::size_t i = 0; i < open.bits.size(); ++i) {
    open.bits[i] &= ~search.visited()[i];
    left += static_cast<std::uint64_t>(std::popcount(open.bits[i]));
    found += static_cast<std::uint64_t>(std::popcount(search.visited()[i]));
  }
  if (left > found) return false;
  label_members(search.visited(), n, labels, smallest_member(search.visited()), threads);
  link_vertices(rows, open.all(), n, labels, threads);
  return true;
}

}  // namespace

vertex_id frequent_label(const vertex_id* labels, vertex_id n) {
  std::array<vertex_id, most_samples> room;
  const vertex_id samples = std::min(n, most_samples);
  const std::span<vertex_id> seen = std::span(room).first(samples);
  for (vertex_id i = 0; i < samples; ++i) seen[i] = labels[static_cast<std::uint64_t>(i) * n / samples];
  std::sort(seen.begin(), seen.end());
  vertex_id best = seen[0];
  std::ptrdiff_t most = 0;
  for (auto run = seen.begin(); run != seen.end();) {
    const auto end = std::upper_bound(run, seen.end(), *run);
    if (end - run > most) most = end - run, best = *run;
    run = end;
  }
  return best;
}

const char* connected_cpu(const graph_view& g, vertex_id* labels, int threads, const std::stop_token& stop) {
  const vertex_id n = g.num_vertices;
  if (n == 0) return "CPU, an empty graph";
  // Vertices of the giant component may be skipped only if their edges are also processed from the other endpoint.
  const bool both_ends = !g.directed || g.in.offsets != nullptr;
  if (both_ends && label_by_search(g, labels, threads, stop))
    return "CPU, one search for the giant component, then union-find over the other vertices";
  vertex_id giant = no_vertex;
  std::atomic<bool> given_up{false};
  // Bodies capture numbers by value: a store to a label could change a referenced one, so loops would read it again and again.
  const auto for_vertices = [n, threads](const auto& visit) {
    chunk_cursor cursor;
    run_team(threads, [&](int, int) {
      cursor.for_chunks(n, vertices_per_chunk, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t v = first; v < last; ++v) visit(static_cast<vertex_id>(v));
      });
    });
  };
  for_vertices([g, labels](vertex_id v) { labels[v] = first_parent(g, v); });
  for_vertices([labels, n](vertex_id v) { compress(labels, v, n); });
  for (edge_offset i = 1; i < sampled_neighbors; ++i) {
    for_vertices([g, labels, n, i](vertex_id v) {
      // Reads past the end of a row reach into the next row, which is harmless for a prefetch.
      if (n - v > fetched_ahead && g.out.offsets[v + fetched_ahead] + i < g.num_edges) {
        __builtin_prefetch(&labels[g.out.begin(v + fetched_ahead)[i]]);
      }
      if (g.out.degree(v) > i) link(labels, v, g.out.begin(v)[i]);
    });
    for_vertices([labels, n](vertex_id v) { compress(labels, v, n); });
  }
  if (both_ends) giant = frequent_label(labels, n);
  for_vertices([g, labels, giant, &given_up, &stop](vertex_id v) {
    if (v % vertices_per_chunk == 0 && stop.stop_requested()) given_up.store(true, std::memory_order_relaxed);
    if (load(labels[v]) == giant || given_up.load(std::memory_order_relaxed)) return;
    // The first neighbor has been linked above only if it is smaller than v; rows may be in any order.
    link_rest(g.out, labels, v, sampled_neighbors);
    if (g.out.degree(v) > 0) link(labels, v, *g.out.begin(v));
    if (g.directed && g.in.offsets) link_rest(g.in, labels, v, 0);
  });
  for_vertices([labels, n](vertex_id v) { compress(labels, v, n); });
  return "CPU, union-find over a sample of the edges, then over the remaining edges";
}

}  // namespace fathom::components_engine
