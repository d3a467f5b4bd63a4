// A graph's adjacency rows in the memory of a CUDA device: the rows that were built there, or copies of those on the host. For
// files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"

namespace fathom {

class graph_on_device {
 public:
  enum class directions { both, out };

  /// Enqueues any copies in the stream. The stream and the graph must outlive this object, and `where` must be the calling thread's
  /// current device. The caller has checked that bytes() of memory are available.
  graph_on_device(const graph& g, device where, const cuda::stream& s, directions needed = directions::both);

  /// Like graph::view(), but with pointers to device memory and without weights. `in` is null if it is not needed.
  [[nodiscard]] const graph_view& view() const noexcept { return view_; }

  /// Bytes that the constructor allocates.
  [[nodiscard]] static std::uint64_t bytes(const graph& g, device where, directions needed = directions::both);

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
