// Preparation of a distributed graph for edge_vertex(): rows of the out-edges of each process's own vertices.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "base/bitmap.hpp"
#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "bfs/distributed/vertex_set_codec.hpp"
#include "comm/process_device.hpp"
#include "comm/routing.hpp"
#include "fathom/distributed/edge_vertex.hpp"
#include "fathom/visitor/device_superstep_ranks.hpp"
#include "gpu/backend.hpp"
#include "graph/build/rows.hpp"
#include "graph/build/transpose.hpp"

namespace fathom {
namespace {

using namespace ranks_engine;

/// An edge in the caller's ids.
struct named_edge {
  vertex_id source, target;
  edge_weight weight;
};

struct named_degree {
  vertex_id vertex;
  edge_offset in_edges;
};

/// The process's own vertices and its mirrors, as bits of all vertices of the graph, with counts of those before each word.
class present_vertices {
 public:
  present_vertices(std::uint64_t num_vertices, index_range own) : own_(own), bits_(num_vertices / 64 + 1, 0) {
    for (std::uint64_t v = own.first; v < own.last; ++v) bits_[v / 64] |= std::uint64_t{1} << (v % 64);
  }
  void add(vertex_id v) { static_cast<void>(bfs_engine::claim_bit(bits_.data(), v)); }  // by several threads

  /// After the last add(): number of vertices.
  vertex_id count() {
    before_.resize(bits_.size());
    vertex_id sum = 0;
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      before_[w] = sum;
      sum += static_cast<vertex_id>(std::popcount(bits_[w]));
    }
    below_ = index(own_.first);
    return sum;
  }
  /// After count(): number of vertices below v, which is at most the number of vertices of the graph.
  [[nodiscard]] vertex_id index(std::uint64_t v) const {
    return before_[v / 64] + static_cast<vertex_id>(std::popcount(bits_[v / 64] & ((std::uint64_t{1} << (v % 64)) - 1)));
  }
  /// Id in the rows of the vertex with this index: own vertices come first.
  [[nodiscard]] vertex_id id_of(vertex_id index) const {
    const auto own = static_cast<vertex_id>(own_.last - own_.first);
    if (index < below_) return own + index;
    return index < below_ + own ? index - below_ : index;
  }
  [[nodiscard]] std::span<const std::uint64_t> bits() const { return bits_; }

 private:
  const index_range own_;
  std::vector<std::uint64_t> bits_;
  std::vector<vertex_id> before_;
  vertex_id below_ = 0;  // mirrors below the own vertices
};

struct kept_rows {
  rows out, in;
  array<vertex_id> to_caller;
  array<edge_offset> in_offsets;
};

edge_vertex_rows view_of(const rows& r) {
  return {r.offsets.data(), r.targets.data(), r.weights.empty() ? nullptr : r.weights.data()};
}

class preparation {
 public:
  preparation(const rank_graph& graph, const run_control& control)
      : graph_(graph), g_(graph.parts()), ranks_(*g_.ranks), own_(g_.own_block()), threads_(graph.threads()), control_(control) {
    control_.threads = threads_;
  }

  rank_edge_vertex_graph run() {
    make_rows(send_edges());
    add_in_degrees();
    finish();
    return std::move(made_);
  }

 private:
  // Each edge goes to the owner of its source. Every edge of an undirected graph has its reverse, which in one grid column is sent
  // to no other process.
  array<named_edge> send_edges() {
    array<vertex_id> mine, targets;
    on_all_processes(ranks_, [&] {
      require_host_memory(3 * g_.out.ends.size() * (sizeof(named_edge) + sizeof(vertex_id)) + graph_.num_vertices() / 4,
                          fmt::format("out-edges of one process's {} vertices", own_.last - own_.first));
      mine = array<vertex_id>(g_.stride);
      targets = array<vertex_id>(g_.row_ids());
      for (std::uint64_t id = 0; id < g_.stride; ++id) {
        mine[id] = id < g_.own_vertices ? static_cast<vertex_id>(own_vertex(g_, id)) : no_vertex;
      }
    });
    gather_along(*g_.grid.along_row, std::span<const vertex_id>(mine.view()), targets.view(), clock_);
    const bool weighted = !g_.out.weights.empty();
    return deliver<named_edge>(ranks_, g_.column_ids(), threads_, clock_.bytes_sent(),
                               [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                                 for (std::uint64_t id = first; id < last; ++id) {
                                   for (edge_offset e = g_.out.offsets[id]; e < g_.out.offsets[id + 1]; ++e) {
                                     named_edge edge{static_cast<vertex_id>(g_.column_vertex(static_cast<local_vertex>(id))),
                                                     targets[g_.out.ends[e]], weighted ? g_.out.weights[e] : edge_weight{1}};
                                     if (!g_.directed) std::swap(edge.source, edge.target);
                                     emit(g_.blocks.owner(edge.source), edge);
                                   }
                                 }
                               })
        .values;
  }

  void make_rows(const array<named_edge>& edges) {
    on_all_processes(ranks_, [&] {
      present_vertices present(graph_.num_vertices(), own_);
      const std::uint64_t m = edges.size();
#pragma omp parallel for num_threads(threads_)
      for (std::uint64_t e = 0; e < m; ++e) present.add(edges[e].target);
      const vertex_id ids = present.count();
      // Rows are sorted by the target's index, which ascends with the caller's ids, and then have ids.
      edge_arrays local{array<vertex_id>(m), array<vertex_id>(m), array<edge_weight>(graph_.weighted() ? m : 0), {}};
#pragma omp parallel for num_threads(threads_)
      for (std::uint64_t e = 0; e < m; ++e) {
        local.sources[e] = edges[e].source - static_cast<vertex_id>(own_.first);
        local.targets[e] = present.index(edges[e].target);
        if (graph_.weighted()) local.weights[e] = edges[e].weight;
      }
      const row_options as_they_are{.remove_self_loops = false, .remove_duplicates = false};
      kept_->out = build_rows(ids, std::move(local), as_they_are, control_);
      vertex_id* const targets = kept_->out.targets.data();
#pragma omp parallel for num_threads(threads_)
      for (std::uint64_t e = 0; e < m; ++e) targets[e] = present.id_of(targets[e]);
      kept_->in = transpose(ids, kept_->out.offsets, kept_->out.targets, kept_->out.weights, control_);
      kept_->to_caller = array<vertex_id>(ids);
      vertex_id index = 0;
      for_each_bit(present.bits(), [&](std::uint64_t v) { kept_->to_caller[present.id_of(index++)] = static_cast<vertex_id>(v); });
      for (int rank = 0; rank < ranks_.size(); ++rank) {
        // The process's own block has no mirrors: its bounds are both the id after those below it.
        const std::uint64_t first = g_.blocks.block(rank).first;
        const auto own = static_cast<vertex_id>(own_.last - own_.first);
        made_.mirrors.push_back(rank <= ranks_.rank() ? own + present.index(first) : present.index(first));
      }
      made_.mirrors.push_back(ids);
    });
  }

  // Owners add up the in-edges that processes have of a vertex and return the sum to each.
  void add_in_degrees() {
    const auto own = static_cast<vertex_id>(own_.last - own_.first);
    const array<edge_offset>& offsets = kept_->in.offsets;
    const auto degree_here = [&](std::uint64_t id) { return offsets[id + 1] - offsets[id]; };
    exchanged<named_degree> parts =
        deliver<named_degree>(ranks_, kept_->to_caller.size() - own, threads_, clock_.bytes_sent(),
                              [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                                for (std::uint64_t id = own + first; id < own + last; ++id) {
                                  emit(g_.blocks.owner(kept_->to_caller[id]), named_degree{kept_->to_caller[id], degree_here(id)});
                                }
                              });
    made_.mirrored = parts.values.size();
    array<edge_offset>& sums = kept_->in_offsets;
    on_all_processes(ranks_, [&] { sums = array<edge_offset>(kept_->to_caller.size() + 1); });
    for (vertex_id v = 0; v < own; ++v) sums[v + 1] = degree_here(v);
    for (const named_degree& part : parts.values) sums[part.vertex - own_.first + 1] += part.in_edges;
    for (named_degree& part : parts.values) part.in_edges = sums[part.vertex - own_.first + 1];
    const exchanged<named_degree> totals = exchange<named_degree>(ranks_, parts.values.view(), parts.counts);
    for (std::size_t i = 0; i < totals.values.size(); ++i) sums[own + i + 1] = totals.values[i].in_edges;
    sums[0] = 0;
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
  }

  void finish() {
    edge_vertex_graph& r = made_.rows;
    r.num_vertices = static_cast<vertex_id>(kept_->to_caller.size()), r.num_edges = kept_->out.targets.size();
    r.out = view_of(kept_->out), r.in = view_of(kept_->in);
    r.to_caller = kept_->to_caller.data();
    r.order = "caller's order";
    r.bytes = 2 * (kept_->out.offsets.bytes() + kept_->out.targets.bytes() + kept_->out.weights.bytes()) +
              kept_->to_caller.bytes() + kept_->in_offsets.bytes();
    made_.ranks = &ranks_;
    made_.num_vertices = static_cast<vertex_id>(graph_.num_vertices()), made_.num_edges = sum_of(ranks_, r.num_edges);
    made_.first_vertex = static_cast<vertex_id>(own_.first), made_.own_vertices = static_cast<vertex_id>(own_.last - own_.first);
    made_.in_offsets = kept_->in_offsets.data();
    made_.grid_rows = g_.grid.rows, made_.grid_columns = g_.grid.columns;
    made_.threads = threads_;
    r.keeper = kept_;
  }

  const rank_graph& graph_;
  const partitioned_graph& g_;
  communicator& ranks_;
  const index_range own_;
  const int threads_;
  run_control control_;
  work_clock clock_;
  std::shared_ptr<kept_rows> kept_ = std::make_shared<kept_rows>();
  rank_edge_vertex_graph made_;
};

rank_edge_vertex_graph prepared_part(const rank_graph& g, const run_control& control) {
  on_all_processes(g.ranks(), [&] {
    if (g.num_vertices() > max_vertices)
      fail_usage("{} vertices exceed the limit of {} for 32-bit ids", g.num_vertices(), max_vertices);
  });
  const timer clock;
  rank_edge_vertex_graph made = preparation(g, control).run();
  made.rows.seconds = longest(g.ranks(), clock.seconds());
  return made;
}

}  // namespace

rank_edge_vertex_graph prepare_edge_vertex(const rank_graph& g, const edge_vertex_options& options, const execution& exec) {
  edge_vertex_engine::check_on_ranks(g.ranks(), options, exec, device_kind::cpu, 0);
  return prepared_part(g, exec.control);
}

rank_edge_vertex_device_graph prepare_edge_vertex_on_device(const rank_graph& g, const edge_vertex_options& options,
                                                            const execution& exec) {
  edge_vertex_engine::check_on_ranks(g.ranks(), options, exec, device_kind::cuda, 0);
  const timer clock;
  rank_edge_vertex_device_graph made;
  made.part = prepared_part(g, exec.control);
  on_all_processes(g.ranks(), [&] {
    const device own = device_of_rank(g.ranks(), exec.where);
    gpu(own).place_edge_vertex(made, own);
  });
  made.rows.seconds = longest(g.ranks(), clock.seconds());
  made.rows.seconds_copy = longest(g.ranks(), made.rows.seconds_copy);
  return made;
}

}  // namespace fathom
