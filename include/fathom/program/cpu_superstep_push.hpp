// A superstep along the edges out of active vertices: it costs what is active. Few edges are pushed by one thread. More are cut
// into pieces of the list, whose messages are sorted by ranges of targets; then each range is one thread's. Nothing is locked, and
// messages for a vertex are combined in the order of the list, whatever the number of threads.
#pragma once

#include "fathom/program/cpu_supersteps.hpp"

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

// VertexCompute of those that have received something, and of those that were active. Nobody else writes their words of bitmaps.
template <class Program>
void cpu_supersteps<Program>::settle(const std::vector<vertex_id>& touched, const std::vector<vertex_id>& visited,
                                     std::vector<vertex_id>& next, counts& r) {
  for (const vertex_id v : visited) {
    clear(active_, v);
    if (!sends_.empty()) clear(sends_, v);
  }
  const auto settle_one = [&](vertex_id v, const combined& c, bool received) {
    if (!compute(v, c, received, r)) return;
    set(active_, v);
    next.push_back(v);
    if constexpr (same_message) {
      if (!buffered_ && make_message(v, step_.number + 1, messages_, r)) set(sends_, v);
    }
  };
  for (const vertex_id v : touched) settle_one(v, combined_[v], true);
  for (const vertex_id v : visited) {
    if (!test(received_, v)) settle_one(v, identity(), false);
  }
  for (const vertex_id v : touched) clear(received_, v);
}

template <class Program>
void cpu_supersteps<Program>::push() {
  if (now_.active_edges > piece_edges) return push_in_pieces();
  counts r;
  r.looked_at = now_.active_edges;
  touched_.clear(), next_list_.clear();
  for (const vertex_id u : list_) {
    each_message(u, [&](edge_offset, vertex_id v, const message& m) { deliver(v, static_cast<combined>(m), touched_); });
  }
  settle(touched_, list_, next_list_, r);
  list_.swap(next_list_);
  next_ = r;
}

template <class Program>
void cpu_supersteps<Program>::push_in_pieces() {
  // 1. Where pieces of the list end.
  std::vector<std::size_t> bounds{0};
  edge_offset edges = 0;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    edges += step_.out_degree(list_[i]);
    if (edges < piece_edges && i + 1 < list_.size()) continue;
    bounds.push_back(i + 1);
    edges = 0;
  }
  const std::size_t pieces = bounds.size() - 1;
  // 2. Messages of each piece by ranges of targets, which are whole words of bitmaps.
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
        bins[v / range].letters.push_back({v, static_cast<combined>(m)});
      });
    }
  });
  // 3. Each range: combine in the order of the pieces, and compute.
  std::vector<counts> all(ranges);
  std::vector<std::vector<vertex_id>> next(ranges);
  team_.run(ranges, [&](std::size_t at) {
    std::vector<vertex_id> touched, visited;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      bin& b = bins_[piece * ranges + at];
      for (const letter& l : b.letters) deliver(l.to, l.what, touched);
      visited.insert(visited.end(), b.visited.begin(), b.visited.end());
      b.letters.clear(), b.visited.clear();
    }
    settle(touched, visited, next[at], all[at]);
  });
  all.front().looked_at = now_.active_edges;
  take(all);
  list_.clear();
  for (const std::vector<vertex_id>& part : next) list_.insert(list_.end(), part.begin(), part.end());
}

}  // namespace fathom::edge_vertex_engine
