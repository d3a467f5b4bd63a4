// `mpirun -np P fathom distances GRAPH --ranks`: multi-source BFS by all processes in a partitioned graph.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "base/report_text.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "commands/distances/command.hpp"
#include "commands/distances/json.hpp"
#include "commands/distances/row_validator.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/distributed/validate.hpp"
#include "fathom/error.hpp"
#include "fathom/execution.hpp"
#include "options/options.hpp"
#include "options/rank_sources.hpp"
#include "output/describe.hpp"
#include "output/part_files.hpp"
#include "ranks.hpp"

namespace fathom::program {

void check_for_parts(const distances_arguments& a) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  refuse_with_parts(
      a.ranking,
      {{"--devices", a.ranking.ranks && !a.graph.devices.empty(), "each process uses one device"},
       {"--order", a.order != "auto", order_of_parts},
       {"--method", a.joined.method != "auto" && a.joined.method != "bitwise", "a partitioned graph is searched by bitwise"},
       {"--no-early-termination", !a.early_termination, "only searches of a whole graph have this choice"},
       {"--merge-updates", a.merge_updates, "only searches of a whole graph have this choice"},
       {"--group-by", a.joined.grouping != "auto" && a.joined.grouping != "given", "batches keep the order of the sources"},
       {"--small-degree", a.graph.gives("--small-degree"), "batches keep the order of the sources"},
       {"--hub-degree", a.graph.gives("--hub-degree"), "batches keep the order of the sources"},
       {"--resume", a.resume, "only runs with a copy of the graph record finished rows"}});
}

namespace {

// Collective when called: each process passes its own part of a row, which may have all vertices.
row_validator::row_check check_of_own_part(const rank_bfs_validator& validator, const rank_graph& g, hop_count depth_limit) {
  return [&validator, &g, depth_limit](vertex_id source, std::span<const hop_count> row) {
    const std::uint64_t own = g.last_vertex() - g.first_vertex();
    return validator.check_distances(source, row.subspan(row.size() == own ? 0 : g.first_vertex(), own), depth_limit);
  };
}

// Times are averages over the processes; waiting is for the slowest process.
std::string levels_table(const rank_batch_report& batch) {
  return "\n" + painted(paint::heading, "levels of the first batch") + "\n" + report_table(batch.levels).render();
}

std::string text(const distances_arguments& a, const distances_outcome& o, const rank_multi_bfs_report& r) {
  std::string lines =
      fmt::format("\n{} on {}, {} each: {}\n",
                  painted(paint::heading, fmt::format("{} from {}", counted(r.searches, "search", "searches"), o.sources)),
                  counted_holders(a.ranking, r.by_rank), counted(static_cast<std::uint64_t>(r.threads), "thread"), r.engine);
  if (r.searches < r.sources)
    lines += fmt::format("  {} given more than once and searched once\n", counted(r.sources - r.searches, "source"));
  lines += fmt::format("  {} of up to {} searches\n", counted(r.batches.size(), "batch", "batches"), r.width);
  lines += report_line(r, {"ranks", "width", "sources", "searches", "planned_bytes"});
  lines += found_text(o);
  if (o.verdicts) lines += validity_text(o);
  if (a.levels && !r.batches.empty()) lines += levels_table(r.batches.front());
  return lines + "\n" + ranks_text(r.by_rank, holder_of_part(a.ranking));
}

}  // namespace

int run_distances_on_parts(const distances_arguments& a, const session& s, communicator& ranks, const std::string& why) {
  execution exec{.control = s.control(a.graph.threads)};
  const run_control& control = exec.control;
  on_all_processes(ranks, [&] {
    check_for_parts(a);
    if (names_device(a.graph)) exec.where = working_device(a.graph);
    exec.transport = chosen_transport(a.ranking.transport, exec.where);
    check_output(a);
    static_cast<void>(random_sources_requested(a.sources));
  });
  loaded_partition parts = load_partitioned(a.graph, a.ranking, {.share = a.validate}, ranks, control);
  if (!a.json) s.print(receipt_text(parts));
  distances_outcome o;
  o.why_parts = why;
  o.loaded = std::move(parts.loaded);
  chosen_sources chosen = choose_sources(a.sources, o.loaded.g, *parts.g, a.graph.seed, control);
  o.sources = std::move(chosen.description);
  o.vertices = std::move(chosen.vertices);
  const bool writes = !a.output.empty() && (a.ranking.parts || prints(&ranks));
  std::vector<multi_bfs_sink*> sinks;
  std::optional<rank_bfs_validator> validator;
  std::optional<row_validator> rows;
  if (parts.share) {
    const timer watch;
    validator.emplace(*parts.g, *std::exchange(parts.share, nullptr), o.loaded.g);
    o.verdicts.emplace().seconds = watch.seconds();
  }
  std::optional<matrix_file> file;
  const std::filesystem::path output = a.ranking.parts ? part_file(a.output, ranks) : std::filesystem::path(a.output);
  on_all_processes(ranks, [&] {
    if (writes) file.emplace(output, content_of(a.bits));
    if (writes && prints(&ranks)) write_companions_with(*file, a.output, o.loaded.g);
    multi_bfs_sink* destination = file ? &*file : nullptr;
    // The validator is the first sink: no other one can fail on one process while the others validate a row together.
    if (validator) destination = &rows.emplace(check_of_own_part(*validator, *parts.g, a.depth_limit), destination);
    if (destination != nullptr) sinks.push_back(destination);
    sinks.push_back(&o.totals);
  });
  rank_multi_bfs_options options;
  options.depth_limit = a.depth_limit;
  options.width = a.width;
  options.gather = !a.output.empty() && !a.ranking.parts;
  const rank_multi_bfs_report report = rank_multi_bfs(*parts.g, o.vertices, sinks, options, exec);
  if (rows) {
    rows->verdicts.seconds += o.verdicts->seconds;
    o.verdicts = std::move(rows->verdicts);
  }
  if (!prints(&ranks)) return exit_code_of(a, o, s);
  const std::string written = output.string() + (a.ranking.parts ? " and those of the other processes" : "");
  if (a.json) {
    s.print(rank_distances_json(a, o, report, summarize_partition(*parts.g, report.by_rank), written));
    return exit_code_of(a, o, s);
  }
  s.print(text(a, o, report));
  if (writes && !o.failed()) {
    s.print(fmt::format("{}  written: {} x {} distances of {} bits\n", painted(paint::heading, written), grouped(report.sources),
                        grouped(a.ranking.parts ? report.by_rank[0].vertices : o.loaded.g.num_vertices()), a.bits));
  }
  return exit_code_of(a, o, s);
}

}  // namespace fathom::program
