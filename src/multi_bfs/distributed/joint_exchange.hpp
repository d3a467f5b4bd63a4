// Communication of one level of a distributed multi-source BFS: the frontier along grid columns, visited bits along grid rows and,
// with several columns, discovered vertices to their owners. Bit rows are sent as a list, or as the whole array where a list would
// not be much shorter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "multi_bfs/distributed/joint_block.hpp"
#include "multi_bfs/distributed/joint_rows_codec.hpp"
#include "multi_bfs/distributed/joint_steps.hpp"

namespace fathom::ranks_engine {

/// All functions are collective and return the number of bytes sent by this process.
template <int Words>
class joint_exchange {
 public:
  explicit joint_exchange(joint_state<Words>& s) : s_(s), g_(s.g) {
    const auto rows = static_cast<std::uint64_t>(g_.grid.rows), columns = static_cast<std::uint64_t>(g_.grid.columns);
    if (columns > 1) row_rows_ = array<bit_row<Words>>(g_.row_ids());
    // Reserve enough for the largest level, see rank_search. The lists of all processes are together at most half as long as all
    // arrays; data for owners is encoded as a list before its length can be compared with the array's.
    bit_row<Words> full{};
    for (int w = 0; w < Words; ++w) full.word[w] = ~std::uint64_t{0};
    const std::uint64_t list = g_.stride * listed_bytes(full), lists = whole_bytes() * rows * columns / list_gain;
    sent_.reserve(columns > 1 ? list * columns : std::min(list, lists));
    received_.reserve(std::max(std::min(list * std::max(rows, columns), lists), columns > 1 ? whole_bytes() * columns : 0));
    s_.listed.reserve(g_.column_ids());
  }

  /// Gathers the frontier's bit rows along the grid column. `listed` is the encoded list size in bytes of each process.
  std::uint64_t send_frontier(std::span<const std::uint64_t> listed) {
    s_.is_listed = std::accumulate(listed.begin(), listed.end(), std::uint64_t{0}) * list_gain < whole_bytes() * listed.size();
    clean_frontier();
    communicator& column = *g_.grid.along_column;
    sent_.clear();
    if (!s_.is_listed) {
      gather_whole(column, s_.frontier.view());
      return whole_bytes() * static_cast<std::uint64_t>(column.size() - 1);
    }
    list_part(static_cast<std::uint64_t>(g_.grid.column));
    std::vector<std::uint64_t> sizes;
    for (int row = 0; row < g_.grid.rows; ++row)
      sizes.push_back(listed[static_cast<std::size_t>(g_.grid.rank_at(row, g_.grid.column))]);
    return gather_lists(column, sizes, [&](std::uint64_t row, local_vertex id, const bit_row<Words>& bits) {
      const auto v = static_cast<local_vertex>(row * g_.stride + id);
      s_.frontier[v] = bits;
      s_.listed.push_back(v);
    });
  }

  /// Updates the visited bits of the process's grid row. Call after send_frontier().
  std::uint64_t update_seen(std::span<const std::uint64_t> listed) {
    if (g_.grid.columns == 1) return 0;
    communicator& line = *g_.grid.along_row;
    if (!s_.is_listed) {
      gather_whole(line, row_rows_.view());
      const std::uint64_t rows = row_rows_.size();
#pragma omp parallel for num_threads(s_.threads) schedule(static)
      for (std::uint64_t v = 0; v < rows; ++v) s_.seen[v] |= row_rows_[v];
      return whole_bytes() * static_cast<std::uint64_t>(line.size() - 1);
    }
    std::vector<std::uint64_t> sizes;
    for (int column = 0; column < g_.grid.columns; ++column)
      sizes.push_back(listed[static_cast<std::size_t>(g_.grid.rank_at(g_.grid.row, column))]);
    return gather_lists(line, sizes, [&](std::uint64_t column, local_vertex id, const bit_row<Words>& bits) {
      s_.seen[column * g_.stride + id] |= bits;
    });
  }

  /// Sends the discovered vertices along the grid row to their owners, each part as a list or as the whole array.
  std::uint64_t send_to_owners() {
    if (g_.grid.columns == 1) return 0;
    communicator& row = *g_.grid.along_row;
    const auto columns = static_cast<std::uint64_t>(g_.grid.columns), mine = static_cast<std::uint64_t>(g_.grid.column);
    std::vector<std::uint64_t> sizes(columns), their_sizes(columns);
    sent_.clear();
    for (std::uint64_t column = 0; column < columns; ++column) {
      const std::size_t before = sent_.size();
      if (column != mine) list_or_whole(column);
      sizes[column] = sent_.size() - before;
    }
    row.all_to_all(sizes, their_sizes);
    received_.resize(std::accumulate(their_sizes.begin(), their_sizes.end(), std::uint64_t{0}));
    row.all_to_all(sent_, sizes, received_, their_sizes);
    std::uint64_t at = 0;
    for (const std::uint64_t size : their_sizes) {
      take_found(std::span<const std::byte>(received_).subspan(at, size));
      at += size;
    }
    return sent_.size();
  }

  /// Combines what all processes have discovered about delegates.
  std::uint64_t reduce_delegates() {
    if (g_.delegates.empty()) return 0;
    const std::span<bit_row<Words>> all = s_.own_found().first(g_.delegates.size());
    g_.ranks->all_reduce(reduction::bit_or, std::span(all.front().word, all.size() * Words));
    for (std::size_t id = 0; id < all.size(); ++id) {
      const std::uint64_t row = s_.own_first + id;
      if (all[id].any()) s_.found.members[row / word_bits] |= std::uint64_t{1} << (row % word_bits);
    }
    return g_.ranks->size() > 1 ? all.size_bytes() : 0;
  }

 private:
  [[nodiscard]] std::uint64_t whole_bytes() const noexcept { return g_.stride * sizeof(bit_row<Words>); }

  void clean_frontier() {
    if (was_listed_) {
      for (const local_vertex id : s_.listed) s_.frontier[id] = {};
    } else if (s_.is_listed) {
      multi_bfs_engine::fill_bytes(s_.frontier, 0, s_.threads);
    }
    s_.listed.clear();
    was_listed_ = s_.is_listed;
  }

  void gather_whole(communicator& line, std::span<bit_row<Words>> all) {
    const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(line.size()), whole_bytes());
    line.all_gather(std::as_bytes(s_.own_found()), sizes, std::as_writable_bytes(all));
  }

  /// Appends a list of the discovered vertices of this row that the process in grid column `column` owns.
  void list_part(std::uint64_t column) {
    const std::uint64_t first = column * g_.stride;
    for (std::uint64_t w = first / word_bits; w < (first + g_.stride) / word_bits; ++w) {
      multi_bfs_engine::for_each_vertex(s_.found.members[w], w, [&](local_vertex v) {
        append_row(sent_, static_cast<local_vertex>(v - first), s_.found.rows[v]);
      });
    }
  }

  /// Gathers sent_ from all processes of `line` and calls visit(process, id, row) for every entry.
  template <class Visit>
  std::uint64_t gather_lists(communicator& line, std::span<const std::uint64_t> sizes, const Visit& visit) {
    received_.resize(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
    line.all_gather(sent_, sizes, received_);
    std::uint64_t at = 0;
    for (std::uint64_t place = 0; place < sizes.size(); ++place) {
      for_each_listed<Words>(std::span<const std::byte>(received_).subspan(at, sizes[place]),
                             [&](local_vertex id, const bit_row<Words>& bits) { visit(place, id, bits); });
      at += sizes[place];
    }
    return sent_.size() * static_cast<std::uint64_t>(line.size() - 1);
  }

  void list_or_whole(std::uint64_t column) {
    const std::size_t before = sent_.size();
    list_part(column);
    if (sent_.size() - before < whole_bytes()) return;
    const auto whole = std::as_bytes(s_.found.rows.view().subspan(column * g_.stride, g_.stride));
    sent_.resize(before);
    sent_.insert(sent_.end(), whole.begin(), whole.end());
  }

  void take_found(std::span<const std::byte> bytes) {
    const auto take = [&](std::uint64_t id, const bit_row<Words>& bits) {
      if (bits.any()) multi_bfs_engine::merge<false>(s_.found, static_cast<vertex_id>(s_.own_first + id), bits);
    };
    if (bytes.size() != whole_bytes()) return for_each_listed<Words>(bytes, take);
    for (std::uint64_t id = 0; id < g_.stride; ++id) {
      bit_row<Words> bits;
      std::memcpy(&bits, bytes.data() + id * sizeof bits, sizeof bits);
      take(id, bits);
    }
  }

  joint_state<Words>& s_;
  const partitioned_graph& g_;
  array<bit_row<Words>> row_rows_;  // receive buffer for the grid row
  std::vector<std::byte> sent_, received_;
  bool was_listed_ = true;  // whether the previous frontier was a list
};

}  // namespace fathom::ranks_engine
