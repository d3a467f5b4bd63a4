#include "graph/partition/cuda/peer_block.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fathom/error.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

using bfs_engine::row_piece;

// Converts column ids to the order of the bitmaps.
__global__ void take_turns(local_vertex* ends, std::uint64_t size, std::uint32_t stride, peer_room room) {
  for (std::uint64_t e = cuda::grid_thread(); e < size; e += cuda::grid_threads()) {
    ends[e] = room.column_of(ends[e] / stride, ends[e] % stride);
  }
}

__global__ void name_turns(const std::int64_t* by_id, std::uint32_t* by_turn, std::uint32_t size, std::uint32_t stride,
                           peer_room room) {
  for (std::uint64_t id = cuda::grid_thread(); id < size; id += cuda::grid_threads()) {
    const auto column = static_cast<std::uint32_t>(id);
    by_turn[room.column_of(column / stride, column % stride)] = static_cast<std::uint32_t>(by_id[id]);
  }
}

__global__ void pack_rows(bfs_engine::device_rows<edge_offset> in, std::uint32_t size, std::uint32_t rest_end, std::uint32_t* heads,
                          uint4* packs) {
  for (std::uint64_t v = cuda::grid_thread(); v < size; v += cuda::grid_threads()) {
    const edge_offset first = in.offsets[v], last = in.offsets[v + 1];
    std::uint32_t u[5];
    for (unsigned k = 0; k < 5; ++k) u[k] = first + k < last ? in.targets[first + k] : no_vertex;
    heads[v] = u[0];
    if (v < rest_end) packs[v] = {u[1], u[2], u[3], u[4]};
  }
}

// First local id with at most one neighbor; local ids of an undirected graph are in descending order of degree.
std::uint32_t end_of_rests(const partitioned_graph& g) {
  const auto n = static_cast<std::uint32_t>(g.own_vertices);
  if (g.directed) return n;
  const auto* const first =
      std::partition_point(g.out_degrees.begin(), g.out_degrees.begin() + n, [](std::uint32_t d) { return d > 1; });
  return static_cast<std::uint32_t>(first - g.out_degrees.begin());
}

// Upper bound on the number of chunks that a frontier's long rows are cut into.
std::uint64_t num_pieces(const partitioned_graph& g) { return 2 * (g.block_edges / bfs_engine::piece_edges) + 1; }

std::uint64_t num_remaining(const partitioned_graph& g) { return g.own_vertices / bfs_engine::remaining_fraction + 1; }

// For a second copy of the vertices by column id.
std::uint64_t bytes_of_names(const partitioned_graph& g) {
  return std::uint64_t{peer_block::room_of(g).columns()} * sizeof(std::uint32_t);
}

}  // namespace

peer_room peer_block::room_of(const partitioned_graph& g) {
  return {bfs_engine::words_of(static_cast<std::uint32_t>(g.stride)) * 32, static_cast<unsigned>(g.grid.rows)};
}

void require_few_peers(const partitioned_graph& g) {
  const auto ranks = static_cast<std::uint64_t>(g.grid.rows);
  if (ranks <= most_peers && (g.stride + turn_vertices) * ranks < no_vertex && g.blocks.num_vertices() <= no_vertex) return;
  throw error(error_category::device, "devices of " + std::to_string(ranks) + " ranks with up to " + std::to_string(g.stride) +
                                          " vertices each cannot write to each other's memory: the most are " +
                                          std::to_string(most_peers) +
                                          " ranks and 2^32 - 1 vertices; name the transport nccl or host");
}

std::uint64_t peer_block::planned_bytes(const partitioned_graph& g) {
  const std::uint64_t lists = 2 * g.own_vertices + g.column_ids() + 2 * num_remaining(g);
  return lists * sizeof(std::uint32_t) + end_of_rests(g) * sizeof(uint4) + num_pieces(g) * sizeof(row_piece) + sizeof(peer_log) +
         room_of(g).bytes();
}

peer_part transposed_part(const partitioned_graph& g, const cuda::stream& s) {
  constexpr unsigned grid = 4096;
  require_memory_for(g, bytes_of_part(g) + bytes_of_names(g) + peer_block::planned_bytes(g));
  device_part given = upload_part(g, s);
  const auto columns = static_cast<std::uint32_t>(g.column_ids()), stride = static_cast<std::uint32_t>(g.stride);
  const peer_room room = peer_block::room_of(g);
  peer_part part{std::move(given.out_offsets),
                 std::move(given.in_offsets),
                 std::move(given.out_ends),
                 std::move(given.in_ends),
                 std::move(given.out_degrees),
                 std::move(given.to_local),
                 cuda::filled<std::uint32_t>(room.columns(), 0xFF, s)};
  name_turns<<<grid, cuda::wide_block, 0, s.get()>>>(given.vertices.data(), part.vertices.data(), columns, stride, room);
  cuda::check_launch("numbering columns");
  take_turns<<<grid, cuda::wide_block, 0, s.get()>>>(part.in_ends.data(), part.in_ends.size(), stride, room);
  cuda::check_launch("ordering columns");
  return part;
}

peer_block::peer_block(const partitioned_graph& g, peer_part transposed, const cuda::stream& s)
    : part(std::move(transposed)),
      rest_end(end_of_rests(g)),
      heads(std::max<std::uint64_t>(1, g.own_vertices), s),
      predecessors(std::max<std::uint64_t>(1, g.own_vertices), s),
      frontier(g.column_ids(), s),
      remaining{{num_remaining(g), s}, {num_remaining(g), s}},
      packs(std::max<std::uint32_t>(1, rest_end), s),
      pieces(num_pieces(g), s),
      counters(1, s),
      log(1, s) {
  constexpr unsigned grid = 4096;
  pack_rows<<<grid, cuda::wide_block, 0, s.get()>>>({part.in_offsets.data(), part.in_ends.data()},
                                                    static_cast<std::uint32_t>(g.own_vertices), rest_end, heads.data(),
                                                    packs.data());
  cuda::check_launch("packing neighbors");
  cuda::check(cudaMemsetAsync(counters.data(), 0, counters.bytes(), s.get()), "clearing device memory");
}

peer_search peer_block::search(const partitioned_graph& g) const {
  peer_search s{};
  s.num_vertices = static_cast<std::uint32_t>(g.own_vertices);
  s.in = {part.in_offsets.data(), part.in_ends.data()};
  // On one process the adjacency rows of both directions are the same and may be stored once.
  s.out = part.out_offsets.size() == 0 ? s.in : bfs_engine::device_rows<edge_offset>{part.out_offsets.data(), part.out_ends.data()};
  s.out_stride = static_cast<std::uint32_t>(g.stride);
  s.heads = heads.data();
  s.packs = packs.data();
  s.rest_end = rest_end;
  s.out_degrees = part.out_degrees.data();
  s.hub_degree = ~std::uint32_t{0};  // the peer engine uses hub_end instead of a hub degree
  s.rank = static_cast<unsigned>(g.grid.row);
  s.room = room_of(g);
  s.frontier = frontier.data();
  for (int i = 0; i < 2; ++i) s.remaining[i] = remaining[i].data();
  s.pieces = pieces.data();
  s.counters = counters.data();
  s.log = log.data();
  s.records = true;
  s.predecessors = predecessors.data();
  s.all_edges = g.num_edges;
  return s;
}

}  // namespace fathom::ranks_engine
