#include "components/distributed/serial_rest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/bitmap.hpp"
#include "base/memory.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "comm/routing.hpp"
#include "components/cpu/strong.hpp"

namespace fathom::ranks_engine {
namespace {

/// Numbers of open vertices: consecutive, in ascending order of the vertices.
struct numbered_edge {
  vertex_id source, target;
};

/// The open vertices of this process, by number from `first` on.
struct own_numbers {
  std::uint64_t first = 0, all = 0;  ///< of this process and of all
  std::vector<global_vertex> vertices;
  array<vertex_id> by_id;  ///< by local id; no_vertex if the vertex is not open
};

own_numbers number(const partitioned_graph& g, std::span<const std::uint64_t> open) {
  own_numbers mine;
  const global_vertex first = g.own_block().first;
  const auto is_open = [&](local_vertex id) { return id != no_local_vertex && bfs_engine::test_bit(open.data(), id); };
  on_all_processes(*g.ranks, [&] {
    mine.by_id = array<vertex_id>(g.stride);
    std::fill(mine.by_id.begin(), mine.by_id.end(), no_vertex);
    for (std::uint64_t position = 0; position < g.to_local.size(); ++position) {
      if (is_open(g.to_local[position])) mine.vertices.push_back(first + position);
    }
  });
  const std::vector<std::uint64_t> counts = gather_from_all(*g.ranks, std::uint64_t{mine.vertices.size()});
  const std::vector<std::uint64_t> starts = starts_of(counts);
  mine.first = starts[static_cast<std::size_t>(g.ranks->rank())], mine.all = starts.back();
  for (std::size_t i = 0; i < mine.vertices.size(); ++i)
    mine.by_id[g.to_local[mine.vertices[i] - first]] = static_cast<vertex_id>(mine.first + i);
  return mine;
}

array<vertex_id> numbers_along(const partitioned_graph& g, communicator& line, const own_numbers& mine, work_clock& clock) {
  array<vertex_id> all;
  on_all_processes(*g.ranks, [&] { all = array<vertex_id>(g.stride * static_cast<std::uint64_t>(line.size())); });
  gather_along(line, std::span<const vertex_id>(mine.by_id.view()), all.view(), clock);
  return all;
}

// On process 0: the edges between open vertices.
exchanged<numbered_edge> gather_edges(const partitioned_graph& g, const own_numbers& mine, int threads, work_clock& clock) {
  const edge_direction along = along_edges(g);
  const array<vertex_id> from = numbers_along(g, along.from, mine, clock), to = numbers_along(g, along.to, mine, clock);
  exchanged<numbered_edge> edges = deliver<numbered_edge>(*g.ranks, along.from_ids(), threads, clock.bytes_sent(),
                                                          [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                                                            for (std::uint64_t id = first; id < last; ++id) {
                                                              if (from[id] == no_vertex) continue;
                                                              for (const local_vertex end : along.row(id)) {
                                                                if (to[end] != no_vertex) emit(0, numbered_edge{from[id], to[end]});
                                                              }
                                                            }
                                                          });
  clock.exchanged();
  return edges;
}

// The smallest number in each vertex's component.
array<vertex_id> label(std::span<const numbered_edge> edges, std::uint64_t n, int threads, const run_control& control) {
  require_host_memory(edges.size() * sizeof(vertex_id) + n * (16 * sizeof(vertex_id) + sizeof(edge_offset)),
                      fmt::format("strong components of {} remaining edges on one process", edges.size()));
  array<edge_offset> offsets(n + 1);
  array<vertex_id> targets(edges.size()), labels(n);
  std::fill(offsets.begin(), offsets.end(), 0);
  for (const numbered_edge& e : edges) ++offsets[e.source];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  for (const numbered_edge& e : edges) targets[--offsets[e.source]] = e.target;
  graph_view view;
  view.num_vertices = static_cast<vertex_id>(n), view.num_edges = edges.size(), view.directed = true;
  view.out.offsets = offsets.data(), view.out.targets = targets.data();
  components_engine::strong_cpu(view, labels.data(), threads, control.stop);
  check_stop(control);
  return labels;
}

}  // namespace

void label_serially(const partitioned_graph& g, std::span<const std::uint64_t> open, std::span<std::uint64_t> labels, int threads,
                    const run_control& control, work_clock& clock) {
  communicator& ranks = *g.ranks;
  const own_numbers mine = number(g, open);
  const exchanged<numbered_edge> edges = gather_edges(g, mine, threads, clock);
  // Process 0 replaces each vertex by its label and returns it.
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks.size()));
  counts[0] = mine.vertices.size();
  exchanged<global_vertex> vertices = exchange<global_vertex>(ranks, mine.vertices, counts);
  clock.sent(mine.vertices.size() * sizeof(global_vertex));
  clock.exchanged();
  array<global_vertex> found;
  on_all_processes(ranks, [&] {
    found = array<global_vertex>(vertices.values.size());
    if (found.size() == 0) return;
    const array<vertex_id> numbers = label(edges.values.view(), mine.all, threads, control);
    for (std::uint64_t i = 0; i < found.size(); ++i) found[i] = vertices.values[numbers[i]];
  });
  clock.computed();
  const exchanged<global_vertex> own = exchange<global_vertex>(ranks, found.view(), vertices.counts);
  clock.exchanged();
  for (std::size_t i = 0; i < mine.vertices.size(); ++i) labels[g.to_local[mine.vertices[i] - g.own_block().first]] = own.values[i];
}

}  // namespace fathom::ranks_engine
