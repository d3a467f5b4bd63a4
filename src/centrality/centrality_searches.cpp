#include "centrality/centrality_searches.hpp"

#include <algorithm>

#include "base/timer.hpp"
#include "comm/shared_call.hpp"
#include "fathom/reversed.hpp"
#include "fathom/sinks.hpp"
#include "graph/sampled_hash.hpp"
#include "graph/sources/vertex_list.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

using value_of_sums = std::function<double(const distance_sums&)>;

// Sink that reduces each finished search to its value, so that nothing of the size of a search is kept.
class source_sums final : public multi_bfs_sink {
 public:
  source_sums(const value_of_sums& value, std::vector<double>& values) : value_(value), values_(values) {}

  [[nodiscard]] sink_needs needs() const override { return {.level_counts = true}; }

  void take(const finished_group& group) override {
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::uint64_t others = 0, distance = 0;
      double harmonic = 0;
      for (hop_count level = 1; level <= group.depth() && group.found(i, level) > 0; ++level) {
        const std::uint64_t found = group.found(i, level);
        others += found;
        distance += found * static_cast<std::uint64_t>(level);
        harmonic += static_cast<double>(found) / level;
      }
      const double value = value_({static_cast<double>(others), static_cast<double>(distance), harmonic});
      for (const std::size_t at : group.positions(i)) values_[at] = value;
    }
  }

  // Each vertex belongs to one process; all others have zeros for it.
  void merge(communicator& ranks) override { join_values(ranks, values_); }

 private:
  const value_of_sums& value_;
  std::vector<double>& values_;
};

multi_bfs_options search_options(const centrality_options& options) { return {.method = options.method, .width = options.width}; }

execution place_of(const shared_call& call) {
  return {.devices = call.devices(), .ranks = call.given_ranks(), .control = call.control()};
}

prepare_options preparing(const shared_call& call, std::size_t searches) {
  return {.where = layout_device(place_of(call)),
          .control = call.control(),
          .searches = kind_of_searches(searches, search_kind::joined)};
}

void require_same_call(const graph& g, const centrality_options& options, const shared_call& call) {
  if (!call.is_shared()) return;  // skips hashing the graph
  const argument arguments[] = {
      {"number of vertices", g.num_vertices()},
      {"number of edges", g.num_edges()},
      {"edges", hash_of(g)},
      {"vertices", hash_of(options.vertices)},
      {"number of samples", options.samples},
      {"seed", options.seed},
      {"definition", std::uint64_t{options.improved} | std::uint64_t{options.normalized} << 1},
  };
  call.require_same(arguments);
}

void compute(const graph& g, std::span<const vertex_id> vertices, const centrality_options& options, const value_of_sums& value,
             shared_call& call, centrality_result& result) {
  const timer clock;
  layout prepared;
  call.run([&] { prepared = prepare(reversed(g, call.control()), preparing(call, vertices.size())); });
  const double seconds_prepare = clock.seconds();
  source_sums sums(value, result.values);
  result.report = multi_bfs(prepared, vertices, sums, search_options(options), place_of(call));
  result.report.seconds_prepare = seconds_prepare;
}

void estimate(const graph& g, std::span<const vertex_id> vertices, const centrality_options& options, const value_of_sums& value,
              shared_call& call, centrality_result& result) {
  const timer clock;
  layout prepared;
  call.run([&] {
    prepared = prepare(g, preparing(call, options.samples));
    result.samples = random_vertices(g, options.samples, options.seed);
  });
  const double seconds_prepare = clock.seconds();
  vertex_totals_sink sink;
  result.report = multi_bfs(prepared, result.samples, sink, search_options(options), place_of(call));
  result.report.seconds_prepare = seconds_prepare;
  const vertex_totals& totals = sink.totals;
  std::vector<bool> is_sample;
  call.run([&] { is_sample.resize(g.num_vertices()); });
  for (const vertex_id s : result.samples) is_sample[s] = true;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const vertex_id v = vertices[i];
    const std::size_t other_samples = result.samples.size() - (is_sample[v] ? 1 : 0);
    if (other_samples == 0) continue;  // no other sample: no estimate
    const double scale = static_cast<double>(g.num_vertices() - 1) / static_cast<double>(other_samples);
    result.values[i] =
        value({scale * (totals.reached_by[v] - (is_sample[v] ? 1.0 : 0.0)), scale * static_cast<double>(totals.distance_sum[v]),
               scale * static_cast<double>(totals.harmonic_sum[v]) * vertex_totals::harmonic_unit});
  }
}

}  // namespace

centrality_result run_centrality(const graph& g, const centrality_options& options, const execution& exec,
                                 const value_of_sums& value) {
  shared_call call(exec);
  call.run([&] { check_vertices(g, options.vertices); });
  require_same_call(g, options, call);
  centrality_result result;
  if (g.num_vertices() == 0) return result;
  std::vector<vertex_id> vertices;
  call.run([&] {
    vertices = given_or_all(g, options.vertices);
    result.values.assign(vertices.size(), 0);
  });
  if (options.samples == 0)
    compute(g, vertices, options, value, call, result);
  else
    estimate(g, vertices, options, value, call, result);
  return result;
}

}  // namespace fathom
