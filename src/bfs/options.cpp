#include "bfs/options.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "base/fail_usage.hpp"

namespace fathom {
namespace {

constexpr unsigned in_one_process = on_cpu | on_cuda, everywhere = in_one_process | on_processes;

template <class T>
std::uint64_t bits(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

constexpr unsigned unless(bool changed, unsigned places) { return changed ? places : everywhere; }

std::string_view described(search_place place) {
  switch (place) {
    case on_cpu:
      return "the CPU";
    case on_cuda:
      return "a single CUDA device";
    case on_processes:
      return "a distributed graph";
  }
  return "";
}

}  // namespace

std::vector<bfs_option> listed(const bfs_options& options) {
  const auto& [depth_limit, target, return_distances, return_predecessors, deterministic, root, strategy, switching, gamma, alpha,
               beta, report_levels, count_edges, map_back, keep_on_device, conflicts, gather] = options;
  return {{"depth_limit", bits(depth_limit), everywhere},
          {"target", bits(target), unless(target != no_vertex, in_one_process)},
          {"return_distances", bits(return_distances), everywhere},
          {"return_predecessors", bits(return_predecessors), everywhere},
          {"deterministic", bits(deterministic), unless(deterministic, in_one_process)},
          {"root", bits(root), everywhere},
          {"strategy", bits(strategy), unless(strategy == bfs_strategy::bottom_up, in_one_process)},
          {"switching", bits(switching), unless(switching == bfs_switching::hub_ratio, in_one_process)},
          {"gamma", bits(gamma), everywhere},
          {"alpha", bits(alpha), everywhere},
          {"beta", bits(beta), everywhere},
          {"report_levels", bits(report_levels), everywhere},
          {"count_edges", bits(count_edges), everywhere},
          {"map_back", bits(map_back), unless(!map_back, in_one_process)},
          {"keep_on_device", bits(keep_on_device), unless(keep_on_device, in_one_process)},
          {"conflicts", bits(conflicts), unless(conflicts != conflict_resolution::owners, on_processes)},
          {"gather", bits(gather), everywhere}};
}

void check_options(const bfs_options& o, search_place place) {
  if (o.depth_limit < 0) fail_usage("depth_limit is {}; give 0 (only the source) or more", o.depth_limit);
  if (!(o.gamma > 0 && o.gamma <= 1)) fail_usage("gamma is {}; give a fraction of the hubs in (0, 1]", o.gamma);
  if (!(o.alpha >= 0)) fail_usage("alpha is {}; give a positive number, or 0 for the tuned default", o.alpha);
  if (!(o.beta > 0)) fail_usage("beta is {}; give a positive number", o.beta);
  for (const bfs_option& option : listed(o)) {
    if ((option.honored_on & place) == 0)
      fail_usage("this value of option '{}' is not supported on {}; use its default", option.name, described(place));
  }
}

void require_cuda(std::string_view method, device where) {
  if (where.kind == device_kind::cuda) return;
  fail_usage("method {} requires a CUDA device, but this search runs on {}; choose a CUDA device, or method auto", method,
             to_string(where));
}

void check_honored(const bfs_options& options, std::span<const std::string_view> honored, std::string_view method) {
  const std::vector<bfs_option> given = listed(options), defaults = listed({});
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool knows = std::find(honored.begin(), honored.end(), given[i].name) != honored.end();
    if (!knows && given[i].value != defaults[i].value)
      fail_usage("option '{}' is not supported by method {}; use its default", given[i].name, method);
  }
}

}  // namespace fathom
