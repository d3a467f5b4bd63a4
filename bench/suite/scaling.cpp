// Benchmark of strong and weak scaling.
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>
#include <thread>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "bench/suite/scaling_model.hpp"
#include "bench/suite/scaling_text.hpp"
#include "build_info.hpp"
#include "comm/agreement.hpp"
#include "commands/graph500/device.hpp"
#include "fathom/energy.hpp"
#include "fathom/error.hpp"
#include "fathom/graph500.hpp"

namespace fathom::program {
namespace {

// The model's line needs a second size, of which a search takes a small part of the time.
constexpr int scales_below = 2;
constexpr int smallest_scale = 1 + scales_below;
// Idle processes ask this often whether the others have finished; waiting in MPI would take CPU time from them.
constexpr auto between_questions = std::chrono::milliseconds(5);

struct kronecker_size {
  int scale = 0, edge_factor = 16;

  [[nodiscard]] std::string name() const { return fmt::format("kron:{}:{}", scale, edge_factor); }
};

kronecker_size size_named(const std::string& graph) {
  kronecker_size size;
  int end = 0, end_with_factor = 0;
  const int parts = std::sscanf(graph.c_str(), "kron:%d%n:%d%n", &size.scale, &end, &size.edge_factor, &end_with_factor);
  const bool whole = (parts == 1 && static_cast<std::size_t>(end) == graph.size()) ||
                     (parts == 2 && static_cast<std::size_t>(end_with_factor) == graph.size());
  if (!whole || size.scale < smallest_scale)
    throw error(error_category::usage, fmt::format("'{}': bench scaling runs the Graph500 benchmark; give kron:SCALE or "
                                                   "kron:SCALE:EDGE_FACTOR with a scale of at least {}",
                                                   graph, smallest_scale));
  return size;
}

// 1, 2, 4, ... and `most`.
std::vector<int> doublings_up_to(int most) {
  std::vector<int> all;
  for (int count = 1; count < most; count *= 2) all.push_back(count);
  all.push_back(most);
  return all;
}

bool is_power_of_two(int count) { return (count & (count - 1)) == 0; }

int log2_of(int power) {
  int log = 0;
  while (power > 1) power /= 2, ++log;
  return log;
}

// Measures the benchmark on some of the workers: threads of this process, or processes.
class measurer {
 public:
  // Collective if there are several processes.
  measurer(const bench_settings& settings, const session& s, device where) : settings_(settings), session_(s), where_(where) {
    std::uint64_t unreadable = why_no_energy(where_).empty() ? 0 : 1;
    if (settings.ranks != nullptr) {
      threads_ = settings.graph.threads > 0 ? settings.graph.threads
                                            : std::max(1, omp_get_max_threads() / settings.ranks->ranks_on_host());
      settings.ranks->all_reduce(reduction::max, std::span(&unreadable, 1));
    }
    energy_seconds_ = unreadable == 0 ? settings.window : 0;
  }

  [[nodiscard]] std::vector<int> workers() const {
    if (settings_.ranks != nullptr) return doublings_up_to(settings_.ranks->size());
    if (settings_.graph.thread_counts.size() > 1) {
      std::vector<int> counts = settings_.graph.thread_counts;
      if (counts.front() != 1) counts.insert(counts.begin(), 1);  // speedups refer to one
      return counts;
    }
    return doublings_up_to(settings_.graph.threads > 0 ? settings_.graph.threads : omp_get_max_threads());
  }
  [[nodiscard]] bool processes() const { return settings_.ranks != nullptr; }

  // Collective. The result is valid on process 0.
  graph500_result run(const kronecker_size& size, int workers, std::optional<exchange_cost>& exchange) {
    graph500_options options;
    options.scale = size.scale;
    options.edge_factor = size.edge_factor;
    options.roots = settings_.trials;
    options.seed = settings_.graph.seed;
    options.build = build_hash();
    options.where = where_;
    options.energy_seconds = energy_seconds_;
    if (!processes()) {
      options.control = session_.control(workers);
      graph500_result result = graph500(options);
      if (const std::exception_ptr failed = invalid(result)) std::rethrow_exception(failed);
      return result;
    }
    options.control = session_.control(threads_);
    if (workers > 1) options.transport = settings_.transport;
    return on_some(options, workers, exchange);
  }

 private:
  // The same on all processes that took part; null for a valid result.
  static std::exception_ptr invalid(const graph500_result& result) {
    if (result.valid) return nullptr;
    return std::make_exception_ptr(error(error_category::device, "a search is not valid: " + result.message));
  }

  graph500_result on_some(graph500_options& options, int workers, std::optional<exchange_cost>& exchange) {
    communicator& all = *settings_.ranks;
    const bool takes_part = all.rank() < workers;
    const std::unique_ptr<communicator> part = all.split(takes_part ? 0 : 1, all.rank());
    const std::uint64_t before = finished_;
    graph500_result result;
    std::exception_ptr failed;
    if (takes_part) {
      options.ranks = part.get();
      try {
        result = graph500(options);
        if (where_.kind == device_kind::cpu && workers > 1) exchange = measured_exchange(*part);
      } catch (const rank_error&) {
        failed = std::current_exception();  // all processes of the part have it, and those that wait have to know
      } catch (const error&) {
        if (workers > 1) throw;
        failed = std::current_exception();
      }
      if (!failed) failed = invalid(result);
      if (all.rank() == 0) all.fetch_add(1);
    } else {
      while (all.fetch_add(0) == before) std::this_thread::sleep_for(between_questions);
    }
    ++finished_;
    throw_together(all, failed);
    return result;
  }

  const bench_settings& settings_;
  const session& session_;
  device where_;
  int threads_ = 1;
  double energy_seconds_ = 0;
  std::uint64_t finished_ = 0;
};

struct measured_point {
  kronecker_size size;
  int workers = 1;
  graph500_result result;
  std::optional<exchange_cost> exchange;
};

std::vector<double> seconds_of(const graph500_result& result) {
  std::vector<double> seconds;
  for (const graph500_search& one : result.bfs) seconds.push_back(one.seconds);
  return seconds;
}

double reached_of(const graph500_result& result) {
  double sum = 0;
  for (const graph500_search& one : result.bfs) sum += static_cast<double>(one.reached);
  return result.bfs.empty() ? 0 : sum / static_cast<double>(result.bfs.size());
}

double median_teps(const graph500_result& result) {
  std::vector<double> teps;
  for (const graph500_search& one : result.bfs) teps.push_back(one.teps());
  return summarize(teps).median;
}

double bytes_per_search(const graph500_result& result) {
  double sum = 0;
  for (const graph500_rank& one : result.by_rank) sum += static_cast<double>(one.bytes_searches);
  return result.bfs.empty() ? 0 : sum / static_cast<double>(result.bfs.size());
}

// A row of the point, compared with one worker's: `own` is the cost of a search in one worker.
bench_row row_of(const measured_point& point, const measured_point& one, const own_cost& own, std::string_view bench,
                 const measurer& how) {
  const graph500_result& r = point.result;
  bench_row row;
  row.bench = bench;
  row.graph = one.size.name();
  row.threads = how.processes() ? r.threads : point.workers;
  const std::string kind = how.processes() ? counted(static_cast<std::uint64_t>(point.workers), "process", "processes")
                                           : counted(static_cast<std::uint64_t>(point.workers), "thread");
  row.what = bench == strong_scaling ? kind : fmt::format("{}, {}", kind, point.size.name());
  row.seconds = seconds_of(r);
  for (const graph500_search& search : r.bfs) row.amounts.push_back(static_cast<double>(search.edges));
  row.unit = "edges";
  row.transport = r.transport;
  row.levels = r.slowest;
  row.note = to_string(r.where) + (r.transport == "none" ? "" : ", transport " + r.transport);
  if (!r.transport_reason.empty()) row.note += " (" + r.transport_reason + ")";
  const bool on_cpus = r.where.kind == device_kind::cpu;
  const search_form form = form_of(r.slowest, static_cast<std::uint64_t>(reached_of(r)));
  std::optional<exchange_cost> exchange = point.exchange;
  if (how.processes() && !on_cpus) exchange = device_exchange(r.transport, point.workers);
  // Medians, which a disturbed search does not change.
  const double speedup = median_teps(r) / median_teps(one.result);
  row.figures = {{"workers", point.workers},
                 {"processes", how.processes() ? point.workers : 1},
                 {"scale", point.size.scale},
                 {"teps", median_teps(r)},
                 {"speedup", speedup},
                 {"efficiency", speedup / point.workers},
                 {"bytes_per_search", bytes_per_search(r)}};
  if (!how.processes() || exchange || point.workers == 1) {
    row.figures.emplace_back("seconds_model", modeled_seconds(own, exchange, form, reached_of(r), point.workers, on_cpus));
  }
  if (how.processes()) row.figures.emplace_back("bytes_model", modeled_bytes(form, reached_of(r), point.workers, on_cpus));
  if (exchange) {
    row.figures.emplace_back("latency", exchange->latency);
    row.figures.emplace_back("bytes_per_second", exchange->bytes_per_second);
  }
  if (r.energy && r.energy->energy.joules > 0 && r.energy->searches > 0) {
    row.figures.emplace_back("joules_per_search", r.energy->energy.joules / static_cast<double>(r.energy->searches));
    row.figures.emplace_back("teps_per_watt", r.energy->teps_per_watt());
  }
  return row;
}

}  // namespace

void require_scaling(const std::string& graph, const bench_settings& settings) {
  static_cast<void>(size_named(graph));
  if (settings.ranks == nullptr && working_device(settings.graph).kind == device_kind::cuda) {
    throw error(
        error_category::usage,
        "bench scaling measures GPUs with a process for each; start it with mpirun -np GPUS, or give --device cpu for threads");
  }
}

std::vector<bench_row> bench_scaling(const std::string& graph, const bench_settings& settings, const session& s) {
  const kronecker_size base = size_named(graph);
  device where = working_device(settings.graph);
  if (settings.ranks != nullptr) static_cast<void>(fall_back_to_cpu(settings.graph, where, settings.ranks));
  const auto check_transport = [&] {
    if (settings.transport == rank_transport::automatic || where.kind != device_kind::cpu) return;
    throw error(error_category::usage,
                fmt::format("--transport {} has no effect: it applies to GPUs, and CPUs exchange data by MPI; use "
                            "--device cuda under mpirun, or leave it out",
                            to_string(settings.transport)));
  };
  settings.ranks == nullptr ? check_transport() : on_all_processes(*settings.ranks, check_transport);
  measurer how(settings, s, where);
  const auto measured = [&](const kronecker_size& size, int workers) {
    measured_point point{size, workers, {}, {}};
    point.result = how.run(size, workers, point.exchange);
    return point;
  };
  const measured_point small = measured({base.scale - scales_below, base.edge_factor}, 1), one = measured(base, 1);
  const own_cost own = fitted_cost(reached_of(small.result), summarize(seconds_of(small.result)).median, reached_of(one.result),
                                   summarize(seconds_of(one.result)).median);
  std::vector<bench_row> rows, by_vertices, by_edges;
  const auto add = [&](std::vector<bench_row>& to, const measured_point& point, std::string_view bench) {
    to.push_back(row_of(point, one, own, bench, how));
  };
  add(rows, one, strong_scaling);
  add(by_vertices, one, weak_scaling);
  add(by_edges, one, weak_scaling_by_edges);
  for (const int workers : how.workers()) {
    if (workers == 1) continue;
    add(rows, measured(base, workers), strong_scaling);
    add(by_edges, measured({base.scale, base.edge_factor * workers}, workers), weak_scaling_by_edges);
    // Graphs with as many times the vertices exist only for powers of two.
    if (is_power_of_two(workers))
      add(by_vertices, measured({base.scale + log2_of(workers), base.edge_factor}, workers), weak_scaling);
  }
  for (std::vector<bench_row>* weak : {&by_vertices, &by_edges}) {
    rows.insert(rows.end(), std::make_move_iterator(weak->begin()), std::make_move_iterator(weak->end()));
  }
  return rows;
}

}  // namespace fathom::program
