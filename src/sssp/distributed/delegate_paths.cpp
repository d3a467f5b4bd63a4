// Shortest paths to delegates: the minimum over all processes of the distances along their own edges.
#include "sssp/distributed/paths.hpp"

namespace fathom::ranks_engine {

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
    if (smallest < bits_of(id)) lower(id, from_bits(smallest), no_global_vertex);  // this process has no predecessor for it
  }
  if (g_.ranks->size() > 1) outcome_.bytes_sent += nearest_.size() * sizeof(nearest_[0]);
}

// Among the processes that found the minimum distance, the first wins; at the same time, the largest predecessor in the graph's
// order. The path to a delegate's predecessor was found before its own, so that edges of weight 0 do not make delegates each
// other's predecessors.
template <class Distance>
void rank_paths<Distance>::resolve_delegate_predecessors() {
  if (g_.delegates.empty()) return;
  // A process has no predecessor of a delegate whose distance another process has found.
  const auto found_by_me = [this](local_vertex id) { return best_.from(own_row(id)) != no_local_vertex; };
  std::vector<std::uint64_t>& first = delegate_parents_;  // complement of the time
  for (local_vertex id = 0; id < first.size(); ++id) first[id] = found_by_me(id) ? ~lowered_at_[id] : 0;
  clock_.computed();
  g_.ranks->all_reduce(reduction::max, std::span(first));
  clock_.exchanged();
  for (local_vertex id = 0; id < delegate_parents_.size(); ++id) {
    const bool is_mine = found_by_me(id) && first[id] == ~lowered_at_[id];
    delegate_parents_[id] = is_mine ? g_.column_vertex(best_.from(own_row(id))) + 1 : 0;
  }
  clock_.computed();
  g_.ranks->all_reduce(reduction::max, std::span(delegate_parents_));
  clock_.exchanged();
  if (g_.ranks->size() > 1) outcome_.bytes_sent += 2 * delegate_parents_.size() * sizeof(delegate_parents_[0]);
}

template void rank_paths<float>::reduce_delegates();
template void rank_paths<double>::reduce_delegates();
template void rank_paths<float>::resolve_delegate_predecessors();
template void rank_paths<double>::resolve_delegate_predecessors();

}  // namespace fathom::ranks_engine
