// Delegates of a distributed BFS. Every process has some of their edges, so that all processes combine their discoveries: one bit
// per delegate and level, and one predecessor per delegate and search. Delegates are not sent along grid rows and columns.
#include <algorithm>

#include "base/timer.hpp"
#include "bfs/distributed/search.hpp"
#include "bfs/distributed/vertex_set_codec.hpp"

namespace fathom::ranks_engine {

// Padding ids before delegates.ids(), and the delegate ids of the row's other processes, which have no edges here, count as
// visited.
void rank_search::start_delegates() {
  if (g_.delegates.empty()) return;
  const std::span<std::uint64_t> rows = block_->visited_rows();
  for (int column = 0; column < g_.grid.columns; ++column) {
    const std::uint64_t first = words_of(column).first, size = column == g_.grid.column ? g_.delegates.size() : 0;
    for (std::uint64_t id = size; id < g_.delegates.ids(); ++id) rows[first + id / 64] |= std::uint64_t{1} << (id % 64);
  }
  std::fill(found_delegates_.begin(), found_delegates_.end(), 0);
  const std::uint32_t source = g_.delegates.find(request_->source);
  if (source == delegate_table::none) return;
  own_[source / 64] |= std::uint64_t{1} << (source % 64);
  if (g_.ranks->rank() == 0) found_ += 1;
}

// Delegates discovered by any process are in the next frontier of all processes; process 0 counts them.
void rank_search::reduce_delegates() {
  if (g_.delegates.empty()) return;
  const timer reducing;
  const std::uint64_t words = g_.delegates.words();
  const auto mine = block_->found().begin() + static_cast<std::ptrdiff_t>(words_of(g_.grid.column).first);
  const std::span<std::uint64_t> all = std::span(own_).first(words);
  for (std::uint64_t w = 0; w < words; ++w) {
    found_delegates_[w] |= mine[static_cast<std::ptrdiff_t>(w)];
    all[w] = mine[static_cast<std::ptrdiff_t>(w)];
  }
  g_.ranks->all_reduce(reduction::bit_or, all);
  if (g_.ranks->rank() == 0) found_ += bits_in(all);
  if (g_.ranks->size() > 1) count_sent(now_, bitmap_bytes(words), true);
  now_.seconds_exchange += reducing.seconds();
}

// Among several predecessors found in the same level the largest in the graph's order wins.
void rank_search::resolve_delegate_predecessors() {
  if (g_.delegates.empty() || !request_->options.return_predecessors) return;
  std::fill(delegate_parents_.begin(), delegate_parents_.end(), 0);
  const std::span<const local_vertex> parents = block_->parents().subspan(words_of(g_.grid.column).first * 64);
  for_each_bit(std::span<const std::uint64_t>(found_delegates_),
               [&](std::uint64_t id) { delegate_parents_[id] = g_.column_vertex(parents[id]) + 1; });
  g_.ranks->all_reduce(reduction::max, std::span(delegate_parents_));
  if (g_.ranks->size() > 1) outcome_.result_bytes_sent += delegate_parents_.size() * sizeof(std::uint64_t);
}

// Writes delegates to their owners' results, after all other vertices.
void rank_search::write_delegates() {
  const index_range block = g_.own_block();
  for (std::uint64_t i = 0; i < g_.delegates.size() && request_->options.return_predecessors; ++i) {
    const global_vertex v = g_.delegates.vertex(i);
    if (v < block.first || v >= block.last) continue;
    request_->predecessors[v - block.first] = static_cast<std::int64_t>(delegate_parents_[i]) - 1;
  }
}

}  // namespace fathom::ranks_engine
