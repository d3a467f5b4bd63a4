// Two validators of one graph that must return identical verdicts: on the tested device, and on the CPU with several threads.
#pragma once

#include <gtest/gtest.h>

#include "claims.hpp"

namespace fathom::test {

class both_validators {
 public:
  explicit both_validators(const graph& g, hop_count depth_limit = std::numeric_limits<hop_count>::max())
      : tested_(g, on_tested_device({.depth_limit = depth_limit, .where = {}, .control = {}})),
        other_(g, {.depth_limit = depth_limit, .where = {}, .control = {.stop = {}, .on_progress = {}, .threads = 3}}) {}

  bfs_validation agreed(const claim& c) {
    const bfs_validation v = tested_.check(c.source, c.distances, c.predecessors);
    const bfs_validation again = other_.check(c.source, c.distances, c.predecessors);
    EXPECT_EQ(v.valid, v.violated == bfs_rule::none);
    EXPECT_EQ(v.valid, v.message.empty());
    EXPECT_EQ(again.valid, v.valid);
    EXPECT_EQ(again.violated, v.violated);
    EXPECT_EQ(again.message, v.message);
    EXPECT_EQ(again.from, v.from);
    EXPECT_EQ(again.to, v.to);
    EXPECT_EQ(again.reached, v.reached);
    EXPECT_EQ(again.edges_traversed, v.edges_traversed);
    return v;
  }

  /// Checks both arrays, predecessors only and distances only; `check_verdict` is called with each verdict and its claim.
  template <class Check>
  void agree_whole_and_in_part(claim c, Check check_verdict) {
    check_verdict(agreed(c), c);
    claim part = c;
    part.distances.clear();
    check_verdict(agreed(part), part);
    c.predecessors.clear();
    check_verdict(agreed(c), c);
  }
  void agree_whole_and_in_part(claim c) {
    agree_whole_and_in_part(std::move(c), [](const bfs_validation&, const claim&) {});
  }

 private:
  bfs_validator tested_, other_;
};

}  // namespace fathom::test
