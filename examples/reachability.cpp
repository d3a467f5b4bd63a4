// Reachability index: which vertices are within three hops of 16 random vertices. Builds, saves, loads and queries the index.
//   reachability FILE INDEX
#include <fathom/bfs.hpp>
#include <fathom/error.hpp>
#include <fathom/io.hpp>
#include <fathom/reachability.hpp>
#include <fathom/validate.hpp>
#include <iostream>

int main(int argc, char** argv) try {
  if (argc != 3) throw fathom::error(fathom::error_category::usage, "usage: reachability FILE INDEX");

  const fathom::graph g = fathom::read_graph(argv[1]).g;
  const fathom::array<fathom::vertex_id> some = fathom::random_sources(g, 16);
  fathom::build_reach_index(g, some.view(), 3).save(argv[2]);

  // Possibly in another program: the file is memory-mapped, and rejected if it belongs to another graph.
  const fathom::reach_index index = fathom::reach_index::load(argv[2], {.trust = false, .of = &g, .control = {}});
  for (const fathom::vertex_id s : index.selected().first(2)) {
    for (fathom::vertex_id t = 0; t < g.num_vertices() && t < 3; ++t) {
      const fathom::hop_count hops = index.hops(s, t);
      std::cout << g.name(s) << " to " << g.name(t) << ": ";
      hops == fathom::unreachable ? std::cout << "not within 3 hops\n" : std::cout << hops << " hops\n";
    }
  }
} catch (const fathom::error& e) {
  std::cerr << e.what() << '\n';
  return 3;
}
