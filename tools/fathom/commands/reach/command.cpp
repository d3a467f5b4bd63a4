// `fathom reach` and `fathom reach info`.
#include "commands/reach/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "options/options.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

double bits_per_pair(const reach_index& index) {
  const double pairs = double(index.selected().size()) * double(index.num_vertices());
  return 8 * double(index.bytes()) / pairs;
}

double fraction_within(const reach_index& index) {
  return double(index.pairs()) / (double(index.selected().size()) * double(index.num_vertices()));
}

struct reach_info_arguments {
  std::string file;
  bool trust = false, json = false;
  graph_arguments machine;  // only the number of threads is used
};

int run_info(const reach_info_arguments& a, const session& s) {
  const run_control control = s.control(a.machine.threads);
  const reach_index index = reach_index::load(a.file, {.trust = a.trust, .of = nullptr, .control = control});
  if (a.json) {
    json object = command_json("reach info");
    object["threads"] = thread_count(control);
    object["index"] = index_json(a.file, index);
    s.print(text_of(object));
  } else {
    s.print(fmt::format("{}  {}\n{}", painted(paint::heading, a.file), human_bytes(std::filesystem::file_size(a.file)),
                        index_text(index)));
  }
  return exit_good;
}

}  // namespace

std::string index_text(const reach_index& index) {
  text_table table{{{"", text_side::left}, {"", text_side::left}}, {}};
  table.rows.push_back({"hops", fmt::format("up to {}", index.k())});
  table.rows.push_back(
      {"from", fmt::format("{} selected of {} vertices", grouped(index.selected().size()), grouped(index.num_vertices()))});
  table.rows.push_back({"within", fmt::format("{} pairs of a selected and any vertex, {} % of all", grouped(index.pairs()),
                                              three_digits(100 * fraction_within(index)))});
  table.rows.push_back(
      {"rows",
       fmt::format("{} with a code of {} per vertex, {} with a list", grouped(index.selected().size() - index.sparse_rows()),
                   counted(static_cast<std::uint64_t>(index.bits_per_code()), "bit"), grouped(index.sparse_rows()))});
  table.rows.push_back(
      {"size", fmt::format("{}, {} bits per pair", human_bytes(index.bytes()), three_digits(bits_per_pair(index)))});
  const std::string names = !index.labels().empty()         ? "labels"
                            : !index.original_ids().empty() ? "ids of the graph's file"
                                                            : "0 to n - 1";
  table.rows.push_back({"names", names});
  table.rows.push_back({"graph", fmt::format("{} directed edges, checksum {:016x}", grouped(index.num_edges()), index.checksum())});
  return table.render();
}

json index_json(const std::string& file, const reach_index& index) {
  return {{"file", file},
          {"hops", index.k()},
          {"selected", index.selected().size()},
          {"vertices", index.num_vertices()},
          {"edges", index.num_edges()},
          {"graph_checksum", fmt::format("{:016x}", index.checksum())},
          {"pairs_within", index.pairs()},
          {"bits_per_code", index.bits_per_code()},
          {"bits_per_pair", bits_per_pair(index)},
          {"sparse_rows", index.sparse_rows()},
          {"bytes", index.bytes()},
          {"renumbered", !index.original_ids().empty()},
          {"labeled", !index.labels().empty()}};
}

command_action add_reach_info(CLI::App& reach) {
  auto a = std::make_shared<reach_info_arguments>();
  CLI::App* command = reach.add_subcommand("info", "Describe an index");
  command->add_option("FILE", a->file, "index file")->required()->type_name("");
  command->add_flag("--trust", a->trust, "check only header and tables, not every byte");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  add_threads_option(*command, a->machine);
  add_example(*command, "fathom reach info kron.reach");
  return {command, [a](const session& s) { return run_info(*a, s); }};
}

namespace {

command_action add_reach_command(CLI::App& program) {
  CLI::App* command = program.add_subcommand("reach", "Build and query an index: can s reach t within k hops?");
  auto actions = std::make_shared<std::vector<command_action>>();
  *actions = {add_reach_build(*command), add_reach_query(*command), add_reach_info(*command)};
  add_example(*command, "fathom reach build kron:18 --sources random:64 --hops 3 --output kron.reach");  // not for subcommands
  // As in the program itself: later words are arguments, even if they are names of commands.
  command->require_subcommand(0, 1);
  return {command, [actions](const session& s) {
            const auto called =
                std::find_if(actions->begin(), actions->end(), [](const command_action& c) { return c.command->parsed(); });
            if (called != actions->end()) return called->run(s);
            throw error(
                error_category::usage,
                "no command was given; use fathom reach build, fathom reach query or fathom reach info (see fathom reach --help)");
          }};
}

const registered_command reach_command{"reach", help_section::searches, add_reach_command};

}  // namespace

}  // namespace fathom::program
