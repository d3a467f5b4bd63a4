#include "bfs/distributed/cuda/delegates.hpp"

#include <algorithm>
#include <span>

#include "gpu/transfer.hpp"
#include "graph/partition/cuda/words.cuh"

namespace fathom::ranks_engine {
namespace {

void check_uniting() { cuda::check_launch("joining delegates"); }

__global__ void keep_found(const bit_word* own, std::uint64_t words, bit_word* found_here) {
  for (std::uint64_t w = grid_thread(); w < words; w += grid_threads()) found_here[w] |= own[w];
}

// `all` holds the bitmaps of all processes, one after another.
__global__ void unite_bitmaps(const bit_word* all, std::uint64_t words, unsigned ranks, bit_word* own) {
  for (std::uint64_t w = grid_thread(); w < words; w += grid_threads()) {
    bit_word any = 0;
    for (unsigned r = 0; r < ranks; ++r) any |= all[r * words + w];
    own[w] = any;
  }
}

__global__ void count_own_bits(const bit_word* bits, std::uint64_t words, std::uint32_t* count) {
  for (std::uint64_t w = grid_thread(); w < words; w += grid_threads()) {
    if (bits[w] != 0) atomicAdd(count, static_cast<std::uint32_t>(__popc(bits[w])));
  }
}

__global__ void name_found(const bit_word* found_here, std::uint64_t delegates, const local_vertex* parents,
                           const std::int64_t* names, std::uint64_t* named) {
  for (std::uint64_t id = grid_thread(); id < delegates; id += grid_threads()) {
    named[id] = has_bit(found_here, static_cast<local_vertex>(id)) ? static_cast<std::uint64_t>(names[parents[id]]) + 1 : 0;
  }
}

}  // namespace

delegates_on_device::delegates_on_device(const partitioned_graph& g, device_exchange* along_column, device_exchange* along_row,
                                         const cuda::stream& s)
    : g_(g),
      along_column_(along_column),
      along_row_(along_row),
      stream_(s),
      words_(g.delegates.ids() / bits_per_word),
      of_column_(along_column ? words_ * static_cast<std::uint64_t>(g.grid.rows) : 0, s),
      of_row_(along_row ? words_ * static_cast<std::uint64_t>(g.grid.columns) : 0, s),
      found_here_(words_, s),
      count_(1, s),
      named_(g.delegates.size(), s),
      above_(g.delegates.size()),
      predecessors_(g.delegates.size()) {}

std::uint32_t delegates_on_device::start(global_vertex source) {
  const std::uint32_t delegate = g_.delegates.find(source);
  first_count_ = delegate == delegate_table::none ? 0 : 1;
  cuda::check(cudaMemsetAsync(found_here_.data(), 0, found_here_.bytes(), stream_.get()), "clearing device memory");
  cuda::check(cudaMemcpyAsync(count_.data(), &first_count_, sizeof first_count_, cudaMemcpyHostToDevice, stream_.get()),
              "starting a search");
  return delegate;
}

void delegates_on_device::unite_line(device_exchange* line, std::size_t ranks, std::size_t rank, cuda::buffer<bit_word>& all,
                                     bit_word* own) {
  if (!line) return;
  const std::size_t bytes = words_ * sizeof(bit_word);
  cuda::check(cudaMemcpyAsync(all.data() + rank * words_, own, bytes, cudaMemcpyDeviceToDevice, stream_.get()),
              "uniting delegates");
  line->all_gather(all.data(), bytes, stream_);
  unite_bitmaps<<<cuda::wide_grid(words_), cuda::wide_block, 0, stream_.get()>>>(all.data(), words_, static_cast<unsigned>(ranks),
                                                                                 own);
  check_uniting();
  bytes_sent_ += bytes * (ranks - 1);
}

std::uint64_t delegates_on_device::unite(bit_word* own) {
  const unsigned blocks = cuda::wide_grid(words_);
  bytes_sent_ = 0;
  keep_found<<<blocks, cuda::wide_block, 0, stream_.get()>>>(own, words_, found_here_.data());
  check_uniting();
  unite_line(along_column_, static_cast<std::size_t>(g_.grid.rows), static_cast<std::size_t>(g_.grid.row), of_column_, own);
  unite_line(along_row_, static_cast<std::size_t>(g_.grid.columns), static_cast<std::size_t>(g_.grid.column), of_row_, own);
  cuda::check(cudaMemsetAsync(count_.data(), 0, count_.bytes(), stream_.get()), "clearing device memory");
  count_own_bits<<<blocks, cuda::wide_block, 0, stream_.get()>>>(own, words_, count_.data());
  check_uniting();
  return bytes_sent_;
}

const std::vector<std::int64_t>& delegates_on_device::name(const local_vertex* parents, const std::int64_t* names) {
  name_found<<<cuda::wide_grid(above_.size()), cuda::wide_block, 0, stream_.get()>>>(found_here_.data(), above_.size(), parents,
                                                                                     names, named_.data());
  check_uniting();
  cuda::copy_to_host(above_.data(), named_.data(), named_.bytes(), stream_);
  g_.ranks->all_reduce(reduction::max, std::span(above_));
  std::transform(above_.begin(), above_.end(), predecessors_.begin(),
                 [](std::uint64_t above) { return static_cast<std::int64_t>(above) - 1; });
  return predecessors_;
}

}  // namespace fathom::ranks_engine
