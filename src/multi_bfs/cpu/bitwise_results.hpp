// Results of a bitwise multi-source BFS in the caller's ids.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "multi_bfs/cpu/bitwise_state.hpp"
#include "multi_bfs/cpu/distance_planes.hpp"

namespace fathom::multi_bfs_engine {

template <class T>
void write_column(T* to, std::uint64_t seen, const std::uint64_t* planes, int num_planes) {
  constexpr int half_planes = 15;  // distances fit into 16 bits
  if constexpr (sizeof(T) == sizeof(hop_count)) {
    if (num_planes > half_planes) return write_deep_distances(to, seen, planes, num_planes);
  }
  write_distances(to, seen, planes, num_planes);
}

/// Tile of 64 of the caller's vertices and 64 searches. The bits are transposed, so that each search has a word of vertices.
struct distance_tile {
  vertex_id first = 0;
  int count = 0;  ///< vertices
  std::array<std::uint64_t, 64> seen{};
  std::array<std::array<std::uint64_t, 64>, 32> planes;
};

template <int Words>
void fill_column(const caller_view& caller, const distance_tile& tile, const bit_row<Words>* rows, int word,
                 std::array<std::uint64_t, 64>& column) {
  for (int i = 0; i < 64; ++i) {
    const vertex_id v = i < tile.count ? caller[tile.first + static_cast<vertex_id>(i)] : no_vertex;
    column[static_cast<std::size_t>(i)] = v == no_vertex ? 0 : rows[v].word[word];
  }
  transpose(column);
}

/// Writes the tile's part of the rows of up to 64 searches.
template <class T>
void write_tile(const distance_tile& tile, int num_planes, std::span<T* const> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i]) continue;
    std::uint64_t bits[32] = {};
    for (int p = 0; p < num_planes; ++p) bits[p] = tile.planes[static_cast<std::size_t>(p)][i];
    if (tile.count == 64) {
      write_column(rows[i] + tile.first, tile.seen[i], bits, num_planes);
    } else {
      T last[64];
      write_column(last, tile.seen[i], bits, num_planes);
      std::copy_n(last, tile.count, rows[i] + tile.first);
    }
  }
}

/// Encoded distances of finished searches: visited bits, and bit planes of the distances.
template <int Words>
struct found_distances {
  caller_view caller;
  const bit_row<Words>* seen;
  const std::vector<array<bit_row<Words>>>& planes;
  int planes_in_use = 0;
};

template <int Words, class T>
void copy_distances(const found_distances<Words>& s, std::span<T* const> rows, int threads) {
  const caller_view& caller = s.caller;
  const std::uint64_t tiles = words_for(caller.size);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t t = 0; t < tiles; ++t) {
    distance_tile tile;
    tile.first = static_cast<vertex_id>(t * word_bits);
    tile.count = static_cast<int>(std::min<vertex_id>(word_bits, caller.size - tile.first));
    for (int w = 0; w < Words && static_cast<std::size_t>(w) * 64 < rows.size(); ++w) {
      const std::size_t begin = static_cast<std::size_t>(w) * 64;
      const std::span<T* const> part = rows.subspan(begin, std::min<std::size_t>(64, rows.size() - begin));
      if (std::all_of(part.begin(), part.end(), [](const T* row) { return row == nullptr; })) continue;
      fill_column(caller, tile, s.seen, w, tile.seen);
      for (int p = 0; p < s.planes_in_use; ++p) {
        fill_column(caller, tile, s.planes[static_cast<std::size_t>(p)].data(), w, tile.planes[static_cast<std::size_t>(p)]);
      }
      write_tile(tile, s.planes_in_use, part);
    }
  }
}

template <int Words, class T>
void copy_distances(const bitwise_state<Words>& s, std::span<T* const> rows) {
  copy_distances(found_distances<Words>{caller_view(s.l), s.seen.data(), s.planes, s.planes_in_use}, rows, s.threads);
}

/// Transposes tiles of 64 of the caller's vertices, whose predecessors in all searches are contiguous.
template <int Words>
void copy_predecessors(const bitwise_state<Words>& s, std::span<vertex_id* const> rows) {
  const caller_view caller(s.l);
  const std::uint64_t tiles = words_for(caller.size);
#pragma omp parallel for num_threads(s.threads) schedule(static)
  for (std::uint64_t t = 0; t < tiles; ++t) {
    const auto first = static_cast<vertex_id>(t * word_bits);
    const vertex_id last = first + std::min<vertex_id>(word_bits, caller.size - first);
    const vertex_id* of_vertex[word_bits];
    for (vertex_id v = first; v < last; ++v) {
      of_vertex[v - first] =
          caller[v] == no_vertex ? nullptr : s.predecessors.data() + std::size_t{caller[v]} * bit_row<Words>::bits;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i]) continue;
      for (vertex_id v = first; v < last; ++v) rows[i][v] = of_vertex[v - first] ? of_vertex[v - first][i] : no_vertex;
    }
  }
}

}  // namespace fathom::multi_bfs_engine
