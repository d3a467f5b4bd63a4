#include "gpu/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "base/memory.hpp"
#include "betweenness/cuda/grid_memory.hpp"
#include "betweenness/cuda/results.hpp"
#include "betweenness/extended_number.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "gpu/device_array.hpp"

namespace fathom::betweenness_engine {
namespace {

using namespace multi_search_engine;
using cuda::check;

// The vertices of a level and their row parts are counted in 32 bits.
constexpr vertex_id most_vertices = 0x7fff0000u;

// Device memory available to searches in addition to `taken` bytes.
std::uint64_t most_to_take(const grid_request& r, std::uint64_t taken) {
  const std::uint64_t there = cuda::available_device_memory();
  return r.memory_bytes > 0 ? std::min(r.memory_bytes - std::min(r.memory_bytes, taken), there) : there / 4 * 3;
}

void check_request(const graph& g, const layout& l, const grid_request& r) {
  if (l.where.kind != device_kind::cpu && l.where != r.where) {
    throw error(
        error_category::usage,
        fmt::format("the layout was prepared for {} and cannot be searched on {}; prepare it for that device, or for the cpu",
                    to_string(l.where), to_string(r.where)));
  }
  check_arguments(l, r.sources, {.at_once = r.at_once});
  check_graph(l, &g, r.edges);
  const std::string why = grid_unavailable_reason(l, r);
  if (why.empty()) return;
  const bool lacks_edges = !l.in.offsets;
  throw error(lacks_edges ? error_category::usage : error_category::memory,
              fmt::format("method grid is not available: {}; use method blocks", why));
}

// Grouping of the searches.
struct group_plan {
  unsigned row_bits = 0;
  std::size_t group = 1;  // searches per group; the last groups may be smaller
  std::uint64_t bytes = 0;
};

group_plan plan_groups(const layout& l, const kind_counts& counts, const grid_request& r) {
  const std::uint64_t most = most_to_take(r, grid_rows::bytes(l));
  const search_bytes needs = bytes_of(l, counts, r);
  const std::size_t wanted = std::min<std::size_t>(r.sources.size(), r.at_once > 0 ? r.at_once : most_sources);
  std::size_t width = std::bit_ceil(std::min<std::size_t>(wanted, most_sources));
  const auto bytes = [&] { return needs.fixed + width * needs.each; };
  while (width > 1 && bytes() > most) width /= 2;
  if (bytes() > most) {
    throw error(
        error_category::memory,
        fmt::format(
            "betweenness with method grid needs {} for one search in a graph of {} vertices on {}, but only {} is available; "
            "use method blocks, or the device cpu",
            human_bytes(bytes()), l.caller_vertices, to_string(r.where), human_bytes(most)));
  }
  // The smallest possible number of groups, of equal size.
  const std::size_t group = std::min(wanted, width), groups = (r.sources.size() + group - 1) / group;
  return {static_cast<unsigned>(std::countr_zero(width)), (r.sources.size() + groups - 1) / groups, bytes()};
}

// Number of co-resident thread blocks, limited to those that have work if all vertices are discovered in one level.
unsigned choose_blocks(const void* kernel, const kind_counts& counts, device where) {
  int multiprocessors = 0, blocks = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_threads, 0), "planning the grid");
  if (blocks == 0) throw error(error_category::device, "the betweenness kernel does not fit on a multiprocessor of this device");
  const std::uint64_t warps = counts.narrow * narrow_row / warp_lanes + counts.parts + 1;
  return static_cast<unsigned>(std::min<std::uint64_t>(static_cast<unsigned>(multiprocessors * blocks), warps / block_warps + 1));
}

class grid_run {
 public:
  grid_run(const layout& l, const grid_request& r)
      : l_(l),
        r_(r),
        rows_(l, stream_),
        plan_(plan_groups(l, rows_.counts, r)),
        memory_(l, rows_, r, plan_.row_bits, stream_),
        kernel_(r.wide ? grid_kernel<extended_number>(r.edges) : grid_kernel<double>(r.edges)),
        blocks_(choose_blocks(kernel_, rows_.counts, r.where)),
        reached_(r.sources.size()) {}

  /// Returns false if a path count overflowed.
  bool search(multi_search_report& report) {
    const std::size_t count = r_.sources.size();
    for (std::size_t first = 0; first < count; first += plan_.group) {
      report_progress(r_.control, "searching", first, count);
      if (!search_group(first, std::min(plan_.group, count - first), report)) return false;
    }
    report_progress(r_.control, "searching", count, count);
    return true;
  }

  void describe(multi_search_report& report) const {
    const std::size_t groups = (r_.sources.size() + plan_.group - 1) / plan_.group;
    report.engine = fmt::format("{}, the whole device per group, {} of up to {} searches", to_string(r_.where),
                                groups == 1 ? "1 group" : fmt::format("{} groups", groups), plan_.group);
    report.method = "grid";
    report.order = l_.reason, report.where = r_.where;
    report.searches = r_.sources.size(), report.at_once = static_cast<int>(plan_.group), report.batch = plan_.group;
    report.planned_bytes = grid_rows::bytes(l_) + plan_.bytes;
  }

  /// In the caller's ids; call once.
  [[nodiscard]] array<double> vertices() {
    cuda::buffer<double> mapped;
    double* to = values_.data();
    if (!r_.keep_on_device) {
      mapped = cuda::buffer<double>(l_.caller_vertices, stream_);
      to = mapped.data();
    }
    map_values(l_, memory_.search.vertices, to, stream_);
    if (r_.endpoints) add_endpoints(to);
    if (!r_.keep_on_device) cuda::copy_result(to, values_, stream_);
    stream_.wait("writing values");
    return std::move(values_);
  }

  [[nodiscard]] array<double> edges(const graph& g) const {
    array<double> inside(l_.num_edges), values(l_.num_edges);
    cuda::copy_to_host(inside.data(), memory_.search.edges, inside.bytes(), stream_);
    layout l = l_;
    array<edge_offset> offsets;
    if (l.where.kind == device_kind::cuda) {
      offsets = array<edge_offset>(std::size_t{l.num_vertices} + 1);
      cuda::copy_to_host(offsets.data(), l.out.offsets, offsets.bytes(), stream_);
      l.out.offsets = offsets.data();
    }
    for_each_edge_row(l, g, thread_count(r_.control), [&](edge_offset first, std::span<const edge_offset> positions) {
      for (std::size_t i = 0; i < positions.size(); ++i) values[first + i] = inside[positions[i]];
    });
    return values;
  }

 private:
  bool search_group(std::size_t first, std::size_t size, multi_search_report& report) {
    grid_search& search = memory_.search;
    search.num_sources = static_cast<std::uint32_t>(size);
    for (std::size_t i = 0; i < size; ++i) {
      const vertex_id source = r_.sources[first + i];
      search.sources[i] = l_.to_internal ? l_.to_internal[source] : source;
    }
    watch_.start(stream_);
    memory_.clear();
    void* arguments[] = {&search};
    check(cudaLaunchCooperativeKernel(kernel_, dim3(blocks_), dim3(block_threads), arguments, 0, stream_.get()),
          "starting searches");
    watch_.stop(stream_);
    if (values_.empty())  // while the device searches
      values_ = cuda::result_array<double>(l_.caller_vertices, r_.keep_on_device, r_.where, stream_);
    const grid_counts counts = memory_.counts();
    report.seconds_on_device += watch_.seconds();
    for (std::size_t i = 0; i < size; ++i) {
      // A source that is not in the layout is isolated.
      reached_[first + i] = search.sources[i] == no_vertex ? 1 : counts.reached[i];
      report.reached += reached_[first + i];
    }
    report.edges_inspected += counts.inspected, report.edges_traversed += counts.traversed;
    report.depth = std::max(report.depth, static_cast<hop_count>(counts.depth));
    return counts.overflows == 0;
  }

  // Adds the paths that begin at each source, which the kernel leaves out.
  void add_endpoints(double* values) const {
    std::vector<double> paths(reached_.size());
    std::transform(reached_.begin(), reached_.end(), paths.begin(), [](std::uint64_t r) { return static_cast<double>(r - 1); });
    add_to_values(r_.sources, paths, values, stream_);
  }

  const layout& l_;
  const grid_request& r_;
  cuda::stream stream_;  // first, since device memory below is freed in stream order
  cuda::stopwatch watch_;
  grid_rows rows_;
  group_plan plan_;
  grid_memory memory_;
  const void* kernel_;
  unsigned blocks_;
  std::vector<std::uint64_t> reached_;  // per search
  array<double> values_;                // the result
};

}  // namespace

std::string grid_unavailable_reason(const layout& l, const grid_request& r) {
  if (!l.in.offsets) return "the layout has no in-edges";
  if (l.num_vertices > most_vertices) return fmt::format("{} vertices exceed the limit of {}", l.num_vertices, most_vertices);
  const cuda::current_device here(r.where.index);
  const search_bytes needs = most_bytes_of(l, r);
  const std::uint64_t bytes = grid_rows::bytes(l) + needs.fixed + needs.each, most = most_to_take(r, 0);
  if (bytes <= most) return {};
  return fmt::format("a search needs up to {} of device memory, but only {} is available", human_bytes(bytes), human_bytes(most));
}

grid_result betweenness_grid(const graph& g, const layout& prepared, const grid_request& request) {
  const stopwatch clock;
  const cuda::current_device here(request.where.index);
  cuda::require_capability(request.where);
  check_request(g, prepared, request);
  const std::uint64_t on_host =
      (std::uint64_t{prepared.caller_vertices} + (request.edges ? prepared.num_edges : 0)) * 2 * sizeof(double);
  require_host_memory(on_host, fmt::format("betweenness of {} vertices and {} edges", g.num_vertices(), g.num_edges()));
  grid_run run(prepared, request);
  grid_result result;
  run.describe(result.report);
  result.report.planned_bytes += on_host;
  result.overflows = !run.search(result.report);
  result.report.seconds_search = clock.seconds();
  if (!result.overflows) {
    result.vertices = run.vertices();
    if (request.edges) result.edges = run.edges(g);
  }
  result.report.seconds_combine = clock.seconds() - result.report.seconds_search;
  result.report.peak_memory_bytes = peak_memory_bytes();
  return result;
}

}  // namespace fathom::betweenness_engine
