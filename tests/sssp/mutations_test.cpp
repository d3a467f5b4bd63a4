// Random damage: the validator's verdict must equal the reference's, on every device.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "fathom/sssp.hpp"
#include "reference/dijkstra.hpp"
#include "weighing.hpp"

namespace fathom::test {
namespace {

struct paths_claim {
  std::vector<double> distances;
  std::vector<vertex_id> predecessors;
};

bool has_edge_of(const graph& g, vertex_id from, vertex_id to, const std::vector<double>& distances) {
  const graph_view& view = g.view();
  for (edge_offset e = view.out.offsets[from]; e < view.out.offsets[from + 1]; ++e) {
    const double weight = view.out.weights != nullptr ? static_cast<double>(view.out.weights[e]) : 1;
    if (view.out.targets[e] == to && distances[from] + weight == distances[to]) return true;
  }
  return false;
}

bool leads_to(vertex_id source, vertex_id v, const std::vector<vertex_id>& predecessors) {
  for (std::size_t steps = 0; steps <= predecessors.size(); ++steps, v = predecessors[v]) {
    if (v == source) return true;
  }
  return false;
}

bool right_by_oracle(const graph& g, vertex_id source, const paths_claim& c) {
  if (c.distances != dijkstra(g, source)) return false;  // no damage creates a NaN, which compares unequal to everything
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    const vertex_id before = c.predecessors[v];
    if (v == source ? before != no_vertex && before != v : std::isinf(c.distances[v]) && before != no_vertex) return false;
  }
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (v == source || std::isinf(c.distances[v])) continue;
    const vertex_id before = c.predecessors[v];
    if (before >= g.num_vertices() || std::isinf(c.distances[before]) || !has_edge_of(g, before, v, c.distances)) return false;
  }
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (!std::isinf(c.distances[v]) && !leads_to(source, v, c.predecessors)) return false;
  }
  return true;
}

void damage(paths_claim& c, std::uint64_t round) {
  const auto n = static_cast<vertex_id>(c.distances.size());
  for (std::uint64_t change = 0; change < round % 3; ++change) {
    const auto random = [&](std::uint64_t i) { return random_bits(round, 3 * change + i); };
    const auto v = static_cast<vertex_id>(random(0) % n), other = static_cast<vertex_id>(random(1) % n);
    const double wrong[] = {c.distances[other], unreachable_distance, -1, std::nextafter(c.distances[v], 0), 0};
    const vertex_id lost[] = {other, other, no_vertex, v, n + other, c.predecessors[other]};
    if (round % 2 == 0) c.distances[v] = wrong[random(2) % std::size(wrong)];
    if (round % 4 != 0) c.predecessors[v] = lost[random(2) / 8 % std::size(lost)];
  }
}

class path_mutations : public testing::TestWithParam<specimen> {};

TEST_P(path_mutations, have_the_oracles_verdict) {
  for (const weighing& how : weighings()) {
    if (how.name == "huge_range" || how.name == "large_whole") continue;
    const graph g = build(weighed(GetParam().edges(), how)).g;
    sssp_validator validator(g, {.where = tested_device()});
    for (std::uint64_t round = 0; round < 24; ++round) {
      const auto source = static_cast<vertex_id>(random_bits(round, 99) % g.num_vertices());
      const sssp_result found = sssp(g, source);
      paths_claim c{as_vector(found.distances), as_vector(found.predecessors)};
      damage(c, round);
      const sssp_validation v = validator.check(source, c.distances, c.predecessors);
      EXPECT_EQ(v.valid, right_by_oracle(g, source, c)) << how.name << ", round " << round << ": " << v.message;
      EXPECT_EQ(v.valid, v.violated == sssp_rule::none);
      EXPECT_TRUE(v.valid || round % 3 != 0);
      if (v.valid) {
        EXPECT_EQ(v.reached, found.report.reached);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, path_mutations, testing::ValuesIn(zoo_where([](const edge_list& e) {
                           return e.num_vertices > 0 && e.num_vertices <= 600;
                         })),
                         specimen_name());

}  // namespace
}  // namespace fathom::test
