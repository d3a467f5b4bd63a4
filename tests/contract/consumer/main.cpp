// Consumer of the installed library: builds a small graph, searches it, validates the result and handles an error.
#include <fathom/bfs.hpp>
#include <fathom/error.hpp>
#include <fathom/generate.hpp>
#include <fathom/io.hpp>
#include <fathom/validate.hpp>
#include <fathom/version.hpp>
#include <iostream>

int main() {
  const fathom::graph g = fathom::build(fathom::grid(30, 20)).g;
  const fathom::bfs_result result = fathom::bfs(g, 0);
  const fathom::bfs_validation proof = fathom::validate_bfs(g, 0, result.distances.view(), result.predecessors.view());
  const bool right = proof.valid && result.distances[30 * 20 - 1] == 29 + 19 && result.report.reached == 600;
  bool refused = false;
  try {
    (void)fathom::read_graph("no such file.mtx");
  } catch (const fathom::error& e) {
    refused = e.category() == fathom::error_category::input;
  }
  const bool same_version = fathom::version() == FATHOM_VERSION;
  const bool good = right && refused && same_version;
  std::cout << "600 vertices, depth " << result.report.depth << ": " << (good ? "good" : "WRONG") << '\n';
  return good ? 0 : 1;
}
