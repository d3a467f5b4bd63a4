// random_geometric(): points in the unit square, sorted into a grid of cells no smaller than the connection radius, so that a
// point's neighbors lie in its own cell and the 8 cells around it. Coordinates are integers in units of 2^-31: sums of squares fit
// into 64 bits and compare the same on any machine.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/edges.hpp"

namespace fathom {
namespace {

constexpr int coordinate_bits = 31;
constexpr double side = 0x1p31;         // of the square, in coordinate units
constexpr double radius_factor = 0.55;  // DIMACS10 rgg_n_2_*: dense enough to be connected almost surely
constexpr double natural_log_of_2 = 0.69314718055994530942;
constexpr double pi = 3.14159265358979323846;
constexpr std::uint64_t cells_per_step = std::uint64_t{1} << 20;  // between polls of the stop token

struct point {
  std::uint32_t x, y;
};

// Partition of the square into `across` x `across` cells; cell (row, column) has number row * across + column.
struct cutting {
  std::uint64_t squared_radius;
  std::uint64_t across;

  [[nodiscard]] std::uint64_t cells() const noexcept { return across * across; }
  [[nodiscard]] std::uint64_t column(point p) const noexcept { return p.x * across >> coordinate_bits; }
  [[nodiscard]] std::uint64_t row(point p) const noexcept { return p.y * across >> coordinate_bits; }
  [[nodiscard]] std::uint64_t cell(point p) const noexcept { return row(p) * across + column(p); }
  [[nodiscard]] bool joined(point p, point q) const noexcept {
    const std::int64_t dx = static_cast<std::int64_t>(p.x) - q.x, dy = static_cast<std::int64_t>(p.y) - q.y;
    return static_cast<std::uint64_t>(dx * dx + dy * dy) < squared_radius;
  }
};

double squared_radius_of(int scale) {
  return radius_factor * radius_factor * (scale * natural_log_of_2) / static_cast<double>(std::uint64_t{1} << scale);
}

cutting cut(int scale) {
  const double squared = squared_radius_of(scale);
  const double across = squared > 0 ? std::floor(1 / std::sqrt(squared)) : 1;
  return {static_cast<std::uint64_t>(squared * side * side), std::max<std::uint64_t>(1, static_cast<std::uint64_t>(across))};
}

point point_at(std::uint64_t key, std::uint64_t i) noexcept {
  const std::uint64_t bits = mix64(key ^ i);
  constexpr std::uint32_t mask = (1u << coordinate_bits) - 1;
  return {static_cast<std::uint32_t>(bits) & mask, static_cast<std::uint32_t>(bits >> 32) & mask};
}

struct sorted_points {
  array<point> points;      // in order of cells; a point's index is its vertex id
  array<vertex_id> starts;  // cells + 1 entries: cell c holds the points starts[c] to starts[c + 1] - 1
};

// Counting sort by cell: count, prefix sum, scatter. The order within a cell depends on the threads' timing, so each cell is then
// sorted.
sorted_points sort_points(const cutting& square, std::uint64_t n, std::uint64_t key, const run_control& control) {
  const int threads = thread_count(control);
  const std::uint64_t cells = square.cells();
  sorted_points sorted{array<point>(n), array<vertex_id>(cells + 1)};
  vertex_id* const starts = sorted.starts.data();
  std::fill_n(starts, cells + 1, vertex_id{0});
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t i = 0; i < n; ++i) {
    std::atomic_ref(starts[square.cell(point_at(key, i))]).fetch_add(1, std::memory_order_relaxed);
  }
  check_stop(control);
  // After the scan, starts[c] is the end of cell c; the scatter below counts it down to the beginning.
  std::inclusive_scan(starts, starts + cells + 1, starts);
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t i = 0; i < n; ++i) {
    const point p = point_at(key, i);
    sorted.points[std::atomic_ref(starts[square.cell(p)]).fetch_sub(1, std::memory_order_relaxed) - 1] = p;
  }
  check_stop(control);
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t c = 0; c < cells; ++c) {
    std::sort(sorted.points.data() + starts[c], sorted.points.data() + starts[c + 1],
              [](point p, point q) { return p.y != q.y ? p.y < q.y : p.x < q.x; });
  }
  return sorted;
}

// Calls join(v, w) for each pair v < w of joined points with v in cell c: w comes after v in the same cell, or is in one of the
// four neighboring cells after c.
template <class Join>
void for_each_pair(const cutting& square, const sorted_points& sorted, std::uint64_t c, Join join) {
  const std::uint64_t column = c % square.across, row = c / square.across;
  const bool right = column + 1 < square.across, below = row + 1 < square.across;
  const vertex_id* const starts = sorted.starts.data();
  // Consecutive cells hold consecutive points, so two ranges cover all five cells.
  const vertex_id near_end = starts[c + 1 + right];
  const vertex_id far_begin = below ? starts[c + square.across - (column > 0)] : 0;
  const vertex_id far_end = below ? starts[c + square.across + 1 + right] : 0;
  for (vertex_id v = starts[c]; v < starts[c + 1]; ++v) {
    const point p = sorted.points[v];
    for (vertex_id w = v + 1; w < near_end; ++w) {
      if (square.joined(p, sorted.points[w])) join(v, w);
    }
    for (vertex_id w = far_begin; w < far_end; ++w) {
      if (square.joined(p, sorted.points[w])) join(v, w);
    }
  }
}

// first[c]: index of the first edge of cell c; first[cells]: the number of edges.
array<std::uint64_t> number_edges(const cutting& square, const sorted_points& sorted, const run_control& control) {
  const int threads = thread_count(control);
  array<std::uint64_t> first(square.cells() + 1);
  in_steps(control, square.cells(), cells_per_step, [&](std::uint64_t begin, std::uint64_t end) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t c = begin; c < end; ++c) {
      std::uint64_t edges = 0;
      for_each_pair(square, sorted, c, [&](vertex_id, vertex_id) { ++edges; });
      first[c] = edges;
    }
  });
  first[square.cells()] = 0;
  std::exclusive_scan(first.begin(), first.end(), first.begin(), std::uint64_t{0});
  return first;
}

}  // namespace

edge_list random_geometric(int scale, const generate_options& options) {
  require_scale("rgg", scale);
  const std::uint64_t n = std::uint64_t{1} << scale;
  const cutting square = cut(scale);
  // On average each point has n * pi * radius^2 others within the radius; each pair is one edge.
  const double expected_edges = static_cast<double>(n) * static_cast<double>(n) * pi * squared_radius_of(scale) / 2;
  require_host_memory(n * sizeof(point) + square.cells() * (sizeof(vertex_id) + sizeof(std::uint64_t)) +
                          static_cast<std::uint64_t>(expected_edges) * 2 * sizeof(vertex_id),
                      "generating rgg");
  const int threads = thread_count(options.control);
  const sorted_points sorted = sort_points(square, n, mix64(options.seed), options.control);
  const array<std::uint64_t> first = number_edges(square, sorted, options.control);
  edge_list edges = new_edge_list("rgg", n, first[square.cells()], false);
  in_steps(options.control, square.cells(), cells_per_step, [&](std::uint64_t begin, std::uint64_t end) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t c = begin; c < end; ++c) {
      std::uint64_t e = first[c];
      for_each_pair(square, sorted, c, [&](vertex_id v, vertex_id w) {
        edges.sources[e] = v;
        edges.targets[e++] = w;
      });
    }
  });
  return edges;
}

}  // namespace fathom
