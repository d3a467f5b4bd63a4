#include "bfs/validate/distributed/validator.hpp"

#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "bfs/validate/distributed/violation.hpp"
#include "comm/routing.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/types.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {
namespace {

/// Pointer of a vertex that has not reached the source yet: `ancestor` is `hops` above it.
struct climber {
  global_vertex ancestor = no_global_vertex;
  std::int64_t hops = unreachable;  // doubles every round on a cycle
};

struct question {
  std::uint32_t ancestor;  ///< its position in its owner's block
  std::uint32_t asker;     ///< its position in its owner's block
};

exchanged<climber> ask(communicator& ranks, const routed<question>& questions, std::span<const climber> own) {
  const exchanged<question> asked = exchange<question>(ranks, questions.entries.view(), questions.counts);
  array<climber> answers;
  on_all_processes(ranks, [&] { answers = array<climber>(asked.values.size()); });
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = own[asked.values[i].ancestor];
  return exchange<climber>(ranks, answers.view(), asked.counts);
}

// Collective: number of hops to the source for each vertex of this process's block, `unreachable` if the predecessor is -1.
// Predecessors must be vertices or -1, and the source must be its own. Uses pointer doubling, with one round per bit of the depth.
// Vertices that do not lead to the source are recorded in `worst` as violations of rule 1.
std::vector<hop_count> tree_levels(communicator& ranks, const vertex_blocks& blocks, global_vertex source,
                                   std::span<const std::int64_t> predecessors, int threads, offence& worst) {
  const index_range block = blocks.block(ranks.rank());
  std::vector<climber> own;
  std::vector<hop_count> levels;
  std::vector<std::uint32_t> waiting;
  on_all_processes(ranks, [&] {
    own.resize(predecessors.size());
    levels.resize(own.size());
    waiting.reserve(own.size());
  });
  for (std::uint64_t i = 0; i < own.size(); ++i) {
    if (predecessors[i] == -1) continue;
    own[i] = {static_cast<global_vertex>(predecessors[i]), block.first + i == source ? 0 : 1};
    if (own[i].ancestor != source) waiting.push_back(static_cast<std::uint32_t>(i));
  }
  // After one round per bit of the number of vertices, vertices that have not reached the source lead into a cycle.
  const auto rounds = static_cast<int>(std::bit_width(blocks.num_vertices()));
  for (int round = 0; round <= rounds && sum_of(ranks, waiting.size()) > 0; ++round) {
    const auto ask_owners = [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
      for (std::uint64_t i = first; i < last; ++i) {
        const global_vertex ancestor = own[waiting[i]].ancestor;
        const int owner = blocks.owner(ancestor);
        emit(owner, question{static_cast<std::uint32_t>(ancestor - blocks.block(owner).first), waiting[i]});
      }
    };
    routed<question> questions;
    on_all_processes(ranks, [&] { questions = route<question>(waiting.size(), ranks.size(), threads, ask_owners); });
    const exchanged<climber> answers = ask(ranks, questions, own);
    waiting.clear();
    for (std::size_t i = 0; i < answers.values.size(); ++i) {
      const std::uint32_t asker = questions.entries[i].asker;
      const climber& above = answers.values[i];
      if (above.hops == unreachable) {
        worst.take({bfs_rule::tree_has_no_cycle, static_cast<global_vertex>(predecessors[asker]), block.first + asker});
        continue;
      }
      own[asker].ancestor = above.ancestor;
      own[asker].hops += above.hops;
      if (above.ancestor != source) waiting.push_back(asker);
    }
  }
  for (const std::uint32_t left : waiting) {
    worst.take({bfs_rule::tree_has_no_cycle, static_cast<global_vertex>(predecessors[left]), block.first + left});
  }
  for (std::size_t i = 0; i < own.size(); ++i) levels[i] = static_cast<hop_count>(own[i].hops);
  return levels;
}

constexpr int rows_per_chunk = 512;
constexpr std::uint64_t validated_per_thread = 1u << 13;

/// The rule that an edge violates, and whether it can be the edge from a vertex's predecessor.
struct edge_check {
  bfs_rule broken = bfs_rule::none;
  bool leads = false;
};

}  // namespace

// Checks the predecessors by themselves.
void rank_validator::check_vertices(global_vertex source, std::span<const std::int64_t> predecessors, offence& worst) const {
  for (std::uint64_t i = 0; i < predecessors.size(); ++i) {
    const global_vertex v = edges_.block().first + i;
    const auto from = static_cast<global_vertex>(predecessors[i]);
    if ((from == v) != (v == source)) worst.take({bfs_rule::tree_has_no_cycle, from, v});
    if (predecessors[i] != -1 && from >= edges_.blocks().num_vertices()) worst.take({bfs_rule::tree_edges_exist, from, v});
  }
}

// Calls check_edge(row, edge) for all edges to vertices of this block. A vertex without an edge from its predecessor violates
// `without_edge`.
template <class Check_edge>
rank_verdict rank_validator::check_edges(std::span<const std::int64_t> predecessors, offence worst, bfs_rule without_edge,
                                         const Check_edge& check_edge) const {
  const std::uint64_t size = predecessors.size();
  std::uint64_t reached = 0, edges = 0;
#pragma omp parallel num_threads(useful_threads(size, validated_per_thread, threads_)) reduction(+ : reached, edges)
  {
    offence mine;
#pragma omp for schedule(dynamic, rows_per_chunk)
    for (std::uint64_t row = 0; row < size; ++row) {
      const global_vertex v = edges_.block().first + row;
      const bool is_reached = predecessors[row] != -1;
      const auto from = static_cast<global_vertex>(predecessors[row]);
      const std::uint32_t parent = is_reached ? edges_.number_of(from) : edge_rows::no_source;
      bool is_led_to = !is_reached || from == v;
      for (edge_offset e = edges_.begin(row); e < edges_.end(row); ++e) {
        const edge_check checked = check_edge(row, e);
        if (checked.broken != bfs_rule::none) mine.take({checked.broken, edges_.vertex_of(edges_.source(e)), v});
        is_led_to = is_led_to || (checked.leads && edges_.source(e) == parent);
      }
      if (!is_led_to) mine.take({without_edge, from, v});
      if (!is_reached) continue;
      ++reached;
      edges += edges_.end(row) - edges_.begin(row) + (edges_.directed() ? 1 : 2) * std::uint64_t{edges_.self_loops(row)};
    }
#pragma omp critical(fathom_rank_validator)
    worst.take(mine);
  }
  // In an undirected graph each edge is in the rows of both endpoints.
  rank_verdict verdict = agree(ranks_, worst, reached, edges);
  if (!edges_.directed()) verdict.edges_traversed /= 2;
  return verdict;
}

rank_verdict rank_validator::check(global_vertex source, std::span<const std::int64_t> predecessors,
                                   std::span<const hop_count> distances, hop_count depth_limit) const {
  offence worst;
  check_vertices(source, predecessors, worst);
  // Invalid vertex ids have no owner to ask.
  if (rank_verdict refused = agree(ranks_, worst, 0, 0); !refused.valid) return refused;
  const std::vector<hop_count> levels = tree_levels(ranks_, edges_.blocks(), source, predecessors, threads_, worst);
  for (std::uint64_t i = 0; i < distances.size(); ++i) {
    if (distances[i] == levels[i]) continue;
    worst.take({bfs_rule::tree_levels_differ_by_one, static_cast<global_vertex>(predecessors[i]), edges_.block().first + i});
  }
  const array<hop_count> of_sources = edges_.fetch(std::span<const hop_count>(levels));
  return check_edges(predecessors, worst, bfs_rule::tree_edges_exist, [&](std::uint64_t row, edge_offset e) {
    const hop_count above = of_sources[edges_.source(e)], here = levels[row];
    if (above == unreachable) return edge_check{};
    if (here == unreachable) return edge_check{above < depth_limit ? bfs_rule::component_is_spanned : bfs_rule::none, false};
    return edge_check{here > above + 1 ? bfs_rule::edges_span_one_level : bfs_rule::none, here == above + 1};
  });
}

template <class Distance>
rank_verdict rank_validator::check_lengths(global_vertex source, std::span<const std::int64_t> predecessors,
                                           std::span<const Distance> distances, Distance cutoff, bfs_rule without_edge) const {
  offence worst;
  check_vertices(source, predecessors, worst);
  for (std::uint64_t i = 0; i < distances.size(); ++i) {
    const global_vertex v = edges_.block().first + i;
    const bool agrees = std::isfinite(distances[i]) ? predecessors[i] != -1 && (v != source || distances[i] == 0)
                                                    : predecessors[i] == -1 && distances[i] > 0;
    if (!agrees) worst.take({bfs_rule::tree_levels_differ_by_one, static_cast<global_vertex>(predecessors[i]), v});
    if (std::isfinite(distances[i]) && distances[i] > cutoff)
      worst.take({bfs_rule::component_is_spanned, static_cast<global_vertex>(predecessors[i]), v});
  }
  if (rank_verdict refused = agree(ranks_, worst, 0, 0); !refused.valid) return refused;
  static_cast<void>(tree_levels(ranks_, edges_.blocks(), source, predecessors, threads_, worst));
  const array<Distance> of_sources = edges_.fetch(distances);
  return check_edges(predecessors, worst, without_edge, [&](std::uint64_t row, edge_offset e) {
    const Distance above = of_sources[edges_.source(e)], here = distances[row];
    if (!std::isfinite(above)) return edge_check{};
    const Distance along = above + static_cast<Distance>(edges_.weight(e));
    if (!std::isfinite(here)) return edge_check{along <= cutoff ? bfs_rule::component_is_spanned : bfs_rule::none, false};
    return edge_check{here > along ? bfs_rule::edges_span_one_level : bfs_rule::none, here == along};
  });
}

rank_verdict rank_validator::check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances) const {
  return check_lengths(source, predecessors, distances, std::numeric_limits<float>::infinity(), bfs_rule::tree_edges_exist);
}

rank_verdict rank_validator::check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const double> distances, double cutoff) const {
  return check_lengths(source, predecessors, distances, cutoff, bfs_rule::tree_levels_differ_by_one);
}

}  // namespace fathom::ranks_engine
