// Distributed shortest paths on devices: delta-stepping as in rank_paths, with the loop over rounds on the host.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bfs/distributed/cuda/steps.hpp"
#include "comm/agreement.hpp"
#include "comm/device_exchange.hpp"
#include "comm/exchange.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"
#include "graph/partition/cuda/part.hpp"
#include "sssp/distributed/bucket_width.hpp"
#include "sssp/distributed/cuda/paths.hpp"
#include "sssp/distributed/cuda/paths_kernels.cuh"
#include "sssp/distributed/cuda/paths_rows.hpp"
#include "sssp/distributed/cuda/real_paths.hpp"
#include "sssp/distributed/cuda/row_of_paths.hpp"

namespace fathom::ranks_engine {
namespace {

struct paths_block {
  paths_block(const partitioned_graph& g, const cuda::stream& s)
      : best(g.row_ids(), s),
        own_best(g.grid.columns == 1 ? 0 : g.stride, s),
        pending(g.stride / bits_per_word, s),
        active(g.stride, s),
        messages(static_cast<std::size_t>(g.grid.rows), s),
        lists(g.column_ids(), s),
        frontier(g.column_ids(), s),
        column_distances(g.column_ids(), s),
        starts(g.column_ids() + 1, s),
        predecessors(g.to_local.size(), s),
        distances(g.to_local.size(), s),
        relaxed(1, s),
        reached(1, s),
        overflows(1, s) {}

  /// State of this process's own vertices; with one grid column its rows are these vertices.
  [[nodiscard]] path_word* own() const { return own_best.size() > 0 ? own_best.data() : best.data(); }

  // Bytes allocated by the constructor, and for a prefix sum of the same length as `starts`.
  static std::uint64_t planned_bytes(const partitioned_graph& g) {
    const std::uint64_t columns = g.column_ids();
    const std::uint64_t by_row =
        g.row_ids() * sizeof(path_word) + g.stride * (sizeof(path_word) + sizeof(active_vertex)) + g.stride / 8;
    const std::uint64_t by_column =
        columns * (sizeof(active_vertex) + sizeof(local_vertex) + sizeof(path_sum)) + 2 * (columns + 1) * sizeof(std::uint64_t);
    const std::uint64_t results = g.to_local.size() * (sizeof(std::int64_t) + sizeof(path_sum));
    return by_row + by_column + results + static_cast<std::uint64_t>(g.grid.rows) * sizeof(active_message);
  }

  cuda::buffer<path_word> best;      ///< by row id: best path found by this process
  cuda::buffer<path_word> own_best;  ///< by local id: best path found by the grid row; used with several columns
  cuda::buffer<bit_word> pending;    ///< one bit per local id: improved since its edges were last relaxed
  cuda::buffer<active_vertex> active;
  cuda::buffer<active_message> messages;    ///< one per process of the grid column
  cuda::buffer<active_vertex> lists;        ///< buckets of all processes, if one does not fit into a message
  cuda::buffer<local_vertex> frontier;      ///< column ids
  cuda::buffer<path_sum> column_distances;  ///< of vertices that were in a bucket
  cuda::buffer<std::uint64_t> starts;       ///< exclusive prefix sum of the frontier's row lengths, then the total
  cuda::buffer<std::int64_t> predecessors;
  cuda::buffer<path_sum> distances;  ///< both by position
  cuda::buffer<unsigned long long> relaxed, reached;
  cuda::buffer<std::uint32_t> overflows;  ///< 1 once a whole sum was too large
};

class device_paths final : public paths_searcher {
 public:
  template <class Rows>
  device_paths(const partitioned_graph& g, device where, grid_exchanges exchanges, path_sums sums, const Rows& rows)
      : g_(g),
        where_(where),
        sums_(sums),
        steps_(where),
        rows_(rows(stream_)),
        block_(g, stream_),
        exchange_(std::move(exchanges.along_column)),
        heads_(static_cast<std::size_t>(g.grid.rows)) {
    if (g.grid.columns > 1) row_.emplace(g, std::move(exchanges.along_row), steps_, stream_);
    stream_.wait("preparing shortest paths");
  }

  paths_outcome run(const paths_request& request) override {
    const cuda::current_device current(where_.index);
    start(request);
    while (next_vertices()) {
      take_buckets();
      relax(is_settled_ ? rows_.heavy() : rows_.light());
      if (row_) outcome_.bytes_sent += row_->resolve(block_.best.data(), rows_.names.data(), block_.own(), block_.pending.data());
    }
    write(request.source);
    return outcome_;
  }

  void take_results(const paths_request& request) override {
    const cuda::current_device current(where_.index);
    cuda::copy_to_host(request.predecessors.data(), block_.predecessors.data(), block_.predecessors.bytes(), stream_);
    cuda::copy_to_host(request.distances.data(), block_.distances.data(), block_.distances.bytes(), stream_);
  }
  double bucket_width() const override { return rows_.width; }
  paths_there results_on_device() const override {
    return {block_.predecessors.data(), reinterpret_cast<const float*>(block_.distances.data())};
  }

 private:
  [[nodiscard]] std::uint64_t words() const { return g_.stride / bits_per_word; }
  [[nodiscard]] active_message* my_message() const { return block_.messages.data() + g_.grid.row; }
  void clear(void* memory, std::size_t bytes) const {
    cuda::check(cudaMemsetAsync(memory, 0, bytes, stream_.get()), "clearing device memory");
  }

  [[nodiscard]] local_vertex own_id(global_vertex v) const {
    const index_range own = g_.own_block();
    return v >= own.first && v < own.last ? g_.to_local[v - own.first] : no_local_vertex;
  }

  void start(const paths_request& request) {
    outcome_ = {};
    outcome_.buckets = 1;
    limits_ = request.limits;
    target_ = own_id(limits_.target);
    from_ = 0, limit_ = end_of_bucket(0);
    is_settled_ = true;
    const local_vertex id = own_id(request.source);
    clear(block_.relaxed.data(), block_.relaxed.bytes());
    clear(block_.reached.data(), block_.reached.bytes());
    clear(block_.overflows.data(), block_.overflows.bytes());
    start_paths<<<steps_.grid(g_.stride), cuda::wide_block, 0, stream_.get()>>>(block_.own(), g_.stride, id, block_.pending.data());
    if (row_) {
      start_paths<<<steps_.grid(g_.row_ids()), cuda::wide_block, 0, stream_.get()>>>(block_.best.data(), g_.row_ids(),
                                                                                     no_local_vertex, row_->nearer());
    }
    cuda::check_launch("searching shortest paths");
  }

  // Determines the next vertices to relax. While the current bucket changes: its changed vertices, along light edges. Then once:
  // all of the bucket, along heavy edges. Then the next bucket. Returns false if no vertex is left.
  bool next_vertices() {
    for (;;) {
      send_bucket([&] {
        take_active<<<steps_.grid(words()), cuda::wide_block, 0, stream_.get()>>>(block_.own(), block_.pending.data(), words(),
                                                                                  limit_, block_.active.data(), my_message());
      });
      if (is_any_active_) {
        is_settled_ = false;
        return true;
      }
      if (!is_settled_) {
        is_settled_ = true;
        send_bucket([&] {
          take_settled<<<steps_.grid(g_.stride), cuda::wide_block, 0, stream_.get()>>>(block_.own(), g_.stride, from_, limit_,
                                                                                       block_.active.data(), my_message());
        });
        return true;
      }
      if (is_finished()) return false;
      ++outcome_.buckets;
      from_ = nearest_;
      limit_ = end_of_bucket(from_);
    }
  }

  // Whether no open vertex is within the limits, once a bucket is finished. Collective.
  bool is_finished() {
    if (nearest_ == infinite_bits) return true;
    const double nearest = value_of(nearest_);
    if (nearest > limits_.cutoff) return true;
    return limits_.target != no_global_vertex && nearest > target_distance();
  }

  double target_distance() {
    std::uint64_t mine = infinite_bits;
    on_all_processes(*g_.ranks, [&] {
      if (target_ != no_local_vertex) mine = cuda::read_one(block_.own() + target_, stream_) >> 32;
    });
    return value_of(static_cast<path_sum>(smallest(*g_.ranks, mine)));
  }

  [[nodiscard]] double value_of(path_sum distance) const {
    const bool is_integer = sums_ == path_sums::whole && distance < infinite_bits;
    return is_integer ? static_cast<double>(distance) : static_cast<double>(std::bit_cast<float>(distance));
  }

  // Above `from`, even if the width is lost in rounding.
  [[nodiscard]] path_sum end_of_bucket(path_sum from) const {
    if (sums_ == path_sums::single) {
      const float first = std::bit_cast<float>(from);
      return std::bit_cast<path_sum>(std::max(first + rows_.width, std::nextafter(first, std::numeric_limits<float>::infinity())));
    }
    const double width = std::clamp(std::ceil(static_cast<double>(rows_.width)), 1.0, static_cast<double>(infinite_bits));
    return static_cast<path_sum>(std::min(static_cast<double>(from) + width, static_cast<double>(infinite_bits)));
  }

  template <class Take>
  void send_bucket(const Take& take) {
    bucket_head empty;
    empty.stops = limits_.stop.stop_requested() ? 1 : 0;
    cuda::check(cudaMemcpyAsync(my_message(), &empty, sizeof empty, cudaMemcpyHostToDevice, stream_.get()), "beginning a round");
    take();
    cuda::check_launch("searching shortest paths");
    if (exchange_) exchange_->all_gather(block_.messages.data(), sizeof(active_message), stream_);
    cuda::check(cudaMemcpy2DAsync(heads_.data(), sizeof(bucket_head), block_.messages.data(), sizeof(active_message),
                                  sizeof(bucket_head), heads_.size(), cudaMemcpyDeviceToHost, stream_.get()),
                "reading what is near");
    stream_.wait("searching shortest paths");
    ++outcome_.rounds;
    outcome_.bytes_sent += sizeof(active_message) * (heads_.size() - 1);
    sum_up();
  }

  // Combines the headers of all processes; those of a grid column are known to each of its processes.
  void sum_up() {
    is_any_active_ = false;
    nearest_ = infinite_bits;
    bool stops = false;
    for (const bucket_head& head : heads_) {
      is_any_active_ = is_any_active_ || head.found > 0;
      nearest_ = std::min(nearest_, head.nearest);
      stops = stops || head.stops != 0;
    }
    if (row_) {
      std::uint32_t largest[] = {is_any_active_, infinite_bits - nearest_, stops};
      g_.grid.along_row->all_reduce(reduction::max, std::span<std::uint32_t>(largest));
      is_any_active_ = largest[0] != 0, nearest_ = infinite_bits - largest[1], stops = largest[2] != 0;
    }
    if (stops) {
      run_control stopping;
      stopping.stop = limits_.stop;
      on_all_processes(*g_.ranks, [&] { check_stop(stopping); });
    }
  }

  // Gathers the buckets of all processes; if one does not fit into a message, as lists as long as the longest.
  void take_buckets() {
    std::uint64_t longest = 0;
    frontier_size_ = 0;
    for (const bucket_head& head : heads_) {
      longest = std::max<std::uint64_t>(longest, head.found);
      frontier_size_ += head.found;
    }
    const active_vertex* lists = nullptr;
    if (longest > active_message::capacity) {
      const auto own = static_cast<std::size_t>(g_.grid.row);
      cuda::check(cudaMemcpyAsync(block_.lists.data() + own * longest, block_.active.data(),
                                  heads_[own].found * sizeof(active_vertex), cudaMemcpyDeviceToDevice, stream_.get()),
                  "sending a bucket");
      if (exchange_) exchange_->all_gather(block_.lists.data(), longest * sizeof(active_vertex), stream_);
      outcome_.bytes_sent += longest * sizeof(active_vertex) * (heads_.size() - 1);
      lists = block_.lists.data();
    }
    const dim3 blocks(steps_.grid(longest), static_cast<unsigned>(heads_.size()));
    ranks_engine::take_buckets<<<blocks, cuda::wide_block, 0, stream_.get()>>>(
        block_.messages.data(), lists, longest, static_cast<local_vertex>(g_.stride), block_.frontier.data(),
        block_.column_distances.data());
    cuda::check_launch("searching shortest paths");
  }

  void relax(const row_ends& rows) {
    if (frontier_size_ == 0) return;
    sum_row_edges(rows, block_.frontier.data(), frontier_size_, block_.starts.data(), stream_);
    const auto along_edges =
        sums_ == path_sums::whole ? ranks_engine::relax<path_sums::whole> : ranks_engine::relax<path_sums::single>;
    along_edges<<<steps_.most_blocks(), cuda::wide_block, 0, stream_.get()>>>(
        rows, rows_.ends.data(), rows_.weights.data(), block_.frontier.data(), frontier_size_, block_.starts.data(),
        block_.column_distances.data(), block_.best.data(), row_ ? row_->nearer() : block_.pending.data(), block_.relaxed.data(),
        block_.overflows.data());
    cuda::check_launch("searching shortest paths");
  }

  void write(global_vertex source) {
    const result_names<std::int64_t> names{rows_.to_local.data(), rows_.names.data(), g_.to_local.size(),
                                           source - g_.own_block().first, static_cast<std::int64_t>(source)};
    write_paths<<<steps_.grid(names.size), cuda::wide_block, 0, stream_.get()>>>(
        names, block_.own(), row_ ? row_->predecessors() : nullptr, block_.predecessors.data(), block_.distances.data(),
        block_.reached.data());
    cuda::check_launch("searching shortest paths");
    outcome_.relaxed = cuda::read_one(block_.relaxed.data(), stream_);
    outcome_.overflows = cuda::read_one(block_.overflows.data(), stream_) != 0;
    outcome_.reached =
        // the source may be isolated
        std::max<std::uint64_t>(1, sum_of(*g_.ranks, cuda::read_one(block_.reached.data(), stream_)));
  }

  const partitioned_graph& g_;
  device where_;
  path_sums sums_;
  cuda::stream stream_;
  device_steps steps_;
  paths_rows rows_;
  paths_block block_;
  std::unique_ptr<device_exchange> exchange_;  ///< along the grid column; null if this process is the only one there
  std::optional<row_of_paths> row_;            ///< with several columns
  std::vector<bucket_head> heads_;             ///< of the grid column

  paths_outcome outcome_;
  path_limits limits_;
  local_vertex target_ = no_local_vertex;  ///< if this process owns it and it has edges
  path_sum from_ = 0, limit_ = 0;          ///< distance range of the bucket
  bool is_settled_ = true;                 ///< relaxing the heavy edges of a finished bucket
  bool is_any_active_ = false;             ///< on any process
  path_sum nearest_ = 0;                   ///< smallest distance outside the bucket over all processes
  std::uint64_t frontier_size_ = 0;        ///< vertices, over all processes of the grid column
};

/// `rows(stream)` returns the adjacency rows, for which it needs `bytes` bytes of device memory.
template <class Rows>
std::unique_ptr<paths_searcher> make_paths(const partitioned_graph& g, device where, rank_transport transport, path_sums sums,
                                           std::uint64_t bytes, const Rows& rows) {
  communicator& ranks = *g.ranks;
  const bool share = share_devices(ranks, where);
  const std::size_t to_column = std::max<std::size_t>(sizeof(active_message), g.stride * sizeof(active_vertex));
  grid_exchanges exchanges = connect_grid(g, transport, share, to_column, row_of_paths::most_bytes_sent(g));
  std::unique_ptr<paths_searcher> made;
  on_all_processes(ranks, [&] {
    require_memory_for(g, bytes + paths_block::planned_bytes(g) + (g.grid.columns > 1 ? row_of_paths::planned_bytes(g) : 0));
    made = std::make_unique<device_paths>(g, where, std::move(exchanges), sums, rows);
  });
  return made;
}

}  // namespace

std::unique_ptr<paths_searcher> make_device_paths(const partitioned_graph& g, device where, rank_transport transport,
                                                  paths_rows rows) {
  return make_paths(g, where, transport, path_sums::single, 0, [&](const cuda::stream&) { return std::move(rows); });
}

std::unique_ptr<paths_searcher> paths_on_device(const partitioned_graph& g, device where, rank_transport transport, path_sums sums,
                                                double width) {
  on_all_processes(*g.ranks, [&] { cuda::require_capability(where); });
  require_no_delegates(g, "shortest paths on CUDA devices");
  const cuda::current_device current(where.index);
  const float chosen = bucket_width(g, heaviest_weight(g), paths_rows::width_of_bucket);
  const float used = width > 0 ? static_cast<float>(width) : chosen;
  if (sums == path_sums::real) return make_real_paths(g, where, transport, width > 0 ? width : chosen);
  return make_paths(g, where, transport, sums, bytes_of_paths_rows(g) + bytes_of_given_rows(g),
                    [&](const cuda::stream& s) { return upload_paths_rows(g, used, s); });
}

}  // namespace fathom::ranks_engine
