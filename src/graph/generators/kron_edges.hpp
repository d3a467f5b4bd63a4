// Edges of a recursive matrix under scrambled ids. Each is a function of its index alone, so that any process or thread can
// generate any part.
#pragma once

#include <cstdint>

#include "fathom/generate.hpp"
#include "graph/generators/edges.hpp"
#include "graph/generators/scramble.hpp"
#include "graph/layout/quadrants.hpp"

namespace fathom {

class kron_edges {
 public:
  kron_edges(int scale, rmat_probabilities p, std::uint64_t seed)
      : sample_(scale, p, seed), scramble_(scale, seed ^ scramble_stream) {}

  [[nodiscard]] FATHOM_CALLABLE edge_ends operator()(std::uint64_t edge) const noexcept {
    const edge_ends e = sample_(edge);
    return {scramble_(e.source), scramble_(e.target)};
  }

 private:
  // Makes the scrambling independent of the quadrants' random numbers.
  static constexpr std::uint64_t scramble_stream = 0x5C3A3B1E;

  quadrant_sampler sample_;
  id_scramble scramble_;
};

}  // namespace fathom
