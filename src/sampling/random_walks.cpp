// Entry point of random walks.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "fathom/sampling.hpp"
#include "gpu/backend.hpp"
#include "sampling/checks.hpp"
#include "sampling/engines.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t steps_per_thread = 1u << 15;  // one thread makes this many in about a millisecond

void check_parameter(const char* name, double value) {
  if (!(value > 0) || std::isinf(value) || std::isinf(1 / value))
    fail_usage("{} is {}; use a positive number, such as 0.5", name, value);
}

void check(const random_walk_options& o) {
  if (o.length < 1) fail_usage("the length of walks is 0; use at least 1 edge");
  if (o.walks_per_source < 1) fail_usage("the number of walks per source is 0; use at least 1");
  check_parameter("p", o.p);
  check_parameter("q", o.q);
}

// Bytes of the matrix, or the largest number if they are more than 2^64.
std::uint64_t matrix_bytes(std::uint64_t walks, std::uint32_t length) {
  const unsigned __int128 bytes = static_cast<unsigned __int128>(walks) * (length + std::uint64_t{1}) * sizeof(vertex_id);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return bytes > most ? most : static_cast<std::uint64_t>(bytes);
}

std::string engine_name(const random_walk_options& o, bool weighted, device where) {
  return fmt::format("{} {} walks{}", where.kind == device_kind::cpu ? "CPU, interleaved" : "CUDA,",
                     weighted ? "weighted" : "uniform", o.p != 1 || o.q != 1 ? ", node2vec by rejection" : "");
}

}  // namespace

random_walk_result random_walks(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options,
                                const execution& exec) {
  check(options);
  check_place(exec, options.keep_on_device, "random walks");
  check_sources(g, sources);
  const run_control& control = exec.control;
  check_stop(control);
  const bool weighted = options.weighted && g.weighted();
  const bool with_totals = weighted && sampling_engine::needs_totals(options);
  random_walk_result result;
  if (sources.size() > std::numeric_limits<std::uint64_t>::max() / options.walks_per_source)
    fail_usage("{} walks from each of {} sources are too many; use fewer", options.walks_per_source, sources.size());
  result.walks = sources.size() * options.walks_per_source;
  result.length = options.length;
  const std::uint64_t bytes = matrix_bytes(result.walks, options.length);
  const std::uint64_t table = weighted ? sampling_engine::alias_table_bytes(g, with_totals) : 0;
  const bool on_cpu = exec.where.kind == device_kind::cpu;
  const bool fits_64_bits = bytes < std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t on_host = options.keep_on_device && fits_64_bits ? 0 : bytes;
  require_host_memory(on_host > std::numeric_limits<std::uint64_t>::max() - table ? on_host : on_host + table,
                      fmt::format("storing {} walks of {} edges", result.walks, options.length));
  random_walk_report& r = result.report;
  const int available = thread_count(control);
  r.threads = useful_threads(on_cpu ? bytes / sizeof(vertex_id) : weighted ? g.num_edges() : 0, steps_per_thread, available);
  const timer clock;
  sampling_engine::alias_table alias;
  if (weighted && result.walks > 0)
    alias = sampling_engine::make_alias_table(g, with_totals, useful_threads(g.num_edges(), steps_per_thread, available), control);
  r.seconds_prepare = weighted ? clock.seconds() : 0;
  report_progress(control, "searching", 0, result.walks);
  if (on_cpu) {
    result.vertices = array<vertex_id>(bytes / sizeof(vertex_id));
    sampling_engine::walk(g, sources, options, alias, result, control);
  } else {
    r.seconds_prepare += gpu(exec.where).walk(g, sources, options, alias, result, exec);
  }
  r.where = exec.where;
  r.engine = engine_name(options, weighted, exec.where);
  r.walks = result.walks;
  r.seconds_walk = clock.seconds() - r.seconds_prepare;
  r.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", result.walks, result.walks);
  return result;
}

}  // namespace fathom
