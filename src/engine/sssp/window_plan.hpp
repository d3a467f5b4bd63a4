// How wide a window of distances should be, and when pulling pays.
#pragma once

#include <cstdint>

#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

class window_plan {
 public:
  window_plan(const weighted_layout& l, int threads);

  /// Before a search; `delta` is the width of all windows, or 0 for one that is chosen and adapted.
  void start(double delta);

  [[nodiscard]] double first_delta() const noexcept { return first_; }
  [[nodiscard]] double delta() const noexcept { return delta_; }

  /// Whether rows are so short that one is not worth coming back to.
  [[nodiscard]] bool rows_are_short() const noexcept { return rows_are_short_; }

  /// Whether those who are not settled should look for themselves, given the edges of all settled vertices and how many have been
  /// looked at.
  [[nodiscard]] bool pulling_pays(std::uint64_t settled_edges, std::uint64_t relaxed) const;

  /// After a window in which so many vertices were found, and expanded: more often where distances fell more than once.
  void adapt(std::uint64_t found, std::uint64_t expanded);
  /// After pulling, which has found distances so far apart.
  void adapt_to_pulled(double span);

 private:
  const weighted_layout& layout_;
  const int threads_;
  const bool rows_are_short_;
  double first_ = 1, delta_ = 1;
  bool is_fixed_ = false;
};

}  // namespace fathom::sssp_engine
