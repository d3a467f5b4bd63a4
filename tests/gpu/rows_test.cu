// Row expansion against serial loops: each edge is visited once, with its own row.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/rows.cuh"
#include "on_device.hpp"

namespace fathom::test {
namespace {

using cuda::lane;

constexpr unsigned threads = 128, blocks = 5;
constexpr unsigned nowhere = ~0u;

/// Visits of one edge, and the row named by the last.
struct visit {
  unsigned count, row;
};

/// 32 rows per warp, batches of `Batch` edges.
template <unsigned Batch>
__global__ void __launch_bounds__(threads)
    warp_rows_kernel(const std::uint64_t* offsets, std::uint64_t rows, visit* visits, unsigned long long* edges) {
  for (std::uint64_t base = cuda::grid_thread() - lane(); base < rows; base += cuda::grid_threads()) {
    const bool has_row = base + lane() < rows;
    const edge_offset first = has_row ? offsets[base + lane()] : 0, last = has_row ? offsets[base + lane() + 1] : 0;
    const cuda::warp_rows all(first, static_cast<unsigned>(last - first));
    const auto take = [&](bool has, int owner, edge_offset edge) {
      if (!has) return;
      atomicAdd(&visits[edge].count, 1u);
      visits[edge].row = static_cast<unsigned>(base) + static_cast<unsigned>(owner);
    };
    if constexpr (Batch == 1) {
      all.for_each(take);
    } else {
      all.for_each_batch<Batch>([&](const auto& has, const auto& owner, const auto& edge) {
        for (unsigned k = 0; k < Batch; ++k) take(has[k], owner[k], edge[k]);
      });
    }
    if (lane() == 0) atomicAdd(edges, static_cast<unsigned long long>(all.size()));
  }
}

template <unsigned Tile>
__global__ void __launch_bounds__(threads)
    grid_rows_kernel(const std::uint64_t* offsets, std::uint64_t rows, visit* visits, unsigned long long* edges) {
  unsigned long long mine = 0;
  cuda::grid_for_each_edge<Tile>(offsets, rows, [&](std::uint64_t row, std::uint64_t edge) {
    atomicAdd(&visits[edge].count, 1u);
    visits[edge].row = static_cast<unsigned>(row);
    ++mine;
  });
  __syncwarp();
  cuda::warp_add(edges, mine);
}

template <class Kernel>
void expect_all_visited(Kernel kernel, const char* name) {
  const on_device gpu;
  for (const std::vector<std::uint64_t>& degrees : awkward_rows()) {
    SCOPED_TRACE(testing::Message() << name << ", " << degrees.size() << " rows");
    const std::vector<std::uint64_t> offsets = offsets_of(degrees);
    const auto given = gpu.copy(offsets);
    const auto visits = gpu.copy(std::vector<visit>(offsets.back(), {0, nowhere}));
    const auto edges = gpu.zeros<unsigned long long>(1);
    kernel<<<blocks, threads, 0, gpu.s.get()>>>(given.data(), degrees.size(), visits.data(), edges.data());
    const std::vector<visit> found = gpu.read(visits);
    EXPECT_EQ(gpu.read(edges)[0], offsets.back());
    for (std::size_t row = 0; row < degrees.size(); ++row) {
      for (std::uint64_t e = offsets[row]; e < offsets[row + 1]; ++e) {
        ASSERT_EQ(found[e].count, 1u) << "edge " << e;
        ASSERT_EQ(found[e].row, row) << "edge " << e;
      }
    }
  }
}

TEST(rows, a_warp_visits_all_edges) {
  expect_all_visited(&warp_rows_kernel<1>, "single edges");
  expect_all_visited(&warp_rows_kernel<2>, "batches of 2");
  expect_all_visited(&warp_rows_kernel<4>, "batches of 4");
}

TEST(rows, a_grid_visits_all_edges) {
  expect_all_visited(&grid_rows_kernel<32>, "tiles of 32");
  expect_all_visited(&grid_rows_kernel<256>, "tiles of 256");
  expect_all_visited(&grid_rows_kernel<1024>, "tiles of 1024");
}

__global__ void __launch_bounds__(threads)
    parts_kernel(const __grid_constant__ row_parts cut, const edge_offset* offsets, visit* visits) {
  cuda::grid_for_each_part(cut, offsets, [&](vertex_id v, edge_offset first, edge_offset last) {
    for (edge_offset e = first + lane(); e < last; e += cuda::warp_lanes) {
      atomicAdd(&visits[e].count, 1u);
      visits[e].row = v;
    }
  });
}

TEST(rows, warps_visit_chunks_and_short_rows) {
  constexpr unsigned piece_edges = 33;
  const on_device gpu;
  for (const std::vector<std::uint64_t>& degrees : awkward_rows()) {
    const std::vector<std::uint64_t> offsets = offsets_of(degrees);
    const auto n = static_cast<vertex_id>(degrees.size());
    const auto from = gpu.copy(offsets);
    const auto parts = gpu.copy(std::vector<vertex_id>{0, n / 3, n / 3, n});
    std::vector<row_piece> chunks;
    for (vertex_id v = 0; v < n; ++v) {
      for (std::uint64_t at = 0; degrees[v] > piece_edges && at < degrees[v]; at += piece_edges) {
        chunks.push_back({offsets[v] + at, static_cast<unsigned>(std::min<std::uint64_t>(degrees[v] - at, piece_edges)), v});
      }
    }
    const auto pieces = gpu.copy(chunks);
    const auto visits = gpu.copy(std::vector<visit>(offsets.back(), {0, nowhere}));
    row_parts cut;
    cut.piece_edges = piece_edges;
    cut.parts = parts.data(), cut.num_parts = 3;
    cut.pieces = pieces.data(), cut.num_pieces = static_cast<unsigned>(chunks.size());
    parts_kernel<<<blocks, threads, 0, gpu.s.get()>>>(cut, from.data(), visits.data());
    const std::vector<visit> found = gpu.read(visits);
    for (std::size_t row = 0; row < degrees.size(); ++row) {
      for (std::uint64_t e = offsets[row]; e < offsets[row + 1]; ++e) {
        ASSERT_EQ(found[e].count, 1u) << "edge " << e;
        ASSERT_EQ(found[e].row, row) << "edge " << e;
      }
    }
  }
}

/// Row i is split at pieces + begins[i].
__global__ void split_kernel(const std::uint64_t* offsets, const std::uint64_t* begins, std::uint64_t rows, unsigned piece_edges,
                             row_piece* pieces) {
  for (std::uint64_t i = cuda::grid_thread(); i < rows; i += cuda::grid_threads()) {
    cuda::split_row(static_cast<vertex_id>(i), offsets[i], offsets[i + 1] - offsets[i], piece_edges, pieces + begins[i]);
  }
}

TEST(rows, splits_into_chunks) {
  const on_device gpu;
  for (const std::uint64_t piece_edges : {1u, 32u, 256u}) {
    const std::vector<std::uint64_t> degrees{0, 1, 31, 32, 33, 255, 256, 257, 5000, 0};
    const std::vector<std::uint64_t> offsets = offsets_of(degrees);
    std::vector<row_piece> expected;
    std::vector<std::uint64_t> begins;
    for (std::size_t v = 0; v < degrees.size(); ++v) {
      begins.push_back(expected.size());
      for (std::uint64_t at = 0; at < degrees[v]; at += piece_edges) {
        const auto size = static_cast<unsigned>(std::min(degrees[v] - at, piece_edges));
        expected.push_back({offsets[v] + at, size, static_cast<vertex_id>(v)});
      }
      ASSERT_EQ(expected.size() - begins.back(), (degrees[v] + piece_edges - 1) / piece_edges);
    }
    const auto from = gpu.copy(offsets), to = gpu.copy(begins);
    const auto pieces = gpu.zeros<row_piece>(expected.size());
    split_kernel<<<1, threads, 0, gpu.s.get()>>>(from.data(), to.data(), degrees.size(), static_cast<unsigned>(piece_edges),
                                                 pieces.data());
    const std::vector<row_piece> found = gpu.read(pieces);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(found[i].v, expected[i].v);
      ASSERT_EQ(found[i].first, expected[i].first);
      ASSERT_EQ(found[i].size, expected[i].size);
    }
  }
}

/// The row of each position, by both searches.
__global__ void search_kernel(const std::uint64_t* offsets, std::uint64_t rows, std::uint64_t size, visit* found) {
  for (std::uint64_t e = cuda::grid_thread(); e < size; e += cuda::grid_threads()) {
    const std::uint64_t row = cuda::row_between(offsets, 0, rows, e), from = row - min(row, e % 8);
    found[e] = {static_cast<unsigned>(row), static_cast<unsigned>(cuda::row_of(offsets, rows, from, e))};
  }
}

TEST(rows, searches_find_the_row_of_a_position) {
  const on_device gpu;
  for (const std::vector<std::uint64_t>& degrees : awkward_rows()) {
    const std::vector<std::uint64_t> offsets = offsets_of(degrees);
    if (offsets.back() == 0) continue;
    const auto given = gpu.copy(offsets);
    const auto rows = gpu.zeros<visit>(offsets.back());
    search_kernel<<<blocks, threads, 0, gpu.s.get()>>>(given.data(), degrees.size(), offsets.back(), rows.data());
    const std::vector<visit> found = gpu.read(rows);
    for (std::size_t row = 0; row < degrees.size(); ++row) {
      for (std::uint64_t e = offsets[row]; e < offsets[row + 1]; ++e) {
        ASSERT_EQ(found[e].count, row);
        ASSERT_EQ(found[e].row, row);
      }
    }
  }
}

}  // namespace
}  // namespace fathom::test
