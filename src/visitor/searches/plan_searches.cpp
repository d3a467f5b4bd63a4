// Planning of a run: the number of concurrent searches, their memory, and the report.
#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/report_json.hpp"
#include "fathom/error.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom {
namespace multi_search_engine {
namespace {

// Three quarters of the available memory; the rest is left to the system's caches and to the caller. A small `wanted` is granted
// without a query.
std::uint64_t memory_to_use(const multi_search_options& options, std::uint64_t wanted) {
  return options.memory_bytes > 0 ? options.memory_bytes : available_host_memory_for(wanted + wanted / 2) / 4 * 3;
}

// Minimum edges per thread over all searches; starting a thread takes some microseconds.
constexpr std::uint64_t edges_per_thread = 1u << 12;

// Upper bound on the resident thread blocks of any device.
constexpr int most_blocks = 2048;

int most_at_once(const multi_search_options& options) {
  if (options.where.kind == device_kind::cuda && options.at_once == 0) return most_blocks;
  return options.at_once > 0 ? options.at_once : thread_count(options.control);
}

// Limits threads to those with enough work, unless the caller has set at_once.
std::uint64_t useful_at_once(const layout& prepared, std::size_t searches, const multi_search_options& options) {
  const int most = most_at_once(options);
  if (options.where.kind == device_kind::cuda || options.at_once > 0) return static_cast<std::uint64_t>(most);
  return static_cast<std::uint64_t>(useful_threads(searches * prepared.num_edges, edges_per_thread, most));
}

}  // namespace

std::size_t slots_for(const layout& prepared, const multi_search_options& options) {
  return std::size_t{prepared.num_vertices} + static_cast<std::size_t>(most_at_once(options));
}

memory_plan plan_memory(const layout& prepared, std::size_t searches, const memory_needs& needs, bool totals_are_seen,
                        const multi_search_options& options) {
  const int most = static_cast<int>(std::clamp<std::uint64_t>(searches, 1, useful_at_once(prepared, searches, options)));
  const auto bytes = [&](int at_once, bool shared) {
    const auto beside = static_cast<std::uint64_t>(at_once);
    return needs.result + beside * needs.search + (shared ? 1 : beside) * needs.totals;
  };
  const std::uint64_t memory = memory_to_use(options, bytes(most, false));
  // Private totals need no atomics, which is worth their memory.
  if (!totals_are_seen && bytes(most, false) <= memory) return {most, false, bytes(most, false)};
  const bool shared = most > 1 && needs.totals > 0;
  for (int at_once = most; at_once > 0; --at_once) {
    if (bytes(at_once, shared) <= memory) return {at_once, shared && at_once > 1, bytes(at_once, shared)};
  }
  throw error(
      error_category::memory,
      fmt::format("a search from each of {} sources in a graph of {} vertices needs {} ({} for the results, {} per search, {} "
                  "for totals), but {} may be used; give fewer sources, or keep less per search",
                  searches, prepared.caller_vertices, human_bytes(bytes(1, true)), human_bytes(needs.result),
                  human_bytes(needs.search), human_bytes(needs.totals), human_bytes(memory)));
}

multi_search_report begin_report(const layout& prepared, std::size_t searches, const memory_plan& plan) {
  multi_search_report report;
  report.engine = fmt::format("CPU, one search per thread{}", plan.shared_totals ? ", shared totals" : "");
  report.order = prepared.reason;
  report.searches = searches;
  report.at_once = plan.at_once;
  report.planned_bytes = plan.bytes;
  return report;
}

void add_counts(multi_search_report& report, const search_counts& counts) {
  report.stopped += counts.stopped;
  report.reached += counts.reached;
  report.edges_inspected += counts.edges_inspected;
  report.edges_traversed += counts.edges_traversed;
  report.depth = std::max(report.depth, counts.depth);
}

}  // namespace multi_search_engine

const char* to_string(multi_search_method method) noexcept {
  switch (method) {
    case multi_search_method::edge_parallel:
      return "edge-parallel";
    case multi_search_method::work_efficient:
      return "work-efficient";
    case multi_search_method::warp_based:
      return "warp-based";
    case multi_search_method::hybrid:
      return "hybrid";
    case multi_search_method::automatic:
      break;
  }
  return "automatic";
}

std::string to_json(const multi_search_report& report) { return json_text(report); }

}  // namespace fathom
