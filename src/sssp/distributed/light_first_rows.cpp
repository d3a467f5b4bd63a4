#include "sssp/distributed/light_first_rows.hpp"

namespace fathom::ranks_engine {

light_first_rows::light_first_rows(const partitioned_graph& g, double width, int threads)
    : ends(g.out.ends.size()), middles(g.column_ids()) {
  const block_rows& out = g.out;
  const bool weighted = !out.weights.empty();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
  for (std::uint64_t u = 0; u < middles.size(); ++u) {
    edge_offset next = out.offsets[u];
    const auto put = [&](bool light) {
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
        const edge_weight weight = weighted ? out.weights[e] : 1;
        if ((weight < width) == light) ends[next++] = {out.ends[e], weight};
      }
    };
    put(true);
    middles[u] = next;
    put(false);
  }
}

}  // namespace fathom::ranks_engine
