// Messages of distributed shortest paths, in words of 32 bits so that they have no unused bytes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// A value of 32 or 64 bits with the alignment of 32.
template <class T>
class in_words {
 public:
  in_words() = default;
  in_words(T value) noexcept : words_(std::bit_cast<words>(value)) {}
  operator T() const noexcept { return std::bit_cast<T>(words_); }

 private:
  using words = std::array<std::uint32_t, sizeof(T) / sizeof(std::uint32_t)>;
  words words_;
};

/// A vertex whose edges are to be relaxed: a local id when sent, a column id when received.
template <class Distance>
struct reached_vertex {
  local_vertex id;
  in_words<Distance> distance;
};

/// A shorter path to a vertex of the receiver.
template <class Distance>
struct shorter_path {
  local_vertex id;
  in_words<Distance> distance;
  in_words<global_vertex> predecessor;
};

}  // namespace fathom::ranks_engine
