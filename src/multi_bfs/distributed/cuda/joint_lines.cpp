#include "multi_bfs/distributed/cuda/joint_lines.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "comm/exchange.hpp"
#include "multi_bfs/distributed/cuda/joint_steps.hpp"
#include "multi_bfs/distributed/cuda/joint_transit.hpp"

namespace fathom::ranks_engine {
namespace {

void clear(void* memory, std::size_t bytes, const cuda::stream& s) {
  if (bytes > 0) cuda::check(cudaMemsetAsync(memory, 0, bytes, s.get()), "clearing device memory");
}

void copy(void* to, const void* from, std::size_t bytes, const cuda::stream& s) {
  if (bytes > 0) cuda::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, s.get()), "copying on the device");
}

}  // namespace

joint_lines::joint_lines(const partitioned_graph& g, const joint_memory& m, grid_exchanges exchanges, const cuda::stream& s)
    : g_(g),
      m_(m),
      v_(m.view),
      stream_(s),
      exchanges_(std::move(exchanges)),
      row_(static_cast<std::uint64_t>(g.grid.row)),
      column_(static_cast<std::uint64_t>(g.grid.column)) {}

// The list is padded to that of the process with the most discoveries, so that all processes know its length.
std::uint64_t joint_lines::send_frontier(std::span<const joint_discoveries> of_processes) {
  std::uint64_t most = 0;
  for (const joint_discoveries& one : of_processes) most = std::max(most, one.listed);
  const joint_list layout = list_of(most);
  const bool was_listed = is_listed_;
  const std::uint64_t size_before = size_;
  is_listed_ = layout.bytes() * list_gain < m_.sizes.whole_bytes;
  size_ = 0;
  for (int row = 0; row < g_.grid.rows; ++row)
    size_ += of_processes[static_cast<std::size_t>(g_.grid.rank_at(row, g_.grid.column))].listed;

  std::uint64_t sent = 0;
  if (is_listed_) {
    if (was_listed) {
      clear_frontier(v_, m_.listed.data(), size_before, stream_);
    } else {
      clear(m_.frontier.data(), m_.frontier.bytes(), stream_);
    }
    pack_list(v_, column_, layout, m_.lists.data() + row_ * layout.bytes(), m_.cursor.data(), stream_);
    sent += gather(exchanges_.along_column.get(), m_.lists.data(), m_.sizes.rows, layout.bytes());
    take_frontier(v_, {layout, m_.lists.data(), m_.sizes.rows}, m_.listed.data(), m_.cursor.data(), stream_);
  } else {
    auto* const all = reinterpret_cast<std::byte*>(m_.frontier.data());
    copy(all + row_ * m_.sizes.whole_bytes, v_.own_found(), m_.sizes.whole_bytes, stream_);
    sent += gather(exchanges_.along_column.get(), all, m_.sizes.rows, m_.sizes.whole_bytes);
  }
  if (m_.sizes.columns == 1) return sent;

  if (is_listed_) {
    // The position of the own list differs between the two lines.
    pack_list(v_, column_, layout, m_.lists.data() + column_ * layout.bytes(), m_.cursor.data(), stream_);
    sent += gather(exchanges_.along_row.get(), m_.lists.data(), m_.sizes.columns, layout.bytes());
    take_seen(v_, {layout, m_.lists.data(), m_.sizes.columns}, stream_);
  } else {
    // The own discoveries are at their position in the array already; those for others have been sent.
    sent +=
        gather(exchanges_.along_row.get(), reinterpret_cast<std::byte*>(m_.found.data()), m_.sizes.columns, m_.sizes.whole_bytes);
    take_seen(v_, stream_);
    holds_row_ = true;
  }
  return sent;
}

// `line` is null if there are no other processes.
std::uint64_t joint_lines::gather(device_exchange* line, std::byte* all, std::uint64_t size, std::uint64_t bytes) {
  if (!line || bytes == 0) return 0;
  line->all_gather(all, bytes, stream_);
  return bytes * (size - 1);
}

void joint_lines::clear_found() {
  if (!holds_row_) return ranks_engine::clear_found(v_, stream_);
  clear(m_.found.data(), m_.found.bytes(), stream_);
  clear(m_.members.data(), m_.members.bytes(), stream_);
  holds_row_ = false;
}

std::uint64_t joint_lines::send_found() {
  std::uint64_t sent = 0;
  if (m_.sizes.columns > 1) {
    const counts_of_row counts = count_found();
    sent += fits_lists(counts) ? send_lists_to_owners(counts) : send_whole_to_owners();
  }
  return sent + unite_delegates();
}

joint_lines::counts_of_row joint_lines::count_found() {
  clear(m_.of_columns.data(), m_.of_columns.bytes(), stream_);
  count_members(v_, m_.sizes.columns, m_.of_columns.data(), stream_);
  std::vector<unsigned long long> mine(m_.sizes.columns);
  cuda::check(cudaMemcpyAsync(mine.data(), m_.of_columns.data(), m_.of_columns.bytes(), cudaMemcpyDeviceToHost, stream_.get()),
              "counting discoveries");
  stream_.wait("counting discoveries");
  const std::vector<std::uint64_t> sizes(mine.size(), mine.size() * sizeof mine[0]);
  std::vector<unsigned long long> all(mine.size() * mine.size());
  g_.grid.along_row->all_gather(std::as_bytes(std::span(mine)), sizes, std::as_writable_bytes(std::span(all)));
  counts_of_row counts(mine.size());
  for (std::size_t from = 0; from < counts.size(); ++from) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(from * counts.size());
    counts[from].assign(first, first + static_cast<std::ptrdiff_t>(counts.size()));
    counts[from][from] = 0;  // stay where they are
  }
  return counts;
}

// All processes of the grid row choose the same form. Neither the lists from a process nor those to a process exceed the buffers.
bool joint_lines::fits_lists(const counts_of_row& counts) const {
  const std::size_t size = counts.size();
  std::vector<std::uint64_t> from(size), to(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      from[i] += list_of(counts[i][k]).bytes();
      to[k] += list_of(counts[i][k]).bytes();
    }
  }
  const std::uint64_t most = std::max(*std::max_element(from.begin(), from.end()), *std::max_element(to.begin(), to.end()));
  return most * list_gain <= m_.sizes.columns * m_.sizes.whole_bytes;
}

std::uint64_t joint_lines::send_lists_to_owners(const counts_of_row& counts) {
  std::vector<std::uint64_t> sizes, their_sizes;
  std::byte* to = m_.lists.data();
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const joint_list mine = list_of(counts[column_][c]);
    sizes.push_back(mine.bytes());
    their_sizes.push_back(list_of(counts[c][column_]).bytes());
    pack_list(v_, c, mine, to, m_.cursor.data(), stream_);
    to += mine.bytes();
  }
  const auto is_empty = [](const std::vector<std::uint64_t>& of) {
    return std::all_of(of.begin(), of.end(), [](auto n) { return n == 0; });
  };
  if (std::all_of(counts.begin(), counts.end(), is_empty)) return 0;
  exchanges_.along_row->all_to_all(m_.lists.data(), sizes, m_.received.data(), their_sizes, stream_);
  const auto* from = reinterpret_cast<const std::byte*>(m_.received.data());
  for (std::size_t c = 0; c < counts.size(); ++c) {
    merge_found(v_, list_of(counts[c][column_]), from, stream_);
    from += their_sizes[c];
  }
  return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
}

std::uint64_t joint_lines::send_whole_to_owners() {
  const std::vector<std::uint64_t> sizes(m_.sizes.columns, m_.sizes.whole_bytes);
  exchanges_.along_row->all_to_all(m_.found.data(), sizes, m_.received.data(), sizes, stream_);
  merge_found(v_, m_.received.data(), m_.sizes.columns, stream_);
  return m_.sizes.whole_bytes * (m_.sizes.columns - 1);
}

// Combines the discoveries along columns, then along rows, which makes them those of the whole grid.
std::uint64_t joint_lines::unite_delegates() {
  if (g_.delegates.empty()) return 0;
  const std::uint64_t sent = unite_line(exchanges_.along_column.get(), m_.sizes.rows, row_);
  return sent + unite_line(exchanges_.along_row.get(), m_.sizes.columns, column_);
}

std::uint64_t joint_lines::unite_line(device_exchange* line, std::uint64_t size, std::uint64_t own) {
  if (!line) return 0;
  const std::uint64_t bytes = v_.delegates * v_.row_bytes();
  auto* const all = reinterpret_cast<std::byte*>(m_.delegates.data());
  copy(all + own * bytes, v_.own_found(), bytes, stream_);
  const std::uint64_t sent = gather(line, all, size, bytes);
  merge_delegates(v_, m_.delegates.data(), size, stream_);
  return sent;
}

}  // namespace fathom::ranks_engine
