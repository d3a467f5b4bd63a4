// Width of the intervals of distances whose vertices are relaxed together.
#pragma once

#include <cstdint>

namespace fathom::ranks_engine {

struct work_counts {
  std::uint64_t expanded = 0;  ///< vertices whose edges were relaxed, counted each time
  std::uint64_t found = 0;     ///< vertices that had no distance before
};

class window_width {
 public:
  window_width() = default;
  /// `fixed`: the width never changes.
  window_width(double width, bool fixed) : width_(width), least_(width), is_fixed_(fixed) {}

  [[nodiscard]] double value() const noexcept { return width_; }

  /// `few`: if an interval expanded fewer vertices, its fixed costs dominated, and the next is twice as wide. If it expanded the
  /// vertices that it found too often, the next is half as wide.
  void adapt(const work_counts& done, std::uint64_t few) {
    constexpr double many_times = 1.2;
    if (is_fixed_) return;
    if (done.expanded < few)
      width_ *= 2;
    else if (static_cast<double>(done.expanded) > many_times * static_cast<double>(done.found) && width_ > least_)
      width_ /= 2;
  }

 private:
  double width_ = 1, least_ = 1;
  bool is_fixed_ = false;
};

}  // namespace fathom::ranks_engine
