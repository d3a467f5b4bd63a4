// Shortest-path workspace on the CPU: consecutive searches reuse its memory and return results in the caller's ids.
#pragma once

#include <optional>

#include "fathom/sssp.hpp"
#include "sssp/cpu/contracted_search.hpp"
#include "sssp/cpu/window_search.hpp"

namespace fathom {

class sssp_workspace {
 public:
  /// The options must be valid; all arguments must outlive this object.
  sssp_workspace(const weighted_layout& prepared, const sssp_options& options, const run_control& control);

  /// Fills `result`; arrays that were moved out are allocated again.
  void search(vertex_id source, sssp_result& result);

 private:
  [[nodiscard]] sssp_engine::request request_from(vertex_id source) const;
  bool search_in_32_bits(vertex_id source, sssp_result& result);
  template <class Sum, class Engine>
  bool search_with(Engine& engine, vertex_id source, sssp_result& result);
  template <class Distance>
  void map_back(const array<Distance>& distances, Distance infinity, int threads, sssp_result& result) const;
  void describe_engine(bool narrow, int threads, sssp_report& report) const;

  const weighted_layout& layout_;
  const sssp_options& options_;
  const run_control& control_;
  const int threads_;
  std::optional<sssp_engine::contracted_search> contracted_;
  std::optional<sssp_engine::window_search<sssp_engine::whole_32>> whole_32_;
  std::optional<sssp_engine::window_search<sssp_engine::whole_64>> whole_64_;  // created once 32-bit sums have overflowed
  std::optional<sssp_engine::window_search<sssp_engine::real_64>> real_64_;
  std::optional<sssp_engine::window_search<sssp_engine::table_64>> table_64_;
  array<vertex_id> predecessors_;  // in the layout's ids, with one extra entry for vertices without a predecessor
};

}  // namespace fathom
