// Five visitors of multi_search() on one graph, defined in searches/*.hpp.
//   searches FILE
#include <algorithm>
#include <fathom/bfs.hpp>
#include <fathom/build.hpp>
#include <fathom/error.hpp>
#include <fathom/io.hpp>
#include <fathom/validate.hpp>
#include <iostream>
#include <numeric>
#include <vector>

#include "searches/betweenness.hpp"
#include "searches/components.hpp"
#include "searches/distances.hpp"
#include "searches/k_hop_counts.hpp"
#include "searches/label_reachability.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) throw fathom::error(fathom::error_category::usage, "usage: searches FILE");

  fathom::read_options how;
  how.build.symmetrize = true;
  const fathom::graph g = fathom::read_graph(argv[1], how).g;
  const fathom::layout prepared = fathom::prepare(g);
  const fathom::array<fathom::vertex_id> some = fathom::random_sources(g, 4);
  std::vector<fathom::vertex_id> all(g.num_vertices());
  std::iota(all.begin(), all.end(), fathom::vertex_id{0});

  const auto far = fathom::multi_search(prepared, some.view(), distances{});
  const auto near = fathom::multi_search(prepared, some.view(), k_hop_counts{.enough = 1000});
  std::vector<std::uint8_t> labels(all.size());
  for (std::size_t v = 0; v < labels.size(); ++v) labels[v] = static_cast<std::uint8_t>(v % 3);
  const auto inside = fathom::in_layout_order<std::uint8_t>(prepared, labels);
  const auto along = fathom::multi_search(prepared, some.view(), label_reachability{inside.data(), 0b011});
  for (std::size_t i = 0; i < some.size(); ++i) {
    const fathom::hop_count* const distance = far.searches[i].distance.data;
    const std::uint8_t* const reached = along.searches[i].reached.data;
    const auto& counts = near.searches[i];
    std::cout << "from " << g.name(some[i]) << ": the farthest is " << *std::max_element(distance, distance + all.size())
              << " hops away, " << counts.within[counts.hops] << " are within " << counts.hops << ", "
              << std::count(reached, reached + all.size(), 1) << " through labels 0 and 1 only\n";
  }

  const auto paths = fathom::multi_search(prepared, all, betweenness{});
  const double* const centrality = paths.totals.centrality.data;
  const auto central = static_cast<fathom::vertex_id>(std::max_element(centrality, centrality + all.size()) - centrality);
  std::cout << "most shortest paths lead through " << g.name(central) << '\n';

  const auto parts = fathom::multi_search(prepared, all, components{});
  const auto count = std::count_if(all.begin(), all.end(), [&](auto v) { return parts.totals.label[v] == v; });
  std::cout << count << " component(s); searches that ran to completion: " << all.size() - parts.report.stopped << "\n";
} catch (const fathom::error& e) {
  std::cerr << e.what() << '\n';
  return 3;
}
