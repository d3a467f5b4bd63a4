// pagerank() on a CUDA device: distributions, and scores in device or host memory.
#include <fmt/format.h>

#include <utility>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "pagerank/calls.hpp"
#include "pagerank/cuda/call.hpp"
#include "pagerank/cuda/engine.hpp"
#include "pagerank/device_inputs.hpp"
#include "pagerank/distribution.hpp"

namespace fathom {
namespace {

using pagerank_engine::device_scores;

const double* data_or_null(const array<double>& values) { return values.empty() ? nullptr : values.data(); }

// Only isolated vertices: a layout in degree order has no rows, and there is nothing to do for a device.
pagerank_result without_edges(const graph& g, const pagerank_options& o) {
  pagerank_result result = pagerank_on_cpu(g, nullptr, o);
  if (!o.keep_on_device) return result;
  result.scores = to_device(std::span<const double>(result.scores.view()), o.where);
  result.single_scores = to_device(std::span<const float>(result.single_scores.view()), o.where);
  return result;
}

template <class Score>
array<Score> in_requested_memory(array<Score> scores, bool keep_on_device) {
  return keep_on_device || scores.empty() ? std::move(scores) : to_host(scores);
}

}  // namespace

pagerank_result pagerank_cuda(const graph& g, const layout* prepared, const pagerank_options& o) {
  const timer clock;
  const array<double> personalization = distribution(g, o.personalization, "personalization"),
                      dangling = distribution(g, o.dangling, "dangling"), start = distribution(g, o.start, "start");
  device_inputs inputs(g, prepared, o, search_kind::pagerank);
  if (inputs.request.num_vertices == 0) return without_edges(g, o);
  inputs.request.personalization = data_or_null(personalization), inputs.request.dangling = data_or_null(dangling);
  inputs.request.start = data_or_null(start), inputs.request.single_result = o.single_result;
  pagerank_result result;
  pagerank_report& report = result.report;
  report.seconds_prepare = clock.seconds();
  device_scores found = pagerank_cuda(inputs.request, o.where);
  result.scores = in_requested_memory(std::move(found.ranks), o.keep_on_device);
  result.single_scores = in_requested_memory(std::move(found.single_ranks), o.keep_on_device);
  report.seconds_iterate = clock.seconds() - report.seconds_prepare;
  report.seconds_on_device = found.seconds;
  report.where = o.where, report.method = pagerank_method::power, report.order = inputs.order;
  report.threads = thread_count(o.control);
  report.planned_bytes = found.run.planned_bytes;
  report.peak_memory_bytes = peak_memory_bytes();
  describe(found.run,
           fmt::format("CUDA, power iterations{}{}{}", found.run.from_degrees ? " from degrees" : "",
                       found.run.reads_blocks ? " over edges grouped by target" : "", inputs.weighted ? ", weighted" : ""),
           report);
  return result;
}

}  // namespace fathom
