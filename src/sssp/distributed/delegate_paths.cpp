// Shortest paths to delegates: the minimum over all processes of the distances along their own edges.
#include <algorithm>
#include <bit>

#include "sssp/distributed/path_words.hpp"
#include "sssp/distributed/paths.hpp"

namespace fathom::ranks_engine {

using namespace path_words;

// Sets a smaller distance found by another process; this process then has no predecessor for the delegate.
void rank_paths::lower_delegate(local_vertex delegate, float distance) {
  best_[own_row(delegate)] = packed(distance, no_local_vertex);
  if (!one_column()) distances_[delegate] = distance, parents_[delegate] = no_global_vertex;
  mark<false>(pending_, delegate);
}

// Non-negative floats are ordered like their bits, so that the maximum of the complements gives the minimum distance.
void rank_paths::reduce_delegates() {
  if (g_.delegates.empty()) return;
  const auto bits = [this](local_vertex id) { return std::bit_cast<std::uint32_t>(distance_of(id)); };
  for (local_vertex id = 0; id < nearest_.size(); ++id) nearest_[id] = ~bits(id);
  g_.ranks->all_reduce(reduction::max, std::span(nearest_));
  for (local_vertex id = 0; id < nearest_.size(); ++id) {
    if (~nearest_[id] < bits(id)) lower_delegate(id, std::bit_cast<float>(~nearest_[id]));
  }
  if (g_.ranks->size() > 1) outcome_.bytes_sent += nearest_.size() * sizeof(nearest_[0]);
}

// Among the processes that found the minimum distance, the largest predecessor in the graph's order wins.
void rank_paths::resolve_delegate_predecessors() {
  if (g_.delegates.empty()) return;
  for (local_vertex id = 0; id < delegate_parents_.size(); ++id) {
    const auto column = static_cast<local_vertex>(best_[own_row(id)]);
    const global_vertex found =
        one_column() ? (column == no_local_vertex ? no_global_vertex : g_.column_vertex(column)) : parents_[id];
    delegate_parents_[id] = distance_of(id) < infinity ? found + 1 : 0;  // 0 if another process has found it
  }
  g_.ranks->all_reduce(reduction::max, std::span(delegate_parents_));
  if (g_.ranks->size() > 1) outcome_.bytes_sent += delegate_parents_.size() * sizeof(delegate_parents_[0]);
}

}  // namespace fathom::ranks_engine
