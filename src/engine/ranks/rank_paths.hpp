// Shortest paths from one source by the CPUs of all ranks of a partitioned graph with weights: delta-stepping (Meyer, Sanders, J.
// Algorithms 2003) without its split in light and heavy edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/paths_searcher.hpp"

namespace fathom::ranks_engine {

class rank_paths final : public paths_searcher {
 public:
  /// Takes memory for all searches. `g`, which has weights, none of them negative, must outlive it.
  rank_paths(const partitioned_graph& g, int threads);

  paths_outcome run(const paths_request& request) override;

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
    std::uint64_t smallest = 0;  ///< of what waits: the bits of a float, which are ordered as it is
  };

  void start();
  bool meet();
  void open_next_bucket();
  void take_active();
  void send_active();
  void relax();
  void relax_edges(std::size_t first, std::size_t last, std::vector<local_vertex>& touched);
  void settle();
  void improve(local_vertex id, float distance);
  void send_to_owners();
  void write(const paths_request& request) const;

  const partitioned_graph& g_;
  int threads_;
  float bucket_width_;
  paths_outcome outcome_;
  float limit_ = 0;                     ///< the end of the bucket
  std::vector<float> distances_;        ///< of local ids
  std::vector<global_vertex> parents_;  ///< of local ids, with several columns
  std::vector<std::uint8_t> pending_;   ///< of local ids: improved since its edges were looked at
  std::vector<local_vertex> active_;    ///< local ids in the bucket
  std::vector<local_vertex> later_;     ///< local ids behind it; some of them not any more
  std::vector<reached_vertex> sent_, frontier_;
  std::vector<std::uint64_t> frontier_counts_;  ///< of each row
  std::vector<own_counts> all_;                 ///< of each rank
  /// Of row ids, the best that this rank knows: distance above column id of the predecessor, in one word so that both change at
  /// once.
  std::vector<std::uint64_t> best_;
  std::vector<std::uint64_t> is_touched_;  ///< a bit a row id
  std::vector<local_vertex> touched_;      ///< row ids that this round has improved
};

}  // namespace fathom::ranks_engine
