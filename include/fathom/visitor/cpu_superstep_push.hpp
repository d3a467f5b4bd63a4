// Push superstep along the out-edges of active vertices, whose cost depends only on those. One thread pushes a few edges. For more,
// the list of active vertices is divided into chunks, whose messages are binned by target range; then one thread processes each
// range. There are no locks, and messages for a vertex are combined in list order on any number of threads.
#pragma once

#include "fathom/visitor/cpu_supersteps.hpp"

namespace fathom::edge_vertex_engine {

template <class Program>
void cpu_supersteps<Program>::deliver(vertex_id v, const combined& m, std::vector<vertex_id>& touched) {
  if (!test(received_, v)) {
    set(received_, v);
    combined_[v] = identity();
    touched.push_back(v);
  }
  combine(combined_[v], m);
}

// Calls VertexCompute for the vertices that received a message and for those that were active. No other thread writes their bitmap
// words.
template <class Program>
void cpu_supersteps<Program>::compute_touched(const std::vector<vertex_id>& touched, const std::vector<vertex_id>& visited,
                                              std::vector<vertex_id>& next, counts& r) {
  for (const vertex_id v : visited) {
    clear(active_, v);
    if (!sends_.empty()) clear(sends_, v);
  }
  const auto compute_one = [&](vertex_id v, const combined& c, bool received) {
    if (!compute(v, c, received, r)) return;
    set(active_, v);
    next.push_back(v);
    if constexpr (same_message) {
      if (!buffered_ && make_message(v, step_.number + 1, messages_, r)) set(sends_, v);
    }
  };
  for (const vertex_id v : touched) compute_one(v, combined_[v], true);
  for (const vertex_id v : visited) {
    if (!test(received_, v)) compute_one(v, identity(), false);
  }
  for (const vertex_id v : touched) clear(received_, v);
}

template <class Program>
void cpu_supersteps<Program>::push() {
  if (own_active_edges_ > piece_edges) return push_in_pieces();
  counts r;
  r.inspected = own_active_edges_;
  touched_.clear(), next_list_.clear();
  for (const vertex_id u : list_) {
    each_message(u, [&](edge_offset, vertex_id v, const message& m) { deliver(v, static_cast<combined>(m), touched_); });
  }
  if (!ranks_) {
    compute_touched(touched_, list_, next_list_, r);
    list_.swap(next_list_);
  }
  next_ = r;
}

template <class Program>
void cpu_supersteps<Program>::push_in_pieces() {
  // 1. Divide the list into chunks.
  std::vector<std::size_t> bounds{0};
  edge_offset edges = 0;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    edges += step_.out_degree(list_[i]);
    if (edges < piece_edges && i + 1 < list_.size()) continue;
    bounds.push_back(i + 1);
    edges = 0;
  }
  const std::size_t pieces = bounds.size() - 1;
  // 2. Bin each chunk's messages by target range. Ranges consist of whole bitmap words.
  constexpr vertex_id most_ranges = 64;
  const vertex_id range = (n_ / most_ranges / 64 + 1) * 64;
  const std::size_t ranges = n_ / range + 1;
  if (bins_.size() < pieces * ranges) bins_.resize(pieces * ranges);
  team_.run(pieces, [&](std::size_t piece) {
    bin* const bins = &bins_[piece * ranges];
    for (std::size_t i = bounds[piece]; i < bounds[piece + 1]; ++i) {
      const vertex_id u = list_[i];
      bins[u / range].visited.push_back(u);
      each_message(u, [&](edge_offset, vertex_id v, const message& m) {
        bins[v / range].messages.push_back({v, static_cast<combined>(m)});
      });
    }
  });
  // 3. In each range, combine messages in the order of the chunks, then compute; with other processes, once they have sent theirs.
  std::vector<counts> all(ranges);
  std::vector<std::vector<vertex_id>> next(ranges);
  team_.run(ranges, [&](std::size_t at) {
    std::vector<vertex_id> touched, visited;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      bin& b = bins_[piece * ranges + at];
      for (const addressed_message& l : b.messages) deliver(l.to, l.what, touched);
      visited.insert(visited.end(), b.visited.begin(), b.visited.end());
      b.messages.clear(), b.visited.clear();
    }
    if (!ranks_) compute_touched(touched, visited, next[at], all[at]);
  });
  all.front().inspected += own_active_edges_;
  take(all);
  if (ranks_) return;
  list_.clear();
  for (const std::vector<vertex_id>& part : next) list_.insert(list_.end(), part.begin(), part.end());
}

}  // namespace fathom::edge_vertex_engine
