// Triangle counting on the CPU. Each triangle is found once, from its vertex u of lowest degree: two neighbors v and w in row u,
// with w in row v. The neighbors of u are marked, so that each entry of row v costs one lookup. A mark also counts the triangles
// found for its vertex, so that shared memory is updated once per edge rather than once per triangle.
#include "triangles/cpu/triangles.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <vector>

namespace fathom::triangles_engine {
namespace {

using mark = std::uint32_t;  // 0: not a neighbor of u; otherwise 1 + triangles found, at most twice the length of a row

constexpr int rows_at_once = 64;  // chunk size

void add(std::uint64_t& shared, std::uint64_t value) { std::atomic_ref(shared).fetch_add(value, std::memory_order_relaxed); }

// Counts the neighbors of u in row v; `last` is the last neighbor of u before v.
mark count_common(std::span<const vertex_id> row, vertex_id last, mark* marks) {
  mark found = 0;
  for (const vertex_id w : row) {
    if (w > last) break;
    const mark hit = marks[w] != 0;
    marks[w] += hit;
    found += hit;
  }
  return found;
}

void count_from(vertex_id u, const oriented_rows& rows, mark* marks, std::uint64_t* triangles) {
  const std::span<const vertex_id> row = rows.row(u);
  if (row.size() < 2) return;  // no pair
  for (const vertex_id v : row) marks[v] = 1;
  std::uint64_t found = 0;
  for (std::size_t i = 1; i < row.size(); ++i) {
    const mark of_pair = count_common(rows.row(row[i]), row[i - 1], marks);
    marks[row[i]] += of_pair;
    found += of_pair;
  }
  for (const vertex_id v : row) {
    if (marks[v] > 1) add(triangles[v], marks[v] - 1);
    marks[v] = 0;
  }
  if (found > 0) add(triangles[u], found);
}

}  // namespace

std::uint64_t mark_bytes(vertex_id num_vertices) { return num_vertices * sizeof(mark); }

void count_cpu(const oriented_rows& rows, std::uint64_t* triangles, int threads, const std::stop_token& stop) {
  const vertex_id n = rows.size();
  std::vector<array<mark>> of_thread;
  for (int t = 0; t < threads; ++t) of_thread.emplace_back(n);
#pragma omp parallel num_threads(threads)
  {
    array<mark>& marks = of_thread[static_cast<std::size_t>(omp_get_thread_num())];
    std::fill(marks.begin(), marks.end(), mark{0});
    // Starts with the highest degrees, whose rows take longest.
#pragma omp for schedule(dynamic, rows_at_once)
    for (vertex_id u = 0; u < n; ++u) {
      if (!stop.stop_requested()) count_from(u, rows, marks.data(), triangles);
    }
  }
}

}  // namespace fathom::triangles_engine
