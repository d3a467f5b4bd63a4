// Each rank's device makes a forest of all vertices with what the edges of its block join; forests are merged in pairs until the
// first rank has the only one, after the logarithm of the ranks in turns. It names each tree by the smallest of its vertices in the
// caller's order, and tells all ranks the names of theirs.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/timer.hpp"
#include "cuda/transfer.hpp"
#include "distributed/agreement.hpp"
#include "engine/components/device_forest.hpp"
#include "engine/ranks/device/choose_exchange.hpp"
#include "engine/ranks/device/name_trees.hpp"
#include "engine/ranks/rank_components.hpp"
#include "engine/ranks/work_clock.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

using cuda::buffer;

class uniting_on_device {
 public:
  uniting_on_device(const partitioned_graph& g, device where, const run_control& control)
      : g_(g), ranks_(*g.ranks), control_(control), all_(g.stride * static_cast<std::uint64_t>(g.ranks->size())) {
    on_all_ranks(ranks_, [&] {
      if (all_ >= std::numeric_limits<vertex_id>::max()) {
        throw error(
            error_category::usage,
            fmt::format("all ranks have up to {} vertices with edges, more than ids of 32 bits tell apart; devices find the "
                        "components of smaller graphs: choose the cpu",
                        all_));
      }
      cuda::require_device_memory(planned_bytes(), fmt::format("finding components in a rank's part of {} vertices and {} edges",
                                                               g.own_vertices, g.in.ends.size()));
    });
    exchange_ = near_exchange(ranks_, share_devices(ranks_, where), most_sent());
  }

  components_outcome run(std::span<std::uint64_t> labels) {
    on_all_ranks(ranks_, [this] { upload(); });
    clock_.waited();
    const timer on_device;
    on_all_ranks(ranks_, [this] { link(); });
    clock_.waited();
    components_outcome outcome;
    for (int step = 1; step < ranks_.size(); step *= 2, ++outcome.rounds) merge(step);
    take_names();
    outcome.seconds_on_device = on_device.seconds();
    on_all_ranks(ranks_, [&] { write(labels); });
    outcome.work = clock_.work();
    return outcome;
  }

 private:
  // A forest, or the first rank's names.
  [[nodiscard]] std::uint64_t most_sent() const { return all_ * (is_first() ? sizeof(std::uint64_t) : sizeof(vertex_id)); }
  [[nodiscard]] bool is_first() const { return ranks_.rank() == 0; }

  [[nodiscard]] std::uint64_t planned_bytes() const {
    const std::uint64_t edges = g_.in.ends.size();
    return (g_.row_ids() + 1) * sizeof(edge_offset) + edges * sizeof(local_vertex) +
           components_engine::device_forest::bytes(static_cast<vertex_id>(all_), edges) + all_ * sizeof(vertex_id) +
           (ranks_.size() > 1 ? most_sent() : 0) + (is_first() ? all_ * (sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t)) : 0) +
           g_.stride * 3 * sizeof(std::uint32_t) + g_.to_local.size() * (sizeof(local_vertex) + sizeof(std::uint64_t));
  }

  void upload() {
    check_stop(control_);
    offsets_ = cuda::upload(g_.in.offsets.data(), g_.in.offsets.size(), stream_);
    ends_ = cuda::upload(g_.in.ends.data(), g_.in.ends.size(), stream_);
    to_local_ = cuda::upload(g_.to_local.data(), g_.to_local.size(), stream_);
    stream_.wait("copying the graph to the device");
    clock_.computed();
  }

  // The rows of this rank, whose vertices stand next to each other in the forest. Another rank may be the only one to have an edge
  // of one of them, so that each looks at all that it has.
  void link() {
    const auto columns = static_cast<std::uint64_t>(g_.grid.columns), row = static_cast<std::uint64_t>(g_.grid.row);
    if (columns > 1) number_ends(ends_, g_.stride, columns, static_cast<std::uint64_t>(g_.grid.column), stream_);
    forest_.emplace(static_cast<vertex_id>(all_), g_.in.ends.size(), stream_);
    components_engine::rows_to_link rows;
    rows.num_vertices = static_cast<vertex_id>(all_);
    rows.first = static_cast<vertex_id>(row * columns * g_.stride), rows.rows = static_cast<vertex_id>(g_.row_ids());
    rows.out = {offsets_.data(), ends_.data(), nullptr};
    if (all_ > 0) forest_->link(rows, stream_);
    offsets_ = {}, ends_ = {};
    stream_.wait("finding components");
    clock_.computed();
  }

  // Of 2 `step` ranks the first has the forest of the first half, and is sent that of the second, which stays behind.
  void merge(int step) {
    const int rank = ranks_.rank(), to = rank - step, from = rank + step;
    const bool gives = rank % (2 * step) == step, takes = rank % (2 * step) == 0 && from < ranks_.size();
    const std::uint64_t bytes = all_ * sizeof(vertex_id);
    std::vector<std::uint64_t> mine(size()), theirs(size());
    buffer<vertex_id> other;
    on_all_ranks(ranks_, [&] {
      check_stop(control_);
      if (gives) mine[static_cast<std::size_t>(to)] = bytes;
      if (!takes) return;
      theirs[static_cast<std::size_t>(from)] = bytes;
      other = buffer<vertex_id>(all_, stream_);
    });
    send(forest_->parents().data(), mine, other.data(), theirs);
    if (takes && all_ > 0) forest_->merge(other.data(), stream_);
    stream_.wait("merging forests");
    clock_.computed();
  }

  void send(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs, std::span<const std::uint64_t> their_sizes) {
    exchange_->all_to_all(mine, my_sizes, theirs, their_sizes, stream_);
    stream_.wait("sending between the ranks' devices");
    for (std::size_t peer = 0; peer < size(); ++peer) {
      if (peer != static_cast<std::size_t>(ranks_.rank())) clock_.sent(my_sizes[peer]);
    }
    clock_.exchanged();
  }

  // Names of the rank's own vertices, by local id, from the first rank, which is told their places for that.
  void take_names() {
    buffer<std::uint32_t> mine, positions;
    buffer<unsigned long long> names;
    on_all_ranks(ranks_, [&] {
      mine = positions_of(to_local_, g_.stride, stream_);
      names_ = buffer<unsigned long long>(g_.stride, stream_);
      if (is_first()) positions = buffer<std::uint32_t>(all_, stream_), names = buffer<unsigned long long>(all_, stream_);
    });
    clock_.computed();
    if (!exchange_) {
      positions.swap(mine);
      names_by_tree(positions, names);
      names_.swap(names);
      return;
    }
    to_first(mine.data(), positions.data(), sizeof(std::uint32_t));
    if (is_first()) names_by_tree(positions, names);
    from_first(names.data(), names_.data(), sizeof(unsigned long long));
  }

  void names_by_tree(const buffer<std::uint32_t>& positions, const buffer<unsigned long long>& names) {
    std::vector<std::uint64_t> firsts;
    for (int rank = 0; rank < ranks_.size(); ++rank) firsts.push_back(g_.blocks.block(rank).first);
    const buffer<std::uint64_t> of_ranks = cuda::upload(firsts.data(), firsts.size(), stream_);
    name_trees({forest_->parents().data(), positions.data(), all_, g_.stride, of_ranks.data()}, names, stream_);
    stream_.wait("naming components");
    clock_.computed();
  }

  void to_first(const void* mine, void* all, std::size_t bytes_each) {
    std::vector<std::uint64_t> my_sizes(size()), their_sizes(size(), is_first() ? g_.stride * bytes_each : 0);
    my_sizes[0] = g_.stride * bytes_each;
    send(mine, my_sizes, all, their_sizes);
  }
  void from_first(const void* all, void* mine, std::size_t bytes_each) {
    std::vector<std::uint64_t> my_sizes(size(), is_first() ? g_.stride * bytes_each : 0), their_sizes(size());
    their_sizes[0] = g_.stride * bytes_each;
    send(all, my_sizes, mine, their_sizes);
  }

  void write(std::span<std::uint64_t> labels) {
    const buffer<unsigned long long> found(to_local_.size(), stream_);
    write_labels(to_local_, names_, g_.own_block().first, found, stream_);
    cuda::copy_to_host(labels.data(), found.data(), found.bytes(), stream_);
    clock_.computed();
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(ranks_.size()); }

  const partitioned_graph& g_;
  communicator& ranks_;
  const run_control& control_;
  const std::uint64_t all_;  // numbers of the forest's vertices, of which some stand for none
  work_clock clock_;
  cuda::stream stream_;                        // before what is allocated in its order
  std::unique_ptr<device_exchange> exchange_;  // null for one rank
  std::optional<components_engine::device_forest> forest_;
  buffer<edge_offset> offsets_;
  buffer<local_vertex> ends_, to_local_;
  buffer<unsigned long long> names_;  // by local id
};

}  // namespace

components_outcome components_on_device(const partitioned_graph& g, device where, std::span<std::uint64_t> labels,
                                        const run_control& control) {
  on_all_ranks(*g.ranks, [&] { cuda::require_capability(where); });
  const cuda::current_device current(where.index);
  return uniting_on_device(g, where, control).run(labels);
}

}  // namespace fathom::ranks_engine
