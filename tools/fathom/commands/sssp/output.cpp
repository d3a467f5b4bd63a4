// Report of `fathom sssp` as text and JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/memory.hpp"
#include "base/report_json.hpp"
#include "base/report_text.hpp"
#include "base/text.hpp"
#include "commands/sssp/command.hpp"
#include "fathom/report.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/run_text.hpp"
#include "output/shown.hpp"

namespace fathom::program {
namespace {

template <class Value>
summary_statistics summary_of(const sssp_outcome& o, Value value) {
  std::vector<double> values;
  for (const sssp_run& run : o.runs) values.push_back(value(run.report));
  return summarize(values);
}

double seconds_of(const sssp_report& r) { return r.seconds(); }
double seconds_on_device_of(const sssp_report& r) { return r.seconds_on_device; }

std::string runs_table(const sssp_outcome& o) {
  std::vector<sssp_report> reports;
  for (const sssp_run& run : o.runs) reports.push_back(run.report);
  text_table table = report_table(reports,
                                  {"source", "reached", "farthest", "edges_traversed", "edges_relaxed", "windows", "seconds",
                                   "seconds_predecessors", "seconds_map_back", "seconds_on_device"},
                                  [&](vertex_id v) { return shown_name(o.loaded.g, v); });
  if (o.runs.front().validation) table.columns.push_back({"valid"});
  for (std::size_t i = 0; i < o.runs.size(); ++i) {
    if (o.runs[i].validation) table.rows[i].emplace_back(o.runs[i].validation->valid ? "yes" : "NO");
  }
  return table.render();
}

std::string layout_text(const weighted_layout& l) {
  return fmt::format("  weights    {}\n", l.weights == weight_kind::unit
                                              ? "none: each edge has weight 1"
                                              : fmt::format("{}, {:.8g} to {:.8g}, mean {:.4g}", to_string(l.weights),
                                                            l.smallest_weight, l.largest_weight, l.mean_weight)) +
         fmt::format("  layout     {}; {}, prepared in {}\n", l.reason, human_bytes(l.bytes), human_seconds(l.seconds)) +
         (l.contracted_vertices == 0 ? ""
                                     : fmt::format("  contracted {} of {} vertices, which are in trees and chains\n",
                                                   grouped(l.contracted_vertices), grouped(l.caller_vertices)));
}

std::string path_text(const sssp_outcome& o) {
  if (!o.target) return "";
  const graph& g = o.loaded.g;
  const std::string name = shown_name(g, *o.target);
  if (o.target_distance == unreachable_distance)
    return fmt::format("\n{} was not reached\n", painted(paint::heading, "target " + name));
  return fmt::format("\n{} {} is at distance {}{}{}\n", painted(paint::heading, "target"), name, o.target_distance,
                     o.path.empty() ? "" : ", along\n  ", shown_path(g, o.path));
}

json run_json(const graph& g, const sssp_run& run) {
  json object = json_fields(run.report, &g);
  if (!g.arrays().labels.empty()) object["label"] = g.name(run.report.source);
  object["valid"] = run.validation ? json(run.validation->valid) : json(nullptr);
  if (run.validation && !run.validation->valid) object["message"] = run.validation->message;
  return object;
}

}  // namespace

std::string sssp_text(const sssp_arguments& a, const sssp_outcome& o) {
  const sssp_report& first = o.runs.front().report;
  std::string text = o.parts ? "" : layout_text(o.prepared);
  text +=
      fmt::format("\n{} on {}, {}: {}; initial window width {:.4g}\n",
                  painted(paint::heading, fmt::format("{} from {}", counted(o.runs.size(), "search", "searches"), o.sources)),
                  to_string(first.where), counted(static_cast<std::uint64_t>(first.threads), "thread"), first.engine, first.delta);
  if (o.runs.size() <= few_runs || a.runs) text += runs_table(o);
  if (o.runs.size() > 1) {
    const summary_statistics t = summary_of(o, seconds_of);
    const double on_device = summary_of(o, seconds_on_device_of).median;
    text += fmt::format("  time  min {}, median {}, mean {}, max {}{}\n", human_seconds(t.min), human_seconds(t.median),
                        human_seconds(t.mean), human_seconds(t.max),
                        on_device > 0 ? fmt::format("; on the device median {}", human_seconds(on_device)) : "");
  }
  const bool on_cpu = first.where.kind == device_kind::cpu;
  text += validation_text(o.loaded.g, o.runs, "", o.seconds_validate, on_cpu ? nullptr : &o.place) + path_text(o);
  const part_holder holder = holder_of_part(a.ranking);
  if (o.parts)
    text += "\n" + painted(paint::heading, fmt::format("work of each {} in all searches", holder.one)) + "\n" +
            ranks_text(o.parts->by_rank, holder);
  text += fmt::format("\npeak memory {}\n", human_bytes(peak_memory_bytes()));
  return text + files_text(o.files);
}

std::string sssp_json(const sssp_arguments& a, const sssp_outcome& o) {
  const graph& g = o.loaded.g;
  json runs = json::array();
  for (const sssp_run& run : o.runs) runs.push_back(run_json(g, run));
  json object = command_json("sssp", o.loaded);
  object["layout"] = o.parts ? json(nullptr) : layout_json(o.prepared, false);
  move_shared_fields(runs, object);
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["runs"] = std::move(runs);
  object["summary"] = {{"runs", o.runs.size()},
                       {"seconds", json_fields(summary_of(o, seconds_of))},
                       {"seconds_on_device", json_fields(summary_of(o, seconds_on_device_of))},
                       {"teps", json_fields(summary_of(o, [](const sssp_report& r) { return r.teps(); }))},
                       {"validated", a.validate ? o.runs.size() - o.failed() : 0},
                       {"failed", o.failed()}};
  object["validation"] = a.validate ? validation_json(o.place, o.seconds_validate) : json(nullptr);
  if (o.target) {
    object["target"] = g.original_id(*o.target);
    object["distance"] = o.target_distance == unreachable_distance ? json(nullptr) : json(o.target_distance);
    object["path"] = vertices_json(g, o.path);
  }
  if (!o.files.empty()) object["files"] = o.files;
  if (o.parts) add_partition(o.loaded, *o.parts, object);
  return text_of(object);
}

}  // namespace fathom::program
