#include "options/graph_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/text.hpp"
#include "base/timer.hpp"
#include "build_info.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "gpu/backend.hpp"
#include "io/formats/detect.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/help_formatter.hpp"
#include "options/options.hpp"
#include "options/suggest.hpp"
#include "options/vertex_finder.hpp"
#include "output/describe.hpp"

namespace fathom::program {
namespace {

constexpr int gap_degree = 16;  // default of GAP's -k
// A larger number of threads is a typing error, and the OpenMP runtime ends the process if it cannot start the threads.
constexpr unsigned most_threads = 1024;

CLI::Validator thread_number() {
  const unsigned limit = std::max(most_threads, std::thread::hardware_concurrency());
  return whole_number(1, limit, "; leave the option out for all threads");
}

// Reads "1,2,4" of a --threads that takes a list.
void parse_thread_counts(const std::string& text, graph_arguments& arguments) {
  std::vector<int> counts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string one = text.substr(begin, end - begin);
    const std::string complaint = thread_number()(one);
    if (!complaint.empty()) throw error(error_category::usage, "--threads: " + complaint);
    counts.push_back(std::stoi(one));
    begin = end + 1;
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  arguments.threads = counts.back();
  arguments.thread_counts = std::move(counts);
}

CLI::Validator not_empty() {
  return CLI::Validator([](std::string& text) { return text.empty() ? "'' is empty; leave the option out" : std::string(); }, "");
}

loaded_graph read_file(const std::string& name, const graph_arguments& arguments, const run_control& control) {
  read_options options = reading_options(arguments);
  options.build = build_settings(arguments, control);
  options.merge_stored = !arguments.parallel.empty();
  read_result read = read_graph(name, options);
  check_trust(name, read.format, arguments);
  return {name,
          std::string(to_string(read.format)),
          std::move(read.g),
          std::move(read.what),
          std::move(read.prepared),
          read.bytes,
          read.seconds_read,
          read.seconds_build,
          std::nullopt};
}

// Replaces the graph by its largest component if the arguments request it.
void cut_to_component(loaded_graph& loaded, const graph_arguments& arguments, const run_control& control) {
  if (arguments.largest_component.empty()) return;
  const timer watch;
  const component_kind kind = arguments.largest_component == "strong" ? component_kind::strong : component_kind::weak;
  component_cut cut{kind, 0, loaded.g.num_vertices(), loaded.g.num_edges(), loaded.g.bytes(), 0};
  components_options options;
  options.control = control;
  largest_component_result largest = largest_component(loaded.g, kind, options);
  cut.components = largest.components;
  if (largest.g.num_vertices() != cut.vertices_before) loaded.prepared.reset();
  loaded.g = std::move(largest.g);
  cut.seconds = watch.seconds();
  loaded.cut = cut;
}

// All CUDA devices that can search; "auto" means the first one.
std::vector<device> all_cuda_devices() {
  std::vector<device> all;
  for (const device_description& d : available_devices()) {
    if (can_search(d)) all.push_back(d.where);
  }
  if (!all.empty()) return all;
  const std::string why = why_no_cuda();
  throw error(error_category::device, fmt::format("--devices all: no CUDA device can search ({}); leave the option out",
                                                  why.empty() ? "this build has no code for them" : why));
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

}  // namespace

build_options build_settings(const graph_arguments& arguments, const run_control& control) {
  build_options options;
  options.symmetrize = arguments.symmetrize;
  options.parallel = parallel_policy(arguments);
  options.loops = arguments.keep_self_loops ? self_loops::keep : self_loops::remove;
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

bool names_device(const graph_arguments& arguments) {
  if (!arguments.devices.empty()) return true;
  const char* requested = std::getenv("FATHOM_DEVICE");
  const std::string name = arguments.device == "auto" && requested ? requested : arguments.device;
  return !name.empty() && name != "auto";
}

std::vector<device> working_devices(const graph_arguments& arguments, int ranks) {
  if (arguments.devices.empty()) {
    const device where = working_device(arguments);
    const bool takes_turns = ranks > 1 && where.kind == device_kind::cuda && !names_device(arguments);
    return takes_turns ? all_cuda_devices() : std::vector<device>{where};
  }
  if (arguments.device != "auto") throw error(error_category::usage, "--device and --devices exclude each other; use one of them");
  if (arguments.devices == "all") return all_cuda_devices();
  std::vector<device> listed;
  for (std::size_t first = 0; first <= arguments.devices.size();) {
    const std::size_t end = std::min(arguments.devices.find(',', first), arguments.devices.size());
    const std::string name = arguments.devices.substr(first, end - first);
    const bool is_number = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
    listed.push_back(choose_device(is_number ? "cuda:" + name : name));
    first = end + 1;
  }
  if (!arguments.partitions && !arguments.copies) check_devices(listed);
  return listed;
}

device working_device(const graph_arguments& arguments) {
  if (!arguments.devices.empty()) return working_devices(arguments).front();
  return arguments.searching || names_device(arguments) ? choose_device(arguments.device) : device{};
}

std::string why_cpu(const graph_arguments& arguments) {
  if (names_device(arguments) || !this_build().cuda || working_device(arguments).kind != device_kind::cpu) return {};
  const std::string why = why_no_cuda();
  return why.empty() ? "this build has no code for the GPUs of this machine" : why;
}

std::string search_place::text() const { return names_of(devices) + (why_cpu.empty() ? "" : " (" + why_cpu + ")"); }

void add_threads_option(CLI::App& command, graph_arguments& arguments) {
  start_group(command, machine_group);
  if (arguments.threads_are_list) {
    command
        .add_option_function<std::string>(
            "--threads", [&arguments](const std::string& text) { parse_thread_counts(text, arguments); },
            "numbers of CPU threads to measure, such as 1,2,4 (default: 1 and all); a single N means 1 and N")
        ->type_name("N,...");
    return;
  }
  command.add_option("--threads", arguments.threads, "number of CPU threads (default: all)")
      ->check(thread_number())
      ->type_name("N");
}

void add_machine_options(CLI::App& command, graph_arguments& arguments) {
  add_threads_option(command, arguments);
  command
      .add_option("--device", arguments.device,
                  "device: auto, cpu, cuda or cuda:N (default: $FATHOM_DEVICE, else auto: a GPU for searches if there is one)")
      ->check(completed_by("auto cpu cuda"))
      ->type_name("NAME");
}

void add_devices_option(CLI::App& command, graph_arguments& arguments) {
  command
      .add_option("--devices", arguments.devices,
                  arguments.partitions ? "GPUs of this process to partition the graph over: all, or a list such as 0,1; a GPU may "
                                         "occur twice (default: one device)"
                                       : "GPUs to share the work, each with a copy of the graph: all, or a list such as 0,1 "
                                         "(default: one device)")
      ->type_name("LIST");
}

void add_graph_options(CLI::App& command, graph_arguments& arguments, bool positional) {
  arguments.command = &command;
  if (positional)
    command.add_option("GRAPH", arguments.name, "graph file, or generator such as kron:20:16; - reads standard input")
        ->type_name("");
  start_group(command, graph_group);
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
  command.add_flag("--keep-self-loops", arguments.keep_self_loops, "keep self-loops");
  command.add_flag("--no-weights", arguments.no_weights, "drop edge weights");
  command.add_flag("--exact-weights", arguments.exact_weights,
                   "store weights in double precision if single precision changes any, such as 0.1");
  command.add_flag("--trust", arguments.trust, ".fathom files: skip checksums and bounds checks");
  start_group(command, tables_group);
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
  add_machine_options(command, arguments);
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

loaded_graph generate_graph(const std::string& spec, const graph_arguments& arguments, const run_control& control) {
  timer watch;
  edge_list edges = generate(spec, {arguments.seed, control});
  if (arguments.directed) edges.directed = true;
  if (arguments.undirected) edges.directed = false;
  const double seconds = watch.seconds();
  build_result built = build(std::move(edges), build_settings(arguments, control));
  const double seconds_build = built.what.seconds;
  loaded_graph loaded{spec,
                      std::string(generated_origin),
                      std::move(built.g),
                      std::move(built.what),
                      std::nullopt,
                      0,
                      seconds,
                      seconds_build,
                      std::nullopt};
  cut_to_component(loaded, arguments, control);
  return loaded;
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

loaded_graph load_graph(const std::string& name, const graph_arguments& arguments, const run_control& control) {
  check_graph(name, arguments);
  if (is_generator_name(name)) return generate_graph(name, arguments, control);
  loaded_graph loaded = read_file(name, arguments, control);
  cut_to_component(loaded, arguments, control);
  return loaded;
}

loaded_graph load_graph(const graph_arguments& arguments, const run_control& control) {
  return load_graph(graph_name(arguments), arguments, control);
}

double copy_rows_to(device where, loaded_graph& loaded) {
  const timer watch;
  loaded.g = with_rows_on(loaded.g, where);
  return watch.seconds();
}

void require_undirected(const loaded_graph& loaded, std::string_view what) {
  if (!loaded.g.directed()) return;
  throw error(error_category::usage,
              fmt::format("{}: this graph is directed, but {} need an undirected graph; --undirected ignores the "
                          "directions of edges",
                          loaded.name, what));
}

vertex_id find_vertex(const graph& g, const std::string& text, std::string_view what) {
  if (g.arrays().labels.empty()) return find_by_id(names_of(g), text, what);
  if (const auto labeled = g.find_label(text)) return *labeled;
  unknown_label(names_of(g), text, what);
}

}  // namespace fathom::program
