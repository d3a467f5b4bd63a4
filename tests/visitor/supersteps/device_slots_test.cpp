// Slots of the message buffer on a CUDA device against those of the host.
#include <gtest/gtest.h>

#include <vector>

#include "fathom/visitor/edge_vertex.hpp"
#include "tested_device.hpp"
#include "visitor/supersteps/cuda/message_slots.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

class device_slots_of : public testing::TestWithParam<specimen> {};

TEST_P(device_slots_of, are_the_hosts) {
  const graph g = build(GetParam().edges()).g;
  const edge_vertex_graph prepared = prepare_edge_vertex(g);
  for (const vertex_id size : {1u, 2u, 7u, 8u, 31u, 32u, 33u, 1000u}) {
    const auto expected = edge_vertex_engine::make_message_slots(prepared, size, {});
    const auto found = edge_vertex_engine::message_slots_on(tested_device(), prepared.in.offsets, g.num_vertices(), size);
    EXPECT_EQ(std::vector<std::uint64_t>(found.first.begin(), found.first.end()),
              std::vector<std::uint64_t>(expected.first.begin(), expected.first.end()));
    ASSERT_EQ(found.offsets.size(), edge_vertex_engine::groups_of(g.num_vertices(), size) + 1);
    EXPECT_EQ(found.offsets[found.offsets.size() - 1], expected.count);
    std::uint64_t slots = 0;
    for (const std::uint64_t most : found.groups) slots += most * size;
    EXPECT_EQ(slots, expected.count);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, device_slots_of, testing::ValuesIn(zoo()), specimen_name());

}  // namespace
}  // namespace fathom::test
