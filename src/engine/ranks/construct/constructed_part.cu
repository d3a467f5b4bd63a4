#include "engine/ranks/construct/constructed_part.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "core/timer.hpp"
#include "cuda/algorithms.hpp"
#include "cuda/transfer.hpp"
#include "distributed/agreement.hpp"
#include "distributed/block_values.hpp"
#include "distributed/exchange.hpp"
#include "distributed/peer_memory.hpp"
#include "engine/ranks/construct/row_kernels.cuh"
#include "engine/ranks/construct/send_entries.cuh"
#include "engine/ranks/peers/peer_block.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t word_bits = 64;
constexpr unsigned many_blocks = 4096;

int bits_of(std::uint64_t values) { return std::max<int>(1, std::bit_width(values - 1)); }

block_table table_of(const vertex_blocks& blocks, int ranks) {
  block_table table{};
  table.ranks = static_cast<unsigned>(ranks);
  for (int r = 0; r < ranks; ++r) table.first[r] = blocks.block(r).first;
  std::fill(table.first + ranks, std::end(table.first), blocks.num_vertices());
  return table;
}

/// How a block's rows are cut into slices, and what comes of each.
struct slices {
  unsigned shift = 0, count = 1;
  std::vector<std::vector<std::uint64_t>> sent;  ///< by rank, of each rank its slices

  [[nodiscard]] std::uint64_t sent_to(std::size_t from, std::size_t to, unsigned slice) const {
    return sent[from][to * count + slice];
  }
  /// Before those of rank `from` in the mailbox of `to`; of all ranks where `from` is their number.
  [[nodiscard]] std::uint64_t before(std::size_t from, std::size_t to, unsigned slice) const {
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < from; ++r) sum += sent_to(r, to, slice);
    return sum;
  }
};

class builder {
 public:
  builder(communicator& ranks, process_grid grid, const device_share& share, const cuda::stream& s)
      : ranks_(ranks), share_(share), stream_(s) {
    part_.graph.ranks = &ranks;
    part_.graph.grid = std::move(grid);
    part_.graph.blocks = vertex_blocks(share.num_vertices, ranks.size());
    blocks_ = table_of(part_.graph.blocks, ranks.size());
    const index_range own = part_.graph.own_block();
    own_size_ = static_cast<std::uint32_t>(own.last - own.first);
  }

  constructed_part build(const run_control& control) {
    const timer all;
    on_all_ranks(ranks_, [&] {
      check_stop(control);
      require_narrow_ids();
    });
    plan_slices();
    report_progress(control, "building", 0, 3);
    gather_rows();
    number_vertices();
    report_progress(control, "building", 1, 3);
    name_all_columns();
    on_all_ranks(ranks_, [&] { fill_in_rows(); });
    mailbox_.reset();
    report_progress(control, "building", 2, 3);
    on_all_ranks(ranks_, [&] {
      fill_out_rows();
      stream_.wait("constructing");
    });
    report_progress(control, "building", 3, 3);
    ranks_.barrier();
    part_.graph.construction.seconds = all.seconds();
    return std::move(part_);
  }

 private:
  void check(std::string_view doing) const { cuda::check(cudaGetLastError(), doing); }
  template <class T>
  [[nodiscard]] cuda::buffer<T> zeros(std::size_t size) const {
    cuda::buffer<T> made(size, stream_);
    cuda::check(cudaMemsetAsync(made.data(), 0, made.bytes(), stream_.get()), "clearing device memory");
    return made;
  }
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(ranks_.rank()); }

  void require_narrow_ids() const {
    if (share_.num_vertices <= std::uint64_t{1} << 32 && blocks_.ranks <= most_peers) return;
    throw error(error_category::usage, std::to_string(share_.num_vertices) + " vertices on " + std::to_string(blocks_.ranks) +
                                           " ranks cannot be constructed on devices: the most are 2^32 on " +
                                           std::to_string(most_peers) + "; name the transport nccl or host");
  }

  // As few slices as leave room for the entries of one, twice, beside the rows before and after they are named.
  void plan_slices() {
    constexpr unsigned most_slices = 64;
    const std::uint64_t entries = 2 * share_.num_edges / blocks_.ranks + 1, n = share_.num_vertices;
    const std::uint64_t rows = 2 * sizeof(std::uint32_t) * entries + 12 * std::uint64_t{own_size_} + 12 * n;
    unsigned wanted = 1;
    on_all_ranks(ranks_, [&] {
      const std::uint64_t available = cuda::available_device_memory() / 16 * 15;
      while (wanted < most_slices && rows + 2 * sizeof(std::uint64_t) * entries / wanted > available) wanted *= 2;
      cuda::require_device_memory(rows + 2 * sizeof(std::uint64_t) * entries / wanted,
                                  "constructing a graph of " + std::to_string(n) + " vertices and " +
                                      std::to_string(share_.num_edges) + " edges on " + std::to_string(blocks_.ranks) + " ranks");
    });
    wanted = static_cast<unsigned>(largest_of(ranks_, wanted));
    std::uint64_t largest = 1;
    for (int r = 0; r < ranks_.size(); ++r) {
      largest = std::max(largest, part_.graph.blocks.block(r).last - part_.graph.blocks.block(r).first);
    }
    const int most_shift = wanted > 1 ? bits_of(largest) - bits_of(wanted) : bits_of(largest);
    slices_.shift = static_cast<unsigned>(std::clamp(most_shift, 0, 31));
    slices_.count = static_cast<unsigned>(((largest - 1) >> slices_.shift) + 1);
    count_slices();
  }

  void count_slices() {
    const std::size_t bins = std::size_t{blocks_.ranks} * slices_.count;
    std::vector<std::uint64_t> mine(bins);
    on_all_ranks(ranks_, [&] {
      const auto counts = zeros<unsigned long long>(bins);
      count_entries<<<many_blocks, cuda::wide_block, bins * sizeof(unsigned), stream_.get()>>>(
          share_.edges.data(), share_.edges.size(), blocks_, slices_.shift, slices_.count, counts.data());
      check("counting entries");
      cuda::copy_to_host(mine.data(), counts.data(), counts.bytes(), stream_);
    });
    slices_.sent.assign(blocks_.ranks, std::vector<std::uint64_t>(bins));
    const std::vector<std::vector<std::byte>> all = ranks_.all_gather(std::as_bytes(std::span(mine)));
    for (std::size_t r = 0; r < all.size(); ++r)
      std::copy(all[r].begin(), all[r].end(), std::as_writable_bytes(std::span(slices_.sent[r])).begin());
    for (std::size_t r = 0; r < blocks_.ranks; ++r) {
      for (unsigned k = 0; k < slices_.count; ++k) {
        room_ = std::max(room_, slices_.before(blocks_.ranks, r, k));
        if (r == rank()) received_ += slices_.before(blocks_.ranks, r, k);
        if (r != rank()) part_.graph.construction.bytes_sent += slices_.sent_to(rank(), r, k) * sizeof(std::uint64_t);
      }
    }
    // The names of a block's vertices lie there afterwards.
    room_ = std::max<std::uint64_t>({room_, 1, own_size_, share_.num_vertices / blocks_.ranks + 1});
  }

  [[nodiscard]] std::uint64_t* mailbox(std::size_t r) const { return reinterpret_cast<std::uint64_t*>(mailbox_->of_ranks()[r]); }

  // Sorted, so that duplicates lie side by side and fall out.
  void gather_rows() {
    mailbox_ = std::make_unique<peer_memory>(ranks_, room_ * sizeof(std::uint64_t));
    on_all_ranks(ranks_, [&] {
      scratch_ = cuda::buffer<std::uint64_t>(room_, stream_);
      values_ = cuda::buffer<std::uint32_t>(std::max<std::uint64_t>(1, received_), stream_);
      starts_ = cuda::buffer<edge_offset>(own_size_ + std::size_t{1}, stream_);
      cuda::check(cudaFuncSetAttribute(reinterpret_cast<const void*>(&send_entries), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(tile_bytes)),
                  "asking for shared memory");
    });
    for (unsigned k = 0; k < slices_.count; ++k) {
      on_all_ranks(ranks_, [&] { send(k); });
      on_all_ranks(ranks_, [&] { take(k); });  // and nobody sends into what is being sorted
    }
    on_all_ranks(ranks_, [&] {
      cuda::check(cudaMemcpyAsync(starts_.data() + own_size_, &entries_, sizeof entries_, cudaMemcpyHostToDevice, stream_.get()),
                  "writing the last row's end");
      stream_.wait("gathering rows");
    });
    part_.graph.block_edges = entries_;
    part_.graph.num_edges = sum_of(ranks_, entries_);
  }

  [[nodiscard]] int vertex_bits() const { return bits_of(share_.num_vertices); }

  void send(unsigned k) {
    mailboxes to{};
    for (std::size_t r = 0; r < blocks_.ranks; ++r) {
      to.of[r] = mailbox(r);
      to.begin[r] = slices_.before(rank(), r, k);
    }
    const auto sent = zeros<unsigned long long>(most_peers);
    send_entries<<<many_blocks, sending_threads, tile_bytes, stream_.get()>>>(share_.edges.data(), share_.edges.size(), blocks_,
                                                                              {slices_.shift, k}, vertex_bits(), to, sent.data());
    check("sending entries");
    stream_.wait("sending entries");
  }

  void take(unsigned k) {
    const std::uint64_t first = std::min<std::uint64_t>(own_size_, std::uint64_t{k} << slices_.shift);
    const std::uint64_t rows = std::min<std::uint64_t>(own_size_ - first, std::uint64_t{1} << slices_.shift);
    std::uint64_t size = slices_.before(blocks_.ranks, rank(), k);
    std::uint64_t* keys = mailbox(rank());
    if (size > 0) {
      keys = cuda::sort(keys, scratch_.data(), size, vertex_bits() + bits_of(std::max<std::uint64_t>(1, rows)), stream_);
      std::uint64_t* const other = keys == scratch_.data() ? mailbox(rank()) : scratch_.data();
      size = cuda::unique(keys, size, other, stream_);
      keys = other;
    }
    split_keys<<<cuda::wide_grid(size + 1), cuda::wide_block, 0, stream_.get()>>>(keys, size, rows, vertex_bits(), entries_,
                                                                                  values_.data(), starts_.data() + first);
    check("building rows");
    stream_.wait("building rows");
    entries_ += size;
  }

  // Local ids: the longest row first, equal ones in the caller's order; none for those without an entry.
  void number_vertices() {
    partitioned_graph& g = part_.graph;
    on_all_ranks(ranks_, [&] {
      cuda::buffer<std::uint32_t> keys(own_size_, stream_), key_scratch(own_size_, stream_), position_scratch(own_size_, stream_);
      positions_ = cuda::buffer<std::uint32_t>(own_size_, stream_);
      part_.rows.to_local = cuda::buffer<local_vertex>(own_size_, stream_);
      cuda::check(cudaMemsetAsync(part_.rows.to_local.data(), 0xFF, part_.rows.to_local.bytes(), stream_.get()), "naming rows");
      if (own_size_ > 0) {
        order_keys<<<cuda::wide_grid(own_size_), cuda::wide_block, 0, stream_.get()>>>(starts_.data(), own_size_, keys.data(),
                                                                                       positions_.data());
        check("ordering rows");
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
      check("naming rows");
      cuda::exclusive_sum(part_.rows.in_offsets.data(), part_.rows.in_offsets.data(), own + std::uint64_t{1}, stream_);
      g.to_local = array<local_vertex>(own_size_);
      g.out_degrees = array<std::uint32_t>(own);
      cuda::copy_to_host(g.to_local.data(), part_.rows.to_local.data(), g.to_local.bytes(), stream_);
      cuda::copy_to_host(g.out_degrees.data(), part_.rows.out_degrees.data(), g.out_degrees.bytes(), stream_);
    });
    g.stride = std::max<std::uint64_t>(1, (largest_of(ranks_, g.own_vertices) + word_bits - 1) / word_bits) * word_bits;
    room_of_peers_ = peer_block::room_of(g);
    on_all_ranks(ranks_, [&] { require_few_peers(g); });
  }

  // By vertex of the whole graph, from all ranks' blocks of it.
  void name_all_columns() {
    on_all_ranks(ranks_, [&] {
      name_columns<<<cuda::wide_grid(own_size_), cuda::wide_block, 0, stream_.get()>>>(
          part_.rows.to_local.data(), own_size_, room_of_peers_, static_cast<unsigned>(ranks_.rank()), names_in(rank()));
      check("naming columns");
      names_ = cuda::buffer<std::uint32_t>(share_.num_vertices, stream_);
      part_.rows.vertices = cuda::buffer<std::int64_t>(room_of_peers_.columns(), stream_);
      cuda::check(cudaMemsetAsync(part_.rows.vertices.data(), 0xFF, part_.rows.vertices.bytes(), stream_.get()), "naming columns");
      stream_.wait("naming columns");
    });
    on_all_ranks(ranks_, [&] {
      for (std::size_t r = 0; r < blocks_.ranks; ++r) {
        cuda::check(
            cudaMemcpyAsync(names_.data() + blocks_.first[r], names_in(r),
                            (blocks_.first[r + 1] - blocks_.first[r]) * sizeof(std::uint32_t), cudaMemcpyDefault, stream_.get()),
            "copying names between devices");
      }
      name_vertices<<<cuda::wide_grid(share_.num_vertices), cuda::wide_block, 0, stream_.get()>>>(
          names_.data(), share_.num_vertices, part_.rows.vertices.data());
      check("naming vertices");
      stream_.wait("copying names between devices");
    });
    part_.graph.construction.bytes_sent += std::uint64_t{own_size_} * sizeof(std::uint32_t) * (blocks_.ranks - 1);
  }
  [[nodiscard]] std::uint32_t* names_in(std::size_t r) const { return reinterpret_cast<std::uint32_t*>(mailbox(r)); }

  // Each row's columns in the order of their ids, in which hubs come first.
  void fill_in_rows() {
    const auto own = static_cast<std::uint32_t>(part_.graph.own_vertices);
    device_part& rows = part_.rows;
    rows.in_ends = cuda::buffer<local_vertex>(std::max<std::uint64_t>(1, entries_), stream_);
    const cuda::buffer<std::uint64_t> behind(1, stream_);
    const named_rows named{rows.in_offsets.data(), own, positions_.data(), starts_.data(), values_.data(), names_.data()};
    const int column_bits = bits_of(room_of_peers_.columns());
    edge_offset begin = 0;
    for (std::uint32_t first = 0; first < own;) {
      find_row_behind<<<1, 1, 0, stream_.get()>>>(rows.in_offsets.data(), own, first, room_, behind.data());
      check("cutting rows");
      const auto last = static_cast<std::uint32_t>(cuda::read_one(behind.data(), stream_));
      const edge_offset end = cuda::read_one(rows.in_offsets.data() + last, stream_);
      rename_entries<<<cuda::wide_grid((end - begin) / (entries_a_warp / cuda::warp_lanes) + cuda::warp_lanes), cuda::wide_block, 0,
                       stream_.get()>>>(named, first, begin, end, column_bits, mailbox(rank()));
      check("renaming entries");
      const std::uint64_t* const keys =
          cuda::sort(mailbox(rank()), scratch_.data(), end - begin, column_bits + bits_of(last - first), stream_);
      take_values<<<cuda::wide_grid(end - begin), cuda::wide_block, 0, stream_.get()>>>(keys, end - begin, column_bits,
                                                                                        rows.in_ends.data() + begin);
      check("filling rows");
      first = last, begin = end;
    }
    values_ = {}, names_ = {}, starts_ = {}, positions_ = {};
    stream_.wait("filling rows");
  }

  // The same edges by column. Of one rank these are the rows of `in`.
  void fill_out_rows() {
    device_part& rows = part_.rows;
    if (blocks_.ranks == 1) return;
    const partitioned_graph& g = part_.graph;
    const column_rows by_column{room_of_peers_, static_cast<std::uint32_t>(g.stride)};
    const auto columns = static_cast<std::uint32_t>(g.column_ids()), own = static_cast<std::uint32_t>(g.own_vertices);
    rows.out_offsets = cuda::buffer<edge_offset>(columns + std::size_t{1}, stream_);
    rows.out_ends = cuda::buffer<local_vertex>(std::max<std::uint64_t>(1, entries_), stream_);
    const granule_counts counts = count_granules(by_column, columns);
    std::uint64_t room = room_;
    for (const std::uint64_t size : counts.sizes) room = std::max(room, size);
    scratch_ = {};
    cuda::buffer<std::uint64_t> keys(room, stream_), scratch(room, stream_);
    const int row_bits = bits_of(std::max<std::uint32_t>(1, own));
    std::uint64_t base = 0;
    for (std::size_t granule = 0; granule < counts.sizes.size();) {
      const std::size_t first_granule = granule;
      std::uint64_t size = 0;
      while (granule < counts.sizes.size() && size + counts.sizes[granule] <= room) size += counts.sizes[granule++];
      const auto first = static_cast<std::uint32_t>(first_granule << counts.shift);
      const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(columns, std::uint64_t{granule} << counts.shift));
      const std::uint64_t* const sorted = turn(by_column, first, last, row_bits, keys, scratch, size);
      split_keys<<<cuda::wide_grid(size + 1), cuda::wide_block, 0, stream_.get()>>>(
          sorted, size, last - first, row_bits, base, rows.out_ends.data(), rows.out_offsets.data() + first);
      check("building columns");
      base += size;
    }
    cuda::check(
        cudaMemcpyAsync(rows.out_offsets.data() + columns, &entries_, sizeof entries_, cudaMemcpyHostToDevice, stream_.get()),
        "writing the last column's end");
    stream_.wait("building columns");
  }

  struct granule_counts {
    unsigned shift = 0;
    std::vector<std::uint64_t> sizes;
  };

  granule_counts count_granules(const column_rows& by_column, std::uint32_t columns) const {
    constexpr unsigned most_granules = 1u << 15;  // counted in the shared memory of a block
    granule_counts counts;
    counts.shift = static_cast<unsigned>(std::max(0, bits_of(columns) - bits_of(most_granules)));
    const unsigned granules = ((columns - 1) >> counts.shift) + 1;
    const auto sums = zeros<unsigned long long>(granules);
    cuda::check(cudaFuncSetAttribute(reinterpret_cast<const void*>(&count_columns), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(most_granules * sizeof(unsigned))),
                "asking for shared memory");
    constexpr unsigned blocks = 256, threads = 1024;
    count_columns<<<blocks, threads, granules * sizeof(unsigned), stream_.get()>>>(part_.rows.in_ends.data(), entries_, by_column,
                                                                                   counts.shift, granules, sums.data());
    check("counting columns");
    counts.sizes.resize(granules);
    cuda::copy_to_host(counts.sizes.data(), sums.data(), sums.bytes(), stream_);
    return counts;
  }

  // Sorted, by column and then by row; where they lie.
  const std::uint64_t* turn(const column_rows& by_column, std::uint32_t first, std::uint32_t last, int row_bits,
                            const cuda::buffer<std::uint64_t>& keys, const cuda::buffer<std::uint64_t>& scratch,
                            std::uint64_t size) const {
    if (size == 0) return keys.data();
    const auto taken = zeros<unsigned long long>(1);
    turn_entries<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(
        part_.rows.in_offsets.data(), static_cast<std::uint32_t>(part_.graph.own_vertices), part_.rows.in_ends.data(), entries_,
        by_column, first, last, row_bits, keys.data(), taken.data());
    check("turning entries");
    return cuda::sort(keys.data(), scratch.data(), size, row_bits + bits_of(std::max<std::uint32_t>(1, last - first)), stream_);
  }

  communicator& ranks_;
  const device_share& share_;
  const cuda::stream& stream_;
  block_table blocks_;
  std::uint32_t own_size_ = 0;  ///< vertices of this rank's block
  slices slices_;
  std::uint64_t room_ = 0, received_ = 0;  ///< entries: of a mailbox, and those that come to this rank
  std::uint64_t entries_ = 0;              ///< of this rank's rows, without duplicates
  peer_room room_of_peers_;

  std::unique_ptr<peer_memory> mailbox_;
  cuda::buffer<std::uint64_t> scratch_;    ///< as large as the mailbox, to sort
  cuda::buffer<edge_offset> starts_;       ///< of rows by position
  cuda::buffer<std::uint32_t> values_;     ///< of these rows: vertices
  cuda::buffer<std::uint32_t> positions_;  ///< of local ids
  cuda::buffer<std::uint32_t> names_;      ///< column ids, by vertex of the whole graph

  constructed_part part_;
};

}  // namespace

constructed_part construct_part(communicator& ranks, process_grid grid, const device_share& share, const cuda::stream& s,
                                const run_control& control) {
  return builder(ranks, std::move(grid), share, s).build(control);
}

}  // namespace fathom::ranks_engine
