// Distances of a batch of searches, gathered from the owned vertices of each process onto all processes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/error.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom {

/// Finished group of the whole graph. Values are stored in the narrowest type that holds them.
class gathered_rows final : public multi_bfs_engine::group_engine {
 public:
  /// Bytes for the given number of searches if none is deeper than 127.
  [[nodiscard]] static std::uint64_t usual_bytes(const partitioned_graph& g, std::uint64_t searches) {
    return searches * (g.blocks.num_vertices() + g.to_local.size());
  }

  /// Collective: gathers the distances of all searches of the engine's last group.
  gathered_rows(const partitioned_graph& g, const multi_bfs_engine::group_engine& own, std::size_t searches, hop_count depth)
      : n_(g.blocks.num_vertices()), depth_(depth) {
    visit_type([&](auto distance) { gather<decltype(distance)>(g, own, searches); });
  }

  void copy_distances(std::span<std::int8_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { copy(rows); }

  multi_bfs_engine::group_outcome run(std::span<const vertex_id>) override { refuse(); }
  [[nodiscard]] std::uint64_t edges_of_reached() const override { refuse(); }
  void copy_predecessors(std::span<vertex_id* const>) const override { refuse(); }
  void add_totals(vertex_totals&) const override { refuse(); }

 private:
  [[noreturn]] static void refuse() { throw error(error_category::usage, "gathered results contain only distances"); }

  /// Calls f with a value of the stored type.
  template <class F>
  void visit_type(const F& f) const {
    if (depth_ <= std::numeric_limits<std::int8_t>::max()) return f(std::int8_t{});
    if (depth_ <= std::numeric_limits<std::int16_t>::max()) return f(std::int16_t{});
    f(hop_count{});
  }

  template <class T>
  void gather(const partitioned_graph& g, const multi_bfs_engine::group_engine& own, std::size_t searches);

  template <class T>
  void copy(std::span<T* const> rows) const {
    visit_type([&](auto distance) { copy_from<decltype(distance)>(rows); });
  }

  template <class Stored, class T>
  void copy_from(std::span<T* const> rows) const {
    const auto* const stored = reinterpret_cast<const Stored*>(values_.data());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i]) continue;
      std::transform(stored + i * n_, stored + (i + 1) * n_, rows[i], [](Stored distance) { return static_cast<T>(distance); });
    }
  }

  std::uint64_t n_;
  hop_count depth_;
  array<std::byte> values_;
};

}  // namespace fathom
