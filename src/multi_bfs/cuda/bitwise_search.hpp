// State of a bitwise multi-source BFS on a CUDA device: one bit per vertex and search, vertices in the layout's ids. Liu, Huang,
// Hu, "iBFS: Concurrent Breadth-First Search on GPUs", SIGMOD 2016, sections 4 and 6.
//
// A bit row holds the searches that have visited a vertex. Each level reads the rows of one side and writes the next level's to the
// other. A bit that a neighbor has, from whatever level, and the vertex has not, is discovered now, so that no frontier rows are
// needed. The other side holds rows of an earlier level, which are subsets of the current ones and differ only at the last level's
// discoveries: only these rows must be rewritten.
//
// A state byte per vertex says which parts of its row are worth reading. A vertex is `full` once all active searches have visited
// it. Full vertices are skipped, and a neighbor of a full vertex becomes full by reading its state instead of its row, which is how
// most vertices do in graphs with hubs. Rows of unseen vertices are uninitialized and never read.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "fathom/layout.hpp"
#include "fathom/types.hpp"
#include "gpu/warp.hpp"
#include "multi_bfs/cuda/device_totals.hpp"

namespace fathom::multi_bfs_engine {

using cuda::warp_lanes;

inline constexpr unsigned block_threads = 256;
inline constexpr unsigned block_warps = block_threads / warp_lanes;
inline constexpr int most_planes = 31;  // bits of a distance: hop_count has 31 value bits

/// State bits of a vertex.
inline constexpr std::uint32_t state_quarters = 0x0F;  ///< quarters of its row that have bits
inline constexpr std::uint32_t state_fresh = 0x20;     ///< first discovered by the last level: the other side's row is
                                                       ///< uninitialized
inline constexpr std::uint32_t state_side = 0x40;      ///< of a full vertex: the side that holds its final row
inline constexpr std::uint32_t state_full = 0x80;

/// Totals of one level over all warps.
struct level_totals {
  unsigned long long vertices;      ///< discovered by any search
  unsigned long long push_sectors;  ///< 32-byte sectors of bit rows that pushing from the vertices would touch
  unsigned long long inspected;     ///< edges inspected
  unsigned long long traversed;     ///< out-edges of the vertices, once for each search that discovered them
  // Of a level that pulls, for the next level:
  unsigned long long open;         ///< vertices that are not full
  unsigned long long open_pieces;  ///< open vertices whose adjacency rows have more than one chunk
  // Counted for a report only:
  unsigned long long found;            ///< vertices, once for each search that discovered them
  unsigned long long joint, separate;  ///< vertices that active searches had not visited before, and the number of missing visits
  unsigned long long unused;           ///< aligns the rows that follow to 16 bytes
};

/// Output of a level in one block of memory, which the host reads and which is zeroed before the next level.
struct level_result {
  level_totals totals;
  uint4 active[8];                  ///< searches that discovered any vertex
  unsigned long long counts[1024];  ///< vertices discovered by each search; if needed
};

struct bitwise_search {
  std::uint32_t words;  ///< of 32 vertices
  layout_adjacency out, in;
  bool directed;
  const std::uint32_t* heads;
  std::uint32_t head_width;
  const std::uint32_t *long_vertex, *long_number;  ///< chunks of long adjacency rows: of `in` for pulling, of `out` for pushing
  std::uint64_t num_pieces;

  const uint4* rows;  ///< visited bits up to the frontier's level; not valid for full and unseen vertices
  uint4* next_rows;
  const std::uint8_t* states;  ///< 32 per word; padding is full
  std::uint8_t* next_states;
  std::uint32_t next_side;       ///< state_side or 0
  const std::uint32_t* changed;  ///< the frontier
  std::uint32_t* next_changed;
  std::uint32_t* touched;  ///< vertices adjacent to the frontier, when pushing; zero between levels
  const uint4* active;     ///< searches with a nonempty frontier
  level_result* result;
  bool count;   ///< fill result.counts
  bool report;  ///< fill what only a report needs

  unsigned distance;           ///< of the vertices discovered now
  uint4* planes[most_planes];  ///< bit p of the distances; null if not needed
  totals_view sums;
};

}  // namespace fathom::multi_bfs_engine
