// The arrays of a graph or layout in the memory of a CUDA device: those that are there already, else copies. For files that are
// compiled only with CUDA.
#pragma once

#include "fathom/array.hpp"
#include "graph/build/cuda/cut_rows.hpp"
#include "pagerank/cuda/engine.hpp"
#include "pagerank/cuda/plan.hpp"
#include "pagerank/degree_start.hpp"

namespace fathom::pagerank_engine {

class placed_graph {
 public:
  /// Places what determines the weight out of each vertex. `where` must be the calling thread's current device.
  placed_graph(const device_request& request, device where, const cuda::stream& s);

  /// Only the weight out of each vertex: strengths, or offsets of out-edges.
  [[nodiscard]] const device_rows& degrees() const noexcept { return degrees_; }
  /// Id in the rows -> caller's id; null if equal.
  [[nodiscard]] const vertex_id* to_caller() const noexcept { return to_caller_; }

  /// The rows of an undirected, unweighted graph, placed by the first call; without `offsets` for another graph.
  [[nodiscard]] undirected_edges undirected();
  /// Rows of in-edges without distributions, placed by the first call.
  [[nodiscard]] const device_rows& rows();
  /// Their partition into work for warps.
  [[nodiscard]] row_parts cut();

  /// Upper bounds on the bytes of device memory and on the chunks of long rows.
  [[nodiscard]] static std::uint64_t bytes(const device_request& request);
  [[nodiscard]] static std::uint64_t most_pieces(const device_request& request);

 private:
  template <class T>
  const T* placed(const T* from, std::size_t size, cuda::buffer<T>& copy);
  void place_sources();
  void place_rows();

  const device_request& r_;
  const device where_;
  const cuda::stream& s_;
  device_rows degrees_, rows_;
  const vertex_id* to_caller_ = nullptr;
  cuda::buffer<edge_offset> out_offsets_, in_offsets_;
  cuda::buffer<vertex_id> sources_, to_caller_copy_;
  cuda::buffer<edge_weight> weights_;
  cuda::buffer<double> strength_;
  rows_on_device transposed_;
  cut_rows_on cut_;
};

}  // namespace fathom::pagerank_engine
