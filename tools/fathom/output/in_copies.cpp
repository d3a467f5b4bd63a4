#include "output/in_copies.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/memory.hpp"
#include "base/report_text.hpp"
#include "comm/process_device.hpp"
#include "fathom/error.hpp"
#include "io/distributed/read_slice.hpp"
#include "options/help_formatter.hpp"
#include "options/options.hpp"
#include "output/in_parts.hpp"
#include "ranks.hpp"

namespace fathom::program {

void add_sharing_option(CLI::App& command, bool& ranks) {
  start_group(command, processes_group);
  command.add_flag("--ranks", ranks, "share the searches among all processes that mpirun started, each with a copy of the graph");
}

int run_sharing(bool ranks, const session& s, const std::function<int(const session&, communicator*)>& command) {
  if (!ranks) return command(s, nullptr);
  return run_with_ranks(s, [&](const session& own, communicator& all) {
    require_same_build(all);
    return command(own, &all);
  });
}

loaded_graph load_copy(const graph_arguments& arguments, communicator* ranks, const run_control& control) {
  if (ranks == nullptr) return load_graph(arguments, control);
  loaded_graph loaded;
  on_all_processes(*ranks, [&] {
    const divided_host_memory memory(ranks->ranks_on_host());
    require_readable_by_all(*ranks, graph_name(arguments));
    try {
      loaded = load_graph(graph_name(arguments), arguments, control);
    } catch (const error& e) {
      if (e.category() != error_category::memory) throw;
      throw error(error_category::memory,
                  fmt::format("each of {} processes on a host holds a copy of the graph: {}; start fewer processes per host, with "
                              "more threads each, or use a command that partitions the graph (bfs, sssp, components, cores, "
                              "triangles, pagerank, distances)",
                              ranks->ranks_on_host(), e.what()));
    }
  });
  return loaded;
}

std::vector<device> devices_of_process(communicator* ranks, const std::vector<device>& devices) {
  if (ranks == nullptr || devices.size() > 1) return devices;
  return {ranks_engine::device_of_rank(*ranks, devices.front())};
}

std::string processes_text(const communicator* ranks) {
  return ranks == nullptr || ranks->size() == 1 ? "" : fmt::format(", {} processes", ranks->size());
}

std::string sharing_text(std::span<const shared_work> by_rank, bool of_devices) {
  if (by_rank.empty()) return "";
  double longest = 0, sum = 0;
  for (const shared_work& one : by_rank) longest = std::max(longest, one.seconds_compute), sum += one.seconds_compute;
  std::string text = "\n" + painted(paint::heading, "work of each " + holder_of_part(of_devices).one) + "\n";
  if (by_rank.size() <= most_ranks_listed) {
    text_table table = report_table(by_rank);
    number_rows(table, of_devices ? "thread" : "rank");
    text += table.render();
  }
  return text + fmt::format("  imbalance {:.2f}: the longest time in an own part divided by the mean\n",
                            sum > 0 ? longest * static_cast<double>(by_rank.size()) / sum : 1);
}

}  // namespace fathom::program
