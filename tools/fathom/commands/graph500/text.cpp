// Report of `fathom graph500` as text.
#include <fmt/format.h>

#include "base/report_text.hpp"
#include "commands/graph500/command.hpp"
#include "exit_code.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/energy_option.hpp"
#include "output/in_parts.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

// Whether the ranks are devices of one process.
bool is_of_devices(const graph500_result& r) { return r.ranks > r.processes; }

std::string methods_text(const graph500_result& r) {
  std::string text = "transport " + r.transport;
  if (!r.transport_reason.empty()) text += " (" + r.transport_reason + ")";
  if (r.conflict_resolution) text += fmt::format(", conflict resolution {}", to_string(*r.conflict_resolution));
  return text;
}

std::string levels_text(const graph500_result& r, const std::string& why_cpu) {
  const bool of_one_process = is_of_devices(r);
  const part_holder holder = holder_of_part(of_one_process);
  const std::string place =
      (of_one_process ? names_of(r.devices) : to_string(r.where)) + (why_cpu.empty() ? "" : " (" + why_cpu + ")");
  return fmt::format("{} by {} ({} x {}{}), {} each, on {}, {}; levels of the slowest search:\n",
                     counted(static_cast<std::uint64_t>(r.bfs.size()), "search", "searches"),
                     counted(static_cast<std::uint64_t>(r.ranks), holder.one, holder.many), r.grid_rows, r.grid_columns,
                     r.delegates > 0 ? fmt::format(", {} delegated", counted(r.delegates, "hub")) : "",
                     counted(static_cast<std::uint64_t>(r.threads), "thread"), place, methods_text(r)) +
         report_table(r.slowest, {"level", "direction", "frontier", "edges_inspected", "encodings", "bytes_sent", "seconds",
                                  "seconds_own_part", "seconds_exchange", "seconds_wait", "imbalance"})
             .render();
}

std::string process_rows_text(const graph500_result& r) {
  graph500_rank sum;
  for (const graph500_rank& one : r.by_rank) {
    sum.vertices += one.vertices, sum.edges += one.edges, sum.bytes_construction += one.bytes_construction;
    sum.bytes_searches += one.bytes_searches, sum.seconds_search += one.seconds_search, sum.seconds_wait += one.seconds_wait;
    sum.seconds_exchange += one.seconds_exchange, sum.peak_memory_bytes += one.peak_memory_bytes;
  }
  if (is_of_devices(r)) sum.peak_memory_bytes = r.by_rank.front().peak_memory_bytes;  // each states that of the whole process
  text_table table = report_table(r.by_rank);
  table.rows.push_back(report_row(sum));
  number_rows(table, "rank");
  table.rows.back().front() = "sum";
  return fmt::format("work of each {} in all searches:\n", holder_of_part(is_of_devices(r)).one) + table.render();
}

}  // namespace

int report_graph500(const graph500_result& result, const graph500_printing& wanted, const session& s) {
  if (wanted.levels) s.remark(levels_text(result, wanted.why_cpu) + process_rows_text(result));
  if (!wanted.levels && !result.transport_reason.empty()) s.remark(fmt::format("fathom: {}\n", methods_text(result)));
  if (result.energy) s.remark(energy_text(*result.energy));
  if (!result.valid) return s.fail_invalid(result.message + "; an invalid run has no results");
  if (wanted.numbers) s.print(graph500_text(result));
  return exit_good;
}

}  // namespace fathom::program
