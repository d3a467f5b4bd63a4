// Results of engines that store a distance per vertex and search: one row per search, in the layout's ids.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/array.hpp"
#include "multi_bfs/group_engine.hpp"
#include "multi_bfs/totals.hpp"

namespace fathom::multi_bfs_engine {

class distance_rows : public group_engine {
 public:
  [[nodiscard]] std::uint64_t edges_of_reached() const override;

  void copy_distances(std::span<std::int8_t* const> rows) const override;
  void copy_distances(std::span<std::int16_t* const> rows) const override;
  void copy_distances(std::span<hop_count* const> rows) const override;
  void copy_predecessors(std::span<vertex_id* const> rows) const override;
  void add_totals(vertex_totals& sums) const override;

 protected:
  distance_rows(const layout& l, const group_plan& plan);

  [[nodiscard]] hop_count* distances(std::size_t search) noexcept { return distances_.data() + search * layout_.num_vertices; }
  [[nodiscard]] const hop_count* distances(std::size_t search) const noexcept {
    return distances_.data() + search * layout_.num_vertices;
  }
  /// Null if predecessors are not needed.
  [[nodiscard]] vertex_id* predecessors(std::size_t search) noexcept {
    return predecessors_.empty() ? nullptr : predecessors_.data() + search * layout_.num_vertices;
  }
  /// Computes the needed counts once the rows of the group's searches are complete.
  group_outcome finish(std::span<const vertex_id> sources);

  const layout& layout_;
  const group_plan plan_;

 private:
  template <class T>
  void copy(std::span<T* const> rows) const;

  array<hop_count> distances_;
  array<vertex_id> predecessors_;
  std::vector<vertex_id> sources_;
  vertex_totals totals_;  ///< in the layout's ids
};

}  // namespace fathom::multi_bfs_engine
