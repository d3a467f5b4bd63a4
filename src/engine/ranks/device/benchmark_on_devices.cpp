// From generation to validation on devices: the hosts only say what comes next.
#include "engine/ranks/benchmark_graph.hpp"

#include <optional>
#include <utility>

#include "distributed/agreement.hpp"
#include "distributed/peer_memory.hpp"
#include "engine/ranks/construct/constructed_part.hpp"
#include "engine/ranks/device/choose_exchange.hpp"
#include "engine/ranks/device/device_search_on.hpp"
#include "engine/ranks_validate/device/peer_validator.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr int largest_scale = 31;  // vertices have 32 bits on devices, and one number stands for nobody

class device_benchmark final : public benchmark_graph {
 public:
  /// `where` is the current device.
  device_benchmark(communicator& ranks, const benchmark_spec& spec, const run_control& control)
      : ranks_(ranks), spec_(spec), control_(control) {}

  void generate() override {
    const cuda::current_device current(spec_.where.index);
    on_all_ranks(ranks_, [&] {
      share_ = kron_share_on_device(spec_.scale, spec_.edge_factor, spec_.seed, ranks_.rank(), ranks_.size(), stream_);
    });
  }

  void construct() override {
    const cuda::current_device current(spec_.where.index);
    part_ = construct_part(ranks_, make_grid(ranks_, ranks_.size(), 1), share_, stream_, control_);
    validator_.emplace(ranks_, part_->graph.blocks, share_, stream_);
  }

  const partitioned_graph& graph() const override { return part_->graph; }

  std::unique_ptr<searcher> make_searcher() override {
    const cuda::current_device current(spec_.where.index);
    return make_peer_search(part_->graph, spec_.where, std::move(part_->rows));
  }

  rank_verdict check(global_vertex root, std::span<const std::int64_t> predecessors) override {
    const cuda::current_device current(spec_.where.index);
    return validator_->check(root, predecessors);
  }

 private:
  communicator& ranks_;
  benchmark_spec spec_;
  run_control control_;
  cuda::stream stream_;
  device_share share_;
  std::optional<constructed_part> part_;
  std::optional<peer_validator> validator_;
};

}  // namespace

std::unique_ptr<benchmark_graph> benchmark_on_devices(communicator& ranks, const benchmark_spec& spec, const run_control& control) {
  const bool is_for_peers = spec.transport == rank_transport::peer || spec.transport == rank_transport::automatic;
  if (spec.where.kind != device_kind::cuda || !is_for_peers || spec.grid_columns > 1) return nullptr;
  if (spec.scale < 1 || spec.scale > largest_scale || ranks.size() > static_cast<int>(most_peers)) return nullptr;
  on_all_ranks(ranks, [&] { cuda::require_capability(spec.where); });
  const cuda::current_device current(spec.where.index);
  if (spec.transport == rank_transport::automatic) {
    if (share_devices(ranks, spec.where)) return nullptr;
    try {
      peer_memory(ranks, 1);
    } catch (const rank_error& e) {
      if (e.category() == error_category::device) return nullptr;
      throw;
    }
  }
  return std::make_unique<device_benchmark>(ranks, spec, control);
}

}  // namespace fathom::ranks_engine
