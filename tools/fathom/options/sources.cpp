#include "options/sources.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <set>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "fathom/bfs.hpp"
#include "fathom/error.hpp"
#include "io/compression/decompress.hpp"
#include "options/launcher.hpp"
#include "options/line_reader.hpp"
#include "options/loaded_graph.hpp"
#include "options/options.hpp"

namespace fathom::program {
namespace {

constexpr std::string_view random_prefix = "random:";
constexpr std::string_view all_vertices = "all";
constexpr std::string_view sources_option =
    "--sources takes a file with one source per line, random:N or all; for a few vertices repeat --source";

chosen_sources random_choice(const graph& g, std::size_t count, std::uint64_t seed, const run_control& control) {
  // The list and its copy; at least `count` bytes, even if the product overflows.
  require_host_memory(std::max<std::uint64_t>(count, 2 * count * sizeof(vertex_id)),
                      fmt::format("drawing {} random sources", grouped(count)), "draw fewer sources");
  const array<vertex_id> random = random_sources(g, count, seed, control);
  return {{random.begin(), random.end()}, random_description(count, seed)};
}

chosen_sources every_vertex(const graph& g) {
  if (g.num_vertices() == 0)
    throw error(error_category::usage, "--sources all: the graph has no vertices to search from; use another graph");
  chosen_sources chosen{std::vector<vertex_id>(g.num_vertices()), "all vertices"};
  std::iota(chosen.vertices.begin(), chosen.vertices.end(), vertex_id{0});
  return chosen;
}

std::size_t random_count(const std::string& list) {
  std::size_t count = 0;
  const char* begin = list.data() + random_prefix.size();
  const char* end = list.data() + list.size();
  const auto [stop, status] = std::from_chars(begin, end, count);
  if (status != std::errc{} || stop != end || count == 0) {
    throw error(error_category::usage,
                fmt::format("--sources {}: not a number of sources; use random:N with N at least 1, such as random:64", list));
  }
  return count;
}

// mpirun passes standard input to one process, and the devices of a process share its pipes.
void take_pipe(const std::string& file) {
  static std::mutex one_at_a_time;
  static std::set<std::string> taken;
  const std::lock_guard lock(one_at_a_time);
  const bool is_first = taken.insert(file).second;
  if (is_first && launched_processes() <= 1) return;
  throw error(
      error_category::input,
      fmt::format("{}: {} can be read only once, but {}; save it to a file first", file, file == "-" ? "standard input" : "a pipe",
                  is_first ? fmt::format("{} processes read it", launched_processes()) : "is read again"));
}

line_reader open_list(const std::string& file, std::string_view option) {
  std::error_code ignored;
  if (io::is_pipe(file)) take_pipe(file);
  if (file == "-") return line_reader("/dev/stdin");
  if (::access(file.c_str(), R_OK) != 0 || std::filesystem::is_directory(file, ignored)) {
    throw error(error_category::input, fmt::format("{}: cannot be read; {}", file, option));
  }
  return line_reader(file);
}

std::string trimmed(const std::string& line) {
  constexpr const char* blanks = " \t\r";
  const std::size_t first = line.find_first_not_of(blanks);
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

}  // namespace

void add_source_options(CLI::App& command, source_arguments& arguments) {
  start_group(command, "Sources");
  command.add_option("-r,--source", arguments.named, "source vertex, by its id in the file or its label; repeatable")
      ->allow_extra_args(false)
      ->type_name("ID|LABEL");
  command
      .add_option("--sources", arguments.list,
                  "source vertices: one per line of a file, N random vertices with edges, or all vertices")
      ->type_name("FILE|random:N|all");
}

std::string random_description(std::size_t count, std::uint64_t seed) {
  return fmt::format("{} (seed {})", count == 1 ? "a random source" : "random sources", seed);
}

std::size_t random_sources_requested(const source_arguments& arguments) {
  if (!arguments.list.empty() && !arguments.named.empty()) {
    throw error(error_category::usage, "--source and --sources exclude each other; use one of them");
  }
  const bool named = !arguments.named.empty() || (!arguments.list.empty() && !arguments.list.starts_with(random_prefix));
  if (arguments.trials > 0 && (named || !arguments.list.empty())) {
    throw error(error_category::usage,
                fmt::format("-n {} has no effect: it counts random sources, and {} names the sources; leave one of them out",
                            arguments.trials, arguments.list.empty() ? "--source" : "--sources"));
  }
  if (!arguments.named.empty()) return 0;
  if (arguments.list.empty()) return static_cast<std::size_t>(arguments.trials > 0 ? arguments.trials : default_trials);
  if (arguments.list.starts_with(random_prefix)) return random_count(arguments.list);
  std::error_code ignored;
  const std::filesystem::file_status list = std::filesystem::status(arguments.list, ignored);
  const bool means_all = arguments.list == all_vertices && !std::filesystem::exists(list);
  // A pipe can be opened only once, so it is not checked here.
  if (!means_all && arguments.list != "-" && !std::filesystem::is_other(list))
    static_cast<void>(open_list(arguments.list, sources_option));
  return 0;
}

void require_memory_of_runs(std::size_t sources, int repeat, std::size_t record_bytes) {
  constexpr double most = 0x1p62;
  const double runs = static_cast<double>(sources) * repeat;
  require_host_memory(static_cast<std::uint64_t>(std::min(most, runs * static_cast<double>(record_bytes))),
                      fmt::format("keeping the reports of {:.0f} searches", runs));
}

std::vector<vertex_id> listed_vertices(const std::string& file, const graph& g, std::string_view what, std::string_view option) {
  line_reader in = open_list(file, option);
  std::vector<vertex_id> vertices;
  std::string line;
  for (std::size_t number = 1; in.next(line); ++number) {
    const std::string name = g.find_label(line) ? line : trimmed(line);
    if (name.empty() || (name.front() == '#' && !g.find_label(name))) continue;
    try {
      vertices.push_back(find_vertex(g, name, what));
    } catch (const error& e) {
      const bool several = name.find_first_of(" \t,;") != name.npos;
      throw error(error_category::input,
                  fmt::format("{}:{}: {}{}", file, number, e.what(), several ? fmt::format(", one {} per line", what) : ""));
    }
  }
  if (vertices.empty()) throw error(error_category::input, fmt::format("{}: names no {}", file, what));
  return vertices;
}

chosen_sources choose_sources(const source_arguments& arguments, const graph& g, std::uint64_t seed, const run_control& control) {
  if (const std::size_t count = random_sources_requested(arguments); count > 0) return random_choice(g, count, seed, control);
  if (!arguments.list.empty()) {
    if (arguments.list == all_vertices && !std::filesystem::exists(arguments.list)) return every_vertex(g);
    return {listed_vertices(arguments.list, g, "source", sources_option), fmt::format("the sources in {}", arguments.list)};
  }
  chosen_sources chosen;
  for (const std::string& text : arguments.named) chosen.vertices.push_back(find_vertex(g, text, "source"));
  chosen.description = chosen.vertices.size() == 1 ? "source " + arguments.named[0] : counted(chosen.vertices.size(), "source");
  return chosen;
}

}  // namespace fathom::program
