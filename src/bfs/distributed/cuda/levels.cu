// Distributed BFS on devices with the level loop on the host.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "bfs/distributed/cuda/block.hpp"
#include "bfs/distributed/cuda/delegates.hpp"
#include "bfs/distributed/cuda/frontier.cuh"
#include "bfs/distributed/cuda/gap_codec.hpp"
#include "bfs/distributed/cuda/level_graphs.hpp"
#include "bfs/distributed/cuda/published_counts.hpp"
#include "bfs/distributed/cuda/results.cuh"
#include "bfs/distributed/cuda/row_of_ranks.hpp"
#include "bfs/distributed/cuda/searcher.hpp"
#include "bfs/distributed/cuda/steps.hpp"
#include "bfs/distributed/direction_choice.hpp"
#include "bfs/level_rules.hpp"
#include "comm/exchange.hpp"
#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

/// How the frontier of the grid column arrives. The numbers are those of sequences of operations that are repeated as graphs, the
/// next number being that of a bottom-up step.
enum class frontier_encoding : unsigned {
  few = 0,      ///< lists, which one thread block takes for a top-down step
  lists = 1,    ///< in the messages
  bitmaps = 3,  ///< gathered in addition to the messages
  gaps = 5      ///< same, not repeated
};
constexpr unsigned level_sequences = 5 * row_of_ranks::sequences;
constexpr unsigned first_counts = level_sequences;                      ///< the sequence that begins a search
constexpr unsigned repeated_sequences = (level_sequences + 1) * 2 * 2;  ///< with and without edges, and levels

class device_search final : public searcher {
 public:
  device_search(const partitioned_graph& g, device where, grid_exchanges exchanges, std::optional<gap_rule> gaps)
      : g_(g),
        where_(where),
        block_(g, stream_),
        along_column_(std::move(exchanges.along_column)),
        along_row_(std::move(exchanges.along_row)),
        counts_(static_cast<std::size_t>(g.grid.rows)),
        predecessors_(g.to_local.size(), stream_),
        steps_(where) {
    if (along_column_) large_sets_ = {block_.own_words, counts_.heads().size() - 1, rule_of(*along_column_, gaps)};
    if (along_row_) {
      row_ = std::make_unique<row_of_ranks>(g, block_.view, *along_row_, rule_of(*along_row_, gaps), steps_, stream_);
    }
    if (!g.delegates.empty()) {
      delegates_ = std::make_unique<delegates_on_device>(g, along_column_.get(), along_row_.get(), stream_);
    }
    // On grids of several rows and columns, a process does not know the encodings of all others.
    const bool is_line = g.grid.rows == 1 || g.grid.columns == 1;
    can_capture_ =
        is_line && !delegates_ && (!along_column_ || along_column_->can_capture()) && (!along_row_ || along_row_->can_capture());
  }

  search_outcome run(const search_request& request) override {
    const timer all;
    const cuda::current_device current(where_.index);
    request_ = &request;
    start();
    repeat(first_counts, [&] { send_counts(); });
    while (read_counts()) {
      // Each discovery has an edge from the frontier. Edges of delegates are spread over processes.
      most_found_ = way_.wants_edges() && !delegates_ ? edges_ : ~std::uint64_t{0};
      way_.choose(now_.frontier, edges_);
      now_.way = way_.is_bottom_up() ? direction::bottom_up : direction::top_down;
      choose_encoding();
      if (bfs_engine::is_last(request.options, now_.level)) {
        take_frontier();
        break;
      }
      expand();
      outcome_.levels.push_back(now_);
      ++now_.level;
    }
    outcome_.reached = std::max<std::uint64_t>(1, outcome_.reached);  // an isolated source is in no frontier
    const timer result;
    write_results();
    outcome_.seconds_result = result.seconds();
    outcome_.waits_in_exchange = true;
    outcome_.seconds = all.seconds();
    return std::move(outcome_);
  }

  void take_results(const search_request& request) override {
    const cuda::current_device current(where_.index);
    if (!request.predecessors.empty()) {
      cuda::copy_to_host(request.predecessors.data(), predecessors_.data(), predecessors_.bytes(), stream_);
    }
    if (!request.distances.empty()) cuda::copy_to_host(request.distances.data(), distances_.data(), distances_.bytes(), stream_);
  }

 private:
  [[nodiscard]] static gap_rule rule_of(const device_exchange& exchange, const std::optional<gap_rule>& chosen) {
    return chosen.value_or(exchange.is_near() ? no_gaps : gap_rule{});
  }
  [[nodiscard]] unsigned grid(std::uint64_t threads) const { return steps_.grid(threads); }
  [[nodiscard]] frontier_message* my_message() const { return block_.messages.data() + g_.grid.row; }
  [[nodiscard]] bit_word* next() const { return block_.found.data() + block_.view.first_own / bits_per_word; }
  [[nodiscard]] bit_word* own_columns() const { return block_.visited.data() + block_.view.first_own / bits_per_word; }
  /// Discoveries of a step, by row id.
  [[nodiscard]] bit_word* found() const { return row_ ? row_->found() : next(); }
  [[nodiscard]] bool is_single_process() const { return !along_column_ && !row_; }

  void start() {
    outcome_ = {};
    now_ = {};
    way_ = direction_choice(g_, request_->options);
    counts_.expect();
    begin_search<<<grid(block_.all_words + 1), cuda::wide_block, 0, stream_.get()>>>(block_.view, block_.all_words, id_of_source(),
                                                                                     block_.visited.data(), block_.found.data(),
                                                                                     block_.progress.data(), my_message());
    cuda::check_launch("starting a search");
    if (row_) row_->start();
    if (!request_->distances.empty() && distances_.size() == 0) {
      levels_ = cuda::buffer<hop_count>(std::max<std::uint64_t>(1, g_.own_vertices), stream_);
      distances_ = cuda::buffer<hop_count>(g_.to_local.size(), stream_);
    }
  }

  // Delegates exist on all processes.
  [[nodiscard]] local_vertex id_of_source() {
    const std::uint32_t delegate = delegates_ ? delegates_->start(request_->source) : delegate_table::none;
    const index_range own = g_.own_block();
    const bool is_own = request_->source >= own.first && request_->source < own.last;
    return delegate == delegate_table::none && is_own ? g_.to_local[request_->source - own.first] : delegate;
  }

  // Collects the new frontier and exchanges its counts.
  void send_counts() {
    hop_count* const levels = request_->distances.empty() ? nullptr : levels_.data();
    collect<<<grid(block_.own_words), cuda::wide_block, 0, stream_.get()>>>(block_.view, next(), way_.wants_edges(),
                                                                            block_.progress.data(), levels, my_message());
    cuda::check_launch("searching");
    if (row_) row_->sum_up(my_message());
    if (along_column_) along_column_->all_gather(block_.messages.data(), sizeof(frontier_message), stream_);
    counts_.publish(block_.messages.data(), stream_, block_.progress.data(), delegates_ ? delegates_->count() : nullptr);
  }

  // Returns false if the new frontier is empty. The only host-device synchronization of a level.
  bool read_counts() {
    counts_.wait(stream_);
    const published_numbers& numbers = counts_.numbers();
    read_last_step(numbers);
    now_.bytes_sent = sizeof(frontier_message) * (counts_.heads().size() - 1);
    now_.sets = {.lists = now_.bytes_sent};
    now_.seconds_exchange = is_single_process() ? 0 : seconds(numbers.progress.collecting_began, numbers.published);
    now_.frontier = edges_ = largest_ = listed_ = 0;
    for (const message_head& head : counts_.heads()) {
      now_.frontier += row_ ? head.in_row : head.found;
      edges_ += head.edges;
      listed_ += head.found;
      largest_ = std::max<std::uint64_t>(largest_, head.found);
    }
    if (row_) read_row();
    // counted by every process
    now_.frontier -= std::uint64_t{numbers.delegates} * (static_cast<std::uint64_t>(g_.ranks->size()) - 1);
    outcome_.reached += now_.frontier;
    if (now_.frontier > 0) outcome_.depth = now_.level;
    return now_.frontier > 0;
  }

  void read_row() {
    row_->plan_frontier();
    if (g_.grid.rows > 1) return;
    // All processes are to choose the same encoding of their own vertices.
    for (const message_head& head : row_->heads()) {
      largest_ = std::max<std::uint64_t>(largest_, head.found);
      listed_ = std::max<std::uint64_t>(listed_, head.found);
    }
  }

  // The last step's inspected edges and times are known with the counts. The time until a step begins, in which the host decides
  // and the frontier is taken, is part of the exchange.
  void read_last_step(const published_numbers& numbers) {
    const level_progress& p = numbers.progress;
    if (!outcome_.levels.empty()) {
      rank_level& last = outcome_.levels.back();
      const unsigned long long step_ended = row_ || delegates_ ? p.step_ended : p.collecting_began;
      last.inspected = p.inspected - inspected_before_;
      last.seconds_search = seconds(p.step_began, step_ended);
      if (!is_single_process()) last.seconds_exchange += seconds(published_before_, p.step_began);
      last.seconds_exchange += seconds(step_ended, p.collecting_began);
    }
    inspected_before_ = p.inspected;
    published_before_ = numbers.published;
  }

  // From times of the device's clock in nanoseconds.
  [[nodiscard]] static double seconds(unsigned long long from, unsigned long long to) {
    return to > from ? static_cast<double>(to - from) * 1e-9 : 0;
  }

  // All processes of the grid column choose the same encoding.
  void choose_encoding() {
    const std::uint64_t others = counts_.heads().size() - 1;
    if (largest_ <= frontier_message::capacity) {
      const bool is_few = !way_.is_bottom_up() && listed_ <= device_steps::most_few_vertices();
      encoding_ = is_few ? frontier_encoding::few : frontier_encoding::lists;
    } else if (along_column_ && large_sets_.is_gaps(largest_)) {
      encoding_ = frontier_encoding::gaps;
      count_sent(now_, gap_layout(block_.own_words, largest_).bytes() * others, false);
    } else {
      encoding_ = frontier_encoding::bitmaps;
      count_sent(now_, block_.own_words * sizeof(bit_word) * others, true);
    }
  }

  // Enqueues everything between two decisions of the host.
  void expand() {
    counts_.expect();
    const auto enqueue = [&] {
      take_frontier();
      step();
      send_counts();
    };
    if (row_) row_->plan_discoveries(request_->options.conflicts, most_found_);
    const std::optional<unsigned> of_row = row_ ? row_->sequence() : 0;
    if (of_row && encoding_ != frontier_encoding::gaps) {
      const unsigned of_column = static_cast<unsigned>(encoding_) + (way_.is_bottom_up() ? 1 : 0);
      repeat(of_column * row_of_ranks::sequences + *of_row, enqueue);
    } else {
      enqueue();  // operations depend on sizes
    }
    if (row_) now_.bytes_sent += row_->take_bytes_sent(), now_.sets += row_->take_sets();
  }

  // Enqueues operations as a graph if possible. Their arguments are the same whenever an engine repeats sequence number `which`,
  // with or without edges and levels.
  template <class Enqueue>
  void repeat(unsigned which, const Enqueue& enqueue) {
    if (!can_capture_) return enqueue();
    const unsigned with_edges = way_.wants_edges() ? 1 : 0, with_levels = request_->distances.empty() ? 0 : 1;
    graphs_.run((which * 2 + with_edges) * 2 + with_levels, stream_, enqueue,
                [&](bool mine) { return largest_of(*g_.ranks, mine ? 0 : 1) == 0; });
  }

  void take_frontier() {
    take_columns();
    if (row_) row_->take_frontier(next());
  }

  // Marks the frontier's vertices of all processes of the grid column visited, and prepares a top-down step from them.
  void take_columns() {
    const cudaStream_t s = stream_.get();
    const auto processes = static_cast<unsigned>(counts_.heads().size());
    std::uint32_t* const cursor = way_.is_bottom_up() ? nullptr : block_.cursor.data();
    switch (encoding_) {
      case frontier_encoding::few:
        return steps_.take_few(block_.view, block_.messages.data(), processes, block_.view.stride, block_.visited.data(),
                               block_.frontier.data(), block_.starts.data(), found(), stream_);
      case frontier_encoding::lists:
        take_lists<<<dim3(grid(frontier_message::capacity), processes), cuda::wide_block, 0, s>>>(
            block_.messages.data(), block_.view.stride, block_.visited.data(), block_.frontier.data());
        cuda::check_launch("searching");
        break;
      case frontier_encoding::gaps:
        take_gaps();
        break;
      case frontier_encoding::bitmaps:
        if (along_column_) along_column_->all_gather(block_.found.data(), block_.own_words * sizeof(bit_word), stream_);
        if (cursor) cuda::check(cudaMemsetAsync(cursor, 0, sizeof *cursor, s), "clearing device memory");
        take_bitmaps<<<grid(block_.all_words), cuda::wide_block, 0, s>>>(block_.found.data(), block_.all_words,
                                                                         block_.visited.data(), block_.frontier.data(), cursor);
        cuda::check_launch("searching");
    }
  }

  // All sets have the length of the largest one, which all processes of the grid column know.
  void take_gaps() {
    const gap_layout layout(block_.own_words, largest_);
    const std::size_t processes = counts_.heads().size(), words = layout.bytes() / sizeof(bit_word);
    // Between steps, the sums of the frontier's row lengths are unused. They take 64 times as much memory as the bitmaps, which are
    // at least as long as the encoded sets.
    auto* const encoded = reinterpret_cast<bit_word*>(block_.starts.data());
    auto* const sums = reinterpret_cast<std::uint64_t*>(encoded + processes * words);
    encode_gaps(next(), block_.own_words, layout, sums, encoded + static_cast<std::size_t>(g_.grid.row) * words, stream_);
    along_column_->all_gather(encoded, layout.bytes(), stream_);
    decode_gaps(encoded, static_cast<unsigned>(processes), layout, block_.messages.data(), block_.view.stride,
                block_.visited.data(), way_.is_bottom_up() ? nullptr : block_.frontier.data(), stream_);
  }

  void step() {
    search_block();
    if (row_) {
      row_->resolve(next(), block_.progress.data());
    } else if (delegates_) {
      end_step<<<1, 1, 0, stream_.get()>>>(block_.progress.data());
      cuda::check_launch("searching");
    }
    if (delegates_) count_sent(now_, delegates_->unite(next()), true);
  }

  void search_block() {
    const step_arrays arrays{row_ ? row_->visited() : own_columns(),
                             block_.visited.data(),
                             found(),
                             block_.parents.data(),
                             block_.progress.data(),
                             my_message()};
    if (way_.is_bottom_up()) return steps_.bottom_up(block_.view, arrays, stream_);
    if (encoding_ != frontier_encoding::few)
      device_steps::prepare_top_down(block_.view, block_.frontier.data(), block_.progress.data(), block_.starts.data(),
                                     block_.sums.data(), found(), stream_);
    steps_.top_down(block_.view, block_.frontier.data(), block_.starts.data(), arrays, stream_);
  }

  void write_results() {
    result_names<std::int64_t> names = names_of(g_, block_.part, request_->source);
    if (!row_) {
      if (delegates_ && request_->options.return_predecessors) name_delegates();
      write_results(names, visited_parents{own_columns(), block_.parents.data()});
    } else {
      if (request_->options.return_predecessors) {
        std::int64_t* const named = row_->fetch_predecessors(block_.parents.data(), names.vertices, request_->options.conflicts);
        outcome_.result_bytes_sent = row_->take_bytes_sent();
        if (delegates_)
          copy_predecessors_of_delegates(block_.parents.data() + g_.stride * static_cast<std::uint64_t>(g_.grid.column), named);
        names.vertices = named;
      }
      write_results(names, named_parents{row_->own_visited()});
    }
    stream_.wait("writing results");
  }

  // The predecessors of delegates are stored after the vertices by column id.
  void name_delegates() {
    const local_vertex first = static_cast<local_vertex>(g_.column_ids());
    copy_predecessors_of_delegates(block_.parents.data(), block_.part.vertices.data() + first);
    std::vector<local_vertex> parents(g_.delegates.size());
    std::iota(parents.begin(), parents.end(), first);
    cuda::copy_to_device(block_.parents.data(), parents.data(), parents.size() * sizeof(local_vertex), stream_);
  }

  // `parents`: by local id.
  void copy_predecessors_of_delegates(const local_vertex* parents, std::int64_t* to) {
    const std::vector<std::int64_t>& predecessors = delegates_->name(parents, block_.part.vertices.data());
    cuda::copy_to_device(to, predecessors.data(), predecessors.size() * sizeof(std::int64_t), stream_);
    if (!is_single_process()) outcome_.result_bytes_sent += predecessors.size() * sizeof(std::int64_t);
  }

  template <class ParentOf>
  void write_results(const result_names<std::int64_t>& names, const ParentOf& parent_of) {
    std::int64_t* const predecessors = request_->predecessors.empty() ? nullptr : predecessors_.data();
    hop_count* const distances = request_->distances.empty() ? nullptr : distances_.data();
    ranks_engine::write_results<<<result_blocks(names.size), cuda::wide_block, 0, stream_.get()>>>(names, parent_of, levels_.data(),
                                                                                                   predecessors, distances);
    cuda::check_launch("searching");
  }

  const partitioned_graph& g_;
  device where_;
  cuda::stream stream_;
  device_block block_;
  std::unique_ptr<device_exchange> along_column_, along_row_;  ///< null if there are no other processes
  published_counts counts_;                                    ///< of the processes of the grid column
  cuda::buffer<std::int64_t> predecessors_;
  cuda::buffer<hop_count> levels_, distances_;  ///< by local id and by position; empty until requested
  set_encoding large_sets_;                     ///< along the grid column
  device_steps steps_;
  std::unique_ptr<row_of_ranks> row_;               ///< with several columns
  std::unique_ptr<delegates_on_device> delegates_;  ///< if there are delegates

  const search_request* request_ = nullptr;
  search_outcome outcome_;
  rank_level now_;
  direction_choice way_;
  frontier_encoding encoding_ = frontier_encoding::few;
  std::uint64_t edges_ = 0, largest_ = 0;  ///< frontier's edges, and the most frontier vertices on any process of this grid column
  std::uint64_t listed_ = 0;               ///< frontier vertices of this grid column
  std::uint64_t most_found_ = 0;           ///< upper bound of the vertices that any process discovers from it
  unsigned long long inspected_before_ = 0, published_before_ = 0;

  bool can_capture_ = false;
  level_graphs<repeated_sequences> graphs_;  ///< last: to be destroyed before the exchanges and the memory that they use
};

}  // namespace

std::unique_ptr<searcher> make_device_search(const partitioned_graph& g, device where, grid_exchanges exchanges,
                                             std::optional<gap_rule> gaps) {
  return std::make_unique<device_search>(g, where, std::move(exchanges), gaps);
}

}  // namespace fathom::ranks_engine
