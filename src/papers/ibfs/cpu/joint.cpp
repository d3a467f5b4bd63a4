// Joint multi-source BFS with one status byte per vertex and search: the distance, or `unvisited`. Liu, Huang, Hu, "iBFS", SIGMOD
// 2016, section 4. A baseline for the bitwise engine.
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
constexpr status unvisited = 255;
constexpr hop_count deepest = 254;

class joint_cpu final : public distance_rows {
 public:
  joint_cpu(const layout& l, const group_plan& plan)
      : distance_rows(l, plan), status_(std::size_t{l.num_vertices} * static_cast<std::size_t>(plan.width)) {}

  group_outcome run(std::span<const vertex_id> sources) override {
    width_ = sources.size();
    std::fill(status_.begin(), status_.end(), unvisited);
    for (std::size_t i = 0; i < width_; ++i) {
      if (sources[i] != no_vertex) row(sources[i])[i] = 0;
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
      const sharing missing = plan_.report_levels ? count_unvisited(level) : sharing{};
      const std::uint64_t inspected = pulls ? pull(frontier_of(level, direction::bottom_up), level) : push(visited, level);
      if (pulls) pull_edges = inspected;
      if (!plan_.report_levels) continue;
      levels.push_back({.level = level,
                        .way = pulls ? direction::bottom_up : direction::top_down,
                        .by_edges = direction::top_down,  // set at the end of the run
                        .visited = {visited.vertices.size(), visited.separate},
                        .unvisited = missing,
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
  struct joint_frontier {
    std::vector<vertex_id> vertices;
    std::uint64_t separate = 0, edges = 0, separate_edges = 0;
  };

  [[nodiscard]] status* row(vertex_id v) noexcept { return status_.data() + std::size_t{v} * width_; }

  /// Joint frontier: vertices in the frontier of any search. Top-down: those visited last; bottom-up: the unvisited ones.
  joint_frontier frontier_of(hop_count level, direction way) {
    const status wanted = way == direction::top_down ? static_cast<status>(level) : unvisited;
    joint_frontier all;
    std::mutex merging;
    exception_capture failure;
#pragma omp parallel num_threads(plan_.threads)
    failure.run([&] {
      joint_frontier mine;
      const index_range part = part_of(layout_.num_vertices, static_cast<std::uint64_t>(omp_get_num_threads()),
                                       static_cast<std::uint64_t>(omp_get_thread_num()));
      for (auto v = static_cast<vertex_id>(part.first); v < part.last; ++v) {
        const auto searches = static_cast<std::uint64_t>(std::count(row(v), row(v) + width_, wanted));
        if (searches == 0) continue;
        mine.vertices.push_back(v);
        mine.separate += searches;
        mine.edges += degree(layout_.out, v), mine.separate_edges += searches * degree(layout_.out, v);
      }
      const std::lock_guard lock(merging);
      all.vertices.insert(all.vertices.end(), mine.vertices.begin(), mine.vertices.end());
      all.separate += mine.separate, all.edges += mine.edges, all.separate_edges += mine.separate_edges;
    });
    failure.rethrow();
    return all;
  }

  /// Vertices that searches with a frontier have not visited, for a report.
  [[nodiscard]] sharing count_unvisited(hop_count level) {
    std::vector<status> runs(width_);
    for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
      for (std::size_t i = 0; i < width_; ++i) runs[i] |= row(v)[i] == static_cast<status>(level);
    }
    sharing sum;
    for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
      std::uint64_t searches = 0;
      for (std::size_t i = 0; i < width_; ++i) searches += row(v)[i] == unvisited && runs[i];
      sum.joint += searches > 0, sum.separate += searches;
    }
    return sum;
  }

  std::uint64_t push(const joint_frontier& frontier, hop_count level) {
    std::uint64_t inspected = 0;
    const auto here = static_cast<status>(level), next = static_cast<status>(level + 1);
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic, 64) reduction(+ : inspected)
    for (std::size_t k = 0; k < frontier.vertices.size(); ++k) {
      const vertex_id v = frontier.vertices[k];
      for (edge_offset e = layout_.out.offsets[v]; e < layout_.out.offsets[v + 1]; ++e, ++inspected) {
        status* const theirs = row(layout_.out.targets[e]);
        for (std::size_t i = 0; i < width_; ++i) {
          // Benign race: all writers write the same value.
          const std::atomic_ref<status> mine(row(v)[i]), other(theirs[i]);
          if (mine.load(std::memory_order_relaxed) == here && other.load(std::memory_order_relaxed) == unvisited) {
            other.store(next, std::memory_order_relaxed);
          }
        }
      }
    }
    return inspected;
  }

  std::uint64_t pull(const joint_frontier& frontier, hop_count level) {
    std::uint64_t inspected = 0;
    const auto here = static_cast<status>(level), next = static_cast<status>(level + 1);
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic, 64) reduction(+ : inspected)
    for (std::size_t k = 0; k < frontier.vertices.size(); ++k) {
      const vertex_id v = frontier.vertices[k];
      bool missing = true;
      for (edge_offset e = layout_.in.offsets[v]; missing && e < layout_.in.offsets[v + 1]; ++e, ++inspected) {
        status* const theirs = row(layout_.in.targets[e]);
        missing = false;
        for (std::size_t i = 0; i < width_; ++i) {
          const std::atomic_ref<status> mine(row(v)[i]), other(theirs[i]);
          if (mine.load(std::memory_order_relaxed) != unvisited) continue;
          if (other.load(std::memory_order_relaxed) == here) {
            mine.store(next, std::memory_order_relaxed);
          } else {
            missing = true;
          }
        }
      }
    }
    return inspected;
  }

  void write_rows() {
#pragma omp parallel for num_threads(plan_.threads) schedule(static)
    for (std::size_t i = 0; i < width_; ++i) {
      for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
        const status s = row(v)[i];
        distances(i)[v] = s == unvisited ? unreachable : hop_count{s};
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

  array<status> status_;
  std::size_t width_ = 0;
};

}  // namespace

std::unique_ptr<group_engine> make_joint_cpu(const layout& l, const group_plan& plan) {
  return std::make_unique<joint_cpu>(l, plan);
}

}  // namespace fathom::multi_bfs_engine
