#include "communities/cpu/coloring.hpp"

namespace fathom::communities_engine {

color_classes color_greedily(const adjacency_view& rows, std::span<const vertex_id> order) {
  std::vector<vertex_id> color(order.size(), no_vertex), sizes;
  std::vector<vertex_id> used_by;  // the last vertex whose neighbor has this color
  for (const vertex_id v : order) {
    for (const vertex_id* w = rows.begin(v); w != rows.end(v); ++w) {
      if (color[*w] != no_vertex) used_by[color[*w]] = v;
    }
    vertex_id free = 0;
    while (free < used_by.size() && used_by[free] == v) ++free;
    if (free == used_by.size()) used_by.push_back(no_vertex), sizes.push_back(0);
    color[v] = free;
    ++sizes[free];
  }
  color_classes classes{std::vector<vertex_id>(order.size()), {0}};
  for (const vertex_id size : sizes) classes.offsets.push_back(classes.offsets.back() + size);
  std::vector<std::size_t> next(classes.offsets.begin(), classes.offsets.end() - 1);
  for (vertex_id v = 0; v < order.size(); ++v) classes.members[next[color[v]]++] = v;
  return classes;
}

}  // namespace fathom::communities_engine
