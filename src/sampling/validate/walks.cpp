// Validator of random walks.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <utility>

#include "base/thread_team.hpp"
#include "base/timer.hpp"
#include "fathom/sampling.hpp"
#include "sampling/checks.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t walks_per_chunk = 256;
constexpr std::uint64_t nothing_found = std::numeric_limits<std::uint64_t>::max();

class walk_checker {
 public:
  walk_checker(const graph& g, std::span<const vertex_id> sources, const random_walk_result& result,
               const random_walk_options& options)
      : g_(g), rows_(g.view().out), sources_(sources), result_(result), options_(options) {}

  [[nodiscard]] random_walk_validation run(const run_control& control) {
    const std::uint64_t entries = options_.length + std::uint64_t{1};
    if (result_.length != options_.length || result_.walks != sources_.size() * options_.walks_per_source ||
        result_.vertices.size() != result_.walks * entries) {
      fail(0, random_walk_rule::shape_matches, "there are {} entries for {} walks of {} edges from each of {} sources",
           result_.vertices.size(), options_.walks_per_source, options_.length, sources_.size());
      return found_;
    }
    chunk_cursor cursor;
    run_team(thread_count(control), [&](int, int) {
      cursor.for_chunks(result_.walks, walks_per_chunk, [&](std::uint64_t first, std::uint64_t last) {
        check_stop(control);
        for (std::uint64_t i = first; i < last && i < first_.load(std::memory_order_relaxed); ++i) check(i);
      });
    });
    found_.valid = first_ == nothing_found;
    return found_;
  }

 private:
  // Keeps the first invalid walk.
  template <class... Args>
  void fail(std::uint64_t walk, random_walk_rule rule, fmt::format_string<Args...> text, Args&&... args) {
    const std::lock_guard locked(mutex_);
    if (walk >= first_) return;
    first_ = walk;
    found_.violated = rule;
    found_.walk = walk;
    found_.message = fmt::format("{}: {}", to_string(rule), fmt::format(text, std::forward<Args>(args)...));
  }

  [[nodiscard]] bool follows(edge_offset e) const { return !options_.weighted || rows_.weight(e) > 0; }

  [[nodiscard]] bool has_edge(vertex_id u, vertex_id v) const {
    edge_offset e = rows_.offsets[u];
    if (g_.properties().sorted) e = static_cast<edge_offset>(std::lower_bound(rows_.begin(u), rows_.end(u), v) - rows_.targets);
    for (; e < rows_.offsets[u + 1]; ++e) {
      if (rows_.targets[e] == v && follows(e)) return true;
      if (g_.properties().sorted && rows_.targets[e] != v) return false;
    }
    return false;
  }

  [[nodiscard]] bool is_dead_end(vertex_id u) const {
    for (edge_offset e = rows_.offsets[u]; e < rows_.offsets[u + 1]; ++e) {
      if (follows(e)) return false;
    }
    return true;
  }

  void check(std::uint64_t i) {
    const std::span<const vertex_id> walk = result_.walk(i);
    const vertex_id source = sources_[i / options_.walks_per_source];
    if (walk[0] != source) return fail(i, random_walk_rule::walks_begin_at_sources, "walk {} begins at {}", i, name(walk[0]));
    for (std::size_t step = 1; step < walk.size(); ++step) {
      const vertex_id u = walk[step - 1], v = walk[step];
      if (v == no_vertex) {
        if (u != no_vertex && !is_dead_end(u))
          return fail(i, random_walk_rule::walks_end_at_dead_ends, "walk {} ends at {}, which has an edge to follow", i, name(u));
      } else if (u == no_vertex) {
        return fail(i, random_walk_rule::walks_end_at_dead_ends, "walk {} goes on at {} after its end", i, name(v));
      } else if (v >= g_.num_vertices() || !has_edge(u, v)) {
        return fail(i, random_walk_rule::steps_are_edges, "walk {} steps from {} to {}", i, name(u), name(v));
      }
    }
  }

  [[nodiscard]] std::string name(vertex_id v) const {
    return v < g_.num_vertices() ? fmt::format("'{}'", g_.name(v)) : fmt::format("vertex {}", v);
  }

  const graph& g_;
  const adjacency_view& rows_;
  const std::span<const vertex_id> sources_;
  const random_walk_result& result_;
  const random_walk_options& options_;
  std::mutex mutex_;
  std::atomic<std::uint64_t> first_ = nothing_found;
  random_walk_validation found_;
};

}  // namespace

std::string_view to_string(random_walk_rule rule) {
  switch (rule) {
    case random_walk_rule::shape_matches:
      return "each source has its walks, of the same length";
    case random_walk_rule::walks_begin_at_sources:
      return "walks begin at their sources";
    case random_walk_rule::steps_are_edges:
      return "each step follows an edge";
    case random_walk_rule::walks_end_at_dead_ends:
      return "walks end only at vertices without an edge to follow";
    case random_walk_rule::none:
      break;
  }
  return "none";
}

random_walk_validation validate_random_walks(const graph& g, std::span<const vertex_id> sources, const random_walk_result& result,
                                             const random_walk_options& options, const run_control& control) {
  check_sources(g, sources);
  check_stop(control);
  const timer clock;
  if (result.vertices.where().kind != device_kind::cpu) {
    const random_walk_result copy{result.walks, result.length, to_host(result.vertices), result.report};
    return validate_random_walks(g, sources, copy, options, control);
  }
  random_walk_validation validation = walk_checker(g, sources, result, options).run(control);
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
