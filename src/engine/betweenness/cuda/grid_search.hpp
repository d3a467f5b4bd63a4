// Betweenness with the whole device for up to 32 searches at a time: what the kernel is told, as plain data. Vertices are the
// layout's.
//
// A search has a bit of each vertex' words, and a value in each vertex' row. The value is the number of paths from the source
// until the way back comes by, and from then on what the vertex hands to those before it: (1 + dependency) / paths. A level reads
// the values of one neighbouring level alone, so that one array does for both.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "cuda/warp.hpp"
#include "fathom/layout.hpp"

namespace fathom::betweenness_engine {

using cuda::all_lanes;
using cuda::warp_lanes;

/// One block a multiprocessor: the grid's barrier waits for few, and 64 registers are there for each thread.
inline constexpr unsigned block_threads = 1024, block_warps = block_threads / warp_lanes;

inline constexpr unsigned most_sources = 32;

/// A vertex with at most so many edges, either way, is narrow: so many lanes have it. Others are wide: warps have their rows, in
/// parts of so many edges.
inline constexpr unsigned narrow_row = 8, part_edges = 512;

/// Words are of levels: those of the last one, this one and the next are in use while those of the one before are cleared.
inline constexpr unsigned word_levels = 4;

/// Of vertices with more than one part. What the parts find waits in slots of their own, so that the last one adds up in order.
struct long_vertex {
  std::uint32_t first_slot, parts;
};

/// What a vertex is: narrow, wide with one part, or from here on the number of a long one.
inline constexpr std::uint32_t kind_narrow = 0, kind_wide = 1, kind_long = 2;

/// Where a level begins in the lists.
struct list_places {
  unsigned long long narrow, wide;
};

struct grid_counts {
  unsigned long long reached[most_sources];  ///< by each search
  unsigned long long traversed, inspected;
  unsigned depth;
  unsigned overflows;  ///< not 0 where a number of paths is too large
};

struct grid_search {
  std::uint32_t num_vertices;
  bool directed;  ///< else `in` is `out`
  bool has_wide;
  bool endpoints;
  layout_adjacency out, in;
  const std::uint32_t* kinds;
  const long_vertex* long_vertices;

  std::uint32_t num_sources;
  std::uint32_t sources[most_sources];  ///< no_vertex for one that the layout does not have
  double most_paths;                    ///< numbers of paths from here on are too large

  std::uint32_t* seen;   ///< by which searches; 0 when the kernel begins
  std::uint32_t* words;  ///< at a level, by which; word_levels arrays, 0 when the kernel begins
  void* values;          ///< rows of 1 << row_bits, of doubles or wide_numbers
  unsigned row_bits;
  std::uint32_t* arrived;  ///< of long vertices, how many parts are done; 0 between levels
  void* slots;             ///< such rows, for parts of long vertices

  // All levels one after another: a vertex, and by which searches it was found there.
  uint2 *narrow, *wide;
  std::uint32_t* parts;       ///< of wide ones, which part
  list_places* begins;        ///< of each level
  unsigned long long* found;  ///< 3, used in turn; 0 when the kernel begins. Narrow ones in the low half, parts in the high one

  double* vertices;  ///< totals
  double* edges;     ///< likewise, in the order of `out`
  grid_counts* counts;
};

}  // namespace fathom::betweenness_engine
