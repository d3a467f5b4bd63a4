// What any validation on a device needs: the rows, arrays that were given, what kernels have found. For files that are compiled
// only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "cuda/transfer.hpp"
#include "engine/validate/cuda_claim.cuh"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::validate_engine {

/// An ancestor in the upper half, no_vertex for an unreached vertex; the steps to it in the lower half. One word, so that whoever
/// reads it while its owner replaces it sees the one or the other, and both are true.
using tree_link = unsigned long long;

[[nodiscard]] cudaPointerAttributes attributes_of(const void* address);

/// Blocks of a kernel that takes as many items in a loop.
[[nodiscard]] unsigned blocks_for(std::uint64_t items);

/// The rows are the graph's own where it was built on the device, else copies.
class judged_graph {
 public:
  /// `bytes_a_vertex`: of what the caller will allocate. Throws error_category::memory where that is not there, beforehand.
  judged_graph(const graph& g, device where, bool weights, std::uint64_t bytes_a_vertex);

  [[nodiscard]] const device_rows& rows() const noexcept { return rows_; }
  [[nodiscard]] const cuda::stream& stream() const noexcept { return stream_; }

  /// The array where it lies, if this device can read it there, else its copy, which is allocated when it is first needed.
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
  void forget_findings() const;
  [[nodiscard]] findings what_was_found() const;

  /// Whether all predecessors, which lie on the device, lead to the source; then `links` has every vertex' steps to it.
  [[nodiscard]] bool lead_to_source(vertex_id source, const vertex_id* predecessors, cuda::buffer<tree_link>& links) const;
  void take_levels(vertex_id source, const cuda::buffer<tree_link>& links, hop_count* levels) const;

 private:
  int index_;
  cuda::stream stream_;  // before what is allocated in its order
  device_rows rows_{};
  cuda::buffer<edge_offset> offsets_;  ///< empty where the graph's own are used
  cuda::buffer<vertex_id> targets_;    ///< likewise
  cuda::buffer<edge_weight> weights_;
  cuda::buffer<findings> found_;
};

}  // namespace fathom::validate_engine
