#include "fathom/rank_components.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/memory.hpp"
#include "core/timer.hpp"
#include "distributed/agreement.hpp"
#include "distributed/block_values.hpp"
#include "distributed/routing.hpp"
#include "engine/ranks/rank_components.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"

namespace fathom {
namespace {

// Components whose smallest vertex is this rank's, by its label: their vertices lie on all ranks.
std::vector<rank_component> own_components(const partitioned_graph& g, std::span<const std::uint64_t> labels,
                                           std::uint64_t& bytes_sent) {
  std::vector<std::uint64_t> sorted;  // but for vertices that are their own component's smallest
  const std::uint64_t first = g.own_block().first;
  std::vector<rank_component> counted, members;
  on_all_ranks(*g.ranks, [&] {
    for (std::uint64_t i = 0; i < labels.size(); ++i) {
      if (labels[i] != first + i)
        sorted.push_back(labels[i]);
      else
        counted.push_back({labels[i], 1});
    }
    std::sort(sorted.begin(), sorted.end());
    for (const std::uint64_t label : sorted) {
      if (members.empty() || members.back().label != label) members.push_back({label, 0});
      ++members.back().size;
    }
  });
  const exchanged<rank_component> theirs = deliver<rank_component>(*g.ranks, members.size(), 1, bytes_sent,
                                                                   [&](std::uint64_t begin, std::uint64_t end, const auto& emit) {
                                                                     for (std::uint64_t i = begin; i < end; ++i)
                                                                       emit(g.blocks.owner(members[i].label), members[i]);
                                                                   });
  for (const rank_component& part : theirs.values) {
    const auto whole = std::lower_bound(counted.begin(), counted.end(), part.label,
                                        [](const rank_component& c, std::uint64_t label) { return c.label < label; });
    whole->size += part.size;
  }
  return counted;
}

void keep_largest(std::vector<rank_component>& all, std::size_t most) {
  const auto kept = static_cast<std::ptrdiff_t>(std::min(most, all.size()));
  std::partial_sort(all.begin(), all.begin() + kept, all.end(), [](const rank_component& a, const rank_component& b) {
    return a.size != b.size ? a.size > b.size : a.label < b.label;
  });
  all.resize(static_cast<std::size_t>(kept));
}

// The largest of each rank's largest.
std::vector<rank_component> largest_of_all(communicator& ranks, std::vector<rank_component> mine, std::size_t most) {
  keep_largest(mine, most);
  std::vector<rank_component> all;
  for (const std::vector<std::byte>& bytes : ranks.all_gather(std::as_bytes(std::span(mine)))) {
    const auto* const first = reinterpret_cast<const rank_component*>(bytes.data());
    all.insert(all.end(), first, first + bytes.size() / sizeof(rank_component));
  }
  keep_largest(all, most);
  return all;
}

}  // namespace

rank_components_result rank_components(const rank_graph& graph, const rank_components_options& options) {
  const partitioned_graph& g = graph.parts();
  communicator& ranks = *g.ranks;
  const argument arguments[] = {{"another wish for gathered labels", options.gather},
                                {"another number of components to name", options.most_components}};
  require_same(ranks, arguments);
  const std::uint64_t own = graph.last_vertex() - graph.first_vertex();
  rank_components_result result;
  array<std::uint64_t> mine;
  on_all_ranks(ranks, [&] {
    check_stop(options.control);
    require_host_memory((2 * own + (options.gather ? graph.num_vertices() : 0)) * sizeof(std::uint64_t),
                        fmt::format("labels of {} vertices", graph.num_vertices()));
    mine = array<std::uint64_t>(own);
  });
  timer clock;
  ranks_engine::components_outcome outcome = ranks_engine::rank_components(g, mine.view(), graph.threads(), options.control);
  rank_components_report& report = result.report;
  report.seconds = longest(ranks, clock.seconds());
  clock.restart();
  const std::vector<rank_component> components = own_components(g, mine.view(), outcome.work.bytes_sent);
  result.count = sum_of(ranks, components.size());
  result.largest = largest_of_all(ranks, components, options.most_components);
  report.seconds_count = longest(ranks, clock.seconds());
  clock.restart();
  outcome.work.vertices = own, outcome.work.edges = g.out.ends.size(), outcome.work.peak_memory_bytes = peak_memory_bytes();
  result.labels = options.gather ? gather_blocks(g, std::span<const std::uint64_t>(mine.view())) : std::move(mine);
  report.seconds_gather = longest(ranks, clock.seconds());
  report.engine =
      fmt::format("{} x {} ranks, CPU, union-find in each part, then hooking and shortening by all", g.grid.rows, g.grid.columns);
  report.threads = graph.threads();
  report.rounds = outcome.rounds;
  report.by_rank = of_each_rank(ranks, outcome.work);
  return result;
}

}  // namespace fathom
