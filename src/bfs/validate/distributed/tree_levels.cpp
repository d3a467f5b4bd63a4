#include "bfs/validate/distributed/tree_levels.hpp"

#include <bit>

#include "comm/routing.hpp"

namespace fathom::ranks_engine {
namespace {

/// Pointer of a vertex that has not reached the source yet: `ancestor` is `hops` above it.
struct climber {
  global_vertex ancestor = no_global_vertex;
  std::int64_t hops = unreachable;  // doubles every round on a cycle
};

struct question {
  std::uint32_t ancestor;  ///< its position in its owner's block
  std::uint32_t asker;     ///< its position in its owner's block
};

exchanged<climber> ask(communicator& ranks, const routed<question>& questions, std::span<const climber> own) {
  const exchanged<question> requested = exchange<question>(ranks, questions.entries.view(), questions.counts);
  array<climber> answers;
  on_all_processes(ranks, [&] { answers = array<climber>(requested.values.size()); });
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = own[requested.values[i].ancestor];
  return exchange<climber>(ranks, answers.view(), requested.counts);
}

}  // namespace

std::vector<hop_count> tree_levels(communicator& ranks, const vertex_blocks& blocks, global_vertex source,
                                   std::span<const std::int64_t> predecessors, int threads, offence& worst) {
  const index_range block = blocks.block(ranks.rank());
  std::vector<climber> own;
  std::vector<hop_count> levels;
  std::vector<std::uint32_t> waiting;
  on_all_processes(ranks, [&] {
    own.resize(predecessors.size());
    levels.resize(own.size());
    waiting.reserve(own.size());
  });
  for (std::uint64_t i = 0; i < own.size(); ++i) {
    if (predecessors[i] == -1) continue;
    own[i] = {static_cast<global_vertex>(predecessors[i]), block.first + i == source ? 0 : 1};
    if (own[i].ancestor != source) waiting.push_back(static_cast<std::uint32_t>(i));
  }
  // After one round per bit of the number of vertices, vertices that have not reached the source lead into a cycle.
  const auto rounds = static_cast<int>(std::bit_width(blocks.num_vertices()));
  for (int round = 0; round <= rounds && sum_of(ranks, waiting.size()) > 0; ++round) {
    const auto ask_owners = [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
      for (std::uint64_t i = first; i < last; ++i) {
        const global_vertex ancestor = own[waiting[i]].ancestor;
        const int owner = blocks.owner(ancestor);
        emit(owner, question{static_cast<std::uint32_t>(ancestor - blocks.block(owner).first), waiting[i]});
      }
    };
    routed<question> questions;
    on_all_processes(ranks, [&] { questions = route<question>(waiting.size(), ranks.size(), threads, ask_owners); });
    const exchanged<climber> answers = ask(ranks, questions, own);
    waiting.clear();
    for (std::size_t i = 0; i < answers.values.size(); ++i) {
      const std::uint32_t asker = questions.entries[i].asker;
      const climber& above = answers.values[i];
      if (above.hops == unreachable) {
        worst.take({bfs_rule::tree_has_no_cycle, static_cast<global_vertex>(predecessors[asker]), block.first + asker});
        continue;
      }
      own[asker].ancestor = above.ancestor;
      own[asker].hops += above.hops;
      if (above.ancestor != source) waiting.push_back(asker);
    }
  }
  for (const std::uint32_t left : waiting) {
    worst.take({bfs_rule::tree_has_no_cycle, static_cast<global_vertex>(predecessors[left]), block.first + left});
  }
  for (std::size_t i = 0; i < own.size(); ++i) levels[i] = static_cast<hop_count>(own[i].hops);
  return levels;
}

}  // namespace fathom::ranks_engine
