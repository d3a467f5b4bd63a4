// Triangle counting on the CPU. Each triangle is found once, from its vertex u of lowest degree: two neighbors v and w in row u,
// with w in row v. The neighbors of u are marked, so that each entry of row v costs one lookup. A mark also counts the triangles
// found for its vertex, so that shared memory is updated once per edge rather than once per triangle.
#include "triangles/cpu/triangles.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "triangles/entry.hpp"

namespace fathom::triangles_engine {
namespace {

// Edges between u and the vertex in the lowest bits, 0 if it is not a neighbor; above them the triangles found for it, at most 16
// times the length of a row.
using mark = std::uint32_t;
constexpr mark edge_bits = 2, edge_mask = (1u << edge_bits) - 1;

constexpr int rows_at_once = 64;  // chunk size

void add(std::uint64_t& shared, std::uint64_t value) { std::atomic_ref(shared).fetch_add(value, std::memory_order_relaxed); }

// Counts the triangles of u and the vertex v of entry `of_v` in the row of u. `before` is the entry before it.
template <class Entry>
mark count_common(vertex_id of_v, vertex_id before, const oriented_rows& rows, mark* marks) {
  const vertex_id last = Entry::vertex(before);
  mark found = 0;
  for (const vertex_id entry : rows.row(Entry::vertex(of_v))) {
    const vertex_id w = Entry::vertex(entry);
    if (w > last) break;
    const mark of_triangle = (marks[w] & edge_mask) * Entry::edges(of_v) * Entry::edges(entry);
    marks[w] += of_triangle << edge_bits;
    found += of_triangle;
  }
  return found;
}

template <class Entry>
void count_from(vertex_id u, const oriented_rows& rows, mark* marks, std::uint64_t* triangles) {
  const std::span<const vertex_id> row = rows.row(u);
  if (row.size() < 2) return;  // no pair
  for (const vertex_id entry : row) marks[Entry::vertex(entry)] = Entry::edges(entry);
  std::uint64_t found = 0;
  for (std::size_t i = 1; i < row.size(); ++i) {
    const mark of_pair = count_common<Entry>(row[i], row[i - 1], rows, marks);
    marks[Entry::vertex(row[i])] += of_pair << edge_bits;
    found += of_pair;
  }
  for (const vertex_id entry : row) {
    mark& of_vertex = marks[Entry::vertex(entry)];
    if (of_vertex > edge_mask) add(triangles[Entry::vertex(entry)], of_vertex >> edge_bits);
    of_vertex = 0;
  }
  if (found > 0) add(triangles[u], found);
}

}  // namespace

std::uint64_t mark_bytes(vertex_id num_vertices) { return num_vertices * sizeof(mark); }

template <class Entry>
void count_cpu(const oriented_rows& rows, work_share share, std::uint64_t* triangles, int threads, const std::stop_token& stop) {
  const vertex_id n = rows.size();
  const std::uint64_t own_rows = share.count(n);
  std::vector<array<mark>> of_thread;
  for (int t = 0; t < threads; ++t) of_thread.emplace_back(n);
#pragma omp parallel num_threads(threads)
  {
    array<mark>& marks = of_thread[static_cast<std::size_t>(omp_get_thread_num())];
    std::fill(marks.begin(), marks.end(), mark{0});
    // Starts with the highest degrees, whose rows take longest.
#pragma omp for schedule(dynamic, rows_at_once)
    for (std::uint64_t i = 0; i < own_rows; ++i) {
      if (!stop.stop_requested()) count_from<Entry>(static_cast<vertex_id>(share.item(i)), rows, marks.data(), triangles);
    }
  }
}

template void count_cpu<plain_entry>(const oriented_rows&, work_share, std::uint64_t*, int, const std::stop_token&);
template void count_cpu<directed_entry>(const oriented_rows&, work_share, std::uint64_t*, int, const std::stop_token&);

}  // namespace fathom::triangles_engine
