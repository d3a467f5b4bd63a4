// Strongly connected components on a CUDA device: trimming of vertices without in-neighbors or without out-neighbors, the giant
// component by one forward and one backward search, the rest by coloring. Work that would take many small rounds is left to the
// CPU. Fleischer, Hendrickson, Pinar, "On Identifying Strongly Connected Components in Parallel", IPDPS Workshops 2000; McLendon et
// al., JPDC 65(8), 2005 (trimming); Orzan, "On Distributed Verification and Verified Distribution", 2004, and Slota, Rajamanickam,
// Madduri, "BFS and Coloring-based Parallel Algorithms for Strongly Connected Components and Related Problems", IPDPS 2014
// (coloring, and the combination of all three).
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/timer.hpp"
#include "components/cpu/strong.hpp"
#include "components/cuda/results.hpp"
#include "components/cuda/strong_kernels.cuh"
#include "gpu/backend.hpp"
#include "gpu/device_array.hpp"
#include "graph/cuda/graph_on_device.hpp"

namespace fathom::components_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;
using namespace strong;

constexpr unsigned blocks_per_multiprocessor = 8;
constexpr int rounds_per_check = 8;  // rounds between two checks by the host; even, since two lists alternate
// A round costs the device some microseconds, in which a CPU thread visits vertices_per_round vertices: searches that discover
// fewer per round are left to the CPU, after first_rounds rounds in which they may grow.
constexpr std::uint64_t vertices_per_round = 64, first_rounds = 256;
constexpr int most_trims = 8;
// At least 1/least_share of the open vertices must be labeled, or the rest is left to the CPU.
constexpr vertex_id least_share = 16;
// Up to 1/few_share of all vertices are finished in a graph of their own, without a pass over all labels.
constexpr vertex_id few_share = 64;
constexpr std::uint64_t most_visits = 32;  // average number of visits per vertex until colors converge

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

std::uint64_t planned_bytes(const graph& g, const components_options& options) {
  constexpr std::uint64_t arrays = 6;  // labels, colors, marks, three lists
  return graph_on_device::bytes(g, options.where) + g.num_vertices() * arrays * sizeof(vertex_id) +
         most_pieces(g.num_edges()) * sizeof(row_piece) + result_bytes(g.num_vertices(), options);
}

struct strong_search {
  strong_search(const graph& g, device where)
      : rows(g, where, stream),
        labels(g.num_vertices(), stream),
        colors(g.num_vertices(), stream),
        marks(g.num_vertices(), stream),
        pieces(most_pieces(g.num_edges()), stream),
        counts(rounds_per_check + 1, stream),
        numbers(1, stream) {
    for (buffer<vertex_id>& list : lists) list = buffer<vertex_id>(g.num_vertices(), stream);
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
    most_blocks = blocks_per_multiprocessor * static_cast<unsigned>(multiprocessors);
    stream.wait("copying the graph to the device");
  }

  [[nodiscard]] unsigned blocks_for(std::uint64_t items) const {
    return static_cast<unsigned>(std::clamp<std::uint64_t>((items + block_threads - 1) / block_threads, 1, most_blocks));
  }

  void clear_numbers() {
    const found_numbers fresh{0, 0, no_vertex};
    check(cudaMemcpyAsync(numbers.data(), &fresh, sizeof fresh, cudaMemcpyHostToDevice, stream.get()), "clearing numbers");
  }

  /// Trims the vertices in `list`, or initially all vertices; returns the number of vertices that are no longer open, including
  /// those labeled before.
  vertex_id trim(const vertex_id* list, vertex_id size) {
    clear_numbers();
    trim_kernel<<<blocks_for(size), block_threads, 0, stream.get()>>>(rows.view(), list, size, labels.data(), colors.data(),
                                                                      marks.data(), lists[1].data(), numbers.data());
    check_launch("trimming");
    open = static_cast<vertex_id>(cuda::read_one(numbers.data(), stream).listed);
    lists[0].swap(lists[1]);
    return size - open;
  }

  /// Removes labeled vertices from the list and trims repeatedly while that pays off.
  void trim_on() {
    for (int i = 0; i < most_trims && open > 0; ++i) {
      const vertex_id before = open;
      if (trim(lists[0].data(), open) < std::max(before / least_share, vertex_id{1})) return;
    }
  }

  /// Searches from the `listed` vertices of lists[1] until a round lists none. Returns false if stopped, or if it does not pay off:
  /// too little work per round, or more than `most_work` vertices listed.
  template <class Visit_of_round>
  bool search(const adjacency_view& along, std::uint64_t listed, std::uint64_t most_work, const std::stop_token& stop,
              Visit_of_round visit_of_round) {
    std::uint64_t rounds = 0, work = 0;
    while (listed > 0) {
      if (stop.stop_requested() || work > most_work) return false;
      if (rounds >= first_rounds && work < rounds * vertices_per_round) return false;
      round_counts now[rounds_per_check + 1] = {{listed, 0}};
      check(cudaMemcpyAsync(counts.data(), now, sizeof now, cudaMemcpyHostToDevice, stream.get()), "starting rounds");
      for (unsigned round = 0; round < rounds_per_check; ++round) {
        const round_job job{along, lists[1 + round % 2].data(), lists[2 - round % 2].data(), pieces.data(), counts.data() + round};
        const auto visit = visit_of_round();
        rows_kernel<<<most_blocks, block_threads, 0, stream.get()>>>(job, visit);
        pieces_kernel<<<most_blocks, block_threads, 0, stream.get()>>>(job, visit);
      }
      check_launch("searching");
      check(cudaMemcpyAsync(now, counts.data(), sizeof now, cudaMemcpyDeviceToHost, stream.get()), "reading numbers");
      stream.wait("searching");
      for (int round = 0; round < rounds_per_check; ++round) work += now[round].listed;
      rounds += rounds_per_check;
      listed = now[rounds_per_check].listed;
    }
    return true;
  }

  bool reach_from_pivot(const adjacency_view& along, unsigned direction, const std::stop_token& stop) {
    start_from_pivot_kernel<<<1, 1, 0, stream.get()>>>(numbers.data(), marks.data(), direction, lists[1].data());
    return search(along, 1, any_number, stop, [&] { return reach_visit{marks.data(), direction}; });
  }

  bool label_giant(const std::stop_token& stop) {
    const graph_view& g = rows.view();
    const unsigned blocks = blocks_for(open);
    clear_numbers();
    pivot_kernel<<<blocks, block_threads, 0, stream.get()>>>(g, lists[0].data(), open, numbers.data());
    if (!reach_from_pivot(g.out, forward, stop) || !reach_from_pivot(g.in, backward, stop)) return false;
    smallest_kernel<<<blocks, block_threads, 0, stream.get()>>>(lists[0].data(), open, marks.data(), numbers.data());
    label_giant_kernel<<<blocks, block_threads, 0, stream.get()>>>(lists[0].data(), open, marks.data(), numbers.data(),
                                                                   labels.data());
    check_launch("finding the largest component");
    trim_on();
    return true;
  }

  /// Finds one component per color. Returns false if that does not pay off.
  bool label_colors(const std::stop_token& stop) {
    const graph_view& g = rows.view();
    const unsigned blocks = blocks_for(open);
    first_colors_kernel<<<blocks, block_threads, 0, stream.get()>>>(lists[0].data(), open, colors.data(), lists[1].data());
    const bool at_rest = search(g.out, open, most_visits * open, stop, [&] {
      return color_visit{colors.data(), marks.data(), next_round++};
    });
    if (!at_rest) return false;
    const unsigned round = next_round++;
    clear_numbers();
    roots_kernel<<<blocks, block_threads, 0, stream.get()>>>(lists[0].data(), open, colors.data(), marks.data(), round,
                                                             lists[1].data(), numbers.data());
    check_launch("finding components");
    const std::uint64_t roots = cuda::read_one(numbers.data(), stream).listed;
    const bool found = search(g.in, roots, any_number, stop, [&] {
      return same_color_visit{labels.data(), colors.data(), marks.data(), round};
    });
    if (!found) return false;
    label_reached_kernel<<<blocks, block_threads, 0, stream.get()>>>(lists[0].data(), open, colors.data(), marks.data(), round,
                                                                     labels.data());
    check_launch("finding components");
    const vertex_id before = open;
    trim_on();
    return before - open >= before / least_share;
  }

  /// Returns device seconds; leaves `open` vertices without a label.
  double run(const std::stop_token& stop) {
    const vertex_id n = rows.view().num_vertices;
    watch.start(stream);
    check(cudaMemsetAsync(labels.data(), 0xFF, labels.bytes(), stream.get()), "clearing labels");
    check(cudaMemsetAsync(colors.data(), 0, colors.bytes(), stream.get()), "clearing colors");
    check(cudaMemsetAsync(marks.data(), 0, marks.bytes(), stream.get()), "clearing marks");
    next_round = first_round;
    trim(nullptr, n);
    bool pays = open == 0 || label_giant(stop);
    while (pays && open > 0) pays = label_colors(stop);
    watch.stop(stream);
    stream.wait("finding components");
    return watch.seconds();
  }

  cuda::stream stream;  // first, since the members below are allocated in stream order
  graph_on_device rows;
  buffer<vertex_id> labels, colors;
  buffer<unsigned> marks;
  buffer<vertex_id> lists[3];  // open vertices, and two lists for the rounds of searches
  buffer<row_piece> pieces;
  buffer<round_counts> counts;
  buffer<found_numbers> numbers;
  unsigned most_blocks = 0, next_round = first_round;
  vertex_id open = 0;  // entries of lists[0]
  cuda::stopwatch watch;
};

/// Finds the components of the open vertices on the CPU. Labels are complete in host memory and, if they are needed there, on the
/// device.
array<vertex_id> finish_on_cpu(const graph& g, const components_options& options, int threads, const strong_search& search) {
  array<vertex_id> labels(g.num_vertices());
  cuda::copy_to_host(labels.data(), search.labels.data(), labels.bytes(), search.stream);
  strong_rest_cpu(g.view(), labels.data(), threads, options.control.stop);
  cuda::copy_to_device(search.labels.data(), labels.data(), labels.bytes(), search.stream);
  return labels;
}

/// The same for few vertices, in a graph of their own: labels are complete only on the device.
void finish_few_on_cpu(const graph& g, const std::stop_token& stop, strong_search& search) {
  std::vector<vertex_id> open(search.open);
  cuda::copy_to_host(open.data(), search.lists[0].data(), open.size() * sizeof(vertex_id), search.stream);
  std::sort(open.begin(), open.end());
  const std::vector<vertex_id> found = strong_among_cpu(g.view(), open, stop);
  cuda::copy_to_device(search.lists[1].data(), open.data(), open.size() * sizeof(vertex_id), search.stream);
  cuda::copy_to_device(search.lists[2].data(), found.data(), found.size() * sizeof(vertex_id), search.stream);
  label_listed_kernel<<<search.blocks_for(open.size()), block_threads, 0, search.stream.get()>>>(
      search.lists[1].data(), search.lists[2].data(), open.size(), search.labels.data());
  check_launch("finding components");
}

}  // namespace

void strong_cuda(const graph& g, const components_options& options, components_result& result) {
  timer clock;
  const cuda::current_device here(options.where.index);
  cuda::require_capability(options.where);
  components_report& report = result.report;
  report.where = options.where;
  report.engine = "CUDA, trimming, one forward and one backward search, then coloring";
  if (g.num_vertices() == 0) return;
  cuda::require_device_memory(planned_bytes(g, options), "finding the strong components of " + std::to_string(g.num_vertices()) +
                                                             " vertices and " + std::to_string(g.num_edges()) + " edges");
  strong_search search(g, options.where);
  report.seconds_copy = clock.seconds();
  clock.restart();
  report.seconds_on_device = search.run(options.control.stop);
  if (options.control.stop.stop_requested()) return;
  const bool few = search.open <= g.num_vertices() / few_share;
  if (search.open > 0) {
    if (few)
      finish_few_on_cpu(g, options.control.stop, search);
    else
      result.labels = finish_on_cpu(g, options, report.threads, search);
    report.engine += "; the last " + std::to_string(search.open) + " vertices on the CPU, where small rounds are cheaper";
    if (options.control.stop.stop_requested()) return;
  }
  if (few || options.keep_on_device) {
    result.labels = cuda::result_array<vertex_id>(g.num_vertices(), options.keep_on_device, options.where, search.stream);
    cuda::copy_result(search.labels.data(), result.labels, search.stream);
  }
  report.seconds_search = clock.seconds();
  clock.restart();
  count_cuda(search.labels, options, search.stream, result);
  report.seconds_count = clock.seconds();
}

}  // namespace fathom::components_engine
