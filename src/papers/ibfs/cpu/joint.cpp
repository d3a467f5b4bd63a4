// Joint multi-source BFS: one joint frontier queue, and one status byte per vertex and search. Liu, Huang, Hu, "iBFS", SIGMOD 2016,
// section 4. A baseline for the bitwise engine.
//
// An entry of the queue has a ballot, the bits of the searches that share the vertex. Top-down, these searches visit its neighbors.
// Bottom-up, a vertex takes the least status of its neighbors for all searches that miss it; no thread writes statuses then, so
// that plain vectors of bytes are read. Ballots are the result, and settle() writes the statuses.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <utility>
#include <vector>

#include "base/bitmap.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "papers/ibfs/cpu/status_rows.hpp"

namespace fathom::multi_bfs_engine {
namespace {

using bfs_engine::bit_of;
using bfs_engine::claim_bit;
using bfs_engine::word_bits;
using bfs_engine::words_for;

constexpr std::size_t most_lines = 1024 / line_searches;
// Pushing an edge is an atomic operation, pulling one a read.
constexpr std::uint64_t atomic_cost = 2;
// Whether all searches have found a vertex is checked once per this many neighbors, so that loads do not wait for the check.
constexpr edge_offset neighbors_at_once = 4;
// Edges between the prefetch of a neighbor's statuses and their use.
constexpr edge_offset ahead = 16;

/// Sums of one thread over one level.
struct alignas(128) joint_sums {
  std::uint64_t vertices = 0, separate = 0;        ///< of the next frontier: joint, and once for each search
  std::uint64_t edges = 0, separate_edges = 0;     ///< its out-edges
  std::uint64_t inspected = 0;                     ///< edges
  std::array<std::uint64_t, most_lines> ballot{};  ///< searches with a frontier
  std::vector<std::uint64_t> inspections;          ///< bottom-up, by search; empty unless reported
};

/// Counts the edges that each search of a line inspects at one vertex; nothing unless Counts.
template <bool Counts>
class inspection_tally {
 public:
  explicit inspection_tally(std::uint64_t* sums) : sums_(sums) {}

  /// One more edge, for searches whose least status is still above `level`.
  void count(const status_line& least, status level) {
    if constexpr (Counts) {
      for (std::size_t i = 0; i < line_searches; ++i) tally_.of[i] = static_cast<status>(tally_.of[i] + (least.of[i] > level));
      if (++edges_ == 255) flush();
    }
  }
  void flush() {
    if constexpr (Counts) {
      for (std::size_t i = 0; i < line_searches; ++i) sums_[i] += tally_.of[i];
      tally_ = {}, edges_ = 0;
    }
  }

 private:
  std::uint64_t* sums_;
  status_line tally_{};
  int edges_ = 0;
};

class joint_cpu final : public status_rows {
 public:
  joint_cpu(const layout& l, const group_plan& plan)
      : status_rows(l, plan),
        ballots_(std::size_t{l.num_vertices} * ((static_cast<std::size_t>(plan.width) + line_searches - 1) / line_searches)),
        frontier_(words_for(l.num_vertices)),
        open_(words_for(l.num_vertices)),
        sums_(static_cast<std::size_t>(plan.threads)) {}

  group_outcome run(std::span<const vertex_id> sources) override {
    begin(sources);
    std::vector<joint_level_report> levels;
    hop_count depth = 0;
    for (hop_count level = 0; level < plan_.depth_limit && now_.vertices > 0; ++level) {
      if (plan_.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
      if (level == deepest_status) {
        throw error(
            error_category::usage,
            "the joint method keeps distances in bytes, and a search is deeper than 254 levels; choose another method, or a "
            "depth limit of at most 254");
      }
      depth = level;
      const bool pulls = layout_.in.offsets && atomic_cost * now_.edges > pull_edges_;
      joint_level_report report = describe_level(level, pulls);
      const timer clock;
      run_level(level, pulls);
      if (now_.vertices > 0) depth = level + 1;
      if (!plan_.report_levels) continue;
      report.edges_inspected = now_.inspected, report.found = now_.separate, report.seconds = clock.seconds();
      levels.push_back(report);
    }
    group_outcome outcome = finish(depth);
    outcome.levels = std::move(levels);
    if (plan_.report_levels) outcome.inspections = count_inspections();
    return outcome;
  }

 private:
  [[nodiscard]] std::uint64_t* ballot(vertex_id v) noexcept { return ballots_.data() + std::size_t{v} * lines_; }

  /// The running searches that have not visited v.
  [[nodiscard]] status_line missing_at(vertex_id v, std::size_t line) const noexcept {
    return up_to(running_[line], 0, equal_to(bytes(v) + line * line_searches, unvisited));
  }

  void begin(std::span<const vertex_id> sources) {
    begin_rows(sources);
    std::fill(frontier_.begin(), frontier_.end(), 0);
    std::fill(open_.begin(), open_.end(), ~std::uint64_t{0});
    if (layout_.num_vertices % word_bits != 0) open_[open_.size() - 1] = bit_of(layout_.num_vertices) - 1;
    for (joint_sums& one : sums_) one.inspections.assign(plan_.report_levels ? lines_ * line_searches : 0, 0);
    for (const vertex_id source : sources) {
      if (source != no_vertex) frontier_[source / word_bits] |= bit_of(source);
    }
    pull_edges_ = layout_.num_edges;
#pragma omp parallel num_threads(plan_.threads)
    settle(0, false);
    take_sums();
  }

  void run_level(hop_count level, bool pulls) {
    if (!pulls) {
      list_frontier();
      std::fill(frontier_.begin(), frontier_.end(), 0);
    }
#pragma omp parallel num_threads(plan_.threads)
    {
      if (pulls) {
        plan_.report_levels ? pull<true>(level) : pull<false>(level);
      } else {
        omp_get_num_threads() > 1 ? push<true>(level) : push<false>(level);
      }
      settle(level + 1, pulls);
    }
    take_sums();
    if (pulls) pull_edges_ = now_.inspected;
  }

  void list_frontier() {
    queue_.clear();
    for (std::uint64_t w = 0; w < frontier_.size(); ++w) {
      for_each_vertex(frontier_[w], w, [&](vertex_id v) { queue_.push_back(v); });
    }
  }

  template <class F>
  static void for_each_vertex(std::uint64_t word, std::uint64_t w, F&& f) {
    for (; word != 0; word &= word - 1) f(static_cast<vertex_id>(w * word_bits) + static_cast<vertex_id>(std::countr_zero(word)));
  }

  /// Top-down: the searches of each frontier vertex visit its neighbors. All threads of a parallel region must call this. Shared:
  /// several threads may write a word at once.
  template <bool Shared>
  void push(hop_count level) {
    joint_sums& mine = sums_[static_cast<std::size_t>(omp_get_thread_num())];
    const std::uint64_t next = all_bytes(static_cast<status>(level + 1));
    // Words with searches that share the vertex.
    std::array<std::size_t, most_lines * words_of_line> place;
    std::array<std::uint64_t, most_lines * words_of_line> visitors;
#pragma omp for schedule(dynamic, 64)
    for (std::size_t k = 0; k < queue_.size(); ++k) {
      const vertex_id v = queue_[k];
      std::size_t count = 0;
      for (std::size_t line = 0; line < lines_; ++line) {
        for (std::uint64_t rest = ballot(v)[line]; rest != 0;) {
          const int byte = std::countr_zero(rest) / 8;
          visitors[count] = bytes_of((rest >> (8 * byte)) & 0xFF);
          place[count++] = line * words_of_line + static_cast<std::size_t>(byte);
          rest &= ~(std::uint64_t{0xFF} << (8 * byte));
        }
      }
      const edge_offset last = layout_.out.offsets[v + 1];
      for (edge_offset e = layout_.out.offsets[v]; e < last; ++e) {
        if (e + ahead < layout_.num_edges) __builtin_prefetch(words(layout_.out.targets[e + ahead]) + place[0]);
        const vertex_id u = layout_.out.targets[e];
        bool finds = false;
        for (std::size_t i = 0; i < count; ++i) {
          std::uint64_t& word = words(u)[place[i]];
          const std::uint64_t before = Shared ? std::atomic_ref(word).load(std::memory_order_relaxed) : word;
          const std::uint64_t found = unvisited_bytes(before) & visitors[i];
          if (found == 0) continue;
          finds = true;
          // An unvisited byte has all bits set, so that this sets it to the distance, and repeating it changes nothing.
          if constexpr (Shared) {
            std::atomic_ref(word).fetch_and(next | ~found, std::memory_order_relaxed);
          } else {
            word = before & (next | ~found);
          }
        }
        if (finds) static_cast<void>(claim_bit(frontier_.data(), u));
      }
      mine.inspected += last - layout_.out.offsets[v];
    }
  }

  /// Bottom-up: vertices that a running search misses inspect their neighbors. All threads of a parallel region must call this.
  template <bool Counts>
  void pull(hop_count level) {
    joint_sums& mine = sums_[static_cast<std::size_t>(omp_get_thread_num())];
    const std::uint64_t size = frontier_.size();
#pragma omp for schedule(dynamic, 4)
    for (std::uint64_t w = 0; w < size; ++w) {
      std::uint64_t found_here = 0;
      for_each_vertex(open_[w], w, [&](vertex_id v) {
        bool finds = false, misses = false;
        edge_offset inspected = 0;
        for (std::size_t line = 0; line < lines_; ++line) {
          const status_line missing = missing_at(v, line);
          ballot(v)[line] = 0;
          if (missing.largest() == 0) continue;
          status_line least = missing;
          inspected = std::max(inspected, pull_line<Counts>(v, line, static_cast<status>(level), least, mine));
          const status_line found = up_to(least, static_cast<status>(level), missing);
          ballot(v)[line] = ballot_of(found);
          finds |= ballot(v)[line] != 0;
          misses |= least.largest() > static_cast<status>(level);
        }
        mine.inspected += inspected;
        if (finds) found_here |= bit_of(v);
        if (!misses) open_[w] &= ~bit_of(v);  // permanently: a search that has ended does not restart
      });
      frontier_[w] = found_here;
    }
  }

  /// Lowers `least` to the least status of v's neighbors, until it is at most `level` for all searches. A neighbor of a vertex that
  /// a search misses cannot have a smaller status than `level`. Returns the number of neighbors inspected.
  template <bool Counts>
  edge_offset pull_line(vertex_id v, std::size_t line, status level, status_line& least, joint_sums& mine) {
    const edge_offset first = layout_.in.offsets[v], last = layout_.in.offsets[v + 1], stored = layout_.num_edges;
    const vertex_id* const neighbors = layout_.in.targets;
    const status* const statuses = bytes(0) + line * line_searches;
    const std::size_t row_bytes = lines_ * line_searches;
    status_line here = least;  // stays in registers
    inspection_tally<Counts> tally(mine.inspections.data() + (Counts ? line * line_searches : 0));
    edge_offset e = first;
    while (e < last && here.largest() > level) {
      const edge_offset stop = std::min(e + neighbors_at_once, last);
      // This may run past the end of the adjacency row into the next.
      if (e + ahead + neighbors_at_once < stored) {
        for (edge_offset k = e + ahead; k < e + ahead + neighbors_at_once; ++k)
          __builtin_prefetch(statuses + row_bytes * neighbors[k]);
      }
      for (; e < stop; ++e) {
        tally.count(here, level);
        here = smaller(here, statuses + row_bytes * neighbors[e]);
      }
    }
    tally.flush();
    least = here;
    return e - first;
  }

  /// Makes the vertices of `frontier_` the queue of the next level: completes their ballots after pushing, and their statuses after
  /// pulling. All threads of a parallel region must call this.
  void settle(hop_count next, bool pulled) {
    joint_sums& mine = sums_[static_cast<std::size_t>(omp_get_thread_num())];
    const std::uint64_t size = frontier_.size();
#pragma omp for schedule(dynamic, 16)
    for (std::uint64_t w = 0; w < size; ++w) {
      for_each_vertex(frontier_[w], w, [&](vertex_id v) {
        std::uint64_t searches = 0;
        for (std::size_t line = 0; line < lines_; ++line) {
          std::uint64_t& bits = ballot(v)[line];
          if (pulled) {
            write_statuses(words(v) + line * words_of_line, bits, static_cast<status>(next));
          } else {
            bits = ballot_of(equal_to(bytes(v) + line * line_searches, static_cast<status>(next)));
          }
          searches += static_cast<unsigned>(std::popcount(bits));
          mine.ballot[line] |= bits;
        }
        const edge_offset edges = degree(layout_.out, v);
        ++mine.vertices, mine.separate += searches;
        mine.edges += edges, mine.separate_edges += searches * edges;
      });
    }
  }

  static void write_statuses(std::uint64_t* line, std::uint64_t bits, status s) {
    for (std::size_t w = 0; w < words_of_line; ++w) {
      const std::uint64_t found = bytes_of((bits >> (8 * w)) & 0xFF);
      line[w] = (line[w] & ~found) | (all_bytes(s) & found);
    }
  }

  /// Adds up the threads' counts and moves on to the next level.
  void take_sums() {
    now_ = {};
    for (joint_sums& one : sums_) {
      now_.vertices += one.vertices, now_.separate += one.separate;
      now_.edges += one.edges, now_.separate_edges += one.separate_edges;
      now_.inspected += one.inspected;
      for (std::size_t line = 0; line < lines_; ++line) now_.ballot[line] |= one.ballot[line];
      one.vertices = one.separate = one.edges = one.separate_edges = one.inspected = 0;
      one.ballot = {};
    }
    for (std::size_t line = 0; line < lines_; ++line) {
      running_[line] = {};
      for (std::size_t i = 0; i < line_searches; ++i) running_[line].of[i] = (now_.ballot[line] >> i) & 1 ? status{0} : status{255};
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> count_inspections() const {
    std::vector<std::uint64_t> sum(searches_);
    for (const joint_sums& one : sums_) {
      for (std::size_t i = 0; i < searches_; ++i) sum[i] += one.inspections[i];
    }
    return sum;
  }

  [[nodiscard]] joint_level_report describe_level(hop_count level, bool pulls) const {
    joint_level_report report;
    report.level = level, report.way = pulls ? direction::bottom_up : direction::top_down;
    if (!plan_.report_levels) return report;
    report.visited = {now_.vertices, now_.separate};
    report.frontier_edges = now_.separate_edges;
    std::uint64_t joint = 0, separate = 0;
#pragma omp parallel for num_threads(plan_.threads) schedule(static) reduction(+ : joint, separate)
    for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
      unsigned missing = 0;
      for (std::size_t line = 0; line < lines_; ++line) {
        missing += static_cast<unsigned>(std::popcount(ballot_of(missing_at(v, line))));
      }
      joint += missing > 0, separate += missing;
    }
    report.unvisited = {joint, separate};
    return report;
  }

  array<std::uint64_t> ballots_;                 // of frontier vertices
  std::vector<std::uint64_t> frontier_;          // bitmap of the queue's vertices
  std::vector<std::uint64_t> open_;              // bitmap of vertices that a search may miss
  std::vector<vertex_id> queue_;                 // the vertices of `frontier_`, for pushing
  std::array<status_line, most_lines> running_;  // 0 for searches with a frontier, 255 for others
  std::vector<joint_sums> sums_;                 // one per thread
  joint_sums now_;                               // of the frontier; `inspected` is of the level that found it
  std::uint64_t pull_edges_ = 0;                 // estimated edges that a level inspects bottom-up
};

}  // namespace

std::unique_ptr<group_engine> make_joint_cpu(const layout& l, const group_plan& plan) {
  return std::make_unique<joint_cpu>(l, plan);
}

}  // namespace fathom::multi_bfs_engine
