#include "components/distributed/block_forest.hpp"

#include <algorithm>

#include "components/cpu/connected.hpp"
#include "components/cpu/forest.hpp"

namespace fathom::ranks_engine {
namespace {

using components_engine::link;

constexpr std::uint64_t lists_per_chunk = 512;  // lists are sorted by descending degree: the first are long
constexpr std::uint64_t vertices_per_chunk = 4096;

// Adjacency lists of a matrix block by row or by column, as edges between the block's vertices.
template <class Owner, class End>
struct lists {
  const block_rows& of;
  Owner owner;  // list index -> block vertex
  End end;      // list entry -> block vertex

  [[nodiscard]] std::uint64_t size() const { return of.offsets.size() - 1; }
  [[nodiscard]] vertex_id vertex(std::uint64_t i) const { return static_cast<vertex_id>(owner(i)); }

  // The entry at `place` of list i, or the list's own vertex if the list is shorter.
  [[nodiscard]] vertex_id sampled(std::uint64_t i, edge_offset place) const {
    const edge_offset e = of.offsets[i] + place;
    return e < of.offsets[i + 1] ? static_cast<vertex_id>(end(of.ends[e])) : vertex(i);
  }
  void link_from(vertex_id* tree, std::uint64_t i, edge_offset place) const {
    for (edge_offset e = of.offsets[i] + place; e < of.offsets[i + 1]; ++e)
      link(tree, static_cast<vertex_id>(end(of.ends[e])), vertex(i));
  }
};
template <class Owner, class End>
lists(const block_rows&, Owner, End) -> lists<Owner, End>;

// Compresses every tree path. Must be called by all threads of a parallel region.
void shorten(vertex_id* tree, vertex_id all) {
#pragma omp for schedule(dynamic, vertices_per_chunk)
  for (vertex_id v = 0; v < all; ++v) components_engine::compress(tree, v, all);
}

template <class Lists>
void link_sampled(const Lists& g, vertex_id* tree, edge_offset place) {
#pragma omp for schedule(dynamic, vertices_per_chunk)
  for (std::uint64_t i = 0; i < g.size(); ++i) {
    if (g.size() - i > components_engine::fetched_ahead)
      __builtin_prefetch(&tree[g.sampled(i + components_engine::fetched_ahead, place)]);
    link(tree, g.sampled(i, place), g.vertex(i));
  }
}

template <class Lists>
void link_others(const Lists& g, vertex_id* tree, vertex_id frequent, edge_offset from) {
#pragma omp for schedule(dynamic, lists_per_chunk)
  for (std::uint64_t i = 0; i < g.size(); ++i) {
    if (components_engine::load(tree[g.vertex(i)]) != frequent) g.link_from(tree, i, from);
  }
}

}  // namespace

void unite_block(const partitioned_graph& g, const block_vertices& block, array<vertex_id>& tree, int threads) {
  const auto itself = [](std::uint64_t column) { return column; };
  const auto of_row = [&block](std::uint64_t row) { return block.of_row(row); };
  const lists rows{g.in, of_row, itself};
  const lists columns{g.out, itself, of_row};
  vertex_id* const parent = tree.data();
  const auto all = static_cast<vertex_id>(block.all);
  vertex_id frequent = no_vertex;
  // Initialize each column's parent to its first neighbor if that is smaller: this cannot form a cycle and needs no atomics.
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static)
    for (std::uint64_t v = columns.size(); v < block.all; ++v) parent[v] = static_cast<vertex_id>(v);
#pragma omp for schedule(static)
    for (std::uint64_t column = 0; column < columns.size(); ++column)
      parent[column] = std::min(static_cast<vertex_id>(column), columns.sampled(column, 0));
    link_sampled(rows, parent, 0);
    shorten(parent, all);
    link_sampled(columns, parent, 1);
    shorten(parent, all);
#pragma omp single
    if (all > 0) frequent = components_engine::frequent_label(parent, all);
    link_others(rows, parent, frequent, 1);
    link_others(columns, parent, frequent, 0);  // from 0: the initialization skips a first neighbor that is larger
    shorten(parent, all);
  }
}

}  // namespace fathom::ranks_engine
