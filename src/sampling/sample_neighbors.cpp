// Entry point of neighbor sampling.
#include <fmt/format.h>

#include <numeric>

#include "base/fail_usage.hpp"
#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "fathom/sampling.hpp"
#include "gpu/backend.hpp"
#include "sampling/checks.hpp"
#include "sampling/engines.hpp"

namespace fathom {
namespace {

void check_fanouts(std::span<const std::int64_t> fanouts) {
  if (fanouts.empty()) fail_usage("there are no fanouts; give a number of neighbors for each hop");
  for (std::size_t hop = 0; hop < fanouts.size(); ++hop) {
    if (fanouts[hop] < 1 && fanouts[hop] != all_neighbors)
      fail_usage("the fanout of hop {} is {}; use a positive number, or -1 for all neighbors", hop + 1, fanouts[hop]);
  }
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

sampled_neighbors_result sample_neighbors(const graph& g, std::span<const vertex_id> sources, std::span<const std::int64_t> fanouts,
                                          const neighbor_sampling_options& options, const execution& exec) {
  check_fanouts(fanouts);
  check_place(exec, options.keep_on_device, "sampled neighborhoods");
  check_sources(g, sources);
  const run_control& control = exec.control;
  check_stop(control);
  sampled_neighbors_result result;
  neighbor_sampling_report& r = result.report;
  const int threads = thread_count(control);
  const bool on_cpu = exec.where.kind == device_kind::cpu;
  report_progress(control, "searching", 0, fanouts.size());
  const timer clock;
  if (on_cpu) {
    r.threads = sampling_engine::sample(g, sources, fanouts, options, result, threads, control);
  } else {
    r.threads = 1;
    gpu(exec.where).sample_neighbors(g, sources, fanouts, options, result, exec);
  }
  r.where = exec.where;
  r.engine = fmt::format("{}, sampling {} replacement", on_cpu ? "CPU" : "CUDA", options.replace ? "with" : "without");
  r.nodes = sum_of(result.nodes_per_hop);
  r.edges = sum_of(result.edges_per_hop);
  r.seconds_search = clock.seconds();
  r.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", fanouts.size(), fanouts.size());
  return result;
}

}  // namespace fathom
