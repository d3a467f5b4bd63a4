// Claims in device memory. Compiled only with CUDA.
#include <gtest/gtest.h>

#include "claims.hpp"
#include "gpu/transfer.hpp"

namespace fathom {
namespace {

using test::claim;

// The arrays of a claim in device memory.
struct device_arrays {
  explicit device_arrays(const claim& c)
      : distances(cuda::upload(c.distances.data(), c.distances.size(), stream)),
        predecessors(cuda::upload(c.predecessors.data(), c.predecessors.size(), stream)) {
    stream.wait("copying a claim");
  }
  [[nodiscard]] std::span<const hop_count> d() const { return {distances.data(), distances.size()}; }
  [[nodiscard]] std::span<const vertex_id> p() const { return {predecessors.data(), predecessors.size()}; }

  cuda::stream stream;
  cuda::buffer<hop_count> distances;
  cuda::buffer<vertex_id> predecessors;
};

class device_claims : public testing::Test {
 protected:
  void SetUp() override {
    if (test::tested_device().kind == device_kind::cpu) GTEST_SKIP() << "the CPU reads no device memory";
  }
};

void expect_judged_where_they_lie(const graph& g) {
  const cuda::current_device here(test::tested_device().index);
  bfs_validator validator(g, test::on_tested_device());
  for (const vertex_id source : test::some_sources(g)) {
    const claim c = test::right_claim(g, source);
    const device_arrays right(c);
    EXPECT_EQ(validator.check(source, right.d(), right.p()).message, "");
    EXPECT_EQ(validator.check(source, right.d(), {}).message, "");
    EXPECT_EQ(validator.check(source, {}, right.p()).message, "");
    EXPECT_EQ(validator.check(source, c.distances, right.p()).message, "") << "one of the two in host memory";
    EXPECT_EQ(validator.check(source, right.d(), c.predecessors).message, "") << "one of the two in host memory";
  }
}

void expect_refuted_with_the_same_words(const graph& g) {
  const cuda::current_device here(test::tested_device().index);
  bfs_validator validator(g, test::on_tested_device());
  for (const vertex_id source : test::some_sources(g)) {
    claim c = test::right_claim(g, source);
    c.distances[g.num_vertices() / 3] += 1;
    c.predecessors[source] = g.num_vertices();
    const device_arrays wrong(c);
    const bfs_validation expected = validate_bfs(g, source, c.distances, c.predecessors);
    const bfs_validation found = validator.check(source, wrong.d(), wrong.p());
    EXPECT_FALSE(found.valid);
    EXPECT_EQ(found.message, expected.message);
    EXPECT_EQ(found.to, expected.to);
    EXPECT_EQ(validator.check(source, wrong.d(), {}).message, validate_bfs(g, source, c.distances, {}).message);
    EXPECT_EQ(validator.check(source, {}, wrong.p()).message, validate_bfs(g, source, {}, c.predecessors).message);
  }
}

TEST_F(device_claims, are_validated_in_place) {
  for (const test::specimen& s : test::zoo()) {
    SCOPED_TRACE(s.name);
    expect_judged_where_they_lie(test::graph_of(s));
  }
}

TEST_F(device_claims, are_rejected_with_the_same_message) {
  for (const test::specimen& s : test::zoo()) {
    SCOPED_TRACE(s.name);
    expect_refuted_with_the_same_words(test::graph_of(s));
  }
}

}  // namespace
}  // namespace fathom
