// Report of `fathom graph500` as text.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "commands/graph500/command.hpp"
#include "exit_code.hpp"
#include "options/energy_option.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

std::string methods_text(const graph500_result& r) {
  std::string text = "transport " + r.transport;
  if (!r.transport_reason.empty()) text += " (" + r.transport_reason + ")";
  if (r.conflict_resolution) text += fmt::format(", conflict resolution {}", to_string(*r.conflict_resolution));
  return text;
}

std::string levels_text(const graph500_result& r, const std::string& why_cpu) {
  const std::string place = to_string(r.where) + (why_cpu.empty() ? "" : " (" + why_cpu + ")");
  std::string text = fmt::format(
      "{} by {} ({} x {}{}), {} each, on {}, {}; levels of the slowest search:\n"
      "  level  direction    frontier  edges inspected  bytes sent        us  search us  exchange us  wait us  imbalance\n",
      counted(static_cast<std::uint64_t>(r.bfs.size()), "search", "searches"),
      counted(static_cast<std::uint64_t>(r.ranks), "process", "processes"), r.grid_rows, r.grid_columns,
      r.delegates > 0 ? fmt::format(", {} delegated", counted(r.delegates, "hub")) : "",
      counted(static_cast<std::uint64_t>(r.threads), "thread"), place, methods_text(r));
  for (const graph500_level& l : r.slowest) {
    text += fmt::format("  {:>5}  {:<9}  {:>10}  {:>15}  {:>10}  {:>8.1f}  {:>9.1f}  {:>11.1f}  {:>7.1f}  {:>9.2f}\n", l.level,
                        to_string(l.way), grouped(l.frontier), grouped(l.inspected), grouped(l.bytes_sent), l.seconds * 1e6,
                        l.seconds_search * 1e6, l.seconds_exchange * 1e6, l.seconds_wait * 1e6, l.imbalance);
  }
  return text;
}

std::string process_rows_text(const graph500_result& r) {
  std::string text =
      "work of each process in all searches:\n"
      "   rank    vertices  directed edges  bytes construction  bytes searches  search ms  exchange ms   wait ms  peak MiB\n";
  const auto line = [](const std::string& name, const graph500_rank& one) {
    return fmt::format("  {:>5}  {:>10}  {:>14}  {:>18}  {:>14}  {:>9.1f}  {:>11.1f}  {:>8.1f}  {:>8.1f}\n", name,
                       grouped(one.vertices), grouped(one.edges), grouped(one.bytes_construction), grouped(one.bytes_searches),
                       one.seconds_search * 1e3, one.seconds_exchange * 1e3, one.seconds_wait * 1e3,
                       static_cast<double>(one.peak_memory_bytes) / (1 << 20));
  };
  graph500_rank sum;
  for (std::size_t i = 0; i < r.by_rank.size(); ++i) {
    const graph500_rank& one = r.by_rank[i];
    text += line(std::to_string(i), one);
    sum.vertices += one.vertices, sum.edges += one.edges, sum.bytes_construction += one.bytes_construction;
    sum.bytes_searches += one.bytes_searches, sum.seconds_search += one.seconds_search, sum.seconds_wait += one.seconds_wait;
    sum.seconds_exchange += one.seconds_exchange, sum.peak_memory_bytes += one.peak_memory_bytes;
  }
  return text + line("sum", sum);
}

}  // namespace

int report_graph500(const graph500_result& result, const graph500_printing& wanted, bool prints) {
  if (prints && wanted.levels) print_error(levels_text(result, wanted.why_cpu) + process_rows_text(result));
  if (prints && !wanted.levels && !result.transport_reason.empty()) print_error(fmt::format("fathom: {}\n", methods_text(result)));
  if (prints && result.energy) print_error(energy_text(*result.energy));
  if (prints && result.valid && wanted.numbers) print(graph500_text(result));
  if (prints && !result.valid) print_error(fmt::format("fathom: {}; an invalid run has no results\n", result.message));
  return result.valid ? exit_good : exit_invalid;
}

}  // namespace fathom::program
