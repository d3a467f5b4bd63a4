// BFS validator on one CUDA device: the same verdict as on the CPU, but without a description of the violation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::validate_engine {

/// Arrays have one entry per vertex with arbitrary values, in host or device memory. One of the two may be null.
struct claim {
  vertex_id source = 0;
  const hop_count* distances = nullptr;
  const vertex_id* predecessors = nullptr;
  hop_count depth_limit = 0;
};

struct verdict {
  bool valid = false;
  std::uint64_t reached = 0;          ///< set only if valid
  std::uint64_t edges_traversed = 0;  ///< set only if valid
};

/// Holds the memory of one validation and, unless the graph was built on the device, a copy of its adjacency rows.
class validate_cuda {
 public:
  /// Throws error_category::memory if the device has too little memory for any claim, before allocating anything; ::device.
  validate_cuda(const graph& g, device where);
  ~validate_cuda();
  validate_cuda(const validate_cuda&) = delete;
  validate_cuda& operator=(const validate_cuda&) = delete;

  /// Reads device memory in place; the work that wrote it must have completed.
  [[nodiscard]] verdict validate(const claim& c);

  /// Whether the CPU cannot read the memory at this address.
  [[nodiscard]] bool only_on_device(const void* address) const;
  void copy_to_host(void* to, const void* from, std::size_t bytes) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::validate_engine
