// FastSV (Zhang, Azad, Buluc, JPDC 144, 2020) over what is left of the edges once each rank has united the vertices of its block
// that its own edges join: a vertex then has one neighbour a rank, its tree there. A round is
//
//   1. the parents' parents of all vertices of a rank's row and column, from their owners;
//   2. the smallest of them in each tree of the block, back to the owners of those who are in it;
//   3. hooking: the parent of a vertex, and the vertex itself, take a smaller parent;
//   4. shortening: parents' parents, from the parents' owners.
//
// Parents are vertices in the caller's ids, never larger than the vertex: once nothing changes each is the smallest of its
// component.
#include "engine/ranks/rank_components.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "core/memory.hpp"
#include "distributed/agreement.hpp"
#include "distributed/routing.hpp"
#include "engine/ranks/block_forest.hpp"
#include "engine/ranks/work_clock.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

/// A vertex and a smaller one that its tree is to hang on.
template <class Id>
struct hook {
  Id vertex, parent;
  friend bool operator<(const hook& a, const hook& b) { return a.vertex != b.vertex ? a.vertex < b.vertex : a.parent < b.parent; }
};

// Id is as wide as the graph's vertices need.
template <class Id>
class uniting {
 public:
  uniting(const partitioned_graph& g, int threads, const run_control& control)
      : g_(g), threads_(threads), control_(control), block_(g), first_(g.own_block().first) {
    on_all_ranks(*g.ranks, [&] {
      if (block_.all > std::numeric_limits<vertex_id>::max()) {
        throw error(error_category::usage,
                    fmt::format("row and column of a rank have {} vertices together, more than ids of 32 bits tell apart; use more "
                                "ranks",
                                block_.all));
      }
      require_host_memory(block_.all * (sizeof(vertex_id) + 2 * sizeof(Id)) + 4 * g_.stride * sizeof(Id),
                          fmt::format("finding components in a rank's part of {} vertices", block_.all));
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
      changed = meet(changed);
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

  // Ids between the delegates and the others stand for the last delegate, without an edge.
  [[nodiscard]] Id own_vertex(std::uint64_t id) const {
    if (id < g_.delegates.ids()) return static_cast<Id>(g_.delegates.vertex(std::min(id, g_.delegates.size() - 1)));
    return static_cast<Id>(first_ + g_.column_positions[block_.own_columns + id]);
  }
  [[nodiscard]] local_vertex own_id(Id vertex) const { return g_.to_local[vertex - first_]; }
  [[nodiscard]] bool is_own(Id vertex) const { return vertex - first_ < g_.to_local.size(); }

  void fetch_grandparents() {
    const std::vector<std::uint64_t> column(static_cast<std::size_t>(g_.grid.rows), g_.stride * sizeof(Id));
    const std::vector<std::uint64_t> row(static_cast<std::size_t>(g_.grid.columns), g_.stride * sizeof(Id));
    const auto mine = std::as_bytes(std::span(grand_));
    const auto seen = std::as_writable_bytes(seen_.view());
    g_.grid.along_column->all_gather(mine, column, seen.first(block_.columns * sizeof(Id)));
    if (g_.grid.columns > 1) g_.grid.along_row->all_gather(mine, row, seen.subspan(block_.columns * sizeof(Id)));
    clock_.sent(mine.size() * static_cast<std::uint64_t>(g_.grid.rows + g_.grid.columns - 2));
    clock_.exchanged();
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

  // Whether the value was smaller. Most vertices are in one tree, whose entry soon is the smallest: they look and go on.
  static bool lower(Id& entry, Id value) {
    const std::atomic_ref<Id> shared(entry);
    Id now = shared.load(std::memory_order_relaxed);
    while (value < now) {
      if (shared.compare_exchange_weak(now, value, std::memory_order_relaxed)) return true;
    }
    return false;
  }

  // What the trees of the blocks in this rank's row and column say to each of its own vertices; in a symmetric matrix the row's say
  // all.
  [[nodiscard]] std::vector<Id> smallest_neighbours() {
    std::vector<Id> mine;
    on_all_ranks(*g_.ranks, [&] { mine.resize(g_.stride); });
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::uint64_t id = 0; id < g_.stride; ++id) mine[id] = smallest_[tree_[block_.own_columns + id]];
    const auto take = [&](communicator& line, int place, const auto& vertex_at) {
      const auto peers = static_cast<std::uint64_t>(line.size());
      std::vector<Id> said, heard;
      on_all_ranks(*g_.ranks, [&] { said.resize(g_.stride * peers), heard.resize(said.size()); });
#pragma omp parallel for schedule(static) num_threads(threads_)
      for (std::uint64_t i = 0; i < said.size(); ++i) said[i] = smallest_[tree_[vertex_at(i)]];
      clock_.computed();
      const std::vector<std::uint64_t> sizes(peers, g_.stride * sizeof(Id));
      line.all_to_all(std::as_bytes(std::span(said)), sizes, std::as_writable_bytes(std::span(heard)), sizes);
      clock_.sent(g_.stride * sizeof(Id) * (peers - 1));
      clock_.exchanged();
      for (std::uint64_t peer = 0; peer < peers; ++peer) {
        if (peer == static_cast<std::uint64_t>(place)) continue;
        for (std::uint64_t id = 0; id < g_.stride; ++id) mine[id] = std::min(mine[id], heard[peer * g_.stride + id]);
      }
    };
    if (g_.grid.columns > 1) take(*g_.grid.along_row, g_.grid.column, [&](std::uint64_t i) { return block_.of_row(i); });
    if (g_.directed && g_.grid.rows > 1) take(*g_.grid.along_column, g_.grid.row, [](std::uint64_t i) { return i; });
    unite_delegates(mine);
    return mine;
  }

  // What every rank has of delegates is the smallest that any has.
  void unite_delegates(std::vector<Id>& values) {
    const std::uint64_t size = g_.delegates.ids();
    if (size == 0) return;
    const std::span<Id> all = std::span(values).first(size);
    const auto turn = [&] {
      for (Id& value : all) value = static_cast<Id>(~value);
    };
    clock_.computed();
    turn();
    g_.ranks->all_reduce(reduction::max, all);
    turn();
    if (g_.ranks->size() > 1) clock_.sent(all.size_bytes());
    clock_.exchanged();
  }

  bool hook_trees() {
    const std::vector<Id> smallest = smallest_neighbours();
    std::vector<hook<Id>> hooks;
    on_all_ranks(*g_.ranks, [&] {
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

  // Who comes when another has hooked its parent already may take either: what is lost of a tree its edges bring again, and to the
  // other ranks where a delegate is hooked, which is told to its owner alone.
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

  // Many vertices have few parents, of whom each rank asks once.
  void shorten() {
    std::vector<Id> asked;
    Id last_asked = none;
    on_all_ranks(*g_.ranks, [&] {
      for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
        if (is_own(parents_[id]) || parents_[id] == last_asked) continue;
        asked.push_back(last_asked = parents_[id]);
      }
    });
    std::sort(asked.begin(), asked.end());
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    // Ascending, as the owners' blocks are: the answers come back in this order.
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(g_.ranks->size()));
    for (const Id vertex : asked) ++counts[static_cast<std::size_t>(g_.blocks.owner(vertex))];
    clock_.computed();
    const exchanged<Id> questions = exchange<Id>(*g_.ranks, asked, counts);
    std::vector<Id> answers;
    on_all_ranks(*g_.ranks, [&] {
      for (const Id vertex : questions.values) answers.push_back(parents_[own_id(vertex)]);
    });
    const exchanged<Id> heard = exchange<Id>(*g_.ranks, answers, questions.counts);
    clock_.sent((asked.size() + answers.size()) * sizeof(Id));
    clock_.exchanged();
    const auto answer = [&](Id parent) {
      return heard.values[static_cast<std::size_t>(std::lower_bound(asked.begin(), asked.end(), parent) - asked.begin())];
    };
#pragma omp parallel num_threads(threads_)
    {
      Id last = none, its = none;  // neighbours in the order of ids often have the same parent
#pragma omp for schedule(static)
      for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
        const Id parent = parents_[id];
        if (parent != last) last = parent, its = is_own(parent) ? parents_[own_id(parent)] : answer(parent);
        grand_[id] = its;
      }
    }
    clock_.computed();
  }

  // Whether anything has changed on any rank. All leave where one was told to stop.
  bool meet(bool changed) {
    std::uint32_t news[] = {changed, control_.stop.stop_requested()};
    g_.ranks->all_reduce(reduction::max, std::span<std::uint32_t>(news));
    clock_.waited();
    if (news[1] != 0) on_all_ranks(*g_.ranks, [this] { check_stop(control_); });
    return news[0] != 0;
  }

  const partitioned_graph& g_;
  const int threads_;
  const run_control& control_;
  work_clock clock_;
  const block_vertices block_;
  const std::uint64_t first_;        // of the rank's own vertices
  array<vertex_id> tree_;            // of each vertex of the block
  array<Id> seen_;                   // by vertex of the block: its parent's parent
  array<Id> smallest_;               // by the first vertex of a tree
  std::vector<Id> parents_, grand_;  // of local ids; none above them
};

}  // namespace

components_outcome rank_components(const partitioned_graph& g, std::span<std::uint64_t> labels, int threads,
                                   const run_control& control) {
  const bool narrow = g.blocks.num_vertices() <= std::numeric_limits<std::uint32_t>::max();
  return narrow ? uniting<std::uint32_t>(g, threads, control).run(labels) : uniting<std::uint64_t>(g, threads, control).run(labels);
}

}  // namespace fathom::ranks_engine
