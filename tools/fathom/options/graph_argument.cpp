#include "options/graph_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "io/formats/detect.hpp"
#include "options/help_formatter.hpp"
#include "options/machine_options.hpp"
#include "options/options.hpp"
#include "options/suggest.hpp"
#include "output/describe.hpp"

namespace fathom::program {
namespace {

constexpr int gap_degree = 16;  // default of GAP's -k

CLI::Validator not_empty() {
  return CLI::Validator([](std::string& text) { return text.empty() ? "'' is empty; leave the option out" : std::string(); }, "");
}

// Generators that draw nothing at random.
constexpr std::string_view fixed_generators[] = {"grid", "path", "star", "complete", "tree"};

bool is_random(const std::string& generator) {
  const std::string_view family = std::string_view(generator).substr(0, generator.find(':'));
  return std::find(std::begin(fixed_generators), std::end(fixed_generators), family) == std::end(fixed_generators);
}

// Options of file readers. `--vertices` is missing because some commands have their own option of this name.
constexpr const char* options_of_reading[] = {"--format",        "--keep-id-gaps", "--source-column", "--target-column",
                                              "--weight-column", "--separator",    "--header"};

// Refuses options that would be ignored.
void check_effect(const std::string& name, const graph_arguments& arguments) {
  const bool generator = is_generator_name(name);
  const auto refuse = [&](const std::string& option, std::string_view why) {
    throw error(error_category::usage, fmt::format("{} has no effect: {}; leave it out", option, why));
  };
  for (const char* option : options_of_reading) {
    if (generator && arguments.gives(option)) refuse(option, fmt::format("it applies to files, and '{}' is a generator", name));
  }
  if (generator && arguments.trust && arguments.gives("--trust"))
    refuse("--trust", fmt::format("it applies to .fathom files, and '{}' is a generator", name));
  if (generator && arguments.no_weights) refuse("--no-weights", fmt::format("'{}' has no weights", name));
  if (generator && arguments.exact_weights) refuse("--exact-weights", fmt::format("'{}' has no weights", name));
  if (arguments.no_weights && arguments.exact_weights) refuse("--exact-weights", "--no-weights drops the weights");
  const bool draws = (generator && is_random(name)) || (arguments.draws && arguments.draws());
  if (!draws && arguments.gives("--seed")) {
    refuse(fmt::format("--seed {}", arguments.seed),
           fmt::format("'{}' is {}, and nothing else is drawn at random", name, generator ? "not a random graph" : "a file"));
  }
}

// Whether the name has the form of a generator: a word and a number, as in kron:16.
bool has_form_of_generator(const std::string& name) {
  const std::size_t colon = name.find(':');
  return colon + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[colon + 1])) != 0 &&
         name.find_first_of("./") > colon;
}

// Options that name the graph: a file or a generator.
void add_source_options(CLI::App& command, graph_arguments& arguments) {
  command.add_option("-f,--file", arguments.file, "graph file, an alternative to GRAPH, as in the GAP suite")->type_name("FILE");
  command.add_option("-g,--kronecker", arguments.kronecker_scale, "generate kron:SCALE instead of GRAPH")
      ->check(whole_number(0))
      ->type_name("SCALE");
  command.add_option("-u,--uniform", arguments.uniform_scale, "generate uniform:SCALE instead of GRAPH")
      ->check(whole_number(0))
      ->type_name("SCALE");
  command.add_option("-k,--degree", arguments.degree, "edges per vertex for -g and -u (default: 16)")
      ->check(whole_number(1))
      ->type_name("K");
  command.add_option("--seed", arguments.seed, fmt::format("seed of generators and random choices (default: {})", arguments.seed))
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
      ->type_name("N");
  command.add_option("--format", arguments.format, "file format, whatever the name of the file (default: auto)")
      ->check(completed_by("auto, " + io::format_names()))
      ->type_name("NAME");
}

void add_loop_options(CLI::App& command, graph_arguments& arguments) {
  if (arguments.default_loops == self_loops::remove) {
    command.add_flag("--keep-self-loops", arguments.keep_self_loops, "keep self-loops");
    return;
  }
  CLI::Option* const keep =
      command.add_flag("--keep-self-loops", arguments.keep_self_loops,
                       arguments.drops_generated_loops ? "keep self-loops of generated graphs, too (default: those of files)"
                                                       : "keep self-loops (the default of this command)");
  command.add_flag("--drop-self-loops", arguments.drop_self_loops, "drop self-loops")->excludes(keep);
}

// Options of building: direction, ids, parallel edges and weights.
void add_building_options(CLI::App& command, graph_arguments& arguments) {
  command.add_flag("--directed", arguments.directed, "treat edges as directed");
  command.add_flag("--undirected", arguments.undirected, "treat edges as undirected");
  command.add_flag("--keep-id-gaps", arguments.keep_id_gaps,
                   "edge lists: number vertices by id and keep unused ids as isolated vertices");
  command
      .add_option(arguments.vertices_is_list ? "--num-vertices" : "--vertices,--num-vertices", arguments.vertices,
                  "edge lists: number of vertices, isolated ones included (default: as used or declared in the file)")
      ->check(whole_number(0, max_vertices))
      ->type_name("N");
  command.add_flag("-s,--symmetrize", arguments.symmetrize, "add the reverse of every edge");
  command
      .add_flag("--largest-component{weak}", arguments.largest_component,
                "keep only the largest connected component: weak or strong (default if no KIND is given: weak)")
      ->check(one_of({"weak", "strong"}))
      ->type_name("KIND");
  command
      .add_option("--parallel-edges", arguments.parallel,
                  fmt::format("what to keep of parallel edges: min (smallest weight), sum, first or keep (all) (default: {})",
                              to_string(arguments.default_parallel)))
      ->check(one_of({"keep", "min", "sum", "first"}))
      ->type_name("NAME");
  command.add_flag("--keep-duplicates", arguments.keep_duplicates, "same as --parallel-edges keep");
  add_loop_options(command, arguments);
  command.add_flag("--no-weights", arguments.no_weights, "drop edge weights");
  command.add_flag("--exact-weights", arguments.exact_weights,
                   "store weights in double precision if single precision changes any, such as 0.1");
  command.add_flag("--trust", arguments.trust, ".fathom files: skip checksums and bounds checks");
}

// Options of reading tables: columns, separator and header.
void add_table_options(CLI::App& command, graph_arguments& arguments) {
  command
      .add_option("--source-column", arguments.source_column,
                  "column of source vertices, by name or by number from 1 (default: found by well-known names)")
      ->check(not_empty())
      ->type_name("NAME|N");
  command
      .add_option("--target-column", arguments.target_column,
                  "column of target vertices, by name or number (default: found by well-known names)")
      ->check(not_empty())
      ->type_name("NAME|N");
  command
      .add_option("--weight-column", arguments.weight_column,
                  "column of weights, by name or number (default: found by well-known names)")
      ->check(not_empty())
      ->type_name("NAME|N");
  command
      .add_option("--separator", arguments.separator,
                  "column separator: one character, comma, semicolon, tab, bar or blank (default: detected from the first rows)")
      ->check(not_empty())
      ->type_name("CHAR");
  command
      .add_option("--header", arguments.header, "whether the first row names the columns (default: detected from the first rows)")
      ->check(one_of({"yes", "no"}))
      ->type_name("yes|no");
}

}  // namespace

self_loops loop_policy(const graph_arguments& arguments, bool generated) {
  if (arguments.keep_self_loops) return self_loops::keep;
  const bool drops = arguments.drop_self_loops || (generated && arguments.drops_generated_loops);
  return drops ? self_loops::remove : arguments.default_loops;
}

build_options build_settings(const graph_arguments& arguments, const run_control& control) {
  build_options options;
  options.symmetrize = arguments.symmetrize;
  options.parallel = parallel_policy(arguments);
  options.loops = loop_policy(arguments, false);
  options.keep_weights = !arguments.no_weights;
  options.exact_weights = arguments.exact_weights;
  options.where = working_device(arguments);
  options.control = control;
  return options;
}

bool graph_arguments::gives(const char* option) const {
  const CLI::Option* const known = command == nullptr ? nullptr : command->get_option_no_throw(option);
  return known != nullptr && known->count() > 0;
}

void check_trust(const std::string& name, file_format format, const graph_arguments& arguments) {
  if (!arguments.trust || !arguments.gives("--trust") || format == file_format::fathom || format == file_format::automatic) return;
  throw error(error_category::usage,
              fmt::format("--trust has no effect: it applies to .fathom files, and '{}' is read as {}; leave it out", name,
                          to_string(format)));
}

void add_graph_options(CLI::App& command, graph_arguments& arguments, bool positional) {
  arguments.command = &command;
  if (positional)
    command.add_option("GRAPH", arguments.name, "graph file, or generator such as kron:20:16; - reads standard input")
        ->type_name("");
  start_group(command, graph_group);
  add_source_options(command, arguments);
  add_building_options(command, arguments);
  start_group(command, tables_group);
  add_table_options(command, arguments);
  add_machine_options(command, arguments);
}

parallel_edges parallel_policy_without_weights(const graph_arguments& arguments) {
  const parallel_edges policy = parallel_policy(arguments);
  return arguments.parallel.empty() && policy == parallel_edges::sum ? parallel_edges::min : policy;
}

parallel_edges parallel_policy(const graph_arguments& arguments) {
  if (arguments.parallel.empty()) return arguments.keep_duplicates ? parallel_edges::keep : arguments.default_parallel;
  const parallel_edges policy = parallel_edges_named(arguments.parallel);
  if (!arguments.keep_duplicates || policy == parallel_edges::keep) return policy;
  throw error(error_category::usage,
              fmt::format("'--parallel-edges {}' and '--keep-duplicates' exclude each other; use one of them", arguments.parallel));
}

file_format named_format(const std::string& name) { return name == "auto" ? file_format::automatic : format_named(name); }

table_options table_settings(const graph_arguments& arguments) {
  constexpr std::array<std::pair<std::string_view, char>, 11> names = {{{"comma", ','},
                                                                        {"semicolon", ';'},
                                                                        {"tab", '\t'},
                                                                        {"\\t", '\t'},
                                                                        {"bar", '|'},
                                                                        {"pipe", '|'},
                                                                        {"blank", ' '},
                                                                        {"blanks", ' '},
                                                                        {"space", ' '},
                                                                        {"spaces", ' '},
                                                                        {"\\s+", ' '}}};
  table_options table;
  table.source_column = arguments.source_column;
  table.target_column = arguments.target_column;
  table.weight_column = arguments.weight_column;
  if (!arguments.header.empty()) table.header = arguments.header == "yes" ? header_row::yes : header_row::no;
  if (arguments.separator.empty()) return table;
  const auto named = std::find_if(names.begin(), names.end(), [&](const auto& name) { return name.first == arguments.separator; });
  if (named == names.end() && arguments.separator.size() != 1) {
    throw error(error_category::usage, fmt::format("--separator '{}' is not a separator; use one character, or comma, semicolon, "
                                                   "tab, bar or blank",
                                                   shown_text(arguments.separator)));
  }
  table.separator = named == names.end() ? arguments.separator.front() : named->second;
  return table;
}

read_options reading_options(const graph_arguments& arguments) {
  read_options options;
  options.format = named_format(arguments.format);
  if (arguments.directed) options.direction = stated_direction::directed;
  if (arguments.undirected) options.direction = stated_direction::undirected;
  options.table = table_settings(arguments);
  options.trust = arguments.trust;
  options.keep_id_gaps = arguments.keep_id_gaps;
  options.num_vertices = arguments.vertices;
  return options;
}

std::string graph_name(const graph_arguments& arguments) {
  std::vector<std::string> names;
  const int degree = arguments.degree > 0 ? arguments.degree : gap_degree;
  if (!arguments.name.empty()) names.push_back(arguments.name);
  if (!arguments.file.empty()) names.push_back(arguments.file);
  if (arguments.kronecker_scale >= 0) names.push_back(fmt::format("kron:{}:{}", arguments.kronecker_scale, degree));
  if (arguments.uniform_scale >= 0) names.push_back(fmt::format("uniform:{}:{}", arguments.uniform_scale, degree));
  if (names.size() > 1) {
    throw error(error_category::usage, fmt::format("two graphs were given, '{}' and '{}'; give one", names[0], names[1]));
  }
  if (names.empty()) {
    throw error(error_category::usage, "no graph was given; give a file or a generator such as kron:20:16");
  }
  if (arguments.degree > 0 && arguments.kronecker_scale < 0 && arguments.uniform_scale < 0) {
    const char* why = is_generator_name(names[0]) ? "states its own degree, as in kron:16:8" : "is a file and has its own edges";
    throw error(error_category::usage, fmt::format("-k {} needs -g or -u: '{}' {}", degree, names[0], why));
  }
  return names[0];
}

bool is_generator_name(const std::string& name) {
  std::error_code ignored;
  return is_generator(name) && !std::filesystem::exists(name, ignored);
}

std::string suggested_generator(const std::string& spec) {
  const std::size_t end = std::min(spec.find(':'), spec.size());
  const std::string meant = nearest(spec.substr(0, end), generator_names());
  return meant.empty() ? "" : fmt::format("; did you mean '{}{}'?", meant, spec.substr(end));
}

void check_graph(const std::string& name, const graph_arguments& arguments) {
  static_cast<void>(named_format(arguments.format));  // a wrong format is an error for a generator, too
  if (table_settings(arguments) != table_options{} && is_generator_name(name)) {
    const std::pair<const char*, const std::string&> given[] = {{"--source-column", arguments.source_column},
                                                                {"--target-column", arguments.target_column},
                                                                {"--weight-column", arguments.weight_column},
                                                                {"--separator", arguments.separator},
                                                                {"--header", arguments.header}};
    const auto* const first = std::find_if(std::begin(given), std::end(given), [](const auto& g) { return !g.second.empty(); });
    throw error(error_category::usage,
                fmt::format("{} applies to tables, and '{}' is a generator; leave it out", first->first, name));
  }
  if (arguments.directed && arguments.undirected) {
    throw error(error_category::usage, "--directed and --undirected exclude each other; use one of them");
  }
  if ((arguments.keep_id_gaps || arguments.vertices) && is_generator_name(name)) {
    throw error(error_category::usage, fmt::format("{} needs a file: '{}' is a generator, which has its own number of vertices",
                                                   !arguments.vertices          ? "--keep-id-gaps"
                                                   : arguments.vertices_is_list ? "--num-vertices"
                                                                                : "--vertices",
                                                   name));
  }
  check_effect(name, arguments);
  check_trust(name, named_format(arguments.format), arguments);
  std::error_code ignored;
  if (name.find(':') != std::string::npos && !is_generator(name) && !std::filesystem::exists(name, ignored)) {
    const std::string meant = suggested_generator(name);
    if (!meant.empty() || has_form_of_generator(name)) {
      throw error(error_category::usage, fmt::format("'{}' is neither a file nor a generator{}", name,
                                                     meant.empty() ? fmt::format("; generators are {}", generator_forms) : meant));
    }
  }
}

}  // namespace fathom::program
