// personalized_pagerank(): checks, rows, and scores in device or host memory.
#include <fmt/format.h>

#include <vector>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "gpu/device_memory.hpp"
#include "pagerank/calls.hpp"
#include "pagerank/check.hpp"
#include "pagerank/cpu/batch.hpp"
#include "pagerank/device_inputs.hpp"
#include "pagerank/rows.hpp"

namespace fathom {
namespace {

using pagerank_engine::batch_outcome;
using pagerank_engine::batch_output;
using pagerank_engine::pagerank_request;
using pagerank_engine::pagerank_run;
using pagerank_engine::pagerank_seed;

void check(const graph& g, std::span<const vertex_id> seeds, const pagerank_options& o) {
  check_pagerank(o);
  if (!o.personalization.empty() || !o.dangling.empty() || !o.start.empty()) {
    throw error(error_category::usage,
                "personalization, dangling and start have no effect: all jumps lead to the seeds; leave them out");
  }
  if (o.method == pagerank_method::gauss_seidel) {
    throw error(error_category::usage, "Gauss-Seidel iterations work on one vector of scores; use power iterations");
  }
  for (const vertex_id seed : seeds) {
    if (seed < g.num_vertices()) continue;
    throw error(error_category::usage, fmt::format("seed {} is outside the graph of {} vertices", seed, g.num_vertices()));
  }
}

class personalized_call {
 public:
  personalized_call(const graph& g, const layout* prepared, std::span<const vertex_id> seeds, const pagerank_options& o)
      : g_(g), prepared_(prepared), seeds_(seeds), o_(o) {}

  personalized_pagerank_result run() {
    pagerank_report& report = result_.report;
    report.method = pagerank_method::power;
    if (o_.where.kind == device_kind::cpu)
      run_on_cpu();
    else
      run_on_device();
    report.seconds_iterate = clock_.seconds() - report.seconds_prepare;
    report.peak_memory_bytes = peak_memory_bytes();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::uint64_t entries() const { return std::uint64_t{seeds_.size()} * g_.num_vertices(); }

  template <class Row_of>
  [[nodiscard]] std::vector<pagerank_seed> seeds_in_rows(Row_of&& row_of) const {
    std::vector<pagerank_seed> all;
    for (const vertex_id seed : seeds_) all.push_back({seed, row_of(seed)});
    return all;
  }

  batch_output allocate() {
    const bool on_device = o_.keep_on_device;
    const auto made = [&]<class Score>(array<Score>& scores) {
      scores = on_device ? cuda::array_on<Score>(o_.where, entries()) : array<Score>(entries());
      return scores.data();
    };
    if (o_.single_result) return {.single_ranks = made(result_.single_scores)};
    return {.ranks = made(result_.scores)};
  }

  [[nodiscard]] std::uint64_t result_bytes() const { return entries() * (o_.single_result ? sizeof(float) : sizeof(double)); }

  void run_on_cpu() {
    pagerank_report& report = result_.report;
    const bool weighted = o_.weighted && g_.weighted();
    const layout* const l = useful_layout(g_, prepared_, weighted);
    report.planned_bytes = pagerank_engine::batch_bytes(g_.num_vertices()) + result_bytes();
    require_host_memory(report.planned_bytes, fmt::format("{} x {} scores", seeds_.size(), g_.num_vertices()));
    pagerank_request r;
    const pagerank_rows rows = find_pagerank_rows(g_, l, weighted, o_.control, r);
    r.damping = o_.damping, r.tolerance = o_.tolerance, r.max_iterations = o_.max_iterations;
    r.single_precision = o_.precision == pagerank_precision::automatic && rows.allow_single_precision();
    r.control = o_.control;
    report.order = l ? l->reason : "caller's order: the graph without a layout";
    report.seconds_prepare = clock_.seconds();
    const batch_output to = allocate();
    const pagerank_run ran = personalized_pagerank_on_cpu(r, seeds_in_rows([&](vertex_id v) { return l ? l->to_internal[v] : v; }),
                                                          l ? l->to_caller : nullptr, g_.num_vertices(), to);
    report.threads = ran.threads;
    describe(ran, fmt::format("CPU, power iterations on batches of seeds{}", weighted ? ", weighted" : ""), report);
  }

  void run_on_device() {
    pagerank_report& report = result_.report;
    device_inputs inputs(g_, prepared_, o_, search_kind::single);
    if (inputs.request.num_vertices == 0) return write_isolated();
    report.seconds_prepare = clock_.seconds();
    if (!o_.keep_on_device) require_host_memory(result_bytes(), fmt::format("{} x {} scores", seeds_.size(), g_.num_vertices()));
    const batch_output to = allocate();
    const batch_outcome ran = gpu(o_.where).personalized_pagerank(
        inputs.request, seeds_in_rows([&](vertex_id v) { return inputs.row_of(v); }), o_.where, to);
    report.where = o_.where, report.order = inputs.order, report.threads = thread_count(o_.control);
    report.seconds_on_device = ran.seconds, report.planned_bytes = ran.run.planned_bytes;
    describe(ran.run, fmt::format("CUDA, power iterations on batches of seeds{}", inputs.weighted ? ", weighted" : ""), report);
  }

  // Only isolated vertices: each seed has the score 1.
  void write_isolated() {
    pagerank_options on_host = o_;
    on_host.where = {}, on_host.keep_on_device = false;
    result_ = personalized_call(g_, nullptr, seeds_, on_host).run();
    if (!o_.keep_on_device) return;
    result_.scores = to_device(std::span<const double>(result_.scores.view()), o_.where);
    result_.single_scores = to_device(std::span<const float>(result_.single_scores.view()), o_.where);
  }

  const timer clock_;
  const graph& g_;
  const layout* const prepared_;
  const std::span<const vertex_id> seeds_;
  const pagerank_options& o_;
  personalized_pagerank_result result_;
};

personalized_pagerank_result start(const graph& g, const layout* prepared, std::span<const vertex_id> seeds,
                                   const pagerank_options& o) {
  check(g, seeds, o);
  if (seeds.empty()) {
    personalized_pagerank_result none;
    none.report.method = pagerank_method::power, none.report.converged = o.tolerance > 0;
    return none;
  }
  if (o.weighted && g.has_wide_weights()) return personalized_call(with_proportions(g, o.control), prepared, seeds, o).run();
  return personalized_call(g, prepared, seeds, o).run();
}

}  // namespace

personalized_pagerank_result personalized_pagerank(const graph& g, std::span<const vertex_id> seeds,
                                                   const pagerank_options& options) {
  return start(g, nullptr, seeds, options);
}

personalized_pagerank_result personalized_pagerank(const graph& g, const layout& prepared, std::span<const vertex_id> seeds,
                                                   const pagerank_options& options) {
  return start(g, &prepared, seeds, options);
}

}  // namespace fathom
