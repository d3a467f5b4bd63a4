// Validator of distributed core numbers. It has rows of its own, made from the edges of all blocks.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "comm/routing.hpp"
#include "fathom/distributed/cores.hpp"

namespace fathom {
namespace {

/// An edge at one of its endpoints.
struct checked_neighbor {
  global_vertex vertex, neighbor;
  vertex_id core;  ///< of the neighbor
};

struct named_core {
  global_vertex vertex;
  vertex_id core;
};

class rank_checker {
 public:
  rank_checker(const rank_graph& graph, std::span<const vertex_id> core, const run_control& control)
      : g_(graph.parts()), ranks_(*g_.ranks), first_(g_.own_block().first), core_(core), control_(control) {
    on_all_processes(ranks_, [&] {
      if (core_.size() != g_.to_local.size())
        fail_usage("there are {} core numbers for {} vertices of the process; give one per own vertex", core_.size(),
                   g_.to_local.size());
      require_host_memory(4 * g_.out.ends.size() * sizeof(checked_neighbor),
                          fmt::format("validating the core numbers of {} vertices", core_.size()));
    });
    require_no_delegates(g_, "validation of core numbers");
    collect_rows();
  }

  void run(cores_validation& v) {
    on_all_processes(ranks_, [&] { support_.assign(core_.size(), 0); });
    for (const checked_neighbor& n : rows_.values) support_[n.vertex - first_] += n.core >= core_[n.vertex - first_];
    if (fails(v, cores_rule::core_is_large_enough, [](std::uint64_t support, vertex_id core) { return support < core; })) return;
    remove_all();
    if (fails(v, cores_rule::core_is_not_larger, [](std::uint64_t support, vertex_id core) { return support > core; })) return;
    v.valid = true;
  }

 private:
  array<named_core> along(communicator& line) {
    array<named_core> mine, all;
    on_all_processes(ranks_, [&] {
      mine = array<named_core>(g_.stride);
      all = array<named_core>(g_.stride * static_cast<std::uint64_t>(line.size()));
      std::fill(mine.begin(), mine.end(), named_core{no_global_vertex, 0});
      for (std::uint64_t i = 0; i < g_.to_local.size(); ++i) {
        if (g_.to_local[i] != no_local_vertex) mine[g_.to_local[i]] = {first_ + i, core_[i]};
      }
    });
    ranks_engine::work_clock clock;
    ranks_engine::gather_along(line, std::span<const named_core>(mine.view()), all.view(), clock);
    return all;
  }

  // The neighbors of each own vertex: of a directed graph in both directions.
  void collect_rows() {
    const array<named_core> sources = along(*g_.grid.along_column), targets = along(*g_.grid.along_row);
    std::uint64_t bytes_sent = 0;
    rows_ = deliver<checked_neighbor>(ranks_, g_.column_ids(), 1, bytes_sent,
                                      [&](std::uint64_t begin, std::uint64_t end, const auto& emit) {
                                        for (std::uint64_t u = begin; u < end; ++u) {
                                          for (edge_offset e = g_.out.offsets[u]; e < g_.out.offsets[u + 1]; ++e) {
                                            const named_core &s = sources[u], &t = targets[g_.out.ends[e]];
                                            emit(g_.blocks.owner(t.vertex), checked_neighbor{t.vertex, s.vertex, s.core});
                                            if (g_.directed)
                                              emit(g_.blocks.owner(s.vertex), checked_neighbor{s.vertex, t.vertex, t.core});
                                          }
                                        }
                                      });
    std::sort(rows_.values.begin(), rows_.values.end(),
              [](const checked_neighbor& a, const checked_neighbor& b) { return a.vertex < b.vertex; });
    on_all_processes(ranks_, [&] { starts_.assign(core_.size() + 1, 0); });
    for (const checked_neighbor& n : rows_.values) ++starts_[n.vertex - first_ + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  }

  // Removes vertices of support at most their core number; a removal takes support from neighbors of the same core number only.
  void remove_all() {
    std::vector<std::uint64_t> removed;
    on_all_processes(ranks_, [&] {
      removed.reserve(core_.size());
      for (std::uint64_t i = 0; i < core_.size(); ++i) {
        if (support_[i] <= core_[i]) removed.push_back(i);
      }
    });
    while (any_of(ranks_, !removed.empty(), control_)) {
      std::uint64_t bytes_sent = 0;
      const exchanged<global_vertex> lost = deliver<global_vertex>(
          ranks_, removed.size(), 1, bytes_sent, [&](std::uint64_t begin, std::uint64_t end, const auto& emit) {
            for (std::uint64_t i = begin; i < end; ++i) {
              const std::uint64_t v = removed[i];
              for (std::uint64_t at = starts_[v]; at < starts_[v + 1]; ++at) {
                const checked_neighbor& n = rows_.values[at];
                if (n.core == core_[v]) emit(g_.blocks.owner(n.neighbor), n.neighbor);
              }
            }
          });
      removed.clear();
      for (const global_vertex u : lost.values) {
        const std::uint64_t i = u - first_;
        if (support_[i] > core_[i] && --support_[i] == core_[i]) removed.push_back(i);
      }
    }
  }

  // Names the smallest vertex of all processes for which violates(support, core) is true.
  template <class Violates>
  bool fails(cores_validation& v, cores_rule rule, const Violates& violates) {
    struct {
      global_vertex vertex = no_global_vertex;
      std::uint64_t support = 0, core = 0;
    } mine;
    for (std::uint64_t i = core_.size(); i-- > 0;) {
      if (violates(support_[i], core_[i])) mine.vertex = first_ + i, mine.support = support_[i], mine.core = core_[i];
    }
    for (const auto& one : gather_from_all(ranks_, mine)) {
      if (one.vertex == no_global_vertex) continue;
      v.violated = rule, v.vertex = static_cast<vertex_id>(one.vertex);
      v.message = fmt::format("{}: vertex {} has core number {}, and {} neighbors count", to_string(rule), one.vertex, one.core,
                              one.support);
      return true;
    }
    return false;
  }

  const partitioned_graph& g_;
  communicator& ranks_;
  const global_vertex first_;
  const std::span<const vertex_id> core_;  // of own vertices
  const run_control& control_;
  exchanged<checked_neighbor> rows_;
  std::vector<std::uint64_t> starts_, support_;
};

}  // namespace

cores_validation validate_cores(const rank_graph& g, std::span<const vertex_id> core_numbers, const run_control& control) {
  const timer clock;
  cores_validation result;
  rank_checker(g, core_numbers, control).run(result);
  result.seconds = longest(g.ranks(), clock.seconds());
  return result;
}

}  // namespace fathom
