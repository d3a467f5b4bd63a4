// Violation of a validation rule by a claimed tree.
#pragma once

#include <cstring>
#include <tuple>
#include <vector>

#include "fathom/distributed/communicator.hpp"
#include "fathom/validate.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

struct offence {
  bfs_rule rule = bfs_rule::none;
  global_vertex from = no_global_vertex, to = no_global_vertex;

  /// Keeps the one with the lowest rule, then the smallest `to`, then the smallest `from`.
  void take(const offence& other) {
    if (other.rule == bfs_rule::none) return;
    if (rule == bfs_rule::none || std::tie(other.rule, other.to, other.from) < std::tie(rule, to, from)) *this = other;
  }
};

/// Collective: the worst violation over all processes.
[[nodiscard]] inline offence worst_of(communicator& ranks, const offence& mine) {
  const std::vector<std::vector<std::byte>> all = ranks.all_gather(std::as_bytes(std::span(&mine, 1)));
  offence worst;
  for (const std::vector<std::byte>& bytes : all) {
    offence one;
    std::memcpy(&one, bytes.data(), sizeof one);
    worst.take(one);
  }
  return worst;
}

}  // namespace fathom::ranks_engine
