#include "graph/build/transpose.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/parallel.hpp"
#include "graph/build/rows.hpp"

namespace fathom {
namespace {

template <class T>
array<T> borrowed(const array<T>& a) {
  return array<T>::adopt(const_cast<T*>(a.data()), a.size(), nullptr);  // build_rows() never writes to its edges
}

// `reversed` holds only the weights, if any; its other arrays are set here.
rows transpose_into(edge_arrays reversed, vertex_id num_vertices, const array<edge_offset>& offsets,
                    const array<vertex_id>& targets, const run_control& control) {
  reversed.sources = borrowed(targets);
  reversed.targets = array<vertex_id>(targets.size());
#pragma omp parallel for num_threads(thread_count(control)) schedule(dynamic, 1024)
  for (std::uint64_t v = 0; v < num_vertices; ++v) {
    std::fill(reversed.targets.begin() + offsets[v], reversed.targets.begin() + offsets[v + 1], static_cast<vertex_id>(v));
  }
  return build_rows(num_vertices, std::move(reversed),
                    {.add_reverse = false, .remove_self_loops = false, .remove_duplicates = false}, control);
}

}  // namespace

rows transpose(vertex_id num_vertices, const array<edge_offset>& offsets, const array<vertex_id>& targets,
               const array<edge_weight>& weights, const run_control& control) {
  edge_arrays reversed;
  reversed.weights = borrowed(weights);
  return transpose_into(std::move(reversed), num_vertices, offsets, targets, control);
}

rows transpose_wide(vertex_id num_vertices, const array<edge_offset>& offsets, const array<vertex_id>& targets,
                    const array<double>& weights, const run_control& control) {
  edge_arrays reversed;
  reversed.wide_weights = borrowed(weights);
  return transpose_into(std::move(reversed), num_vertices, offsets, targets, control);
}

}  // namespace fathom
