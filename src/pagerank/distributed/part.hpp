// One process's part of distributed PageRank, implemented once per kind of device. rank_pagerank() holds what they share.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "fathom/device.hpp"
#include "pagerank/distributed/vertices.hpp"

namespace fathom::ranks_engine {

class score_part {
 public:
  score_part() = default;
  score_part(const score_part&) = delete;
  score_part& operator=(const score_part&) = delete;
  virtual ~score_part() = default;

  /// Sets the precision of contributions from now on.
  virtual void begin(bool single) = 0;
  /// Collective. Gathers contributions along grid columns, adds them up along the in-edges of the process's block, and sends the
  /// sums along grid rows to the vertices' owners.
  virtual void gather(work_clock& clock) = 0;
  /// Computes the next scores of the process's own vertices and returns their sums. `dangling`: total score of dangling vertices
  /// before.
  virtual rank_sums update(double dangling) = 0;
  /// Copies the scores, in the order of ranked_vertices.
  virtual void take(std::span<double> ranks) = 0;

  [[nodiscard]] virtual std::uint64_t planned_bytes() const = 0;
};

/// Collective; the arguments must outlive the result. Throws a rank_error on all processes if memory is insufficient on any.
[[nodiscard]] std::unique_ptr<score_part> ranking_on_cpu(const partitioned_graph& g, const ranked_vertices& vertices,
                                                         const pagerank_request& request, int threads);
/// Same on a CUDA device; also throws ::device.
[[nodiscard]] std::unique_ptr<score_part> score_part_on_device(const partitioned_graph& g, const ranked_vertices& vertices,
                                                               const pagerank_request& request, device where);

}  // namespace fathom::ranks_engine
