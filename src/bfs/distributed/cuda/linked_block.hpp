// A process's matrix block in device memory, and its exchanges with other devices. Include only in files that are compiled with
// CUDA.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bfs/distributed/cuda/steps.hpp"
#include "bfs/distributed/edge_direction.hpp"
#include "fathom/device.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"

namespace fathom::ranks_engine {

/// Collective: throws a rank_error on all processes if the device of any cannot run kernels, and error_category::usage for 2^31 or
/// more vertices, whose neighbors are not counted on devices.
void require_counters(const partitioned_graph& g, device where, std::string_view purpose);

/// Rows of a matrix block in device memory, in one direction of its edges.
struct edges_on_device {
  edges_on_device(const edge_direction& along, device where, const cuda::stream& s)
      : stride(along.stride),
        from_ids(along.from_ids()),
        to_ids(along.to_ids()),
        first_from(along.first_from()),
        first_to(along.first_to()),
        to_size(static_cast<std::size_t>(along.to.size())),
        offsets(cuda::upload(along.rows.offsets.data(), along.rows.offsets.size(), s)),
        ends(cuda::upload(along.rows.ends.data(), along.rows.ends.size(), s)),
        listed(from_ids, s),
        starts(from_ids + 1, s),
        end(1, s),
        followed(cuda::filled<unsigned long long>(1, 0, s)),
        steps(where) {}

  /// Bytes of device memory.
  [[nodiscard]] static std::uint64_t bytes(const edge_direction& along) {
    return (along.rows.offsets.size() + along.from_ids() + 1) * sizeof(std::uint64_t) +
           (along.rows.ends.size() + along.from_ids()) * sizeof(local_vertex);
  }

  std::uint64_t stride, from_ids, to_ids, first_from, first_to;
  std::size_t to_size;  ///< processes in the line where edges end
  cuda::buffer<edge_offset> offsets;
  cuda::buffer<local_vertex> ends;
  cuda::buffer<local_vertex> listed;          ///< ids whose values count
  cuda::buffer<std::uint64_t> starts;         ///< exclusive prefix sum of their row lengths, then the total
  cuda::buffer<std::uint32_t> end;            ///< number of listed ids
  cuda::buffer<unsigned long long> followed;  ///< number of edges that kernels have followed is added to it
  device_steps steps;
  device_exchange *from = nullptr, *to = nullptr;  ///< along the lines where edges begin and end; null for a single process
};

/// A process's matrix block in device memory and its exchanges with other devices.
class linked_block {
 public:
  /// Collective; `where` must be the current device. With `both` directions, edges can also be followed against theirs. Throws a
  /// rank_error on all processes if the device of any has too little memory for the edges and `more_bytes`; ::device. Values of at
  /// most `value_bytes` bytes can be exchanged. `purpose`: "core numbers".
  linked_block(const partitioned_graph& g, device where, bool both, std::size_t value_bytes, std::uint64_t more_bytes,
               std::string_view purpose, rank_transport transport = rank_transport::automatic);

  [[nodiscard]] const cuda::stream& stream() const noexcept { return stream_; }
  [[nodiscard]] edges_on_device& along() noexcept { return *along_; }
  [[nodiscard]] edges_on_device& against() noexcept { return *against_; }

 private:
  cuda::stream stream_;  // declared before the buffers that are allocated on it
  std::optional<edges_on_device> along_, against_;
  grid_exchanges exchanges_;
};

}  // namespace fathom::ranks_engine
