// Common code of the tests of breadth-first search.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/build.hpp"
#include "fathom/layout.hpp"
#include "papers/methods/paper_methods.hpp"
#include "reference/queue_bfs.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {

template <class T>
std::vector<T> as_vector(const array<T>& a) {
  return {a.begin(), a.end()};
}

inline layout prepared(const graph& g, vertex_order order, int threads = 0) {
  prepare_options options;
  options.order = order;
  options.control.threads = threads;
  return prepare(g, options);
}

/// Runs the same tests on every device.
inline execution on_tested_device(int threads = 0) {
  execution exec;
  exec.where = tested_device();
  exec.control.threads = threads;
  return exec;
}

/// A search method with a name for messages.
struct manner {
  std::string name;
  bfs_options options;
  const paper_method* method = nullptr;  ///< null: bfs()

  void search(const layout& l, std::span<const vertex_id> sources, int threads,
              const std::function<void(std::size_t, bfs_result&)>& consume) const {
    if (method) return method->search(l, sources, options, on_tested_device(threads), consume);
    bfs(l, sources, options, on_tested_device(threads), consume);
  }
  bfs_result search(const layout& l, vertex_id source, int threads = 0) const {
    bfs_result kept;
    search(l, {&source, 1}, threads, [&](std::size_t, bfs_result& result) { kept = std::move(result); });
    return kept;
  }
};

/// Whether the tested device has the methods of papers.
inline bool has_paper_methods() { return tested_device().kind == device_kind::cuda; }

/// The methods of papers, with the most critical options: each runs in both fixed directions and with automatic switching.
inline void add_paper_methods(std::vector<manner>& all, const bfs_options& to_and_fro, const bfs_options& first_hub) {
  for (const paper_method& method : paper_methods()) {
    const auto add = [&](const char* name, const bfs_options& o) {
      all.push_back({std::string(method.name) + " " + name, o, &method});
    };
    const bool hub_cache = method.name == "enterprise-hc", bitmaps = method.name == "graph500-bitmap";
    bfs_options one_way;
    add("automatic", one_way);
    one_way.strategy = bfs_strategy::bottom_up;
    add("bottom_up", one_way);
    if (method.name == "enterprise-bl" || hub_cache || bitmaps) add("to_and_fro", to_and_fro);
    if (hub_cache) add("first_hub", first_hub);
    one_way.strategy = bfs_strategy::top_down;
    if (hub_cache || bitmaps) add("top_down", one_way);
  }
}

/// Strategies and switching parameters, including some that switch as often as possible.
inline std::vector<manner> manners() {
  const auto with = [](bfs_strategy strategy, bfs_switching switching) {
    bfs_options o;
    o.strategy = strategy;
    o.switching = switching;
    return o;
  };
  bfs_options at_once = with(bfs_strategy::direction_optimizing, bfs_switching::alpha_beta);
  at_once.alpha = 1e9, at_once.beta = 1e9;
  bfs_options to_and_fro = at_once;
  to_and_fro.beta = 1e-3;
  bfs_options first_hub = with(bfs_strategy::direction_optimizing, bfs_switching::hub_ratio);
  first_hub.gamma = 1e-9;
  std::vector<manner> all{{"automatic", with(bfs_strategy::direction_optimizing, bfs_switching::automatic)},
                          {"alpha_beta", with(bfs_strategy::direction_optimizing, bfs_switching::alpha_beta)},
                          {"alpha_beta_at_once", at_once},
                          {"alpha_beta_to_and_fro", to_and_fro},
                          {"hub_ratio", with(bfs_strategy::direction_optimizing, bfs_switching::hub_ratio)},
                          {"hub_ratio_first_hub", first_hub},
                          {"top_down", with(bfs_strategy::top_down, bfs_switching::automatic)},
                          {"bottom_up", with(bfs_strategy::bottom_up, bfs_switching::automatic)}};
  if (has_paper_methods()) add_paper_methods(all, to_and_fro, first_hub);
  return all;
}

/// Whether a search method suits a test graph: bottom-up requires in-edges, and a method with a launch or a synchronization with
/// the host per level is too slow for very deep graphs.
inline bool applies(const manner& m, const graph& g) {
  if (m.method && g.num_vertices() > too_deep) return false;
  const bool always_bottom_up = m.options.strategy == bfs_strategy::bottom_up || m.options.alpha > 1e6 || m.options.gamma < 1e-6;
  if (always_bottom_up && g.num_vertices() > too_deep) return false;
  return m.options.strategy != bfs_strategy::bottom_up || g.has_in_edges();
}

/// Calls the body for each method that the tested device has and that does not take too long.
inline std::vector<manner> every_method(bool deep) {
  std::vector<manner> all{{"auto", {}}};
  if (deep || !has_paper_methods()) return all;
  for (const paper_method& method : paper_methods()) all.push_back({std::string(method.name), {}, &method});
  return all;
}

/// First, middle and last vertex, the vertex of the largest degree, and an isolated vertex if there is one.
inline std::vector<vertex_id> some_sources(const graph& g) {
  if (g.num_vertices() == 0) return {};
  std::vector<vertex_id> sources{0, g.num_vertices() / 2, g.num_vertices() - 1, g.properties().max_out_degree_vertex};
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (g.view().out.degree(v) == 0) {
      sources.push_back(v);
      break;
    }
  }
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace fathom::test
