#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"
#include "multi_bfs/cuda/begin_group.cuh"
#include "multi_bfs/cuda/bitwise_kernels.hpp"
#include "multi_bfs/cuda/bitwise_results.hpp"
#include "multi_bfs/cuda/device_totals.hpp"
#include "multi_bfs/cuda/engines.hpp"
#include "multi_bfs/cuda/on_device.hpp"
#include "multi_bfs/cuda/row_delivery.hpp"

namespace fathom::multi_bfs_engine {
namespace {

/// If fewer than 1/few_open_share of the vertices are open, scanning states finds them faster than the list of long rows.
constexpr vertex_id few_open_share = 16;

/// Bit rows have at least 128 bits, one load of a lane.
unsigned lanes_of(int width) { return static_cast<unsigned>(std::max(width, 128)) / 128; }

bitwise_kernels kernels_of(unsigned lanes) {
  return lanes == 1 ? kernels_of_128() : lanes == 2 ? kernels_of_256() : lanes == 4 ? kernels_of_512() : kernels_of_1024();
}

template <class T>
void fill(const cuda::buffer<T>& buffer, int byte, const cuda::stream& s) {
  if (buffer.size() > 0) cuda::check(cudaMemsetAsync(buffer.data(), byte, buffer.bytes(), s.get()), "clearing device memory");
}

/// The engine's device must be current in all calls (on_device.hpp).
class bitwise_cuda final : public group_engine {
 public:
  bitwise_cuda(std::shared_ptr<const device_copy> copy, const group_plan& plan)
      : l_(std::move(copy)), plan_(plan), lanes_(lanes_of(plan.width)), kernels_(kernels_of(lanes_)) {
    const vertex_id n = l_->host.num_vertices;
    words_ = n / 32 + (n % 32 != 0);
    for (side& one : sides_) {
      one.rows = cuda::buffer<uint4>(std::size_t{n} * lanes_, stream_);
      one.states = cuda::buffer<std::uint8_t>(words_ * 32, stream_);
      one.changed = cuda::buffer<std::uint32_t>(words_, stream_);
      one.result = cuda::buffer<level_result>(1, stream_);
    }
    touched_ = cuda::buffer<std::uint32_t>(words_, stream_);
    sources_ = cuda::buffer<vertex_id>(static_cast<std::size_t>(plan.width), stream_);
    if (plan.needs.predecessors) {
      predecessors_ = cuda::buffer<vertex_id>(std::size_t{n} * lanes_ * 128, stream_);
    }
    if (plan.needs.vertex_totals) totals_ = device_totals(n, stream_);
    cuda::check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, l_->where.index),
                "asking for processors");
    stream_.wait("allocating");
  }

  group_outcome run(std::span<const vertex_id> sources) override {
    start(sources);
    while (last_.vertices > 0 && level_ < plan_.depth_limit) {
      if (plan_.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
      run_level();
    }
    return std::move(outcome_);
  }

  [[nodiscard]] std::uint64_t edges_of_reached() const override { return traversed_; }

  void copy_distances(std::span<std::int8_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { copy(rows); }

  void copy_predecessors(std::span<vertex_id* const> rows) const override {
    multi_bfs_engine::copy_predecessors(predecessors_.data(), finished(), rows, stream_);
  }

  void add_totals(vertex_totals& sums) const override { totals_.add_to(l_->host, sums, plan_.threads, stream_); }

 private:
  /// Double-buffered arrays of consecutive levels.
  struct side {
    cuda::buffer<uint4> rows;
    cuda::buffer<std::uint8_t> states;
    cuda::buffer<std::uint32_t> changed;
    cuda::buffer<level_result> result;
  };

  void start(std::span<const vertex_id> sources) {
    outcome_ = {};
    last_ = {};
    num_searches_ = sources.size();
    level_ = -1;
    planes_in_use_ = 0;
    pull_edges_ = static_cast<double>(l_->host.num_edges);
    seen_sectors_ = 0;
    traversed_ = 0;
    few_are_open_ = false;
    if (words_ == 0) return;
    fill(next().changed, 0, stream_);
    fill(touched_, 0, stream_);
    if (plan_.needs.predecessors) fill(predecessors_, 0xFF, stream_);
    const std::size_t states = words_ * 32;
    clear_states_kernel<<<cuda::wide_grid(states), cuda::wide_block, 0, stream_.get()>>>(next().states.data(), states,
                                                                                         l_->host.num_vertices);
    const long_rows& rows = l_->long_rows_in();
    if (const std::uint64_t pieces = rows.vertex.size(); pieces > 0) {
      clear_long_rows_kernel<<<cuda::wide_grid(pieces * lanes_), cuda::wide_block, 0, stream_.get()>>>(
          rows.vertex.data(), rows.number.data(), pieces, lanes_, sides_[0].rows.data(), sides_[1].rows.data());
    }
    cuda::check_launch("beginning a search");
    cuda::copy_to_device(sources_.data(), sources.data(), sources.size_bytes(), stream_);
    clear_result();
    const auto searches = static_cast<unsigned>(sources.size());
    place_sources_kernel<<<searches / block_warps + 1, block_threads, 0, stream_.get()>>>(describe(), lanes_ * 4, sources_.data(),
                                                                                          searches);
    cuda::check_launch("beginning a search");
    finish_level();
  }

  void run_level() {
    prepare_planes();
    const bool pulls = should_pull();
    joint_level_report level;
    level.level = level_, level.way = pulls ? direction::bottom_up : direction::top_down;
    level.visited = {last_.vertices, last_.found};
    level.frontier_edges = last_.traversed;
    const timer clock;
    clear_result();
    bitwise_search s = describe();
    if (plan_.report_levels) launch(kernels_.count_unvisited, s, s.words);
    const long_rows& rows = pulls ? l_->long_rows_in() : l_->long_out;
    s.long_vertex = rows.vertex.data(), s.long_number = rows.number.data(), s.num_pieces = rows.vertex.size();
    if (pulls) {
      if (few_are_open_) {
        launch(kernels_.pull_open_rows, s, s.words);
      } else if (s.num_pieces > 0) {
        launch(kernels_.pull_long_rows, s, s.num_pieces);
      }
    } else {
      if (s.num_pieces > 0) launch(kernels_.touch_long_rows, s, s.num_pieces);
      launch(kernels_.touch_short_rows, s, s.words);
      if (s.num_pieces > 0) launch(kernels_.push_long_rows, s, s.num_pieces);
      launch(kernels_.push_short_rows, s, s.words);
    }
    launch(kernels_.advance[plan_.needs.level_counts][pulls], s, s.words);
    if (plan_.needs.predecessors) find_predecessors();
    finish_level();
    // A full vertex stays full.
    few_are_open_ = few_are_open_ || (pulls && last_.open_pieces == 0 && last_.open <= l_->host.num_vertices / few_open_share);
    if (pulls) pull_edges_ = static_cast<double>(last_.inspected);
    if (!plan_.report_levels) return;
    level.unvisited = {last_.joint, last_.separate};
    level.edges_inspected = last_.inspected;
    level.found = last_.found;
    level.seconds = clock.seconds();
    outcome_.levels.push_back(level);
  }

  /// Whether pulling is cheaper. Its cost is estimated from the last level that pulled.
  [[nodiscard]] bool should_pull() const {
    if (!l_->in.offsets) return false;
    const cuda_bitwise_tuning& t = tuning_;
    const double sectors_per_row = std::max(lanes_ / 2.0, 1.0);
    const double pull = t.pull_edge * pull_edges_ + t.pull_sector * std::min(seen_sectors_, sectors_per_row * pull_edges_);
    return t.push_sector * static_cast<double>(last_.push_sectors) > pull;
  }

  /// Launches as many warps as have work and fit on the device.
  void launch(void (*kernel)(bitwise_search), const bitwise_search& s, std::uint64_t warps) {
    int blocks = 0;
    cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_threads, 0), "asking how many blocks fit");
    const std::uint64_t fitting = static_cast<std::uint64_t>(blocks) * static_cast<std::uint64_t>(multiprocessors_);
    const auto grid = static_cast<unsigned>(std::clamp<std::uint64_t>((warps + block_warps - 1) / block_warps, 1, fitting));
    kernel<<<grid, block_threads, 0, stream_.get()>>>(s);
    cuda::check_launch("searching");
  }

  void clear_result() { cuda::check(cudaMemsetAsync(next().result.data(), 0, result_bytes(), stream_.get()), "searching"); }
  [[nodiscard]] std::size_t result_bytes() const {
    return plan_.needs.level_counts ? sizeof(level_result) : offsetof(level_result, counts);
  }

  /// Waits for the level and makes its discoveries the frontier.
  void finish_level() {
    cuda::check(cudaMemcpyAsync(read_.data(), next().result.data(), result_bytes(), cudaMemcpyDeviceToHost, stream_.get()),
                "searching");
    stream_.wait("searching");
    last_ = read_.data()->totals;
    ++level_;
    front_ = 1 - front_;
    seen_sectors_ += static_cast<double>(last_.push_sectors);
    traversed_ += last_.traversed;
    if (last_.vertices == 0) return;
    outcome_.depth = level_;
    if (!plan_.needs.level_counts) return;
    const unsigned long long* const counts = read_.data()->counts;
    outcome_.counts.insert(outcome_.counts.end(), counts, counts + num_searches_);
  }

  /// Makes sure that there are enough bit planes to represent the next distance.
  void prepare_planes() {
    if (!plan_.needs.distances) return;
    const int wanted = std::bit_width(static_cast<std::uint32_t>(level_ + 1));
    for (; planes_in_use_ < wanted; ++planes_in_use_) {
      const auto p = static_cast<std::size_t>(planes_in_use_);
      if (p == planes_.size()) planes_.emplace_back(sides_[0].rows.size(), stream_);
      fill(planes_[p], 0, stream_);
    }
  }

  void find_predecessors() {
    const side& then = next();
    multi_bfs_engine::find_predecessors({.in = l_->in,
                                         .to_caller = l_->to_caller,
                                         .before = seen(),
                                         .next_rows = as_words(then.rows),
                                         .found = then.changed.data(),
                                         .words = static_cast<std::uint32_t>(words_),
                                         .predecessors = predecessors_.data(),
                                         .smallest = plan_.deterministic},
                                        l_->long_rows_in(), stream_);
  }

  [[nodiscard]] side& next() { return sides_[1 - front_]; }
  [[nodiscard]] static const std::uint32_t* as_words(const cuda::buffer<uint4>& rows) {
    return reinterpret_cast<const std::uint32_t*>(rows.data());
  }

  [[nodiscard]] bitwise_search describe() {
    const side& now = sides_[front_];
    side& then = next();
    bitwise_search s{};
    s.words = static_cast<std::uint32_t>(words_);
    s.out = l_->out, s.in = l_->in;
    s.directed = l_->host.directed;
    s.heads = l_->host.head_width > 0 ? l_->heads : nullptr;
    s.head_width = static_cast<std::uint32_t>(l_->host.head_width);
    s.rows = now.rows.data(), s.next_rows = then.rows.data();
    s.states = now.states.data(), s.next_states = then.states.data();
    s.next_side = front_ == 0 ? state_side : 0;
    s.changed = now.changed.data(), s.next_changed = then.changed.data();
    s.touched = touched_.data();
    s.active = now.result.data()->active;
    s.result = then.result.data();
    s.count = plan_.needs.level_counts;
    s.report = plan_.report_levels;
    s.distance = static_cast<unsigned>(level_ + 1);
    for (int p = 0; p < planes_in_use_; ++p) s.planes[p] = planes_[static_cast<std::size_t>(p)].data();
    s.sums = totals_.view();
    return s;
  }

  [[nodiscard]] seen_rows seen() const {
    return {.sides = {as_words(sides_[0].rows), as_words(sides_[1].rows)},
            .states = sides_[front_].states.data(),
            .front = front_,
            .words_per_row = lanes_ * 4};
  }

  [[nodiscard]] finished_rows finished() const {
    finished_rows f{};
    f.seen = seen();
    f.num_planes = planes_in_use_;
    for (int p = 0; p < planes_in_use_; ++p) f.planes[p] = as_words(planes_[static_cast<std::size_t>(p)]);
    f.to_internal = l_->to_internal;
    f.caller_vertices = l_->host.caller_vertices;
    return f;
  }

  template <class T>
  void copy(std::span<T* const> rows) const {
    multi_bfs_engine::copy_distances(finished(), rows, stream_);
  }

  const std::shared_ptr<const device_copy> l_;
  const group_plan plan_;
  const unsigned lanes_;
  const bitwise_kernels kernels_;
  const cuda_bitwise_tuning tuning_;
  cuda::stream stream_;  // declared before the buffers that are allocated on it
  std::size_t words_ = 0;
  int multiprocessors_ = 0;
  side sides_[2];
  int front_ = 0;  ///< the side that holds the frontier
  cuda::buffer<std::uint32_t> touched_;
  cuda::buffer<vertex_id> sources_, predecessors_;
  std::vector<cuda::buffer<uint4>> planes_;
  int planes_in_use_ = 0;
  device_totals totals_;
  cuda::pinned<level_result> read_;

  group_outcome outcome_;
  std::size_t num_searches_ = 0;
  hop_count level_ = 0;  ///< of the frontier
  level_totals last_{};  ///< of the level that discovered the frontier
  bool few_are_open_ = false;
  double pull_edges_ = 0;  ///< estimated edges that a pulling level inspects
  double seen_sectors_ =
      0;  ///< sectors of bit rows that pulling along all edges would touch; counts a vertex once per level that discovered it
  std::uint64_t traversed_ = 0;
};

// Searches that run concurrently are seldom deeper than 15 levels, which take four bits.
constexpr std::uint64_t usual_planes = 4;

}  // namespace

std::unique_ptr<group_engine> make_bitwise_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan) {
  return std::make_unique<on_device<bitwise_cuda>>(std::move(l), plan);
}

std::uint64_t planned_bytes_bitwise_cuda(const layout& l, const group_plan& plan) {
  const std::uint64_t n = l.num_vertices, row = lanes_of(plan.width) * sizeof(uint4);
  std::uint64_t per_vertex = 2 * row + 1 + (plan.needs.distances ? usual_planes * row : 0);
  if (plan.needs.predecessors) per_vertex += row * 8 * sizeof(vertex_id);
  if (plan.needs.vertex_totals) per_vertex += device_totals::bytes_per_vertex();
  // Staging memory for results on their way to the host: at least 32 rows.
  const std::uint64_t result_row = std::uint64_t{l.caller_vertices} * sizeof(hop_count);
  const bool copies = plan.needs.distances || plan.needs.predecessors;
  const std::uint64_t staged = copies ? std::max<std::uint64_t>(staged_bytes, 32 * result_row) : 0;
  const std::uint64_t all_rows = result_row * static_cast<std::uint64_t>(plan.width);
  return n * per_vertex + 2 * sizeof(level_result) + std::min(staged, all_rows);
}

}  // namespace fathom::multi_bfs_engine
