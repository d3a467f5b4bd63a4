// Distribution of distances in a graph, estimated by a multi-source search from 256 random sources with a custom sink.
//   hop_plot GRAPH
#include <fathom/bfs.hpp>
#include <fathom/build.hpp>
#include <fathom/error.hpp>
#include <fathom/io.hpp>
#include <fathom/multi_bfs.hpp>
#include <iostream>
#include <vector>

/// Sink that sums the number of vertices discovered at each distance, and stores nothing per search.
class hop_plot final : public fathom::multi_bfs_sink {
 public:
  [[nodiscard]] fathom::sink_needs needs() const override { return {.level_counts = true}; }

  void take(const fathom::finished_group& group) override {
    if (pairs.size() <= static_cast<std::size_t>(group.depth())) pairs.resize(static_cast<std::size_t>(group.depth()) + 1);
    for (std::size_t search = 0; search < group.size(); ++search) {
      for (fathom::hop_count d = 0; d <= group.depth(); ++d) pairs[static_cast<std::size_t>(d)] += group.found(search, d);
    }
  }

  std::vector<std::uint64_t> pairs;
};

int main(int argc, char** argv) try {
  if (argc != 2) throw fathom::error(fathom::error_category::usage, "usage: hop_plot GRAPH");

  const fathom::graph g = fathom::read_graph(argv[1]).g;
  const fathom::array<fathom::vertex_id> sources = fathom::random_sources(g, 256);
  hop_plot plot;
  const fathom::multi_bfs_report report = fathom::multi_bfs(fathom::prepare(g), sources.view(), plot);
  for (std::size_t d = 0; d < plot.pairs.size(); ++d) {
    std::cout << d << " hops: " << static_cast<double>(plot.pairs[d]) / static_cast<double>(sources.size())
              << " vertices on average\n";
  }
  std::cout << report.searches << " searches, " << report.teps() / 1e9 << " billion edges per second\n";
} catch (const fathom::error& e) {
  std::cerr << e.what() << '\n';
  return 3;
}
