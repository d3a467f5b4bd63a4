#include "multi_bfs/distributed/cuda/joint_memory.hpp"

#include <algorithm>
#include <vector>

#include "gpu/transfer.hpp"
#include "graph/partition/cuda/part.hpp"
#include "multi_bfs/cuda/row_delivery.hpp"

namespace fathom::ranks_engine {
namespace {

template <class T>
cuda::buffer<T> upload(const array<T>& from, const cuda::stream& s) {
  return cuda::upload(from.data(), from.size(), s);
}

template <class T>
std::uint64_t bytes_of(const array<T>& a) {
  return a.size() * sizeof(T);
}

std::uint64_t graph_bytes(const partitioned_graph& g) {
  return bytes_of(g.out.offsets) + bytes_of(g.in.offsets) + bytes_of(g.out.ends) + bytes_of(g.in.ends) + bytes_of(g.out_degrees) +
         bytes_of(g.to_local);
}

// Called before the first member is allocated.
joint_sizes required(const partitioned_graph& g, rank_transport transport, const multi_bfs_engine::group_plan& plan) {
  require_memory_for(g, joint_memory::bytes(g, transport, plan));
  return {g, plan.width};
}

}  // namespace

joint_sizes::joint_sizes(const partitioned_graph& g, int width)
    : lanes(static_cast<unsigned>(std::max(width, 128)) / 128),
      rows(static_cast<std::uint64_t>(g.grid.rows)),
      columns(static_cast<std::uint64_t>(g.grid.columns)),
      row_ids(g.row_ids()),
      column_ids(g.column_ids()),
      whole_bytes(g.stride * lanes * sizeof(uint4)),
      list_bytes(std::max(rows, columns) * whole_bytes / list_gain),
      received_bytes(columns > 1 ? columns * whole_bytes : 0),
      delegate_rows(g.ranks->size() > 1 ? std::max(rows, columns) * g.delegates.ids() : 0),
      most_to_column(whole_bytes),
      most_to_row(columns > 1 ? columns * whole_bytes : 0) {}

std::vector<joint_piece> joint_pieces(const partitioned_graph& g) {
  std::vector<local_vertex> long_rows;
  for (std::uint64_t row = 0; row < g.row_ids(); ++row) {
    if (g.in.offsets[row + 1] - g.in.offsets[row] > joint_piece_edges) long_rows.push_back(static_cast<local_vertex>(row));
  }
  std::vector<joint_piece> pieces;
  for (std::uint64_t begin = 0; !long_rows.empty(); begin += joint_piece_edges) {
    for (const local_vertex row : long_rows) {
      const edge_offset first = g.in.offsets[row] + begin;
      pieces.push_back({first, std::min<edge_offset>(first + joint_piece_edges, g.in.offsets[row + 1]), row});
    }
    std::erase_if(long_rows,
                  [&](local_vertex row) { return g.in.offsets[row + 1] - g.in.offsets[row] <= begin + joint_piece_edges; });
  }
  return pieces;
}

std::uint64_t joint_memory::bytes(const partitioned_graph& g, rank_transport transport, const multi_bfs_engine::group_plan& plan) {
  const joint_sizes z(g, plan.width);
  const std::uint64_t row = z.lanes * sizeof(uint4), bitmap = z.row_ids / bits_per_word * sizeof(bit_word);
  // At most twice as many chunks as edges need, as each has more than half of joint_piece_edges on average.
  const std::uint64_t chunks = 2 * g.in.ends.size() / joint_piece_edges * sizeof(joint_piece);
  const std::uint64_t arrays = (2 * z.row_ids + z.column_ids + z.delegate_rows) * row + 2 * bitmap;
  const std::uint64_t listed = z.column_ids * sizeof(local_vertex) + (z.column_ids + 1) * sizeof(std::uint64_t);
  const std::uint64_t planes = plan.needs.distances ? usual_joint_planes * g.own_vertices * row : 0;
  // Only copies between near devices need memory of their own.
  const bool copies = transport == rank_transport::automatic || transport == rank_transport::peer;
  const std::uint64_t published =
      copies ? (z.rows > 1 ? z.most_to_column : 0) + (z.columns > 1 ? z.most_to_row : 0) : std::uint64_t{0};
  const std::uint64_t result_row = g.to_local.size() * sizeof(hop_count);
  const std::uint64_t staged = plan.needs.distances
                                   ? std::min(std::max<std::uint64_t>(multi_bfs_engine::staged_bytes, 32 * result_row),
                                              static_cast<std::uint64_t>(plan.width) * result_row)
                                   : std::uint64_t{0};
  return graph_bytes(g) + chunks + arrays + listed + z.list_bytes + z.received_bytes + planes + published + staged +
         sizeof(joint_totals);
}

joint_memory::joint_memory(const partitioned_graph& g, rank_transport transport, const multi_bfs_engine::group_plan& plan,
                           const cuda::stream& s)
    : sizes(required(g, transport, plan)),
      out_offsets(upload(g.out.offsets, s)),
      in_offsets(upload(g.in.offsets, s)),
      out_ends(upload(g.out.ends, s)),
      in_ends(upload(g.in.ends, s)),
      out_degrees(upload(g.out_degrees, s)),
      to_local(upload(g.to_local, s)),
      seen(sizes.row_ids * sizes.lanes, s),
      frontier(cuda::filled<uint4>(sizes.column_ids * sizes.lanes, 0, s)),
      found(cuda::filled<uint4>(sizes.row_ids * sizes.lanes, 0, s)),
      members(cuda::filled<bit_word>(sizes.row_ids / bits_per_word, 0, s)),
      finished(sizes.row_ids / bits_per_word, s),
      listed(sizes.column_ids, s),
      starts(sizes.column_ids + 1, s),
      cursor(1, s),
      lists(sizes.list_bytes, s),
      received(sizes.received_bytes / sizeof(uint4), s),
      delegates(sizes.delegate_rows * sizes.lanes, s),
      sources(static_cast<std::size_t>(plan.width), s),
      totals(cuda::filled<joint_totals>(1, 0, s)),
      of_columns(sizes.columns, s) {
  const std::vector<joint_piece> chunks = joint_pieces(g);
  pieces = cuda::upload(chunks.data(), chunks.size(), s);
  view.lanes = sizes.lanes;
  view.row_words = sizes.row_ids / bits_per_word, view.own_words = g.stride / bits_per_word;
  view.first_own_word = static_cast<std::uint64_t>(g.grid.column) * view.own_words;
  view.own_vertices = g.own_vertices, view.stride = g.stride, view.columns = sizes.column_ids;
  view.delegates = static_cast<std::uint32_t>(g.delegates.ids()), view.counts_delegates = g.ranks->rank() == 0;
  view.out_offsets = out_offsets.data(), view.in_offsets = in_offsets.data();
  view.out_ends = out_ends.data(), view.in_ends = in_ends.data(), view.out_degrees = out_degrees.data();
  view.pieces = pieces.data(), view.num_pieces = pieces.size();
  view.seen = seen.data(), view.frontier = frontier.data(), view.found = found.data();
  view.members = members.data(), view.finished = finished.data();
  s.wait("copying the graph to the device");
}

}  // namespace fathom::ranks_engine
