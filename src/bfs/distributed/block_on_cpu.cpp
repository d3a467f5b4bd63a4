#include <algorithm>
#include <bit>
#include <vector>

#include "base/bitmap.hpp"
#include "base/parallel.hpp"
#include "bfs/distributed/block_search.hpp"

namespace fathom::ranks_engine {
namespace {

using bfs_engine::bit_of;
using bfs_engine::claim_bit;
using bfs_engine::test_bit;
using bfs_engine::word_bits;

constexpr int vertices_per_chunk = 64;  // small enough that one chunk of high-degree vertices does not delay the level
constexpr int words_per_chunk = 16;
constexpr std::uint64_t words_per_thread = 128;     // bottom-up on 8,192 vertices takes longer than starting a thread
constexpr std::uint64_t vertices_per_thread = 512;  // smaller frontiers are not worth waking other threads
// Prefetch distances in vertices, as in the single-process engine.
constexpr std::size_t offsets_ahead = 24, ends_ahead = 12;

class cpu_block final : public block_search {
 public:
  cpu_block(const partitioned_graph& g, int threads)
      : out_(g.out),
        in_(g.in),
        heads_(g.head.data()),
        threads_(threads),
        visited_rows_(g.row_ids() / word_bits),
        visited_columns_(g.column_ids() / word_bits + 1),
        found_(g.row_ids() / word_bits),
        parents_(g.row_ids()),
        words_of_owner_(g.stride / word_bits) {
    for (std::uint64_t word = 0; word < found_.size(); word += words_of_owner_) rest_ends_.push_back(rest_end(word));
    visited_columns_[visited_columns_.size() - 1] = 0;  // extra word that the head of an empty row points to
  }

  std::span<std::uint64_t> visited_rows() override { return visited_rows_.view(); }
  std::span<std::uint64_t> visited_columns() override { return visited_columns_.view().first(visited_columns_.size() - 1); }
  std::span<std::uint64_t> found() override { return found_.view(); }
  std::span<local_vertex> parents() override { return parents_.view(); }

  step_counts top_down(std::span<const local_vertex> frontier) override {
    std::fill(found_.begin(), found_.end(), 0);
    const int threads = useful_threads(frontier.size(), vertices_per_thread, threads_);
    return threads == 1 ? top_down_serial(frontier) : top_down_parallel(frontier, threads);
  }

  void begin_bottom_up(std::span<const index_range> pieces) override { pieces_ = pieces; }

  step_counts bottom_up(std::size_t piece) override {
    std::uint64_t inspected = 0;
    const std::uint64_t first = pieces_[piece].first, last = pieces_[piece].last;
    if (first == last) return {inspected};  // behind the last word there is no owner
    const std::uint64_t rest_end = rest_ends_[first / words_of_owner_];
    const int threads = useful_threads(last - first, words_per_thread, threads_);
#pragma omp parallel for num_threads(threads) schedule(dynamic, words_per_chunk) reduction(+ : inspected)
    for (std::uint64_t w = first; w < last; ++w) {
      const std::uint64_t unvisited = ~visited_rows_[w];
      found_[w] = unvisited ? scan_word(w, unvisited, w < rest_end, inspected) : 0;
    }
    return {inspected};
  }

 private:
  /// For the owner whose words begin at `first_word`: the first word from which on no row has more edges than its head. Owners
  /// number vertices by descending degree, so that most vertices of degree 1 lie behind it.
  [[nodiscard]] std::uint64_t rest_end(std::uint64_t first_word) const {
    std::uint64_t v = (first_word + words_of_owner_) * word_bits;
    while (v > first_word * word_bits && in_.offsets[v] - in_.offsets[v - 1] <= 1) --v;
    return (v + word_bits - 1) / word_bits;
  }

  step_counts top_down_serial(std::span<const local_vertex> frontier) {
    std::uint64_t inspected = 0;
    for (std::size_t i = 0; i < frontier.size(); ++i) {
      if (i + offsets_ahead < frontier.size()) __builtin_prefetch(&out_.offsets[frontier[i + offsets_ahead]]);
      if (i + ends_ahead < frontier.size()) __builtin_prefetch(out_.ends.data() + out_.offsets[frontier[i + ends_ahead]]);
      const local_vertex u = frontier[i];
      const edge_offset end = out_.offsets[u + 1];
      inspected += end - out_.offsets[u];
      for (edge_offset e = out_.offsets[u]; e < end; ++e) {
        const local_vertex v = out_.ends[e];
        const std::uint64_t word = found_[v / word_bits];
        if (((word | visited_rows_[v / word_bits]) & bit_of(v)) != 0) continue;
        found_[v / word_bits] = word | bit_of(v);
        parents_[v] = u;
      }
    }
    return {inspected};
  }

  step_counts top_down_parallel(std::span<const local_vertex> frontier, int threads) {
    std::uint64_t inspected = 0;
    const std::uint64_t size = frontier.size();
#pragma omp parallel for num_threads(threads) schedule(dynamic, vertices_per_chunk) reduction(+ : inspected)
    for (std::uint64_t i = 0; i < size; ++i) {
      const local_vertex u = frontier[i];
      const edge_offset end = out_.offsets[u + 1];
      inspected += end - out_.offsets[u];
      for (edge_offset e = out_.offsets[u]; e < end; ++e) {
        const local_vertex v = out_.ends[e];
        if (test_bit(visited_rows_.data(), v) || !claim_bit(found_.data(), v)) continue;
        parents_[v] = u;
      }
    }
    return {inspected};
  }

  // First check all heads, whose misses a branch predictor cannot foresee, then the remaining edges of the few rows that missed.
  std::uint64_t scan_word(std::uint64_t w, std::uint64_t unvisited, bool have_more, std::uint64_t& inspected) {
    const auto base = static_cast<local_vertex>(w * word_bits);
    std::uint64_t hits = 0;
    for (std::uint64_t rest = unvisited; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      const local_vertex head = heads_[base + static_cast<local_vertex>(bit)];
      hits |= std::uint64_t{test_bit(visited_columns_.data(), head)} << bit;
      parents_[base + static_cast<local_vertex>(bit)] = head;  // overwritten or ignored on a miss
    }
    inspected += static_cast<std::uint64_t>(std::popcount(unvisited));
    if (!have_more) return hits;
    const std::uint64_t missed = unvisited & ~hits;
    for (std::uint64_t rest = missed; rest != 0; rest &= rest - 1) {
      prefetch_row(base + static_cast<local_vertex>(std::countr_zero(rest)));
    }
    for (std::uint64_t rest = missed; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      hits |= std::uint64_t{search_rest(base + static_cast<local_vertex>(bit), inspected)} << bit;
    }
    return hits;
  }

  void prefetch_row(local_vertex v) const {
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(in_.ends.data()) +
                                                     (in_.offsets[v] + 1) * sizeof(local_vertex)));
  }

  bool search_rest(local_vertex v, std::uint64_t& inspected) {
    const edge_offset end = in_.offsets[v + 1];
    for (edge_offset e = in_.offsets[v] + 1; e < end; ++e) {
      ++inspected;
      if (!test_bit(visited_columns_.data(), in_.ends[e])) continue;
      parents_[v] = in_.ends[e];
      return true;
    }
    return false;
  }

  const block_rows& out_;
  const block_rows& in_;
  const local_vertex* heads_;
  int threads_;
  array<std::uint64_t> visited_rows_, visited_columns_, found_;
  array<local_vertex> parents_;
  std::uint64_t words_of_owner_;
  std::vector<std::uint64_t> rest_ends_;  ///< by owner
  std::span<const index_range> pieces_;
};

}  // namespace

std::unique_ptr<block_search> block_on_cpu(const partitioned_graph& g, int threads) {
  return std::make_unique<cpu_block>(g, threads);
}

}  // namespace fathom::ranks_engine
