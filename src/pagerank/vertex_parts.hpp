// Partition of vertices into parts of about equal work, which depends only on the graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fathom/types.hpp"

namespace fathom::pagerank_engine {

/// The work of a vertex is its number of edges plus a constant. Parts are large enough to amortize scheduling, and small enough
/// that a large graph has a few hundred, which balances the load if threads are delayed.
class vertex_parts {
 public:
  vertex_parts(vertex_id num_vertices, const edge_offset* offsets) {
    const std::uint64_t all = work_before(num_vertices, offsets);
    const std::uint64_t wanted = std::clamp<std::uint64_t>(all / parts_wanted, least_work, most_work);
    const std::uint64_t count = std::min<std::uint64_t>(std::max(all / wanted, least_parts), std::max<vertex_id>(num_vertices, 1));
    work_ = all;
    bounds_.reserve(count + 1);
    for (std::uint64_t part = 0; part < count; ++part) {
      const std::uint64_t begin = all / count * part;
      vertex_id low = bounds_.empty() ? 0 : bounds_.back(), high = num_vertices;
      while (low < high) {
        const vertex_id middle = low + (high - low) / 2;
        if (work_before(middle, offsets) < begin)
          low = middle + 1;
        else
          high = middle;
      }
      bounds_.push_back(low);
    }
    bounds_.push_back(num_vertices);
  }

  [[nodiscard]] std::size_t count() const noexcept { return bounds_.size() - 1; }
  /// Number of threads that pay off.
  [[nodiscard]] int useful(int threads) const noexcept {
    return static_cast<int>(std::clamp<std::uint64_t>(work_ / least_work, 1, static_cast<std::uint64_t>(threads)));
  }
  [[nodiscard]] vertex_id first(std::size_t part) const noexcept { return bounds_[part]; }
  [[nodiscard]] vertex_id last(std::size_t part) const noexcept { return bounds_[part + 1]; }

 private:
  static constexpr std::uint64_t work_of_vertex = 4;  // in edges: offsets, score and contribution are read and written
  static constexpr std::uint64_t parts_wanted = 1024, least_parts = 16, least_work = 4096, most_work = 1u << 15;

  [[nodiscard]] static std::uint64_t work_before(vertex_id v, const edge_offset* offsets) {
    return v == 0 ? 0 : offsets[v] - offsets[0] + work_of_vertex * v;
  }

  std::vector<vertex_id> bounds_;
  std::uint64_t work_ = 0;
};

}  // namespace fathom::pagerank_engine
