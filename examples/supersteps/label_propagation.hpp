// Label propagation from few labeled vertices: each unlabeled vertex takes the weighted mean of its neighbors' beliefs until
// beliefs converge; labeled vertices keep their labels. A superstep program of edge_vertex(). Zhu, Ghahramani, "Learning from
// Labeled and Unlabeled Data with Label Propagation", 2002.
#pragma once

#include <cstdint>
#include <fathom/visitor/edge_vertex.hpp>

struct label_propagation {
  static constexpr int most_labels = 4;
  struct beliefs {
    float in[most_labels] = {};  // sum is 1, or all are 0 if no label has arrived
  };
  struct sum_of_beliefs {
    template <class T>
    FATHOM_CALLABLE static constexpr T identity() {
      return {};
    }
    FATHOM_CALLABLE static constexpr void combine(beliefs& into, const beliefs& other) {
      for (int i = 0; i < most_labels; ++i) into.in[i] += other.in[i];
    }
  };
  using value = beliefs;
  using message = beliefs;
  static constexpr sum_of_beliefs combine{};

  const std::int8_t* label;  // per vertex, in the caller's ids; -1: unlabeled
  float precise = 1e-4f;     // smaller changes count as convergence

  FATHOM_CALLABLE value initial_value(auto& v) const {
    beliefs known;
    if (label[v.id()] >= 0) known.in[label[v.id()]] = 1;
    return known;
  }
  FATHOM_CALLABLE bool initially_active(auto& v) const { return label[v.id()] >= 0; }

  FATHOM_CALLABLE void edge_compute(auto& e) const {
    beliefs weighted = e.source_value();
    for (float& belief : weighted.in) belief *= e.weight();
    e.send(weighted);
  }

  // A vertex needs the messages of all neighbors in each superstep, so all vertices stay active as long as any belief changes.
  struct aggregate {
    std::uint64_t changes = 0;
    FATHOM_CALLABLE void combine(const aggregate& other) { changes += other.changes; }
  };

  FATHOM_CALLABLE void vertex_compute(auto& v, const message& sum) const {
    if (v.superstep() > 0 && v.aggregated().changes == 0) return v.vote_to_halt();
    if (label[v.id()] >= 0) return;
    float all = 0;
    for (const float belief : sum.in) all += belief;
    if (all == 0) return v.vote_to_halt();
    bool changes = false;
    for (int i = 0; i < most_labels; ++i) {
      const float believed = sum.in[i] / all, by = believed - v.value.in[i];
      changes |= by > precise || by < -precise;
      v.value.in[i] = believed;
    }
    if (changes) v.contribute({1});
  }
};
