// Strongly connected components over all processes, in four steps:
//
//   1. trimming: a vertex without in-edges from or out-edges to remaining vertices is a component;
//   2. the giant component: one search along the edges and one against them, from a vertex of large in- and out-degree;
//   3. while many edges remain, trimming and coloring (coloring.hpp);
//   4. a serial search of the rest on process 0.
//
// Fleischer, Hendrickson, Pinar, IPDPS Workshops 2000; McLendon and others, JPDC 65(8), 2005 (trimming); Slota, Rajamanickam,
// Madduri, "BFS and Coloring-based Parallel Algorithms for Strongly Connected Components and Related Problems", IPDPS 2014.
#include "components/distributed/strong.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/bitmap.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "bfs/distributed/vertex_set_codec.hpp"
#include "comm/exchange.hpp"
#include "components/distributed/serial_rest.hpp"
#include "components/distributed/strong_steps.hpp"
#include "gpu/backend.hpp"

namespace fathom::ranks_engine {
namespace {

// Exchanges of one trimming. A long chain across processes, of which each exchange peels one vertex, is left to the serial search.
constexpr int most_trims = 8;

using bits = std::vector<std::uint64_t>;

class strong_finder {
 public:
  strong_finder(const partitioned_graph& g, std::unique_ptr<strong_steps> steps, std::span<global_vertex> labels, int threads,
                const run_control& control)
      : g_(g), steps_(std::move(steps)), gone_(steps_->gone()), labels_(labels), threads_(threads), control_(control) {
    on_all_processes(*g.ranks, [&] {
      colors_.assign(g.stride, no_global_vertex);
      open_.assign(g.stride / bfs_engine::word_bits, 0), members_ = visited_ = open_;
    });
  }

  components_outcome run(std::uint64_t most_serial) {
    steps_->count(clock_);
    trim();
    if (find_pivot()) find_giant();
    for (;;) {
      steps_->count(clock_);
      const std::uint64_t edges = open_edges();
      if (edges > most_serial) {
        trim();
        find_colored();
      } else {
        if (edges > 0) label_serially(g_, open_with_edges(), labels_, threads_, control_, clock_);
        clock_.computed();
        outcome_.work = clock_.work();
        return outcome_;
      }
    }
  }

 private:
  template <class F>
  void for_each_open(const F& visit) const {
    for (std::uint64_t v = 0; v < g_.own_vertices; ++v) {
      if (!bfs_engine::test_bit(gone_.data(), static_cast<vertex_id>(v))) visit(v);
    }
  }

  static void set(std::span<std::uint64_t> of, std::uint64_t v) {
    of[v / bfs_engine::word_bits] |= bfs_engine::bit_of(static_cast<vertex_id>(v));
  }

  void trim() { outcome_.rounds += steps_->trim(most_trims, control_, clock_); }  // a removed vertex keeps its own label

  struct pivot {
    double product = 0;
    global_vertex vertex = no_global_vertex;
  };

  // The vertex of largest in-degree times out-degree; on ties the smallest.
  bool find_pivot() {
    pivot best;
    std::fill(visited_.begin(), visited_.end(), 0);
    for_each_open([&](std::uint64_t v) {
      const double product = static_cast<double>(steps_->in[v]) * static_cast<double>(steps_->out[v]);
      const global_vertex vertex = own_vertex(g_, v);
      if (product > best.product || (product == best.product && vertex < best.vertex)) best = {product, vertex};
    });
    clock_.computed();
    for (const pivot& one : gather_from_all(*g_.ranks, best)) {
      if (one.product > best.product || (one.product == best.product && one.vertex < best.vertex)) best = one;
    }
    clock_.waited();
    if (best.vertex == no_global_vertex) return false;
    const index_range own = g_.own_block();
    if (best.vertex >= own.first && best.vertex < own.last) set(visited_, g_.to_local[best.vertex - own.first]);
    return true;
  }

  // A path from a member to the pivot stays among the vertices that the pivot reaches: the backward search needs no others.
  void find_giant() {
    collect_open();
    std::copy(visited_.begin(), visited_.end(), members_.begin());
    outcome_.rounds += steps_->reach(true, visited_, open_, control_, clock_);
    outcome_.rounds += steps_->reach(false, members_, visited_, control_, clock_);
    global_vertex least = no_global_vertex;
    for_each_bit(members_, [&](std::uint64_t v) { least = std::min(least, own_vertex(g_, v)); });
    clock_.computed();
    least = smallest(*g_.ranks, least);
    clock_.waited();
    close_members([least](std::uint64_t) { return least; });
  }

  void find_colored() {
    collect_open();
    outcome_.rounds += steps_->color(open_, colors_, members_, control_, clock_);
    close_members([this](std::uint64_t v) { return colors_[v]; });
  }

  template <class F>
  void close_members(const F& label_of) {
    for_each_bit(members_, [&](std::uint64_t v) {
      labels_[v] = label_of(v);
      set(gone_, v);
    });
  }

  void collect_open() {
    std::fill(open_.begin(), open_.end(), 0);
    for_each_open([this](std::uint64_t v) { set(open_, v); });
  }

  // Edges between remaining vertices of all processes.
  std::uint64_t open_edges() {
    std::uint64_t sum = 0;
    for_each_open([&](std::uint64_t v) { sum += static_cast<std::uint64_t>(steps_->in[v]); });
    clock_.computed();
    sum = sum_of(*g_.ranks, sum);
    clock_.waited();
    return sum;
  }

  // Vertices without an edge keep their own label.
  const bits& open_with_edges() {
    std::fill(open_.begin(), open_.end(), 0);
    for_each_open([this](std::uint64_t v) {
      if (steps_->in[v] + steps_->out[v] > 0) set(open_, v);
    });
    return open_;
  }

  const partitioned_graph& g_;
  const std::unique_ptr<strong_steps> steps_;
  const std::span<std::uint64_t> gone_;    // one bit per own vertex
  const std::span<global_vertex> labels_;  // by local id; at first the vertex itself
  const int threads_;
  const run_control& control_;
  work_clock clock_;
  components_outcome outcome_;
  std::vector<global_vertex> colors_;
  bits open_, members_, visited_;  // one bit per own vertex
};

}  // namespace

std::uint64_t most_serial_edges(const partitioned_graph& g) {
  constexpr std::uint64_t few_edges = 1u << 20, most_numbered = 1u << 31;  // each of the vertices has an edge
  return std::clamp(g.num_edges / static_cast<std::uint64_t>(g.ranks->size()), few_edges, most_numbered);
}

components_outcome strong_components(const partitioned_graph& g, device where, std::span<std::uint64_t> labels, int threads,
                                     const run_control& control, std::uint64_t most_serial_edges) {
  array<global_vertex> by_id;
  on_all_processes(*g.ranks, [&] {
    by_id = array<global_vertex>(g.own_vertices);
    for (std::uint64_t v = 0; v < g.own_vertices; ++v) by_id[v] = own_vertex(g, v);
  });
  const bool on_device = where.kind == device_kind::cuda;
  strong_finder finder(g, on_device ? gpu(where).make_strong_steps(g, where) : strong_steps_on_cpu(g, threads), by_id.view(),
                       threads, control);
  const timer search;
  components_outcome outcome = finder.run(most_serial_edges);
  if (on_device) outcome.seconds_on_device = search.seconds();
  for (std::uint64_t position = 0; position < g.to_local.size(); ++position) {
    const local_vertex id = g.to_local[position];
    labels[position] = id == no_local_vertex ? g.own_block().first + position : by_id[id];
  }
  return outcome;
}

}  // namespace fathom::ranks_engine
