// Betweenness by the user program, with one search per thread or thread block.
#pragma once

#include <memory>

#include "betweenness/program.hpp"
#include "fathom/betweenness.hpp"

namespace fathom {

inline constexpr const char* in_wide_format = ", path counts in extended-range numbers";

template <class Count, bool Edges, bool Load = false, class Search>
bool run_betweenness_program(const graph& g, const layout& prepared, std::span<const vertex_id> sources,
                             const betweenness_options& options, const execution& exec, betweenness_result& result,
                             const Search& search) {
  using program = betweenness_program<Count, Edges, Load>;
  multi_search_options how;
  how.at_once = options.at_once, how.memory_bytes = options.memory_bytes;
  how.where = exec.where, how.control = exec.control;
  const program callbacks{.endpoints = options.endpoints};
  // The result's arrays refer to the run's memory and keep the run alive.
  const auto run = std::make_shared<multi_search_result<program>>(search(g, prepared, sources, callbacks, how));
  run->report.engine += std::is_same_v<Count, double> ? "" : in_wide_format;
  result.report = run->report;
  if (*run->totals.overflows > 0) return false;
  if (options.vertices) result.vertices = array<double>::adopt(run->totals.vertices.data, g.num_vertices(), run);
  if (options.edges) result.edges = array<double>::adopt(run->totals.edges.data, g.num_edges(), run);
  return true;
}

/// Computes the unscaled sums; `search` is multi_search() or multi_search_on_device(). Path counts are extended-range numbers if
/// `wide`, else doubles. Returns false if these overflow.
template <class Search>
bool run_betweenness(const graph& g, const layout& prepared, std::span<const vertex_id> sources, const betweenness_options& options,
                     const execution& exec, bool wide, betweenness_result& result, const Search& search) {
  if (wide) {
    return options.edges ? run_betweenness_program<extended_number, true>(g, prepared, sources, options, exec, result, search)
                         : run_betweenness_program<extended_number, false>(g, prepared, sources, options, exec, result, search);
  }
  return options.edges ? run_betweenness_program<double, true>(g, prepared, sources, options, exec, result, search)
                       : run_betweenness_program<double, false>(g, prepared, sources, options, exec, result, search);
}

}  // namespace fathom
