// One rank's part of the edges of a graph, before anything is done about them.
#pragma once

#include <cstdint>
#include <span>

#include "distributed/vertex_blocks.hpp"
#include "fathom/array.hpp"
#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "fathom/generate.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// 48-bit ids in 12 bytes, as Graph500's files have them.
struct packed_edge {
  std::uint32_t source_low, target_low;
  std::uint16_t source_high, target_high;

  packed_edge() = default;
  packed_edge(global_vertex source, global_vertex target) noexcept
      : source_low(static_cast<std::uint32_t>(source)),
        target_low(static_cast<std::uint32_t>(target)),
        source_high(static_cast<std::uint16_t>(source >> 32)),
        target_high(static_cast<std::uint16_t>(target >> 32)) {}

  [[nodiscard]] global_vertex source() const noexcept { return std::uint64_t{source_high} << 32 | source_low; }
  [[nodiscard]] global_vertex target() const noexcept { return std::uint64_t{target_high} << 32 | target_low; }
};

inline constexpr int largest_rank_scale = 47;  ///< one bit less than an id has

struct edge_share {
  std::uint64_t num_vertices = 0;  ///< of the whole graph
  std::uint64_t num_edges = 0;     ///< of the whole graph: of all ranks' shares
  std::uint64_t first_edge = 0;    ///< the number, of all, of this share's first edge
  bool directed = false;
  array<packed_edge> edges;
  array<edge_weight> weights;  ///< of each; empty where edges have none

  [[nodiscard]] std::uint64_t size() const noexcept { return edges.size(); }
};

/// The edges of kron(scale, edge_factor, {}, {seed}) that fall to `rank` of `ranks`: with those of the other ranks the same graph,
/// whatever their number. With weights, those of uniform_weight().
[[nodiscard]] edge_share kron_share(int scale, int edge_factor, std::uint64_t seed, bool weights, int rank, int ranks,
                                    const run_control& control);

/// A graph in parts has its weights in single precision: throws error_category::input for one beyond its range.
void require_single_range(std::span<const double> weights);
inline constexpr const char* rounded_share_note =
    "some weights need double precision, and a graph in parts has single precision, to which they were rounded";

/// The edges of `list`, which every rank has, that fall to `rank` of `ranks`.
[[nodiscard]] edge_share share_of(const edge_list& list, int rank, int ranks, const run_control& control);

/// Of a graph that every rank has, the edges that fall to `rank`, in the order of their sources; of an undirected graph each once.
/// First edges are not numbered.
[[nodiscard]] edge_share share_of(const graph& g, bool weights, int rank, int ranks);

}  // namespace fathom
