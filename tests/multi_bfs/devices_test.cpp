// Devices of multi-source BFS: where searches run, where results may stay, and which requests are rejected. Most tests need no
// device.
#include <gtest/gtest.h>

#include "base/busy_clock.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/sinks.hpp"
#include "joined.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

constexpr device cpu{}, cuda0{device_kind::cuda, 0}, cuda1{device_kind::cuda, 1}, cuda3{device_kind::cuda, 3};
constexpr device nowhere{device_kind::cuda, 1000};

std::string refusal(const layout& l, const execution& place, error_category category = error_category::usage,
                    const multi_bfs_options& options = {}) {
  return test::expect_error(category, [&] { static_cast<void>(multi_bfs(l, std::vector<vertex_id>{0, 1}, options, place)); });
}

class multi_bfs_devices : public testing::Test {
 protected:
  const graph g_ = build(kron(8)).g;
  const layout l_ = prepare(g_);

  layout claimed_for(device where) const {
    layout l = l_;
    l.where = where;
    return l;
  }
};

TEST_F(multi_bfs_devices, a_list_has_each_cuda_device_once) {
  execution place;
  place.devices = {cuda1, cuda0, cuda1};
  EXPECT_EQ(refusal(l_, place), "device cuda:1 is given twice (numbers 1 and 3 of 3); give each device once");
  place.devices = {cuda1, cpu};
  EXPECT_EQ(refusal(l_, place),
            "the cpu is among the devices (number 2 of 2), but only CUDA devices can share the groups; leave it out, or give only "
            "the cpu");
}

TEST_F(multi_bfs_devices, a_transport_needs_a_distributed_graph) {
  EXPECT_EQ(refusal(l_, {.transport = rank_transport::host}),
            "transport host is for distributed graphs; leave it automatic in a call on a whole graph");
}

TEST_F(multi_bfs_devices, a_missing_one_is_named) {
  execution place;
  place.where = nowhere;
  EXPECT_EQ(refusal(l_, place, error_category::device).substr(0, 35), "device 'cuda:1000' is not available");
  place.where = {};
  place.devices = {nowhere};
  EXPECT_EQ(refusal(l_, place, error_category::device).substr(0, 35), "device 'cuda:1000' is not available");
}

TEST_F(multi_bfs_devices, a_layout_is_searched_in_place) {
  execution place;
  EXPECT_EQ(refusal(claimed_for(cuda3), place),
            "the layout was prepared for cuda:3 and cannot be searched on cpu; prepare it for that device, or for the cpu");
  place.where = cuda1;
  EXPECT_EQ(refusal(claimed_for(cuda3), place),
            "the layout was prepared for cuda:3 and cannot be searched on cuda:1; prepare it for that device, or for the cpu");
  place.devices = {cuda0, cuda1};
  EXPECT_EQ(refusal(claimed_for(cuda0), place),
            "the layout was prepared for cuda:0 and cannot be searched on cuda:0, cuda:1; prepare it for the cpu, so that "
            "each device gets a copy");
}

TEST_F(multi_bfs_devices, a_list_of_one_is_that_device) {
  execution place;
  place.devices = {test::tested_device()};
  const std::vector<vertex_id> sources = test::spread_sources(g_, 100);
  const multi_bfs_result result = multi_bfs(g_, sources, {}, place);
  EXPECT_EQ(result.report.where, test::tested_device());
  EXPECT_EQ(result.report.devices, place.devices);
  for (const group_report& group : result.report.groups) EXPECT_EQ(group.where, test::tested_device());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ASSERT_EQ(test::as_vector(result.distances_from(i)), test::queue_bfs(g_, sources[i]));
  }
}

// The same results from a layout in host memory and from one on the device; many groups, for several engines.
TEST_F(multi_bfs_devices, a_layout_may_be_on_the_host_or_the_device) {
  for (const device where : {cpu, test::tested_device()}) {
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      const layout l = test::prepared(g_, order, where);
      for (const source_grouping grouping : all_source_groupings) {
        multi_bfs_options options;
        options.method = multi_bfs_method::bitwise;
        options.grouping = grouping;
        options.width = 64;
        const std::vector<vertex_id> sources = test::spread_sources(g_, g_.num_vertices());
        const multi_bfs_result result = multi_bfs(l, sources, options, test::tested_place());
        EXPECT_EQ(result.report.groups.size(), (sources.size() + 63) / 64);
        for (std::size_t i = 0; i < sources.size(); ++i) {
          ASSERT_EQ(test::as_vector(result.distances_from(i)), test::queue_bfs(g_, sources[i])) << to_string(grouping);
        }
      }
    }
  }
}

TEST_F(multi_bfs_devices, results_stay_only_on_one_cuda_device) {
  execution place;
  const multi_bfs_options options{.keep_on_device = true};
  EXPECT_EQ(refusal(l_, place, error_category::usage, options),
            "keep_on_device requires a CUDA device, but these searches run on the cpu, whose results are in host memory; leave it "
            "out, or choose a CUDA device");
  place.devices = {cuda0, cuda1};
  EXPECT_EQ(refusal(l_, place, error_category::usage, options),
            "keep_on_device requires a single device, but these searches are spread over cuda:0, cuda:1; leave it out, or choose "
            "one device");
}

TEST_F(multi_bfs_devices, a_matrix_is_on_the_device_of_its_searches) {
  distance_matrix<std::int8_t> matrix;
  matrix.where = nowhere;
  test::expect_error(error_category::usage,
                     "the distances of 2 searches in a graph of 256 vertices cannot stay on cuda:1000, since searches run on " +
                         to_string(test::tested_device()) + "; search only on that device, or take the results to the host",
                     [&] {
                       static_cast<void>(multi_bfs(l_, std::vector<vertex_id>{0, 1}, matrix, {}, test::tested_place()));
                     });
}

TEST_F(multi_bfs_devices, several_find_what_one_finds) {
  std::vector<device> all;
  for (const device_description& d : available_devices()) {
    if (d.where.kind == device_kind::cuda) all.push_back(d.where);
  }
  if (!test::tests_cuda() || all.size() < 2) GTEST_SKIP() << "this machine has no two CUDA devices";
  const graph g = build(kron(12)).g;
  const std::vector<vertex_id> sources = test::spread_sources(g, 2000);
  multi_bfs_options options;
  options.width = 64;
  options.return_predecessors = options.deterministic = true;
  const multi_bfs_result one = multi_bfs(g, sources, options, test::tested_place());
  const multi_bfs_result several = multi_bfs(g, sources, options, {.devices = all});
  EXPECT_TRUE(std::equal(one.distances.begin(), one.distances.end(), several.distances.begin(), several.distances.end()));
  EXPECT_TRUE(
      std::equal(one.predecessors.begin(), one.predecessors.end(), several.predecessors.begin(), several.predecessors.end()));
  for (const device& where : all) {
    EXPECT_TRUE(std::any_of(several.report.groups.begin(), several.report.groups.end(),
                            [&](const group_report& group) { return group.where == where; }))
        << to_string(where) << " has searched nothing";
  }
}

// Duplicate and isolated sources, whose rows no engine writes completely.
TEST_F(multi_bfs_devices, kept_results_are_those_of_the_host) {
  if (!test::tests_cuda()) GTEST_SKIP() << "the CPU keeps nothing on a device";
  std::vector<vertex_id> sources = test::spread_sources(g_, 256);
  sources.insert(sources.end(), {7, 3, 7});
  const auto truth = test::true_distances(g_, sources);
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    multi_bfs_options options;
    options.return_predecessors = options.deterministic = true;
    const layout l = test::prepared(g_, order);
    const multi_bfs_result fetched = multi_bfs(l, sources, options, test::tested_place());
    options.keep_on_device = true;
    const multi_bfs_result kept = multi_bfs(l, sources, options, test::tested_place());
    ASSERT_EQ(kept.distances.where(), test::tested_device());
    ASSERT_EQ(kept.predecessors.where(), test::tested_device());
    const array<hop_count> distances = to_host(kept.distances);
    EXPECT_TRUE(std::equal(distances.begin(), distances.end(), fetched.distances.begin(), fetched.distances.end()));
    const array<vertex_id> predecessors = to_host(kept.predecessors);
    EXPECT_TRUE(std::equal(predecessors.begin(), predecessors.end(), fetched.predecessors.begin(), fetched.predecessors.end()));
    for (std::size_t i = 0; i < sources.size(); ++i) ASSERT_EQ(test::as_vector(fetched.distances_from(i)), truth[i]);
  }
}

TEST(naming_devices, is_done_once_and_only_for_devices) {
  const auto message = [](device where, error_category category, const char* text) {
    return test::expect_error(category, [&] { naming(where, [&] { throw error(category, text); }); });
  };
  EXPECT_EQ(message(cuda1, error_category::device, "the card is gone"), "cuda:1: the card is gone");
  EXPECT_EQ(message(cuda1, error_category::memory, "no room"), "cuda:1: no room");
  EXPECT_EQ(message(cuda1, error_category::device, "device cuda:1 is old"), "device cuda:1 is old");
  EXPECT_EQ(message(cuda1, error_category::cancelled, "stopped"), "stopped");
  EXPECT_EQ(message(cpu, error_category::memory, "no room"), "no room");
}

TEST(busy_clocks, count_work_of_two_at_once_once) {
  busy_clock clock;
  const timer all;
  double inside = 0;
  {
    const busy_guard one(&clock), other(&clock);
    const timer work;
    while (work.seconds() < 0.002) {
    }
    inside = work.seconds();
  }
  const double busy = clock.seconds();
  EXPECT_GE(busy, inside);
  EXPECT_LE(busy, all.seconds());
  const timer idle;
  while (idle.seconds() < 0.002) {
  }
  EXPECT_EQ(clock.seconds(), busy);
  const busy_guard none(nullptr);
}

}  // namespace
}  // namespace fathom
