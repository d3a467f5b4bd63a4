// Shortest paths to delegates: the minimum over all processes of the distances along their own edges.
#include "sssp/distributed/mark_bits.hpp"
#include "sssp/distributed/paths.hpp"

namespace fathom::ranks_engine {

// Sets a smaller distance found by another process; this process then has no predecessor for the delegate.
template <class Distance>
void rank_paths<Distance>::lower_delegate(local_vertex delegate, Distance distance) {
  best_.set(own_row(delegate), distance, no_local_vertex);
  if (!one_column()) distances_[delegate] = distance, parents_[delegate] = no_global_vertex;
  mark<false>(pending_, delegate);
}

// The maximum of the complements gives the minimum distance.
template <class Distance>
void rank_paths<Distance>::reduce_delegates() {
  if (g_.delegates.empty()) return;
  const auto bits_of = [this](local_vertex id) { return static_cast<distance_bits>(bits(distance_of(id))); };
  for (local_vertex id = 0; id < nearest_.size(); ++id) nearest_[id] = static_cast<distance_bits>(~bits_of(id));
  clock_.computed();
  g_.ranks->all_reduce(reduction::max, std::span(nearest_));
  clock_.exchanged();
  for (local_vertex id = 0; id < nearest_.size(); ++id) {
    const auto smallest = static_cast<distance_bits>(~nearest_[id]);
    if (smallest < bits_of(id)) lower_delegate(id, from_bits(smallest));
  }
  if (g_.ranks->size() > 1) outcome_.bytes_sent += nearest_.size() * sizeof(nearest_[0]);
}

// Among the processes that found the minimum distance, the largest predecessor in the graph's order wins.
template <class Distance>
void rank_paths<Distance>::resolve_delegate_predecessors() {
  if (g_.delegates.empty()) return;
  for (local_vertex id = 0; id < delegate_parents_.size(); ++id) {
    const local_vertex column = best_.from(own_row(id));
    const global_vertex found =
        one_column() ? (column == no_local_vertex ? no_global_vertex : g_.column_vertex(column)) : parents_[id];
    delegate_parents_[id] = distance_of(id) < infinity ? found + 1 : 0;  // 0 if another process has found it
  }
  clock_.computed();
  g_.ranks->all_reduce(reduction::max, std::span(delegate_parents_));
  clock_.exchanged();
  if (g_.ranks->size() > 1) outcome_.bytes_sent += delegate_parents_.size() * sizeof(delegate_parents_[0]);
}

template void rank_paths<float>::lower_delegate(local_vertex, float);
template void rank_paths<double>::lower_delegate(local_vertex, double);
template void rank_paths<float>::reduce_delegates();
template void rank_paths<double>::reduce_delegates();
template void rank_paths<float>::resolve_delegate_predecessors();
template void rank_paths<double>::resolve_delegate_predecessors();

}  // namespace fathom::ranks_engine
