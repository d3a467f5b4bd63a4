#include "engine/ranks/rank_search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "core/timer.hpp"
#include "engine/ranks/vertex_set_codec.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t word_bits = 64;

std::uint64_t bits_in(std::span<const std::uint64_t> words) {
  return std::accumulate(words.begin(), words.end(), std::uint64_t{0}, [](std::uint64_t sum, std::uint64_t word) {
    return sum + static_cast<std::uint64_t>(std::popcount(word));
  });
}

}  // namespace

rank_search::rank_search(const partitioned_graph& g, std::unique_ptr<block_search> block, int threads)
    : g_(g),
      block_(std::move(block)),
      threads_(threads),
      words_(g.stride / word_bits),
      own_(words_),
      all_(static_cast<std::size_t>(g.ranks->size())) {
  const auto rows = static_cast<std::uint64_t>(g.grid.rows), columns = static_cast<std::uint64_t>(g.grid.columns);
  if (columns > 1) {
    assigned_.resize(words_ * columns);
    united_.resize(words_ * columns);
    own_parents_.resize(g.own_vertices);
  }
  // As much as the largest level takes: within a search nothing grows, so that no rank fails while others wait for it. The system
  // gives pages to what is used.
  sent_.reserve(bitmap_bytes(words_) * (columns - 1) + most_encoded_bytes(words_));
  received_.reserve(bitmap_bytes(words_) * std::max(rows, columns));
  frontier_.reserve(g.column_ids());
  levels_.reserve(g.own_vertices);
}

search_outcome rank_search::run(const search_request& request) {
  const timer all;
  request_ = &request;
  start();
  for (;;) {
    if (!meet()) break;
    way_.choose(frontier_size_, total(&own_counts::edges), request);
    now_.way = way_.is_bottom_up() ? direction::bottom_up : direction::top_down;
    send_frontier();
    tell_row();
    if (now_.level >= request.depth_limit) break;
    step();
    settle_found();
    ++now_.level;
    write_distances();
    outcome_.levels.push_back(now_);
    --outcome_.levels.back().level;
  }
  outcome_.reached = std::max<std::uint64_t>(1, outcome_.reached);  // a source without an edge is in no frontier
  const timer result;
  fetch_predecessors();
  write_predecessors();
  outcome_.seconds_result = result.seconds();
  outcome_.seconds = all.seconds();
  return std::move(outcome_);
}

// Bits that stand for no vertex count as visited, so that no step has to ask.
void rank_search::start() {
  outcome_ = {};
  now_ = {};
  std::fill(own_.begin(), own_.end(), 0);
  std::fill(assigned_.begin(), assigned_.end(), 0);
  const std::span<std::uint64_t> rows = block_->visited_rows(), columns = block_->visited_columns();
  std::fill(rows.begin(), rows.end(), 0);
  std::fill(columns.begin(), columns.end(), 0);
  for (std::uint64_t id = g_.own_vertices; id < g_.stride; ++id) {
    rows[static_cast<std::uint64_t>(g_.grid.column) * words_ + id / word_bits] |= std::uint64_t{1} << (id % word_bits);
  }
  if (!request_->distances.empty()) levels_.assign(g_.own_vertices, unreachable);
  way_ = direction_choice(g_);
  frontier_size_ = 0;
  const index_range block = g_.own_block();
  if (request_->source < block.first || request_->source >= block.last) return;
  const local_vertex id = g_.to_local[request_->source - block.first];
  if (id == no_local_vertex) return;
  own_[id / word_bits] |= std::uint64_t{1} << (id % word_bits);
  if (!levels_.empty()) levels_[id] = 0;
}

rank_search::own_counts rank_search::count_own() {
  own_counts mine;
  mine.found = bits_in(own_);
  if (way_.wants_edges(*request_)) {
    for_each_bit(std::span<const std::uint64_t>(own_), [&](std::uint64_t id) { mine.edges += g_.out_degrees[id]; });
  }
  sent_.clear();
  if (g_.ranks->size() > 1) encode(own_, mine.found, sent_);
  mine.bytes = sent_.size();
  return mine;
}

// All ranks learn how many vertices each has in the new frontier, and how many bytes these take. False where there are none.
bool rank_search::meet() {
  now_.inspected = now_.bytes_sent = 0;
  now_.seconds_exchange = 0;
  const timer counting;
  const own_counts mine = count_own();
  now_.seconds_search = counting.seconds();
  const timer waiting;
  const std::vector<std::uint64_t> sizes(all_.size(), sizeof mine);
  g_.ranks->all_gather(std::as_bytes(std::span(&mine, 1)), sizes, std::as_writable_bytes(std::span(all_)));
  now_.seconds_wait = waiting.seconds();
  frontier_size_ = total(&own_counts::found);
  now_.frontier = frontier_size_;
  outcome_.reached += frontier_size_;
  if (frontier_size_ > 0) outcome_.depth = now_.level;
  return frontier_size_ > 0;
}

std::uint64_t rank_search::total(std::uint64_t own_counts::*member) const {
  return std::accumulate(all_.begin(), all_.end(), std::uint64_t{0},
                         [member](std::uint64_t sum, const own_counts& one) { return sum + one.*member; });
}

// The ranks of a column learn the frontier among the vertices of them all.
void rank_search::send_frontier() {
  const timer exchanging;
  frontier_.clear();
  if (g_.grid.rows == 1 && g_.ranks->size() == 1) {
    add_to_columns(0, std::as_bytes(std::span(own_)));
  } else {
    std::vector<std::uint64_t> sizes;
    for (int row = 0; row < g_.grid.rows; ++row) {
      sizes.push_back(all_[static_cast<std::size_t>(g_.grid.rank_at(row, g_.grid.column))].bytes);
    }
    const std::uint64_t sum = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    received_.resize(sum);
    g_.grid.along_column->all_gather(sent_, sizes, received_);
    now_.bytes_sent += sent_.size() * static_cast<std::uint64_t>(g_.grid.rows - 1);
    std::uint64_t at = 0;
    for (int row = 0; row < g_.grid.rows; ++row) {
      const std::uint64_t size = sizes[static_cast<std::size_t>(row)];
      add_to_columns(row, std::span<const std::byte>(received_).subspan(at, size));
      at += size;
    }
  }
  now_.seconds_exchange += exchanging.seconds();
}

void rank_search::add_to_columns(int row, std::span<const std::byte> bytes) {
  const std::span<std::uint64_t> visited = block_->visited_columns().subspan(static_cast<std::uint64_t>(row) * words_, words_);
  const auto first = static_cast<local_vertex>(static_cast<std::uint64_t>(row) * g_.stride);
  const bool listed = !way_.is_bottom_up();
  decode(
      bytes, words_,
      [&](std::uint64_t bit) {
        visited[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
        if (listed) frontier_.push_back(first + static_cast<local_vertex>(bit));
      },
      [&](std::uint64_t w, std::uint64_t bits) {
        visited[w] |= bits;
        if (!listed) return;
        for (; bits != 0; bits &= bits - 1) {
          frontier_.push_back(first + static_cast<local_vertex>(w * word_bits) + static_cast<local_vertex>(std::countr_zero(bits)));
        }
      });
}

// The ranks of a row learn which of their vertices are taken.
void rank_search::tell_row() {
  const timer exchanging;
  const std::span<std::uint64_t> visited = block_->visited_rows();
  if (g_.grid.columns == 1) {
    for (std::uint64_t w = 0; w < words_; ++w) visited[w] |= own_[w];
  } else {
    std::vector<std::uint64_t> sizes;
    for (int column = 0; column < g_.grid.columns; ++column) {
      sizes.push_back(all_[static_cast<std::size_t>(g_.grid.rank_at(g_.grid.row, column))].bytes);
    }
    received_.resize(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
    g_.grid.along_row->all_gather(sent_, sizes, received_);
    now_.bytes_sent += sent_.size() * static_cast<std::uint64_t>(g_.grid.columns - 1);
    std::uint64_t at = 0;
    for (std::uint64_t column = 0; column < sizes.size(); ++column) {
      const std::span<std::uint64_t> part = visited.subspan(column * words_, words_);
      decode(
          std::span<const std::byte>(received_).subspan(at, sizes[column]), words_,
          [&](std::uint64_t bit) { part[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits); },
          [&](std::uint64_t w, std::uint64_t bits) { part[w] |= bits; });
      at += sizes[column];
    }
  }
  now_.seconds_exchange += exchanging.seconds();
}

void rank_search::step() {
  const timer searching;
  now_.inspected = (way_.is_bottom_up() ? block_->bottom_up() : block_->top_down(frontier_)).inspected;
  now_.seconds_search += searching.seconds();
}

void rank_search::settle_found() {
  const timer exchanging;
  if (g_.grid.columns == 1) {
    const std::span<const std::uint64_t> found = block_->found();
    std::copy(found.begin(), found.end(), own_.begin());
  } else if (request_->fold == fold_method::prefix) {
    settle_by_prefix();
  } else {
    settle_by_owners();
  }
  now_.seconds_exchange += exchanging.seconds();
}

void rank_search::write_distances() {
  if (levels_.empty()) return;
  for_each_bit(std::span<const std::uint64_t>(own_), [&](std::uint64_t id) { levels_[id] = now_.level; });
}

}  // namespace fathom::ranks_engine
