// The vertices of one color have no edges between each other. Step 1: they choose their communities at once. Step 2: they move one
// after another, if the move still increases modularity; only the totals of communities may have changed since step 1. Step 3:
// their neighbors are updated next. So the result does not depend on the number of threads, and modularity never decreases.
#include "communities/cpu/local_moves.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

#include "base/parallel.hpp"
#include "base/random.hpp"

namespace fathom::communities_engine {
namespace {

constexpr std::uint64_t edges_per_thread_of_moves = 1u << 13;  // worth a thread
constexpr int vertices_per_claim_of_moves = 64;                // of the dynamic schedule

constexpr vertex_id new_community = no_vertex - 1;  // target of a proposal

std::vector<vertex_id> shuffled(vertex_id n, std::uint64_t seed) {
  std::vector<vertex_id> order(n);
  std::iota(order.begin(), order.end(), vertex_id{0});
  for (vertex_id i = n; i > 1; --i) std::swap(order[i - 1], order[bounded(random_bits(seed, i), i)]);
  return order;
}

}  // namespace

local_moves::local_moves(const louvain_graph& g, double all, double resolution, std::uint64_t seed, int threads,
                         const run_control& control)
    : g_(g),
      all_(all),
      resolution_(resolution),
      least_gain_(least_gain(resolution)),
      threads_(useful_threads(g.num_edges(), edges_per_thread_of_moves, threads)),
      control_(control),
      classes_(color_greedily(g.rows, shuffled(g.num_vertices(), seed))) {
  const std::uint64_t most = most_neighbors(g);
  for (int i = 0; i < threads_; ++i) around_.emplace_back(most);
}

move_counts local_moves::run(std::span<vertex_id> labels, settled until) {
  start(labels);
  move_counts counts;
  for (extent updated = extent::all;;) {
    if (sweep(counts)) {
      updated = extent::waiting;
    } else {
      if (until == settled::neighbors_of_changes || updated == extent::all) return counts;
      updated = updated == extent::waiting ? extent::border : extent::all;
      widen(updated);
    }
  }
}

// No vertex waits any longer: lets others be updated once more.
void local_moves::widen(extent to) {
  if (to == extent::all)
    std::ranges::fill(waiting_, 1);
  else
    std::ranges::copy(border_, waiting_.begin());
}

void local_moves::start(std::span<vertex_id> labels) {
  labels_ = labels;
  const vertex_id n = g_.num_vertices();
  totals_.assign(n, 0), sizes_.assign(n, 0), waiting_.assign(n, 1), border_.assign(n, 1);
  for (vertex_id v = 0; v < n; ++v) totals_[labels[v]] += g_.degrees[v], ++sizes_[labels[v]];
  unused_.clear();
  for (vertex_id c = n; c > 0; --c) {
    if (sizes_[c - 1] == 0) unused_.push_back(c - 1);
  }
}

// Returns whether a vertex moved.
bool local_moves::sweep(move_counts& counts) {
  const std::uint64_t before = counts.moves;
  for (std::size_t color = 0; color < classes_.size(); ++color) {
    check_stop(control_);
    members_.clear();
    edge_offset edges = 0;
    for (const vertex_id v : classes_[color]) {
      if (!waiting_[v]) continue;
      waiting_[v] = 0;
      members_.push_back(v);
      edges += g_.rows.degree(v);
    }
    if (edges == 0) continue;
    counts.edges_inspected += edges;
    const int threads = useful_threads(edges, edges_per_thread_of_moves, threads_);
    propose(threads);
    move_one_after_another(counts);
    update_neighbors_of_moved(threads);
  }
  ++counts.sweeps;
  return counts.moves > before;
}

void local_moves::propose(int threads) {
  proposals_.resize(members_.size());
#pragma omp parallel num_threads(threads)
  {
    neighbor_weights& around = around_[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(dynamic, vertices_per_claim_of_moves)
    for (std::size_t i = 0; i < members_.size(); ++i) proposals_[i] = best_move(members_[i], around);
  }
}

// Increase of modularity by a move, times half of the sum of all degrees.
double local_moves::gain(double degree, double more_weight, double own_total, double target_total) const {
  return more_weight - resolution_ * (degree / all_) * (target_total - (own_total - degree));
}

local_moves::proposal local_moves::best_move(vertex_id v, neighbor_weights& around) {
  const vertex_id own = labels_[v];
  around.start(std::min<std::uint64_t>(g_.rows.degree(v), g_.num_vertices()));
  for (edge_offset e = g_.rows.offsets[v]; e < g_.rows.offsets[v + 1]; ++e) {
    if (const vertex_id w = g_.rows.targets[e]; w != v) around.add(labels_[w], g_.rows.weight(e));
  }
  const double degree = g_.degrees[v], own_weight = around.of(own), own_total = totals_[own];
  border_[v] = around.size() > (own_weight > 0 ? 1 : 0);
  proposal best{no_vertex, 0};
  double most = least_gain_ * degree;
  around.for_each([&](vertex_id target, double weight) {
    if (target == own) return;
    const double more = gain(degree, weight - own_weight, own_total, totals_[target]);
    if (more > most || (more == most && best.target != no_vertex && target < best.target))
      best = {target, weight - own_weight}, most = more;
  });
  // A community without vertices gains modularity where the vertex's own has become too large for it.
  if (sizes_[own] > 1 && gain(degree, -own_weight, own_total, 0) > most) best = {new_community, -own_weight};
  return best;
}

void local_moves::move_one_after_another(move_counts& counts) {
  moved_.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const proposal p = proposals_[i];
    if (p.target == no_vertex) continue;
    const vertex_id v = members_[i];
    const double target_total = p.target == new_community ? 0 : totals_[p.target];
    if (p.target == new_community && sizes_[labels_[v]] == 1) continue;
    if (gain(g_.degrees[v], p.more_weight, totals_[labels_[v]], target_total) <= least_gain_ * g_.degrees[v]) continue;
    move(v, p.target);
    moved_.push_back(v);
  }
  counts.moves += moved_.size();
}

void local_moves::move(vertex_id v, vertex_id target) {
  if (target == new_community) target = unused_.back(), unused_.pop_back();
  const vertex_id own = labels_[v];
  totals_[own] -= g_.degrees[v], totals_[target] += g_.degrees[v];
  ++sizes_[target];
  if (--sizes_[own] == 0) totals_[own] = 0, unused_.push_back(own);
  labels_[v] = target;
  border_[v] = 1;
}

void local_moves::update_neighbors_of_moved(int threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, vertices_per_claim_of_moves)
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    const vertex_id v = moved_[i];
    for (const vertex_id* w = g_.rows.begin(v); w != g_.rows.end(v); ++w) {
      if (labels_[*w] != labels_[v]) std::atomic_ref(waiting_[*w]).store(1, std::memory_order_relaxed);
    }
  }
}

}  // namespace fathom::communities_engine
