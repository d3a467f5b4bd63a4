// Distributed Graph500 benchmark on devices: generation, construction, search and validation, with the hosts only in control.
#include "graph500/benchmark_graph.hpp"

#include <optional>
#include <utility>

#include "base/timer.hpp"
#include "bfs/distributed/cuda/searcher.hpp"
#include "bfs/distributed/cuda/single_process_search.hpp"
#include "bfs/validate/distributed/cuda/peer_validator.hpp"
#include "comm/agreement.hpp"
#include "graph/partition/cuda/are_peers.hpp"
#include "graph/partition/cuda/constructed_part.hpp"
#include "sssp/distributed/cuda/constructed_paths.hpp"
#include "sssp/distributed/cuda/paths.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr int largest_scale = 31;  // vertices have 32 bits on devices, and one value means none

class device_benchmark final : public benchmark_graph {
 public:
  /// `spec.where` must be the current device.
  device_benchmark(communicator& ranks, const benchmark_spec& spec, const run_control& control)
      : ranks_(ranks), spec_(spec), control_(control) {}

  void generate() override {
    const cuda::current_device current(spec_.where.index);
    on_all_processes(ranks_, [&] {
      share_ =
          kron_share_on_device(spec_.scale, spec_.edge_factor, spec_.seed, spec_.weights, ranks_.rank(), ranks_.size(), stream_);
    });
  }

  void construct() override {
    const cuda::current_device current(spec_.where.index);
    // The hubs of a Kronecker graph are spread evenly, so that blocks of equal size have equal work.
    part_ = construct_part(ranks_, make_grid(ranks_, ranks_.size(), 1), vertex_blocks(share_.num_vertices, ranks_.size()), share_,
                           stream_, control_);
    if (spec_.weights) {
      const timer parting;
      paths_rows_ = rows_for_paths(*part_, stream_);
      part_->weights = {};
      part_->graph.construction.seconds += parting.seconds();
    }
    validator_.emplace(ranks_, part_->graph.blocks, share_, stream_);
  }

  const partitioned_graph& graph() const override { return part_->graph; }

  // A single process without a grid uses the single-GPU engine.
  std::unique_ptr<searcher> make_searcher() override {
    const cuda::current_device current(spec_.where.index);
    const bool single = ranks_.size() == 1 && spec_.grid_rows == 0;
    auto made = single ? make_single_process_search(part_->graph, spec_.where, std::move(part_->rows))
                       : make_peer_search(part_->graph, spec_.where, std::move(part_->rows));
    if (ranks_.size() > 1) made->set_transport({"peer", ""});
    searcher_ = made.get();
    return made;
  }

  std::unique_ptr<paths_searcher> make_paths_searcher() override {
    const cuda::current_device current(spec_.where.index);
    auto made = make_device_paths(part_->graph, spec_.where, spec_.transport, std::move(paths_rows_));
    paths_searcher_ = made.get();
    return made;
  }

  rank_verdict check(global_vertex root, std::span<const std::int64_t> predecessors) override {
    const cuda::current_device current(spec_.where.index);
    return validator_->check(root, predecessors);
  }

  rank_verdict check_paths(global_vertex root, std::span<const std::int64_t> predecessors,
                           std::span<const float> distances) override {
    const cuda::current_device current(spec_.where.index);
    return validator_->check_paths(root, predecessors, distances);
  }

  bool validates_in_place() const override { return true; }

  rank_verdict check_last(global_vertex root) override {
    const cuda::current_device current(spec_.where.index);
    return validator_->check_on_device(root, searcher_->predecessors_on_device());
  }

  rank_verdict check_last_paths(global_vertex root) override {
    const cuda::current_device current(spec_.where.index);
    const paths_there found = paths_searcher_->results_on_device();
    return validator_->check_paths_on_device(root, found.predecessors, found.distances);
  }

 private:
  communicator& ranks_;
  benchmark_spec spec_;
  run_control control_;
  cuda::stream stream_;
  device_edge_slice share_;
  std::optional<constructed_part> part_;
  paths_rows paths_rows_;  ///< with weights, until the searcher takes them
  std::optional<peer_validator> validator_;
  const searcher* searcher_ = nullptr;
  const paths_searcher* paths_searcher_ = nullptr;
};

}  // namespace

std::unique_ptr<benchmark_graph> benchmark_on_devices(communicator& ranks, const benchmark_spec& spec, const run_control& control) {
  if (spec.grid_columns > 1 || spec.scale < 1 || spec.scale > largest_scale) return nullptr;
  if (!are_peers(ranks, spec.where, spec.transport)) return nullptr;
  const cuda::current_device current(spec.where.index);
  return std::make_unique<device_benchmark>(ranks, spec, control);
}

}  // namespace fathom::ranks_engine
