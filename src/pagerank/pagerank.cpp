#include "fathom/pagerank.hpp"

#include <fmt/format.h>

#include "base/report_json.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "pagerank/calls.hpp"
#include "pagerank/check.hpp"
#include "pagerank/rows.hpp"

namespace fathom {

void check_pagerank(const pagerank_options& o) {
  static_cast<void>(choose_device(to_string(o.where)));
  if (o.where.kind == device_kind::cuda && o.method == pagerank_method::gauss_seidel) {
    throw error(error_category::usage, "Gauss-Seidel iterations run only on the cpu; use the cpu, or power iterations");
  }
  if (!(o.damping >= 0 && o.damping <= 1)) {
    throw error(error_category::usage, fmt::format("damping is {}; give a probability, 0 to 1", o.damping));
  }
  if (!(o.tolerance >= 0)) {
    throw error(error_category::usage,
                fmt::format("tolerance is {}; give a positive number, or 0 for exactly max_iterations", o.tolerance));
  }
  if (o.keep_on_device && o.where.kind == device_kind::cpu) {
    throw error(
        error_category::usage,
        "keep_on_device requires a CUDA device, but these scores are computed on the cpu; leave it out, or choose a device");
  }
  if (o.max_iterations < 0)
    throw error(error_category::usage, fmt::format("max_iterations is {}; give 0 or more", o.max_iterations));
}

pagerank_method chosen_method(const pagerank_options& o) {
  if (o.method != pagerank_method::automatic) return o.method;
  if (o.where.kind == device_kind::cuda) return pagerank_method::power;
  // With a damping of 1 only power iterations preserve the sum of all scores.
  return o.tolerance > 0 && o.damping < 1 ? pagerank_method::gauss_seidel : pagerank_method::power;
}

void describe(const pagerank_engine::pagerank_run& ran, std::string_view what, pagerank_report& r) {
  r.engine = fmt::format("{}, {}", what,
                         ran.single_iterations == 0                ? "double precision"
                         : ran.single_iterations == ran.iterations ? "single precision"
                                                                   : "single, then double precision");
  r.iterations = ran.iterations, r.single_iterations = ran.single_iterations;
  r.converged = ran.converged, r.change = ran.change;
  r.bytes = ran.bytes, r.gathered = ran.gathered;
}

namespace {

pagerank_result run(const graph& g, const layout* prepared, const pagerank_options& options) {
  check_pagerank(options);
  if (g.num_vertices() == 0) {
    pagerank_result none;
    none.report.method = chosen_method(options);
    none.report.converged = options.tolerance > 0;
    return none;
  }
  if (options.weighted && g.has_wide_weights()) return run(with_proportions(g, options.control), prepared, options);
  return options.where.kind == device_kind::cpu ? pagerank_on_cpu(g, prepared, options)
                                                : gpu(options.where).pagerank(g, prepared, options);
}

}  // namespace

pagerank_result pagerank(const graph& g, const pagerank_options& options) { return run(g, nullptr, options); }

pagerank_result pagerank(const graph& g, const layout& prepared, const pagerank_options& options) {
  return run(g, &prepared, options);
}

std::string_view to_string(pagerank_method method) {
  if (method == pagerank_method::automatic) return "auto";
  return method == pagerank_method::power ? "power" : "gauss-seidel";
}

std::string to_json(const pagerank_report& report) { return json_text(report); }

}  // namespace fathom
