// pagerank() on the CPU: distributions and scores between the caller's ids and those of the layout.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/thread_team.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "fathom/visitor/searches.hpp"
#include "pagerank/calls.hpp"
#include "pagerank/cpu/degree_start.hpp"
#include "pagerank/cpu/engine.hpp"
#include "pagerank/distribution.hpp"
#include "pagerank/rows.hpp"

namespace fathom {
namespace {

using pagerank_engine::pagerank_request;
using pagerank_engine::pagerank_run;
using pagerank_engine::start_by_degree;

constexpr std::uint64_t vertices_per_thread = 1u << 15;

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
    result.scores = array<double>(g_.num_vertices());
    array<double> inside(prepared_ ? request_.num_vertices : 0);
    double* const ranks = prepared_ ? inside.data() : result.scores.data();
    set_distributions(ranks);
    if (pagerank_engine::may_start_by_degree(o_, weighted_) && request_.in_offsets == request_.out_offsets) {
      const auto start = start_by_degree(request_, g_.num_vertices(), thread_count(o_.control), ranks);
      by_degree_ = start.has_value();
      if (start) {
        // Isolated vertices receive only jumps: their scores do not change.
        request_.apart_rank = start->isolated * (g_.num_vertices() - request_.num_vertices), request_.first_change_apart = {};
      }
    }
    report.seconds_prepare = clock.seconds();
    const pagerank_run ran = pagerank_engine::pagerank_on_cpu(request_, ranks);
    if (prepared_) map_back(ran, inside, result.scores);
    scale(result.scores);
    if (o_.single_result) to_single(result);
    fill_report(ran, report);
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

  void set_distributions(double* ranks) {
    // The random surfer leaves dangling vertices by the personalization, unless `dangling` is given.
    const array<double>& dropped = given_.dangling.empty() ? given_.personalization : given_.dangling;
    request_.jump = request_.drop = uniform_;
    if (prepared_) {
      jump_ = inside_of(given_.personalization), drop_ = inside_of(given_.dangling);
      if (!jump_.empty()) request_.personalization = jump_.data();
      if (!dropped.empty()) request_.dangling = given_.dangling.empty() ? jump_.data() : drop_.data();
      set_start(ranks, [&](vertex_id v) { return value_at(given_.start, prepared_->to_caller[v], uniform_); });
      set_apart(dropped);
      return;
    }
    if (!given_.personalization.empty()) request_.personalization = given_.personalization.data();
    if (!dropped.empty()) request_.dangling = dropped.data();
    set_start(ranks, [&](vertex_id v) { return value_at(given_.start, v, uniform_); });
  }

  template <class Score>
  void set_start(double* ranks, Score&& score) const {
    const int threads = useful_threads(request_.num_vertices, vertices_per_thread, thread_count(o_.control));
    for_parts(request_.num_vertices, threads, [&](std::uint64_t first, std::uint64_t last) {
      for (auto v = static_cast<vertex_id>(first); v < last; ++v) ranks[v] = score(v);
    });
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
        ranks[v] = ran.unit * inside[at];
      } else if (ran.iterations == 0) {
        ranks[v] = value_at(given_.start, v, uniform_);
      } else {
        ranks[v] = ran.apart_jump * value_at(given_.personalization, v, uniform_) + ran.apart_drop * value_at(dropped, v, uniform_);
      }
    }
  }

  // Normalizes the scores: their sum is 1 except for rounding and for the residual of Gauss-Seidel. Summed in blocks to keep the
  // rounding error small, and independent of the number of threads.
  void scale(array<double>& ranks) const {
    constexpr std::size_t block = 1024;
    std::vector<double> sums((ranks.size() + block - 1) / block);
    const int threads = useful_threads(ranks.size(), vertices_per_thread, thread_count(o_.control));
    for_parts(sums.size(), threads, [&](std::uint64_t first, std::uint64_t last) {
      for (std::size_t i = first; i < last; ++i) {
        sums[i] = std::reduce(ranks.begin() + i * block, ranks.begin() + std::min((i + 1) * block, ranks.size()), 0.0);
      }
    });
    const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
    if (!(sum > 0)) return;
    const double factor = 1 / sum;
    for_parts(ranks.size(), threads, [&](std::uint64_t first, std::uint64_t last) {
      for (std::size_t v = first; v < last; ++v) ranks[v] *= factor;
    });
  }

  static void to_single(pagerank_result& result) {
    result.single_scores = array<float>(result.scores.size());
    std::transform(result.scores.begin(), result.scores.end(), result.single_scores.begin(),
                   [](double rank) { return static_cast<float>(rank); });
    result.scores = {};
  }

  void fill_report(const pagerank_run& ran, pagerank_report& report) const {
    report.method = request_.method;
    describe(ran,
             fmt::format("CPU, {}{}{}", request_.method == pagerank_method::power ? "power iterations" : "Gauss-Seidel in groups",
                         by_degree_ ? " from degrees" : "", weighted_ ? ", weighted" : ""),
             report);
    report.order = prepared_ ? prepared_->reason : "caller's order: the graph without a layout";
    report.threads = ran.threads;
  }

  const graph& g_;
  const pagerank_options& o_;
  const bool weighted_;
  const layout* const prepared_;
  const double uniform_;
  const distributions given_;
  array<double> jump_, drop_;  // in the layout's ids
  pagerank_request request_;
  bool by_degree_ = false;  // initial scores
};

}  // namespace

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

pagerank_result pagerank_on_cpu(const graph& g, const layout* prepared, const pagerank_options& options) {
  return pagerank_call(g, prepared, options).run();
}

}  // namespace fathom
