// Kernel parameters of grid betweenness, in which the whole device runs up to 32 searches at a time, as plain data. Vertices are in
// the layout's ids.
//
// Each search has one bit in every vertex's words and one value in every vertex's value row. The value is the number of shortest
// paths from the source until the backward phase processes the vertex, then its contribution to its predecessors: (1 + dependency)
// / paths. A level reads the values of only one adjacent level, so a single array serves both.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "fathom/layout.hpp"
#include "gpu/warp.hpp"

namespace fathom::betweenness_engine {

using cuda::all_lanes;
using cuda::warp_lanes;

/// One thread block per multiprocessor: the grid barrier has few participants, and each thread can use 64 registers.
inline constexpr unsigned block_threads = 1024, block_warps = block_threads / warp_lanes;

inline constexpr unsigned most_sources = 32;

/// A vertex with at most `narrow_row` edges in each direction is narrow and is processed by that many lanes. Others are wide: their
/// adjacency rows are processed by warps in parts of `part_edges` edges.
inline constexpr unsigned narrow_row = 8, part_edges = 512;

/// Number of word arrays, used by level in turn: those of the previous, current and next level are in use while a fourth is
/// cleared.
inline constexpr unsigned word_levels = 4;

/// Vertex with more than one row part. Each part stores its result in its own slot, so that the last one can sum them in order.
struct long_vertex {
  std::uint32_t first_slot, parts;
};

/// Vertex kinds: narrow, wide with one part, or kind_long + the index of a long vertex.
inline constexpr std::uint32_t kind_narrow = 0, kind_wide = 1, kind_long = 2;

/// Start of a level in the lists.
struct list_positions {
  unsigned long long narrow, wide;
};

struct grid_counts {
  unsigned long long reached[most_sources];  ///< per search
  unsigned long long traversed, inspected;
  unsigned depth;
  unsigned overflows;  ///< nonzero if a path count is too large
};

struct grid_search {
  std::uint32_t num_vertices;
  bool directed;  ///< otherwise `in` equals `out`
  bool has_wide;
  bool endpoints;
  layout_adjacency out, in;
  const std::uint32_t* kinds;
  const long_vertex* long_vertices;

  std::uint32_t num_sources;
  std::uint32_t sources[most_sources];  ///< no_vertex for a source that is not in the layout
  double most_paths;                    ///< path counts from this value on are too large

  std::uint32_t* seen;   ///< bits of the searches that have reached a vertex; 0 at kernel start
  std::uint32_t* words;  ///< bits of the searches that reach a vertex at a level; word_levels arrays, 0 at kernel start
  void* values;          ///< value rows of 1 << row_bits doubles or wide_numbers
  unsigned row_bits;
  std::uint32_t* arrived;  ///< finished parts per long vertex; 0 between levels
  void* slots;             ///< value rows for the parts of long vertices

  // Lists of all levels in sequence; entries are a vertex and the bits of the searches that discovered it there.
  uint2 *narrow, *wide;
  std::uint32_t* parts;    ///< part number of each wide entry
  list_positions* begins;  ///< start of each level
  unsigned long long*
      found;  ///< 3 counters used in turn, 0 at kernel start: narrow vertices in the low half, parts in the high half

  double* vertices;  ///< totals
  double* edges;     ///< totals in the order of `out`
  grid_counts* counts;
};

}  // namespace fathom::betweenness_engine
