// `fathom walks`: random walks, uniform, by weight, or with the biases of node2vec.
#include <algorithm>
#include <cstdint>
#include <span>

#include "base/output_file.hpp"
#include "commands/analysis.hpp"
#include "fathom/report.hpp"
#include "fathom/sampling.hpp"
#include "interrupt.hpp"
#include "io/formats/npy.hpp"
#include "options/sources.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {
namespace {

constexpr std::uint64_t few_walks = 3;  // in text and JSON
constexpr std::uint64_t most_walks = 0xFFFFFFFF;

struct walks_arguments : analysis_arguments {
  source_arguments sources;
  random_walk_options options;
};

struct walks_outcome : analysis_outcome<random_walk_result, random_walk_validation> {
  chosen_sources sources;
  random_walk_options options;

  [[nodiscard]] std::span<const vertex_id> first_walk(std::uint64_t i) const {
    const std::span<const vertex_id> walk = found.walk(i);
    return walk.first(static_cast<std::size_t>(std::find(walk.begin(), walk.end(), no_vertex) - walk.begin()));
  }
};

std::string speed(const random_walk_report& r) {
  return r.steps == 0 ? "no step" : human_quantity(static_cast<double>(r.steps) / r.seconds_walk) + "steps/s";
}

std::string text(const walks_outcome& o) {
  const random_walk_report& r = o.found.report;
  std::string text =
      run_text(counted(o.found.walks, "random walk"), " from " + o.sources.description, speed(r), r, {"walks"}) + o.runs.text();
  for (std::uint64_t i = 0; i < std::min(o.found.walks, few_walks); ++i)
    text += fmt::format("  {}\n", shown_path(o.loaded.g, o.first_walk(i)));
  if (o.found.walks > few_walks)
    text += fmt::format("  and {}; --output writes all\n", counted(o.found.walks - few_walks, "more walk"));
  return text + finished_text(o, "walks");
}

std::string json_text(const walks_outcome& o) {
  json object = begun_json("walks", o);
  object["sources"] = o.sources.vertices.size();
  object["length"] = o.options.length;
  object["walks_per_source"] = o.options.walks_per_source;
  object["p"] = o.options.p;
  object["q"] = o.options.q;
  object["weighted"] = o.options.weighted;
  object["seed"] = o.options.seed;
  object["first_walks"] = json::array();
  for (std::uint64_t i = 0; i < std::min(o.found.walks, few_walks); ++i)
    object["first_walks"].push_back(vertices_json(o.loaded.g, o.first_walk(i)));
  return finished_json(std::move(object), o);
}

template <class Integer>
void write_matrix(output_file& out, const char* type, const graph& g, const random_walk_result& found) {
  out.write(io::make_npy_header(type, fmt::format("({}, {})", found.walks, found.length + std::uint64_t{1})));
  std::vector<Integer> row(found.length + std::size_t{1});
  for (std::uint64_t i = 0; i < found.walks; ++i) {
    const std::span<const vertex_id> walk = found.walk(i);
    for (std::size_t step = 0; step < row.size(); ++step)
      row[step] = walk[step] == no_vertex ? Integer{-1} : static_cast<Integer>(g.original_id(walk[step]));
    out.write(row.data(), row.size() * sizeof(Integer));
  }
}

void write_table(result_rows table, const graph& g, const random_walk_result& found) {
  for (std::uint64_t i = 0; i < found.walks; ++i) {
    for (const vertex_id v : found.walk(i)) {
      if (v == no_vertex) break;
      table.name(g.name(v));
    }
    table.end_row();
  }
}

void write_lines(output_file& out, const graph& g, const random_walk_result& found) {
  fmt::memory_buffer line;
  for (std::uint64_t i = 0; i < found.walks; ++i) {
    line.clear();
    for (const vertex_id v : found.walk(i)) {
      if (v == no_vertex) break;
      fmt::format_to(fmt::appender(line), "{}{}", line.size() > 0 ? " " : "", g.original_id(v));
    }
    line.push_back('\n');
    out.write(line.data(), line.size());
  }
}

// Files with random walks, in the ids or labels of the graph's file. A walk that ended early is shorter than the others.
//   FILE.npy  int32, or int64 if an id needs it, of shape (walks, length + 1); -1 after a walk's end
//   FILE.txt  one walk per line: ids with a blank between them
//   FILE.tsv, FILE.csv  one walk per line, without a heading: labels if the graph has labels, else ids
// Returns the file's name; without a FILE, nothing. Throws error_category::output; ::usage for an unknown suffix.
std::vector<std::string> write_walks(const std::filesystem::path& file, const graph& g, const random_walk_result& found) {
  if (file.empty()) return {};
  const result_format format = result_format_of(file);
  output_group files(interrupt_token());
  output_file& out = files.add(file);
  if (format == result_format::table)
    write_table(result_rows(out, file), g, found);
  else if (format == result_format::text)
    write_lines(out, g, found);
  else if (has_wide_ids(g))
    write_matrix<std::int64_t>(out, "<i8", g, found);
  else
    write_matrix<std::int32_t>(out, "<i4", g, found);
  leave_out(files, file, {"predecessors", "vertices"});
  files.commit();
  return {file.string()};
}

int run(const walks_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph), a.sources.list});
  execution exec{.control = s.control(a.graph.threads)};
  if (a.graph.gives("--device")) exec.where = working_device(a.graph);
  source_arguments sources = a.sources;
  if (sources.list.empty() && sources.named.empty()) sources.list = "all";
  static_cast<void>(random_sources_requested(sources));  // fails before the graph is read
  walks_outcome o;
  o.options = a.options;
  o.options.seed = a.graph.seed;
  load(a, s, exec.control, o);
  const graph& g = o.loaded.g;
  if (o.options.weighted && !g.weighted() && g.num_edges() > 0)
    throw error(error_category::usage, "--weighted has no effect: the graph has no weights; leave it out");
  o.sources = choose_sources(sources, g, a.graph.seed, exec.control);
  o.found = o.runs.run(a.repeat, [&] { return random_walks(g, o.sources.vertices, o.options, exec); });
  if (a.validate) o.validation = validate_random_walks(g, o.sources.vertices, o.found, o.options, exec.control);
  if (!o.failed()) o.files = write_walks(a.output, g, o.found);  // walks that failed validation are not written
  return conclude(s, o, a.json ? json_text(o) : text(o), "the walks are");
}

command_action add_walks_command(CLI::App& program) {
  auto a = std::make_shared<walks_arguments>();
  CLI::App* command =
      program.add_subcommand("walks", "Random walks from all vertices, or from given sources; also those of node2vec");
  a->graph.draws = [] { return true; };
  // A walk may stay at a vertex with a self-loop.
  a->graph.default_loops = self_loops::keep, a->graph.drops_generated_loops = true;
  add_graph_options(*command, a->graph);
  add_source_options(*command, a->sources);
  start_group(*command, "Walks");
  command->add_option("--length", a->options.length, fmt::format("edges per walk (default: {})", a->options.length))
      ->check(whole_number(1, most_walks))
      ->type_name("N");
  command->add_option("--walks-per-source", a->options.walks_per_source, "walks from each source (default: 1)")
      ->check(whole_number(1, most_walks))
      ->type_name("N");
  command->add_option("--p", a->options.p, "return parameter: an edge back has 1/p times its weight (default: 1)")
      ->check(positive_number())
      ->type_name("P");
  command
      ->add_option("--q", a->options.q,
                   "in-out parameter: an edge to a vertex that is not a neighbor of the previous one has 1/q times its weight "
                   "(default: 1)")
      ->check(positive_number())
      ->type_name("Q");
  command->add_flag("--weighted", a->options.weighted, "choose edges in proportion to their weights (default: uniformly)");
  add_repeat_option(*command, a->repeat, "walk");
  add_output_options(*command, *a, "the walks", "all walks");
  add_example(*command, "fathom walks graph.mtx --length 40 --p 0.5 --q 2 --output walks.txt");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command walks_command{"walks", help_section::analysis, add_walks_command};

}  // namespace

}  // namespace fathom::program
