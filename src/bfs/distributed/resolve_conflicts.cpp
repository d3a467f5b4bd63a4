// Conflict resolution on grids with several columns: which process discovered a vertex first, and from which predecessor.
#include <algorithm>
#include <bit>
#include <numeric>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "bfs/distributed/search.hpp"
#include "bfs/distributed/vertex_set_codec.hpp"
#include "comm/agreement.hpp"

namespace fathom::ranks_engine {
// Sends the discoveries in an owner's rows while the next owner's rows are searched, this process's own rows last. Among several
// discoverers the one in the lowest column provides the predecessor later.
void rank_search::resolve_by_owners() {
  const int columns = g_.grid.columns, mine = g_.grid.column;
  const std::uint64_t before = g_.delegates.words();  // delegates are resolved by reduce_delegates()
  std::vector<index_range> pieces;
  for (int i = 1; i <= columns; ++i) pieces.push_back(words_of((mine + i) % columns));
  sent_.clear();
  to_row_.open(1, words_ - before);
  search_pieces(pieces, [&](std::size_t i) {
    const timer sending;
    const int owner = static_cast<int>(pieces[i].first / words_);
    const std::span<const std::uint64_t> part = block_->found().subspan(pieces[i].first + before, words_ - before);
    if (owner == mine) return;
    const std::span<const std::byte> bytes = encoded(part, bits_in(part));
    to_row_.send_to(owner, bytes);
    count_sent(now_, bytes.size(), is_bitmap(bytes, part.size()));
    now_.seconds_exchange += sending.seconds();
  });
  const timer resolving;
  to_row_.wait();
  std::fill(own_.begin(), own_.end(), 0);
  for (int column = 0; column < columns; ++column) {
    std::uint64_t* const assigned = assigned_.data() + words_of(column).first;
    const auto take = [&](std::uint64_t w, std::uint64_t bits) {
      const std::uint64_t first = bits & ~own_[w];
      own_[w] |= first;
      assigned[w] |= first;
    };
    if (column == mine) {
      const std::span<const std::uint64_t> part = block_->found().subspan(words_of(mine).first, words_);
      for (std::uint64_t w = before; w < words_; ++w) take(w, part[w]);
    } else {
      to_row_.take(
          column, [&](std::uint64_t bit) { take(before + bit / 64, std::uint64_t{1} << (bit % 64)); },
          [&](std::uint64_t w, std::uint64_t bits) { take(before + w, bits); });
    }
  }
  now_.seconds_exchange += resolving.seconds();
}

// Algorithm 3 of the thesis chapter on Graph500 (docs/seeds.md), lines 12 to 21. The exclusive prefix OR holds what earlier
// processes in the row have discovered; the rest of this process's discoveries is assigned to it. The last process's union is what
// the whole row has discovered.
void rank_search::resolve_by_prefix() {
  std::vector<index_range> pieces;
  for (int column = 0; column < g_.grid.columns; ++column) pieces.push_back(words_of(column));
  search_pieces(pieces, [](std::size_t) {});
  const timer resolving;
  communicator& row = *g_.grid.along_row;
  const std::span<const std::uint64_t> found = block_->found();
  std::vector<std::uint64_t>& all = united_;
  std::copy(found.begin(), found.end(), all.begin());
  row.prefix_or(all);
  for (std::size_t w = 0; w < all.size(); ++w) {
    assigned_[w] |= found[w] & ~all[w];
    all[w] |= found[w];
  }
  row.broadcast(std::as_writable_bytes(std::span(all)), row.size() - 1);
  const bool passes_on = row.rank() + 1 < row.size();
  count_sent(now_, passes_on ? bitmap_bytes(all.size()) : bitmap_bytes(all.size()) * static_cast<std::uint64_t>(row.size() - 1),
             true);
  const auto part = all.begin() + static_cast<std::ptrdiff_t>(words_of(g_.grid.column).first);
  std::copy(part, part + static_cast<std::ptrdiff_t>(words_), own_.begin());
  now_.seconds_exchange += resolving.seconds();
}

// Predecessors are sent late: discoverers keep them until the search is over and then send them to the owners in one exchange, in
// an order of vertices that both sides know.
void rank_search::fetch_predecessors() {
  if (g_.grid.columns == 1 || !request_->options.return_predecessors) return;
  if (g_.wide_codes) return fetch_predecessors_as<std::uint64_t>();
  fetch_predecessors_as<std::uint32_t>();
}

template <class Place>
void rank_search::fetch_predecessors_as() {
  communicator& row = *g_.grid.along_row;
  const auto columns = static_cast<std::size_t>(g_.grid.columns), mine = static_cast<std::size_t>(g_.grid.column);
  // Owners and discoverers exchange their assignments: with conflict_resolution::owners the owners know them, with ::prefix the
  // discoverers do.
  const std::vector<std::uint64_t> sizes(columns, bitmap_bytes(words_));
  std::vector<std::uint64_t>& theirs = united_;
  row.all_to_all(std::as_bytes(std::span(assigned_)), sizes, std::as_writable_bytes(std::span(theirs)), sizes);
  const bool owners_ask = request_->options.conflicts == conflict_resolution::owners;
  const std::vector<std::uint64_t>&wanted = owners_ask ? theirs : assigned_, &expected = owners_ask ? assigned_ : theirs;
  const auto part = [&](const std::vector<std::uint64_t>& of, std::size_t column) {
    return std::span<const std::uint64_t>(of).subspan(column * words_, words_);
  };
  std::vector<Place> answers, received;
  std::vector<std::uint64_t> answer_sizes(columns), their_sizes(columns);
  const std::span<const local_vertex> parents = block_->parents();
  const auto answer = [&](std::size_t column) {
    const std::size_t before = answers.size();
    for_each_bit(part(wanted, column), [&](std::uint64_t id) {
      const local_vertex parent = parents[column * g_.stride + id];
      answers.push_back(static_cast<Place>(places_.place(parent / g_.stride, g_.column_positions[parent])));
    });
    answer_sizes[column] = (answers.size() - before) * sizeof(Place);
    their_sizes[column] = bits_in(part(expected, column)) * sizeof(Place);
  };
  on_all_processes(*g_.ranks, [&] {
    for (std::size_t column = 0; column < columns; ++column) answer(column);
    received.resize(std::accumulate(their_sizes.begin(), their_sizes.end(), std::uint64_t{0}) / sizeof(Place));
  });
  row.all_to_all(std::as_bytes(std::span(answers)), answer_sizes, std::as_writable_bytes(std::span(received)), their_sizes);
  outcome_.result_bytes_sent = bitmap_bytes(words_) * (columns - 1) + answers.size() * sizeof(Place) - answer_sizes[mine];
  std::fill(own_parents_.begin(), own_parents_.end(), std::int64_t{-1});
  std::size_t next = 0;
  std::vector<global_vertex> firsts(static_cast<std::size_t>(g_.grid.rows));
  for (std::size_t column = 0; column < columns; ++column) {
    for (int r = 0; r < g_.grid.rows; ++r)
      firsts[static_cast<std::size_t>(r)] = g_.blocks.block(g_.grid.rank_at(r, static_cast<int>(column))).first;
    for_each_bit(part(expected, column), [&](std::uint64_t id) {
      const std::uint64_t place = received[next++];
      const std::uint64_t position = places_.position(place);
      const bool is_delegate = position >= places_.first_delegate;
      own_parents_[id] = static_cast<std::int64_t>(is_delegate ? g_.delegates.vertex(position - places_.first_delegate)
                                                               : firsts[places_.row(place)] + position);
    });
  }
}

}  // namespace fathom::ranks_engine
