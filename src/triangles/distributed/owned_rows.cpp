#include "triangles/distributed/owned_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/memory.hpp"
#include "bfs/distributed/edge_counter.hpp"
#include "comm/routing.hpp"
#include "triangles/entry.hpp"

namespace fathom::triangles_engine {
namespace {

using namespace ranks_engine;

constexpr int rows_sorted_at_once = 256;  // chunk size

/// A vertex of a grid line, ordered by degree.
struct ranked_vertex {
  std::uint32_t degree;  ///< in-edges and out-edges; of an undirected graph each edge once
  vertex_id vertex;

  friend bool operator<(const ranked_vertex& a, const ranked_vertex& b) {
    return a.degree != b.degree ? a.degree < b.degree : a.vertex < b.vertex;
  }
};

/// An edge at its lower endpoint.
struct oriented_edge {
  vertex_id low, high;
  std::uint32_t is_forward;  ///< 1 from the lower endpoint to the higher, else 0
};

/// Edges between a vertex and one neighbor.
struct neighbor_edges {
  vertex_id vertex;
  std::uint32_t edges;
};

std::vector<std::uint32_t> own_degrees(const partitioned_graph& g, int threads, work_clock& clock) {
  std::vector<std::uint32_t> degrees;
  std::unique_ptr<edge_counter> in_edges;
  std::vector<std::uint64_t> all_bits;
  vertex_queue all;
  on_all_processes(*g.ranks, [&] {
    degrees.assign(g.stride, 0);
    std::copy_n(g.out_degrees.begin(), g.own_vertices, degrees.begin());
    if (!g.directed) return;
    in_edges = std::make_unique<edge_counter>(g, along_edges(g), threads);
    all_bits.assign(g.stride / bfs_engine::word_bits, 0);
    all = vertex_queue(g.own_vertices);
    for (std::uint64_t v = 0; v < g.own_vertices; ++v) {
      all_bits[v / bfs_engine::word_bits] |= bfs_engine::bit_of(static_cast<vertex_id>(v));
      all.push(v);
    }
  });
  if (!g.directed) return degrees;
  const auto add = [&degrees](std::uint64_t v, std::uint32_t edges) {
    std::atomic_ref(degrees[v]).fetch_add(edges, std::memory_order_relaxed);
  };
  in_edges->count_from(all.all(), add);
  in_edges->exchange(all_bits, clock, add);
  return degrees;
}

array<ranked_vertex> ranked_along(const partitioned_graph& g, communicator& line, std::span<const std::uint32_t> degrees,
                                  work_clock& clock) {
  array<ranked_vertex> mine, all;
  on_all_processes(*g.ranks, [&] {
    mine = array<ranked_vertex>(g.stride);
    all = array<ranked_vertex>(g.stride * static_cast<std::uint64_t>(line.size()));
  });
  for (std::uint64_t v = 0; v < g.stride; ++v)
    mine[v] = {degrees[v], v < g.own_vertices ? static_cast<vertex_id>(own_vertex(g, v)) : no_vertex};
  gather_along(line, std::span<const ranked_vertex>(mine.view()), all.view(), clock);
  return all;
}

// Sends each edge to the owner of its lower endpoint; an undirected edge once.
exchanged<oriented_edge> send_edges(const partitioned_graph& g, int threads, work_clock& clock) {
  const edge_direction along = along_edges(g);
  const std::vector<std::uint32_t> degrees = own_degrees(g, threads, clock);
  const array<ranked_vertex> from = ranked_along(g, along.from, degrees, clock), to = ranked_along(g, along.to, degrees, clock);
  exchanged<oriented_edge> edges = deliver<oriented_edge>(*g.ranks, along.from_ids(), threads, clock.bytes_sent(),
                                                          [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                                                            for (std::uint64_t id = first; id < last; ++id) {
                                                              const vertex_id u = from[id].vertex;
                                                              for (const local_vertex end : along.row(id)) {
                                                                const vertex_id v = to[end].vertex;
                                                                if (from[id] < to[end])
                                                                  emit(g.blocks.owner(u), oriented_edge{u, v, 1});
                                                                else if (g.directed)
                                                                  emit(g.blocks.owner(v), oriented_edge{v, u, 0});
                                                              }
                                                            }
                                                          });
  clock.exchanged();
  return edges;
}

// Sorts each row and merges the edges of both directions. The lowest bit of an unsorted directed entry is its direction.
template <class Entry>
void sort_rows(rows_of_process& rows, std::span<const oriented_edge> edges, int threads) {
  rows.begins = array<edge_offset>(rows.degrees.size());
  rows.ends = array<edge_offset>(rows.degrees.size());
  rows.entries = array<vertex_id>(edges.size());
  std::fill(rows.ends.begin(), rows.ends.end(), 0);
  for (const oriented_edge& e : edges) ++rows.ends[e.low - rows.first];
  edge_offset sum = 0;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    rows.begins[i] = sum;
    sum += std::exchange(rows.ends[i], sum);
  }
  constexpr bool with_directions = std::is_same_v<Entry, directed_entry>;
  for (const oriented_edge& e : edges)
    rows.entries[rows.ends[e.low - rows.first]++] = with_directions ? 2 * e.high + e.is_forward : e.high;
  const std::uint64_t size = rows.size();
  std::uint64_t longest = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_sorted_at_once) reduction(max : longest)
  for (std::uint64_t i = 0; i < size; ++i) {
    vertex_id* const first = rows.entries.data() + rows.begins[i];
    vertex_id* const last = rows.entries.data() + rows.ends[i];
    std::sort(first, last);
    vertex_id* kept = first;
    for (const vertex_id* at = first; at != last;) {
      const vertex_id v = Entry::vertex(*at);
      const bool mutual = at + 1 != last && Entry::vertex(at[1]) == v;
      *kept++ = Entry::made_of(v, mutual);
      at += mutual ? 2 : 1;
    }
    rows.ends[i] = static_cast<edge_offset>(kept - rows.entries.data());
    longest = std::max(longest, static_cast<std::uint64_t>(kept - first));
  }
  rows.longest = longest;
}

// Both endpoints of an edge have a neighbor more.
template <class Entry>
void count_neighbors_of_rows(const partitioned_graph& g, rows_of_process& rows, int threads, work_clock& clock) {
  std::fill(rows.degrees.begin(), rows.degrees.end(), 0);
  std::fill(rows.mutual.begin(), rows.mutual.end(), 0);
  const auto add = [&rows](std::uint64_t i, unsigned edges) {
    rows.degrees[i] += edges;
    if (rows.mutual.size() > 0) rows.mutual[i] += edges - 1;
  };
  const exchanged<neighbor_edges> theirs = deliver<neighbor_edges>(
      *g.ranks, rows.size(), threads, clock.bytes_sent(), [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
        for (std::uint64_t i = first; i < last; ++i) {
          for (const vertex_id e : rows.row(i))
            emit(g.blocks.owner(Entry::vertex(e)), neighbor_edges{Entry::vertex(e), Entry::edges(e)});
        }
      });
  clock.exchanged();
  for (const neighbor_edges& n : theirs.values) add(n.vertex - rows.first, n.edges);
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    for (const vertex_id e : rows.row(i)) add(i, Entry::edges(e));
  }
  clock.computed();
}

}  // namespace

template <class Entry>
rows_of_process orient_rows(const partitioned_graph& g, int threads, work_clock& clock) {
  const std::uint64_t own = g.to_local.size();
  rows_of_process rows;
  on_all_processes(*g.ranks, [&] {
    // Edges are sent and received.
    require_host_memory(2 * g.out.ends.size() / (g.directed ? 1 : 2) * sizeof(oriented_edge) +
                            (g.column_ids() + g.row_ids()) * sizeof(ranked_vertex) + own * (2 * sizeof(edge_offset) + 8),
                        fmt::format("orienting the {} edges of one process", g.out.ends.size()));
    rows.first = static_cast<vertex_id>(g.own_block().first);
    rows.degrees = array<vertex_id>(own);
    if (std::is_same_v<Entry, directed_entry>) rows.mutual = array<vertex_id>(own);
  });
  {
    const exchanged<oriented_edge> edges = send_edges(g, threads, clock);
    on_all_processes(*g.ranks, [&] { sort_rows<Entry>(rows, edges.values.view(), threads); });
  }
  clock.computed();
  if (g.directed) {
    count_neighbors_of_rows<Entry>(g, rows, threads, clock);
    return rows;
  }
  for (std::uint64_t i = 0; i < own; ++i) rows.degrees[i] = g.to_local[i] == no_local_vertex ? 0 : g.out_degrees[g.to_local[i]];
  return rows;
}

template rows_of_process orient_rows<plain_entry>(const partitioned_graph&, int, work_clock&);
template rows_of_process orient_rows<directed_entry>(const partitioned_graph&, int, work_clock&);

}  // namespace fathom::triangles_engine
