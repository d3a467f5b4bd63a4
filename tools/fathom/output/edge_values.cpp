#include "output/edge_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/output_file.hpp"
#include "base/text.hpp"
#include "interrupt.hpp"
#include "io/formats/npy.hpp"
#include "output/describe.hpp"
#include "output/result_rows.hpp"
#include "output/result_writer.hpp"
#include "output/shown.hpp"

namespace fathom::program {
namespace {

std::vector<edge_values::edge> largest(const edge_values& v) {
  std::vector<edge_values::edge> some(std::min(few_values, v.edges.size()));
  std::partial_sort_copy(v.edges.begin(), v.edges.end(), some.begin(), some.end(), [](const auto& a, const auto& b) {
    return std::tuple(-a.value, a.source, a.target) < std::tuple(-b.value, b.source, b.target);
  });
  return some;
}

void write_table(const std::filesystem::path& file, const graph& g, const edge_values& v) {
  output_file out(file, interrupt_token());
  result_rows table(out, file);
  table.cell("source").cell("target").cell(v.name).end_row();
  for (const edge_values::edge& e : v.edges) table.name(g.name(e.source)).name(g.name(e.target)).cell(e.value).end_row();
  out.commit();
}

}  // namespace

edge_values make_edge_values(std::string name, const graph& g, std::span<const double> values) {
  edge_values made{std::move(name), {}};
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = g.view().out.offsets[u]; e < g.view().out.offsets[u + 1]; ++e) {
      const vertex_id v = g.view().out.targets[e];
      if (g.directed() || u <= v) made.edges.push_back({u, v, values[e]});
    }
  }
  return made;
}

std::vector<std::string> write_values(const std::filesystem::path& file, const graph& g, const edge_values& v) {
  if (file.empty()) return {};
  const result_format format = result_format_of(file);
  if (format == result_format::table) {
    write_table(file, g, v);
    return {file.string()};
  }
  output_group files(interrupt_token());
  output_file& out = files.add(file);
  output_file& ends = files.add(beside(file, "edges"));
  leave_out(files, file, {"predecessors", "vertices"});
  if (format == result_format::npy) {
    out.write(io::make_npy_header("<f8", fmt::format("({},)", v.edges.size())));
    ends.write(io::make_npy_header("<i8", fmt::format("({}, 2)", v.edges.size())));
  }
  for (const edge_values::edge& e : v.edges) {
    const std::uint64_t pair[] = {g.original_id(e.source), g.original_id(e.target)};
    if (format == result_format::npy) {
      out.write(&e.value, sizeof e.value);
      ends.write(pair, sizeof pair);
    } else {
      out.write(fmt::format("{}\n", e.value));
      ends.write(fmt::format("{} {}\n", pair[0], pair[1]));
    }
  }
  files.commit();
  return {file.string(), beside(file, "edges").string()};
}

std::string largest_values_text(const graph& g, const edge_values& v) {
  text_table table{{{"source"}, {"target"}, {v.name}}, {}};
  const std::vector<edge_values::edge> shown = largest(v);
  for (const edge_values::edge& e : shown) {
    table.rows.push_back({shown_name(g, e.source), shown_name(g, e.target), shown_value(e.value, shown.front().value)});
  }
  return table.render();
}

json largest_values_json(const graph& g, const edge_values& v) {
  json all = json::array();
  for (const edge_values::edge& e : largest(v)) {
    json object = {{"source", g.original_id(e.source)}, {"target", g.original_id(e.target)}};
    if (!g.arrays().labels.empty()) object["source_label"] = g.name(e.source), object["target_label"] = g.name(e.target);
    object["value"] = e.value;
    all.push_back(std::move(object));
  }
  return all;
}

}  // namespace fathom::program
