// pagerank() on a CUDA device: the layout, and the result in device or host memory.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "fathom/visitor/searches.hpp"
#include "pagerank/calls.hpp"
#include "pagerank/cuda/call.hpp"
#include "pagerank/cuda/engine.hpp"
#include "pagerank/distribution.hpp"
#include "pagerank/rows.hpp"

namespace fathom {
namespace {

using pagerank_engine::cuda_request;
using pagerank_engine::cuda_scores;

void check_layout(const graph& g, const layout& prepared, device where) {
  multi_search_engine::check_graph(prepared, &g, false);
  if (prepared.where.kind == device_kind::cpu || prepared.where == where) return;
  throw error(error_category::usage,
              fmt::format("the layout was prepared for {} and cannot be read by {}; prepare it for that device, or for the cpu",
                          to_string(prepared.where), to_string(where)));
}

const double* data_or_null(const array<double>& values) { return values.empty() ? nullptr : values.data(); }

class pagerank_call {
 public:
  pagerank_call(const graph& g, const layout* prepared, const pagerank_options& o)
      : g_(g),
        o_(o),
        weighted_(o.weighted && g.weighted()),
        personalization_(distribution(g, o.personalization, "personalization")),
        dangling_(distribution(g, o.dangling, "dangling")),
        start_(distribution(g, o.start, "start")) {
    if (prepared) check_layout(g, *prepared, o.where);
    if (weighted_)
      read_graph();
    else
      read_layout(prepared ? *prepared : prepare(g, {.where = o.where, .control = o.control, .searches = search_kind::pagerank}));
  }

  pagerank_result run() {
    pagerank_result result;
    pagerank_report& report = result.report;
    report.seconds_prepare = clock_.seconds();
    if (request_.num_vertices == 0) return without_edges();
    request_.caller_vertices = g_.num_vertices(), request_.num_edges = g_.num_edges();
    request_.damping = o_.damping, request_.tolerance = o_.tolerance, request_.max_iterations = o_.max_iterations;
    request_.single_precision = o_.precision == pagerank_precision::automatic;
    request_.personalization = data_or_null(personalization_), request_.dangling = data_or_null(dangling_);
    request_.start = data_or_null(start_), request_.single_result = o_.single_result;
    request_.control = o_.control;
    cuda_scores found = pagerank_cuda(request_, o_.where);
    result.ranks = in_requested_memory(std::move(found.ranks));
    result.single_ranks = in_requested_memory(std::move(found.single_ranks));
    report.seconds_iterate = clock_.seconds() - report.seconds_prepare;
    report.seconds_on_device = found.seconds;
    report.where = o_.where, report.method = pagerank_method::power, report.order = order_;
    report.threads = thread_count(o_.control);
    report.planned_bytes = found.run.planned_bytes;
    report.peak_memory_bytes = peak_memory_bytes();
    describe(found.run,
             fmt::format("CUDA, power iterations{}{}", found.run.reads_blocks ? " over edges grouped by target" : "",
                         weighted_ ? ", weighted" : ""),
             report);
    return result;
  }

 private:
  void read_layout(layout l) {
    layout_ = std::move(l);
    order_ = layout_->reason;
    request_.num_vertices = layout_->num_vertices;
    request_.on_device = layout_->where.kind == device_kind::cuda;
    request_.in = layout_->in, request_.out = layout_->out;
    request_.to_caller = layout_->to_caller;
    request_.blocks = layout_->blocks.get();
    request_.hubs_first = layout_->order == vertex_order::degree;
  }

  void read_graph() {
    order_ = "caller's order: the graph without a layout";
    pagerank_engine::pagerank_request r;
    rows_ = find_pagerank_rows(g_, nullptr, true, o_.control, r);
    request_.num_vertices = r.num_vertices;
    request_.in = {r.in_offsets, r.in_sources};
    request_.in_weights = r.in_weights, request_.out_strength = r.out_strength;
  }

  // Only isolated vertices: a layout in degree order has no rows, and there is nothing to do for a device.
  pagerank_result without_edges() const {
    pagerank_result result = pagerank_on_cpu(g_, nullptr, o_);
    if (!o_.keep_on_device) return result;
    result.ranks = to_device(std::span<const double>(result.ranks.view()), o_.where);
    result.single_ranks = to_device(std::span<const float>(result.single_ranks.view()), o_.where);
    return result;
  }

  template <class Score>
  array<Score> in_requested_memory(array<Score> scores) const {
    return o_.keep_on_device || scores.empty() ? std::move(scores) : to_host(scores);
  }

  const timer clock_;
  const graph& g_;
  const pagerank_options& o_;
  const bool weighted_;
  const array<double> personalization_, dangling_, start_;  // in the caller's ids; empty if uniform
  std::optional<layout> layout_;
  pagerank_rows rows_;
  std::string order_;
  cuda_request request_;
};

}  // namespace

pagerank_result pagerank_cuda(const graph& g, const layout* prepared, const pagerank_options& options) {
  return pagerank_call(g, prepared, options).run();
}

}  // namespace fathom
