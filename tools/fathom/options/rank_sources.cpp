#include "options/rank_sources.hpp"

#include "comm/agreement.hpp"
#include "fathom/distributed/bfs.hpp"
#include "graph/sampled_hash.hpp"

namespace fathom::program {

chosen_sources choose_sources(const source_arguments& arguments, const graph& names, const rank_graph& g, std::uint64_t seed,
                              const run_control& control) {
  chosen_sources chosen;
  if (const std::size_t random = random_sources_requested(arguments); random > 0) {
    chosen = {random_sources(g, random, seed), random_description(random, seed)};
  } else {
    on_all_processes(g.ranks(), [&] { chosen = choose_sources(arguments, names, seed, control); });
  }
  const argument given[] = {{"sources", hash_of(std::span<const vertex_id>(chosen.vertices))}};
  require_same(g.ranks(), given);
  return chosen;
}

}  // namespace fathom::program
