// One search for shortest paths after another on the CPU in the same memory, with results in the caller's ids.
#pragma once

#include <optional>

#include "engine/sssp/window_search.hpp"
#include "fathom/sssp.hpp"

namespace fathom {

class sssp_workspace {
 public:
  /// The options must have been checked; they and the layout outlive this.
  sssp_workspace(const weighted_layout& prepared, const sssp_options& options);

  /// Fills `result`, whose arrays are allocated again where they have been moved out.
  void search(vertex_id source, sssp_result& result);

 private:
  template <class Sum>
  bool search_with(std::optional<sssp_engine::window_search<Sum>>& engine, vertex_id source, sssp_result& result);
  template <class Distance>
  void map_back(const array<Distance>& distances, Distance infinity, int threads, sssp_result& result) const;
  void describe_engine(bool narrow, int threads, sssp_report& report) const;

  const weighted_layout& layout_;
  const sssp_options& options_;
  const int threads_;
  std::optional<sssp_engine::window_search<sssp_engine::whole_32>> whole_32_;
  std::optional<sssp_engine::window_search<sssp_engine::whole_64>> whole_64_;  // once 32 bits have been too few
  std::optional<sssp_engine::window_search<sssp_engine::real_64>> real_64_;
  std::optional<sssp_engine::window_search<sssp_engine::table_64>> table_64_;
  array<vertex_id> predecessors_;  // in the layout's ids; one entry more, for vertices without one
};

}  // namespace fathom
