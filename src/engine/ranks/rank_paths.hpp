// Shortest paths from one source by the CPUs of all ranks of a partitioned graph with weights: delta-stepping (Meyer, Sanders, J.
// Algorithms 2003).
#pragma once

#include <cstdint>
#include <vector>

#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/light_first_rows.hpp"
#include "engine/ranks/paths_searcher.hpp"

namespace fathom::ranks_engine {

class rank_paths final : public paths_searcher {
 public:
  /// In mean distances between the weights of a vertex.
  static constexpr double width_of_bucket = 1;

  /// The bytes that the constructor asks for.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);

  /// Takes memory for all searches. `g`, which has weights, none of them negative, must outlive it.
  rank_paths(const partitioned_graph& g, float width, int threads);

  paths_outcome run(const paths_request& request) override;
  void take_results(const paths_request&) override {}

 private:
  struct reached_vertex {
    local_vertex id;  ///< local
    float distance;
  };
  struct shorter_path {
    local_vertex id;  ///< local
    float distance;
    global_vertex predecessor;
  };
  struct own_counts {
    std::uint64_t active = 0;
    std::uint64_t smallest = 0;  ///< of what waits behind the bucket: the bits of a float, which are ordered as it is
  };

  void start(global_vertex source);
  bool meet();
  bool tell(std::uint64_t smallest);
  std::uint64_t take_active();
  void take_settled();
  void send_active();
  void relax();
  template <bool Shared>
  void relax_edges(std::size_t first, std::size_t last);
  void send_to_owners();
  void list_touched();
  void lower_delegate(local_vertex delegate, float distance);
  void unite_delegates();
  void name_delegates();
  void write(const paths_request& request);
  [[nodiscard]] bool one_column() const noexcept { return g_.grid.columns == 1; }
  [[nodiscard]] float distance_of(local_vertex id) const noexcept;
  /// The row id of a local one.
  [[nodiscard]] std::uint64_t own_row(local_vertex id) const noexcept {
    return static_cast<std::uint64_t>(g_.grid.column) * g_.stride + id;
  }

  const partitioned_graph& g_;
  int threads_;
  float bucket_width_;
  light_first_rows rows_;
  paths_outcome outcome_;
  float limit_ = 0;         ///< the end of the bucket
  bool is_settled_ = true;  ///< nothing in the bucket changes any more

  /// Of row ids, the best that this rank knows: distance above column id of the predecessor, in one word so that both change at
  /// once.
  std::vector<std::uint64_t> best_;
  std::vector<std::uint64_t> pending_;    ///< a bit a local id: nearer since its edges were looked at
  std::vector<std::uint64_t> in_bucket_;  ///< a bit a local id: was active in this bucket
  std::vector<local_vertex> bucket_;      ///< those
  std::vector<reached_vertex> sent_, frontier_;
  std::vector<std::uint64_t> frontier_counts_;   ///< of each row
  std::vector<own_counts> all_;                  ///< of each rank
  std::vector<std::uint32_t> nearest_;           ///< of delegates: complements of distances' bits
  std::vector<std::uint64_t> delegate_parents_;  ///< one above them; 0 without one
  // With several columns:
  std::vector<float> distances_;           ///< of local ids
  std::vector<global_vertex> parents_;     ///< of local ids
  std::vector<std::uint64_t> is_touched_;  ///< a bit a row id: this round has improved it
  std::vector<local_vertex> touched_;      ///< those
};

}  // namespace fathom::ranks_engine
