#include "graph/partition/target_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comm/agreement.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t edges_per_thread = 1u << 16;

// The counts of each piece in this process's edge slice. `where(v, other)` returns the vertex at which the endpoint v is counted.
template <class Where>
std::vector<std::uint64_t> count(const vertex_blocks& pieces, const edge_slice& share, counted_endpoints which, int threads,
                                 const Where& where) {
  const auto num_pieces = static_cast<std::size_t>(pieces.size());
  const int parts = useful_threads(share.size(), edges_per_thread, threads);
  std::vector<std::vector<std::uint64_t>> counts(static_cast<std::size_t>(parts), std::vector<std::uint64_t>(num_pieces));
#pragma omp parallel for num_threads(parts) schedule(static, 1)
  for (int part = 0; part < parts; ++part) {
    std::uint64_t* const mine = counts[static_cast<std::size_t>(part)].data();
    const auto add = [&](global_vertex at) {
      if (at != no_global_vertex) ++mine[pieces.owner(at)];
    };
    const index_range range = part_of(share.size(), static_cast<std::uint64_t>(parts), static_cast<std::uint64_t>(part));
    for (std::uint64_t i = range.first; i < range.last; ++i) {
      const global_vertex u = share.edges[i].source(), v = share.edges[i].target();
      if (u == v) continue;
      if (which.sources) add(where(u, v));
      if (which.targets) add(where(v, u));
    }
  }
  for (int part = 1; part < parts; ++part) {
    const std::vector<std::uint64_t>& more = counts[static_cast<std::size_t>(part)];
    std::transform(more.begin(), more.end(), counts[0].begin(), counts[0].begin(), std::plus<>());
  }
  return std::move(counts[0]);
}

constexpr std::uint64_t not_heavy = ~std::uint64_t{0};

// The first counter of each piece with more than `least` endpoints, and the total number of counters (one per vertex).
struct heavy_places {
  std::vector<std::uint64_t> first;  // not_heavy for the other pieces
  std::uint64_t size = 0;
};

heavy_places heavy_pieces(const vertex_blocks& pieces, const std::vector<std::uint64_t>& ends, std::uint64_t least) {
  heavy_places places{std::vector<std::uint64_t>(ends.size(), not_heavy)};
  for (std::size_t piece = 0; piece < ends.size(); ++piece) {
    const index_range range = pieces.block(static_cast<int>(piece));
    if (ends[piece] > least) places.first[piece] = std::exchange(places.size, places.size + range.last - range.first);
  }
  return places;
}

// The number of endpoints at each vertex of the heavy pieces, in this process's edge slice.
std::vector<std::uint64_t> count_one_by_one(const heavy_places& places, const vertex_blocks& pieces, const edge_slice& share,
                                            counted_endpoints which) {
  require_host_memory(places.size * sizeof(std::uint64_t), fmt::format("searching for hubs among {} vertices", places.size));
  std::vector<std::uint64_t> counts(places.size);
  const auto add = [&](global_vertex v) {
    const int piece = pieces.owner(v);
    const std::uint64_t first = places.first[static_cast<std::size_t>(piece)];
    if (first != not_heavy) ++counts[first + v - pieces.block(piece).first];
  };
  for (std::uint64_t i = 0; i < share.size(); ++i) {
    const global_vertex u = share.edges[i].source(), v = share.edges[i].target();
    if (u == v) continue;
    if (which.sources) add(u);
    if (which.targets) add(v);
  }
  return counts;
}

// The vertices with more than `least` endpoints in descending order, given the counts over all processes.
std::vector<global_vertex> heaviest_first(const heavy_places& places, const vertex_blocks& pieces,
                                          const std::vector<std::uint64_t>& counts, std::uint64_t least) {
  std::vector<std::pair<std::uint64_t, global_vertex>> heavy;
  for (std::size_t piece = 0; piece < places.first.size(); ++piece) {
    if (places.first[piece] == not_heavy) continue;
    const index_range range = pieces.block(static_cast<int>(piece));
    for (global_vertex v = range.first; v < range.last; ++v) {
      const std::uint64_t degree = counts[places.first[piece] + v - range.first];
      if (degree > least) heavy.emplace_back(degree, v);
    }
  }
  std::sort(heavy.begin(), heavy.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  std::vector<global_vertex> vertices;
  for (const auto& [degree, v] : heavy) vertices.push_back(v);
  return vertices;
}

}  // namespace

std::vector<std::uint64_t> count_endpoints(communicator& ranks, const vertex_blocks& pieces, const edge_slice& share,
                                           counted_endpoints which, const delegate_table& delegates, int threads) {
  std::vector<std::uint64_t> ends;
  on_all_processes(ranks, [&] {
    if (delegates.empty()) {
      ends = count(pieces, share, which, threads, [](global_vertex v, global_vertex) { return v; });
    } else {
      ends = count(pieces, share, which, threads, [&](global_vertex v, global_vertex other) {
        if (!delegates.has(v)) return v;
        return delegates.has(other) ? no_global_vertex : other;
      });
    }
  });
  ranks.all_reduce(reduction::sum, std::span(ends));
  return ends;
}

// A heavy vertex can only be in a heavy piece, so vertices are counted individually only in those pieces.
delegate_table heavy_vertices(communicator& ranks, const vertex_blocks& pieces, const std::vector<std::uint64_t>& ends,
                              const edge_slice& share, counted_endpoints which, std::uint64_t least) {
  if (std::none_of(ends.begin(), ends.end(), [least](std::uint64_t count) { return count > least; })) return {};
  heavy_places places;
  std::vector<std::uint64_t> counts;
  on_all_processes(ranks, [&] {
    places = heavy_pieces(pieces, ends, least);
    counts = count_one_by_one(places, pieces, share, which);
  });
  ranks.all_reduce(reduction::sum, std::span(counts));
  delegate_table delegates;
  on_all_processes(ranks, [&] { delegates = delegate_table(heaviest_first(places, pieces, counts, least)); });
  return delegates;
}

}  // namespace fathom
