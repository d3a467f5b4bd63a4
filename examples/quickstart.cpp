// Quickstart: reads a graph, searches it from random sources, validates every result and prints a summary.
//   quickstart FILE
#include <fathom/bfs.hpp>
#include <fathom/error.hpp>
#include <fathom/io.hpp>
#include <fathom/validate.hpp>
#include <iostream>

int main(int argc, char** argv) try {
  if (argc != 2) throw fathom::error(fathom::error_category::usage, "usage: quickstart FILE");

  const fathom::read_result read = fathom::read_graph(argv[1]);
  const fathom::graph& g = read.g;
  std::cout << g.num_vertices() << " vertices, " << g.num_edges() << " directed edges, " << read.what.duplicates_removed
            << " duplicates removed\n";

  const fathom::layout prepared = fathom::prepare(g);
  for (const fathom::vertex_id source : fathom::random_sources(g, 4)) {
    const fathom::bfs_result result = fathom::bfs(prepared, source);
    const fathom::bfs_validation proof = fathom::validate_bfs(g, source, result.distances.view(), result.predecessors.view());
    std::cout << "from " << g.name(source) << ": " << result.report.reached << " vertices within " << result.report.depth
              << " hops, " << result.report.teps() / 1e6 << " million edges per second, " << (proof.valid ? "valid" : proof.message)
              << '\n';
    if (!proof.valid) return 1;
  }
} catch (const fathom::error& e) {
  std::cerr << e.what() << '\n';
  return 3;
}
