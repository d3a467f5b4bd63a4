// One rank's part of power iterations. What is the same wherever it runs is the business of rank_pagerank(); each kind of device
// has an implementation of this.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/ranks/ranked_vertices.hpp"
#include "fathom/device.hpp"

namespace fathom::ranks_engine {

class ranking_part {
 public:
  ranking_part() = default;
  ranking_part(const ranking_part&) = delete;
  ranking_part& operator=(const ranking_part&) = delete;
  virtual ~ranking_part() = default;

  /// From now on what vertices hand on has single or double precision.
  virtual void begin(bool single) = 0;
  /// Collective: what each vertex hands on goes along columns, a rank adds it up along the in-edges of its block, and sums go along
  /// rows to their vertices' owners.
  virtual void gather(work_clock& clock) = 0;
  /// The next ranks of the rank's own vertices, and what all of them add up to; `dangling`: of all ranks, before.
  virtual rank_sums update(double dangling) = 0;
  /// In the order of ranked_vertices.
  virtual void take(std::span<double> ranks) = 0;

  [[nodiscard]] virtual std::uint64_t planned_bytes() const = 0;
};

/// Collective; the arguments outlive it. Throws a rank_error on all ranks where memory does not suffice on one.
[[nodiscard]] std::unique_ptr<ranking_part> ranking_on_cpu(const partitioned_graph& g, const ranked_vertices& vertices,
                                                           const pagerank_request& request, int threads);
/// Likewise; also ::device.
[[nodiscard]] std::unique_ptr<ranking_part> ranking_on_device(const partitioned_graph& g, const ranked_vertices& vertices,
                                                              const pagerank_request& request, device where);

}  // namespace fathom::ranks_engine
