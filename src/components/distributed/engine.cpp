// Connected components by FastSV (Zhang, Azad, Buluc, JPDC 144, 2020). Each process first builds a spanning forest of its matrix
// block, so that a vertex then has one neighbor per process: the root of its local tree. Each round has four steps:
//
//   1. gather the grandparents of all vertices of the process's grid row and column from their owners;
//   2. send the smallest grandparent in each local tree to the owners of the tree's vertices;
//   3. hooking: a vertex and its parent take a smaller parent;
//   4. shortcutting: fetch parents' parents from the parents' owners.
//
// Parents are ids in the caller's numbering and never larger than the vertex. At convergence each parent is the smallest vertex of
// the component.
#include "components/distributed/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "base/memory.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "comm/routing.hpp"
#include "components/distributed/block_forest.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

/// Request to hook a vertex to a smaller parent.
template <class Id>
struct hook {
  Id vertex, parent;
  friend bool operator<(const hook& a, const hook& b) { return a.vertex != b.vertex ? a.vertex < b.vertex : a.parent < b.parent; }
};

// Id is the narrowest type that holds the graph's vertices.
template <class Id>
class fast_sv {
 public:
  fast_sv(const partitioned_graph& g, int threads, const run_control& control)
      : g_(g), threads_(threads), control_(control), block_(g), first_(g.own_block().first) {
    on_all_processes(*g.ranks, [&] {
      if (block_.all > std::numeric_limits<vertex_id>::max()) {
        throw error(error_category::usage,
                    fmt::format("a process's grid row and column have {} vertices together, which exceeds 32-bit ids; use more "
                                "processes",
                                block_.all));
      }
      require_host_memory(block_.all * (sizeof(vertex_id) + 2 * sizeof(Id)) + 4 * g_.stride * sizeof(Id),
                          fmt::format("connected components of one process's {} vertices", block_.all));
      tree_ = array<vertex_id>(block_.all);
      seen_ = array<Id>(block_.all);
      smallest_ = array<Id>(block_.all);
      parents_.assign(g_.stride, none);
      grand_.assign(g_.stride, none);
    });
  }

  components_outcome run(std::span<std::uint64_t> labels) {
    unite_block(g_, block_, tree_, threads_);
    clock_.computed();
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::uint64_t id = 0; id < g_.own_vertices; ++id) parents_[id] = grand_[id] = own_vertex(id);
    components_outcome outcome;
    for (bool changed = true; changed; ++outcome.rounds) {
      fetch_grandparents();
      changed = hook_trees();
      shorten();
      changed = any_of(*g_.ranks, changed, control_);
      clock_.waited();
    }
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::uint64_t position = 0; position < g_.to_local.size(); ++position) {
      const local_vertex id = g_.to_local[position];
      labels[position] = id == no_local_vertex ? first_ + position : parents_[id];
    }
    clock_.computed();
    outcome.work = clock_.work();
    return outcome;
  }

 private:
  static constexpr Id none = std::numeric_limits<Id>::max();

  [[nodiscard]] Id own_vertex(std::uint64_t id) const { return static_cast<Id>(ranks_engine::own_vertex(g_, id)); }
  [[nodiscard]] local_vertex own_id(Id vertex) const { return g_.to_local[vertex - first_]; }
  [[nodiscard]] bool is_own(Id vertex) const { return vertex - first_ < g_.to_local.size(); }

  void fetch_grandparents() {
    const std::span<const Id> mine(grand_);
    gather_along(*g_.grid.along_column, mine, seen_.view().first(block_.columns), clock_);
    if (g_.grid.columns > 1) gather_along(*g_.grid.along_row, mine, seen_.view().subspan(block_.columns), clock_);
    Id* const smallest = smallest_.data();
#pragma omp parallel num_threads(threads_)
    {
#pragma omp for schedule(static)
      for (std::uint64_t v = 0; v < block_.all; ++v) smallest[v] = none;
#pragma omp for schedule(static)
      for (std::uint64_t v = 0; v < block_.all; ++v) lower(smallest[tree_[v]], seen_[v]);
    }
    clock_.computed();
  }

  // Returns whether the value was smaller. Most vertices are in one tree, whose entry soon is the minimum: they only read it.
  static bool lower(Id& entry, Id value) {
    const std::atomic_ref<Id> shared(entry);
    Id now = shared.load(std::memory_order_relaxed);
    while (value < now) {
      if (shared.compare_exchange_weak(now, value, std::memory_order_relaxed)) return true;
    }
    return false;
  }

  // For each own vertex, the minimum over its trees in the blocks of its grid row and column; in a symmetric matrix the row
  // suffices.
  [[nodiscard]] std::vector<Id> smallest_neighbors() {
    std::vector<Id> mine;
    on_all_processes(*g_.ranks, [&] { mine.resize(g_.stride); });
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::uint64_t id = 0; id < g_.stride; ++id) mine[id] = smallest_[tree_[block_.own_columns + id]];
    const auto take = [&](communicator& line, int place, const auto& vertex_at) {
      const auto peers = static_cast<std::uint64_t>(line.size());
      std::vector<Id> sent, received;
      on_all_processes(*g_.ranks, [&] { sent.resize(g_.stride * peers), received.resize(sent.size()); });
#pragma omp parallel for schedule(static) num_threads(threads_)
      for (std::uint64_t i = 0; i < sent.size(); ++i) sent[i] = smallest_[tree_[vertex_at(i)]];
      clock_.computed();
      const std::vector<std::uint64_t> sizes(peers, g_.stride * sizeof(Id));
      line.all_to_all(std::as_bytes(std::span(sent)), sizes, std::as_writable_bytes(std::span(received)), sizes);
      clock_.sent(g_.stride * sizeof(Id) * (peers - 1));
      clock_.exchanged();
      for (std::uint64_t peer = 0; peer < peers; ++peer) {
        if (peer == static_cast<std::uint64_t>(place)) continue;
        for (std::uint64_t id = 0; id < g_.stride; ++id) mine[id] = std::min(mine[id], received[peer * g_.stride + id]);
      }
    };
    if (g_.grid.columns > 1) take(*g_.grid.along_row, g_.grid.column, [&](std::uint64_t i) { return block_.of_row(i); });
    if (g_.directed && g_.grid.rows > 1) take(*g_.grid.along_column, g_.grid.row, [](std::uint64_t i) { return i; });
    reduce_delegates(mine);
    return mine;
  }

  // Takes the minimum over all processes for each delegate.
  void reduce_delegates(std::vector<Id>& values) {
    const std::uint64_t size = g_.delegates.ids();
    if (size == 0) return;
    const std::span<Id> all = std::span(values).first(size);
    const auto complement = [&] {
      for (Id& value : all) value = static_cast<Id>(~value);
    };
    clock_.computed();
    complement();
    g_.ranks->all_reduce(reduction::max, all);
    complement();
    if (g_.ranks->size() > 1) clock_.sent(all.size_bytes());
    clock_.exchanged();
  }

  bool hook_trees() {
    const std::vector<Id> smallest = smallest_neighbors();
    std::vector<hook<Id>> hooks;
    on_all_processes(*g_.ranks, [&] {
      for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
        if (smallest[id] < grand_[id] && !is_own(parents_[id])) hooks.push_back({parents_[id], smallest[id]});
      }
    });
    bool changed = hook_own(smallest);
    std::sort(hooks.begin(), hooks.end());
    hooks.erase(std::unique(hooks.begin(), hooks.end(), [](const hook<Id>& a, const hook<Id>& b) { return a.vertex == b.vertex; }),
                hooks.end());
    clock_.computed();
    const exchanged<hook<Id>> theirs = deliver<hook<Id>>(*g_.ranks, hooks.size(), 1, clock_.bytes_sent(),
                                                         [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                                                           for (std::uint64_t i = first; i < last; ++i)
                                                             emit(g_.blocks.owner(hooks[i].vertex), hooks[i]);
                                                         });
    clock_.exchanged();
    for (const hook<Id>& h : theirs.values) changed = lower(parents_[own_id(h.vertex)], h.parent) || changed;
    clock_.computed();
    return changed;
  }

  // Benign race: if another thread has already hooked the parent, either value may win. The edges restore a lost hook in a later
  // round, also on other processes after a delegate is hooked, which only its owner learns at first.
  bool hook_own(const std::vector<Id>& smallest) {
    bool changed = false;
#pragma omp parallel for schedule(static) num_threads(threads_) reduction(|| : changed)
    for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
      const Id parent = std::atomic_ref(parents_[id]).load(std::memory_order_relaxed);
      const bool itself = lower(parents_[id], std::min(smallest[id], grand_[id]));
      const bool its_parent = smallest[id] < grand_[id] && is_own(parent) && lower(parents_[own_id(parent)], smallest[id]);
      changed = changed || itself || its_parent;
    }
    return changed;
  }

  // Many vertices share few parents, so each process requests every parent once.
  void shorten() {
    std::vector<Id> queried;
    Id last_queried = none;
    on_all_processes(*g_.ranks, [&] {
      for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
        if (is_own(parents_[id]) || parents_[id] == last_queried) continue;
        queried.push_back(last_queried = parents_[id]);
      }
    });
    std::sort(queried.begin(), queried.end());
    queried.erase(std::unique(queried.begin(), queried.end()), queried.end());
    // Ascending like the owners' blocks, so that the answers arrive in this order.
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(g_.ranks->size()));
    for (const Id vertex : queried) ++counts[static_cast<std::size_t>(g_.blocks.owner(vertex))];
    clock_.computed();
    const exchanged<Id> questions = exchange<Id>(*g_.ranks, queried, counts);
    std::vector<Id> answers;
    on_all_processes(*g_.ranks, [&] {
      for (const Id vertex : questions.values) answers.push_back(parents_[own_id(vertex)]);
    });
    const exchanged<Id> replies = exchange<Id>(*g_.ranks, answers, questions.counts);
    clock_.sent((queried.size() + answers.size()) * sizeof(Id));
    clock_.exchanged();
    const auto answer = [&](Id parent) {
      return replies.values[static_cast<std::size_t>(std::lower_bound(queried.begin(), queried.end(), parent) - queried.begin())];
    };
#pragma omp parallel num_threads(threads_)
    {
      Id last = none, its = none;  // consecutive ids often have the same parent
#pragma omp for schedule(static)
      for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
        const Id parent = parents_[id];
        if (parent != last) last = parent, its = is_own(parent) ? parents_[own_id(parent)] : answer(parent);
        grand_[id] = its;
      }
    }
    clock_.computed();
  }

  const partitioned_graph& g_;
  const int threads_;
  const run_control& control_;
  work_clock clock_;
  const block_vertices block_;
  const std::uint64_t first_;        // of the process's own vertices
  array<vertex_id> tree_;            // parent in the block's forest, by block vertex
  array<Id> seen_;                   // by block vertex: its grandparent
  array<Id> smallest_;               // by root of a local tree
  std::vector<Id> parents_, grand_;  // by local id; `none` above them
};

}  // namespace

components_outcome weak_components(const partitioned_graph& g, std::span<std::uint64_t> labels, int threads,
                                   const run_control& control) {
  const bool narrow = g.blocks.num_vertices() <= std::numeric_limits<std::uint32_t>::max();
  return narrow ? fast_sv<std::uint32_t>(g, threads, control).run(labels) : fast_sv<std::uint64_t>(g, threads, control).run(labels);
}

}  // namespace fathom::ranks_engine
