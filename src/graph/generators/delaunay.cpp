// delaunay(): Delaunay triangulation of random points by divide and conquer (Guibas and Stolfi, "Primitives for the Manipulation of
// General Subdivisions", ACM TOG 4(2), 1985). Coordinates are integers of 26 bits, so that both predicates are exact in 128 bits
// and the triangulation is the same on any machine.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/edges.hpp"

namespace fathom {
namespace {

constexpr int planar_bits = 26;
constexpr std::size_t stoppable_points = std::size_t{1} << 14;  // of one merge that polls the stop token

struct site {
  std::int32_t x, y;
  [[nodiscard]] bool operator<(const site& other) const { return x != other.x ? x < other.x : y < other.y; }
  [[nodiscard]] bool operator==(const site& other) const = default;
};

site random_site(std::uint64_t key, std::uint64_t i) {
  const std::uint64_t bits = mix64(key ^ i);
  constexpr std::uint64_t mask = (std::uint64_t{1} << planar_bits) - 1;
  return {static_cast<std::int32_t>(bits & mask), static_cast<std::int32_t>(bits >> 32 & mask)};
}

/// n different points, in order of x. A point's index is its vertex id.
std::vector<site> random_sites(std::uint64_t n, std::uint64_t seed) {
  std::vector<site> sites(n);
  std::uint64_t drawn = 0;
  for (site& each : sites) each = random_site(mix64(seed), drawn++);
  for (;;) {
    std::sort(sites.begin(), sites.end());
    const auto repeated = std::unique(sites.begin(), sites.end());
    if (repeated == sites.end()) return sites;
    std::generate(repeated, sites.end(), [&] { return random_site(mix64(seed), drawn++); });
  }
}

/// Planar subdivision. Each edge is two directed ones, e and e ^ 1.
class triangulation {
 public:
  triangulation(std::span<const site> sites, const run_control& control) : sites_(sites), control_(control) {
    ends_.reserve(6 * sites.size());
    if (sites.size() > 1) triangulate(0, static_cast<vertex_id>(sites.size()));
  }

  /// Calls use(v, w) once for each edge.
  template <class Use>
  void for_each_edge(const Use& use) const {
    for (std::uint32_t e = 0; e < ends_.size(); e += 2) {
      if (ends_[e].origin != no_vertex) use(ends_[e].origin, ends_[e + 1].origin);
    }
  }

 private:
  using edge = std::uint32_t;
  struct end {
    vertex_id origin;     ///< no_vertex: deleted
    edge next, previous;  ///< around the origin, counterclockwise and clockwise
  };

  [[nodiscard]] vertex_id origin(edge e) const { return ends_[e].origin; }
  [[nodiscard]] vertex_id destination(edge e) const { return ends_[e ^ 1].origin; }
  [[nodiscard]] edge next(edge e) const { return ends_[e].next; }
  [[nodiscard]] edge previous(edge e) const { return ends_[e].previous; }
  [[nodiscard]] edge next_of_left_face(edge e) const { return previous(e ^ 1); }

  // Twice the area of the triangle a, b, c, positive if it is counterclockwise.
  [[nodiscard]] std::int64_t area(vertex_id a, vertex_id b, vertex_id c) const {
    const site p = sites_[a], q = sites_[b], r = sites_[c];
    return std::int64_t{q.x - p.x} * (r.y - p.y) - std::int64_t{q.y - p.y} * (r.x - p.x);
  }
  [[nodiscard]] bool left_of(vertex_id v, edge e) const { return area(v, origin(e), destination(e)) > 0; }
  [[nodiscard]] bool right_of(vertex_id v, edge e) const { return area(v, destination(e), origin(e)) > 0; }

  // Whether d lies inside the circle through the counterclockwise triangle a, b, c.
  [[nodiscard]] bool in_circle(vertex_id a, vertex_id b, vertex_id c, vertex_id d) const {
    const site s = sites_[d];
    const auto from = [&](vertex_id v) { return std::pair{std::int64_t{sites_[v].x - s.x}, std::int64_t{sites_[v].y - s.y}}; };
    const auto [ax, ay] = from(a);
    const auto [bx, by] = from(b);
    const auto [cx, cy] = from(c);
    const auto product = [](std::int64_t left, std::int64_t right) { return static_cast<__int128>(left) * right; };
    return product(ax * ax + ay * ay, bx * cy - by * cx) + product(bx * bx + by * by, cx * ay - cy * ax) +
               product(cx * cx + cy * cy, ax * by - ay * bx) >
           0;
  }

  edge make_edge(vertex_id from, vertex_id to) {
    edge e;
    if (free_.empty()) {
      e = static_cast<edge>(ends_.size());
      ends_.resize(ends_.size() + 2);
    } else {
      e = free_.back();
      free_.pop_back();
    }
    ends_[e] = {from, e, e};
    ends_[e + 1] = {to, e + 1, e + 1};
    return e;
  }

  // Joins two rings of edges around one origin, or separates one ring into two.
  void splice(edge a, edge b) {
    std::swap(ends_[a].next, ends_[b].next);
    ends_[ends_[a].next].previous = a;
    ends_[ends_[b].next].previous = b;
  }

  // A new edge from the destination of a to the origin of b, in the face to the left of both.
  edge connect(edge a, edge b) {
    const edge e = make_edge(destination(a), origin(b));
    splice(e, next_of_left_face(a));
    splice(e ^ 1, b);
    return e;
  }

  void remove(edge e) {
    splice(e, previous(e));
    splice(e ^ 1, previous(e ^ 1));
    ends_[e].origin = ends_[e ^ 1].origin = no_vertex;
    free_.push_back(e & ~edge{1});
  }

  /// Edges of the convex hull: counterclockwise out of the leftmost point, and clockwise out of the rightmost one.
  struct hull {
    edge left, right;
  };

  hull triangulate(vertex_id begin, vertex_id last) {
    if (last - begin == 2) {
      const edge e = make_edge(begin, begin + 1);
      return {e, e ^ 1};
    }
    if (last - begin == 3) return three(begin);
    const vertex_id middle = begin + (last - begin) / 2;
    const hull left = triangulate(begin, middle), right = triangulate(middle, last);
    if (last - begin >= stoppable_points) check_stop(control_);
    return merge(left, right);
  }

  hull three(vertex_id first) {
    const edge a = make_edge(first, first + 1), b = make_edge(first + 1, first + 2);
    splice(a ^ 1, b);
    const std::int64_t turn = area(first, first + 1, first + 2);
    if (turn == 0) return {a, b ^ 1};
    const edge c = connect(b, a);
    return turn > 0 ? hull{a, b ^ 1} : hull{c ^ 1, c};
  }

  hull merge(hull left, hull right) {
    edge base = lower_tangent(left, right);
    for (;;) {
      const edge on_left = candidate_on_left(base), on_right = candidate_on_right(base);
      const bool has_left = right_of(destination(on_left), base), has_right = right_of(destination(on_right), base);
      if (!has_left && !has_right) return {left.left, right.right};
      const bool takes_right =
          !has_left || (has_right && in_circle(destination(on_left), origin(on_left), origin(on_right), destination(on_right)));
      base = takes_right ? connect(on_right, base ^ 1) : connect(base ^ 1, on_left ^ 1);
    }
  }

  // Connects the lowest points from which all others are above; updates the hull's edges there.
  edge lower_tangent(hull& left, hull& right) {
    edge inner_left = left.right, inner_right = right.left;
    for (;;) {
      if (left_of(origin(inner_right), inner_left)) {
        inner_left = next_of_left_face(inner_left);
      } else if (right_of(origin(inner_left), inner_right)) {
        inner_right = next(inner_right ^ 1);
      } else {
        break;
      }
    }
    const edge base = connect(inner_right ^ 1, inner_left);
    if (origin(inner_left) == origin(left.left)) left.left = base ^ 1;
    if (origin(inner_right) == origin(right.right)) right.right = base;
    return base;
  }

  // The next edge of the left part that the merged triangulation keeps; the edges before it are removed.
  edge candidate_on_left(edge base) {
    edge e = next(base ^ 1);
    if (!right_of(destination(e), base)) return e;
    while (in_circle(destination(base), origin(base), destination(e), destination(next(e)))) {
      const edge after = next(e);
      remove(e);
      e = after;
    }
    return e;
  }
  edge candidate_on_right(edge base) {
    edge e = previous(base);
    if (!right_of(destination(e), base)) return e;
    while (in_circle(destination(base), origin(base), destination(e), destination(previous(e)))) {
      const edge after = previous(e);
      remove(e);
      e = after;
    }
    return e;
  }

  std::span<const site> sites_;
  const run_control& control_;
  std::vector<end> ends_;
  std::vector<edge> free_;
};

}  // namespace

edge_list delaunay(int scale, const generate_options& options) {
  require_scale("delaunay", scale);
  const std::uint64_t n = std::uint64_t{1} << scale;
  require_host_memory(n * (sizeof(site) + 6 * 3 * sizeof(std::uint32_t) + 3 * 2 * sizeof(vertex_id)), "generating delaunay");
  report_progress(options.control, "generating", 0, n);
  const std::vector<site> sites = random_sites(n, options.seed);
  const triangulation made(sites, options.control);
  std::uint64_t count = 0;
  made.for_each_edge([&](vertex_id, vertex_id) { ++count; });
  edge_list edges = new_edge_list("delaunay", n, count, false);
  count = 0;
  made.for_each_edge([&](vertex_id v, vertex_id w) {
    edges.sources[count] = v;
    edges.targets[count++] = w;
  });
  return edges;
}

}  // namespace fathom
