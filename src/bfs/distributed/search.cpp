#include "bfs/distributed/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/timer.hpp"
#include "bfs/distributed/vertex_set_codec.hpp"
#include "bfs/level_rules.hpp"
#include "comm/exchange.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t set_word_bits = 64;

constexpr std::uint64_t most_pieces = 8;

}  // namespace

std::uint64_t leading_words(const partitioned_graph& g) {
  const std::uint32_t leads_back = g.directed ? 0 : 1;
  std::uint64_t end = g.own_vertices;
  while (end > g.delegates.ids() && g.out_degrees[end - 1] <= leads_back) --end;
  return largest_of(*g.ranks, (std::max(end, g.delegates.ids()) + set_word_bits - 1) / set_word_bits);
}

rank_search::rank_search(const partitioned_graph& g, std::unique_ptr<block_search> block, int threads, std::uint64_t leading_words,
                         std::uint64_t piece_words)
    : g_(g),
      block_(std::move(block)),
      places_(g.places()),
      threads_(threads),
      words_(g.stride / set_word_bits),
      piece_words_(piece_words),
      leading_end_(leading_words),
      own_(words_),
      to_column_(*g.grid.along_column, words_ - g.delegates.words(), most_pieces),
      to_row_(*g.grid.along_row, words_ - g.delegates.words(), 1),
      found_delegates_(g.delegates.words()),
      delegate_parents_(g.delegates.size()) {
  const auto columns = static_cast<std::uint64_t>(g.grid.columns);
  if (columns > 1) {
    assigned_.resize(words_ * columns);
    united_.resize(words_ * columns);
    own_parents_.resize(g.own_vertices);
  }
  // Reserve enough for the largest level: nothing grows during a search, so that no process fails while others wait for it, and
  // buffers with messages in flight stay in place. The system maps only the pages that are used.
  sent_.reserve(bitmap_bytes(words_) * columns + most_encoded_bytes(words_) + most_pieces * sizeof(std::uint64_t));
  frontier_.reserve(g.column_ids());
  levels_.reserve(g.own_vertices);
}

search_outcome rank_search::run(const search_request& request) {
  const timer all;
  request_ = &request;
  for (start();; ++now_.level) {
    const bool found_any = exchange_counts();
    take_frontier();
    update_visited_rows();
    if (!found_any || bfs_engine::is_last(request.options, now_.level)) break;
    search_level();
    outcome_.levels.push_back(now_);
  }
  outcome_.reached = std::max<std::uint64_t>(1, outcome_.reached);  // an isolated source is in no frontier
  const timer result;
  fetch_predecessors();
  resolve_delegate_predecessors();
  write_results();
  outcome_.seconds_result = result.seconds();
  outcome_.seconds = all.seconds();
  return std::move(outcome_);
}

// Padding bits count as visited, so that no step needs a bounds check.
void rank_search::start() {
  outcome_ = {};
  now_ = next_ = {};
  found_ = 0;
  std::fill(own_.begin(), own_.end(), 0);
  std::fill(assigned_.begin(), assigned_.end(), 0);
  const std::span<std::uint64_t> rows = block_->visited_rows(), columns = block_->visited_columns();
  std::fill(rows.begin(), rows.end(), 0);
  std::fill(columns.begin(), columns.end(), 0);
  for (std::uint64_t id = g_.own_vertices; id < g_.stride; ++id) {
    rows[static_cast<std::uint64_t>(g_.grid.column) * words_ + id / set_word_bits] |= std::uint64_t{1} << (id % set_word_bits);
  }
  if (!request_->distances.empty()) levels_.assign(g_.own_vertices, unreachable);
  direction_ = direction_choice(g_, request_->options);
  const local_vertex id = owns_source() ? g_.to_local[request_->source - g_.own_block().first] : no_local_vertex;
  if (id != no_local_vertex) own_[id / set_word_bits] |= std::uint64_t{1} << (id % set_word_bits);
  open_frontier(1, words_);  // the source has edges, whatever its out-degree
  send_frontier(0);
  start_delegates();
}

void rank_search::open_frontier(std::uint64_t pieces, std::uint64_t sent_end) {
  pieces_ = pieces, sent_end_ = sent_end;
  found_ = 0;
  sent_.clear();
  to_column_.open(pieces, sent_end_ - g_.delegates.words());
  if (g_.grid.columns > 1) to_row_.open(pieces, words_ - g_.delegates.words());
}

// Sends a chunk of the next frontier's own part before its total size is known: along the column those vertices that can lead to
// others, along the row all discovered vertices.
void rank_search::send_frontier(std::uint64_t piece) {
  const timer sending;
  const auto set_of = [&](std::uint64_t end) {
    const index_range words = piece_of_words(end, piece);
    return std::span<const std::uint64_t>(own_).subspan(words.first, words.last - words.first);
  };
  const std::span<const std::uint64_t> all = set_of(words_), leading = set_of(sent_end_);
  const std::uint64_t count = bits_in(all);
  found_ += count;
  if (g_.grid.rows > 1) {
    const std::span<const std::byte> set = encoded(leading, bits_in(leading));
    count_sent(next_, to_column_.send(piece, set), is_bitmap(set, leading.size()));
  }
  if (g_.grid.columns > 1) {
    const std::span<const std::byte> set = encoded(all, count);
    count_sent(next_, to_row_.send(piece, set), is_bitmap(set, all.size()));
  }
  next_.seconds_exchange += sending.seconds();
}

std::span<const std::byte> rank_search::encoded(std::span<const std::uint64_t> set, std::uint64_t count) {
  const std::size_t before = sent_.size();
  encode(set, count, sent_);
  return std::span<const std::byte>(sent_).subspan(before);
}

// Sums the new frontier's counts over all processes while the frontier itself is in flight. Returns false if it is empty.
bool rank_search::exchange_counts() {
  now_.bytes_sent = next_.bytes_sent;
  now_.sets = next_.sets;
  now_.seconds_exchange = next_.seconds_exchange;
  next_ = {};
  const timer counting;
  std::uint64_t sums[] = {found_, 0};
  const bool wants_edges = direction_.wants_edges(), wants_levels = !levels_.empty();
  if (wants_edges || wants_levels) {
    for_each_bit(std::span<const std::uint64_t>(own_), [&](std::uint64_t id) {
      if (wants_edges) sums[1] += g_.out_degrees[id];
      if (wants_levels) levels_[id] = now_.level;
    });
  }
  now_.seconds_search = counting.seconds();
  const timer waiting;
  g_.ranks->all_reduce(reduction::sum, sums);
  now_.seconds_wait = waiting.seconds();
  now_.frontier = sums[0];
  outcome_.reached += now_.frontier;
  if (now_.frontier > 0) outcome_.depth = now_.level;
  direction_.choose(now_.frontier, sums[1]);
  now_.way = direction_.is_bottom_up() ? direction::bottom_up : direction::top_down;
  return now_.frontier > 0;
}

// Receives the frontier's vertices from all processes of the grid column.
void rank_search::take_frontier() {
  const timer exchanging;
  frontier_.clear();
  to_column_.wait();
  const bool listed = !direction_.is_bottom_up();
  const std::uint64_t before = g_.delegates.words();
  for (int row = 0; row < g_.grid.rows; ++row) {
    const std::span<std::uint64_t> visited = block_->visited_columns().subspan(static_cast<std::uint64_t>(row) * words_, words_);
    const auto first = static_cast<local_vertex>(static_cast<std::uint64_t>(row) * g_.stride);
    const auto add_bit = [&](std::uint64_t bit) {
      visited[bit / set_word_bits] |= std::uint64_t{1} << (bit % set_word_bits);
      if (listed) frontier_.push_back(first + static_cast<local_vertex>(bit));
    };
    const auto add_word = [&](std::uint64_t w, std::uint64_t bits) {
      visited[w] |= bits;
      if (!listed) return;
      for (; bits != 0; bits &= bits - 1) {
        frontier_.push_back(first + static_cast<local_vertex>(w * set_word_bits) +
                            static_cast<local_vertex>(std::countr_zero(bits)));
      }
    };
    if (row != g_.grid.row) {
      to_column_.take(
          row, [&](std::uint64_t bit) { add_bit(before * set_word_bits + bit); },
          [&](std::uint64_t w, std::uint64_t bits) { add_word(before + w, bits); });
    } else {
      for (std::uint64_t w = 0; w < sent_end_; ++w) add_word(w, own_[w]);
    }
  }
  now_.seconds_exchange += exchanging.seconds();
}

// Receives the newly visited vertices from all processes of the grid row.
void rank_search::update_visited_rows() {
  const timer exchanging;
  if (g_.grid.columns > 1) to_row_.wait();
  for (int column = 0; column < g_.grid.columns; ++column) {
    const std::span<std::uint64_t> row = block_->visited_rows().subspan(words_of(column).first, words_);
    if (column == g_.grid.column) {
      for (std::uint64_t w = 0; w < words_; ++w) row[w] |= own_[w];
    } else {
      const std::span<std::uint64_t> visited = row.subspan(g_.delegates.words());
      to_row_.take(
          column, [&](std::uint64_t bit) { visited[bit / set_word_bits] |= std::uint64_t{1} << (bit % set_word_bits); },
          [&](std::uint64_t w, std::uint64_t bits) { visited[w] |= bits; });
    }
  }
  now_.seconds_exchange += exchanging.seconds();
}

void rank_search::search_level() {
  now_.inspected = 0;
  if (g_.grid.columns == 1) {
    search_own_rows();
  } else {
    request_->options.conflicts == conflict_resolution::prefix ? resolve_by_prefix() : resolve_by_owners();
    open_frontier(1, leading_end_);
    send_frontier(0);
  }
  reduce_delegates();
}

// Calls after(i) once the rows of chunk i have been searched, in order.
void rank_search::search_pieces(std::span<const index_range> pieces, const std::function<void(std::size_t)>& after) {
  const timer starting;
  if (direction_.is_bottom_up()) {
    block_->begin_bottom_up(pieces);
  } else {
    now_.inspected += block_->top_down(frontier_).inspected;
  }
  now_.seconds_search += starting.seconds();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const timer searching;
    if (direction_.is_bottom_up()) now_.inspected += block_->bottom_up(i).inspected;
    now_.seconds_search += searching.seconds();
    after(i);
  }
}

// Sends the discoveries of one chunk while the next is searched.
void rank_search::search_own_rows() {
  open_frontier(direction_.is_bottom_up() ? std::clamp<std::uint64_t>(words_ / piece_words_, 1, most_pieces) : 1, leading_end_);
  std::array<index_range, most_pieces> pieces;
  for (std::uint64_t i = 0; i < pieces_; ++i) pieces[i] = piece_of_words(words_, i);
  pieces[0].first = 0;  // search the delegates too
  search_pieces(std::span(pieces).first(pieces_), [&](std::size_t i) {
    const std::span<const std::uint64_t> found = block_->found();
    std::copy(found.begin() + static_cast<std::ptrdiff_t>(pieces[i].first),
              found.begin() + static_cast<std::ptrdiff_t>(pieces[i].last),
              own_.begin() + static_cast<std::ptrdiff_t>(pieces[i].first));
    send_frontier(i);
  });
}

}  // namespace fathom::ranks_engine
