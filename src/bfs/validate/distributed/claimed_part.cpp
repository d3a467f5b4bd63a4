#include "bfs/validate/distributed/claimed_part.hpp"

#include <fmt/format.h>

#include "base/parallel.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t claimed_per_thread = 1u << 15;

void check_claimed_part(const rank_graph& g, vertex_id source, std::size_t distances, std::size_t predecessors) {
  const std::uint64_t own = g.last_vertex() - g.first_vertex();
  if (source >= g.num_vertices())
    throw error(error_category::usage, fmt::format("source {} is outside the graph of {} vertices", source, g.num_vertices()));
  for (const auto& [what, size] : {std::pair{"distances", distances}, {"predecessors", predecessors}}) {
    if (size != own)
      throw error(error_category::usage,
                  fmt::format("got {} {} for the {} vertices that this rank owns; give one per vertex", size, what, own));
  }
}

std::vector<std::int64_t> wide_predecessors(const rank_graph& g, vertex_id source, std::span<const vertex_id> predecessors) {
  std::vector<std::int64_t> to(predecessors.size());
  const int threads = useful_threads(to.size(), claimed_per_thread, g.threads());
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] = predecessors[i] == no_vertex ? std::int64_t{-1} : std::int64_t{predecessors[i]};
  }
  const bool is_own = source >= g.first_vertex() && source < g.last_vertex();
  if (is_own && to[source - g.first_vertex()] == -1) to[source - g.first_vertex()] = source;
  return to;
}

}  // namespace

std::vector<std::int64_t> claimed_predecessors(const rank_graph& g, vertex_id source, std::size_t distances,
                                               std::span<const vertex_id> predecessors) {
  std::vector<std::int64_t> wide;
  on_all_processes(g.ranks(), [&] {
    check_claimed_part(g, source, distances, predecessors.size());
    wide = wide_predecessors(g, source, predecessors);
  });
  return wide;
}

void require_own_part(const rank_graph& g, vertex_id source, std::span<const hop_count> distances) {
  on_all_processes(g.ranks(), [&] { check_claimed_part(g, source, distances.size(), g.last_vertex() - g.first_vertex()); });
}

std::string shown_vertex(const graph& names, vertex_id v) {
  return v == no_vertex ? "none" : v < names.num_vertices() ? names.name(v) : std::to_string(v);
}

}  // namespace fathom::ranks_engine
