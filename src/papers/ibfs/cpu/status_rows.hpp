// Joint status array of iBFS on the CPU (section 4), and the results in it: one row of status bytes per vertex.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/array.hpp"
#include "multi_bfs/group_engine.hpp"
#include "multi_bfs/totals.hpp"
#include "papers/ibfs/cpu/status_line.hpp"

namespace fathom::multi_bfs_engine {

class status_rows : public group_engine {
 public:
  [[nodiscard]] std::uint64_t edges_of_reached() const override;

  void copy_distances(std::span<std::int8_t* const> rows) const override;
  void copy_distances(std::span<std::int16_t* const> rows) const override;
  void copy_distances(std::span<hop_count* const> rows) const override;
  void copy_predecessors(std::span<vertex_id* const> rows) const override;
  void add_totals(vertex_totals& sums) const override;

 protected:
  status_rows(const layout& l, const group_plan& plan);

  /// Makes all searches unvisited, and begins those from `sources`; no_vertex begins none.
  void begin_rows(std::span<const vertex_id> sources);

  /// The row of v: `lines_` lines of bytes, one per search of the group and then padding.
  [[nodiscard]] status* bytes(vertex_id v) noexcept { return reinterpret_cast<status*>(words(v)); }
  [[nodiscard]] const status* bytes(vertex_id v) const noexcept { return reinterpret_cast<const status*>(words(v)); }
  /// The same, eight bytes in each word.
  [[nodiscard]] std::uint64_t* words(vertex_id v) noexcept { return words_.data() + std::size_t{v} * lines_ * words_of_line; }
  [[nodiscard]] const std::uint64_t* words(vertex_id v) const noexcept {
    return words_.data() + std::size_t{v} * lines_ * words_of_line;
  }

  /// Computes the needed counts and predecessors once the group's searches have ended.
  group_outcome finish(hop_count depth);

  const layout& layout_;
  const group_plan plan_;
  std::size_t searches_ = 0, lines_ = 0;  ///< of the group

 private:
  template <class T>
  void copy(std::span<T* const> rows) const;
  [[nodiscard]] std::vector<std::uint64_t> count_levels(hop_count depth) const;
  void find_predecessors();
  void add_to_totals();

  array<std::uint64_t> words_;
  array<vertex_id> predecessors_;  ///< in the caller's ids: one array of the layout's vertices per search
  vertex_totals totals_;           ///< in the layout's ids
};

}  // namespace fathom::multi_bfs_engine
