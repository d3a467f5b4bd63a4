// build_rows(): parallel construction of sorted adjacency rows.
// 1. Count how many entries fall into each block of consecutive rows, and validate the edges.
// 2. Scatter the entries into their blocks. If reverses are added and entries are not narrow, scatter and finish two thirds of the
//    blocks first, then the rest: the edge list, all its entries and the rows would together take three times the edge list's
//    memory; in two passes they take less than 2.5 times. The last pass returns the edge list's pages as it consumes them.
// 3. Block by block, in cache: sort by (row, target), remove duplicates, append to the rows. A block starts where the block before
//    it ends, which another thread has just finished.
// Equal entries keep the order of the edge list, so the result does not depend on the number of threads.
#include "graph/build/rows.hpp"

#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/parallel.hpp"
#include "base/shared_progress.hpp"
#include "fathom/error.hpp"
#include "graph/build/entry_sort.hpp"
#include "graph/build/scatter_buffer.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t block_entries = 1u << 15;        // target entries per block: 2 x 256 KiB, within a second-level cache
constexpr std::uint64_t most_blocks = 1u << 13;          // output streams of step 2: one cache line each fits that cache, too
constexpr std::uint64_t most_narrow_blocks = 1u << 14;   // entries of half the width justify more streams
constexpr std::uint64_t large_block_entries = 1u << 21;  // larger blocks share one large scratch buffer
constexpr std::uint64_t edges_per_thread = 1u << 15;     // fewer do not justify another thread
constexpr std::uint64_t edges_per_pass = 1u << 20;       // between polls of the stop token and discards
constexpr std::uint64_t entries_per_discard = 1u << 21;  // at least 16 MiB at a time, to return whole huge pages

struct block_plan {
  int shift = 0;  // a block is 2^shift rows
  std::uint64_t count = 0;
};

block_plan plan_blocks(std::uint64_t num_vertices, std::uint64_t wanted) {
  constexpr int most_shift = 31;  // of a 32-bit id
  const int shift = std::min(most_shift, static_cast<int>(std::bit_width((num_vertices - 1) / std::min(wanted, num_vertices))));
  return {shift, ((num_vertices - 1) >> shift) + 1};
}

block_plan plan_wide_blocks(std::uint64_t num_vertices, std::uint64_t entries) {
  return plan_blocks(num_vertices, std::min(entries / block_entries + 1, most_blocks));
}

// Empty if row and target together do not fit 32 bits with any allowed number of blocks.
std::optional<block_plan> plan_narrow_blocks(std::uint64_t num_vertices, std::uint64_t entries) {
  const int row_bits = 32 - bits_below(num_vertices);
  const std::uint64_t needed = ((num_vertices - 1) >> row_bits) + 1;
  if (needed > most_narrow_blocks) return std::nullopt;
  const block_plan plan = plan_blocks(num_vertices, std::max(needed, std::min(entries / block_entries + 1, most_blocks)));
  return block_plan{std::min(plan.shift, row_bits), ((num_vertices - 1) >> std::min(plan.shift, row_bits)) + 1};
}

template <class Entry>
class row_builder {
 public:
  row_builder(vertex_id num_vertices, edge_arrays& edges, const block_plan& plan, const row_options& options,
              const run_control& control)
      : n_(num_vertices),
        edges_(edges),
        options_(options),
        control_(control),
        threads_(useful_threads(edges.sources.size(), edges_per_thread, thread_count(control))),
        plan_(plan),
        coding_(std::uint64_t{1} << plan.shift, n_),
        // Total work of 3 edge lists: two passes over the edges, and sorting their entries.
        progress_(control, "building", 3 * edges.sources.size(), edges.sources.size()) {}

  rows build() {
    count();
    prepare_finish();
    for (std::uint64_t first = 0; first < plan_.count;) {
      const std::uint64_t last = last_block_of_pass(first);
      scatter(first, last);
      finish_blocks(first, last);
      first = last;
    }
    return take_result();
  }

 private:
  static constexpr bool weighted = entry_coding<Entry>::weighted;

  // The weight column of edges or rows that these entries carry.
  template <class Columns>
  static auto& weights_of(Columns& columns) {
    if constexpr (entry_coding<Entry>::wide_weights) {
      return columns.wide_weights;
    } else {
      return columns.weights;
    }
  }

  [[nodiscard]] index_range edges_of(int thread) const { return part_of(edges_.sources.size(), threads_, thread); }

  bool stop_requested() const { return progress_.stop_requested(); }

  // Step 1.
  void count() {
    starts_.assign(threads_, std::vector<std::uint64_t>(plan_.count));
    std::vector<std::uint64_t> loops(threads_), reverses(threads_), bad(threads_, no_bad_edge);
#pragma omp parallel num_threads(threads_)
    {
      const int t = omp_get_thread_num();
      const index_range mine = edges_of(t);
      std::uint64_t* counts = starts_[t].data();
      std::uint64_t my_loops = 0;
      for (std::uint64_t i = mine.first; i < mine.last; ++i) {
        const vertex_id u = edges_.sources[i], v = edges_.targets[i];
        if (u >= n_ || v >= n_ || (weighted && !std::isfinite(weights_of(edges_)[i]))) {
          bad[t] = i;
          break;
        }
        const bool loop = u == v;
        my_loops += loop;
        counts[u >> plan_.shift] += !(loop && options_.remove_self_loops);
        if (options_.add_reverse) counts[v >> plan_.shift] += !loop;
      }
      loops[t] = my_loops;
      reverses[t] = options_.add_reverse ? mine.last - mine.first - my_loops : 0;
    }
    for (const std::uint64_t i : bad) {
      if (i != no_bad_edge) fail_edge(edges_, i, n_);
    }
    check_stop(control_);
    for (int t = 0; t < threads_; ++t) {
      if (options_.remove_self_loops) result_.self_loops_removed += loops[t];
      result_.reverse_edges_added += reverses[t];
    }
    // Turn the counts into the positions at which each thread writes its entries of each block.
    block_starts_.assign(plan_.count + 1, 0);
    std::uint64_t sum = 0;
    for (std::uint64_t b = 0; b < plan_.count; ++b) {
      block_starts_[b] = sum;
      for (int t = 0; t < threads_; ++t) sum += std::exchange(starts_[t][b], sum);
      largest_block_ = std::max(largest_block_, sum - block_starts_[b]);
    }
    block_starts_[plan_.count] = sum;
  }

  // Blocks [first, last_block_of_pass(first)) fit the entry buffer.
  [[nodiscard]] std::uint64_t last_block_of_pass(std::uint64_t first) const {
    std::uint64_t last = first;
    while (last < plan_.count && block_starts_[last + 1] - block_starts_[first] <= entries_.size()) ++last;
    return last;
  }

  // Entry e of a pass is at entries_[e - origin] (modulo 2^64). The entries are at the end of the buffer, so that the pages that
  // the pass before it returns, at the front, are not those it fills. The offset is a multiple of the scatter buffer's group.
  [[nodiscard]] std::uint64_t origin_of_pass(std::uint64_t first, std::uint64_t last) const {
    constexpr std::uint64_t group = scatter_buffer<Entry>::group;
    const std::uint64_t unused = entries_.size() - (block_starts_[last] - block_starts_[first]);
    return block_starts_[first] - unused / group * group;
  }

  // Allocates everything for steps 2 and 3, so that nothing throws while threads wait for each other.
  void prepare_finish() {
    const std::uint64_t total = block_starts_[plan_.count];
    const bool all_at_once = entry_coding<Entry>::narrow || !options_.add_reverse;
    entries_ = array<Entry>(all_at_once ? total : std::max(total / 3 * 2, largest_block_));
    result_.offsets = array<edge_offset>(std::uint64_t{n_} + 1);
    result_.targets = array<vertex_id>(total);
    if constexpr (weighted) weights_of(result_) = std::remove_cvref_t<decltype(weights_of(result_))>(total);
    scratch_size_ = std::min(largest_block_, large_block_entries);
    for (int t = 0; t < threads_; ++t) scratch_.emplace_back(scratch_size_);
    if (largest_block_ > large_block_entries) large_scratch_ = array<Entry>(largest_block_);
    finished_ = std::vector<std::atomic<bool>>(plan_.count);
    ends_ = std::vector<std::atomic<std::uint64_t>>(plan_.count + 1);
    for (auto& end : ends_) end.store(not_finished, std::memory_order_relaxed);
    ends_[0].store(0, std::memory_order_relaxed);
  }

  // Step 2, for blocks [first, last).
  void scatter(std::uint64_t first, std::uint64_t last) {
    std::vector<scatter_buffer<Entry>> buffers;
    for (const auto& starts : starts_) {
      buffers.emplace_back(entries_.data(), last - first, starts.data() + first, origin_of_pass(first, last));
    }
#pragma omp parallel num_threads(threads_)
    {
      const int t = omp_get_thread_num();
      const index_range mine = edges_of(t);
      for (std::uint64_t e = mine.first; e < mine.last && !stop_requested(); e += edges_per_pass) {
        const std::uint64_t end = std::min(mine.last, e + edges_per_pass);
        scatter_edges({e, end}, {first, last}, buffers[t]);
        progress_.add(end - e);
        if (last < plan_.count) continue;
        edges_.sources.discard(e, end);
        edges_.targets.discard(e, end);
        if constexpr (weighted) weights_of(edges_).discard(e, end);
      }
      buffers[t].finish();
    }
    progress_.finish();
    if (last == plan_.count) edges_ = {};
  }

  // The loop reads only locals, because the compiler must assume that a written entry may alias a member. Entries of another pass
  // go to the stream that is dropped, because a branch on them would be unpredictable.
  void scatter_edges(index_range edges, index_range blocks, scatter_buffer<Entry>& buffer) {
    const vertex_id row_mask = static_cast<vertex_id>((std::uint64_t{1} << plan_.shift) - 1);
    const vertex_id num_blocks = static_cast<vertex_id>(blocks.last - blocks.first), first = static_cast<vertex_id>(blocks.first);
    const vertex_id *const sources = edges_.sources.data(), *const targets = edges_.targets.data();
    const auto* const weights = weights_of(edges_).data();
    const int shift = plan_.shift;
    const entry_coding<Entry> coding = coding_;
    const bool keep_loops = !options_.remove_self_loops, add_reverse = options_.add_reverse;
    scatter_buffer<Entry> out = std::move(buffer);
    const auto put = [&](vertex_id row, vertex_id target, std::uint64_t i) {
      Entry e = coding.entry(row & row_mask, target);
      if constexpr (weighted) e.weight = weights[i];
      out.put(std::min((row >> shift) - first, num_blocks), e);  // blocks before the first wrap around
    };
    for (std::uint64_t i = edges.first; i < edges.last; ++i) {
      const vertex_id u = sources[i], v = targets[i];
      if (u != v || keep_loops) put(u, v, i);
      if (u != v && add_reverse) put(v, u, i);
    }
    buffer = std::move(out);
  }

  // Step 3, for blocks [first, last).
  void finish_blocks(std::uint64_t first, std::uint64_t last) {
    const std::uint64_t origin = origin_of_pass(first, last);
    first_unfinished_ = first;
#pragma omp parallel for num_threads(threads_) schedule(monotonic : dynamic, 1)
    for (std::uint64_t b = first; b < last; ++b) {
      const std::span<Entry> block(entries_.data() + (block_starts_[b] - origin), block_starts_[b + 1] - block_starts_[b]);
      if (block.size() <= scratch_size_) {
        finish_block(b, block, {scratch_[omp_get_thread_num()].data(), block.size()});
      } else {
        wait_for(ends_[b]);  // before locking: the lock's holder must never wait for a block that waits for the lock
        const std::lock_guard lock(large_scratch_in_use_);
        finish_block(b, block, {large_scratch_.data(), block.size()});
      }
      discard_finished(b, last, origin);
      progress_.add(options_.add_reverse ? block.size() / 2 : block.size());
    }
    progress_.finish();
  }

  rows take_result() {
    const std::uint64_t stored = ends_[plan_.count].load();
    result_.offsets[n_] = stored;
    result_.duplicates_removed = block_starts_[plan_.count] - stored;
    result_.targets.truncate(stored);
    if constexpr (weighted) weights_of(result_).truncate(stored);
    return std::move(result_);
  }

  void finish_block(std::uint64_t b, std::span<Entry> block, std::span<Entry> scratch) {
    if (!stop_requested()) {
      block = sort_entries(block, scratch, coding_);
      if (options_.remove_duplicates) block = block.first(drop_duplicates(block));
    }
    const std::uint64_t start = wait_for(ends_[b]);
    ends_[b + 1].store(start + block.size(), std::memory_order_release);
    const std::uint64_t first_row = b << plan_.shift;
    const std::uint64_t last_row = std::min<std::uint64_t>(n_, first_row + (std::uint64_t{1} << plan_.shift));
    std::uint64_t i = 0;
    for (std::uint64_t row = first_row; row < last_row; ++row) {
      result_.offsets[row] = start + i;
      for (; i < block.size() && coding_.row(block[i]) == row - first_row; ++i) {
        result_.targets[start + i] = coding_.target(block[i]);
        if constexpr (weighted) weights_of(result_)[start + i] = block[i].weight;
      }
    }
  }

  // Blocks finish in almost any order and are smaller than a page worth returning: a thread that finds the lock free discards
  // everything before the first unfinished block. Memory that the next pass will fill again is kept.
  void discard_finished(std::uint64_t b, std::uint64_t last, std::uint64_t origin) {
    finished_[b].store(true, std::memory_order_release);
    const std::unique_lock lock(discarding_, std::try_to_lock);
    if (!lock) return;
    std::uint64_t next = first_unfinished_;
    while (next < last && finished_[next].load(std::memory_order_acquire)) ++next;
    if (next < last && block_starts_[next] - block_starts_[first_unfinished_] < entries_per_discard) return;
    const std::uint64_t kept = entries_.size() - (block_starts_[plan_.count] - block_starts_[last]);
    entries_.discard(std::min(kept, block_starts_[first_unfinished_] - origin), std::min(kept, block_starts_[next] - origin));
    first_unfinished_ = next;
  }

  // Keeps the smallest weight of equal entries, so that both directions of an undirected edge keep the same one.
  std::size_t drop_duplicates(std::span<Entry> block) const {
    std::size_t kept = 0;
    for (const Entry& e : block) {
      if (kept > 0 && coding_.key(block[kept - 1]) == coding_.key(e)) {
        if constexpr (weighted) block[kept - 1].weight = std::min(block[kept - 1].weight, e.weight);
      } else {
        block[kept++] = e;
      }
    }
    return kept;
  }

  // Blocks are handed out in order, so a running thread already works on the preceding block: the wait is short.
  static std::uint64_t wait_for(const std::atomic<std::uint64_t>& end) {
    std::uint64_t value;
    while ((value = end.load(std::memory_order_acquire)) == not_finished) std::this_thread::yield();
    return value;
  }

  static constexpr std::uint64_t not_finished = ~std::uint64_t{0};
  static constexpr std::uint64_t no_bad_edge = ~std::uint64_t{0};

  const vertex_id n_;
  edge_arrays& edges_;
  const row_options options_;
  const run_control& control_;
  const int threads_;
  const block_plan plan_;
  const entry_coding<Entry> coding_;
  shared_progress progress_;
  std::vector<std::vector<std::uint64_t>> starts_;  // by thread and block: where the thread's entries of the block go
  std::vector<std::uint64_t> block_starts_;
  std::uint64_t largest_block_ = 0;
  array<Entry> entries_;  // of one pass
  std::uint64_t scratch_size_ = 0;
  std::vector<array<Entry>> scratch_;  // by thread
  array<Entry> large_scratch_;
  std::mutex large_scratch_in_use_;
  std::vector<std::atomic<std::uint64_t>> ends_;  // ends_[b + 1]: where block b ends in the rows
  std::vector<std::atomic<bool>> finished_;
  std::mutex discarding_;
  std::uint64_t first_unfinished_ = 0;  // guarded by discarding_
  rows result_;
};

rows empty_rows() {
  rows none;
  none.offsets = array<edge_offset>(1);
  none.offsets[0] = 0;
  return none;
}

}  // namespace

void fail_edge(const edge_arrays& edges, std::uint64_t i, vertex_id num_vertices) {
  const vertex_id u = edges.sources[i], v = edges.targets[i];
  if (u >= num_vertices || v >= num_vertices) {
    throw error(error_category::input, fmt::format("edge {} ({} -> {}): vertex {} is outside the graph of {} vertices (0 to {})", i,
                                                   u, v, u >= num_vertices ? u : v, num_vertices, std::int64_t{num_vertices} - 1));
  }
  throw error(error_category::input, fmt::format("edge {} ({} -> {}): weight {} is not a finite number", i, u, v,
                                                 edges.wide_weights.empty() ? double{edges.weights[i]} : edges.wide_weights[i]));
}

std::uint64_t predicted_row_bytes(std::uint64_t num_vertices, std::uint64_t entries, bool weighted, bool wide_weights) {
  // The entries are larger than the rows built from them, and their memory is returned as the rows grow.
  const std::uint64_t entry_bytes = wide_weights ? sizeof(wide_weighted_entry)
                                    : weighted   ? sizeof(weighted_entry)
                                                 : sizeof(plain_entry);
  return entries * entry_bytes + (num_vertices + 1) * sizeof(edge_offset);
}

rows build_rows(vertex_id num_vertices, edge_arrays edges, const row_options& options, const run_control& control) {
  if (num_vertices == 0 && edges.sources.empty()) return empty_rows();
  if (num_vertices == 0) fail_edge(edges, 0, 0);
  const std::uint64_t entries = edges.sources.size() * (options.add_reverse ? 2 : 1);
  const block_plan wide = plan_wide_blocks(num_vertices, entries);
  if (!edges.wide_weights.empty()) return row_builder<wide_weighted_entry>(num_vertices, edges, wide, options, control).build();
  if (!edges.weights.empty()) return row_builder<weighted_entry>(num_vertices, edges, wide, options, control).build();
  const std::optional<block_plan> narrow = plan_narrow_blocks(num_vertices, entries);
  if (narrow) return row_builder<narrow_entry>(num_vertices, edges, *narrow, options, control).build();
  return row_builder<plain_entry>(num_vertices, edges, wide, options, control).build();
}

}  // namespace fathom
