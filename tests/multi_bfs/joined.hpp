// Common functions of the multi-source BFS tests.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "reference/queue_bfs.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {

inline layout prepared(const graph& g, vertex_order order, device where = tested_device()) {
  return prepare(g, {.order = order, .where = where, .control = {}});
}

inline execution tested_place() { return {.where = tested_device()}; }

inline bool tests_cuda() { return tested_device().kind == device_kind::cuda; }

/// All methods but `ibfs` if that cannot run there.
inline std::vector<multi_bfs_method> methods_of_tested_device() {
  std::vector<multi_bfs_method> methods(std::begin(all_multi_bfs_methods), std::end(all_multi_bfs_methods));
  if (!tests_cuda()) std::erase(methods, multi_bfs_method::ibfs);
  return methods;
}

/// Those with joint frontiers.
inline std::vector<multi_bfs_method> joint_methods_of_tested_device() {
  std::vector<multi_bfs_method> methods{multi_bfs_method::bitwise, multi_bfs_method::joint, multi_bfs_method::ms_bfs};
  if (tests_cuda()) methods.push_back(multi_bfs_method::ibfs);
  return methods;
}

/// Up to `most` vertices spread over the numbering, including the one with most edges.
inline std::vector<vertex_id> spread_sources(const graph& g, vertex_id most) {
  const vertex_id n = g.num_vertices();
  std::vector<vertex_id> sources;
  for (vertex_id i = 0; i < std::min(n, most); ++i)
    sources.push_back(static_cast<vertex_id>(std::uint64_t{i} * n / std::min(n, most)));
  if (n > 0 && std::find(sources.begin(), sources.end(), g.properties().max_out_degree_vertex) == sources.end()) {
    sources.front() = g.properties().max_out_degree_vertex;
  }
  return sources;
}

inline std::vector<std::vector<hop_count>> true_distances(const graph& g, const std::vector<vertex_id>& sources,
                                                          hop_count depth_limit = std::numeric_limits<hop_count>::max()) {
  std::vector<std::vector<hop_count>> all;
  for (const vertex_id source : sources) all.push_back(queue_bfs(g, source, depth_limit));
  return all;
}

template <class T>
std::vector<T> as_vector(std::span<const T> values) {
  return {values.begin(), values.end()};
}

/// A path of 100,000 vertices has a level per vertex: concurrent searches would take minutes.
inline bool is_too_deep(const graph& g) { return g.num_vertices() > too_deep; }

}  // namespace fathom::test
