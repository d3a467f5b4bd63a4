#include "distributed/home_rows.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "distributed/agreement.hpp"
#include "distributed/routing.hpp"
#include "distributed/row_sort.hpp"

namespace fathom {
namespace {

constexpr int rows_a_chunk = 256;

/// An edge on its way to the owner of its source.
struct plain_entry {
  std::uint32_t position;  ///< of the source in its owner's block
  std::uint32_t low;       ///< of the target's id
  std::uint16_t high;
};
struct weighted_entry : plain_entry {
  edge_weight weight;
};

/// The other end of an edge of a row.
struct plain_end {
  global_vertex v;
  explicit plain_end(const plain_entry& e) : v(std::uint64_t{e.high} << 32 | e.low) {}
  plain_end() = default;
  bool operator<(const plain_end& other) const { return v < other.v; }
};
struct weighted_end {
  global_vertex v;
  edge_weight weight;
  explicit weighted_end(const weighted_entry& e) : v(std::uint64_t{e.high} << 32 | e.low), weight(e.weight) {}
  weighted_end() = default;
  bool operator<(const weighted_end& other) const { return v != other.v ? v < other.v : weight < other.weight; }
};

template <class Entry>
void set_weight(Entry&, const edge_share&, std::uint64_t) {}
void set_weight(weighted_entry& entry, const edge_share& share, std::uint64_t i) { entry.weight = share.weights[i]; }

template <class Entry>
exchanged<Entry> send_to_owners(communicator& ranks, const vertex_blocks& blocks, const edge_share& share, int threads,
                                std::uint64_t& bytes_sent) {
  std::vector<std::uint64_t> firsts;
  for (int r = 0; r < ranks.size(); ++r) firsts.push_back(blocks.block(r).first);
  return deliver<Entry>(ranks, share.size(), threads, bytes_sent, [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
    for (std::uint64_t i = first; i < last; ++i) {
      const global_vertex u = share.edges[i].source(), v = share.edges[i].target();
      if (u == v) continue;
      const auto send = [&](global_vertex from, global_vertex to) {
        const int owner = blocks.owner(from);
        Entry entry;
        entry.position = static_cast<std::uint32_t>(from - firsts[static_cast<std::size_t>(owner)]);
        entry.low = static_cast<std::uint32_t>(to);
        entry.high = static_cast<std::uint16_t>(to >> 32);
        set_weight(entry, share, i);
        emit(owner, entry);
      };
      send(u, v);
      if (!share.directed) send(v, u);
    }
  });
}

// Rows of equal length as the entries have them, each sorted and without duplicates at its beginning; `kept` says how many.
template <class End, class Entry>
array<End> sorted_rows(array<Entry> entries, std::uint64_t rows, array<edge_offset>& starts, array<std::uint32_t>& kept,
                       int threads) {
  const auto row_of = [](const Entry& e) -> std::uint64_t { return e.position; };
  const parted_entries<Entry> parted = part_by_rows(entries, rows, threads, row_of);
  entries = {};
  array<End> ends(parted.entries.size());
  End* const all = ends.data();
  starts = place_in_rows(parted, threads, row_of, [all](edge_offset at, const Entry& e) { all[at] = End(e); });
  kept = array<std::uint32_t>(rows);
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_a_chunk)
  for (std::uint64_t row = 0; row < rows; ++row) {
    End* const first = all + starts[row];
    End* const last = all + starts[row + 1];
    std::sort(first, last);
    kept[row] = static_cast<std::uint32_t>(std::unique(first, last, [](const End& a, const End& b) { return a.v == b.v; }) - first);
  }
  return ends;
}

void keep_weight(array<edge_weight>&, std::uint64_t, const plain_end&) {}
void keep_weight(array<edge_weight>& weights, std::uint64_t at, const weighted_end& end) { weights[at] = end.weight; }

template <class Entry, class End>
home_rows make_rows(array<Entry> mine, std::uint64_t size, int threads) {
  array<edge_offset> starts;
  array<std::uint32_t> kept;
  const array<End> ends = sorted_rows<End>(std::move(mine), size, starts, kept, threads);
  home_rows rows;
  rows.offsets = array<edge_offset>(size + 1);
  rows.offsets[0] = 0;
  for (std::uint64_t row = 0; row < size; ++row) rows.offsets[row + 1] = rows.offsets[row] + kept[row];
  rows.ends = array<global_vertex>(rows.offsets[size]);
  if (sizeof(End) != sizeof(plain_end)) rows.weights = array<edge_weight>(rows.offsets[size]);
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_a_chunk)
  for (std::uint64_t row = 0; row < size; ++row) {
    for (std::uint64_t i = 0; i < kept[row]; ++i) {
      rows.ends[rows.offsets[row] + i] = ends[starts[row] + i].v;
      keep_weight(rows.weights, rows.offsets[row] + i, ends[starts[row] + i]);
    }
  }
  return rows;
}

template <class Entry, class End>
home_rows gather(communicator& ranks, const vertex_blocks& blocks, const edge_share& share, int threads,
                 std::uint64_t& bytes_sent) {
  exchanged<Entry> mine = send_to_owners<Entry>(ranks, blocks, share, threads, bytes_sent);
  const index_range block = blocks.block(ranks.rank());
  home_rows rows;
  on_all_ranks(ranks, [&] { rows = make_rows<Entry, End>(std::move(mine.values), block.last - block.first, threads); });
  return rows;
}

}  // namespace

home_rows gather_rows(communicator& ranks, const vertex_blocks& blocks, const edge_share& share, int threads,
                      std::uint64_t& bytes_sent) {
  // A rank without edges has no weights either, but the others'.
  const bool weighted = largest_of(ranks, share.weights.empty() ? 0 : 1) != 0;
  return weighted ? gather<weighted_entry, weighted_end>(ranks, blocks, share, threads, bytes_sent)
                  : gather<plain_entry, plain_end>(ranks, blocks, share, threads, bytes_sent);
}

void number_vertices(const home_rows& rows, bool directed, partitioned_graph& g) {
  const std::uint64_t size = rows.offsets.size() - 1;
  const auto degree = [&](std::uint64_t row) { return rows.offsets[row + 1] - rows.offsets[row]; };
  std::uint64_t largest = 0;
  for (std::uint64_t row = 0; row < size; ++row) largest = std::max(largest, degree(row));
  // A counting sort by degree, those without an edge at the end.
  std::vector<std::uint32_t> starts(largest + 2, 0);
  for (std::uint64_t row = 0; row < size; ++row) ++starts[largest - degree(row) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  g.own_vertices = directed ? size : starts[largest];
  g.to_local = array<local_vertex>(size);
  g.out_degrees = array<std::uint32_t>(g.own_vertices);
  for (std::uint64_t row = 0; row < size; ++row) {
    const local_vertex id = starts[largest - degree(row)]++;
    g.to_local[row] = id < g.own_vertices ? id : no_local_vertex;
    if (id < g.own_vertices) g.out_degrees[id] = static_cast<std::uint32_t>(degree(row));
  }
}

}  // namespace fathom
