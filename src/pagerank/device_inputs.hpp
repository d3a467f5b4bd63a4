// Rows that PageRank reads on a GPU: those of a layout, or of a weighted graph.
#pragma once

#include <optional>
#include <string>

#include "pagerank/device_request.hpp"
#include "pagerank/rows.hpp"

namespace fathom {

class device_inputs {
 public:
  /// Prepares a layout for `searches` if `prepared` is null and the graph is read without weights. Throws error_category::usage for
  /// a layout of another graph or in the memory of another device, or a negative weight; ::memory, ::device, ::cancelled.
  device_inputs(const graph& g, const layout* prepared, const pagerank_options& options, search_kind searches);
  device_inputs(const device_inputs&) = delete;
  device_inputs& operator=(const device_inputs&) = delete;

  /// Rows and the options that all engines read; refers to arrays of this object. num_vertices is 0 if no vertex has an edge.
  pagerank_engine::device_request request;
  std::string order;  ///< vertex order with the reason
  bool weighted = false;

  /// The id in the rows of a caller's vertex; no_vertex if it is isolated and has none.
  [[nodiscard]] vertex_id row_of(vertex_id v) const;

 private:
  void read_layout(const layout& l);
  void read_graph(const graph& g, const run_control& control);

  std::optional<layout> layout_;
  pagerank_rows rows_;
};

}  // namespace fathom
