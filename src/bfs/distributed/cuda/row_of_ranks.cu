#include "bfs/distributed/cuda/row_of_ranks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "bfs/distributed/cuda/gap_codec.hpp"
#include "bfs/distributed/cuda/row_kernels.cuh"
#include "gpu/algorithms.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

void clear(void* memory, std::size_t bytes, const cuda::stream& s) {
  cuda::check(cudaMemsetAsync(memory, 0, bytes, s.get()), "clearing device memory");
}

// Bitmaps up to this size are sent without asking how many vertices they have: a connection of 50 GB/s carries one in the time that
// the host takes to learn the sizes.
constexpr std::size_t bytes_while_asking = std::size_t{2} << 20;

std::uint64_t bytes_of_place(const partitioned_graph& g) { return g.wide_codes ? sizeof(std::int64_t) : sizeof(std::uint32_t); }

std::uint64_t words_of_row(const partitioned_graph& g) { return g.row_ids() / bits_per_word; }

}  // namespace

std::uint64_t row_of_ranks::planned_bytes(const partitioned_graph& g) {
  const std::uint64_t words = words_of_row(g), columns = static_cast<std::uint64_t>(g.grid.columns);
  return 5 * words * sizeof(bit_word) + 2 * columns * sizeof(frontier_message) + 2 * (words + 1) * sizeof(std::uint64_t) +
         (g.row_ids() + g.stride) * bytes_of_place(g) + g.stride * sizeof(std::int64_t);
}

// Messages to all processes, or a predecessor for each row id.
std::size_t row_of_ranks::most_bytes_sent(const partitioned_graph& g) {
  return std::max<std::size_t>(static_cast<std::size_t>(g.grid.columns) * sizeof(frontier_message),
                               g.row_ids() * bytes_of_place(g));
}

row_of_ranks::row_of_ranks(const partitioned_graph& g, const block_view& block, device_exchange& exchange, const gap_rule& gaps,
                           const device_steps& steps, const cuda::stream& s)
    : block_(block),
      exchange_(exchange),
      steps_(steps),
      stream_(s),
      columns_(static_cast<std::size_t>(g.grid.columns)),
      column_(static_cast<std::size_t>(g.grid.column)),
      own_words_(g.stride / bits_per_word),
      words_(words_of_row(g)),
      large_{own_words_, columns_ - 1, gaps},
      visited_(words_, s),
      found_(words_, s),
      assigned_(words_, s),
      sent_(words_, s),
      received_(words_, s),
      outgoing_(columns_, s),
      incoming_(columns_, s),
      wanted_at_(words_ + 1, s),
      expected_at_(words_ + 1, s),
      places_(g.places()),
      wide_places_(g.wide_codes),
      answers_(g.row_ids() * bytes_of_place(g), s),
      arrived_(g.stride * bytes_of_place(g), s),
      predecessors_(g.stride, s),
      outgoing_heads_(cuda::pinned_array<message_head>(columns_)),
      incoming_counts_(columns_) {
  std::vector<std::uint64_t> firsts;
  for (int rank = 0; rank < g.blocks.size(); ++rank) firsts.push_back(g.blocks.block(rank).first);
  block_firsts_ = cuda::upload(firsts.data(), firsts.size(), s);
  delegates_ = cuda::upload(g.delegates.vertices().data(), g.delegates.size(), s);
}

void row_of_ranks::start() {
  clear(visited_.data(), visited_.bytes(), stream_);
  clear(assigned_.data(), assigned_.bytes(), stream_);
  mark_no_vertices<<<steps_.grid(block_.stride - block_.own_vertices), cuda::wide_block, 0, stream_.get()>>>(
      block_.own_vertices, block_.stride, visited_.data() + column_ * own_words_);
  cuda::check_launch("resolving conflicts");
  bytes_sent_ = 0;
  sets_ = {};
}

void row_of_ranks::sum_up(frontier_message* mine) {
  cuda::check(cudaMemcpyAsync(incoming_.data() + column_, mine, sizeof *mine, cudaMemcpyDeviceToDevice, stream_.get()),
              "sending to the row");
  exchange_.all_gather(incoming_.data(), sizeof *mine, stream_);
  sum_row<<<1, 1, 0, stream_.get()>>>(incoming_.data(), static_cast<unsigned>(columns_), mine, incoming_counts_.heads_on_host());
  cuda::check_launch("resolving conflicts");
}

void row_of_ranks::plan_frontier() {
  largest_ = 0;
  for (const message_head& head : heads()) largest_ = std::max<std::uint64_t>(largest_, head.found);
  count_sent(sizeof(frontier_message), &set_bytes::lists);  // by sum_up()
  if (largest_ <= frontier_message::capacity) {
    frontier_way_ = frontier_way::lists;
  } else if (large_.is_gaps(largest_)) {
    frontier_way_ = frontier_way::gaps;
    count_sent(gap_layout(own_words_, largest_).bytes(), &set_bytes::gaps);
  } else {
    frontier_way_ = frontier_way::bitmaps;
    count_sent(own_bytes(), &set_bytes::bitmaps);
  }
}

void row_of_ranks::take_frontier(const bit_word* own) {
  if (frontier_way_ == frontier_way::lists) {
    const dim3 blocks(steps_.grid(frontier_message::capacity), static_cast<unsigned>(columns_));
    take_lists<<<blocks, cuda::wide_block, 0, stream_.get()>>>(incoming_.data(), block_.stride, visited_.data(), nullptr);
    return cuda::check_launch("resolving conflicts");
  }
  if (frontier_way_ == frontier_way::gaps) return take_gaps(own);
  cuda::check(cudaMemcpyAsync(sent_.data() + column_ * own_words_, own, own_bytes(), cudaMemcpyDeviceToDevice, stream_.get()),
              "sending to the row");
  exchange_.all_gather(sent_.data(), own_bytes(), stream_);
  take_bitmaps<<<steps_.grid(words_), cuda::wide_block, 0, stream_.get()>>>(sent_.data(), words_, visited_.data(), nullptr,
                                                                            nullptr);
  cuda::check_launch("resolving conflicts");
}

// All sets have the length of the largest one, which all processes of the grid row know.
void row_of_ranks::take_gaps(const bit_word* own) {
  const gap_layout layout(own_words_, largest_);
  encode_gaps(own, own_words_, layout, sums(), sent_.data() + column_ * (layout.bytes() / sizeof(bit_word)), stream_);
  exchange_.all_gather(sent_.data(), layout.bytes(), stream_);
  decode_gaps(sent_.data(), static_cast<unsigned>(columns_), layout, incoming_.data(), block_.stride, visited_.data(), nullptr,
              stream_);
}

void row_of_ranks::plan_discoveries(conflict_resolution by, std::uint64_t most) {
  if (by == conflict_resolution::prefix) {
    discovery_way_ = discovery_way::prefix;
  } else if (most <= frontier_message::capacity) {
    discovery_way_ = discovery_way::lists;
    count_sent(sizeof(frontier_message), &set_bytes::lists);
  } else if (own_bytes() <= bytes_while_asking) {
    discovery_way_ = discovery_way::bitmaps;
    count_sent(own_bytes(), &set_bytes::bitmaps);
  } else {
    discovery_way_ = discovery_way::asked;
    count_sent(sizeof(frontier_message), &set_bytes::lists);
  }
}

std::optional<unsigned> row_of_ranks::sequence() const {
  if (frontier_way_ > frontier_way::bitmaps || discovery_way_ > discovery_way::bitmaps) return std::nullopt;
  return static_cast<unsigned>(frontier_way_) * 2 + static_cast<unsigned>(discovery_way_);
}

void row_of_ranks::resolve(bit_word* own, level_progress* progress) {
  begin_resolution<<<steps_.grid(own_words_), cuda::wide_block, 0, stream_.get()>>>(
      progress, outgoing_.data(), static_cast<unsigned>(columns_), own, own_words_);
  cuda::check_launch("resolving conflicts");
  if (discovery_way_ == discovery_way::prefix) return resolve_by_prefix(own);
  if (discovery_way_ == discovery_way::bitmaps) return resolve_bitmaps(own);
  resolve_lists(own);
}

void row_of_ranks::resolve_bitmaps(bit_word* own) {
  const std::vector<std::uint64_t> sizes = to_each(own_bytes());
  exchange(found_.data(), sizes, received_.data(), sizes);
  ranks_engine::resolve_bitmaps<<<steps_.grid(own_words_), cuda::wide_block, 0, stream_.get()>>>(
      received_.data(), own_words_, static_cast<unsigned>(columns_), own, assigned_.data());
  cuda::check_launch("resolving conflicts");
}

void row_of_ranks::resolve_lists(bit_word* own) {
  send_sets();
  if (discovery_way_ == discovery_way::asked) {
    read_sizes();
    send_large_sets();
  }
  const dim3 blocks(steps_.grid(own_words_), static_cast<unsigned>(columns_));
  ranks_engine::resolve_kernel<<<blocks, cuda::wide_block, 0, stream_.get()>>>(incoming_.data(), received_.data(), large_, own,
                                                                               assigned_.data());
  cuda::check_launch("resolving conflicts");
}

// Sends each process a message with the discoveries among its vertices.
void row_of_ranks::send_sets() {
  const auto columns = static_cast<unsigned>(columns_);
  const dim3 blocks(steps_.grid(own_words_), columns);
  collect<<<blocks, cuda::wide_block, 0, stream_.get()>>>(block_, found_.data(), false, nullptr, nullptr, outgoing_.data());
  set_largest<<<1, 1, 0, stream_.get()>>>(outgoing_.data(), columns, outgoing_heads_.data());
  cuda::check_launch("resolving conflicts");
  const std::vector<std::uint64_t> sizes = to_each(sizeof(frontier_message));
  exchange(outgoing_.data(), sizes, incoming_.data(), sizes);
}

void row_of_ranks::read_sizes() {
  incoming_counts_.expect();
  incoming_counts_.publish(incoming_.data(), stream_);
  incoming_counts_.wait(stream_);
}

// Sends sets that do not fit into a message, one after another; skipped if no process of the grid row has one. Both sides know the
// encoding and the length of each set from its message.
void row_of_ranks::send_large_sets() {
  constexpr auto capacity = frontier_message::capacity;
  const std::span<const message_head> outgoing = outgoing_heads_.view(), incoming = incoming_counts_.heads();
  if (std::all_of(incoming.begin(), incoming.end(), [](const message_head& head) { return head.in_row <= capacity; })) return;
  std::vector<std::uint64_t> sizes(columns_), their_sizes(columns_);
  bit_word* to = sent_.data();
  for (std::size_t c = 0; c < columns_; ++c) {
    const std::uint64_t found = outgoing[c].found;
    sizes[c] = large_.bytes(found), their_sizes[c] = large_.bytes(incoming[c].found);
    if (found <= capacity) continue;
    const bit_word* const bits = found_.data() + c * own_words_;
    const bool as_gaps = large_.is_gaps(found);
    if (as_gaps) {
      encode_gaps(bits, own_words_, gap_layout(own_words_, found), sums(), to, stream_);
    } else {
      cuda::check(cudaMemcpyAsync(to, bits, own_bytes(), cudaMemcpyDeviceToDevice, stream_.get()), "sending to the row");
    }
    to += sizes[c] / sizeof(bit_word);
    if (c != column_) (as_gaps ? sets_.gaps : sets_.bitmaps) += sizes[c];
  }
  send(sent_.data(), sizes, received_.data(), their_sizes);
}

// Algorithm 3 of the thesis chapter on Graph500 (docs/seeds.md), lines 12 to 21: each process passes on the union of its and
// earlier discoveries. The last one's union goes to the owners, which send it along the row as their frontier: a broadcast in two
// steps.
void row_of_ranks::resolve_by_prefix(bit_word* own) {
  const std::vector<std::uint64_t> nothing(columns_);
  clear(received_.data(), received_.bytes(), stream_);
  for (std::size_t c = 0; c < columns_; ++c) {
    if (c == column_) {
      assign<<<steps_.grid(words_), cuda::wide_block, 0, stream_.get()>>>(found_.data(), received_.data(), words_, assigned_.data(),
                                                                          sent_.data());
      cuda::check_launch("resolving conflicts");
    }
    if (c + 1 == columns_) break;
    std::vector<std::uint64_t> sizes = nothing, their_sizes = nothing;
    if (column_ == c) sizes[c + 1] = sent_.bytes();
    if (column_ == c + 1) their_sizes[c] = received_.bytes();
    send(sent_.data(), sizes, received_.data(), their_sizes, &set_bytes::bitmaps);
  }
  std::vector<std::uint64_t> from_last = nothing;
  from_last.back() = own_bytes();
  send(sent_.data(), column_ + 1 == columns_ ? to_each(own_bytes()) : nothing, own, from_last, &set_bytes::bitmaps);
}

std::int64_t* row_of_ranks::fetch_predecessors(const local_vertex* parents, const std::int64_t* names, conflict_resolution by) {
  const std::vector<std::uint64_t> sizes = to_each(own_bytes());
  send(assigned_.data(), sizes, received_.data(), sizes);
  // With conflict_resolution::owners the owners know the discoverer, with ::prefix the discoverers do.
  const bool owners_ask = by == conflict_resolution::owners;
  const bit_word *const wanted = (owners_ask ? received_ : assigned_).data(), *const expected =
                                                                                  (owners_ask ? assigned_ : received_).data();
  if (wide_places_) {
    fetch_as<std::uint64_t>(wanted, expected, parents, names);
  } else {
    fetch_as<std::uint32_t>(wanted, expected, parents, names);
  }
  return predecessors_.data();
}

template <class Place>
void row_of_ranks::fetch_as(const bit_word* wanted, const bit_word* expected, const local_vertex* parents,
                            const std::int64_t* names) {
  auto* const answers = reinterpret_cast<Place*>(answers_.data());
  auto* const arrived = reinterpret_cast<Place*>(arrived_.data());
  const std::vector<std::uint64_t> answer_sizes = places_of(wanted, wanted_at_, sizeof(Place)),
                                   their_sizes = places_of(expected, expected_at_, sizeof(Place));
  const unsigned grid = steps_.grid(words_);
  const places_view places{places_, block_firsts_.data(), delegates_.data(), static_cast<std::uint32_t>(delegates_.size()),
                           static_cast<std::uint32_t>(columns_)};
  answer<<<grid, cuda::wide_block, 0, stream_.get()>>>(wanted, words_, wanted_at_.data(), parents, names, places,
                                                       static_cast<std::uint32_t>(column_), block_.stride, answers);
  cuda::check_launch("resolving conflicts");
  send(answers, answer_sizes, arrived, their_sizes);
  take_answers<<<grid, cuda::wide_block, 0, stream_.get()>>>(expected, words_, expected_at_.data(), arrived, places, block_.stride,
                                                             predecessors_.data());
  cuda::check_launch("resolving conflicts");
}

// Number of answer bytes for each process's bits.
std::vector<std::uint64_t> row_of_ranks::places_of(const bit_word* bits, cuda::buffer<std::uint64_t>& places,
                                                   std::size_t bytes_a_bit) {
  std::vector<std::uint64_t> bytes = number_bits(bits, columns_, own_words_, places, steps_.grid(words_ + 1), stream_);
  for (std::uint64_t& one : bytes) one *= bytes_a_bit;
  return bytes;
}

std::vector<std::uint64_t> row_of_ranks::to_each(std::uint64_t bytes) const { return std::vector<std::uint64_t>(columns_, bytes); }

void row_of_ranks::exchange(const void* mine, const std::vector<std::uint64_t>& sizes, void* theirs,
                            const std::vector<std::uint64_t>& their_sizes) {
  exchange_.all_to_all(mine, {sizes.data(), sizes.size()}, theirs, {their_sizes.data(), their_sizes.size()}, stream_);
}

void row_of_ranks::send(const void* mine, const std::vector<std::uint64_t>& sizes, void* theirs,
                        const std::vector<std::uint64_t>& their_sizes, std::uint64_t set_bytes::*as) {
  exchange(mine, sizes, theirs, their_sizes);
  const std::uint64_t bytes = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) - sizes[column_];
  bytes_sent_ += bytes;
  if (as) sets_.*as += bytes;
}

void row_of_ranks::count_sent(std::uint64_t bytes, std::uint64_t set_bytes::*as) {
  bytes_sent_ += bytes * (columns_ - 1);
  sets_.*as += bytes * (columns_ - 1);
}

std::uint64_t row_of_ranks::take_bytes_sent() { return std::exchange(bytes_sent_, 0); }

set_bytes row_of_ranks::take_sets() { return std::exchange(sets_, {}); }

}  // namespace fathom::ranks_engine
