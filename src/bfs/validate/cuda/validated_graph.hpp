// Common parts of validators on a device: adjacency rows, access to the given arrays, and the kernels' findings. For files that are
// compiled only with CUDA.
#pragma once

#include <cstdint>

#include "bfs/validate/cuda/claim.cuh"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"
#include "gpu/transfer.hpp"

namespace fathom::validate_engine {

/// An ancestor in the upper half, no_vertex for an unreached vertex; the number of steps to it in the lower half. A single word, so
/// that concurrent readers see either the old or the new value, both of which are valid.
using tree_link = unsigned long long;

[[nodiscard]] cudaPointerAttributes attributes_of(const void* address);

/// Number of thread blocks for a kernel that loops over `items` items.
[[nodiscard]] unsigned blocks_for(std::uint64_t items);

/// Graph on the device: the graph's own rows if it was built there, otherwise copies.
class validated_graph {
 public:
  /// `bytes_per_vertex`: bytes per vertex that the caller will allocate. Throws error_category::memory if they are not available,
  /// before allocating anything.
  validated_graph(const graph& g, device where, bool weights, std::uint64_t bytes_per_vertex);

  [[nodiscard]] const device_rows& rows() const noexcept { return rows_; }
  [[nodiscard]] const cuda::stream& stream() const noexcept { return stream_; }

  /// The array itself if this device can read it, otherwise a copy in `copy`, which is allocated on first use.
  template <class T>
  [[nodiscard]] const T* on_device(const T* given, cuda::buffer<T>& copy) const {
    if (!given) return nullptr;
    const cudaPointerAttributes at = attributes_of(given);
    if (at.type == cudaMemoryTypeManaged || (at.type == cudaMemoryTypeDevice && at.device == index_)) return given;
    if (!copy.data()) copy = cuda::buffer<T>(rows_.num_vertices, stream_);
    if (at.type == cudaMemoryTypeDevice) {
      cuda::check(cudaMemcpyAsync(copy.data(), given, copy.bytes(), cudaMemcpyDefault, stream_.get()), "copying between devices");
    } else {
      cuda::copy_to_device(copy.data(), given, copy.bytes(), stream_);
    }
    return copy.data();
  }

  [[nodiscard]] findings* found() const noexcept { return found_.data(); }
  void clear_findings() const;
  [[nodiscard]] findings read_findings() const;

  /// Whether all predecessors, in device memory, lead to the source; if so, `links` holds every vertex's number of steps to it.
  [[nodiscard]] bool lead_to_source(vertex_id source, const vertex_id* predecessors, cuda::buffer<tree_link>& links) const;
  void take_levels(vertex_id source, const cuda::buffer<tree_link>& links, hop_count* levels) const;

 private:
  int index_;
  cuda::stream stream_;  // before the members that are allocated in stream order
  device_rows rows_{};
  cuda::buffer<edge_offset> offsets_;  ///< empty if the graph's own are used
  cuda::buffer<vertex_id> targets_;    ///< empty if the graph's own are used
  cuda::buffer<edge_weight> weights_;
  cuda::buffer<findings> found_;
};

}  // namespace fathom::validate_engine
