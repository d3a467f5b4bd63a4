// delaunay() against its definition: an edge exists exactly if some circle through its ends and a third point has no point inside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "fathom/generate.hpp"

namespace fathom {
namespace {

using long_integer = __int128;
struct place {
  std::int64_t x, y;
};

// The points that the generator draws, by vertex id.
std::vector<place> places_of(int scale, std::uint64_t seed) {
  std::vector<place> all;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << scale; ++i) {
    const std::uint64_t bits = mix64(mix64(seed) ^ i);
    all.push_back({static_cast<std::int64_t>(bits & 0x3FFFFFF), static_cast<std::int64_t>(bits >> 32 & 0x3FFFFFF)});
  }
  std::sort(all.begin(), all.end(), [](const place& p, const place& q) { return std::pair(p.x, p.y) < std::pair(q.x, q.y); });
  return all;
}

std::int64_t turn(place a, place b, place c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// The determinant of the rows (x, y, x^2 + y^2, 1), by its definition; positive if d lies inside the counterclockwise circle.
bool is_inside(place a, place b, place c, place d) {
  const auto square = [](place p) { return p.x * p.x + p.y * p.y; };
  const auto minor = [&](place p, place q, place r) {
    return long_integer{p.x} * (long_integer{q.y} * square(r) - long_integer{r.y} * square(q)) -
           long_integer{q.x} * (long_integer{p.y} * square(r) - long_integer{r.y} * square(p)) +
           long_integer{r.x} * (long_integer{p.y} * square(q) - long_integer{q.y} * square(p));
  };
  return minor(a, b, c) - minor(a, b, d) + minor(a, c, d) - minor(b, c, d) > 0;
}

std::set<std::pair<vertex_id, vertex_id>> by_definition(const std::vector<place>& places) {
  const auto n = static_cast<vertex_id>(places.size());
  std::set<std::pair<vertex_id, vertex_id>> edges;
  if (n == 2) edges.emplace(0, 1);
  for (vertex_id a = 0; a < n; ++a) {
    for (vertex_id b = a + 1; b < n; ++b) {
      for (vertex_id c = b + 1; c < n; ++c) {
        const bool left = turn(places[a], places[b], places[c]) > 0;
        const place second = places[left ? b : c], third = places[left ? c : b];
        const bool empty =
            std::none_of(places.begin(), places.end(), [&](place d) { return is_inside(places[a], second, third, d); });
        if (empty) edges.insert({{a, b}, {a, c}, {b, c}});
      }
    }
  }
  return edges;
}

TEST(delaunay, has_an_edge_where_a_circle_is_empty) {
  for (int scale = 0; scale <= 6; ++scale) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      generate_options options;
      options.seed = seed;
      const edge_list list = delaunay(scale, options);
      std::set<std::pair<vertex_id, vertex_id>> edges;
      for (std::size_t e = 0; e < list.size(); ++e) edges.emplace(std::minmax(list.sources[e], list.targets[e]));
      EXPECT_EQ(edges.size(), list.size()) << "an edge is listed twice";
      EXPECT_EQ(edges, by_definition(places_of(scale, seed))) << "scale " << scale << ", seed " << seed;
    }
  }
}

// Euler's formula: a triangulation of n points, h of them on the hull, has 3 n - 3 - h edges.
TEST(delaunay, has_just_under_three_edges_per_vertex) {
  const std::uint64_t n = 1 << 14;
  const edge_list list = delaunay(14);
  EXPECT_LE(list.size(), 3 * n - 6);
  EXPECT_GE(list.size(), 3 * n - 3 - 200);
}

}  // namespace
}  // namespace fathom
