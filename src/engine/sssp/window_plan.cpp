#include "engine/sssp/window_plan.hpp"

#include <algorithm>

namespace fathom::sssp_engine {
namespace {

constexpr edge_offset short_row = 8;  // edges of a vertex of mean degree
// Edges that a vertex of mean degree has within a window of the first width, were weights uniform.
constexpr double edges_in_window = 2;
// A window in which so few vertices were expanded a thread took less than meeting did: the next is twice as wide.
constexpr std::uint64_t few_expanded = 256;
// One in which vertices were expanded so many times each did much in vain: the next is half as wide.
constexpr double many_times = 1.2;
// Windows that are meant to hold what pulling has found.
constexpr double windows_after_pull = 12;
// Looking at an edge from its other end costs as much, and more for its distance, which is seldom in cache.
constexpr std::uint64_t pull_cost = 2;

// Weights from 0 to twice the mean have edges_in_window of `degree` below this.
double width_for(const weighted_layout& l) {
  const double degree = l.num_vertices > 0 ? static_cast<double>(l.num_edges) / l.num_vertices : 0;
  const double delta = degree > 0 ? edges_in_window * 2 * l.mean_weight / degree : 1;
  return delta > 0 ? delta : 1;  // where all weights are 0 there is one window
}

}  // namespace

window_plan::window_plan(const weighted_layout& l, int threads)
    : layout_(l), threads_(threads), rows_are_short_(l.num_edges <= short_row * l.num_vertices) {}

void window_plan::start(double delta) {
  is_fixed_ = delta > 0;
  first_ = delta_ = is_fixed_ ? delta : width_for(layout_);
}

bool window_plan::pulling_pays(std::uint64_t settled_edges, std::uint64_t relaxed) const {
  if (rows_are_short_ || !layout_.in.offsets || settled_edges <= relaxed) return false;
  const std::uint64_t open_edges = settled_edges - relaxed;
  const std::uint64_t other_edges = layout_.num_edges - std::min(settled_edges, layout_.num_edges);
  return open_edges > pull_cost * other_edges + layout_.num_vertices;
}

void window_plan::adapt(std::uint64_t found, std::uint64_t expanded) {
  if (is_fixed_) return;
  if (expanded < few_expanded * static_cast<std::uint64_t>(threads_))
    delta_ *= 2;
  else if (static_cast<double>(expanded) > many_times * static_cast<double>(found))
    delta_ /= 2;
}

void window_plan::adapt_to_pulled(double span) {
  if (!is_fixed_) delta_ = std::max(delta_, span / windows_after_pull);
}

}  // namespace fathom::sssp_engine
