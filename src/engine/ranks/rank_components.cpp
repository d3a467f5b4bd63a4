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
#include "engine/components/forest.hpp"
#include "engine/ranks/work_clock.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr int rows_a_chunk = 128;                 // rows are by falling degree of their vertices: the first are long
constexpr std::uint64_t vertices_a_chunk = 4096;  // a share of the work large enough to pay for fetching it

/// The vertices of a block, each once: column ids, then row ids, but for those that this rank owns, which are both.
struct block_vertices {
  explicit block_vertices(const partitioned_graph& g)
      : columns(g.column_ids()),
        own_rows(g.stride * static_cast<std::uint64_t>(g.grid.column)),
        own_columns(g.stride * static_cast<std::uint64_t>(g.grid.row)),
        stride(g.stride),
        all(g.column_ids() + (g.grid.columns > 1 ? g.row_ids() : 0)) {}

  [[nodiscard]] std::uint64_t of_row(std::uint64_t row_id) const noexcept {
    return row_id - own_rows < stride ? own_columns + (row_id - own_rows) : columns + row_id;
  }

  std::uint64_t columns, own_rows, own_columns, stride, all;
};

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
    unite_block();
    for (std::uint64_t id = 0; id < g_.own_vertices; ++id) parents_[id] = grand_[id] = own_vertex(id);
    components_outcome outcome;
    for (bool changed = true; changed; ++outcome.rounds) {
      fetch_grandparents();
      changed = hook_trees();
      shorten();
      changed = meet(changed);
    }
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

  [[nodiscard]] Id own_vertex(std::uint64_t id) const {
    return static_cast<Id>(first_ + g_.column_positions[block_.own_columns + id]);
  }
  [[nodiscard]] local_vertex own_id(Id vertex) const { return g_.to_local[vertex - first_]; }
  [[nodiscard]] bool is_own(Id vertex) const { return vertex - first_ < g_.to_local.size(); }

  // tree_ then holds for each vertex of the block the first of its tree. Rows are joined to their hubs first, which makes most of
  // the largest tree with one look at each row: what follows finds its two ends there already.
  void unite_block() {
    vertex_id* const tree = tree_.data();
    const auto all = static_cast<vertex_id>(block_.all);
    const auto no_head = static_cast<local_vertex>(g_.column_ids());
#pragma omp parallel num_threads(threads_)
    {
#pragma omp for schedule(static)
      for (vertex_id v = 0; v < all; ++v) tree[v] = v;
#pragma omp for schedule(dynamic, vertices_a_chunk)
      for (std::uint64_t row = 0; row < g_.row_ids(); ++row) {
        if (g_.head[row] != no_head) components_engine::link(tree, g_.head[row], static_cast<vertex_id>(block_.of_row(row)));
      }
#pragma omp for schedule(dynamic, vertices_a_chunk)
      for (vertex_id v = 0; v < all; ++v) components_engine::compress(tree, v, all);
#pragma omp for schedule(dynamic, rows_a_chunk)
      for (std::uint64_t row = 0; row < g_.row_ids(); ++row) {
        const auto v = static_cast<vertex_id>(block_.of_row(row));
        for (edge_offset e = g_.in.offsets[row] + 1; e < g_.in.offsets[row + 1]; ++e)
          components_engine::link(tree, g_.in.ends[e], v);
      }
#pragma omp for schedule(dynamic, vertices_a_chunk)
      for (vertex_id v = 0; v < all; ++v) components_engine::compress(tree, v, all);
    }
    clock_.computed();
  }

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

  // Most vertices are in one tree, whose entry soon is the smallest: they look and go on.
  static void lower(Id& entry, Id value) {
    const std::atomic_ref<Id> shared(entry);
    Id now = shared.load(std::memory_order_relaxed);
    while (value < now && !shared.compare_exchange_weak(now, value, std::memory_order_relaxed)) {
    }
  }

  // What the trees of the blocks in this rank's row and column say to each of its own vertices; in a symmetric matrix the row's say
  // all.
  [[nodiscard]] std::vector<Id> smallest_neighbours() {
    std::vector<Id> mine;
    on_all_ranks(*g_.ranks, [&] { mine.resize(g_.stride); });
    for (std::uint64_t id = 0; id < g_.stride; ++id) mine[id] = smallest_[tree_[block_.own_columns + id]];
    const auto take = [&](communicator& line, int place, const auto& vertex_at) {
      const auto peers = static_cast<std::uint64_t>(line.size());
      std::vector<Id> said, heard;
      on_all_ranks(*g_.ranks, [&] { said.resize(g_.stride * peers), heard.resize(said.size()); });
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
    return mine;
  }

  bool hook_trees() {
    const std::vector<Id> smallest = smallest_neighbours();
    bool changed = false;
    const auto improve = [&](std::uint64_t id, Id parent) {
      if (parent >= parents_[id]) return;
      parents_[id] = parent;
      changed = true;
    };
    std::vector<hook<Id>> hooks;
    on_all_ranks(*g_.ranks, [&] {
      for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
        const Id parent = parents_[id];
        improve(id, std::min(smallest[id], grand_[id]));
        if (smallest[id] >= grand_[id]) continue;
        is_own(parent) ? improve(own_id(parent), smallest[id]) : hooks.push_back({parent, smallest[id]});
      }
    });
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
    for (const hook<Id>& h : theirs.values) improve(own_id(h.vertex), h.parent);
    clock_.computed();
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
    for (std::uint64_t id = 0; id < g_.own_vertices; ++id) {
      const Id parent = parents_[id];
      if (is_own(parent)) {
        grand_[id] = parents_[own_id(parent)];
      } else if (id > 0 && parent == parents_[id - 1]) {
        grand_[id] = grand_[id - 1];
      } else {
        grand_[id] = heard.values[static_cast<std::size_t>(std::lower_bound(asked.begin(), asked.end(), parent) - asked.begin())];
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
