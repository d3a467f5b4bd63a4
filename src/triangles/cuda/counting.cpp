#include "fathom/graph.hpp"
#include "gpu/backend.hpp"
#include "triangles/on_device.hpp"

#include <algorithm>
#include <string>

#include "fathom/error.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/transfer.hpp"
#include "graph/cuda/graph_on_device.hpp"
#include "triangles/cuda/count.hpp"
#include "triangles/cuda/oriented_rows.hpp"
#include "triangles/cuda/work_items.hpp"

namespace fathom::triangles_engine {
namespace {

using launch = void (*)(const count_job&, const work_item*, std::uint64_t, const cuda::stream&);

// Items per launch. The stop token is polled between launches, which take some milliseconds each.
constexpr std::uint64_t blocks_per_launch = 1u << 16, warps_per_launch = 1u << 22;

std::uint64_t planned_bytes(const graph& g, bool directed, device where) {
  const vertex_id n = g.num_vertices();
  const edge_offset m = g.num_edges();
  return graph_on_device::bytes(g, where) + device_oriented_bytes(n, m) +
         work_list_bytes(n, m, longest_block_row(cuda::capabilities_of(where))) + n * sizeof(std::uint64_t) + (directed ? m : 0);
}

std::string purpose(const graph& g) {
  return "counting triangles among " + std::to_string(g.num_vertices()) + " vertices and " + std::to_string(g.num_edges()) +
         " edges";
}

struct state {
  state(const graph& g, const std::uint8_t* edges_in_both_directions, device where)
      : block_row(longest_block_row(cuda::capabilities_of(where))),
        rows(g, where, stream),
        mutual(edges_in_both_directions ? cuda::upload(edges_in_both_directions, g.num_edges(), stream)
                                        : cuda::buffer<std::uint8_t>()),
        triangles(cuda::filled<unsigned long long>(g.num_vertices(), 0, stream)) {
    stream.wait("copying the graph to the device");
  }

  void orient() {
    const graph_view& g = rows.view();
    prepare_watch.start(stream);
    oriented = orient_on_device(g, mutual.data(), stream);
    work = list_work(block_row, g.num_vertices, g.num_edges, g.out.offsets, oriented.starts.data(), stream);
    prepare_watch.stop(stream);
    stream.wait("orienting edges");
  }

  void count(const run_control& control) {
    count_watch.start(stream);
    count_class(block_row == large_block_row ? count_by_large_blocks : count_by_compact_blocks, 0, work.large_blocks,
                blocks_per_launch, control);
    count_class(count_by_small_blocks, work.large_blocks, work.small_blocks, blocks_per_launch, control);
    count_class(count_by_warps, work.large_blocks + work.small_blocks, work.warps, warps_per_launch, control);
    count_watch.stop(stream);
  }

  void count_class(launch enqueue, std::uint64_t first, std::uint64_t count, std::uint64_t per_launch, const run_control& control) {
    const count_job job{rows.view().out, oriented.starts.data(), oriented.targets.data(), mutual.data(), triangles.data()};
    for (std::uint64_t done = 0; done < count; done += per_launch) {
      if (done > 0) {
        stream.wait("counting triangles");
        report_progress(control, "counting", first + done, work.items.size());
      }
      enqueue(job, work.items.data() + first + done, std::min(per_launch, count - done), stream);
    }
  }

  const unsigned block_row;  // entries of a row that a large thread block holds
  cuda::stream stream;       // before the members below, since these are allocated in stream order
  graph_on_device rows;
  cuda::buffer<std::uint8_t> mutual;  // empty: directions are ignored
  device_oriented_rows oriented;
  work_list work;
  cuda::buffer<unsigned long long> triangles;
  cuda::stopwatch prepare_watch, count_watch;
};

class triangles_cuda final : public triangles_on_device {
 public:
  triangles_cuda(const graph& g, const std::uint8_t* mutual, device where) : device_(where.index), num_vertices_(g.num_vertices()) {
    const cuda::current_device here(device_);
    cuda::require_capability(where);
    if (g.num_edges() == 0) return;
    if (std::max<std::uint64_t>(num_vertices_, g.num_edges()) > cuda::most_sorted())
      throw error(error_category::device, purpose(g) + ": this CUDA toolkit's CUB handles at most " +
                                              std::to_string(cuda::most_sorted()) + " elements; use the device cpu");
    cuda::require_device_memory(planned_bytes(g, mutual != nullptr, where), purpose(g));
    state_ = std::make_unique<state>(g, mutual, where);
  }

  ~triangles_cuda() override {
    const cuda::current_device here(device_);
    state_.reset();
  }

  void orient() override {
    if (!state_) return;
    const cuda::current_device here(device_);
    state_->orient();
  }

  void count(const run_control& control) override {
    if (!state_) return;
    const cuda::current_device here(device_);
    state_->count(control);
  }

  void take(std::uint64_t* triangles) override {
    if (!state_) {
      std::fill_n(triangles, num_vertices_, 0);
      return;
    }
    const cuda::current_device here(device_);
    cuda::copy_to_host(triangles, state_->triangles.data(), state_->triangles.bytes(), state_->stream);
  }

  [[nodiscard]] double seconds() const override {
    return state_ ? state_->prepare_watch.seconds() + state_->count_watch.seconds() : 0;
  }

 private:
  int device_ = 0;
  vertex_id num_vertices_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace

std::unique_ptr<triangles_on_device> make_triangles_cuda(const graph& g, const std::uint8_t* mutual, device where) {
  return std::make_unique<triangles_cuda>(g, mutual, where);
}

}  // namespace fathom::triangles_engine
