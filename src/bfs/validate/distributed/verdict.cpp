#include "bfs/validate/distributed/verdict.hpp"

#include <fmt/format.h>

#include "comm/exchange.hpp"

namespace fathom::ranks_engine {
namespace {

std::string shown(global_vertex v) { return v == no_global_vertex ? "none" : std::to_string(v); }

std::string describe(const offence& o) {
  return fmt::format("rule {} ({}) is violated: {} -> {}", static_cast<int>(o.rule), to_string(o.rule), shown(o.from), shown(o.to));
}

}  // namespace

rank_verdict agree(communicator& ranks, const offence& worst, std::uint64_t reached, std::uint64_t edges) {
  rank_verdict verdict;
  verdict.worst = worst_of(ranks, worst);
  verdict.valid = verdict.worst.rule == bfs_rule::none;
  if (!verdict.valid) verdict.message = describe(verdict.worst);
  verdict.reached = sum_of(ranks, reached);
  verdict.edges_traversed = sum_of(ranks, edges);
  return verdict;
}

}  // namespace fathom::ranks_engine
