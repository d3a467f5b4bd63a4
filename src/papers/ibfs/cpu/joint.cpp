// Joint multi-source BFS with one status byte per vertex and search: the distance, or `unvisited`. Liu, Huang, Hu, "iBFS", SIGMOD
// 2016, section 4. A baseline for the bitwise engine. Eight bytes are one word, since a byte at a time takes many times as long.
#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "multi_bfs/distance_rows.hpp"

namespace fathom::multi_bfs_engine {
namespace {

using status = std::uint8_t;
using statuses = std::uint64_t;  // of eight searches
constexpr std::size_t statuses_per_word = sizeof(statuses);
constexpr status unvisited = 255;
constexpr hop_count deepest = 254;

constexpr statuses all_bytes(status s) { return 0x0101010101010101u * s; }

/// 255 in each byte that is equal in a and b, 0 in the others.
constexpr statuses equal_bytes(statuses a, statuses b) {
  constexpr statuses low = all_bytes(0x7F);
  const statuses differ = a ^ b;
  const statuses equal = ~(((differ & low) + low) | differ | low);  // the high bit of each equal byte
  return (equal << 1) - (equal >> 7);
}

/// Number of bytes in a row of up to 255 masks; `sums` has their sum, with 1 for each byte.
constexpr std::uint64_t count_bytes(statuses sums) {
  constexpr statuses even = 0x00FF00FF00FF00FFu;
  return (((sums & even) + ((sums >> 8) & even)) * 0x0001000100010001u) >> 48;
}

statuses load(statuses& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }

class joint_cpu final : public distance_rows {
 public:
  joint_cpu(const layout& l, const group_plan& plan)
      : distance_rows(l, plan), status_(std::size_t{l.num_vertices} * static_cast<std::size_t>(plan.width) / statuses_per_word) {}

  group_outcome run(std::span<const vertex_id> sources) override {
    width_ = sources.size();
    words_ = (width_ + statuses_per_word - 1) / statuses_per_word;
    clear_rows();
    words_of_thread_.resize(static_cast<std::size_t>(plan_.threads));
    for (thread_words& one : words_of_thread_) one.places.resize(words_), one.first.resize(words_), one.second.resize(words_);
    for (std::size_t i = 0; i < width_; ++i) {
      if (sources[i] != no_vertex) bytes(sources[i])[i] = 0;
    }
    std::vector<joint_level_report> levels;
    std::uint64_t pull_edges = layout_.num_edges;
    for (hop_count level = 0; level < plan_.depth_limit; ++level) {
      if (plan_.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
      const timer clock;
      const joint_frontier visited = frontier_of(level, direction::top_down);
      if (!levels.empty()) levels.back().found = visited.separate;
      if (visited.vertices.empty()) break;
      if (level == deepest) {
        throw error(
            error_category::usage,
            "the joint method keeps distances in bytes, and a search is deeper than 254 levels; choose another method, or a "
            "depth limit of at most 254");
      }
      const bool pulls = layout_.in.offsets && 2 * visited.edges > pull_edges;
      const joint_frontier missing = pulls || plan_.report_levels ? frontier_of(level, direction::bottom_up) : joint_frontier{};
      const std::uint64_t inspected = pulls ? pull(missing, level) : push(visited, level);
      if (pulls) pull_edges = inspected;
      if (!plan_.report_levels) continue;
      levels.push_back({.level = level,
                        .way = pulls ? direction::bottom_up : direction::top_down,
                        .by_edges = direction::top_down,  // set at the end of the run
                        .visited = {visited.vertices.size(), visited.separate},
                        .unvisited = {missing.vertices.size(), missing.separate},
                        .frontier_edges = visited.separate_edges,
                        .edges_inspected = inspected,
                        .found = 0,  // set from the next frontier
                        .seconds = clock.seconds()});
      if (level + 1 == plan_.depth_limit) levels.back().found = frontier_of(level + 1, direction::top_down).separate;
    }
    write_rows();
    if (plan_.needs.predecessors) find_predecessors(sources);
    group_outcome outcome = finish(sources);
    outcome.levels = std::move(levels);
    return outcome;
  }

 private:
  /// Memory of a thread, as large as a row.
  struct thread_words {
    std::vector<std::size_t> places;
    std::vector<statuses> first, second;
  };
  struct joint_frontier {
    std::vector<vertex_id> vertices;
    std::uint64_t separate = 0, edges = 0, separate_edges = 0;
  };

  /// The words of v's row, and its bytes: one per search, then padding.
  [[nodiscard]] statuses* row(vertex_id v) noexcept { return status_.data() + std::size_t{v} * words_; }
  [[nodiscard]] status* bytes(vertex_id v) noexcept { return reinterpret_cast<status*>(row(v)); }

  void clear_rows() {
    valid_.assign(words_, ~statuses{0});
    if (width_ % statuses_per_word != 0) {
      auto* const last = reinterpret_cast<status*>(&valid_.back());
      std::fill(last + width_ % statuses_per_word, last + statuses_per_word, status{0});
    }
#pragma omp parallel for num_threads(plan_.threads) schedule(static)
    for (vertex_id v = 0; v < layout_.num_vertices; ++v) std::fill_n(row(v), words_, all_bytes(unvisited));
  }

  /// Joint frontier: vertices in the frontier of any search. Top-down: those visited last; this also finds the running searches.
  /// Bottom-up: those that a running search has not visited.
  joint_frontier frontier_of(hop_count level, direction way) {
    const bool down = way == direction::top_down;
    const statuses wanted = all_bytes(down ? static_cast<status>(level) : unvisited);
    joint_frontier all;
    std::vector<statuses> running(words_);
    std::mutex merging;
    exception_capture failure;
#pragma omp parallel num_threads(plan_.threads)
    failure.run([&] {
      joint_frontier mine;
      std::vector<statuses> mine_running(words_);
      const index_range part = part_of(layout_.num_vertices, static_cast<std::uint64_t>(omp_get_num_threads()),
                                       static_cast<std::uint64_t>(omp_get_thread_num()));
      for (auto v = static_cast<vertex_id>(part.first); v < part.last; ++v) {
        const statuses* const own = row(v);
        statuses sums = 0;
        for (std::size_t w = 0; w < words_; ++w) {
          const statuses here = equal_bytes(own[w], wanted) & (down ? valid_ : running_)[w];
          sums += here & all_bytes(1);
          mine_running[w] |= here;
        }
        if (sums == 0) continue;
        const std::uint64_t searches = count_bytes(sums);
        mine.vertices.push_back(v);
        mine.separate += searches;
        mine.edges += degree(layout_.out, v), mine.separate_edges += searches * degree(layout_.out, v);
      }
      const std::lock_guard lock(merging);
      all.vertices.insert(all.vertices.end(), mine.vertices.begin(), mine.vertices.end());
      all.separate += mine.separate, all.edges += mine.edges, all.separate_edges += mine.separate_edges;
      for (std::size_t w = 0; w < words_; ++w) running[w] |= mine_running[w];
    });
    failure.rethrow();
    if (down) running_ = std::move(running);
    return all;
  }

  std::uint64_t push(const joint_frontier& frontier, hop_count level) {
    std::uint64_t inspected = 0;
    const statuses here = all_bytes(static_cast<status>(level)), next = all_bytes(static_cast<status>(level + 1));
#pragma omp parallel num_threads(plan_.threads) reduction(+ : inspected)
    {
      // The words with searches that have the vertex, and where they are.
      thread_words& mine = words_of_thread_[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(dynamic, 64)
      for (std::size_t k = 0; k < frontier.vertices.size(); ++k) {
        const vertex_id v = frontier.vertices[k];
        std::size_t count = 0;
        for (std::size_t w = 0; w < words_; ++w) {
          const statuses visitors = equal_bytes(load(row(v)[w]), here);
          if (visitors != 0) mine.places[count] = w, mine.first[count++] = visitors;
        }
        for (edge_offset e = layout_.out.offsets[v]; e < layout_.out.offsets[v + 1]; ++e, ++inspected) {
          statuses* const theirs = row(layout_.out.targets[e]);
          for (std::size_t i = 0; i < count; ++i) {
            statuses& word = theirs[mine.places[i]];
            const statuses found = equal_bytes(load(word), all_bytes(unvisited)) & mine.first[i];
            // An unvisited byte has all bits set, so that this sets it to the distance, and repeating it changes nothing.
            if (found != 0) std::atomic_ref(word).fetch_and(next | ~found, std::memory_order_relaxed);
          }
        }
      }
    }
    return inspected;
  }

  std::uint64_t pull(const joint_frontier& frontier, hop_count level) {
    std::uint64_t inspected = 0;
    const statuses here = all_bytes(static_cast<status>(level)), next = all_bytes(static_cast<status>(level + 1));
#pragma omp parallel num_threads(plan_.threads) reduction(+ : inspected)
    {
      thread_words& mine = words_of_thread_[static_cast<std::size_t>(omp_get_thread_num())];
      std::vector<statuses>&missing = mine.first, &found = mine.second;
#pragma omp for schedule(dynamic, 64)
      for (std::size_t k = 0; k < frontier.vertices.size(); ++k) {
        const vertex_id v = frontier.vertices[k];
        statuses* const own = row(v);
        statuses any = 0;
        for (std::size_t w = 0; w < words_; ++w) {
          missing[w] = equal_bytes(own[w], all_bytes(unvisited)) & running_[w];
          found[w] = 0;
          any |= missing[w];
        }
        for (edge_offset e = layout_.in.offsets[v]; any != 0 && e < layout_.in.offsets[v + 1]; ++e, ++inspected) {
          statuses* const theirs = row(layout_.in.targets[e]);
          any = 0;
          for (std::size_t w = 0; w < words_; ++w) {
            // A byte that another thread changes becomes the next level's, which is not looked for.
            const statuses hits = equal_bytes(load(theirs[w]), here) & missing[w];
            found[w] |= hits, missing[w] &= ~hits;
            any |= missing[w];
          }
        }
        for (std::size_t w = 0; w < words_; ++w) {
          if (found[w] != 0) std::atomic_ref(own[w]).store((own[w] & ~found[w]) | (next & found[w]), std::memory_order_relaxed);
        }
      }
    }
    return inspected;
  }

  // In blocks of vertices, whose rows stay in the cache for all searches.
  void write_rows() {
    constexpr vertex_id block = 64;
    const std::uint64_t blocks = (std::uint64_t{layout_.num_vertices} + block - 1) / block;
#pragma omp parallel for num_threads(plan_.threads) schedule(static)
    for (std::uint64_t b = 0; b < blocks; ++b) {
      const auto first = static_cast<vertex_id>(b * block);
      const vertex_id last = first + std::min(block, layout_.num_vertices - first);
      for (std::size_t i = 0; i < width_; ++i) {
        hop_count* const to = distances(i);
        for (vertex_id v = first; v < last; ++v) {
          const status s = bytes(v)[i];
          to[v] = s == unvisited ? unreachable : hop_count{s};
        }
      }
    }
  }

  void find_predecessors(std::span<const vertex_id> sources) {
    const auto name = [&](vertex_id v) { return v == no_vertex || !layout_.to_caller ? v : layout_.to_caller[v]; };
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic)
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const hop_count* const d = distances(i);
      for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
        vertex_id best = no_vertex;
        for (edge_offset e = layout_.in.offsets[v]; d[v] > 0 && e < layout_.in.offsets[v + 1]; ++e) {
          const vertex_id u = layout_.in.targets[e];
          if (d[u] == d[v] - 1 && name(u) < name(best)) best = u;
        }
        predecessors(i)[v] = best;
      }
    }
  }

  array<statuses> status_;
  std::vector<statuses> valid_, running_;  // one row each: all searches; those with a frontier
  std::vector<thread_words> words_of_thread_;
  std::size_t width_ = 0, words_ = 0;
};

}  // namespace

std::unique_ptr<group_engine> make_joint_cpu(const layout& l, const group_plan& plan) {
  return std::make_unique<joint_cpu>(l, plan);
}

}  // namespace fathom::multi_bfs_engine
