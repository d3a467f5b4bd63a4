#include "bench/suite/searches_methods.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "bench/suite/searches.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom::program {
namespace {

method_run run_of(const multi_search_result<distances_program>& result, bool with_fingerprints) {
  const multi_search_report& r = result.report;
  method_run run;
  run.seconds = r.seconds();
  run.seconds_on_device = r.seconds_on_device;
  run.edges_traversed = r.edges_traversed, run.edges_inspected = r.edges_inspected;
  if (r.method == to_string(multi_search_method::hybrid)) run.threshold = r.threshold;
  run.threads = r.where.kind == device_kind::cpu ? r.at_once : 1;
  run.engine = fmt::format("{}, {} at once", r.engine, r.at_once);
  if (with_fingerprints) {
    for (const auto& search : result.searches) run.fingerprints.push_back(search.fingerprint);
  }
  return run;
}

method_run search(const compared_searches& c, const multi_search_options& options, bool with_fingerprints) {
  const distances_program program{with_fingerprints};
  if (options.where.kind == device_kind::cpu)
    return run_of(multi_search(c.on_host, c.sources, program, options), with_fingerprints);
  return run_of(distances_on_device(c.prepared, c.sources, program, options), with_fingerprints);
}

multi_search_options options_for(const compared_searches& c) {
  multi_search_options options;
  options.where = c.where;
  options.control = c.control;
  return options;
}

/// Sink that makes the searches compute distances. It discards them, or reads them in batches of rows for fingerprints.
class fingerprint_sink final : public multi_bfs_sink {
 public:
  explicit fingerprint_sink(bool reads) : reads_(reads) {}
  std::vector<std::uint64_t> fingerprints;

  [[nodiscard]] sink_needs needs() const override { return {.distances = true}; }

  void begin(const multi_bfs_plan& plan) override {
    n_ = plan.num_vertices;
    if (!reads_) return;
    fingerprints.resize(plan.sources.size());
    rows_.resize(rows_at_once * n_);
  }

  void take(const finished_group& group) override {
    for (std::size_t first = 0; reads_ && first < group.size(); first += rows_at_once) {
      const std::size_t count = std::min(rows_at_once, group.size() - first);
      std::vector<hop_count*> rows(group.size());
      for (std::size_t i = 0; i < count; ++i) rows[first + i] = rows_.data() + i * n_;
      group.copy_distances(std::span<hop_count* const>(rows));
#pragma omp parallel for schedule(dynamic)
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t sum = fingerprint_of_row(rows[first + i]);
        for (const std::size_t position : group.positions(first + i)) fingerprints[position] = sum;
      }
    }
  }

 private:
  static constexpr std::size_t rows_at_once = 32;

  [[nodiscard]] std::uint64_t fingerprint_of_row(const hop_count* row) const {
    std::uint64_t sum = 0;
    for (vertex_id v = 0; v < n_; ++v) {
      if (row[v] != unreachable) sum += fingerprint_of(v, row[v]);
    }
    return sum;
  }

  bool reads_;
  vertex_id n_ = 0;
  std::vector<hop_count> rows_;
};

}  // namespace

method cpu_method(const compared_searches& c) {
  return {method_name::on_cpu, [&c](bool with_fingerprints) {
            multi_search_options options = options_for(c);
            options.where = {};
            return search(c, options, with_fingerprints);
          }};
}

method device_method(const compared_searches& c, const char* name, multi_search_method by, edge_offset t) {
  return {name, [&c, by, t](bool with_fingerprints) {
            multi_search_options options = options_for(c);
            options.method = by;
            options.threshold = t > 0 ? t - 1 : 0;
            options.directions = search_directions::top_down;
            return search(c, options, with_fingerprints);
          }};
}

method default_method(const compared_searches& c) {
  return {method_name::either_end, [&c](bool with_fingerprints) { return search(c, options_for(c), with_fingerprints); }};
}

method by_hand_method(const compared_searches& c, edge_offset t, std::uint64_t edges_traversed) {
  return {method_name::by_hand, [&c, t, edges_traversed](bool with_fingerprints) {
            by_hand_result result = search_by_hand(c.prepared, c.sources, t - 1, with_fingerprints);
            method_run run;
            run.seconds = result.seconds, run.seconds_on_device = result.seconds_on_device;
            run.threshold = t - 1;
            run.edges_traversed = edges_traversed;
            run.engine = fmt::format("hand-written kernel, {} at once", result.blocks);
            run.fingerprints = std::move(result.fingerprints);
            return run;
          }};
}

method joined_method(const compared_searches& c) {
  return {method_name::joined, [&c](bool with_fingerprints) {
            fingerprint_sink sink(with_fingerprints);
            const multi_bfs_report report = multi_bfs(c.for_joined, c.sources, sink, {}, {.where = c.where, .control = c.control});
            method_run run;
            run.seconds = report.seconds_group + report.seconds_search;
            run.edges_traversed = report.edges_traversed;
            run.threads = report.threads;
            run.engine = fmt::format("{}, {}", report.engine, counted(report.groups.size(), "group"));
            run.fingerprints = std::move(sink.fingerprints);
            return run;
          }};
}

}  // namespace fathom::program
