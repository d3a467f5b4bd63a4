#include "fathom/pagerank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "fathom/visitor/searches.hpp"
#include "gpu/backend.hpp"
#include "pagerank/check.hpp"
#include "pagerank/cpu/engine.hpp"
#include "pagerank/distribution.hpp"
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
  if (o.max_iterations < 0)
    throw error(error_category::usage, fmt::format("max_iterations is {}; give 0 or more", o.max_iterations));
}

namespace {

using pagerank_engine::pagerank_request;
using pagerank_engine::pagerank_run;

// The layout, if its vertex order improves locality and it has all required arrays; else null.
const layout* useful_layout(const graph& g, const layout* prepared, bool weighted) {
  if (!prepared) return nullptr;
  multi_search_engine::check_graph(*prepared, &g, false);
  if (prepared->where.kind != device_kind::cpu) {
    throw error(error_category::usage,
                fmt::format("the layout was prepared for {} and cannot be read by the cpu; prepare it for the cpu",
                            to_string(prepared->where)));
  }
  const bool serves = prepared->to_internal && prepared->in.offsets && !weighted;
  return serves ? prepared : nullptr;
}

pagerank_method chosen_method(const pagerank_options& o) {
  if (o.method != pagerank_method::automatic) return o.method;
  if (o.where.kind == device_kind::cuda) return pagerank_method::power;
  // With a damping of 1 only power iterations preserve the sum of all scores.
  return o.tolerance > 0 && o.damping < 1 ? pagerank_method::gauss_seidel : pagerank_method::power;
}

// The three distributions in the caller's ids; empty if uniform.
struct distributions {
  array<double> personalization, dangling, start;
};

// The value of a distribution at a vertex in the caller's ids.
double value_at(const array<double>& values, vertex_id v, double uniform) { return values.empty() ? uniform : values[v]; }

class pagerank_call {
 public:
  pagerank_call(const graph& g, const layout* prepared, const pagerank_options& o)
      : g_(g),
        o_(o),
        weighted_(o.weighted && g.weighted()),
        prepared_(useful_layout(g, prepared, weighted_)),
        uniform_(1.0 / g.num_vertices()),
        given_{distribution(g, o.personalization, "personalization"), distribution(g, o.dangling, "dangling"),
               distribution(g, o.start, "start")} {}

  pagerank_result run() {
    const timer clock;
    pagerank_result result;
    pagerank_report& report = result.report;
    report.planned_bytes = planned_bytes();
    require_host_memory(report.planned_bytes, fmt::format("scores of {} vertices", g_.num_vertices()));
    const pagerank_rows rows = find_pagerank_rows(g_, prepared_, weighted_, o_.control, request_);
    request_.damping = o_.damping, request_.tolerance = o_.tolerance, request_.max_iterations = o_.max_iterations;
    request_.method = chosen_method(o_);
    request_.single_precision = o_.precision == pagerank_precision::automatic;
    request_.drops_elsewhere = !given_.dangling.empty();
    request_.control = o_.control;
    result.ranks = array<double>(g_.num_vertices());
    array<double> inside(prepared_ ? request_.num_vertices : 0);
    double* const ranks = prepared_ ? inside.data() : result.ranks.data();
    set_distributions(ranks);
    report.seconds_prepare = clock.seconds();
    const pagerank_run ran = iterate(ranks, report);
    if (prepared_) map_back(ran, inside, result.ranks);
    scale(result.ranks);
    describe(ran, report);
    report.seconds_iterate = clock.seconds() - report.seconds_prepare;
    report.peak_memory_bytes = peak_memory_bytes();
    return result;
  }

 private:
  [[nodiscard]] std::uint64_t planned_bytes() const {
    std::uint64_t arrays = 1 + (weighted_ ? 1 : 0) + (prepared_ ? 1 : 0);
    if (prepared_) arrays += (given_.personalization.empty() ? 0 : 1) + (given_.dangling.empty() ? 0 : 1);
    return arrays * sizeof(double) * g_.num_vertices() + pagerank_engine::pagerank_bytes(g_.num_vertices());
  }

  // A graph with only isolated vertices leaves nothing for a device to do.
  pagerank_run iterate(double* ranks, pagerank_report& report) const {
    report.where = {};
    if (o_.where.kind == device_kind::cpu || request_.num_vertices == 0) return pagerank_engine::pagerank_on_cpu(request_, ranks);
    report.where = o_.where;
    const bool hubs_first = prepared_ && prepared_->order == vertex_order::degree;
    pagerank_run ran = gpu(o_.where).pagerank(request_, o_.where, hubs_first, ranks);
    ran.threads = thread_count(o_.control);
    report.seconds_on_device = ran.seconds_on_device;
    return ran;
  }

  void set_distributions(double* ranks) {
    // The random surfer leaves dangling vertices by the personalization, unless `dangling` is given.
    const array<double>& dropped = given_.dangling.empty() ? given_.personalization : given_.dangling;
    request_.jump = request_.drop = uniform_;
    if (prepared_) {
      jump_ = inside_of(given_.personalization), drop_ = inside_of(given_.dangling);
      if (!jump_.empty()) request_.personalization = jump_.data();
      if (!dropped.empty()) request_.dangling = given_.dangling.empty() ? jump_.data() : drop_.data();
      for (vertex_id v = 0; v < request_.num_vertices; ++v) ranks[v] = value_at(given_.start, prepared_->to_caller[v], uniform_);
      set_apart(dropped);
      return;
    }
    if (!given_.personalization.empty()) request_.personalization = given_.personalization.data();
    if (!dropped.empty()) request_.dangling = dropped.data();
    for (vertex_id v = 0; v < request_.num_vertices; ++v) ranks[v] = value_at(given_.start, v, uniform_);
  }

  [[nodiscard]] array<double> inside_of(const array<double>& values) const {
    array<double> inside(values.empty() ? 0 : request_.num_vertices);
    for (vertex_id v = 0; v < inside.size(); ++v) inside[v] = values[prepared_->to_caller[v]];
    return inside;
  }

  // Calls each(v) for the isolated vertices, which a layout in degree order leaves out.
  template <class Each>
  void each_apart(Each&& each) const {
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (prepared_->to_internal[v] == no_vertex) each(v);
    }
  }

  void set_apart(const array<double>& dropped) {
    each_apart([&](vertex_id v) {
      request_.apart_rank += value_at(given_.start, v, uniform_);
      request_.apart_jump += value_at(given_.personalization, v, uniform_);
      request_.apart_drop += value_at(dropped, v, uniform_);
    });
    if (request_.num_vertices == g_.num_vertices()) return;
    request_.first_change_apart = [this, &dropped](double a, double b) {
      double change = 0;
      each_apart([&](vertex_id v) {
        const double rank = a * value_at(given_.personalization, v, uniform_) + b * value_at(dropped, v, uniform_);
        change += std::fabs(rank - value_at(given_.start, v, uniform_));
      });
      return change;
    };
  }

  void map_back(const pagerank_run& ran, const array<double>& inside, array<double>& ranks) const {
    const array<double>& dropped = given_.dangling.empty() ? given_.personalization : given_.dangling;
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      const vertex_id at = prepared_->to_internal[v];
      if (at != no_vertex) {
        ranks[v] = inside[at];
      } else if (ran.iterations == 0) {
        ranks[v] = value_at(given_.start, v, uniform_);
      } else {
        ranks[v] = ran.apart_jump * value_at(given_.personalization, v, uniform_) + ran.apart_drop * value_at(dropped, v, uniform_);
      }
    }
  }

  // Normalizes the scores: their sum is 1 except for rounding and for the residual of Gauss-Seidel. Summed in blocks to keep the
  // rounding error small.
  static void scale(array<double>& ranks) {
    constexpr std::size_t block = 1024;
    double sum = 0;
    for (std::size_t first = 0; first < ranks.size(); first += block) {
      const std::size_t last = std::min(first + block, ranks.size());
      sum += std::accumulate(ranks.begin() + first, ranks.begin() + last, 0.0);
    }
    if (sum > 0) {
      for (double& rank : ranks) rank /= sum;
    }
  }

  void describe(const pagerank_run& ran, pagerank_report& report) const {
    report.method = request_.method;
    report.engine = fmt::format("{}, {}{}{}", report.where.kind == device_kind::cuda ? "CUDA" : "CPU",
                                request_.method == pagerank_method::power ? "power iterations" : "Gauss-Seidel in groups",
                                weighted_ ? ", weighted" : "",
                                ran.single_iterations == 0                ? ", double precision"
                                : ran.single_iterations == ran.iterations ? ", single precision"
                                                                          : ", single, then double precision");
    report.order = prepared_ ? prepared_->reason : "caller's order: the graph without a layout";
    report.threads = ran.threads;
    report.iterations = ran.iterations, report.single_iterations = ran.single_iterations;
    report.converged = ran.converged, report.change = ran.change;
    report.bytes = ran.bytes, report.gathered = ran.gathered;
  }

  const graph& g_;
  const pagerank_options& o_;
  const bool weighted_;
  const layout* const prepared_;
  const double uniform_;
  const distributions given_;
  array<double> jump_, drop_;  // in the layout's ids
  pagerank_request request_;
};

pagerank_result start(const graph& g, const layout* prepared, const pagerank_options& options) {
  check_pagerank(options);
  if (g.num_vertices() > 0 && options.weighted && g.has_wide_weights()) {
    return pagerank_call(with_proportions(g, options.control), prepared, options).run();
  }
  if (g.num_vertices() > 0) return pagerank_call(g, prepared, options).run();
  pagerank_result none;
  none.report.method = chosen_method(options);
  none.report.converged = options.tolerance > 0;
  return none;
}

}  // namespace

pagerank_result pagerank(const graph& g, const pagerank_options& options) { return start(g, nullptr, options); }

pagerank_result pagerank(const graph& g, const layout& prepared, const pagerank_options& options) {
  return start(g, &prepared, options);
}

std::string to_json(const pagerank_report& r) {
  const nlohmann::ordered_json object = {{"engine", r.engine},
                                         {"order", r.order},
                                         {"device", to_string(r.where)},
                                         {"threads", r.threads},
                                         {"method", r.method == pagerank_method::power ? "power" : "gauss-seidel"},
                                         {"iterations", r.iterations},
                                         {"single_iterations", r.single_iterations},
                                         {"converged", r.converged},
                                         {"change", r.change},
                                         {"seconds_prepare", r.seconds_prepare},
                                         {"seconds_iterate", r.seconds_iterate},
                                         {"seconds_on_device", r.seconds_on_device},
                                         {"bytes", r.bytes},
                                         {"gathered", r.gathered},
                                         {"planned_bytes", r.planned_bytes},
                                         {"peak_memory_bytes", r.peak_memory_bytes}};
  return object.dump();
}

}  // namespace fathom
