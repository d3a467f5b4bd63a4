#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"
#include "graph/build/cuda/cut_rows.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"
#include "pagerank/cuda/shared_memory.hpp"
#include "pagerank/distributed/cuda/kernels.hpp"
#include "pagerank/distributed/part.hpp"

namespace fathom::ranks_engine {
namespace {

using cuda::buffer;
using cuda::check;

constexpr unsigned least_piece = 256;              // minimum chunk of a row, as in the single-GPU engine
constexpr unsigned blocks_per_multiprocessor = 8;  // for kernels that do not cache hubs

int multiprocessors_of(device where) {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
  return count;
}

// Collective. Returns no hubs if they have less than a quarter of the edges, since caching them would not pay off.
hub_order choose_hubs(const partitioned_graph& g, device where) {
  // Processes agree on the number, so the device with the least shared memory decides.
  constexpr std::uint64_t most = pagerank_engine::most_hub_bytes;
  const std::uint64_t bytes = most - largest_of(*g.ranks, most - pagerank_engine::hub_bytes(cuda::capabilities_of(where)));
  const std::uint64_t most_hubs = bytes / sizeof(float);
  hub_order hubs{0, static_cast<std::uint32_t>(g.grid.rows), g.stride};
  const std::uint64_t each = std::min<std::uint64_t>(most_hubs / static_cast<std::uint64_t>(g.grid.rows), g.stride);
  const auto* const first = g.out_degrees.data();
  const std::uint64_t mine = std::accumulate(first, first + std::min(each, g.own_vertices), std::uint64_t{0});
  const bool fits = g.column_ids() + each * hubs.rows < std::numeric_limits<local_vertex>::max();
  if (sum_of(*g.ranks, mine) >= g.num_edges / 4 && largest_of(*g.ranks, fits ? 0 : 1) == 0)
    hubs.each = static_cast<std::uint32_t>(each);
  return hubs;
}

class device_score_part final : public score_part {
 public:
  device_score_part(const partitioned_graph& g, const ranked_vertices& v, const pagerank_request& r, device where, hub_order hubs)
      : g_(g), v_(v), r_(r), where_(where), hubs_(hubs), multiprocessors_(multiprocessors_of(where)) {
    cuda::require_device_memory(planned_bytes(),
                                fmt::format("PageRank of {} vertices and {} edges of one process", v.size(), edges()));
    place_rows();
    place_vertices();
    stream_.wait("copying the graph to the device");
  }

  void connect(std::unique_ptr<device_exchange> along_column, std::unique_ptr<device_exchange> along_row) {
    along_column_ = std::move(along_column), along_row_ = std::move(along_row);
  }

  void begin(bool single) override {
    const cuda::current_device current(where_.index);
    single_ = single;
    floats_ = {}, doubles_ = {};
    single ? begin_with(floats_) : begin_with(doubles_);
  }

  void gather(work_clock& clock) override {
    const cuda::current_device current(where_.index);
    single_ ? gather_from(floats_, clock) : gather_from(doubles_, clock);
  }

  rank_sums update(double dangling) override {
    const cuda::current_device current(where_.index);
    single_ ? update_ranks(job(floats_, dangling), block_sums_, stream_)
            : update_ranks(job(doubles_, dangling), block_sums_, stream_);
    check(cudaMemcpyAsync(host_sums_.data(), block_sums_.data(), block_sums_.bytes(), cudaMemcpyDeviceToHost, stream_.get()),
          "reading sums");
    stream_.wait("updating scores");
    rank_sums all;
    for (const rank_sums& one : host_sums_) all.add(one);
    return all;
  }

  void take(std::span<double> ranks) override {
    const cuda::current_device current(where_.index);
    cuda::copy_to_host(ranks.data(), ranks_.data(), ranks_.bytes(), stream_);
  }

  std::uint64_t planned_bytes() const override {
    const std::uint64_t arrays = 2 + (v_.jump.empty() ? 0 : 1) + (v_.drop.empty() ? 0 : 1);
    return (g_.row_ids() + 1) * sizeof(edge_offset) + edges() * (sizeof(local_vertex) + (r_.weighted ? sizeof(edge_weight) : 0)) +
           cut_rows_on::bytes(rows(), edges(), least_piece) + cut_rows_on::most_pieces(edges(), least_piece) * sizeof(double) +
           (arrays * v_.size() + g_.row_ids() * (g_.grid.columns > 1 ? 3 : 1) + hubs_.size() + g_.column_ids() +
            (g_.grid.rows > 1 ? g_.stride : 0)) *
               sizeof(double);
  }

 private:
  [[nodiscard]] std::uint64_t edges() const { return g_.in.ends.size(); }
  [[nodiscard]] vertex_id rows() const { return static_cast<vertex_id>(g_.row_ids()); }

  void place_rows() {
    offsets_ = cuda::upload(g_.in.offsets.data(), g_.in.offsets.size(), stream_);
    ends_ = cuda::upload(g_.in.ends.data(), edges(), stream_);
    if (hubs_.each > 0) number_hubs(ends_, hubs_, stream_);
    if (r_.weighted) weights_ = cuda::upload(v_.in_weights.data(), edges(), stream_);
    cut_ = cut_rows_on(rows(), edges(), offsets_.data(), least_piece, where_, stream_);
    piece_sums_ = buffer<double>(cut_.view().num_pieces, stream_);
    sums_ = buffer<double>(g_.row_ids(), stream_);
    if (g_.grid.columns > 1) theirs_ = buffer<double>(g_.row_ids(), stream_);
  }

  void place_vertices() {
    const auto place = [this](const std::vector<double>& values) { return cuda::upload(values.data(), values.size(), stream_); };
    out_ = place(v_.out), ranks_ = place(v_.ranks), jump_ = place(v_.jump), drop_ = place(v_.drop);
    block_sums_ = buffer<rank_sums>(static_cast<std::size_t>(multiprocessors_) * blocks_per_multiprocessor, stream_);
    host_sums_ = cuda::pinned_array<rank_sums>(block_sums_.size());
  }

  template <class Share>
  void begin_with(buffer<Share>& shares) {
    shares = cuda::filled<Share>(hubs_.size() + g_.column_ids(), 0, stream_);
    share_out(job(shares, 0), stream_);
    stream_.wait("computing contributions");
  }

  template <class Share>
  void gather_from(buffer<Share>& shares, work_clock& clock) {
    const auto rows_of_grid = static_cast<std::uint64_t>(g_.grid.rows), columns = static_cast<std::uint64_t>(g_.grid.columns);
    if (along_column_) {
      along_column_->all_gather(shares.data() + hubs_.size(), g_.stride * sizeof(Share), stream_);
      exchanged(g_.stride * sizeof(Share) * (rows_of_grid - 1), clock);
    }
    if (hubs_.each > 0) copy_hubs(shares.data(), hubs_, stream_);
    const auto near = static_cast<vertex_id>(
        std::min<std::size_t>(hubs_.size(), pagerank_engine::hub_bytes(cuda::capabilities_of(where_)) / sizeof(Share)));
    gather_rows(
        gather_job<Share>{
            {offsets_.data(), ends_.data(), weights_.data()}, cut_.view(), piece_sums_.data(), shares.data(), near, sums_.data()},
        multiprocessors_, stream_);
    if (!along_row_) return;
    stream_.wait("gathering contributions");
    clock.computed();
    const std::vector<std::uint64_t> sizes(columns, g_.stride * sizeof(double));
    along_row_->all_to_all(sums_.data(), sizes, theirs_.data(), sizes, stream_);
    exchanged(g_.stride * sizeof(double) * (columns - 1), clock);
  }

  void exchanged(std::uint64_t bytes, work_clock& clock) const {
    stream_.wait("exchanging data between devices");
    clock.sent(bytes);
    clock.exchanged();
  }

  template <class Share>
  [[nodiscard]] update_job<Share> job(const buffer<Share>& shares, double dangling) const {
    update_job<Share> j;
    j.size = v_.size(), j.own = g_.own_vertices;
    j.handed = along_row_ ? theirs_.data() : sums_.data();
    j.peers = static_cast<std::uint64_t>(g_.grid.columns), j.stride = g_.stride;
    j.out = out_.data(), j.jump = jump_.data(), j.drop = drop_.data();
    j.uniform = v_.uniform, j.damping = r_.damping, j.jumps = 1 - r_.damping, j.drops = r_.damping * dangling;
    j.ranks = ranks_.data();
    j.shares = shares.data() + hubs_.size() + static_cast<std::uint64_t>(g_.grid.row) * g_.stride;
    return j;
  }

  const partitioned_graph& g_;
  const ranked_vertices& v_;
  const pagerank_request& r_;
  const device where_;
  const hub_order hubs_;
  const int multiprocessors_;
  bool single_ = false;
  cuda::stream stream_;  // declared before the buffers that are allocated on it
  buffer<edge_offset> offsets_;
  buffer<local_vertex> ends_;
  buffer<edge_weight> weights_;
  cut_rows_on cut_;
  buffer<double> piece_sums_, sums_, theirs_;  // by row id; theirs_: sums for own vertices, by process of the grid row
  buffer<double> out_, ranks_, jump_, drop_;
  buffer<float> floats_;  // contributions of the vertices of the grid column, hubs first
  buffer<double> doubles_;
  buffer<rank_sums> block_sums_;
  array<rank_sums> host_sums_;
  std::unique_ptr<device_exchange> along_column_, along_row_;  // null for a single process
};

}  // namespace

std::unique_ptr<score_part> score_part_on_device(const partitioned_graph& g, const ranked_vertices& vertices,
                                                 const pagerank_request& request, device where) {
  communicator& ranks = *g.ranks;
  on_all_processes(ranks, [&] { cuda::require_capability(where); });
  require_no_delegates(g, "PageRank on CUDA devices");
  const cuda::current_device current(where.index);
  const hub_order hubs = choose_hubs(g, where);
  std::unique_ptr<device_score_part> made;
  on_all_processes(ranks, [&] { made = std::make_unique<device_score_part>(g, vertices, request, where, hubs); });
  const bool share = share_devices(ranks, where);
  // With one grid column this is g.ranks, whose processes may be connected already.
  communicator& column = g.grid.columns == 1 ? ranks : *g.grid.along_column;
  std::unique_ptr<device_exchange> along_column = near_exchange(column, share, g.stride * sizeof(double));
  made->connect(std::move(along_column), near_exchange(*g.grid.along_row, share, g.row_ids() * sizeof(double)));
  return made;
}

}  // namespace fathom::ranks_engine
