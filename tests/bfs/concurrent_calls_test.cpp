// Several threads that search at once, each with a workspace of its own.
#include <gtest/gtest.h>

#include <barrier>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "searching.hpp"

namespace fathom::test {
namespace {

// Later searches of a workspace may start in another way than its first ones.
constexpr int rounds_of_calls = 12;

TEST(concurrent_calls, find_what_one_finds) {
  const graph g = build(generate("kron:10:16")).g;
  const std::vector<vertex_id> sources{g.properties().max_out_degree_vertex, 1, 2, 3};
  std::vector<std::vector<hop_count>> expected;
  for (const vertex_id source : sources) expected.push_back(queue_bfs(g, source));
  std::barrier together(8);
  std::vector<std::string> failures(8);
  std::vector<std::jthread> threads;
  for (std::string& failure : failures) {
    threads.emplace_back([&] {
      try {
        for (int round = 0; round < rounds_of_calls; ++round) {
          together.arrive_and_wait();
          const execution exec = on_tested_device(1);
          prepare_options how;
          how.where = exec.where, how.control = exec.control;
          bfs(prepare(g, how), sources, {}, exec, [&](std::size_t i, bfs_result& found) {
            if (as_vector(found.distances) != expected[i]) failure = "wrong distances";
          });
        }
      } catch (const std::exception& e) {
        failure = e.what();
        together.arrive_and_drop();
      }
    });
  }
  threads.clear();
  for (const std::string& failure : failures) EXPECT_EQ(failure, "");
}

}  // namespace
}  // namespace fathom::test
