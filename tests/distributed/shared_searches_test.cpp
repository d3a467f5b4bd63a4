// User programs of searches that several processes share: results and counts of one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../examples/searches/betweenness.hpp"
#include "../../examples/searches/components.hpp"
#include "../../examples/searches/distances.hpp"
#include "../../examples/searches/k_hop_counts.hpp"
#include "all_ranks.hpp"
#include "fathom/distributed/multi_search.hpp"
#include "refusals.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

communicator& processes() { return *test::all_ranks(); }

execution on_processes() { return {.ranks = &processes(), .control = {.stop = {}, .on_progress = {}, .threads = 1}}; }

std::vector<vertex_id> every_vertex(const graph& g) {
  std::vector<vertex_id> all(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) all[v] = v;
  return all;
}

void expect_counts(const multi_search_report& found, const multi_search_report& one) {
  EXPECT_EQ(found.searches, one.searches);
  EXPECT_EQ(found.stopped, one.stopped);
  EXPECT_EQ(found.reached, one.reached);
  EXPECT_EQ(found.edges_traversed, one.edges_traversed);
  EXPECT_EQ(found.depth, one.depth);
  std::uint64_t searches = 0;
  for (const shared_work& work : found.by_rank) searches += work.searches;
  EXPECT_EQ(searches, one.searches);
}

class shared_programs : public testing::TestWithParam<test::specimen> {
 protected:
  graph g_ = build(GetParam().edges()).g;
};

// Kept arrays, also of sources given twice and of isolated ones; fewer sources than processes, too.
TEST_P(shared_programs, keep_the_rows_of_each_search) {
  if (g_.num_vertices() == 0 || g_.num_vertices() > 5000) return;
  std::vector<vertex_id> sources{0, g_.num_vertices() - 1, g_.num_vertices() / 2, 0, g_.num_vertices() / 3};
  for (; !sources.empty(); sources.pop_back()) {
    const auto found = multi_search(g_, sources, distances{}, {}, on_processes());
    const auto one = multi_search(g_, sources, distances{});
    ASSERT_EQ(found.searches.size(), sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const hop_count* const row = found.searches[i].distance.data;
      EXPECT_TRUE(std::equal(row, row + g_.num_vertices(), one.searches[i].distance.data)) << i;
    }
    expect_counts(found.report, one.report);
  }
}

TEST_P(shared_programs, combine_totals) {
  if (g_.num_vertices() == 0 || g_.num_vertices() > 5000) return;
  const std::vector<vertex_id> sources = every_vertex(g_);
  const auto found = multi_search(g_, sources, ::betweenness{}, {}, on_processes());
  const auto one = multi_search(g_, sources, ::betweenness{});
  for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
    const double expected = one.totals.centrality[v];
    EXPECT_NEAR(found.totals.centrality[v], expected, 1e-12 * expected) << v;
  }
  expect_counts(found.report, one.report);
  if (g_.directed()) return;
  const auto labels = multi_search(g_, sources, ::components{}, {}, on_processes());
  const auto expected = multi_search(g_, sources, ::components{});
  EXPECT_TRUE(std::equal(labels.totals.label.data, labels.totals.label.data + g_.num_vertices(), expected.totals.label.data));
}

INSTANTIATE_TEST_SUITE_P(zoo, shared_programs, testing::ValuesIn(test::zoo()), test::specimen_name());

// Plain values of a state, totals of edges, and the position of each source among the sources of every process.
struct edge_users {
  struct state {
    std::uint64_t index = 0;
  };
  struct totals {
    edge_array<std::uint32_t> users;
    total_value<std::uint64_t> deepest;
    void arrays(auto&& each) {
      each(users, combiner::sum);
      each(deepest, combiner::maximum);
    }
  };

  void init(auto& search) const { search.state.index = search.index(); }
  bool visit_vertex(auto& search, vertex_id, vertex_id, edge_offset e) const {
    search.add_total(search.totals.users[e], 1u);
    return true;
  }
  void post(auto& search) const { search.raise_total(*search.totals.deepest, std::uint64_t{search.found()}); }
};

TEST(shared_search_programs, know_their_number_and_count_edges) {
  const graph g = build(kron(7)).g;
  const std::vector<vertex_id> sources = every_vertex(g);
  const layout prepared = prepare(g);
  const auto found = multi_search(g, prepared, sources, edge_users{}, {}, on_processes());
  const auto one = multi_search(g, prepared, sources, edge_users{});
  for (std::size_t i = 0; i < sources.size(); ++i) EXPECT_EQ(found.searches[i].index, i);
  EXPECT_TRUE(std::equal(found.totals.users.data, found.totals.users.data + g.num_edges(), one.totals.users.data));
  EXPECT_EQ(*found.totals.deepest, *one.totals.deepest);
  const auto counts = multi_search(prepared, sources, ::k_hop_counts{30}, {}, on_processes());
  const auto expected = multi_search(prepared, sources, ::k_hop_counts{30});
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_TRUE(std::ranges::equal(counts.searches[i].within, expected.searches[i].within)) << i;
  }
}

struct failing_search {
  vertex_id bad;
  void finalize(auto& search) const {
    if (search.caller_id(search.source()) == bad) throw std::runtime_error("source is bad");
  }
};

TEST(shared_search_programs, fail_on_all_processes_where_a_program_throws_on_one) {
  const graph g = build(grid(6, 6)).g;
  const std::vector<vertex_id> sources = every_vertex(g);
  try {
    static_cast<void>(multi_search(g, sources, failing_search{35}, {}, on_processes()));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("source is bad"), std::string::npos) << e.what();
    EXPECT_EQ(dynamic_cast<const rank_error*>(&e) != nullptr, processes().size() > 1);
  }
  EXPECT_EQ(multi_search(g, sources, failing_search{36}, {}, on_processes()).report.searches, 36u);  // and can continue
}

TEST(shared_search_programs, refuse_what_they_do_not_support) {
  const graph g = build(grid(6, 6)).g;
  const std::vector<vertex_id> sources{0, 7, 35};
  const auto refused = [&](const std::vector<vertex_id>& from, const multi_search_options& options, const execution& exec) {
    test::expect_error(error_category::usage, [&] { static_cast<void>(multi_search(g, from, distances{}, options, exec)); });
  };
  refused(sources, {.where = {device_kind::cuda, 0}}, on_processes());
  refused(sources, {.control = {{}, {}, 2}}, on_processes());
  refused(sources, {.depth_limit = -1}, on_processes());
  refused(sources, {.method = multi_search_method::hybrid}, on_processes());
  refused({}, {}, on_processes());
  refused({0, 36}, {}, on_processes());
  execution other = on_processes();
  other.transport = rank_transport::nccl;
  refused(sources, {}, other);
  if (processes().size() == 1) return;
  const bool last = processes().rank() == processes().size() - 1;
  refused({0, last ? 8u : 7u}, {}, on_processes());
  refused(sources, {.depth_limit = last ? 1 : 2}, on_processes());
  const graph another = build(last ? grid(9, 4) : grid(6, 6)).g;
  test::expect_error(error_category::usage,
                     [&] { static_cast<void>(multi_search(another, sources, distances{}, {}, on_processes())); });
  std::stop_source stop;
  if (last) stop.request_stop();
  execution stopped = on_processes();
  stopped.control.stop = stop.get_token();
  test::expect_error(error_category::cancelled, [&] { static_cast<void>(multi_search(g, sources, distances{}, {}, stopped)); });
}

}  // namespace
}  // namespace fathom
