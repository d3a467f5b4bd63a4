#include "bfs/distributed/cuda/block.hpp"

#include "bfs/distributed/cuda/row_of_ranks.hpp"
#include "bfs/distributed/cuda/steps.hpp"
#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

// Called before the first member is allocated.
std::uint64_t require_memory(const partitioned_graph& g) {
  require_memory_for(g, device_block::planned_bytes(g));
  return g.column_ids() / bits_per_word;
}

}  // namespace

std::uint64_t device_block::planned_bytes(const partitioned_graph& g) {
  const std::uint64_t columns = g.column_ids(), rows = g.row_ids();
  const std::uint64_t searching =
      2 * (columns / bits_per_word + 1) * sizeof(bit_word) + static_cast<std::uint64_t>(g.grid.rows) * sizeof(frontier_message) +
      columns * sizeof(local_vertex) + (2 * (columns + 1) + device_steps::scratch_sums()) * sizeof(std::uint64_t) +
      2 * rows * sizeof(local_vertex);
  return bytes_of_part(g) + searching + (g.grid.columns > 1 ? row_of_ranks::planned_bytes(g) : 0);
}

device_block::device_block(const partitioned_graph& g, const cuda::stream& s)
    : all_words(require_memory(g)),
      own_words(g.stride / bits_per_word),
      part(upload_part(g, s)),
      head(cuda::upload(g.head.data(), g.head.size(), s)),
      visited(all_words + 1, s),
      found(all_words, s),
      messages(static_cast<std::size_t>(g.grid.rows), s),
      frontier(g.column_ids(), s),
      starts(g.column_ids() + 1, s),
      sums(device_steps::scratch_sums(), s),
      parents(g.row_ids(), s),
      cursor(1, s),
      progress(1, s) {
  view = {{part.out_offsets.data(), part.in_offsets.data(), part.out_ends.data(), part.in_ends.data(), head.data(),
           static_cast<local_vertex>(g.row_ids())},
          part.out_degrees.data(),
          static_cast<std::uint32_t>(g.own_vertices),
          static_cast<std::uint32_t>(g.stride),
          static_cast<local_vertex>(static_cast<std::uint64_t>(g.grid.row) * g.stride)};
}

}  // namespace fathom::ranks_engine
