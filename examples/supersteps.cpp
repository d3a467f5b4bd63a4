// Seven superstep programs of edge_vertex() on one graph, defined in supersteps/*.hpp.
//   supersteps FILE
#include <algorithm>
#include <cstdint>
#include <fathom/build.hpp>
#include <fathom/error.hpp>
#include <fathom/io.hpp>
#include <iostream>
#include <numeric>
#include <vector>

#include "supersteps/components.hpp"
#include "supersteps/heat_diffusion.hpp"
#include "supersteps/k_core.hpp"
#include "supersteps/label_propagation.hpp"
#include "supersteps/pagerank.hpp"
#include "supersteps/shortest_paths.hpp"
#include "supersteps/transport.hpp"

namespace {

const char* how_it_ended(const fathom::edge_vertex_report& report) {
  return report.end == fathom::edge_vertex_end::no_active_vertex ? "ended" : "was stopped";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw fathom::error(fathom::error_category::usage, "usage: supersteps FILE");

  fathom::read_options how;
  how.build.symmetrize = true;
  const fathom::graph g = fathom::read_graph(argv[1], how).g;
  const fathom::edge_vertex_graph prepared = fathom::prepare_edge_vertex(g);
  const std::size_t n = g.num_vertices();
  const fathom::vertex_id hub = g.properties().max_out_degree_vertex;

  const auto scores = fathom::edge_vertex(prepared, pagerank_program<>{});
  const auto best =
      static_cast<fathom::vertex_id>(std::max_element(scores.values.begin(), scores.values.end()) - scores.values.begin());
  std::cout << "pagerank: " << how_it_ended(scores.report) << " after " << scores.report.supersteps << " supersteps, largest at "
            << g.name(best) << '\n';

  std::vector<double> jumps(n);
  jumps[n - 1] = 1;
  const auto mine = fathom::edge_vertex(prepared, pagerank_program<>{.jumps = jumps.data()});
  std::cout << "personalized score of " << g.name(static_cast<fathom::vertex_id>(n - 1)) << ": " << mine.values[n - 1] << '\n';

  const auto far = fathom::edge_vertex(prepared, shortest_paths{hub});
  std::cout << "the farthest vertex is " << *std::max_element(far.values.begin(), far.values.end()) << " away from " << g.name(hub)
            << '\n';

  const auto parts = fathom::edge_vertex(prepared, components_program{});
  std::uint64_t count = 0;
  for (std::size_t v = 0; v < n; ++v) count += parts.values[v] == v;
  std::cout << count << " component(s)\n";

  const auto core = fathom::edge_vertex(prepared, k_core{.k = 3});
  std::cout << std::count_if(core.values.begin(), core.values.end(), [](const auto& v) { return v.stays; })
            << " vertices in the 3-core\n";

  std::vector<std::int8_t> labels(n, -1);
  labels[hub] = 0, labels[n - 1] = 1;
  const auto spread = fathom::edge_vertex(prepared, label_propagation{.label = labels.data()}, {.max_supersteps = 10'000});
  std::cout << "label propagation " << how_it_ended(spread.report) << "; "
            << std::count_if(spread.values.begin(), spread.values.end(), [](const auto& v) { return v.in[0] > v.in[1]; })
            << " vertices are nearer to " << g.name(hub) << '\n';

  std::vector<double> heat(n);
  heat[hub] = 100;
  const double step = 0.5 / static_cast<double>(g.properties().max_out_degree);
  const auto warm = fathom::edge_vertex(prepared, heat_diffusion{heat.data(), step}, {.max_supersteps = 100});
  std::cout << "heat diffusion " << how_it_ended(warm.report) << " after " << warm.report.supersteps << " steps: " << g.name(hub)
            << " has " << warm.values[hub] << " degrees\n";

  std::vector<std::uint64_t> stock(n);
  stock[hub] = 1000;
  const auto moved = fathom::edge_vertex(prepared, transport{stock.data()}, {.max_supersteps = 100});
  std::cout << "transport " << how_it_ended(moved.report) << ": "
            << std::accumulate(moved.edge_values.begin(), moved.edge_values.end(), std::uint64_t{0})
            << " of 1000 units are on edges\n";
} catch (const fathom::error& e) {
  std::cerr << e.what() << '\n';
  return 3;
}
