// Validator of core numbers.
#include <fmt/format.h>

#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/cores.hpp"
#include "fathom/reversed.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_poll = 1u << 16;  // of the stop token

class checker {
 public:
  /// `g` has in-edges, `named` is the same graph with names.
  checker(const graph& g, const graph& named, std::span<const vertex_id> core, const run_control& control)
      : g_(g), named_(named), core_(core), control_(control), support_(g.num_vertices(), 0) {}

  void run(cores_validation& v) {
    count_support();
    for (vertex_id u = 0; u < core_.size(); ++u) {
      if (support_[u] >= core_[u]) continue;
      return fail(v, cores_rule::core_is_large_enough, u,
                  fmt::format("vertex '{}' has core number {}, but only {} neighbors with at least that", named_.name(u), core_[u],
                              support_[u]));
    }
    remove_all();
    for (vertex_id u = 0; u < core_.size(); ++u) {
      if (support_[u] <= core_[u]) continue;
      return fail(v, cores_rule::core_is_not_larger, u,
                  fmt::format("vertex '{}' has core number {}, but is in a subgraph whose vertices all have more neighbors",
                              named_.name(u), core_[u]));
    }
    v.valid = true;
  }

 private:
  template <class Visit>
  void for_neighbors(vertex_id v, const Visit& visit) const {
    for (const adjacency_view* rows : {&g_.view().out, &g_.view().in}) {
      for (const vertex_id* u = rows->begin(v); u != rows->end(v); ++u) {
        if (*u != v) visit(*u);
      }
      if (!g_.directed()) return;
    }
  }

  void poll(std::uint64_t i) const {
    if (i % vertices_per_poll == 0) check_stop(control_);
  }

  // support_[v]: number of neighbors whose core number is at least that of v.
  void count_support() {
    for (vertex_id v = 0; v < core_.size(); ++v) {
      poll(v);
      for_neighbors(v, [&](vertex_id u) { support_[v] += core_[u] >= core_[v]; });
    }
  }

  // Removes vertices of support at most their core number; a removal takes support from neighbors of the same core number only.
  void remove_all() {
    std::vector<vertex_id> removed;
    for (vertex_id v = 0; v < core_.size(); ++v) {
      if (support_[v] <= core_[v]) removed.push_back(v);
    }
    for (std::size_t i = 0; i < removed.size(); ++i) {
      poll(i);
      const vertex_id v = removed[i];
      for_neighbors(v, [&](vertex_id u) {
        if (core_[u] != core_[v] || support_[u] <= core_[u]) return;
        if (--support_[u] == core_[u]) removed.push_back(u);
      });
    }
  }

  static void fail(cores_validation& v, cores_rule rule, vertex_id at, std::string message) {
    v.violated = rule, v.vertex = at, v.message = fmt::format("{}: {}", to_string(rule), message);
  }

  const graph &g_, &named_;
  const std::span<const vertex_id> core_;
  const run_control& control_;
  std::vector<std::uint64_t> support_;
};

}  // namespace

std::string_view to_string(cores_rule rule) {
  switch (rule) {
    case cores_rule::core_is_large_enough:
      return "each vertex has as many neighbors in its core as its core number";
    case cores_rule::core_is_not_larger:
      return "no vertex is in a larger core than its core number says";
    case cores_rule::none:
      break;
  }
  return "none";
}

cores_validation validate_cores(const graph& g, std::span<const vertex_id> core_numbers, const run_control& control) {
  if (core_numbers.size() != g.num_vertices())
    fail_usage("there are {} core numbers for {} vertices; give one per vertex", core_numbers.size(), g.num_vertices());
  check_stop(control);
  const timer clock;
  require_host_memory(core_numbers.size() * (sizeof(std::uint64_t) + sizeof(vertex_id)),
                      fmt::format("validating the core numbers of {} vertices", core_numbers.size()));
  cores_validation result;
  checker(g.has_in_edges() ? g : reversed(g, control), g, core_numbers, control).run(result);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace fathom
