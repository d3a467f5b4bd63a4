#include "fathom/distributed/io.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <new>
#include <utility>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"
#include "graph/generators/kron_spec.hpp"
#include "graph/generators/random_weight.hpp"
#include "graph/partition/block_values.hpp"
#include "graph/partition/edge_slice.hpp"
#include "io/distributed/read_slice.hpp"

namespace fathom {
namespace {

// All-zero offsets from calloc() use no memory, because their pages are never written.
graph without_edges(std::uint64_t n, bool directed, array<std::uint64_t> original_ids, vertex_labels labels) {
  const std::shared_ptr<void> zeros(std::calloc(n + 1, sizeof(edge_offset)), std::free);
  if (!zeros) throw std::bad_alloc();
  graph_arrays arrays;
  arrays.offsets = array<edge_offset>::adopt(static_cast<edge_offset*>(zeros.get()), n + 1, zeros);
  arrays.original_ids = std::move(original_ids);
  arrays.labels = std::move(labels);
  arrays.properties.directed = directed;
  return graph(std::move(arrays));
}

void require_vertices_fit(communicator& ranks, std::uint64_t n) {
  on_all_processes(ranks, [n] {
    if (n > max_vertices) throw error(error_category::usage, fmt::format("{} vertices are too many for 32-bit ids", n));
  });
}

void draw_weights_of_slice(const random_weight_range& range, bool directed, const run_control& control, edge_slice& share) {
  const int threads = thread_count(control);
  share.weights = array<edge_weight>(share.size());
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t i = 0; i < share.size(); ++i) {
    const packed_edge& e = share.edges[i];
    share.weights[i] = random_weight(range.seed, range.low, range.high, static_cast<vertex_id>(e.source()),
                                     static_cast<vertex_id>(e.target()), directed);
  }
}

// Builds the graph; `kept` receives its edge slice if requested.
rank_graph construct(communicator& ranks, edge_slice share, const rank_graph_options& parts,
                     std::shared_ptr<const edge_slice>& kept) {
  share.loops = parts.loops;
  if (!parts.keep_share) return rank_graph(ranks, share, parts);
  std::shared_ptr<edge_slice> keeping;
  on_all_processes(ranks, [&] { keeping = std::make_shared<edge_slice>(std::move(share)); });
  rank_graph g(ranks, *keeping, parts);
  if (parts.random_weights)
    on_all_processes(ranks, [&] { draw_weights_of_slice(*parts.random_weights, g.directed(), parts.control, *keeping); });
  kept = std::move(keeping);
  return g;
}

graph names_of(communicator& ranks, const rank_graph& g, array<std::uint64_t> original_ids = {}, vertex_labels labels = {}) {
  graph vertices;
  on_all_processes(ranks,
                   [&] { vertices = without_edges(g.num_vertices(), g.directed(), std::move(original_ids), std::move(labels)); });
  return vertices;
}

void note_sum_without_weights(const rank_graph& g, const rank_graph_options& parts, std::vector<std::string>& notes) {
  if (g.weighted() || parts.parallel != parallel_edges::sum || g.parts().merged_edges == 0) return;
  notes.emplace_back(parts.weights ? "parallel edges have no weights to add up, so one of each was kept"
                                   : "weights are not read, so one of each parallel edges was kept and none were added up");
}

}  // namespace

rank_read_result read_rank_graph(communicator& ranks, const std::filesystem::path& file, const read_options& options,
                                 const rank_graph_options& parts) {
  const timer clock;
  read_options reading = options;
  reading.build.parallel = parts.parallel;
  reading.build.loops = parts.loops;
  edge_slice_result read = read_edge_slice(ranks, file, reading, parts.weights);
  const double seconds = longest(ranks, clock.seconds());
  require_vertices_fit(ranks, read.share.num_vertices);
  std::shared_ptr<const edge_slice> share;
  rank_graph g = construct(ranks, std::exchange(read.share, {}), parts, share);
  if (read.must_be_mirrored && g.directed()) {
    on_all_processes(ranks, [&] {
      throw error(
          error_category::input,
          fmt::format("{}: is declared undirected, but has edges without their reverse; read it as directed", file.string()));
    });
  }
  note_sum_without_weights(g, parts, read.notes);
  graph vertices = names_of(ranks, g, std::move(read.original_ids), std::move(read.labels));
  return {std::move(g), std::move(vertices),   read.format,     std::move(read.whole_file_reason), read.bytes, read.edges_read,
          seconds,      std::move(read.notes), std::move(share)};
}

rank_read_result generate_rank_graph(communicator& ranks, const std::string& spec, const generate_options& options,
                                     const rank_graph_options& parts, stated_direction direction) {
  const timer clock;
  const argument arguments[] = {{"seed", options.seed}, {"direction", static_cast<std::uint64_t>(direction)}};
  require_same(ranks, arguments);
  edge_slice share;
  std::string whole_file_reason;
  on_all_processes(ranks, [&] {
    const std::optional<kron_spec> kron = plain_kron(spec);
    if (kron && kron->scale > 0) {
      share = kron_slice(kron->scale, kron->edge_factor, options.seed, false, ranks.rank(), ranks.size(), options.control);
    } else {
      whole_file_reason = "its edges are not generated independently of each other";
      share = share_of(generate(spec, options), ranks.rank(), ranks.size(), options.control);
    }
    if (direction != stated_direction::automatic) share.directed = direction == stated_direction::directed;
  });
  const double seconds = longest(ranks, clock.seconds());
  require_vertices_fit(ranks, share.num_vertices);
  const std::uint64_t edges = share.num_edges;
  std::shared_ptr<const edge_slice> kept;
  rank_graph g = construct(ranks, std::exchange(share, {}), parts, kept);
  std::vector<std::string> notes;
  note_sum_without_weights(g, parts, notes);
  graph vertices = names_of(ranks, g);
  return {std::move(g), std::move(vertices), file_format::automatic, std::move(whole_file_reason), 0, edges,
          seconds,      std::move(notes),    std::move(kept)};
}

}  // namespace fathom
