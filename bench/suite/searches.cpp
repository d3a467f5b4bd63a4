// Benchmark after McLaughlin, Riedy, Bader, HPEC 2015: the methods of Table II, their energy (Table III), the threshold T (Figure
// 1).
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "base/text.hpp"
#include "bench/suite/searches_methods.hpp"
#include "fathom/bfs.hpp"
#include "fathom/error.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t searches_on_cpu = 64, searches_on_device = 1024;  // the latter is the paper's k
constexpr edge_offset most_swept = 1024;                                // Figure 1's largest T

/// Measurements of the methods on one graph. A first run of each method compares its distances with the CPU's.
class searches_comparison {
 public:
  searches_comparison(const loaded_graph& loaded, const bench_settings& settings, const session& s, const compared_searches& c)
      : loaded_(loaded), settings_(settings), searches_(c) {
    expected_ = cpu_method(c).run(true).fingerprints;
    if (!why_no_energy(c.where).empty()) return;
    measures_energy_ = true;
    s.clear_progress();
    std::this_thread::sleep_for(settling);
    idle_ = energy_meter(c.where).idle(idle_seconds);
  }

  /// Repeats the method for the time of --window: at least once, and at most --repeat times if no energy is measured.
  bench_row measure(const method& m, bool with_energy = true) const {
    std::unique_ptr<energy_meter> meter = opened_meter(with_energy);
    timer clock;
    method_run last = m.run(true);
    if (last.fingerprints != expected_) throw_wrong(m, last.fingerprints);
    std::vector<method_run> runs;
    if (clock.seconds() >= settings_.window) {
      runs.push_back(std::move(last));  // long enough to make the one-time work, such as the comparison, negligible
    } else {
      const std::uint64_t edges = last.edges_traversed;
      meter.reset();  // only one window can be open
      meter = opened_meter(with_energy);
      clock.restart();
      do {
        runs.push_back(m.run(false));
        if (runs.back().edges_traversed != edges) throw_different(m, runs.back().edges_traversed, edges);
      } while (clock.seconds() < settings_.window && (meter || runs.size() < static_cast<std::size_t>(settings_.repeats)));
    }
    bench_row row = row_of(m, runs);
    if (meter) row.energy = energy_of_window(runs, meter->stop());
    return row;
  }

 private:
  [[nodiscard]] std::unique_ptr<energy_meter> opened_meter(bool with_energy) const {
    if (!with_energy || !measures_energy_) return nullptr;
    auto meter = std::make_unique<energy_meter>(searches_.where);
    meter->start();
    return meter;
  }

  [[nodiscard]] bench_row row_of(const method& m, const std::vector<method_run>& runs) const {
    const method_run& last = runs.back();
    bench_row row;
    row.bench = "multi-search";
    row.graph = loaded_.name;
    row.what = m.name;
    row.threads = last.threads;
    row.unit = "edges";
    std::vector<double> on_device;
    for (const method_run& run : runs) {
      row.seconds.push_back(run.seconds);
      on_device.push_back(run.seconds_on_device);
      if (run.edges_traversed > 0) row.amounts.push_back(static_cast<double>(run.edges_traversed));
    }
    row.note = last.engine;
    row.figures = {{"searches", static_cast<double>(searches_.sources.size())}};
    if (last.seconds_on_device > 0) row.figures.emplace_back("seconds_on_device", summarize(on_device).median);
    if (last.edges_inspected > 0) row.figures.emplace_back("edges_inspected", static_cast<double>(last.edges_inspected));
    if (last.threshold) {
      const edge_offset t = paper_t(*last.threshold);
      row.note += fmt::format(" (the paper's T is {})", t);
      row.figures.emplace_back("T", static_cast<double>(t));
    }
    return row;
  }

  [[nodiscard]] bench_energy energy_of_window(const std::vector<method_run>& runs, energy_reading reading) const {
    bench_energy e;
    e.reading = reading;
    e.idle = idle_;
    e.directed = loaded_.g.directed();
    e.searches = runs.size() * searches_.sources.size();
    for (const method_run& run : runs) {
      e.edges += static_cast<double>(run.edges_traversed);
      e.searching_seconds += run.seconds_on_device > 0 ? run.seconds_on_device : run.seconds;
    }
    return e;
  }

  [[noreturn]] void throw_wrong(const method& m, const std::vector<std::uint64_t>& found) const {
    std::size_t at = 0;
    while (at < found.size() && at < expected_.size() && found[at] == expected_[at]) ++at;
    throw error(
        error_category::device,
        fmt::format("{}: the distances of '{}' from source {} (number {} of {}) differ from those of the CPU; this is a bug in "
                    "fathom or a fault of {}",
                    loaded_.name, m.name, searches_.sources[std::min(at, searches_.sources.size() - 1)], at + 1,
                    searches_.sources.size(), to_string(searches_.where)));
  }
  [[noreturn]] void throw_different(const method& m, std::uint64_t found, std::uint64_t before) const {
    throw error(error_category::device,
                fmt::format("{}: '{}' traversed {} edges, but {} in the first run; this is a bug in fathom or a fault of {}",
                            loaded_.name, m.name, grouped(found), grouped(before), to_string(searches_.where)));
  }

  const loaded_graph& loaded_;
  const bench_settings& settings_;
  const compared_searches& searches_;
  std::vector<std::uint64_t> expected_;
  bool measures_energy_ = false;
  idle_power idle_;
};

double median(const bench_row& row) { return summarize(row.seconds).median; }
double joules_per_search(const bench_row& row) { return row.energy->reading.joules / static_cast<double>(row.energy->searches); }

// The paper's oracle "chooses between edge-parallel and work-efficient, depending on whichever method is better for the particular
// input graph": by time in Table II, by energy in Table III. It reuses their measurements.
bench_row oracle_of(const bench_row& edge_parallel, const bench_row& work_efficient) {
  bench_row row = median(edge_parallel) < median(work_efficient) ? edge_parallel : work_efficient;
  row.note = fmt::format("the better of the two: {}", row.what);
  if (row.energy) {
    const bench_row& frugal = joules_per_search(edge_parallel) < joules_per_search(work_efficient) ? edge_parallel : work_efficient;
    if (frugal.what != row.what) row.note += fmt::format(", by energy {}", frugal.what);
    row.energy = frugal.energy;
  }
  row.what = method_name::oracle;
  return row;
}

void compare_with_oracle(const bench_row& oracle, bench_row& hybrid) {
  const double saved = 1 - median(hybrid) / median(oracle);
  hybrid.note += fmt::format("; {} % less time than the oracle", three_digits(100 * saved));
  hybrid.figures.emplace_back("time_saved_over_oracle", saved);
  if (!oracle.energy || !hybrid.energy) return;
  const double joules_saved = 1 - joules_per_search(hybrid) / joules_per_search(oracle);
  hybrid.note += fmt::format(", {} % less energy", three_digits(100 * joules_saved));
  hybrid.figures.emplace_back("energy_saved_over_oracle", joules_saved);
}

edge_offset t_of(const bench_row& row) {
  for (const auto& [name, value] : row.figures) {
    if (name == "T") return static_cast<edge_offset>(value);
  }
  return 0;
}

// Measures the cost of the abstraction against a hand-written kernel for the same search with the same T.
void compare_with_hand_written(const searches_comparison& compare, const compared_searches& c, std::vector<bench_row>& rows) {
  bench_row& hybrid = rows.back();
  if (c.prepared.where.kind != device_kind::cuda) {
    hybrid.note += "; not compared with the hand-written kernel, since the layout is in host memory";
    return;
  }
  bench_row by_hand = compare.measure(by_hand_method(c, t_of(hybrid), static_cast<std::uint64_t>(hybrid.amounts.back())));
  const double ratio = median(hybrid) / median(by_hand);
  hybrid.note += fmt::format("; {} times the time of the hand-written kernel", three_digits(ratio));
  hybrid.figures.emplace_back("time_over_by_hand", ratio);
  rows.push_back(std::move(by_hand));
}

bench_row swept(bench_row row, const std::string& t) {
  row.bench = "multi-search T";
  row.what = "T = " + t;
  row.energy.reset();
  return row;
}

// Figure 1: T in powers of two until no warp has work. T = 0 and infinity are methods with their own names.
void sweep(const searches_comparison& compare, const compared_searches& c, edge_offset max_degree, std::vector<bench_row>& rows) {
  const bench_row warp_based = rows[3], hybrid = rows[4], work_efficient = rows[1];
  const std::size_t first = rows.size();
  rows.push_back(swept(warp_based, "0"));
  for (edge_offset t = 2; t <= std::min(max_degree, most_swept); t *= 2) {
    const std::string name = fmt::format("{}", t);
    if (t == t_of(hybrid))
      rows.push_back(swept(hybrid, name));
    else
      rows.push_back(swept(compare.measure(device_method(c, name.c_str(), multi_search_method::hybrid, t), false), name));
  }
  const auto best = std::min_element(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                                     [](const bench_row& a, const bench_row& b) { return median(a) < median(b); });
  if (best->what.size() > 4) rows[4].figures.emplace_back("best_T", std::stod(best->what.substr(4)));
  rows.push_back(swept(work_efficient, "infinity"));
  rows.push_back(swept(hybrid, "chosen"));
}

std::vector<bench_row> compare_on_device(const searches_comparison& compare, const compared_searches& c, edge_offset max_degree) {
  using by = multi_search_method;
  std::vector<bench_row> rows;
  rows.push_back(compare.measure(device_method(c, method_name::edge_parallel, by::edge_parallel)));
  rows.push_back(compare.measure(device_method(c, method_name::work_efficient, by::work_efficient)));
  rows.push_back(oracle_of(rows[0], rows[1]));
  rows.push_back(compare.measure(device_method(c, method_name::warp_based, by::warp_based)));
  rows.push_back(compare.measure(device_method(c, method_name::hybrid, by::hybrid)));
  compare_with_oracle(rows[2], rows[4]);
  compare_with_hand_written(compare, c, rows);
  rows.push_back(compare.measure(default_method(c)));
  rows.push_back(compare.measure(joined_method(c)));
  sweep(compare, c, max_degree, rows);
  return rows;
}

}  // namespace

std::vector<bench_row> bench_multi_search(const std::string& name, const bench_settings& settings, const session& s) {
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const device where = working_device(settings.graph);
  const bool on_cpu = where.kind == device_kind::cpu;
  const std::size_t count = settings.sources > 0 ? static_cast<std::size_t>(settings.sources)
                            : on_cpu             ? searches_on_cpu
                                                 : searches_on_device;
  const array<vertex_id> sources = random_sources(loaded.g, count, settings.graph.seed, control);
  const compared_searches c{where,
                            control,
                            prepare(loaded.g, {vertex_order::automatic, device{}, control}),
                            prepare(loaded.g, {vertex_order::automatic, where, control}),
                            prepare(loaded.g, {vertex_order::automatic, where, control, search_kind::joined}),
                            sources.view()};
  const searches_comparison compare(loaded, settings, s, c);
  std::vector<bench_row> rows;
  if (on_cpu) {
    rows.push_back(compare.measure(cpu_method(c)));
    rows.push_back(compare.measure(joined_method(c)));
  } else {
    rows = compare_on_device(compare, c, loaded.g.properties().max_out_degree);
  }
  rows.front().note += fmt::format("; {}, {} directed edges, {} order", counted(loaded.g.num_vertices(), "vertex", "vertices"),
                                   grouped(loaded.g.num_edges()), to_string(c.prepared.order));
  const auto of_graph = graph_figures(loaded.g);
  rows.front().figures.insert(rows.front().figures.end(), of_graph.begin(), of_graph.end());
  return rows;
}

}  // namespace fathom::program
