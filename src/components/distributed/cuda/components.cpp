// Distributed connected components on devices. Each device builds a forest of all vertices from the edges of its block; forests are
// merged pairwise in log2(processes) rounds, until process 0 has the only one. It labels each tree by its smallest vertex in the
// caller's numbering and sends all processes their labels.
//
// If there are many edges, a sample of each vertex's edges goes first (components/connected_kernels.cuh) and the merged forest is
// sent to all processes. In a symmetric graph they can then skip all edges inside the largest tree.
#include <fmt/format.h>

#include <bit>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/timer.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "components/cuda/forest.hpp"
#include "components/distributed/cuda/name_trees.hpp"
#include "components/distributed/engine.hpp"
#include "fathom/error.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"

namespace fathom::ranks_engine {
namespace {

using cuda::buffer;

// Minimum edges per forest vertex, process and merge round for which skipping pays off. Inspecting an edge takes an H100 10 to 33
// ps (kron:24:16, uniform:24:16), sending four bytes to a nearby device 11 ps; a vertex is sent there and back, merged and
// compressed.
constexpr std::uint64_t least_edges_per_round = 4;

class components_merger {
 public:
  components_merger(const partitioned_graph& g, device where, const run_control& control)
      : g_(g),
        ranks_(*g.ranks),
        control_(control),
        all_(g.stride * static_cast<std::uint64_t>(g.ranks->size())),
        skips_(pays_to_skip()) {
    on_all_processes(ranks_, [&] {
      if (all_ >= std::numeric_limits<vertex_id>::max()) {
        throw error(error_category::usage,
                    fmt::format("up to {} vertices with edges are too many for components on CUDA devices, whose ids have 32 bits; "
                                "choose the cpu",
                                all_));
      }
      cuda::require_device_memory(planned_bytes(), fmt::format("connected components of one process's {} vertices and {} edges",
                                                               g.own_vertices, g.in.ends.size()));
    });
    exchange_ = near_exchange(ranks_, share_devices(ranks_, where), most_sent());
  }

  components_outcome run(std::span<std::uint64_t> labels) {
    on_all_processes(ranks_, [this] { upload(); });
    clock_.waited();
    const timer on_device;
    components_outcome outcome;
    const components_engine::rows_to_link rows = begin();
    on_all_processes(ranks_, [&] { sample(rows); });
    if (skips_ && ranks_.size() > 1) {
      outcome.rounds += merge_all();
      share();
    }
    on_all_processes(ranks_, [&] { link_rest(rows); });
    outcome.rounds += merge_all();
    take_names();
    outcome.seconds_on_device = on_device.seconds();
    on_all_processes(ranks_, [&] { write(labels); });
    outcome.work = clock_.work();
    return outcome;
  }

 private:
  // A single process has no merge rounds to save.
  [[nodiscard]] bool pays_to_skip() const {
    const auto size = static_cast<std::uint64_t>(ranks_.size()), turns = static_cast<std::uint64_t>(std::bit_width(size - 1));
    return !g_.directed && g_.num_edges / size >= least_edges_per_round * turns * all_;
  }

  // A forest, or the labels from process 0.
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

  // Adjacency rows of this process, whose vertices are consecutive in the forest.
  components_engine::rows_to_link begin() {
    const auto columns = static_cast<std::uint64_t>(g_.grid.columns), row = static_cast<std::uint64_t>(g_.grid.row);
    on_all_processes(ranks_, [&] {
      if (columns > 1) number_ends(ends_, g_.stride, columns, static_cast<std::uint64_t>(g_.grid.column), stream_);
      forest_.emplace(static_cast<vertex_id>(all_), g_.in.ends.size(), stream_);
    });
    components_engine::rows_to_link rows;
    rows.num_vertices = static_cast<vertex_id>(all_);
    rows.first = static_cast<vertex_id>(row * columns * g_.stride), rows.rows = static_cast<vertex_id>(g_.row_ids());
    rows.out = {offsets_.data(), ends_.data(), nullptr};
    if (skips_) rows.in = rows.out;
    return rows;
  }

  void sample(const components_engine::rows_to_link& rows) {
    if (all_ > 0) forest_->sample(rows, stream_);
    stream_.wait("finding components");
    clock_.computed();
  }

  void link_rest(const components_engine::rows_to_link& rows) {
    if (all_ > 0) forest_->link_rest(rows, stream_);
    stream_.wait("finding components");
    offsets_ = {}, ends_ = {};
    clock_.computed();
  }

  int merge_all() {
    int rounds = 0;
    clock_.waited();
    for (int step = 1; step < ranks_.size(); step *= 2, ++rounds) merge(step);
    return rounds;
  }

  // Sends process 0's forest to all, along the reverse of the merge tree.
  void share() {
    int step = 1;
    while (step < ranks_.size()) step *= 2;
    for (step /= 2; step > 0; step /= 2) {
      const turn t = pairs(step);
      send(forest_->parents().data(), t.taken, forest_->parents().data(), t.given);
    }
  }

  // Bytes to and from each process in a merge round: of each 2 * `step` processes, the first of the second half sends its forest to
  // the first of the first half.
  struct turn {
    std::vector<std::uint64_t> given, taken;
    bool takes = false;
  };
  [[nodiscard]] turn pairs(int step) const {
    const int rank = ranks_.rank(), to = rank - step, from = rank + step;
    turn t{std::vector<std::uint64_t>(size()), std::vector<std::uint64_t>(size()), rank % (2 * step) == 0 && from < ranks_.size()};
    if (rank % (2 * step) == step) t.given[static_cast<std::size_t>(to)] = all_ * sizeof(vertex_id);
    if (t.takes) t.taken[static_cast<std::size_t>(from)] = all_ * sizeof(vertex_id);
    return t;
  }

  // A process that has sent its forest takes no part in later rounds.
  void merge(int step) {
    const turn t = pairs(step);
    buffer<vertex_id> other;
    on_all_processes(ranks_, [&] {
      check_stop(control_);
      if (t.takes) other = buffer<vertex_id>(all_, stream_);
    });
    send(forest_->parents().data(), t.given, other.data(), t.taken);
    if (t.takes && all_ > 0) forest_->merge(other.data(), stream_);
    stream_.wait("merging forests");
    clock_.computed();
  }

  void send(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs, std::span<const std::uint64_t> their_sizes) {
    exchange_->all_to_all(mine, my_sizes, theirs, their_sizes, stream_);
    stream_.wait("exchanging data between devices");
    for (std::size_t peer = 0; peer < size(); ++peer) {
      if (peer != static_cast<std::size_t>(ranks_.rank())) clock_.sent(my_sizes[peer]);
    }
    clock_.exchanged();
  }

  // Fetches the labels of the process's own vertices, by local id, from process 0, after sending it their positions.
  void take_names() {
    buffer<std::uint32_t> mine, positions;
    buffer<unsigned long long> names;
    on_all_processes(ranks_, [&] {
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
  const std::uint64_t all_;  // size of the forest's numbering, including unused numbers
  const bool skips_;         // edges inside the largest tree are skipped; the same on all processes
  work_clock clock_;
  cuda::stream stream_;                        // declared before the buffers that are allocated on it
  std::unique_ptr<device_exchange> exchange_;  // null for a single process
  std::optional<components_engine::device_forest> forest_;
  buffer<edge_offset> offsets_;
  buffer<local_vertex> ends_, to_local_;
  buffer<unsigned long long> names_;  // by local id
};

}  // namespace

components_outcome components_on_device(const partitioned_graph& g, device where, std::span<std::uint64_t> labels,
                                        const run_control& control) {
  on_all_processes(*g.ranks, [&] { cuda::require_capability(where); });
  require_no_delegates(g, "components on CUDA devices");
  const cuda::current_device current(where.index);
  return components_merger(g, where, control).run(labels);
}

}  // namespace fathom::ranks_engine
