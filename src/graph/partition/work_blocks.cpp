// Work division: vertices are divided into pieces, which are then combined to blocks.
#include "graph/partition/work_blocks.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <vector>

#include "comm/agreement.hpp"
#include "fathom/distributed/graph.hpp"
#include "graph/generators/edges.hpp"
#include "graph/partition/target_counts.hpp"

namespace fathom {
namespace {

// A block's weight is off its target by at most half a piece: less than 1% if all pieces weigh the same.
constexpr std::uint64_t fewest_pieces = 1u << 12, pieces_per_rank = 64;
// A piece heavier than 1/heavy_part of a block is divided again, into parts_of_heavy pieces.
constexpr std::uint64_t heavy_part = 16, parts_of_heavy = 32;

// All vertices together weigh as much as all edge endpoints, so that no block has much more than twice the mean of either. Memory,
// construction, components and PageRank scale with edges. A search inspects few edges but every vertex, and the arrays and bitmaps
// that processes exchange have the length of the largest block. An endpoint weighs 16 units, because a vertex may
// weigh less than an endpoint, or 1.5 times as much.
constexpr std::uint64_t weight_of_end = 16;
constexpr std::uint64_t most_times_even = 2;

// A hub is delegated if it has more than 1/heavy_share of a process's edge endpoints, and so many that inspecting them takes longer
// than another reduction over delegates.
constexpr std::uint64_t heavy_share = 8, least_heavy = 1u << 16;
constexpr std::uint64_t most_delegates =
    1u << 16;  // limits the number of delegates: each must have at least 1/most_delegates of all endpoints

std::uint64_t sum_of(const std::vector<std::uint64_t>& ends) { return std::accumulate(ends.begin(), ends.end(), std::uint64_t{0}); }

// The total weight of the pieces before each piece, followed by the weight of all pieces.
std::vector<std::uint64_t> weigh(const vertex_blocks& pieces, const std::vector<std::uint64_t>& ends) {
  const std::uint64_t weight_of_vertex = weight_of_end * sum_of(ends) / std::max<std::uint64_t>(1, pieces.num_vertices()) + 1;
  std::vector<std::uint64_t> before{0};
  for (int i = 0; i < pieces.size(); ++i) {
    const index_range piece = pieces.block(i);
    before.push_back(before.back() + weight_of_end * ends[static_cast<std::size_t>(i)] +
                     weight_of_vertex * (piece.last - piece.first));
  }
  return before;
}

// The threshold for delegates: a vertex with more edge endpoints is a delegate.
std::uint64_t least_of_delegates(const process_grid& grid, std::uint64_t ranks, std::uint64_t ends, std::uint64_t requested) {
  if (requested == no_delegates) return no_delegates;
  if (requested != heavy_delegates) return std::max(requested, ends / most_delegates);
  // On a grid a hub's edges are spread over all processes of its grid row or column.
  const auto sharers = static_cast<std::uint64_t>(std::min(grid.rows, grid.columns));
  return ranks == 1 ? no_delegates : std::max(least_heavy, ends / ranks * sharers / heavy_share);
}

// Pieces of equal size, a power of two, so that finding the piece of a vertex is a shift.
vertex_blocks equal_pieces(std::uint64_t n, std::uint64_t ranks) {
  const std::uint64_t piece = std::uint64_t{1} << std::bit_width(n / std::max(fewest_pieces, pieces_per_rank * ranks));
  std::vector<std::uint64_t> bounds{0};
  while (bounds.back() < n) bounds.push_back(std::min(n, bounds.back() + piece));
  return vertex_blocks(std::move(bounds));
}

// The same pieces, except that heavy ones are divided.
vertex_blocks finer_pieces(const vertex_blocks& pieces, const std::vector<std::uint64_t>& before, std::uint64_t ranks) {
  const std::uint64_t heavy = before.back() / (heavy_part * ranks);
  std::vector<std::uint64_t> bounds{0};
  for (int i = 0; i < pieces.size(); ++i) {
    const index_range piece = pieces.block(i);
    const auto at = static_cast<std::size_t>(i);
    const bool is_heavy = before[at + 1] - before[at] > heavy;
    const std::uint64_t parts = is_heavy ? std::min(parts_of_heavy, piece.last - piece.first) : 1;
    for (std::uint64_t p = 0; p < parts; ++p) {
      bounds.push_back(piece.first + part_of(piece.last - piece.first, parts, p).last);
    }
  }
  return vertex_blocks(std::move(bounds));
}

// The end of a block that begins at `first`, such that it has 1/left of the remaining weight: blocks after a hub that is too heavy
// for one block share the rest evenly. A block is not empty, even if it begins at a hub.
std::uint64_t end_of_block(const vertex_blocks& pieces, const std::vector<std::uint64_t>& before, std::uint64_t first,
                           std::uint64_t left) {
  if (first == pieces.num_vertices()) return first;
  const int begin = pieces.owner(first);
  const index_range piece = pieces.block(begin);
  const auto* const of_piece = before.data() + begin;
  const double cut_off = static_cast<double>(first - piece.first) / static_cast<double>(piece.last - piece.first);
  const std::uint64_t done = of_piece[0] + static_cast<std::uint64_t>(cut_off * static_cast<double>(of_piece[1] - of_piece[0]));
  const std::uint64_t wanted = done + (before.back() - done) / left;
  const auto nearest = before.begin() + begin + 1;
  auto end = std::lower_bound(nearest, before.end(), wanted);
  if (end > nearest && wanted - end[-1] < *end - wanted) --end;
  return pieces.block(static_cast<int>(end - before.begin()) - 1).last;
}

vertex_blocks combine_pieces(const vertex_blocks& pieces, const std::vector<std::uint64_t>& before, std::uint64_t ranks,
                             std::uint64_t most_vertices) {
  const std::uint64_t n = pieces.num_vertices();
  std::vector<std::uint64_t> bounds{0};
  for (std::uint64_t left = ranks; left > 0; --left) {
    const std::uint64_t first = bounds.back(), fit_behind = std::min(n, saturating_product(most_vertices, left - 1));
    bounds.push_back(
        std::clamp(end_of_block(pieces, before, first, left), std::max(first, n - fit_behind), std::min(n, first + most_vertices)));
  }
  return vertex_blocks(std::move(bounds));
}

std::uint64_t most_vertices(std::uint64_t n, const process_grid& grid, std::uint64_t ranks) {
  // Local ids are grouped in 64-bit words, and devices number them in chunks of 256: use a multiple of both.
  constexpr std::uint64_t chunk = 1024, ids = std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t even = n / ranks + (n % ranks != 0 ? 1 : 0);
  const std::uint64_t narrow = ids / static_cast<std::uint64_t>(std::max(grid.rows, grid.columns)) / chunk * chunk;
  return std::max(even, std::min(most_times_even * even, narrow));
}

}  // namespace

work_division divide_work(communicator& ranks, const process_grid& grid, const edge_slice& share, std::uint64_t delegate_degree,
                          int threads) {
  const auto size = static_cast<std::uint64_t>(ranks.size());
  if (size == 1 && (delegate_degree == no_delegates || delegate_degree == heavy_delegates)) {
    return {vertex_blocks(share.num_vertices, 1), {}};
  }
  const counted_endpoints which = endpoints_with_work(grid, share);
  vertex_blocks pieces, finer;
  work_division made;
  on_all_processes(ranks, [&] { pieces = equal_pieces(share.num_vertices, size); });
  std::vector<std::uint64_t> ends = count_endpoints(ranks, pieces, share, which, {}, threads);
  const std::uint64_t least = least_of_delegates(grid, size, sum_of(ends), delegate_degree);
  made.delegates = heavy_vertices(ranks, pieces, ends, share, which, least);
  if (!made.delegates.empty()) ends = count_endpoints(ranks, pieces, share, which, made.delegates, threads);
  on_all_processes(ranks, [&] { finer = finer_pieces(pieces, weigh(pieces, ends), size); });
  if (finer.size() > pieces.size()) {
    pieces = std::move(finer);
    ends = count_endpoints(ranks, pieces, share, which, made.delegates, threads);
  }
  on_all_processes(ranks, [&] {
    made.blocks = combine_pieces(pieces, weigh(pieces, ends), size, most_vertices(share.num_vertices, grid, size));
  });
  return made;
}

}  // namespace fathom
