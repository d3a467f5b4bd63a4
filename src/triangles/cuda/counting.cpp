#include "fathom/graph.hpp"
#include "gpu/backend.hpp"
#include "triangles/on_device.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fathom/error.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/device_array.hpp"
#include "graph/cuda/graph_on_device.hpp"
#include "triangles/cuda/count.hpp"
#include "triangles/cuda/neighbor_counts.hpp"
#include "triangles/cuda/oriented_rows.hpp"
#include "triangles/cuda/work_items.hpp"
#include "triangles/move_to_device.hpp"

namespace fathom::triangles_engine {
namespace {

using launch = void (*)(const count_job&, const work_item*, std::uint64_t, const cuda::stream&);

// Items per launch. The stop token is polled between launches, which take some milliseconds each.
constexpr std::uint64_t blocks_per_launch = 1u << 16, warps_per_launch = 1u << 22;

std::uint64_t planned_bytes(const graph& g, bool directed, work_share share, device where) {
  const vertex_id n = g.num_vertices();
  const edge_offset m = g.num_edges();
  return graph_on_device::bytes(g, where) + device_oriented_bytes(n, m) +
         work_list_bytes(n, m, longest_block_row(cuda::capabilities_of(where)), share) +
         n * (sizeof(std::uint64_t) + (directed ? 2 : 1) * sizeof(vertex_id)) + (directed ? m : 0);
}

std::string purpose(const graph& g) {
  return "counting triangles among " + std::to_string(g.num_vertices()) + " vertices and " + std::to_string(g.num_edges()) +
         " edges";
}

struct state {
  state(const graph& g, const std::uint8_t* edges_in_both_directions, work_share own, device where)
      : share(own),
        block_row(longest_block_row(cuda::capabilities_of(where))),
        rows(g, where, stream),
        mutual(edges_in_both_directions ? cuda::upload(edges_in_both_directions, g.num_edges(), stream)
                                        : cuda::buffer<std::uint8_t>()),
        simple(g.properties().self_loops == 0 && g.properties().duplicates == 0),
        triangles(cuda::device_array<std::uint64_t>(g.num_vertices(), where, stream)),
        degrees(cuda::device_array<vertex_id>(g.num_vertices(), where, stream)),
        mutual_neighbors(cuda::device_array<vertex_id>(edges_in_both_directions ? g.num_vertices() : 0, where, stream)),
        sums(cuda::filled<vertex_sums>(1, 0, stream)) {
    cuda::check(cudaMemsetAsync(triangles.data(), 0, triangles.bytes(), stream.get()), "clearing counts");
    stream.wait("copying the graph to the device");
  }

  void orient() {
    const graph_view& g = rows.view();
    prepare_watch.start(stream);
    oriented = orient_on_device(g, mutual.data(), stream);
    work = list_work(block_row, g.num_vertices, g.num_edges, g.out.offsets, oriented.starts.data(), share, stream);
    prepare_watch.stop(stream);
    stream.wait("orienting edges");
  }

  void count(const run_control& control) {
    count_watch.start(stream);
    count_class(block_row == large_block_row ? count_by_large_blocks : count_by_compact_blocks, 0, work.large_blocks,
                blocks_per_launch, control);
    count_class(count_by_small_blocks, work.large_blocks, work.small_blocks, blocks_per_launch, control);
    count_class(count_by_warps, work.large_blocks + work.small_blocks, work.warps, warps_per_launch, control);
    count_neighbors_on_device(rows.view(), simple,
                              {degrees.data(), mutual_neighbors.data(), mutual.data(), triangles.data(), sums.data()}, stream);
    count_watch.stop(stream);
  }

  void count_class(launch enqueue, std::uint64_t first, std::uint64_t count, std::uint64_t per_launch, const run_control& control) {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));  // the type of atomic additions
    auto* const counts = reinterpret_cast<unsigned long long*>(triangles.data());
    const count_job job{rows.view().out, oriented.starts.data(), oriented.targets.data(), mutual.data(), counts};
    for (std::uint64_t done = 0; done < count; done += per_launch) {
      if (done > 0) {
        stream.wait("counting triangles");
        report_progress(control, "counting", first + done, work.items.size());
      }
      enqueue(job, work.items.data() + first + done, std::min(per_launch, count - done), stream);
    }
  }

  const work_share share;
  const unsigned block_row;  // entries of a row that a large thread block holds
  cuda::stream stream;       // before the members below, since these are allocated in stream order
  graph_on_device rows;
  cuda::buffer<std::uint8_t> mutual;  // empty: directions are ignored
  const bool simple;                  // no self-loops and no parallel edges
  array<std::uint64_t> triangles;     // as in triangles_result
  array<vertex_id> degrees, mutual_neighbors;
  cuda::buffer<vertex_sums> sums;
  device_oriented_rows oriented;
  work_list work;
  cuda::stopwatch prepare_watch, count_watch;
};

class triangles_cuda final : public triangles_on_device {
 public:
  triangles_cuda(const graph& g, const std::uint8_t* mutual, work_share share, device where)
      : device_(where), num_vertices_(g.num_vertices()), directed_(mutual != nullptr) {
    const cuda::current_device here(device_.index);
    cuda::require_capability(where);
    if (g.num_edges() == 0) return;
    if (std::max<std::uint64_t>(num_vertices_, g.num_edges()) > cuda::most_sorted())
      throw error(error_category::device, purpose(g) + ": this CUDA toolkit's CUB handles at most " +
                                              std::to_string(cuda::most_sorted()) + " elements; use the device cpu");
    cuda::require_device_memory(planned_bytes(g, mutual != nullptr, share, where), purpose(g));
    state_ = std::make_unique<state>(g, mutual, share, where);
  }

  ~triangles_cuda() override {
    const cuda::current_device here(device_.index);
    state_.reset();
  }

  void orient() override {
    if (!state_) return;
    const cuda::current_device here(device_.index);
    state_->orient();
  }

  void count(const run_control& control) override {
    if (!state_) return;
    const cuda::current_device here(device_.index);
    state_->count(control);
  }

  void take(bool keep, triangles_result& result) override {
    if (!state_) return take_zeros(keep, result);
    const cuda::current_device here(device_.index);
    state& from = *state_;
    take_one(from.triangles, keep, result.triangles);
    take_one(from.degrees, keep, result.degrees);
    take_one(from.mutual_neighbors, keep, result.mutual);
    const vertex_sums sums = cuda::read_one(from.sums.data(), from.stream);
    result.count = sums.triangles / 3, result.wedges = sums.wedges;  // each triangle is counted at three vertices
    if (keep) return;
    cuda::copy_result(from.triangles.data(), result.triangles, from.stream);
    cuda::copy_result(from.degrees.data(), result.degrees, from.stream);
    cuda::copy_result(from.mutual_neighbors.data(), result.mutual, from.stream);
  }

  [[nodiscard]] double seconds() const override {
    return state_ ? state_->prepare_watch.seconds() + state_->count_watch.seconds() : 0;
  }

 private:
  // Moves an array in device memory, or allocates one in host memory.
  template <class T>
  void take_one(array<T>& from, bool keep, array<T>& to) {
    to = keep ? std::move(from) : cuda::result_array<T>(from.size(), false, device_, state_->stream);
  }

  // Without edges.
  void take_zeros(bool keep, triangles_result& result) const {
    result.triangles = array<std::uint64_t>(num_vertices_);
    result.degrees = array<vertex_id>(num_vertices_), result.mutual = array<vertex_id>(directed_ ? num_vertices_ : 0);
    std::fill(result.triangles.begin(), result.triangles.end(), 0);
    std::fill(result.degrees.begin(), result.degrees.end(), 0);
    std::fill(result.mutual.begin(), result.mutual.end(), 0);
    if (keep) move_to_device(result, device_);
  }

  device device_;
  vertex_id num_vertices_ = 0;
  bool directed_ = false;
  std::unique_ptr<state> state_;
};

}  // namespace

std::unique_ptr<triangles_on_device> make_triangles_cuda(const graph& g, const std::uint8_t* mutual, work_share share,
                                                         device where) {
  return std::make_unique<triangles_cuda>(g, mutual, share, where);
}

}  // namespace fathom::triangles_engine
