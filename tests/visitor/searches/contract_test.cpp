// Contract of multi_search(), whatever the program: lists of sources, errors, limits, the meaning of each callback.
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "expected_error.hpp"
#include "fathom/bfs.hpp"
#include "fathom/multi_bfs.hpp"  // included together with the next one: their names must not clash
#include "fathom/visitor/multi_search.hpp"
#include "reference/queue_bfs.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using test::expect_error;

const auto everywhere = search_callbacks{on_visit_vertex{[](auto&, vertex_id, vertex_id) { return true; }}};

struct kept_distances {
  struct state {
    vertex_array<hop_count> distance;
    std::uint64_t calls = 0;
    void arrays(auto&& each) { each(distance, unreachable, kept); }
  };
  bool visit_vertex(auto& search, vertex_id, vertex_id v) const {
    ++search.state.calls;
    if (search.state.distance[v] == unreachable) search.state.distance[v] = search.level() + 1;
    return true;  // always true: the search ends anyway
  }
};

TEST(multi_search, answers_every_source_that_is_given) {
  const graph g = build(grid(9, 9)).g;
  const std::vector<vertex_id> sources{5, 80, 5, 0, 5};
  const auto found = multi_search(g, sources, search_with<kept_distances::state>(on_init{[](auto& search) {
                                    search.state.distance[search.source()] = static_cast<hop_count>(search.index());
                                  }}));
  ASSERT_EQ(found.searches.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(found.searches[i].distance[sources[i]], static_cast<hop_count>(i));
  EXPECT_EQ(found.report.reached, 5 * 81u);
  EXPECT_EQ(found.report.searches, 5u);
}

TEST(multi_search, refuses_wrong_calls) {
  const graph g = build(path(5)).g;
  const layout prepared = prepare(g);
  const std::vector<vertex_id> none, outside{1, 2, 5}, good{1};
  const auto run = [&](std::span<const vertex_id> sources, const multi_search_options& options = {}) {
    return [&prepared, sources, options] { static_cast<void>(multi_search(prepared, sources, everywhere, options)); };
  };
  expect_error(error_category::usage, "no sources", run(none));
  expect_error(error_category::usage, "source 5 (number 3 of 3) is outside the graph of 5 vertices (0 to 4)", run(outside));
  expect_error(error_category::usage, "depth_limit is -1", run(good, {.depth_limit = -1}));
  expect_error(error_category::usage, "at_once is -2", run(good, {.at_once = -2}));
  expect_error(error_category::usage, "give 1 to 4096 concurrent searches", run(good, {.at_once = 1'000'000'000}));
  expect_error(error_category::usage, "method is hybrid", run(good, {.method = multi_search_method::hybrid}));
  expect_error(error_category::usage, "threshold is 7", run(good, {.threshold = 7}));
  expect_error(error_category::device, "choose the cpu", run(good, {.where = {device_kind::cuda, 0}}));
}

TEST(multi_search, ends_though_a_visitor_always_says_yes) {
  const graph g = build(complete(50)).g;
  const std::vector<vertex_id> sources{3, 4};
  const auto found = multi_search(g, sources, kept_distances{});
  for (const auto& search : found.searches) EXPECT_EQ(search.calls, 50 * 49u);  // each edge once
  EXPECT_EQ(found.report.reached, 100u);
  EXPECT_EQ(found.report.depth, 1);
}

TEST(multi_search, throws_what_a_callback_throws) {
  const graph g = build(grid(40, 40)).g;
  std::vector<vertex_id> sources(64);
  for (vertex_id v = 0; v < 64; ++v) sources[v] = 7 * v;
  const auto thrower = [](const char* where) {
    const auto at = [where](const char* here, vertex_id v) {
      if (std::strcmp(where, here) == 0 && v == 777) throw std::runtime_error(here);
    };
    return search_callbacks{
        on_init{[at](auto& search) { at("init", search.index() == 40 ? 777 : 0); }},
        on_prior{[at](auto& search) { at("prior", search.level() == 3 ? 777 : 0); }},
        on_visit_vertex{[at](auto& search, vertex_id, vertex_id v) { return at("visit", search.caller_id(v)), true; }},
        on_post{[at](auto& search) { at("post", search.level() == 2 ? 777 : 0); }},
        on_finalize{[at](auto& search) { at("finalize", search.index() == 9 ? 777 : 0); }}};
  };
  for (const char* const where : {"init", "prior", "visit", "post", "finalize"}) {
    for (const int threads : {1, 3}) {
      multi_search_options options;
      options.control.threads = threads;
      try {
        static_cast<void>(multi_search(g, sources, thrower(where), options));
        ADD_FAILURE() << where;
      } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), where);
      }
    }
  }
  EXPECT_EQ(multi_search(g, sources, thrower("nowhere")).report.reached, 64 * 1600u);
}

TEST(multi_search, stops_at_once) {
  const graph g = build(star(1000)).g;
  const std::vector<vertex_id> sources{0};
  struct calls {
    int visits = 0, posts = 0, ends = 0;
  };
  const auto stopping = search_with<calls>(on_visit_vertex{[](auto& search, vertex_id, vertex_id) {
                                             if (++search.state.visits == 10) search.stop();
                                             return true;
                                           }},
                                           on_post{[](auto& search) { ++search.state.posts; }},
                                           on_finalize{[](auto& search) { ++search.state.ends; }});
  const auto found = multi_search(g, sources, stopping);
  EXPECT_EQ(found.searches[0].visits, 10);
  EXPECT_EQ(found.searches[0].posts, 0);
  EXPECT_EQ(found.searches[0].ends, 1);
  EXPECT_EQ(found.report.reached, 11u);
  EXPECT_EQ(found.report.stopped, 1u);
  const auto never_begun = multi_search(g, sources, search_callbacks{on_init{[](auto& search) { search.stop(); }}});
  EXPECT_EQ(never_begun.report.reached, 1u);
  EXPECT_EQ(never_begun.report.edges_inspected, 0u);
}

struct large_state {
  struct state {
    vertex_array<double> rows;
    void arrays(auto&& each) { each(rows, 0, kept); }
  };
};

TEST(multi_search, plans_memory_before_it_takes_any) {
  const graph g = build(path(100'000)).g;
  const layout prepared = prepare(g);
  const std::vector<vertex_id> few{1, 2}, many(50'000'000);
  expect_error(error_category::memory, "36.4 TiB for the results",
               [&] { static_cast<void>(multi_search(prepared, many, large_state{})); });
  const auto needs = multi_search(prepared, few, large_state{}, {.at_once = 2}).report;
  EXPECT_EQ(needs.at_once, 2);
  // With one byte less, the two searches run one after the other.
  const auto less = multi_search(prepared, few, large_state{}, {.at_once = 2, .memory_bytes = needs.planned_bytes - 1}).report;
  EXPECT_EQ(less.at_once, 1);
  EXPECT_LT(less.planned_bytes, needs.planned_bytes);
  expect_error(error_category::memory, "1.5 MiB for the results",
               [&] { static_cast<void>(multi_search(prepared, few, large_state{}, {.memory_bytes = less.planned_bytes - 1})); });
}

// Records the calls for each of the three kinds of edge visits.
template <edge_visits Kind>
struct counting {
  struct state {
    vertex_array<std::uint32_t> calls;
    void arrays(auto&& each) { each(calls, 0, kept); }
  };
  static constexpr edge_visits visits = Kind;
  bool visit_vertex(auto& search, vertex_id, vertex_id v) const {
    ++search.state.calls[v];
    return true;
  }
};

TEST(multi_search, visits_the_edges_that_a_program_requests) {
  const graph g = build(test::as_directed(kron(8, 6))).g;
  const std::vector<vertex_id> sources{g.properties().max_out_degree_vertex};
  const std::vector<hop_count> d = test::queue_bfs(g, sources[0]);
  for (const search_directions directions :
       {search_directions::automatic, search_directions::top_down, search_directions::bottom_up}) {
    const auto every = multi_search(g, sources, counting<edge_visits::every_edge>{}, {.directions = directions});
    const auto next = multi_search(g, sources, counting<edge_visits::to_next_level>{}, {.directions = directions});
    const auto first = multi_search(g, sources, counting<edge_visits::until_vertex_joins>{}, {.directions = directions});
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      std::uint32_t from_reached = 0, from_nearer = 0;
      for (const vertex_id* u = g.view().in.begin(v); u != g.view().in.end(v); ++u) {
        from_reached += d[*u] != unreachable;
        from_nearer += d[*u] != unreachable && d[*u] + 1 == d[v];
      }
      ASSERT_EQ(every.searches[0].calls[v], from_reached) << v;
      ASSERT_EQ(next.searches[0].calls[v], from_nearer) << v;
      ASSERT_EQ(first.searches[0].calls[v], d[v] > 0 ? 1u : 0u) << v;
    }
  }
}

// Bottom-up levels pay where there are hubs, not in a mesh, where most vertices find no neighbor in the frontier.
TEST(multi_search, chooses_the_direction_with_fewer_edges) {
  const auto inspected = [](const graph& g, search_directions directions) {
    const array<vertex_id> sources = random_sources(g, 16);
    return multi_search(g, sources.view(), counting<edge_visits::until_vertex_joins>{}, {.directions = directions})
        .report.edges_inspected;
  };
  for (const char* const mesh : {"delaunay:12", "grid:64x64"}) {
    const graph g = build(generate(mesh)).g;
    EXPECT_LE(inspected(g, search_directions::automatic), inspected(g, search_directions::top_down) / 10 * 11) << mesh;
  }
  const graph hubs = build(kron(12, 16)).g;
  EXPECT_LT(inspected(hubs, search_directions::automatic), inspected(hubs, search_directions::top_down) / 4);
}

TEST(multi_search, gives_each_callback_vertex_and_level) {
  const graph g = build(binary_tree(31)).g;
  const std::vector<vertex_id> sources{0};
  struct seen {
    vertex_id at[5] = {}, found[5] = {};
    hop_count depth = 0;
    bool wrong = false;
  };
  const auto looking = search_with<seen>(
      on_prior{[](auto& search) { search.state.at[search.level()] = search.reached_at(search.level()); }},
      on_post{[](auto& search) { search.state.found[search.level()] = search.found(); }}, on_finalize{[](auto& search) {
        search.state.depth = search.depth();
        search.for_each_reached([&](vertex_id v) { search.state.wrong |= !search.has_joined(v) || search.out_degree(v) > 3; });
      }});
  const auto found = multi_search(g, sources, looking).searches[0];
  EXPECT_EQ(std::vector<vertex_id>(found.at, found.at + 5), (std::vector<vertex_id>{1, 2, 4, 8, 16}));
  EXPECT_EQ(std::vector<vertex_id>(found.found, found.found + 5), (std::vector<vertex_id>{2, 4, 8, 16, 0}));
  EXPECT_EQ(found.depth, 4);
  EXPECT_FALSE(found.wrong);
}

TEST(multi_search, can_be_watched_and_stopped) {
  const graph g = build(path(20'000)).g;
  std::vector<vertex_id> sources(200, 0);
  std::uint64_t last = 0;
  multi_search_options options;
  options.control.threads = 2;
  options.control.on_progress = [&](const progress& p) {
    EXPECT_EQ(p.stage, "searching");
    EXPECT_GE(p.done, last);
    EXPECT_EQ(p.total, 200u);
    last = p.done;
  };
  static_cast<void>(multi_search(prepare(g), sources, everywhere, options));
  EXPECT_EQ(last, 200u);
  std::stop_source stop;
  options.control.stop = stop.get_token();
  options.control.on_progress = [&](const progress& p) {
    if (p.done > 5) stop.request_stop();
  };
  const layout prepared = prepare(g);
  expect_error(error_category::cancelled, "stopped",
               [&] { static_cast<void>(multi_search(prepared, sources, everywhere, options)); });
  // Also within one search.
  std::stop_source inside;
  options.control.stop = inside.get_token();
  options.control.on_progress = nullptr;
  const auto halting = search_callbacks{on_post{[&](auto& search) {
    if (search.level() == 100) inside.request_stop();
    if (search.level() > 10'000) throw std::logic_error("searched on");
  }}};
  const std::vector<vertex_id> one{0};
  expect_error(error_category::cancelled, "stopped", [&] { static_cast<void>(multi_search(prepared, one, halting, options)); });
}

TEST(multi_search, says_what_it_did_as_json) {
  const graph g = build(kron(8)).g;
  const std::vector<vertex_id> sources{0, 1, 2};
  const std::string text = to_json(multi_search(g, sources, everywhere).report);
  for (const char* const part :
       {"\"searches\":3", "\"at_once\":", "\"edges_traversed\":", "\"planned_bytes\":", "\"device\":\"cpu\""}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in " << text;
  }
}

}  // namespace
}  // namespace fathom
