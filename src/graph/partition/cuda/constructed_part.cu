#include "graph/partition/cuda/constructed_part.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/error.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/block_values.hpp"
#include "graph/partition/cuda/name_kernels.cuh"
#include "graph/partition/cuda/owned_rows.hpp"
#include "graph/partition/cuda/peer_block.hpp"
#include "graph/partition/cuda/split_keys.hpp"
#include "graph/partition/cuda/transposed_rows.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t word_bits = 64;

class builder {
 public:
  builder(communicator& ranks, process_grid grid, vertex_blocks blocks, const device_edge_slice& share, const cuda::stream& s)
      : ranks_(ranks), share_(share), stream_(s) {
    part_.graph.ranks = &ranks;
    part_.graph.grid = std::move(grid);
    part_.graph.blocks = std::move(blocks);
    own_size_ = static_cast<std::uint32_t>(size_of_block(ranks.rank()));
  }

  constructed_part build(const run_control& control) {
    const timer all;
    on_all_processes(ranks_, [&] {
      check_stop(control);
      require_narrow_ids();
    });
    report_progress(control, "building", 0, 3);
    gather_rows();
    number_vertices();
    report_progress(control, "building", 1, 3);
    name_all_columns();
    on_all_processes(ranks_, [&] { fill_in_rows(); });
    const std::uint64_t room = owned_.room;
    owned_ = {};
    report_progress(control, "building", 2, 3);
    on_all_processes(ranks_, [&] {
      if (ranks_.size() > 1)
        // a single process shares the rows of `in`
        transpose_rows(part_.graph, room_of_peers_, room, part_.rows, part_.weights, stream_);
      stream_.wait("constructing");
    });
    report_progress(control, "building", 3, 3);
    ranks_.barrier();
    part_.graph.construction.seconds = all.seconds();
    return std::move(part_);
  }

 private:
  [[nodiscard]] std::uint64_t size_of_block(int r) const {
    const index_range block = part_.graph.blocks.block(r);
    return block.last - block.first;
  }

  void require_narrow_ids() const {
    if (share_.num_vertices <= no_vertex && ranks_.size() <= static_cast<int>(most_peers)) return;
    throw error(error_category::usage, std::to_string(share_.num_vertices) + " vertices on " + std::to_string(ranks_.size()) +
                                           " ranks cannot be constructed on devices: the most are 2^32 - 1 on " +
                                           std::to_string(most_peers) + "; name the transport nccl or host");
  }

  void gather_rows() {
    owned_ = gather_rows_on_devices(ranks_, part_.graph.blocks, share_, stream_);
    part_.graph.block_edges = owned_.entries;
    part_.graph.num_edges = sum_of(ranks_, owned_.entries);
    part_.graph.construction.bytes_sent = owned_.bytes_sent;
  }

  // Assigns local ids by descending row length, equal ones in the caller's order; empty rows get none.
  void number_vertices() {
    partitioned_graph& g = part_.graph;
    on_all_processes(ranks_, [&] {
      cuda::buffer<std::uint32_t> keys(own_size_, stream_), key_scratch(own_size_, stream_), position_scratch(own_size_, stream_);
      positions_ = cuda::buffer<std::uint32_t>(own_size_, stream_);
      part_.rows.to_local = cuda::filled<local_vertex>(own_size_, 0xFF, stream_);
      if (own_size_ > 0) {
        order_keys<<<cuda::wide_grid(own_size_), cuda::wide_block, 0, stream_.get()>>>(owned_.starts.data(), own_size_, keys.data(),
                                                                                       positions_.data());
        cuda::check_launch("ordering rows");
        cuda::sort_pairs(keys, key_scratch, positions_, position_scratch, 32, stream_);
        const cuda::buffer<std::uint64_t> named(1, stream_);
        find_empty_rows<<<1, 1, 0, stream_.get()>>>(keys.data(), own_size_, named.data());
        g.own_vertices = cuda::read_one(named.data(), stream_);
      }
      const auto own = static_cast<std::uint32_t>(g.own_vertices);
      part_.rows.out_degrees = cuda::buffer<std::uint32_t>(std::max<std::uint32_t>(1, own), stream_);
      part_.rows.in_offsets = cuda::buffer<edge_offset>(own + std::size_t{1}, stream_);
      name_rows<<<cuda::wide_grid(own + std::uint64_t{1}), cuda::wide_block, 0, stream_.get()>>>(
          keys.data(), positions_.data(), own, part_.rows.to_local.data(), part_.rows.out_degrees.data(),
          part_.rows.in_offsets.data());
      cuda::check_launch("numbering rows");
      cuda::exclusive_sum(part_.rows.in_offsets.data(), part_.rows.in_offsets.data(), own + std::uint64_t{1}, stream_);
      g.to_local = array<local_vertex>(own_size_);
      g.out_degrees = array<std::uint32_t>(own);
      cuda::copy_to_host(g.to_local.data(), part_.rows.to_local.data(), g.to_local.bytes(), stream_);
      cuda::copy_to_host(g.out_degrees.data(), part_.rows.out_degrees.data(), g.out_degrees.bytes(), stream_);
    });
    g.stride = std::max<std::uint64_t>(1, (largest_of(ranks_, g.own_vertices) + word_bits - 1) / word_bits) * word_bits;
    room_of_peers_ = peer_block::room_of(g);
    on_all_processes(ranks_, [&] { require_few_peers(g); });
  }

  // Fills names_, by vertex of the whole graph, from all processes' blocks of it.
  void name_all_columns() {
    on_all_processes(ranks_, [&] {
      name_columns<<<cuda::wide_grid(own_size_), cuda::wide_block, 0, stream_.get()>>>(
          part_.rows.to_local.data(), own_size_, room_of_peers_, static_cast<unsigned>(ranks_.rank()), names_in(ranks_.rank()));
      cuda::check_launch("numbering columns");
      names_ = cuda::buffer<std::uint32_t>(share_.num_vertices, stream_);
      part_.rows.vertices = cuda::filled<std::uint32_t>(room_of_peers_.columns(), 0xFF, stream_);
      stream_.wait("numbering columns");
    });
    on_all_processes(ranks_, [&] {
      for (int r = 0; r < ranks_.size(); ++r) {
        cuda::check(cudaMemcpyAsync(names_.data() + part_.graph.blocks.block(r).first, names_in(r),
                                    size_of_block(r) * sizeof(std::uint32_t), cudaMemcpyDefault, stream_.get()),
                    "copying names between devices");
      }
      name_vertices<<<cuda::wide_grid(share_.num_vertices), cuda::wide_block, 0, stream_.get()>>>(
          names_.data(), share_.num_vertices, part_.rows.vertices.data());
      cuda::check_launch("numbering vertices");
      stream_.wait("copying names between devices");
    });
    part_.graph.construction.bytes_sent +=
        std::uint64_t{own_size_} * sizeof(std::uint32_t) * static_cast<std::uint64_t>(ranks_.size() - 1);
  }
  /// The column ids of a process's block; stored in its mailbox while that is not otherwise in use.
  [[nodiscard]] std::uint32_t* names_in(int r) const { return reinterpret_cast<std::uint32_t*>(owned_.mailbox_of(r).keys); }

  // Fills each adjacency row with its columns in the order of their ids, so that hubs come first.
  void fill_in_rows() {
    const auto own = static_cast<std::uint32_t>(part_.graph.own_vertices);
    peer_part& rows = part_.rows;
    rows.in_ends = cuda::buffer<local_vertex>(std::max<std::uint64_t>(1, owned_.entries), stream_);
    if (share_.weighted) part_.weights = cuda::buffer<edge_weight>(rows.in_ends.size(), stream_);
    const cuda::buffer<std::uint64_t> behind(1, stream_);
    const cuda::weighted_keys mailbox = owned_.mailbox_of(ranks_.rank());
    const named_rows named{rows.in_offsets.data(), own,          positions_.data(), owned_.starts.data(), owned_.values.data(),
                           owned_.weights.data(),  names_.data()};
    const int column_bits = key_bits(room_of_peers_.columns());
    edge_offset begin = 0;
    for (std::uint32_t first = 0; first < own;) {
      find_row_behind<<<1, 1, 0, stream_.get()>>>(rows.in_offsets.data(), own, first, owned_.room, behind.data());
      cuda::check_launch("cutting rows");
      const auto last = static_cast<std::uint32_t>(cuda::read_one(behind.data(), stream_));
      const edge_offset end = cuda::read_one(rows.in_offsets.data() + last, stream_);
      rename_entries<<<cuda::wide_grid((end - begin) / (entries_per_warp / cuda::warp_lanes) + cuda::warp_lanes), cuda::wide_block,
                       0, stream_.get()>>>(named, first, begin, end, column_bits, mailbox);
      cuda::check_launch("renaming entries");
      const cuda::weighted_keys keys =
          cuda::sort(mailbox, owned_.own_scratch(), end - begin, column_bits + key_bits(last - first), stream_);
      take_values(keys, end - begin, column_bits, begin, {rows.in_ends.data(), part_.weights.data()}, stream_);
      first = last, begin = end;
    }
    names_ = {}, positions_ = {};
    stream_.wait("filling rows");
  }

  communicator& ranks_;
  const device_edge_slice& share_;
  const cuda::stream& stream_;
  std::uint32_t own_size_ = 0;  ///< vertices of this process's block
  device_owned_rows owned_;
  peer_room room_of_peers_;
  cuda::buffer<std::uint32_t> positions_;  ///< by local id
  cuda::buffer<std::uint32_t> names_;      ///< column ids, by vertex of the whole graph

  constructed_part part_;
};

}  // namespace

constructed_part construct_part(communicator& ranks, process_grid grid, vertex_blocks blocks, const device_edge_slice& share,
                                const cuda::stream& s, const run_control& control) {
  return builder(ranks, std::move(grid), std::move(blocks), share, s).build(control);
}

}  // namespace fathom::ranks_engine
