// Interface of BFS validators on one GPU: the same verdict as on the CPU, but without a description of the violation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fathom/types.hpp"

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
class device_validator {
 public:
  device_validator() = default;
  device_validator(const device_validator&) = delete;
  device_validator& operator=(const device_validator&) = delete;
  virtual ~device_validator() = default;

  /// Reads device memory in place; the work that wrote it must have completed.
  [[nodiscard]] virtual verdict validate(const claim& c) = 0;

  /// Whether the CPU cannot read the memory at this address.
  [[nodiscard]] virtual bool only_on_device(const void* address) const = 0;
  virtual void copy_to_host(void* to, const void* from, std::size_t bytes) const = 0;
};

}  // namespace fathom::validate_engine
