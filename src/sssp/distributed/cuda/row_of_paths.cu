#include "sssp/distributed/cuda/row_of_paths.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "bfs/distributed/cuda/numbered_bits.cuh"

namespace fathom::ranks_engine {
namespace {

/// Entries are grouped by owner, since row ids are.
__global__ void send_paths(const bit_word* nearer, std::uint64_t words, const std::uint64_t* places, const path_word* best,
                           const std::int64_t* names, local_vertex stride, received_path* outgoing) {
  for_each_place(nearer, words, places, [&](local_vertex v, std::uint32_t at) {
    const path_word path = best[v];
    outgoing[at] = {v % stride, sum_of_path(path), names[static_cast<local_vertex>(path)]};
  });
}

/// Takes the shorter paths from one process, at most one per vertex. On equal distances the first stays.
__global__ void take_paths(const received_path* incoming, std::uint64_t size, path_word* own, std::int64_t* predecessors,
                           bit_word* pending) {
  for (std::uint64_t i = grid_thread(); i < size; i += grid_threads()) {
    const received_path path = incoming[i];
    if (path.distance >= sum_of_path(own[path.id])) continue;
    own[path.id] = path_word{path.distance} << 32;
    predecessors[path.id] = path.predecessor;
    mark(pending, path.id);
  }
}

std::vector<std::uint64_t> in_bytes(std::vector<std::uint64_t> counts) {
  for (std::uint64_t& one : counts) one *= sizeof(received_path);
  return counts;
}

}  // namespace

row_of_paths::row_of_paths(const partitioned_graph& g, std::unique_ptr<device_exchange> exchange, const device_steps& steps,
                           const cuda::stream& s)
    : g_(g),
      exchange_(std::move(exchange)),
      steps_(steps),
      stream_(s),
      columns_(static_cast<std::size_t>(g.grid.columns)),
      nearer_(g.row_ids() / bits_per_word, s),
      places_(g.row_ids() / bits_per_word + 1, s),
      outgoing_(g.row_ids(), s),
      incoming_(g.row_ids(), s),
      predecessors_(g.stride, s) {}

std::uint64_t row_of_paths::planned_bytes(const partitioned_graph& g) {
  return g.row_ids() / 8 + (g.row_ids() / bits_per_word + 1) * 2 * sizeof(std::uint64_t) + 2 * most_bytes_sent(g) +
         g.stride * sizeof(std::int64_t);
}

std::size_t row_of_paths::most_bytes_sent(const partitioned_graph& g) { return g.row_ids() * sizeof(received_path); }

std::uint64_t row_of_paths::resolve(const path_word* best, const std::int64_t* names, path_word* own, bit_word* pending) {
  const std::uint64_t words = g_.row_ids() / bits_per_word;
  const std::vector<std::uint64_t> counts =
      number_bits(nearer_.data(), columns_, g_.stride / bits_per_word, places_, steps_.grid(words + 1), stream_);
  send_paths<<<steps_.grid(words), cuda::wide_block, 0, stream_.get()>>>(nearer_.data(), words, places_.data(), best, names,
                                                                         static_cast<local_vertex>(g_.stride), outgoing_.data());
  cuda::check_launch("sending shorter paths");
  cuda::check(cudaMemsetAsync(nearer_.data(), 0, nearer_.bytes(), stream_.get()), "clearing device memory");
  std::vector<std::uint64_t> their_counts(columns_);
  g_.grid.along_row->all_to_all(counts, their_counts);
  const std::vector<std::uint64_t> sizes = in_bytes(counts), their_sizes = in_bytes(their_counts);
  exchange_->all_to_all(outgoing_.data(), sizes, incoming_.data(), their_sizes, stream_);
  const received_path* incoming = incoming_.data();
  std::uint64_t sent = 0;
  for (std::size_t c = 0; c < columns_; ++c) {
    if (c != static_cast<std::size_t>(g_.grid.column)) sent += sizes[c];
    if (their_counts[c] == 0) continue;
    take_paths<<<steps_.grid(their_counts[c]), cuda::wide_block, 0, stream_.get()>>>(incoming, their_counts[c], own,
                                                                                     predecessors_.data(), pending);
    cuda::check_launch("receiving shorter paths");
    incoming += their_counts[c];
  }
  return sent;
}

}  // namespace fathom::ranks_engine
