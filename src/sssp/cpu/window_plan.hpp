// Choice of the width of distance windows, and of when to pull.
#pragma once

#include <cstdint>

#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

class window_plan {
 public:
  window_plan(const weighted_layout& l, int threads);

  /// Call before a search; `delta` is the width of all windows, or 0 to choose and adapt it.
  void start(double delta);

  [[nodiscard]] double first_delta() const noexcept { return first_; }
  [[nodiscard]] double delta() const noexcept { return delta_; }

  /// Whether rows are so short that they should be relaxed completely at once.
  [[nodiscard]] bool rows_are_short() const noexcept { return rows_are_short_; }

  /// Whether unsettled vertices should pull, given the number of edges of all settled vertices and the number relaxed so far.
  [[nodiscard]] bool pulling_pays(std::uint64_t settled_edges, std::uint64_t relaxed) const;

  /// Call after a window with the numbers of vertices found and of expansions, which are more if distances decreased repeatedly.
  void adapt(std::uint64_t found, std::uint64_t expanded);
  /// Call after pulling with the range of the distances found.
  void adapt_to_pulled(double span);

 private:
  const weighted_layout& layout_;
  const int threads_;
  const bool rows_are_short_;
  double first_ = 1, delta_ = 1;
  bool is_fixed_ = false;
};

}  // namespace fathom::sssp_engine
