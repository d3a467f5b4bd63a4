// Superstep of one process of a distributed graph. Edges of its own vertices send messages, which are combined per target. Combined
// messages for mirrors go to the owners, who combine them by ascending rank. Then each process computes its own vertices.
#pragma once

#include <cstring>

#include "fathom/visitor/cpu_supersteps.hpp"

namespace fathom::edge_vertex_engine {

// Adds up the counts and contributions of all processes for the next superstep, by ascending rank.
template <class Program>
void cpu_supersteps<Program>::add_up() {
  own_active_edges_ = next_.active_edges, own_senders_ = next_.senders;
  if (!ranks_) return;
  std::vector<counts> all = ranks_->of_all(std::exchange(next_, counts{}));
  take(all);
}

// Moves the combined messages of mirrors into outgoing_.
template <class Program>
void cpu_supersteps<Program>::pack_messages() {
  const std::vector<vertex_id>& mirrors = ranks_->graph().mirrors;
  outgoing_.clear();
  outgoing_bytes_.clear();
  for (std::size_t rank = 0; rank + 1 < mirrors.size(); ++rank) {
    const std::size_t before = outgoing_.size();
    for (std::uint64_t v = mirrors[rank]; v < mirrors[rank + 1];) {
      word& bits = received_[v / 64];
      if (bits >> (v % 64) == 0) {
        v = (v / 64 + 1) * 64;
        continue;
      }
      if (const word bit = word{1} << (v % 64); bits & bit) {
        outgoing_.push_back({g_.to_caller[v], combined_[v]});
        bits &= ~bit;
      }
      ++v;
    }
    outgoing_bytes_.push_back((outgoing_.size() - before) * sizeof(addressed_message));
  }
}

template <class Program>
void cpu_supersteps<Program>::advance_with_others(bool along_list) {
  ranks_->together([&] {
    report_superstep();
    if (along_list) {
      list_active();
      push();
      listed_ = false;  // vertices are computed along the bitmaps
    } else {
      each_chunk([&](std::size_t chunk, counts& r) { pull_combined(chunk, r); });
    }
    pack_messages();
  });
  const array<std::byte> theirs = ranks_->exchange(std::as_bytes(std::span(outgoing_)), outgoing_bytes_);
  ranks_->together([&] {
    touched_.clear();
    for (std::size_t at = 0; at < theirs.size(); at += sizeof(addressed_message)) {
      addressed_message m;
      std::memcpy(&m, theirs.data() + at, sizeof m);
      deliver(m.to - ranks_->graph().first_vertex, m.what, touched_);
    }
    each_chunk([&](std::size_t chunk, counts& r) { compute_received(chunk, r); });
  });
}

}  // namespace fathom::edge_vertex_engine
