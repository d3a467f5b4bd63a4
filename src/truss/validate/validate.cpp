// Validator of truss numbers.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/truss.hpp"
#include "truss/check.hpp"

namespace fathom {
namespace {

// An edge u -> v with u < v is known by the position of its first copy in u's row.
class truss_checker {
 public:
  truss_checker(const graph& g, std::span<const vertex_id> number, const run_control& control)
      : g_(g),
        out_(g.view().out),
        number_(number),
        control_(control),
        triangles_(g.num_edges(), 0),
        removed_(g.num_edges(), false) {}

  void run(truss_validation& v) {
    const bool agree = for_edges([&](vertex_id from, vertex_id to, edge_offset e) {
      const vertex_id expected = from == to ? 0 : number_[first_copy(std::min(from, to), std::max(from, to))];
      if (number_[e] == expected && (from == to || expected >= 2)) return true;
      return fail(v, truss_rule::numbers_agree, from, to,
                  fmt::format("has the truss number {}, and the same edge {}", number_[e], expected));
    });
    if (!agree) return;
    count_triangles_of_edges();
    const bool enough = for_edges([&](vertex_id from, vertex_id to, edge_offset e) {
      if (!is_known_by(from, to, e) || triangles_[e] + 2 >= number_[e]) return true;
      return fail(v, truss_rule::truss_is_large_enough, from, to,
                  fmt::format("has the truss number {}, but is in only {} triangles of edges with at least that", number_[e],
                              triangles_[e]));
    });
    if (!enough) return;
    remove_all();
    v.valid = for_edges([&](vertex_id from, vertex_id to, edge_offset e) {
      if (!is_known_by(from, to, e) || removed_[e]) return true;
      return fail(v, truss_rule::truss_is_not_larger, from, to,
                  fmt::format("has the truss number {}, but is in a subgraph whose edges are all in more triangles", number_[e]));
    });
  }

 private:
  struct known_edge {
    vertex_id from, to;
    edge_offset e;
  };

  // Calls use(from, to, e) for all stored edges until it returns false.
  template <class Use>
  bool for_edges(Use use) const {
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      if (u % 4096 == 0) check_stop(control_);
      for (edge_offset e = out_.offsets[u]; e < out_.offsets[u + 1]; ++e) {
        if (!use(u, out_.targets[e], e)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] edge_offset first_copy(vertex_id from, vertex_id to) const {
    return static_cast<edge_offset>(std::lower_bound(out_.begin(from), out_.end(from), to) - out_.targets);
  }

  [[nodiscard]] bool is_known_by(vertex_id from, vertex_id to, edge_offset e) const {
    return from < to && first_copy(from, to) == e;
  }

  [[nodiscard]] known_edge known(vertex_id a, vertex_id b) const {
    const vertex_id from = std::min(a, b), to = std::max(a, b);
    return {from, to, first_copy(from, to)};
  }

  // Calls use(edge from u to w, edge from v to w) for the third vertex w of each triangle.
  template <class Use>
  void for_third(vertex_id u, vertex_id v, Use use) const {
    if (out_.degree(u) > out_.degree(v)) std::swap(u, v);
    vertex_id last = no_vertex;
    for (const vertex_id* w = out_.begin(u); w != out_.end(u); ++w) {
      if (*w == last || *w == u || *w == v) continue;
      last = *w;
      if (std::binary_search(out_.begin(v), out_.end(v), *w)) use(known(u, *w), known(v, *w));
    }
  }

  void count_triangles_of_edges() {
    for_edges([&](vertex_id u, vertex_id v, edge_offset e) {
      if (!is_known_by(u, v, e)) return true;
      for_third(u, v, [&](const known_edge& a, const known_edge& b) {
        triangles_[e] += number_[a.e] >= number_[e] && number_[b.e] >= number_[e];
      });
      return true;
    });
  }

  // Removes edges in at most as many triangles as their number says. A removal takes triangles from edges of the same number only.
  void remove_all() {
    std::vector<known_edge> queue;
    const auto is_due = [&](edge_offset e) { return triangles_[e] + 2 <= number_[e]; };
    for_edges([&](vertex_id u, vertex_id v, edge_offset e) {
      if (is_known_by(u, v, e) && is_due(e)) queue.push_back({u, v, e});
      return true;
    });
    std::vector<bool> queued(g_.num_edges(), false);
    for (const known_edge& k : queue) queued[k.e] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (i % 4096 == 0) check_stop(control_);
      const known_edge gone = queue[i];
      removed_[gone.e] = true;
      const auto take = [&](const known_edge& from, const known_edge& other) {
        if (number_[from.e] != number_[gone.e] || queued[from.e]) return;
        const vertex_id k = number_[gone.e], third = number_[other.e];
        if (third < k || (third == k && removed_[other.e])) return;  // was not counted, or is subtracted
        --triangles_[from.e];
        if (is_due(from.e)) queued[from.e] = true, queue.push_back(from);
      };
      for_third(gone.from, gone.to, [&](const known_edge& a, const known_edge& b) { take(a, b), take(b, a); });
    }
  }

  bool fail(truss_validation& v, truss_rule rule, vertex_id from, vertex_id to, const std::string& what) const {
    v.violated = rule, v.from = from, v.to = to;
    v.message = fmt::format("{}: edge '{}' - '{}' {}", to_string(rule), g_.name(from), g_.name(to), what);
    return false;
  }

  const graph& g_;
  const adjacency_view& out_;
  const std::span<const vertex_id> number_;
  const run_control& control_;
  std::vector<std::uint32_t> triangles_;
  std::vector<bool> removed_;
};

}  // namespace

std::string_view to_string(truss_rule rule) {
  switch (rule) {
    case truss_rule::numbers_agree:
      return "both directions and all copies of an edge have one truss number, 2 or more, and self-loops have 0";
    case truss_rule::truss_is_large_enough:
      return "each edge is in as many triangles of its truss as its truss number says";
    case truss_rule::truss_is_not_larger:
      return "no edge is in a larger truss than its truss number says";
    case truss_rule::none:
      break;
  }
  return "none";
}

truss_validation validate_truss(const graph& g, std::span<const vertex_id> truss_numbers, const run_control& control) {
  truss_engine::require_edges(g);
  truss_engine::require_numbers(g, truss_numbers);
  check_stop(control);
  const timer clock;
  require_host_memory(g.num_edges() * (sizeof(std::uint32_t) + 1) + g.num_edges() / 2 * 2 * sizeof(edge_offset),
                      fmt::format("validating the truss numbers of {} edges", g.num_edges_once()));
  truss_validation result;
  truss_checker(g, truss_numbers, control).run(result);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace fathom
