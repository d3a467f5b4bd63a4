// Whether a search result is right, on one CUDA device: the same verdict as the CPU's, without naming what is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::validate_engine {

/// The arrays have an entry for each vertex, whose values may be anything, in host or device memory. One of the two may be null.
struct claim {
  vertex_id source = 0;
  const hop_count* distances = nullptr;
  const vertex_id* predecessors = nullptr;
  hop_count depth_limit = 0;
};

struct verdict {
  bool valid = false;
  std::uint64_t reached = 0;          ///< where it is valid
  std::uint64_t edges_traversed = 0;  ///< where it is valid
};

/// Holds a copy of the rows on the device, unless they are there since they were built, and the memory of one validation at a time.
class validate_cuda {
 public:
  /// Throws error_category::memory where the device has too little for any claim, before anything is allocated; ::device.
  validate_cuda(const graph& g, device where);
  ~validate_cuda();
  validate_cuda(const validate_cuda&) = delete;
  validate_cuda& operator=(const validate_cuda&) = delete;

  /// Device memory is read where it lies; what wrote it must have ended.
  [[nodiscard]] verdict judge(const claim& c);

  /// Whether the CPU cannot read what lies there.
  [[nodiscard]] bool only_on_device(const void* address) const;
  void copy_to_host(void* to, const void* from, std::size_t bytes) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::validate_engine
