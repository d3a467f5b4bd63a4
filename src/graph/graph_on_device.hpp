// A graph's rows in the memory of a CUDA device: those that lie there since it was built there, or a copy of the host's. For files
// that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "fathom/graph.hpp"

namespace fathom {

class graph_on_device {
 public:
  /// The copies are on their way in the stream, which outlives this, as does the graph; the device is the calling thread's. Memory
  /// has been asked for with bytes().
  graph_on_device(const graph& g, device where, const cuda::stream& s);

  /// As graph::view(), of the device's memory and without weights.
  [[nodiscard]] const graph_view& view() const noexcept { return view_; }

  /// What the constructor will allocate.
  [[nodiscard]] static std::uint64_t bytes(const graph& g, device where);

 private:
  struct copies {
    cuda::buffer<edge_offset> offsets;
    cuda::buffer<vertex_id> targets;
  };
  static adjacency_view place(const adjacency_view& host, const rows_on_device& there, const graph& g, device where, copies& own,
                              const cuda::stream& s);

  copies out_, in_;
  graph_view view_;
};

}  // namespace fathom
