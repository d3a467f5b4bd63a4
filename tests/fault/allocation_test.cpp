// Allocation failures: every allocation fails once. A fathom::error of category memory or std::bad_alloc is thrown, nothing leaks,
// no file is left half written, and the same call works right after.
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <set>
#include <string>

#include "failing_new.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/bfs.hpp"
#include "fathom/biconnected.hpp"
#include "fathom/bipartite.hpp"
#include "fathom/communities.hpp"
#include "fathom/components.hpp"
#include "fathom/cores.hpp"
#include "fathom/dag.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/io.hpp"
#include "fathom/leiden.hpp"
#include "fathom/local_efficiency.hpp"
#include "fathom/louvain.hpp"
#include "fathom/sampling.hpp"
#include "fathom/shortest_path.hpp"
#include "fathom/spanning_forest.hpp"
#include "fathom/sssp.hpp"
#include "fathom/triangles.hpp"
#include "fathom/truss.hpp"
#include "fathom/validate.hpp"
#include "io/binary_files.hpp"
#include "small_files.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// More allocations than this for a graph of ten vertices indicate an error in the test.
constexpr std::uint64_t most_allocations = 20000;

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

std::size_t open_files() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

// Runs the work with one allocation failing; returns whether it succeeded.
bool attempt(const std::function<void()>& work, std::uint64_t n, failing how) {
  fail_allocation(n, how);
  try {
    work();
    stop_failing();
    return true;
  } catch (const error& failure) {
    stop_failing();
    EXPECT_EQ(failure.category(), error_category::memory) << failure.what();
  } catch (const std::bad_alloc&) {
    stop_failing();
  } catch (const std::exception& other) {
    stop_failing();
    ADD_FAILURE() << "allocation " << n << ": " << other.what();
  }
  return false;
}

void expect_every_failure_survived(const std::function<void()>& work, const std::filesystem::path& folder) {
  // Warm-up, so that objects kept for the whole run exist: threads, locales, and what error messages need.
  work();
  for (std::uint64_t n = 0; n < 8; ++n) static_cast<void>(attempt(work, n, failing::once));
  for (const failing how : {failing::once, failing::for_good}) {
    for (std::uint64_t n = 0;; ++n) {
      ASSERT_LT(n, most_allocations);
      const std::set<std::string> files = names_in(folder);
      const std::size_t descriptors = open_files();
      const std::int64_t before = blocks_alive();
      bool done = attempt(work, n, how);
      // An error may allocate objects that are kept for the whole run once; a leak appears the second time, too.
      const std::int64_t after = blocks_alive();
      if (after != before) done = attempt(work, n, how);
      ASSERT_EQ(blocks_alive(), after) << "allocation " << n << " failed and something leaked";
      ASSERT_EQ(open_files(), descriptors) << "allocation " << n << " failed and a file stayed open";
      ASSERT_EQ(names_in(folder), files) << "allocation " << n << " failed and a file was left";
      if (done && !has_failed()) break;
    }
    work();
  }
}

read_options on_threads(int threads, file_format format) {
  read_options options;
  options.format = format;
  options.build.control.threads = threads;
  return options;
}

class allocation : public testing::TestWithParam<format_case> {
 protected:
  temporary_folder folder_;
};

TEST_P(allocation, failing_in_a_writer) {
  const graph g = small_graph(GetParam().directed, GetParam().weighted);
  const auto file = folder_ / GetParam().name;
  expect_every_failure_survived([&] { write_graph(file, g, {.format = GetParam().format, .prepared = nullptr, .control = {}}); },
                                folder_.path());
}

TEST_P(allocation, failing_in_a_reader) {
  const auto file = folder_ / GetParam().name;
  write_graph(file, small_graph(GetParam().directed, GetParam().weighted),
              {.format = GetParam().format, .prepared = nullptr, .control = {}});
  expect_every_failure_survived([&] { (void)read_graph(file, on_threads(1, GetParam().format)); }, folder_.path());
}

INSTANTIATE_TEST_SUITE_P(formats, allocation, testing::ValuesIn(all_formats()), name_of);

TEST(allocation_in_the_main_job, shortest_paths_components_cores_and_triangles) {
  const temporary_folder folder;
  for (const bool directed : {false, true}) {
    const graph g = with_random_weights(small_graph(directed, false), 1, 9);
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      expect_every_failure_survived(
          [&] {
            prepare_weighted_options preparing;
            preparing.order = order;
            const sssp_result found = sssp(prepare_weighted(g, preparing), 0);
            EXPECT_TRUE(validate_sssp(g, 0, found.distances.view(), found.predecessors.view()).valid);
          },
          folder.path());
    }
    for (const path_length length : all_path_lengths)
      expect_every_failure_survived(
          [&] {
            const shortest_path_result found = shortest_path(g, 0, g.num_vertices() - 1, {.length = length});
            EXPECT_TRUE(path_validator(g, {.length = length}).check(0, g.num_vertices() - 1, found).valid);
          },
          folder.path());
    expect_every_failure_survived([&] { (void)weakly_connected_components(g); }, folder.path());
    expect_every_failure_survived([&] { (void)strongly_connected_components(g); }, folder.path());
    expect_every_failure_survived([&] { EXPECT_TRUE(validate_cores(g, core_numbers(g).core_numbers.view()).valid); },
                                  folder.path());
    expect_every_failure_survived([&] { (void)k_core(g, 2); }, folder.path());
    expect_every_failure_survived([&] { EXPECT_TRUE(validate_topological_order(g, topological_order(g)).valid); }, folder.path());
    const std::vector<vertex_id> sources{0, 1};
    const std::vector<std::int64_t> fanouts{2, all_neighbors};
    const random_walk_options walks{.length = 9, .p = 0.5, .weighted = true};
    expect_every_failure_survived(
        [&] { EXPECT_TRUE(validate_random_walks(g, sources, random_walks(g, sources, walks), walks).valid); }, folder.path());
    expect_every_failure_survived(
        [&] { EXPECT_TRUE(validate_sampled_neighbors(g, sources, fanouts, sample_neighbors(g, sources, fanouts)).valid); },
        folder.path());
    expect_every_failure_survived([&] { EXPECT_TRUE(validate_two_coloring(g, two_coloring(g)).valid); }, folder.path());
    if (g.directed()) continue;
    expect_every_failure_survived([&] { EXPECT_TRUE(validate_communities(g, label_propagation(g).labels.view()).valid); },
                                  folder.path());
    expect_every_failure_survived(
        [&] {
          const louvain_result found = louvain(g);
          EXPECT_TRUE(validate_louvain(g, found.labels.view(), found.report.modularity).valid);
        },
        folder.path());
    expect_every_failure_survived(
        [&] {
          const louvain_result found = leiden(g, {.all_levels = true});
          EXPECT_TRUE(validate_leiden(g, found.labels.view(), found.report.modularity).valid);
        },
        folder.path());
    expect_every_failure_survived([&] { (void)local_efficiency(g); }, folder.path());
    expect_every_failure_survived([&] { EXPECT_TRUE(validate_spanning_forest(g, spanning_forest(g)).valid); }, folder.path());
    expect_every_failure_survived([&] { (void)count_triangles(g); }, folder.path());
    expect_every_failure_survived([&] { EXPECT_TRUE(validate_onion_layers(g, onion_layers(g).layers.view()).valid); },
                                  folder.path());
    expect_every_failure_survived(
        [&] {
          const truss_result found = truss_numbers(g);
          EXPECT_TRUE(validate_truss(g, found.truss_numbers.view()).valid);
          (void)k_truss(g, 3, found.truss_numbers.view());
        },
        folder.path());
    expect_every_failure_survived(
        [&] { EXPECT_TRUE(validate_biconnected(g, biconnected_components(g, {.list_edges = true})).valid); }, folder.path());
  }
  const graph acyclic = build(random_dag(40, 150)).g;
  expect_every_failure_survived(
      [&] { EXPECT_TRUE(validate_transitive_reduction(acyclic, transitive_reduction(acyclic).reduced).valid); }, folder.path());
}

TEST(allocation_in_the_main_job, read_build_prepare_search_validate) {
  const temporary_folder folder;
  const auto file = folder / "g.el";
  write_graph(file, small_graph(false, false));
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    expect_every_failure_survived(
        [&] {
          const read_result read = read_graph(file, on_threads(2, file_format::edge_list));
          prepare_options preparing;
          preparing.order = order;
          preparing.control.threads = 2;
          const layout prepared = prepare(read.g, preparing);
          execution on_two_threads;
          on_two_threads.control.threads = 2;
          const bfs_result found = bfs(prepared, 0, {.report_levels = true}, on_two_threads);
          validate_options validating;
          validating.control.threads = 2;
          const bfs_validation verdict = validate_bfs(read.g, 0, found.distances.view(), found.predecessors.view(), validating);
          if (!verdict.valid) throw std::logic_error(verdict.message);
        },
        folder.path());
  }
}

TEST(allocation_in_the_main_job, many_searches_and_their_totals) {
  const temporary_folder folder;
  const graph g = small_graph(false, false), weighted = with_random_weights(g, 1, 3);
  for (const int threads : {1, 2}) {
    betweenness_options options;
    options.edges = true;
    execution exec;
    exec.control.threads = threads;
    expect_every_failure_survived([&] { (void)betweenness(g, options, exec); }, folder.path());
    options.weighted = true;
    expect_every_failure_survived([&] { (void)betweenness(weighted, options, exec); }, folder.path());
  }
}

TEST(allocation_in_the_main_job, a_prepared_file) {
  const temporary_folder folder;
  const graph g = small_graph(true, true);
  const auto file = folder / "g.fathom";
  const layout prepared = prepare(g, {vertex_order::degree, {}, {}});
  expect_every_failure_survived(
      [&] {
        write_graph(file, g, {.format = file_format::fathom, .prepared = &prepared, .control = {}});
        const read_result read = read_graph(file, on_threads(2, file_format::fathom));
        if (!read.prepared) throw std::logic_error("the layout is gone");
      },
      folder.path());
}

}  // namespace
}  // namespace fathom::test
