#include "papers/ibfs/cpu/status_rows.hpp"

#include <algorithm>
#include <mutex>

#include "base/parallel.hpp"

namespace fathom::multi_bfs_engine {
namespace {

constexpr std::size_t lines_for(std::size_t searches) { return (searches + line_searches - 1) / line_searches; }

}  // namespace

status_rows::status_rows(const layout& l, const group_plan& plan)
    : layout_(l),
      plan_(plan),
      words_(std::size_t{l.num_vertices} * lines_for(static_cast<std::size_t>(plan.width)) * words_of_line) {
  if (plan.needs.predecessors) {
    predecessors_ = array<vertex_id>(std::size_t{l.num_vertices} * static_cast<std::size_t>(plan.width));
  }
  if (plan.needs.vertex_totals) totals_ = no_totals(l.num_vertices);
}

void status_rows::begin_rows(std::span<const vertex_id> sources) {
  searches_ = sources.size();
  lines_ = lines_for(searches_);
#pragma omp parallel for num_threads(plan_.threads) schedule(static)
  for (vertex_id v = 0; v < layout_.num_vertices; ++v) std::fill_n(words(v), lines_ * words_of_line, all_bytes(unvisited));
  for (std::size_t i = 0; i < searches_; ++i) {
    if (sources[i] != no_vertex) bytes(sources[i])[i] = 0;
  }
}

group_outcome status_rows::finish(hop_count depth) {
  group_outcome outcome;
  outcome.depth = depth;
  if (plan_.needs.level_counts) outcome.counts = count_levels(depth);
  if (plan_.needs.predecessors) find_predecessors();
  if (plan_.needs.vertex_totals) add_to_totals();
  return outcome;
}

std::vector<std::uint64_t> status_rows::count_levels(hop_count depth) const {
  const std::size_t size = static_cast<std::size_t>(depth + 1) * searches_;
  std::vector<std::uint64_t> counts(size);
  std::mutex merging;
  exception_capture failure;
#pragma omp parallel num_threads(plan_.threads)
  failure.run([&] {
    std::vector<std::uint64_t> mine(size);
    const index_range part = part_of(layout_.num_vertices, static_cast<std::uint64_t>(omp_get_num_threads()),
                                     static_cast<std::uint64_t>(omp_get_thread_num()));
    for (auto v = static_cast<vertex_id>(part.first); v < part.last; ++v) {
      const status* const own = bytes(v);
      for (std::size_t i = 0; i < searches_; ++i) {
        if (own[i] != unvisited) ++mine[own[i] * searches_ + i];
      }
    }
    const std::lock_guard lock(merging);
    for (std::size_t k = 0; k < size; ++k) counts[k] += mine[k];
  });
  failure.rethrow();
  return counts;
}

void status_rows::add_to_totals() {
#pragma omp parallel for num_threads(plan_.threads) schedule(static)
  for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
    const status* const own = bytes(v);
    for (std::size_t i = 0; i < searches_; ++i) {
      if (own[i] != unvisited) count_at(totals_, v, 1, own[i]);
    }
  }
}

// The smallest caller's id among the neighbors one level up.
void status_rows::find_predecessors() {
  const layout& l = layout_;
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic, 64)
  for (vertex_id v = 0; v < l.num_vertices; ++v) {
    for (std::size_t line = 0; line < lines_; ++line) {
      const status* const own = bytes(v) + line * line_searches;
      // Status of a predecessor; sources and unvisited vertices have none, and no neighbor's status is `none`.
      constexpr unsigned none = 256;
      unsigned wanted[line_searches];
      vertex_id best[line_searches];
      for (std::size_t i = 0; i < line_searches; ++i) {
        wanted[i] = own[i] == unvisited || own[i] == 0 ? none : own[i] - 1u;
        best[i] = no_vertex;
      }
      for (edge_offset e = l.in.offsets[v]; e < l.in.offsets[v + 1]; ++e) {
        const vertex_id u = l.in.targets[e], id = l.to_caller ? l.to_caller[u] : u;
        const status* const theirs = bytes(u) + line * line_searches;
        for (std::size_t i = 0; i < line_searches; ++i) {
          best[i] = theirs[i] == wanted[i] ? std::min(best[i], id) : best[i];
        }
      }
      const std::size_t first = line * line_searches, last = std::min(first + line_searches, searches_);
      for (std::size_t i = first; i < last; ++i) predecessors_[i * l.num_vertices + v] = best[i - first];
    }
  }
}

std::uint64_t status_rows::edges_of_reached() const {
  std::uint64_t edges = 0;
#pragma omp parallel for num_threads(plan_.threads) schedule(static) reduction(+ : edges)
  for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
    const status* const own = bytes(v);
    // Padding is unvisited.
    std::uint64_t searches = 0;
    for (std::size_t i = 0; i < lines_ * line_searches; ++i) searches += own[i] != unvisited;
    edges += searches * degree(layout_.out, v);
  }
  return edges;
}

template <class T>
void status_rows::copy(std::span<T* const> rows) const {
  const caller_view caller(layout_);
  constexpr vertex_id block = 64;  // vertices whose rows stay in the cache for all searches
  const std::uint64_t blocks = (std::uint64_t{caller.size} + block - 1) / block;
#pragma omp parallel for num_threads(plan_.threads) schedule(static)
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const auto first = static_cast<vertex_id>(b * block);
    const vertex_id last = first + std::min(block, caller.size - first);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i]) continue;
      for (vertex_id v = first; v < last; ++v) {
        const status s = caller[v] == no_vertex ? unvisited : bytes(caller[v])[i];
        rows[i][v] = s == unvisited ? T{unreachable} : static_cast<T>(s);
      }
    }
  }
}

void status_rows::copy_distances(std::span<std::int8_t* const> rows) const { copy(rows); }
void status_rows::copy_distances(std::span<std::int16_t* const> rows) const { copy(rows); }
void status_rows::copy_distances(std::span<hop_count* const> rows) const { copy(rows); }

void status_rows::copy_predecessors(std::span<vertex_id* const> rows) const {
  const caller_view caller(layout_);
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic)
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i]) continue;
    const vertex_id* const from = predecessors_.data() + i * layout_.num_vertices;
    for (vertex_id v = 0; v < caller.size; ++v) rows[i][v] = caller[v] == no_vertex ? no_vertex : from[caller[v]];
  }
}

void status_rows::add_totals(vertex_totals& sums) const { add_to_callers(layout_, totals_, sums, plan_.threads); }

}  // namespace fathom::multi_bfs_engine
