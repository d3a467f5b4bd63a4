// Validator of onion layers.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/cores.hpp"

namespace fathom {
namespace {

class onion_checker {
 public:
  onion_checker(const graph& g, std::span<const vertex_id> layer, const run_control& control)
      : g_(g), layer_(layer), control_(control), degree_(g.num_vertices(), 0) {}

  void run(onion_validation& v) {
    std::vector<std::vector<vertex_id>> members;
    if (!collect(members, v)) return;
    for (vertex_id u = 0; u < layer_.size(); ++u) {
      degree_[u] = neighbors_in(u, [](vertex_id) { return true; });
      ++of_degree_[degree_[u]];
    }
    std::uint64_t core = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
      check_stop(control_);
      core = std::max(core, of_degree_.begin()->first);
      std::uint64_t removable = 0;
      for (auto at = of_degree_.begin(); at != of_degree_.end() && at->first <= core; ++at) removable += at->second;
      for (const vertex_id u : members[i]) {
        if (degree_[u] > core) {
          return fail(v, onion_rule::layers_are_outermost, u,
                      fmt::format("vertex '{}' is in layer {} of core {}, but has {} neighbors in this and higher layers",
                                  g_.name(u), i + 1, core, degree_[u]));
        }
      }
      if (removable != members[i].size()) return fail_late(v, i + 1, core);
      remove(members[i]);
    }
    v.valid = true;
  }

 private:
  // Number of neighbors for which counts() is true; calls it for each.
  template <class Counts>
  std::uint64_t neighbors_in(vertex_id u, Counts counts) const {
    return static_cast<std::uint64_t>(
        std::count_if(g_.view().out.begin(u), g_.view().out.end(u), [&](vertex_id w) { return w != u && counts(w); }));
  }

  bool collect(std::vector<std::vector<vertex_id>>& members, onion_validation& v) const {
    std::vector<bool> used(layer_.size() + 1, false);
    vertex_id most = 0;
    for (vertex_id u = 0; u < layer_.size(); ++u) {
      if (layer_[u] == 0 || layer_[u] > layer_.size()) {
        fail(v, onion_rule::layers_are_numbered, u, fmt::format("vertex '{}' has the layer {}", g_.name(u), layer_[u]));
        return false;
      }
      used[layer_[u]] = true;
      most = std::max(most, layer_[u]);
    }
    members.resize(most);
    for (vertex_id u = 0; u < layer_.size(); ++u) {
      if (!used[std::max<vertex_id>(layer_[u] - 1, 1)]) {
        fail(v, onion_rule::layers_are_numbered, u,
             fmt::format("vertex '{}' has the layer {}, but no vertex has the layer {}", g_.name(u), layer_[u], layer_[u] - 1));
        return false;
      }
      members[layer_[u] - 1].push_back(u);
    }
    return true;
  }

  void remove(const std::vector<vertex_id>& gone) {
    const auto leave = [&](std::uint64_t degree) {
      const auto at = of_degree_.find(degree);
      if (--at->second == 0) of_degree_.erase(at);
    };
    for (const vertex_id u : gone) leave(degree_[u]);
    for (const vertex_id u : gone) {
      neighbors_in(u, [&](vertex_id w) {
        if (layer_[w] <= layer_[u]) return false;
        leave(degree_[w]);
        ++of_degree_[--degree_[w]];
        return true;
      });
    }
  }

  // Names a vertex of a higher layer that belongs to this one.
  void fail_late(onion_validation& v, std::size_t layer, std::uint64_t core) const {
    for (vertex_id u = 0; u < layer_.size(); ++u) {
      if (layer_[u] <= layer || degree_[u] > core) continue;
      return fail(
          v, onion_rule::layers_are_outermost, u,
          fmt::format("vertex '{}' is in layer {}, but belongs to layer {} of core {}: it has {} neighbors in that and higher "
                      "layers",
                      g_.name(u), layer_[u], layer, core, degree_[u]));
    }
  }

  static void fail(onion_validation& v, onion_rule rule, vertex_id at, const std::string& message) {
    v.violated = rule, v.vertex = at, v.message = fmt::format("{}: {}", to_string(rule), message);
  }

  const graph& g_;
  const std::span<const vertex_id> layer_;
  const run_control& control_;
  std::vector<std::uint64_t> degree_;                 // neighbors in layers that remain
  std::map<std::uint64_t, std::uint64_t> of_degree_;  // number of remaining vertices of each degree
};

}  // namespace

std::string_view to_string(onion_rule rule) {
  switch (rule) {
    case onion_rule::layers_are_numbered:
      return "layers are numbered from 1 without gaps";
    case onion_rule::layers_are_outermost:
      return "each layer has the vertices with the fewest remaining neighbors";
    case onion_rule::none:
      break;
  }
  return "none";
}

onion_validation validate_onion_layers(const graph& g, std::span<const vertex_id> layers, const run_control& control) {
  if (g.directed()) fail_usage("this graph is directed, but onion layers need an undirected graph; symmetrize it");
  if (layers.size() != g.num_vertices())
    fail_usage("there are {} layers for {} vertices; give one per vertex", layers.size(), g.num_vertices());
  check_stop(control);
  const timer clock;
  require_host_memory(layers.size() * (sizeof(std::uint64_t) + 2 * sizeof(std::vector<vertex_id>)),
                      fmt::format("validating the onion layers of {} vertices", layers.size()));
  onion_validation result;
  onion_checker(g, layers, control).run(result);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace fathom
