// Edge slice: one process's part of a graph's edge list, before partitioning.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/array.hpp"
#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "fathom/generate.hpp"
#include "fathom/graph.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom {

/// An edge with 48-bit ids in 12 bytes, as in Graph500 files.
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

inline constexpr int largest_rank_scale = 47;  ///< one bit less than an id

struct edge_slice {
  std::uint64_t num_vertices = 0;  ///< of the whole graph
  std::uint64_t num_edges = 0;     ///< of the whole graph, over all processes' slices
  std::uint64_t first_edge = 0;    ///< global index of the first edge of this slice
  bool directed = false;
  array<packed_edge> edges;
  array<edge_weight> weights;    ///< one per edge; empty for an unweighted graph
  bool rounded_weights = false;  ///< a single process would have these weights in double precision
  self_loops loops = self_loops::remove;

  [[nodiscard]] std::uint64_t size() const noexcept { return edges.size(); }
};

/// The slice of kron(scale, edge_factor, {}, {seed}) of `rank` among `ranks` processes; the whole graph does not depend on their
/// number. With `weights`, edges have the weights of uniform_weight().
[[nodiscard]] edge_slice kron_slice(int scale, int edge_factor, std::uint64_t seed, bool weights, int rank, int ranks,
                                    const run_control& control);

/// A partitioned graph stores weights in single precision: throws error_category::input for a weight outside its range.
void require_single_range(std::span<const double> weights);
inline constexpr const char* rounded_weights_note =
    "some weights need double precision, but a partitioned graph stores single precision, to which they were rounded";

/// The slice of `list` of `rank` among `ranks` processes; every process has the whole list.
[[nodiscard]] edge_slice share_of(const edge_list& list, int rank, int ranks, const run_control& control);

/// The slice of `g` of `rank`, in the order of sources, with each undirected edge once; every process has the whole graph.
/// first_edge is not set.
[[nodiscard]] edge_slice share_of(const graph& g, bool weights, int rank, int ranks);

}  // namespace fathom
