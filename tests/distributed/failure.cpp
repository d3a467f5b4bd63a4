// Failures of one process, selected by an argument. Process 0 prints the output of commands.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "../../examples/supersteps/components.hpp"
#include "commands/graph500/command.hpp"
#include "exit_code.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/diameter.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/distributed/cores.hpp"
#include "fathom/distributed/edge_vertex.hpp"
#include "fathom/distributed/sssp.hpp"
#include "fathom/distributed/triangles.hpp"
#include "fathom/generate.hpp"
#include "fathom/graph500.hpp"
#include "fathom/multi_bfs.hpp"
#include "output/terminal.hpp"
#include "ranks.hpp"

namespace fathom {
namespace {

void say(int rank, std::string_view what) { program::print(fmt::format("rank {}: {}\n", rank, what)); }

// Fails on rank 2 of three at its first group; the others are slow, so that it gets one.
class failing_sink final : public multi_bfs_sink {
 public:
  explicit failing_sink(std::function<void()> what) : what_(std::move(what)) {}
  [[nodiscard]] sink_needs needs() const override { return {}; }
  void begin(const multi_bfs_plan& plan) override { rank_ = plan.rank; }
  void take(const finished_group&) override {
    if (rank_ == 2) what_();
    const timespec pause{0, 600'000'000};
    nanosleep(&pause, nullptr);
  }

 private:
  std::function<void()> what_;
  int rank_ = 0;
};

// 100 groups of 0.6 seconds: longer than the test waits if the stop is not propagated.
void search(communicator& ranks, multi_bfs_sink& sink, vertex_id skip = 0) {
  const graph g = build(grid(80, 80)).g;
  std::vector<vertex_id> sources;
  for (vertex_id v = skip; v < g.num_vertices(); ++v) sources.push_back(v);
  multi_bfs_options options;
  options.method = multi_bfs_method::sequential;
  execution place{.ranks = &ranks};
  place.control.threads = 1;
  static_cast<void>(multi_bfs(prepare(g), sources, sink, options, place));
}

// Runs work that fails on all processes, prints the error of each and checks that they can still communicate.
int fails_together(const std::function<void(communicator&)>& work) {
  const auto ranks = mpi_communicator();
  int code = 0;
  try {
    work(*ranks);
    say(ranks->rank(), "nothing was thrown");
  } catch (const rank_error& e) {
    say(ranks->rank(), e.what());
    code = program::exit_code(e.category());
  }
  ranks->barrier();
  return code;
}

int sink() {
  return fails_together([](communicator& ranks) {
    failing_sink full([] { throw error(error_category::output, "the disk is full"); });
    search(ranks, full);
  });
}

int sources() {
  return fails_together([](communicator& ranks) {
    failing_sink none([] {});
    search(ranks, none, ranks.rank() == 1 ? 1 : 0);
  });
}

int killed() {
  const auto ranks = mpi_communicator();
  failing_sink deadly([] { std::raise(SIGKILL); });
  search(*ranks, deadly);
  return 0;
}

// Calls that share searches: process 2 is killed at the first report of its progress.
execution deadly_on_last(communicator& ranks) {
  execution exec;
  exec.ranks = &ranks;
  exec.control.threads = 1;
  if (ranks.rank() == 2) exec.control.on_progress = [](const progress&) { std::raise(SIGKILL); };
  return exec;
}

int betweenness_killed() {
  const auto ranks = mpi_communicator();
  static_cast<void>(betweenness(build(grid(80, 80)).g, {}, deadly_on_last(*ranks)));
  return 0;
}

int diameter_killed() {
  const auto ranks = mpi_communicator();
  static_cast<void>(diameter(build(grid(80, 80)).g, deadly_on_last(*ranks)));
  return 0;
}

// A process dies in a call on a partitioned graph while the others wait for it.
template <class Call>
int killed_in(const Call& call) {
  const auto ranks = mpi_communicator();
  const rank_graph g(*ranks, build(generate("random:200:3")).g);
  execution exec;
  exec.control.on_progress = [&](const progress&) {
    if (ranks->rank() == 2) std::raise(SIGKILL);
  };
  call(g, exec);
  return 0;
}

int strong_killed() {
  return killed_in(
      [](const rank_graph& g, const execution& exec) { static_cast<void>(strongly_connected_components(g, {}, exec)); });
}
int cores_killed() {
  return killed_in([](const rank_graph& g, const execution& exec) { static_cast<void>(core_numbers(g, {}, exec)); });
}
int triangles_killed() {
  return killed_in([](const rank_graph& g, const execution& exec) {
    static_cast<void>(count_triangles(g, {.directions = triangle_directions::counted}, exec));
  });
}
int edge_vertex_killed() {
  return killed_in(
      [](const rank_graph& g, const execution& exec) { static_cast<void>(edge_vertex(g, components_program{}, {}, exec)); });
}

// One process dies between two of many searches.
int sssp_killed() {
  const auto ranks = mpi_communicator();
  const rank_graph g(*ranks, build(grid(80, 80)).g, {.control = {.stop = {}, .on_progress = {}, .threads = 1}});
  rank_sssp searching(g);
  for (int i = 0; i < 1000; ++i) {
    if (i == 3 && ranks->rank() == 1) std::raise(SIGKILL);
    static_cast<void>(searching.search(0));
  }
  return 0;
}

// One process exits by an exception while the others wait for it.
int gone() {
  try {
    const auto ranks = mpi_communicator();
    if (ranks->rank() == 1) throw error(error_category::input, "rank 1 goes");
    ranks->barrier();
    return 0;
  } catch (const error& e) {
    program::print(fmt::format("{}\n", e.what()));
    return 1;
  }
}

int in_program() {
  return program::run_on_processes([](communicator* ranks) {
    if (ranks != nullptr && program::prints(ranks))
      program::print(fmt::format("the program's answer of {} ranks\n", ranks->size()));
    return 0;
  });
}

int in_program_together() {
  const int code = program::run_on_processes([](communicator* ranks) {
    static_cast<void>(multi_bfs(build(grid(3, 3)).g, {}, {}, {.ranks = ranks}));
    return 0;
  });
  return code == program::exit_usage ? 0 : 1;  // mpirun adds output of its own to any other exit code than 0
}

int in_program_one() {
  return program::run_on_processes([](communicator* ranks) {
    if (ranks != nullptr && ranks->rank() == 1) throw error(error_category::device, "only this rank");
    if (ranks != nullptr) ranks->barrier();
    return 0;
  });
}

// Runs the command with options that may differ between processes.
int benchmark(const std::function<void(graph500_options&, int rank)>& change) {
  return program::run_on_processes([&](communicator* ranks) {
    graph500_options options;
    options.scale = 8;
    options.roots = 4;
    options.ranks = ranks;
    options.control.threads = 1;
    change(options, ranks != nullptr ? ranks->rank() : 0);
    const program::session all({}, program::printing::report, true);
    return program::report_graph500(graph500(options), {}, program::prints(ranks) ? all : all.silent());
  });
}

int graph500_passes() {
  return benchmark([](graph500_options&, int) {});
}

// No results may be printed, not even those of earlier searches.
int graph500_damaged() {
  int searches = 0;
  return benchmark([&](graph500_options& options, int rank) {
    if (rank != 1) return;
    options.on_result = [&searches](std::uint64_t, std::span<std::int64_t> predecessors) {
      if (++searches == 3) std::fill(predecessors.begin(), predecessors.end(), -1);
    };
  });
}

int graph500_other_scale() {
  return benchmark([](graph500_options& options, int rank) { options.scale += rank == 1; });
}

int graph500_other_build() {
  return benchmark([](graph500_options& options, int rank) { options.build = rank == 2; });
}

int graph500_grid() {
  return benchmark([](graph500_options& options, int) { options.grid_rows = 2, options.grid_columns = 2; });
}

int graph500_killed() {
  return benchmark([](graph500_options& options, int rank) {
    if (rank == 1) options.on_result = [](std::uint64_t, std::span<std::int64_t>) { std::raise(SIGKILL); };
  });
}

const std::map<std::string_view, int (*)()> ways = {{"sink", sink},
                                                    {"sources", sources},
                                                    {"killed", killed},
                                                    {"betweenness_killed", betweenness_killed},
                                                    {"diameter_killed", diameter_killed},
                                                    {"strong_killed", strong_killed},
                                                    {"cores_killed", cores_killed},
                                                    {"triangles_killed", triangles_killed},
                                                    {"edge_vertex_killed", edge_vertex_killed},
                                                    {"gone", gone},
                                                    {"program", in_program},
                                                    {"program_together", in_program_together},
                                                    {"program_one", in_program_one},
                                                    {"graph500", graph500_passes},
                                                    {"graph500_damaged", graph500_damaged},
                                                    {"graph500_other_scale", graph500_other_scale},
                                                    {"graph500_other_build", graph500_other_build},
                                                    {"graph500_grid", graph500_grid},
                                                    {"graph500_killed", graph500_killed},
                                                    {"sssp_killed", sssp_killed}};

}  // namespace
}  // namespace fathom

int main(int argc, char** argv) {
  const auto way = argc == 2 ? fathom::ways.find(argv[1]) : fathom::ways.end();
  return way != fathom::ways.end() ? way->second() : 99;
}
