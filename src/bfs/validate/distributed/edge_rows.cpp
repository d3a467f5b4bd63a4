#include "bfs/validate/distributed/edge_rows.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/routing.hpp"
#include "graph/partition/row_sort.hpp"

namespace fathom::ranks_engine {
namespace {

using entry = edge_rows::entry;

// Two copies of an entry in transit, and what is stored of it.
constexpr std::uint64_t bytes_per_edge = 2 * sizeof(entry) + sizeof(std::uint32_t) + sizeof(edge_weight);

exchanged<entry> send_to_targets(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, int threads) {
  std::vector<std::uint64_t> firsts;
  for (int r = 0; r < ranks.size(); ++r) firsts.push_back(blocks.block(r).first);
  std::uint64_t not_reported = 0;
  return deliver<entry>(ranks, share.size(), threads, not_reported, [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
    for (std::uint64_t i = first; i < last; ++i) {
      const global_vertex u = share.edges[i].source(), v = share.edges[i].target();
      const edge_weight weight = share.weights.empty() ? 0 : share.weights[i];
      const auto send = [&](global_vertex from, global_vertex to) {
        const int owner = blocks.owner(to);
        emit(owner, entry{static_cast<std::uint32_t>(to - firsts[static_cast<std::size_t>(owner)]),
                          static_cast<std::uint32_t>(from), static_cast<std::uint16_t>(from >> 32), weight});
      };
      send(u, v);
      if (!share.directed && u != v) send(v, u);
    }
  });
}

}  // namespace

edge_rows::edge_rows(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, int threads)
    : ranks_(ranks), block_(blocks.block(ranks.rank())), directed_(share.directed) {
  on_all_processes(ranks, [&] {
    require_host_memory((share.directed ? 1 : 2) * share.size() * bytes_per_edge, "validating a rank's slice of the edges");
    blocks_ = blocks;
    needed_.resize(blocks_.num_vertices() / 64 + 1);
    needed_before_.resize(needed_.size());
    self_loops_ = array<std::uint32_t>(block_.last - block_.first);
  });
  const bool weighted = largest_of(ranks, share.weights.empty() ? 0 : 1) != 0;
  exchanged<entry> edges = send_to_targets(ranks, blocks_, share, threads);
  note_ends(edges.values, threads);
  ask_for_sources();
  on_all_processes(ranks, [&] { fill_rows(std::move(edges.values), weighted, threads); });
}

void edge_rows::fill_rows(array<entry> edges, bool weighted, int threads) {
  const std::uint64_t size = block_.last - block_.first;
  const auto row_of = [](const entry& e) -> std::uint64_t { return e.position; };
  const auto without_loops = [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
    for (std::uint64_t i = first; i < last; ++i) {
      if (!is_loop(edges[i])) emit(edges[i]);
    }
  };
  const partitioned_entries<entry> parted = partition_by_rows<entry>(edges.size(), size, threads, without_loops, row_of);
  edges = {};
  sources_ = array<std::uint32_t>(parted.entries.size());
  if (weighted) weights_ = array<edge_weight>(parted.entries.size());
  offsets_ = place_in_rows(parted, threads, row_of, [&](edge_offset at, const entry& e) {
    sources_[at] = number_of(e.source());
    if (weighted) weights_[at] = e.weight;
  });
}

bool edge_rows::is_loop(const entry& e) const { return e.source() == block_.first + e.position; }

// Marks the vertices that are sources here, and counts the self-loops of owned vertices.
void edge_rows::note_ends(const array<entry>& edges, int threads) {
  std::fill(self_loops_.begin(), self_loops_.end(), 0);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t i = 0; i < edges.size(); ++i) {
    const entry& e = edges[i];
    if (is_loop(e)) {
      std::atomic_ref(self_loops_[e.position]).fetch_add(1, std::memory_order_relaxed);
      continue;
    }
    const std::uint64_t bit = std::uint64_t{1} << (e.source() % 64);
    const std::atomic_ref word(needed_[e.source() / 64]);
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
  }
}

// Requests source data from the owners, once for all searches; numbers are in the order of the owners.
void edge_rows::ask_for_sources() {
  std::uint32_t before = 0;
  for (std::size_t w = 0; w < needed_.size(); ++w) {
    needed_before_[w] = before;
    before += static_cast<std::uint32_t>(std::popcount(needed_[w]));
  }
  array<std::uint32_t> wanted;
  on_all_processes(ranks_, [&] { wanted = array<std::uint32_t>(before); });
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks_.size()));
  std::size_t next = 0;
  for (std::size_t w = 0; w < needed_.size(); ++w) {
    for (std::uint64_t rest = needed_[w]; rest != 0; rest &= rest - 1) {
      const global_vertex v = w * 64 + static_cast<std::uint64_t>(std::countr_zero(rest));
      const int owner = blocks_.owner(v);
      ++counts[static_cast<std::size_t>(owner)];
      wanted[next++] = static_cast<std::uint32_t>(v - blocks_.block(owner).first);
    }
  }
  exchanged<std::uint32_t> requested = exchange<std::uint32_t>(ranks_, wanted.view(), counts);
  requested_ = std::move(requested.values);
  requested_counts_ = std::move(requested.counts);
}

std::uint32_t edge_rows::number_of(global_vertex v) const {
  const std::uint64_t word = needed_[v / 64], bit = std::uint64_t{1} << (v % 64);
  if ((word & bit) == 0) return no_source;
  return needed_before_[v / 64] + static_cast<std::uint32_t>(std::popcount(word & (bit - 1)));
}

global_vertex edge_rows::vertex_of(std::uint32_t number) const {
  const auto after = std::upper_bound(needed_before_.begin(), needed_before_.end(), number);
  const auto w = static_cast<std::size_t>(after - needed_before_.begin()) - 1;
  std::uint64_t rest = needed_[w];
  for (std::uint32_t i = needed_before_[w]; i < number; ++i) rest &= rest - 1;
  return w * 64 + static_cast<std::uint64_t>(std::countr_zero(rest));
}

}  // namespace fathom::ranks_engine
