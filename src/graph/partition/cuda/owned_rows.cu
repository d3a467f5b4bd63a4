#include "graph/partition/cuda/owned_rows.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/device_memory.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/send_entries.cuh"
#include "graph/partition/cuda/split_keys.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr unsigned many_blocks = 4096;

block_table table_of(const vertex_blocks& blocks, int ranks) {
  block_table table{};
  table.ranks = static_cast<unsigned>(ranks);
  for (int r = 0; r < ranks; ++r) table.first[r] = blocks.block(r).first;
  std::fill(table.first + ranks, std::end(table.first), blocks.num_vertices());
  return table;
}

/// How a block's adjacency rows are cut into slices, and the number of entries sent for each.
struct slices {
  unsigned shift = 0, count = 1;
  std::vector<std::vector<std::uint64_t>> sent;  ///< by sender: for each receiver, the entry counts of its slices

  [[nodiscard]] std::uint64_t sent_to(std::size_t from, std::size_t to, unsigned slice) const {
    return sent[from][to * count + slice];
  }
  /// Number of entries from senders before `from` in the mailbox of `to`; the total if `from` is the number of processes.
  [[nodiscard]] std::uint64_t before(std::size_t from, std::size_t to, unsigned slice) const {
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < from; ++r) sum += sent_to(r, to, slice);
    return sum;
  }
};

class gatherer {
 public:
  gatherer(communicator& ranks, const vertex_blocks& blocks, const device_edge_slice& share, const cuda::stream& s)
      : ranks_(ranks), share_(share), stream_(s), blocks_(table_of(blocks, ranks.size())) {
    for (std::size_t r = 0; r < blocks_.ranks; ++r) largest_block_ = std::max(largest_block_, size_of_block(r));
    own_size_ = static_cast<std::uint32_t>(size_of_block(rank()));
  }

  device_owned_rows run() {
    const unsigned wanted = plan_slices();
    cut_slices(wanted);
    count_slices();
    size_mailbox();
    gather();
    return std::move(rows_);
  }

 private:
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(ranks_.rank()); }
  [[nodiscard]] std::uint64_t size_of_block(std::size_t r) const { return blocks_.first[r + 1] - blocks_.first[r]; }
  [[nodiscard]] std::uint64_t weight_bytes() const { return share_.weighted ? sizeof(edge_weight) : 0; }
  [[nodiscard]] std::uint64_t entry_bytes() const { return sizeof(std::uint64_t) + weight_bytes(); }
  [[nodiscard]] int vertex_bits() const { return key_bits(share_.num_vertices); }

  // Uses as few slices as leave room for two copies of one slice's entries, beside the rows before and after renaming.
  unsigned plan_slices() {
    constexpr unsigned most_slices = 64;
    const std::uint64_t entries = 2 * share_.num_edges / blocks_.ranks + 1, n = share_.num_vertices;
    const std::uint64_t rows = 2 * (sizeof(std::uint32_t) + weight_bytes()) * entries + 12 * std::uint64_t{own_size_} + 12 * n;
    unsigned wanted = 1;
    on_all_processes(ranks_, [&] {
      const std::uint64_t available = cuda::available_device_memory() / 16 * 15;
      while (wanted < most_slices && rows + 2 * entry_bytes() * entries / wanted > available) wanted *= 2;
      cuda::require_device_memory(rows + 2 * entry_bytes() * entries / wanted,
                                  "constructing a graph of " + std::to_string(n) + " vertices and " +
                                      std::to_string(share_.num_edges) + " edges on " + std::to_string(blocks_.ranks) +
                                      (blocks_.ranks == 1 ? " rank" : " ranks"));
    });
    return static_cast<unsigned>(largest_of(ranks_, wanted));
  }

  void cut_slices(unsigned wanted) {
    const int most_shift = wanted > 1 ? key_bits(largest_block_) - key_bits(wanted) : key_bits(largest_block_);
    slices_.shift = static_cast<unsigned>(std::clamp(most_shift, 0, 31));
    slices_.count = static_cast<unsigned>(((largest_block_ - 1) >> slices_.shift) + 1);
  }

  void count_slices() {
    const std::size_t bins = std::size_t{blocks_.ranks} * slices_.count;
    std::vector<std::uint64_t> mine(bins);
    on_all_processes(ranks_, [&] {
      const auto counts = cuda::filled<unsigned long long>(bins, 0, stream_);
      count_entries<<<many_blocks, cuda::wide_block, bins * sizeof(unsigned), stream_.get()>>>(
          share_.edges.data(), share_.edges.size(), blocks_, slices_.shift, slices_.count, counts.data());
      cuda::check_launch("counting entries");
      cuda::copy_to_host(mine.data(), counts.data(), counts.bytes(), stream_);
    });
    slices_.sent.assign(blocks_.ranks, std::vector<std::uint64_t>(bins));
    const std::vector<std::vector<std::byte>> all = ranks_.all_gather(std::as_bytes(std::span(mine)));
    for (std::size_t r = 0; r < all.size(); ++r)
      std::copy(all[r].begin(), all[r].end(), std::as_writable_bytes(std::span(slices_.sent[r])).begin());
  }

  void size_mailbox() {
    for (std::size_t r = 0; r < blocks_.ranks; ++r) {
      for (unsigned k = 0; k < slices_.count; ++k) {
        rows_.room = std::max(rows_.room, slices_.before(blocks_.ranks, r, k));
        if (r == rank()) received_ += slices_.before(blocks_.ranks, r, k);
        if (r != rank()) rows_.bytes_sent += slices_.sent_to(rank(), r, k) * entry_bytes();
      }
    }
    rows_.room = std::max(rows_.room, largest_block_);
  }

  // Entries are sorted, so that duplicates become adjacent and can be removed.
  void gather() {
    rows_.weighted = share_.weighted;
    rows_.mailbox = std::make_unique<peer_memory>(ranks_, rows_.room * entry_bytes());
    on_all_processes(ranks_, [&] {
      rows_.scratch = cuda::buffer<std::uint64_t>(rows_.room, stream_);
      rows_.values = cuda::buffer<std::uint32_t>(std::max<std::uint64_t>(1, received_), stream_);
      if (share_.weighted) {
        rows_.scratch_weights = cuda::buffer<edge_weight>(rows_.room, stream_);
        rows_.weights = cuda::buffer<edge_weight>(rows_.values.size(), stream_);
      }
      rows_.starts = cuda::buffer<edge_offset>(own_size_ + std::size_t{1}, stream_);
      const auto* const kernel = reinterpret_cast<const void*>(sending_kernel());
      cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes_of_tile())),
                  "asking for shared memory");
    });
    for (unsigned k = 0; k < slices_.count; ++k) {
      on_all_processes(ranks_, [&] { send(k); });
      on_all_processes(ranks_, [&] { take(k); });  // also a barrier: mailboxes are not written while they are sorted
    }
    on_all_processes(ranks_, [&] {
      cuda::check(cudaMemcpyAsync(rows_.starts.data() + own_size_, &rows_.entries, sizeof rows_.entries, cudaMemcpyHostToDevice,
                                  stream_.get()),
                  "writing the last row's end");
      stream_.wait("gathering rows");
    });
  }

  using send_kernel = decltype(&send_entries<true, many_edges_per_thread>);
  [[nodiscard]] send_kernel sending_kernel() const {
    if (edges_per_thread_ == many_edges_per_thread)
      return share_.weighted ? &send_entries<true, many_edges_per_thread> : &send_entries<false, many_edges_per_thread>;
    return share_.weighted ? &send_entries<true, few_edges_per_thread> : &send_entries<false, few_edges_per_thread>;
  }
  [[nodiscard]] std::size_t bytes_of_tile() const { return tile_bytes(edges_per_thread_, entry_bytes()); }

  void send(unsigned k) {
    mailboxes to{};
    for (int r = 0; r < ranks_.size(); ++r) {
      to.of[r] = rows_.mailbox_of(r);
      to.begin[r] = slices_.before(rank(), static_cast<std::size_t>(r), k);
    }
    const auto sent = cuda::filled<unsigned long long>(most_peers, 0, stream_);
    sending_kernel()<<<many_blocks, sending_threads, bytes_of_tile(), stream_.get()>>>(
        {share_.edges.data(), share_.weights.data(), share_.edges.size()}, blocks_, {slices_.shift, k}, vertex_bits(), to,
        sent.data());
    cuda::check_launch("sending entries");
    stream_.wait("sending entries");
  }

  void take(unsigned k) {
    const std::uint64_t first = std::min<std::uint64_t>(own_size_, std::uint64_t{k} << slices_.shift);
    const std::uint64_t rows = std::min<std::uint64_t>(own_size_ - first, std::uint64_t{1} << slices_.shift);
    std::uint64_t size = slices_.before(blocks_.ranks, rank(), k);
    cuda::weighted_keys keys = rows_.mailbox_of(ranks_.rank());
    if (size > 0) {
      const cuda::weighted_keys scratch = rows_.own_scratch(), box = keys;
      keys = cuda::sort(box, scratch, size, vertex_bits() + key_bits(std::max<std::uint64_t>(1, rows)), stream_);
      const cuda::weighted_keys other = keys.keys == scratch.keys ? box : scratch;
      size = cuda::unique(keys, size, other, stream_);
      keys = other;
    }
    split_keys(keys, size, rows, vertex_bits(), rows_.entries, {rows_.values.data(), rows_.weights.data()},
               rows_.starts.data() + first, stream_);
    stream_.wait("building rows");
    rows_.entries += size;
  }

  communicator& ranks_;
  const device_edge_slice& share_;
  const cuda::stream& stream_;
  const block_table blocks_;
  std::uint32_t own_size_ = 0;  ///< vertices of this process's block
  std::uint64_t largest_block_ = 1;
  slices slices_;
  unsigned edges_per_thread_ = edges_per_thread_on(cuda::current_capabilities(), entry_bytes());  ///< of a tile
  std::uint64_t received_ = 0;  ///< entries received by this process
  device_owned_rows rows_;
};

}  // namespace

device_owned_rows gather_rows_on_devices(communicator& ranks, const vertex_blocks& blocks, const device_edge_slice& share,
                                         const cuda::stream& s) {
  return gatherer(ranks, blocks, share, s).run();
}

}  // namespace fathom::ranks_engine
