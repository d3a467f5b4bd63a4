// Numbers of communities from 0 in the order of their first vertices.
#pragma once

#include <span>
#include <vector>

#include "fathom/types.hpp"

namespace fathom::communities_engine {

/// Replaces labels, which are below their number, by numbers from 0 in the order of first vertices. Returns how many there are.
inline vertex_id number_in_order(std::span<vertex_id> labels) {
  std::vector<vertex_id> numbers(labels.size(), no_vertex);
  vertex_id count = 0;
  for (vertex_id& label : labels) {
    if (numbers[label] == no_vertex) numbers[label] = count++;
    label = numbers[label];
  }
  return count;
}

}  // namespace fathom::communities_engine
