#include "engine/ranks/device/device_block.hpp"

#include <fmt/format.h>

#include <vector>

#include "cuda/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

template <class T>
cuda::buffer<T> upload(const array<T>& from, const cuda::stream& s) {
  return cuda::upload(from.data(), from.size(), s);
}

cuda::buffer<std::uint64_t> upload_firsts(const partitioned_graph& g, const cuda::stream& s) {
  std::vector<std::uint64_t> firsts;
  for (int row = 0; row < g.grid.rows; ++row) firsts.push_back(g.blocks.block(g.grid.rank_at(row, g.grid.column)).first);
  return cuda::upload(firsts.data(), firsts.size(), s);
}

// Before the first of the members is allocated.
std::uint64_t require_memory(const partitioned_graph& g) {
  const std::uint64_t bytes = device_block::planned_bytes(g);
  cuda::require_device_memory(bytes, fmt::format("a rank's part of {} vertices and {} edges", g.own_vertices, g.out.ends.size()));
  return g.column_ids() / bits_a_word;
}

}  // namespace

std::uint64_t device_block::planned_bytes(const partitioned_graph& g) {
  const std::uint64_t columns = g.column_ids(), rows = g.row_ids();
  const std::uint64_t graph = (columns + 1 + rows + 1) * sizeof(edge_offset) +
                              (g.out.ends.size() + g.in.ends.size() + rows) * sizeof(local_vertex) +
                              g.own_vertices * sizeof(std::uint32_t) + (g.to_local.size() + columns) * sizeof(std::uint32_t);
  const std::uint64_t searching =
      2 * (columns / bits_a_word + 1) * sizeof(bit_word) + static_cast<std::uint64_t>(g.grid.rows) * sizeof(frontier_message) +
      columns * sizeof(local_vertex) + 2 * (columns + 1) * sizeof(std::uint64_t) + rows * sizeof(local_vertex);
  return graph + searching;
}

device_block::device_block(const partitioned_graph& g, const cuda::stream& s)
    : all_words(require_memory(g)),
      own_words(g.stride / bits_a_word),
      out_offsets(upload(g.out.offsets, s)),
      in_offsets(upload(g.in.offsets, s)),
      out_ends(upload(g.out.ends, s)),
      in_ends(upload(g.in.ends, s)),
      head(upload(g.head, s)),
      out_degrees(upload(g.out_degrees, s)),
      to_local(upload(g.to_local, s)),
      column_positions(upload(g.column_positions, s)),
      firsts(upload_firsts(g, s)),
      visited(all_words + 1, s),
      found(all_words, s),
      messages(static_cast<std::size_t>(g.grid.rows), s),
      frontier(g.column_ids(), s),
      starts(g.column_ids() + 1, s),
      parents(g.row_ids(), s),
      cursor(1, s),
      inspected(1, s) {
  view = {out_offsets.data(),
          in_offsets.data(),
          out_ends.data(),
          in_ends.data(),
          head.data(),
          out_degrees.data(),
          static_cast<std::uint32_t>(g.own_vertices),
          static_cast<std::uint32_t>(g.stride),
          static_cast<local_vertex>(static_cast<std::uint64_t>(g.grid.row) * g.stride),
          static_cast<local_vertex>(g.column_ids())};
}

}  // namespace fathom::ranks_engine
