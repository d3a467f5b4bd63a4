// Validator of sampled neighborhoods.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "fathom/sampling.hpp"

namespace fathom {
namespace {

constexpr std::size_t edges_per_stop_check = 1u << 16;

class sample_checker : private rule_checker<neighbor_sampling_validation> {
 public:
  sample_checker(const graph& g, std::span<const vertex_id> sources, std::span<const std::int64_t> fanouts,
                 const sampled_neighbors_result& result, const neighbor_sampling_options& options, const run_control& control)
      : g_(g), rows_(g.view().out), sources_(sources), fanouts_(fanouts), result_(result), options_(options), control_(control) {}

  [[nodiscard]] neighbor_sampling_validation run() {
    verdict_.valid = nodes_are_distinct() && counts_match() && edges_are_of_the_graph() && fanouts_are_met() &&
                     edges_are_distinct() && nodes_are_found();
    return verdict_;
  }

 private:
  void poll(std::size_t i) const {
    if (i % edges_per_stop_check == 0) check_stop(control_);
  }

  bool nodes_are_distinct() {
    constexpr neighbor_sampling_rule rule = neighbor_sampling_rule::nodes_are_distinct;
    const std::vector<vertex_id>& nodes = result_.nodes;
    if (nodes.size() < sources_.size() || !std::equal(sources_.begin(), sources_.end(), nodes.begin()))
      return fail(rule, "the first of {} nodes are not the {} sources", nodes.size(), sources_.size());
    std::vector<vertex_id> sorted = nodes;
    std::sort(sorted.begin(), sorted.end());
    if (!sorted.empty() && sorted.back() >= g_.num_vertices()) return fail(rule, "node {} is outside the graph", sorted.back());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    return twice == sorted.end() || fail(rule, "node '{}' is listed twice", g_.name(*twice));
  }

  bool counts_match() {
    const auto sum = [](const std::vector<std::uint64_t>& of) { return std::accumulate(of.begin(), of.end(), std::uint64_t{0}); };
    const bool match = result_.nodes_per_hop.size() == fanouts_.size() + 1 && result_.edges_per_hop.size() == fanouts_.size() &&
                       result_.nodes_per_hop.front() == sources_.size() && sum(result_.nodes_per_hop) == result_.nodes.size() &&
                       sum(result_.edges_per_hop) == result_.edges.size() && result_.rows.size() == result_.edges.size() &&
                       result_.columns.size() == result_.edges.size();
    return match ||
           fail(neighbor_sampling_rule::counts_match, "the counts per hop do not describe {} hops with {} nodes and {} edges",
                fanouts_.size(), result_.nodes.size(), result_.edges.size());
  }

  bool edges_are_of_the_graph() {
    for (std::size_t i = 0; i < result_.edges.size(); ++i) {
      poll(i);
      const edge_offset e = result_.edges[i];
      const vertex_id row = result_.rows[i], column = result_.columns[i];
      const bool exists = e < g_.num_edges() && row < result_.nodes.size() && column < result_.nodes.size() &&
                          rows_.offsets[result_.nodes[row]] <= e && e < rows_.offsets[result_.nodes[row] + 1] &&
                          rows_.targets[e] == result_.nodes[column];
      if (!exists)
        return fail(neighbor_sampling_rule::edges_are_of_the_graph, "edge {} is not at position {}, between nodes {} and {}", i, e,
                    row, column);
    }
    return true;
  }

  // Each hop's edges are those of the vertices that the hop before added, in order.
  bool fanouts_are_met() {
    std::size_t edge = 0, node = 0;
    for (std::size_t hop = 0; hop < fanouts_.size(); ++hop) {
      const std::size_t last_edge = edge + result_.edges_per_hop[hop], last_node = node + result_.nodes_per_hop[hop];
      for (; node < last_node; ++node) {
        poll(node);
        const edge_offset degree = rows_.degree(result_.nodes[node]), fanout = static_cast<edge_offset>(fanouts_[hop]);
        const bool whole = fanouts_[hop] == all_neighbors || degree == 0 || (!options_.replace && degree < fanout);
        const edge_offset wanted = whole ? degree : fanout;
        edge_offset sampled = 0;
        for (; edge < last_edge && result_.rows[edge] == node; ++edge) ++sampled;
        if (sampled != wanted)
          return fail(neighbor_sampling_rule::fanouts_are_met, "hop {} has {} edges of '{}', which should be {}", hop + 1, sampled,
                      g_.name(result_.nodes[node]), wanted);
      }
      if (edge != last_edge)
        return fail(neighbor_sampling_rule::fanouts_are_met, "hop {} has edges of node {}, which is not in its turn", hop + 1,
                    result_.rows[edge]);
    }
    return true;
  }

  bool edges_are_distinct() {
    if (options_.replace) return true;
    std::vector<edge_offset> sorted = result_.edges;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    return twice == sorted.end() ||
           fail(neighbor_sampling_rule::edges_are_distinct, "the edge at position {} occurs twice", *twice);
  }

  bool nodes_are_found() {
    std::size_t found = sources_.size(), edge = 0;
    for (std::size_t hop = 0; hop < fanouts_.size(); ++hop) {
      const std::size_t last_edge = edge + result_.edges_per_hop[hop], last_found = found + result_.nodes_per_hop[hop + 1];
      for (; edge < last_edge; ++edge) {
        poll(edge);
        const std::size_t column = result_.columns[edge];
        if (column > found || (column == found && found == last_found))
          return fail(neighbor_sampling_rule::nodes_are_found, "node {} is not the next one at edge {}", column, edge);
        found += column == found ? 1 : 0;
      }
      if (found != last_found)
        return fail(neighbor_sampling_rule::nodes_are_found, "no edge of hop {} leads to node {}", hop + 1, found);
    }
    return true;
  }

  const graph& g_;
  const adjacency_view& rows_;
  const std::span<const vertex_id> sources_;
  const std::span<const std::int64_t> fanouts_;
  const sampled_neighbors_result& result_;
  const neighbor_sampling_options& options_;
  const run_control& control_;
};

}  // namespace

std::string_view to_string(neighbor_sampling_rule rule) {
  switch (rule) {
    case neighbor_sampling_rule::nodes_are_distinct:
      return "nodes begin with the sources and are distinct vertices";
    case neighbor_sampling_rule::counts_match:
      return "the counts per hop match the arrays";
    case neighbor_sampling_rule::edges_are_of_the_graph:
      return "each edge is at its position in the graph";
    case neighbor_sampling_rule::fanouts_are_met:
      return "each vertex has as many edges as the fanout and its degree allow";
    case neighbor_sampling_rule::edges_are_distinct:
      return "no edge occurs twice";
    case neighbor_sampling_rule::nodes_are_found:
      return "each vertex of a hop is the end of one of its edges";
    case neighbor_sampling_rule::none:
      break;
  }
  return "none";
}

neighbor_sampling_validation validate_sampled_neighbors(const graph& g, std::span<const vertex_id> sources,
                                                        std::span<const std::int64_t> fanouts,
                                                        const sampled_neighbors_result& result,
                                                        const neighbor_sampling_options& options, const run_control& control) {
  check_stop(control);
  if (options.keep_on_device)
    fail_usage(
        "a sample that was kept on a device cannot be validated; sample without keep_on_device, which gives the same sample");
  const timer clock;
  require_host_memory(result.edges.size() * sizeof(edge_offset) + result.nodes.size() * sizeof(vertex_id),
                      fmt::format("validating a sample of {} edges", result.edges.size()));
  neighbor_sampling_validation validation = sample_checker(g, sources, fanouts, result, options, control).run();
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
