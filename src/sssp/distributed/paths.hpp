// Distributed shortest paths from one source on CPUs: delta-stepping (Meyer, Sanders, J. Algorithms 49(1), 2003).
#pragma once

#include <cstdint>
#include <vector>

#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/light_first_rows.hpp"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

class rank_paths final : public paths_searcher {
 public:
  /// In units of the mean gap between the weights at a vertex, see bucket_width().
  static constexpr double width_of_bucket = 1;

  /// Bytes allocated by the constructor.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);

  /// Allocates memory for all searches. `g` must outlive the searcher; all of its weights must be non-negative.
  rank_paths(const partitioned_graph& g, float width, int threads);

  paths_outcome run(const paths_request& request) override;
  void take_results(const paths_request&) override {}

 private:
  struct reached_vertex {
    local_vertex id;
    float distance;
  };
  struct shorter_path {
    local_vertex id;
    float distance;
    global_vertex predecessor;
  };
  struct own_counts {
    std::uint64_t active = 0;
    std::uint64_t smallest = 0;  ///< distance outside the bucket, as the bits of a float, which are ordered like it
  };

  void start(global_vertex source);
  bool next_frontier();
  bool exchange_counts(std::uint64_t smallest);
  std::uint64_t take_active();
  void take_bucket();
  void send_active();
  void relax();
  template <bool Shared>
  void relax_edges(std::size_t first, std::size_t last);
  void send_to_owners();
  void list_touched();
  void lower_delegate(local_vertex delegate, float distance);
  void reduce_delegates();
  void resolve_delegate_predecessors();
  void write(const paths_request& request);
  [[nodiscard]] bool one_column() const noexcept { return g_.grid.columns == 1; }
  [[nodiscard]] float distance_of(local_vertex id) const noexcept;
  /// Row id of a local id.
  [[nodiscard]] std::uint64_t own_row(local_vertex id) const noexcept {
    return static_cast<std::uint64_t>(g_.grid.column) * g_.stride + id;
  }

  const partitioned_graph& g_;
  int threads_;
  float bucket_width_;
  light_first_rows rows_;
  paths_outcome outcome_;
  float limit_ = 0;             ///< the end of the bucket
  bool is_heavy_phase_ = true;  ///< relaxing the heavy edges of a finished bucket

  /// By row id, the best path that this process knows: distance above the predecessor's column id, in one word so that both change
  /// atomically.
  std::vector<std::uint64_t> best_;
  std::vector<std::uint64_t> pending_;    ///< one bit per local id: improved since its edges were last relaxed
  std::vector<std::uint64_t> in_bucket_;  ///< one bit per local id: was active in this bucket
  std::vector<local_vertex> bucket_;      ///< the vertices in in_bucket_, as a list
  std::vector<reached_vertex> sent_, frontier_;
  std::vector<std::uint64_t> frontier_counts_;   ///< by grid row
  std::vector<own_counts> all_;                  ///< by process
  std::vector<std::uint32_t> nearest_;           ///< by delegate: complement of the distance's bits
  std::vector<std::uint64_t> delegate_parents_;  ///< vertex id plus 1; 0 for none
  // Used with several grid columns:
  std::vector<float> distances_;           ///< by local id
  std::vector<global_vertex> parents_;     ///< by local id
  std::vector<std::uint64_t> is_touched_;  ///< one bit per row id: improved in this round
  std::vector<local_vertex> touched_;      ///< the row ids in is_touched_, as a list
};

}  // namespace fathom::ranks_engine
