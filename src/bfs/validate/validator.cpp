// Entry points of BFS validation: argument checks and choice of the device.
#include <fmt/format.h>

#include <utility>

#include "base/timer.hpp"
#include "bfs/validate/cpu.hpp"
#include "bfs/validate/device_validator.hpp"
#include "bfs/validate/validators_disagree.hpp"
#include "fathom/array.hpp"
#include "fathom/error.hpp"
#include "fathom/validate.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

using validate_engine::device_validator;

void check_arguments(const graph& g, vertex_id source, std::span<const hop_count> distances,
                     std::span<const vertex_id> predecessors, hop_count depth_limit) {
  const std::size_t n = g.num_vertices();
  if (source >= n) throw error(error_category::usage, fmt::format("source {} is outside the graph of {} vertices", source, n));
  if (distances.empty() && predecessors.empty()) {
    throw error(error_category::usage, "validation needs distances or predecessors; both are empty");
  }
  for (const auto& [what, size] : {std::pair{"distances", distances.size()}, {"predecessors", predecessors.size()}}) {
    if (size != 0 && size != n)
      throw error(error_category::usage, fmt::format("got {} {} for a graph of {} vertices; give one per vertex", size, what, n));
  }
  if (depth_limit < 0) throw error(error_category::usage, fmt::format("depth limit {} is negative; give 0 or more", depth_limit));
}

// A view that the host can read; data in device memory is first copied into `copy`.
template <class T>
std::span<const T> readable(const device_validator& engine, std::span<const T> given, array<T>& copy) {
  if (given.empty() || !engine.only_on_device(given.data())) return given;
  copy = array<T>(given.size());
  engine.copy_to_host(copy.data(), given.data(), given.size_bytes());
  return copy.view();
}

}  // namespace

struct bfs_validator::state {
  graph g;
  validate_options options;
  std::unique_ptr<device_validator> on_device;  // null on the CPU

  bfs_validation check_on_device(vertex_id source, std::span<const hop_count> distances, std::span<const vertex_id> predecessors,
                                 hop_count depth_limit) {
    report_progress(options.control, "validating", 0, g.num_edges());
    // The data pointer of an empty array may be non-null.
    const validate_engine::verdict v = on_device->validate({source, distances.empty() ? nullptr : distances.data(),
                                                            predecessors.empty() ? nullptr : predecessors.data(), depth_limit});
    report_progress(options.control, "validating", g.num_edges(), g.num_edges());
    bfs_validation result;
    if (v.valid) {
      result.valid = true;
      result.reached = v.reached;
      result.edges_traversed = v.edges_traversed;
      return result;
    }
    array<hop_count> host_distances;
    array<vertex_id> host_predecessors;
    result = validate_on_cpu(g, source, readable(*on_device, distances, host_distances),
                             readable(*on_device, predecessors, host_predecessors), depth_limit, options.control);
    if (!result.valid) return result;
    fail_validators_disagree(options.where, "a search", g.name(source));
  }
};

bfs_validator::bfs_validator(const graph& g, const validate_options& options)
    : state_(std::make_unique<state>(state{g, options, nullptr})) {
  static_cast<void>(thread_count(options.control));
  static_cast<void>(choose_device(to_string(options.where)));
  check_stop(options.control);
  if (options.where.kind == device_kind::cuda) state_->on_device = gpu(options.where).make_bfs_validator(g, options.where);
}

bfs_validator::~bfs_validator() = default;
bfs_validator::bfs_validator(bfs_validator&&) noexcept = default;
bfs_validator& bfs_validator::operator=(bfs_validator&&) noexcept = default;

bfs_validation bfs_validator::check(vertex_id source, std::span<const hop_count> distances,
                                    std::span<const vertex_id> predecessors) {
  return check(source, distances, predecessors, state_->options.depth_limit);
}

bfs_validation bfs_validator::check(vertex_id source, std::span<const hop_count> distances, std::span<const vertex_id> predecessors,
                                    hop_count depth_limit) {
  const timer clock;
  check_arguments(state_->g, source, distances, predecessors, depth_limit);
  bfs_validation result = state_->on_device
                              ? state_->check_on_device(source, distances, predecessors, depth_limit)
                              : validate_on_cpu(state_->g, source, distances, predecessors, depth_limit, state_->options.control);
  result.seconds = clock.seconds();
  return result;
}

bfs_validation validate_bfs(const graph& g, vertex_id source, std::span<const hop_count> distances,
                            std::span<const vertex_id> predecessors, const validate_options& options) {
  const timer clock;
  bfs_validation result = bfs_validator(g, options).check(source, distances, predecessors);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace fathom
