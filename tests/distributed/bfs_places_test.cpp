// Options of breadth-first search on the CPU, on a CUDA device and on a distributed graph: each is honored or refused.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "bfs/options.hpp"
#include "expected_error.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/error.hpp"
#include "partitioned.hpp"
#include "reference/check_tree.hpp"
#include "reference/queue_bfs.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

constexpr unsigned in_one_process = on_cpu | on_cuda, everywhere = in_one_process | on_processes;
constexpr vertex_id source = 0, target = 5;

struct option_case {
  std::string option;
  unsigned honored_on;
  std::function<void(bfs_options&)> change;
  std::function<bool(const graph&, const bfs_result&)> shows;  ///< whether a result shows that the option was honored
};

bool all_levels(const bfs_result& r, direction way) {
  const auto& levels = r.report.levels;
  return !levels.empty() && std::all_of(levels.begin(), levels.end(), [&](const level_report& l) { return l.way == way; });
}

bool engine_says(const bfs_result& r, const char* part) { return r.report.engine.find(part) != std::string::npos; }

std::vector<vertex_id> on_host(const array<vertex_id>& a) {
  const array<vertex_id> copy = to_host(a);
  return {copy.begin(), copy.end()};
}

const option_case cases[] = {
    {"depth_limit", everywhere, [](bfs_options& o) { o.depth_limit = 1; },
     [](const graph&, const bfs_result& r) { return r.report.depth == 1; }},
    {"target", in_one_process, [](bfs_options& o) { o.target = target; },
     [](const graph& g, const bfs_result& r) { return r.report.depth == test::queue_bfs(g, source)[target]; }},
    {"return_distances", everywhere, [](bfs_options& o) { o.return_distances = false; },
     [](const graph&, const bfs_result& r) {
       return r.distances.empty() && !r.predecessors.empty() && r.report.edges_traversed > 0;
     }},
    {"return_predecessors", everywhere, [](bfs_options& o) { o.return_predecessors = false; },
     [](const graph&, const bfs_result& r) { return r.predecessors.empty() && !r.distances.empty(); }},
    {"deterministic", in_one_process, [](bfs_options& o) { o.deterministic = true; },
     [](const graph& g, const bfs_result& r) {
       return on_host(r.predecessors) == test::smallest_predecessors(g, test::queue_bfs(g, source));
     }},
    {"root", everywhere, [](bfs_options& o) { o.root = root_parent::self; },
     [](const graph&, const bfs_result& r) { return r.predecessors[source] == source; }},
    {"strategy", everywhere, [](bfs_options& o) { o.strategy = bfs_strategy::top_down, o.report_levels = true; },
     [](const graph&, const bfs_result& r) { return all_levels(r, direction::top_down); }},
    {"strategy", in_one_process, [](bfs_options& o) { o.strategy = bfs_strategy::bottom_up, o.report_levels = true; },
     [](const graph&, const bfs_result& r) { return all_levels(r, direction::bottom_up); }},
    {"switching", everywhere, [](bfs_options& o) { o.switching = bfs_switching::alpha_beta; },
     [](const graph&, const bfs_result& r) { return engine_says(r, "alpha/beta"); }},
    {"switching", in_one_process, [](bfs_options& o) { o.switching = bfs_switching::hub_ratio, o.gamma = 0.5; },
     [](const graph&, const bfs_result& r) { return engine_says(r, "gamma 0.5"); }},
    {"gamma", everywhere, [](bfs_options& o) { o.gamma = 0.5; },  // a parameter of hub_ratio, which is refused by itself
     [](const graph&, const bfs_result& r) { return !engine_says(r, "gamma"); }},
    {"alpha", everywhere, [](bfs_options& o) { o.alpha = 3; },
     [](const graph&, const bfs_result& r) { return engine_says(r, "(3/"); }},
    {"beta", everywhere, [](bfs_options& o) { o.beta = 7; },
     [](const graph&, const bfs_result& r) { return engine_says(r, "/7)"); }},
    {"report_levels", everywhere, [](bfs_options& o) { o.report_levels = true; },
     [](const graph&, const bfs_result& r) { return !r.report.levels.empty(); }},
    {"count_edges", everywhere, [](bfs_options& o) { o.count_edges = false; },
     [](const graph&, const bfs_result& r) { return r.report.edges_traversed == 0 && r.report.reached > 1; }},
    {"map_back", in_one_process, [](bfs_options& o) { o.map_back = false; },
     [](const graph&, const bfs_result& r) { return engine_says(r, "in the layout's ids"); }},
    {"keep_on_device", in_one_process, [](bfs_options& o) { o.keep_on_device = true; },
     [](const graph&, const bfs_result& r) { return r.distances.where() == r.report.where; }},
    {"conflicts", on_processes, [](bfs_options& o) { o.conflicts = conflict_resolution::prefix; },
     [](const graph& g, const bfs_result& r) {
       return test::tree_fault(g, source, test::queue_bfs(g, source), r.predecessors.view()).empty();
     }},
    {"gather", everywhere, [](bfs_options& o) { o.gather = false; },
     [](const graph& g, const bfs_result& r) {
       return ranks().size() == 1 || r.report.engine.find("rank") == std::string::npos ? r.distances.size() == g.num_vertices()
                                                                                       : r.distances.size() < g.num_vertices();
     }},
};

// Every value of the table at one place: honored visibly, or refused by name.
void expect_honored_or_refused(search_place place, const graph& g, const std::function<bfs_result(const bfs_options&)>& search) {
  for (const option_case& c : cases) {
    SCOPED_TRACE(c.option + " at place " + std::to_string(place));
    bfs_options options;
    c.change(options);
    if ((c.honored_on & place) != 0) {
      EXPECT_TRUE(c.shows(g, search(options)));
      continue;
    }
    test::expect_error(error_category::usage, "option '" + c.option + "' is not supported on",
                       [&] { static_cast<void>(search(options)); });
  }
}

TEST(bfs_places, the_table_has_every_option) {
  std::set<std::string_view> tested, all;
  for (const option_case& c : cases) tested.insert(c.option);
  for (const bfs_option& option : listed({})) all.insert(option.name);
  EXPECT_EQ(tested, all);
}

TEST(bfs_places, single_searches_honor_or_refuse_each_option) {
  const graph g = build(kron(10, 32)).g;
  const layout l = prepare(g);
  const execution exec{.where = test::tested_device()};
  expect_honored_or_refused(exec.where.kind == device_kind::cuda ? on_cuda : on_cpu, g,
                            [&](const bfs_options& options) { return bfs(l, source, options, exec); });
  EXPECT_THROW(static_cast<void>(bfs(l, source, {}, {.where = exec.where, .transport = rank_transport::host})), error);
}

// On a grid with conflicts, if there are enough processes.
TEST(bfs_places, on_devices_distributed_searches_honor_or_refuse_each_option) {
  const graph g = build(kron(10, 32)).g;
  const execution exec{.where = test::tested_device(), .control = test::rank_control()};
  for (const auto& [rows, columns] : test::all_grids()) {
    const rank_graph parts(ranks(), g, {.grid_rows = rows, .grid_columns = columns, .control = test::rank_control()});
    expect_honored_or_refused(on_processes, g, [&](const bfs_options& options) { return bfs(parts, source, options, exec); });
  }
}

}  // namespace
}  // namespace fathom
