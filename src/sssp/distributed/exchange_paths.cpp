// Exchanges of shortest paths between processes: counts and the next step, border vertices, and improved paths.
#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include "comm/agreement.hpp"
#include "comm/routing.hpp"
#include "fathom/control.hpp"
#include "sssp/distributed/paths.hpp"

namespace fathom::ranks_engine {

template <class Distance>
auto rank_paths<Distance>::agree() -> step {
  ++outcome_.rounds;
  own_counts mine{.unsent = unsent_.size(), .settled = settled_.size(), .settled_border = settled_border_.size()};
  mine.touched = touched_.size(), mine.delegates = std::exchange(has_nearer_delegates_, 0);
  if (smallest_ <= farthest_) mine.smallest = bits(smallest_);
  if (target_ != no_local_vertex) mine.target = bits(distance_of(target_));
  mine.expanded = in_bucket_.expanded, mine.found = in_bucket_.found;
  mine.stops = limits_.stop.stop_requested();
  const std::vector<std::uint64_t> sizes(all_.size(), sizeof mine);
  clock_.computed();
  g_.ranks->all_gather(std::as_bytes(std::span(&mine, 1)), sizes, std::as_writable_bytes(std::span(all_)));
  clock_.waited();
  bool has_messages = false, has_settled = false, stops = false;
  Distance smallest = infinity;
  for (const own_counts& one : all_) {
    has_messages = has_messages || one.unsent > 0 || one.touched > 0 || one.delegates > 0;
    has_settled = has_settled || one.settled > 0 || one.settled_border > 0;
    stops = stops || one.stops != 0;
    smallest = std::min(smallest, from_bits(one.smallest));
    farthest_ = std::min(farthest_, from_bits(one.target));
  }
  if (stops) {
    on_all_processes(*g_.ranks, [&] {
      run_control stopping;
      stopping.stop = limits_.stop;
      check_stop(stopping);
    });
  }
  if (has_messages) return step::exchange;
  if (has_settled) return step::relax_heavy;
  if (!(smallest < infinity) || smallest > farthest_) return step::finish;
  open_bucket(smallest);
  return step::next_bucket;
}

// Gathers border vertices of this process and the others of its grid column. `count` is the number of each process's.
template <class Distance>
void rank_paths<Distance>::send_along_column(vertex_list& mine, std::uint64_t own_counts::*count) {
  const auto sent_by = [&](int row, int column) { return all_[static_cast<std::size_t>(g_.grid.rank_at(row, column))].*count; };
  // All processes know all counts, so that they allocate in the same round, in steps by which a search seldom grows twice.
  std::uint64_t largest = 0;
  for (int column = 0; column < g_.grid.columns; ++column) {
    std::uint64_t size = 0;
    for (int row = 0; row < g_.grid.rows; ++row) size += sent_by(row, column);
    largest = std::max(largest, size);
  }
  if (largest > received_.size()) {
    on_all_processes(*g_.ranks, [&] {
      received_ = {};
      received_ = array<reached>(std::min(std::bit_ceil(largest), g_.column_ids()));
    });
  }
  std::vector<std::uint64_t> sizes;
  received_counts_.clear();
  for (int row = 0; row < g_.grid.rows; ++row) {
    received_counts_.push_back(sent_by(row, g_.grid.column));
    sizes.push_back(received_counts_.back() * sizeof(reached));
  }
  const std::uint64_t size = std::accumulate(received_counts_.begin(), received_counts_.end(), std::uint64_t{0});
  if (size == 0) return;
  const std::span<const local_vertex> sent = mine.view();
  for (std::size_t i = 0; i < sent.size(); ++i) sent_[i] = {sent[i], distance_of(sent[i])};
  clock_.computed();
  g_.grid.along_column->all_gather(std::as_bytes(sent_.view().first(sent.size())), sizes,
                                   std::as_writable_bytes(received_.view().first(size)));
  clock_.exchanged();
  outcome_.bytes_sent += sent.size() * sizeof(reached) * static_cast<std::uint64_t>(g_.grid.rows - 1);
}

template <class Distance>
void rank_paths<Distance>::send_along_row() {
  clock_.computed();
  const std::span<const local_vertex> touched = touched_.view();
  const exchanged<shorter_path<Distance>> found = deliver<shorter_path<Distance>>(
      *g_.grid.along_row, *g_.ranks, touched.size(), 1, outcome_.bytes_sent,
      [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
        for (std::uint64_t i = first; i < last; ++i) {
          const local_vertex row = touched[i];
          emit(static_cast<int>(row / g_.stride), shorter_path<Distance>{static_cast<local_vertex>(row % g_.stride),
                                                                         best_.distance(row), g_.column_vertex(best_.from(row))});
        }
      });
  touched_.clear();
  begin_phase();
  clock_.exchanged();
  for (const shorter_path<Distance>& path : found.values) {
    // An equal distance by another predecessor improves no neighbor.
    if (path.distance < distance_of(path.id)) lower(path.id, path.distance, path.predecessor);
  }
}

template auto rank_paths<float>::agree() -> step;
template void rank_paths<float>::send_along_column(vertex_list&, std::uint64_t own_counts::*);
template void rank_paths<float>::send_along_row();
template auto rank_paths<double>::agree() -> step;
template void rank_paths<double>::send_along_column(vertex_list&, std::uint64_t own_counts::*);
template void rank_paths<double>::send_along_row();

}  // namespace fathom::ranks_engine
