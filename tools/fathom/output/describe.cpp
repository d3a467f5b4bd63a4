#include "output/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "output/appearance.hpp"
#include "output/shown.hpp"

namespace fathom::program {
namespace {

constexpr double megabyte = 1e6;                       // decimal unit, for the throughput of files
constexpr int fewest_decimals = 6, fewest_digits = 4;  // see shown_value()
constexpr std::size_t longest_name = 60;               // bytes shown of a label
// Below this a rate says more about the clock than about the work.
constexpr double shortest_timed_seconds = 1e-3;

std::string per_second(double amount, double seconds, std::string_view unit) {
  return seconds < shortest_timed_seconds ? "" : fmt::format(", {}{}/s", human_quantity(amount / seconds), unit);
}

std::string read_text(const loaded_graph& loaded) {
  if (loaded.generated()) {
    return fmt::format("edges in {}{}", human_seconds(loaded.seconds_read),
                       per_second(double(loaded.what.edges_read), loaded.seconds_read, "edges"));
  }
  if (loaded.file_bytes == 0) return fmt::format("edges of {}, read in {}", loaded.origin, human_seconds(loaded.seconds_read));
  const std::string rate = loaded.seconds_read < shortest_timed_seconds
                               ? ""
                               : fmt::format(", {} MB/s", three_digits(double(loaded.file_bytes) / loaded.seconds_read / megabyte));
  return fmt::format("edges from {} of {}, read in {}{}", human_bytes(loaded.file_bytes), loaded.origin,
                     human_seconds(loaded.seconds_read), rate);
}

std::string built_text(const loaded_graph& loaded) {
  const std::string where = "in " + human_bytes(loaded.cut ? loaded.cut->bytes_before : loaded.g.bytes());
  if (loaded.seconds_build <= 0) return "edges " + where;
  return fmt::format("edges {}, built in {}{}", where, human_seconds(loaded.seconds_build),
                     per_second(double(loaded.what.edges_read), loaded.seconds_build, "edges"));
}

std::string bin_name(int bin) {
  if (bin == 0) return "0";
  if (bin == 1) return "1";
  const std::uint64_t low = std::uint64_t{1} << (bin - 1);
  return fmt::format("{} - {}", grouped(low), grouped(2 * low - 1));
}

}  // namespace

std::string shown_name(const graph& g, vertex_id v) { return shown_text(g.name(v)); }

std::string shown_path(const graph& g, std::span<const vertex_id> path) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.size() > longest_whole_path && i == path_end) {
      names.push_back(fmt::format("... {} more ...", grouped(path.size() - 2 * path_end)));
      i = path.size() - path_end;
    }
    names.push_back(shown_name(g, path[i]));
  }
  return fmt::format("{}", fmt::join(names, " -> "));
}

std::string shown_value(double value, double largest) {
  const int needed = largest > 0 ? fewest_digits - 1 - static_cast<int>(std::floor(std::log10(largest))) : 0;
  return fmt::format("{:.{}f}", value, std::max(fewest_decimals, needed));
}

std::string shown_text(std::string name) {
  name = terminal_safe(name);
  if (name.size() <= longest_name) return name;
  // Cut at a character boundary: bytes 10xxxxxx continue a UTF-8 character.
  std::size_t end = longest_name;
  while (end > 0 && (name[end] & 0xC0) == 0x80) --end;
  return name.substr(0, end) + "...";
}

std::string graph_line(const std::string& name, const graph& g) {
  std::string kind = g.directed() ? "directed" : "undirected";
  if (g.weighted()) kind += ", weighted";
  if (!g.arrays().labels.empty()) kind += ", labeled";
  const std::string edges = g.directed() ? counted(g.num_edges(), "directed edge")
                                         : fmt::format("{} ({} directed)", counted(g.num_edges_once(), "edge"), grouped(g.num_edges()));
  return fmt::format("{}  {}: {}, {}\n", painted(paint::heading, name), kind, counted(g.num_vertices(), "vertex", "vertices"), edges);
}

namespace {

// Outcome of parallel edges, for the receipt.
std::string_view merged_text(const loaded_graph& loaded) {
  if (!loaded.g.weighted()) return "duplicates";
  switch (loaded.what.parallel) {
    case parallel_edges::sum:
      return "parallel edges; their weights were added up";
    case parallel_edges::first:
      return "parallel edges; the first one was kept";
    default:
      return "parallel edges; the smallest weight was kept";
  }
}

}  // namespace

text_table receipt_table(const loaded_graph& loaded) {
  const receipt& r = loaded.what;
  text_table table{{{"", text_side::left}, {"", text_side::right}, {"", text_side::left}}, {}};
  const auto row = [&](std::string what, std::string amount, std::string text) {
    table.rows.push_back({std::move(what), std::move(amount), std::move(text)});
  };
  row(loaded.generated() ? "generated" : "read", grouped(r.edges_read), read_text(loaded));
  if (r.self_loops_removed > 0) row("dropped", fmt::format("-{}", grouped(r.self_loops_removed)), "self-loops");
  if (r.reverse_edges_added > 0) row("added", fmt::format("+{}", grouped(r.reverse_edges_added)), "reverse edges");
  if (r.duplicates_removed > 0) {
    row(loaded.g.weighted() ? "merged" : "dropped", fmt::format("-{}", grouped(r.duplicates_removed)),
        std::string(merged_text(loaded)));
  }
  row("stored", grouped(r.edges_stored), built_text(loaded));
  if (loaded.cut) {
    const component_cut& c = *loaded.cut;
    row("kept", grouped(loaded.g.num_edges()),
        fmt::format("edges of the largest {} component: {} of {} vertices; the graph has {} such components", to_string(c.kind),
                    grouped(loaded.g.num_vertices()), grouped(c.vertices_before), grouped(c.components)));
  }
  if (r.isolated > 0 && !loaded.cut) row("isolated", grouped(r.isolated), "vertices without edges, kept in every result");
  if (r.renumbered) {
    row("renumbered", grouped(r.vertices), fmt::format("ids up to {}; results use the file's ids", grouped(r.largest_original_id)));
  }
  return table;
}

std::string receipt_text(const loaded_graph& loaded) {
  std::string text = graph_line(loaded.name, loaded.g) + receipt_table(loaded).render();
  for (const std::string& note : loaded.what.notes) text += fmt::format("  note: {}\n", terminal_safe(note));
  return text;
}

std::string component_hint(const loaded_graph& loaded, std::string_view statistic, const run_control& control) {
  components_options options;
  options.sizes = false;
  options.control = control;
  const bool strong = loaded.g.directed();
  const vertex_id count =
      strong ? strongly_connected_components(loaded.g, options).count : weakly_connected_components(loaded.g, options).count;
  if (count <= 1) return {};
  return fmt::format(
      "  hint: the graph has {}{} components, which affects {}; use --largest-component{} to keep only the largest\n",
      grouped(count), strong ? " strong" : "", statistic, strong ? "=strong" : "");
}

std::string layout_text(const layout& prepared, bool loaded) {
  std::string cost = loaded ? " (loaded from the file" : " (prepared in " + human_seconds(prepared.seconds);
  if (prepared.bytes > 0) cost += ", " + human_bytes(prepared.bytes);
  return fmt::format("  {}{})\n", terminal_safe(prepared.reason), cost);
}

std::string degree_histogram(const graph& g) {
  const auto& bins = g.properties().out_degree_histogram;
  const std::uint64_t fullest = *std::max_element(bins.begin(), bins.end());
  const auto last = std::find_if(bins.rbegin(), bins.rend(), [](std::uint64_t count) { return count > 0; });
  text_table table{{{g.directed() ? "out-degree" : "degree"}, {"vertices"}, {"", text_side::left}}, {}};
  for (int bin = 0; bin < static_cast<int>(bins.rend() - last); ++bin) {
    table.rows.push_back({bin_name(bin), grouped(bins[bin]), bar_of(bins[bin], fullest, cells_beside(columns_before_bars))});
  }
  return table.render();
}

}  // namespace fathom::program
