#include "distributed/edge_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "distributed/agreement.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t edges_a_thread = 1u << 16;

// Of each piece, in this rank's share. `where(v, other)` says at which vertex the end at v counts.
template <class Where>
std::vector<std::uint64_t> count(const vertex_blocks& pieces, const edge_share& share, counted_ends which, int threads,
                                 const Where& where) {
  const auto num_pieces = static_cast<std::size_t>(pieces.size());
  const int parts = useful_threads(share.size(), edges_a_thread, threads);
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

}  // namespace

std::vector<std::uint64_t> count_ends(communicator& ranks, const vertex_blocks& pieces, const edge_share& share, counted_ends which,
                                      const delegate_table& delegates, int threads) {
  std::vector<std::uint64_t> ends;
  on_all_ranks(ranks, [&] {
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

// A vertex of so many ends is in a piece of as many: only these pieces' vertices are counted one by one.
delegate_table heavy_vertices(communicator& ranks, const vertex_blocks& pieces, const std::vector<std::uint64_t>& ends,
                              const edge_share& share, counted_ends which, std::uint64_t least) {
  constexpr std::uint64_t light = ~std::uint64_t{0};
  std::vector<std::uint64_t> places(ends.size(), light), counts;  // of a heavy piece's first vertex among the counts
  std::vector<std::pair<std::uint64_t, global_vertex>> heavy;
  std::uint64_t size = 0;
  for (std::size_t piece = 0; piece < ends.size(); ++piece) {
    const index_range range = pieces.block(static_cast<int>(piece));
    if (ends[piece] > least) places[piece] = std::exchange(size, size + range.last - range.first);
  }
  if (size == 0) return {};
  on_all_ranks(ranks, [&] {
    require_host_memory(size * sizeof(std::uint64_t), fmt::format("looking for hubs among {} vertices", size));
    counts.resize(size);
    const auto add = [&](global_vertex v) {
      const auto piece = static_cast<std::size_t>(pieces.owner(v));
      if (places[piece] != light) ++counts[places[piece] + v - pieces.block(static_cast<int>(piece)).first];
    };
    for (std::uint64_t i = 0; i < share.size(); ++i) {
      const global_vertex u = share.edges[i].source(), v = share.edges[i].target();
      if (u == v) continue;
      if (which.sources) add(u);
      if (which.targets) add(v);
    }
  });
  ranks.all_reduce(reduction::sum, std::span(counts));
  for (std::size_t piece = 0; piece < ends.size(); ++piece) {
    if (places[piece] == light) continue;
    const index_range range = pieces.block(static_cast<int>(piece));
    for (global_vertex v = range.first; v < range.last; ++v) {
      const std::uint64_t degree = counts[places[piece] + v - range.first];
      if (degree > least) heavy.emplace_back(degree, v);
    }
  }
  std::sort(heavy.begin(), heavy.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  std::vector<global_vertex> vertices;
  for (const auto& [degree, v] : heavy) vertices.push_back(v);
  return delegate_table(std::move(vertices));
}

}  // namespace fathom
