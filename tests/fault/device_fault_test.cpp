// Device allocation failures: every allocation on a CUDA device fails once. A fathom::error of category memory is thrown, nothing
// stays on the device, and the same call works right after. Also memory taken by others, and requests rejected before any
// allocation.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "bfs/searching.hpp"
#include "expected_error.hpp"
#include "failing_cuda.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/sssp.hpp"
#include "fathom/triangles.hpp"
#include "fathom/validate.hpp"
#include "gpu/runtime.hpp"

namespace fathom::test {
namespace {

// More requests than this for two searches indicate an error in the test.
constexpr std::uint64_t most_requests = 500;

// Block sizes for exhausting a device's memory: halved from the largest to the smallest.
constexpr std::size_t largest_taken = std::size_t{1} << 34, smallest_taken = std::size_t{1} << 20;

constexpr device first_cuda{device_kind::cuda, 0}, second_cuda{device_kind::cuda, 1};

/// Device memory held by the library's allocations.
std::uint64_t device_memory_used() {
  std::uint64_t used = 0;
  cudaMemPool_t pool = nullptr;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetDefaultMemPool(&pool, first_cuda.index), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  return used;
}

/// Searches with known answers.
class searches {
 public:
  explicit searches(const std::string& spec, std::function<void(bfs_options&)> change = {})
      : g_(build(generate(spec)).g), layout_(prepare(g_)), sources_(as_vector(random_sources(g_, 2))) {
    if (change) change(options_);
    for (const vertex_id source : sources_) expected_.push_back(queue_bfs(g_, source));
  }

  void run() const {
    std::vector<bfs_result> kept;
    bfs(layout_, sources_, options_, on_device_, [&](std::size_t i, bfs_result& result) {
      if (options_.keep_on_device) {
        kept.push_back(std::move(result));  // makes the next search use arrays of its own
      } else {
        EXPECT_EQ(as_vector(result.distances), expected_[i]);
      }
    });
    for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(as_vector(to_host(kept[i].distances)), expected_[i]);
  }

  const layout& prepared() const { return layout_; }
  const std::vector<vertex_id>& sources() const { return sources_; }
  const bfs_options& options() const { return options_; }

 private:
  graph g_;
  layout layout_;
  std::vector<vertex_id> sources_;
  bfs_options options_;
  execution on_device_{.where = first_cuda};
  std::vector<std::vector<hop_count>> expected_;
};

/// Returns whether the work succeeded; the error is stored in `said`.
bool attempt(const std::function<void()>& work, std::string& said) {
  said.clear();
  try {
    work();
    return true;
  } catch (const error& e) {
    said = e.what();
    EXPECT_EQ(e.category(), error_category::memory) << said;
  } catch (const std::exception& other) {
    said = other.what();
    ADD_FAILURE() << said;
  }
  return false;
}

// Must run first: pinned memory is requested once per process.
TEST(device_fault, pinned_memory_that_cannot_be_had) {
  if (pinned_allocations() > 0) GTEST_SKIP() << "this process has its pinned memory already: run this test alone";
  const searches large("kron:16");
  std::string said;
  for (int times = 0; times < 2; ++times) {
    fail_pinned_memory();
    EXPECT_FALSE(attempt([&] { large.run(); }, said));
    EXPECT_TRUE(has_failed_on_device());
    stop_failing_on_device();
    EXPECT_NE(said.find("pinned"), std::string::npos) << said;
    EXPECT_EQ(device_memory_used(), 0u);
    EXPECT_EQ(device_objects_alive(), 0);
  }
  large.run();
  large.run();
  EXPECT_EQ(pinned_allocations(), 1u + 1u);  // for copies, and for the outcomes of both engines
}

TEST(device_fault, memory_that_others_have_taken) {
  const searches large("kron:18");
  large.run();  // loads the kernels onto the device
  const std::uint64_t used = device_memory_used();
  cudaMemPool_t pool = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, first_cuda.index), cudaSuccess);
  ASSERT_EQ(cudaMemPoolTrimTo(pool, 0), cudaSuccess);
  std::vector<void*> taken;
  for (std::size_t bytes = largest_taken; bytes >= smallest_taken; bytes /= 2) {
    void* memory = nullptr;
    while (cudaMalloc(&memory, bytes) == cudaSuccess) taken.push_back(memory);
    (void)cudaGetLastError();
  }
  std::string said;
  const bool came_through = attempt([&] { large.run(); }, said);
  const std::uint64_t used_then = device_memory_used();
  // Building and preparing fall back to the CPU and report it.
  build_options building;
  building.where = first_cuda;
  const build_result built = build(generate("kron:18"), building);
  const layout prepared = prepare(built.g, {vertex_order::degree, first_cuda, {}});
  for (void* memory : taken) EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_FALSE(taken.empty());
  EXPECT_FALSE(came_through);
  EXPECT_EQ(used_then, used);
  EXPECT_NE(said.find("searching a graph of"), std::string::npos) << said;
  EXPECT_NE(said.find("of device memory, but only "), std::string::npos) << said;
  EXPECT_NE(said.find(" are free"), std::string::npos) << said;
  ASSERT_EQ(built.what.notes.size(), 1u);
  EXPECT_NE(built.what.notes.front().find("built on the CPU, not on cuda:0: it needs "), std::string::npos)
      << built.what.notes.front();
  EXPECT_EQ(prepared.where, device{});
  EXPECT_NE(prepared.reason.find("prepared on the CPU, not on cuda:0: it needs "), std::string::npos) << prepared.reason;
  large.run();
}

TEST(device_fault, a_graph_too_large_for_the_device) {
  const cuda::current_device here(first_cuda.index);
  constexpr std::uint64_t petabyte = std::uint64_t{1} << 50;
  const std::uint64_t there = cuda::available_device_memory();
  EXPECT_GT(there, 0u);
  std::string said;
  EXPECT_FALSE(attempt([&] { cuda::require_device_memory(petabyte, "searching a graph of 5 vertices"); }, said));
  EXPECT_NE(said.find("searching a graph of 5 vertices needs " + human_bytes(petabyte)), std::string::npos) << said;
  EXPECT_NE(said.find(human_bytes(there) + " are free"), std::string::npos) << said;
  cuda::require_device_memory(1, "searching");
}

TEST(device_fault, refused_before_anything_is_allocated) {
  const searches small("kron:8");
  small.run();
  const auto refused = [&](vertex_id source, device where, error_category category, const std::string& part) {
    const std::uint64_t requests = device_requests();
    test::expect_error(category, part, [&] { (void)bfs(small.prepared(), source, {}, {.where = where}); });
    EXPECT_EQ(device_requests(), requests);
  };
  refused(256, first_cuda, error_category::usage, "source 256 is outside the graph of 256 vertices");
  refused(no_vertex, first_cuda, error_category::usage, "source 4294967295");
  refused(0, device{device_kind::cuda, 99}, error_category::device, "cuda:99");
  small.run();
}

TEST(device_fault, kept_arrays_that_are_not_moved_out_are_reused) {
  const searches s("kron:12", [](bfs_options& o) { o.keep_on_device = true; });
  const std::vector<vertex_id> many(6, s.sources().front());
  std::vector<const void*> where;
  std::vector<std::uint64_t> requests;
  bfs(s.prepared(), many, s.options(), {.where = first_cuda}, [&](std::size_t, bfs_result& result) {
    where.push_back(result.distances.data());
    requests.push_back(device_requests());
  });
  ASSERT_EQ(where.size(), many.size());
  for (std::size_t i = 1; i < many.size(); ++i) {
    EXPECT_EQ(where[i], where[0]);
    EXPECT_EQ(requests[i], requests[0]) << "search " << i << " allocated";
  }
}

class failing_triangles : public testing::TestWithParam<bool> {};

struct search_case {
  const char* name;
  const char* spec;
  std::function<void(bfs_options&)> change{};

  friend void PrintTo(const search_case& c, std::ostream* out) { *out << c.name; }
};

/// Repeats `work` so that each of its requests fails once, and once more after each failure. A first call creates what is kept for
/// the whole run (kernels, pinned memory).
void fail_each_request(const std::function<void()>& work, std::uint64_t least_requests) {
  work();
  const std::uint64_t used = device_memory_used();
  const std::int64_t objects = device_objects_alive();
  for (std::uint64_t n = 0;; ++n) {
    ASSERT_LT(n, most_requests);
    std::string said;
    fail_device_request(n);
    const bool done = attempt(work, said);
    stop_failing_on_device();
    ASSERT_NE(done, has_failed_on_device()) << "request " << n << ": " << said;
    ASSERT_EQ(device_memory_used(), used) << "request " << n << " failed (" << said << ") and memory stayed";
    ASSERT_EQ(device_objects_alive(), objects) << "request " << n << " failed (" << said << ") and something stayed";
    if (done) {
      EXPECT_GT(n, least_requests) << "hardly anything was asked for";
      break;
    }
    work();
    if (testing::Test::HasFailure()) FAIL() << "after request " << n << " had failed";
  }
}

class failing_device : public testing::TestWithParam<search_case> {};

TEST_P(failing_device, leaves_nothing_behind) {
  const searches s(GetParam().spec, GetParam().change);
  fail_each_request([&] { s.run(); }, 10);
}

/// Everything on the device: rows, layout, search, validation.
void build_prepare_search_validate(const std::string& spec, bool directed) {
  edge_list edges = generate(spec);
  edges.directed = directed;
  build_options building;
  building.where = first_cuda;
  const build_result built = build(std::move(edges), building);
  EXPECT_TRUE(built.what.notes.empty()) << built.what.notes.front();
  for (const vertex_order order : {vertex_order::degree, vertex_order::caller}) {
    const layout l = prepare(built.g, {order, first_cuda, {}});
    EXPECT_EQ(l.where, first_cuda) << l.reason;
    const vertex_id source = built.g.properties().max_out_degree_vertex;
    const bfs_result result = bfs(l, source, {.keep_on_device = true}, {.where = first_cuda});
    validate_options validating;
    validating.where = first_cuda;
    bfs_validator validator(built.g, validating);
    EXPECT_TRUE(validator.check(source, result.distances.view(), result.predecessors.view()).valid);
  }
}

class failing_chain : public testing::TestWithParam<bool> {};

TEST_P(failing_chain, leaves_nothing_behind) {
  fail_each_request([] { build_prepare_search_validate("kron:9", GetParam()); }, 50);
}

class failing_multi_source_bfs : public testing::TestWithParam<multi_bfs_method> {};

TEST_P(failing_multi_source_bfs, leaves_nothing_behind) {
  const graph g = build(generate("kron:9")).g;
  const layout l = prepare(g);
  const std::vector<vertex_id> sources = as_vector(random_sources(g, 40));
  std::vector<std::vector<hop_count>> expected;
  for (const vertex_id source : sources) expected.push_back(queue_bfs(g, source));
  multi_bfs_options options;
  options.method = GetParam();
  options.return_predecessors = true;
  const auto search = [&] {
    const multi_bfs_result result = multi_bfs(l, sources, options, {.where = first_cuda});
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::span<const hop_count> distances = result.distances_from(i);
      EXPECT_TRUE(std::equal(distances.begin(), distances.end(), expected[i].begin(), expected[i].end())) << sources[i];
    }
  };
  fail_each_request(search, 10);
}

// Each request on the second of two devices fails once: the device is named, and the call works right after.
TEST(device_fault, one_of_two_devices_fails_and_is_named) {
  const std::vector<device_description> there = available_devices();
  const auto is_second = [](const device_description& d) { return d.where == second_cuda; };
  if (std::none_of(there.begin(), there.end(), is_second)) GTEST_SKIP() << "this machine has no two CUDA devices";
  multi_bfs_options options;
  options.width = 64;  // several groups
  const graph g = build(generate("kron:9")).g;
  const layout l = prepare(g);
  const std::vector<vertex_id> sources = as_vector(random_sources(g, 300));
  const auto search = [&] {
    const multi_bfs_result result = multi_bfs(l, sources, options, {.devices = {first_cuda, second_cuda}});
    for (std::size_t i = 0; i < sources.size(); i += 50) {
      const std::span<const hop_count> distances = result.distances_from(i);
      EXPECT_EQ(std::vector<hop_count>(distances.begin(), distances.end()), queue_bfs(g, sources[i]));
    }
  };
  search();
  const std::int64_t objects = device_objects_alive();
  std::uint64_t failures = 0;
  for (bool done = false; !done; ++failures) {
    ASSERT_LT(failures, most_requests);
    std::string said;
    fail_device_request(failures, second_cuda.index);
    done = attempt(search, said);
    stop_failing_on_device();
    ASSERT_NE(done, has_failed_on_device()) << "request " << failures << ": " << said;
    ASSERT_EQ(device_objects_alive(), objects) << said;
    EXPECT_TRUE(done || said.find("cuda:1") != std::string::npos) << said;
    search();
  }
  EXPECT_GT(failures, 5u) << "hardly anything was asked for";
}

INSTANTIATE_TEST_SUITE_P(device_fault, failing_multi_source_bfs, testing::ValuesIn(all_multi_bfs_methods),
                         [](const testing::TestParamInfo<multi_bfs_method>& method) {
                           std::string name(to_string(method.param));
                           std::erase(name, '-');  // a test's name is letters and digits
                           return name;
                         });

INSTANTIATE_TEST_SUITE_P(device_fault, failing_chain, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& directed) { return directed.param ? "directed" : "undirected"; });

TEST_P(failing_triangles, leave_nothing_behind) {
  edge_list edges = generate("kron:12");
  edges.directed = GetParam();
  const graph g = build(std::move(edges)).g;
  const std::uint64_t expected = count_triangles(g, {triangle_directions::counted, {}, {}}).count;
  fail_each_request([&] { EXPECT_EQ(count_triangles(g, {triangle_directions::counted, first_cuda, {}}).count, expected); }, 10);
}

INSTANTIATE_TEST_SUITE_P(device_fault, failing_triangles, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& directed) { return directed.param ? "directed" : "undirected"; });

TEST(device_fault, components_leave_nothing_behind) {
  const graph g = build(generate("kron:12")).g, d = build(as_directed(generate("random:3000:2"))).g;
  for (const bool keep : {false, true}) {
    components_options options;
    options.where = first_cuda, options.keep_on_device = keep;
    const vertex_id weak = connected_components(g).count, strong = strongly_connected_components(d).count;
    fail_each_request([&] { EXPECT_EQ(connected_components(g, options).count, weak); }, 10);
    fail_each_request([&] { EXPECT_EQ(strongly_connected_components(d, options).count, strong); }, 10);
  }
}

TEST(device_fault, shortest_paths_leave_nothing_behind) {
  const graph g = with_random_weights(build(generate("kron:12")).g, 0, 9);
  const vertex_id source = g.properties().max_out_degree_vertex;
  const std::uint64_t reached = sssp(g, source).report.reached;
  for (const bool keep : {false, true}) {
    sssp_options options;
    options.keep_on_device = keep;
    fail_each_request([&] { EXPECT_EQ(sssp(g, source, options, {.where = first_cuda}).report.reached, reached); }, 10);
  }
}

const search_case cases[] = {
    {"degree_order", "kron:12"},
    {"deterministic", "kron:12", [](bfs_options& o) { o.deterministic = true; }},
    {"with_levels", "kron:10", [](bfs_options& o) { o.report_levels = true; }},
    {"kept_on_the_device", "kron:12", [](bfs_options& o) { o.keep_on_device = true; }},
    {"lattice", "grid:60x60"},
    {"directed", "random:3000:8"},
    {"copied_in_pieces", "kron:16"},
};

std::string case_name(const testing::TestParamInfo<search_case>& chosen) { return chosen.param.name; }

INSTANTIATE_TEST_SUITE_P(device_fault, failing_device, testing::ValuesIn(cases), case_name);

}  // namespace
}  // namespace fathom::test
