// Benchmark of graph building and layout preparation.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <fstream>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "fathom/generate.hpp"
#include "fathom/report.hpp"

namespace fathom::program {
namespace {

// Resets the kernel's peak of resident memory (proc(5), clear_refs). Without permission, the peak remains that of the whole run.
void forget_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

// Resident bytes of the process, without memory that the allocator keeps from earlier work.
std::uint64_t resident_bytes() {
  malloc_trim(0);
  forget_peak_memory();
  return peak_memory_bytes();
}

edge_list edges_of(const std::string& name, const bench_settings& settings, const run_control& control) {
  if (is_generator_name(name) && settings.graph.largest_component.empty()) {
    edge_list edges = generate(name, {settings.graph.seed, control});
    if (settings.graph.directed) edges.directed = true;
    if (settings.graph.undirected) edges.directed = false;
    return edges;
  }
  // The edges of a file come from its graph and are sorted, which is the builder's easiest input. A note says so.
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  const graph_view& view = loaded.g.view();
  edge_list edges;
  edges.num_vertices = view.num_vertices;
  edges.sources = array<vertex_id>(view.num_edges);
  edges.targets = array<vertex_id>(view.num_edges);
  for (vertex_id v = 0; v < view.num_vertices; ++v) {
    std::fill(edges.sources.begin() + view.out.offsets[v], edges.sources.begin() + view.out.offsets[v + 1], v);
  }
  std::copy_n(view.out.targets, view.num_edges, edges.targets.begin());
  return edges;
}

// Adds one run: its time and its amount of work.
void add_run(bench_row& row, double seconds, double amount) {
  row.seconds.push_back(seconds);
  row.amounts.push_back(amount);
}

std::string device_note(device where, double seconds) {
  return where.kind == device_kind::cpu
             ? ""
             : fmt::format("; {} of it on {}, the rest in copies and on the CPU", human_seconds(seconds), to_string(where));
}

}  // namespace

std::vector<bench_row> bench_build(const std::string& name, const bench_settings& settings, const session& s) {
  std::vector<bench_row> rows;
  const device where = working_device(settings.graph);
  for (const int threads : bench_thread_counts(settings, where)) {
    bench_row building{"build", name, "edge list to sorted rows", threads, {}, {}, "edges", ""};
    bench_row preparing{"build", name, "rows to a layout for searching", threads, {}, {}, "edges", ""};
    double worst_ratio = 0, device_building = 0, device_preparing = 0;
    for (int run = -1; run < settings.repeats; ++run) {
      const std::uint64_t before = resident_bytes();
      edge_list edges = edges_of(name, settings, s.control(settings.graph.threads));
      const double list_bytes = double(edges.sources.bytes() + edges.targets.bytes() + edges.weights.bytes());
      const double count = double(edges.size());
      forget_peak_memory();
      build_options options = build_settings(settings.graph, s.control(threads));
      options.where = where;
      const build_result built = build(std::move(edges), options);
      worst_ratio = std::max(worst_ratio, (double(peak_memory_bytes()) - double(before)) / list_bytes);
      const layout prepared = prepare(built.g, {vertex_order::automatic, where, options.control});
      building.figures = preparing.figures = graph_figures(built.g);
      if (run < 0) continue;
      add_run(building, built.what.seconds, count);
      add_run(preparing, prepared.seconds, count);
      device_building = built.what.seconds_on_device, device_preparing = prepared.seconds_on_device;
      preparing.note = std::string(to_string(prepared.order)) + " order";
    }
    building.note = fmt::format("peak memory {} times the edge list{}{}", three_digits(worst_ratio),
                                is_generator_name(name) ? "" : "; edges were sorted", device_note(where, device_building));
    preparing.note += device_note(where, device_preparing);
    rows.push_back(std::move(building));
    rows.push_back(std::move(preparing));
  }
  return rows;
}

}  // namespace fathom::program
