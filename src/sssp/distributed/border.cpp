#include "sssp/distributed/border.hpp"

#include <optional>
#include <span>
#include <vector>

#include "comm/agreement.hpp"

namespace fathom::ranks_engine {

vertex_bits border_vertices(const partitioned_graph& g) {
  std::optional<vertex_bits> has_edges, others, border;
  on_all_processes(*g.ranks, [&] {
    has_edges.emplace(g.column_ids()), others.emplace(g.column_ids()), border.emplace(g.stride);
    for (std::uint64_t u = 0; u < g.column_ids(); ++u) {
      if (g.out.offsets[u] != g.out.offsets[u + 1]) has_edges->insert<false>(static_cast<local_vertex>(u));
    }
  });
  const std::uint64_t words = border->words().size();
  const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(g.grid.rows), words * sizeof(std::uint64_t));
  g.grid.along_column->all_to_all(std::as_bytes(has_edges->words()), sizes, std::as_writable_bytes(others->words()), sizes);
  for (int row = 0; row < g.grid.rows; ++row) {
    if (row == g.grid.row) continue;
    const auto theirs = others->words().subspan(static_cast<std::size_t>(row) * words, words);
    for (std::size_t w = 0; w < words; ++w) border->words()[w] |= theirs[w];
  }
  return std::move(*border);
}

}  // namespace fathom::ranks_engine
