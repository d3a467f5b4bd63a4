#include "sssp/cpu/window_plan.hpp"

#include <algorithm>

namespace fathom::sssp_engine {
namespace {

constexpr edge_offset short_row = 8;  // mean degree up to which rows count as short
// Expected number of edges of a vertex of mean degree within a window of the initial width, assuming uniform weights.
constexpr double edges_in_window = 2;
// If a window expanded fewer vertices per thread than this, the barriers dominated its time: the next is twice as wide.
constexpr std::uint64_t few_expanded = 256;
// If a window expanded each vertex more often than this on average, much work was wasted: the next is half as wide.
constexpr double many_times = 1.2;
// Number of windows over which the vertices found by pulling are spread.
constexpr double windows_after_pull = 12;
// Cost of pulling along an edge relative to pushing: the distance at the other end is rarely in cache.
constexpr std::uint64_t pull_cost = 2;

// If weights are uniform between 0 and twice the mean, edges_in_window of a vertex's edges have weights below this.
double width_for(const weighted_layout& l) {
  const double degree = l.num_vertices > 0 ? static_cast<double>(l.num_edges) / l.num_vertices : 0;
  const double delta = degree > 0 ? edges_in_window * 2 * l.mean_weight / degree : 1;
  return delta > 0 ? delta : 1;  // if all weights are 0, there is one window
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
