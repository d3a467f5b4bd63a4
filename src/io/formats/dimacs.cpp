// DIMACS text format: "c" comments, a problem line, then one line per edge; ids are 1-based.
//   "p sp n m", "a tail head weight"   shortest paths, 9th challenge (http://www.diag.uniroma1.it/challenge9/format.shtml)
//   "p max n m", "n id s|t", "a tail head capacity"   maximum flows, 1st challenge, also by igraph; capacities are weights
//   "p edge n m" or "p col n m", "e u v"   coloring and cliques, 2nd challenge; undirected
//   "p tw n m", "p td n m" ..., "u v"   the PACE challenges (https://pacechallenge.org); undirected
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "base/text.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/text/edge_lines.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_writer.hpp"

namespace fathom::io {
namespace {

// Written by our own writer for unweighted graphs: the weights are there only because the format requires them.
constexpr std::string_view unweighted_comment = "c fathom: unweighted";

enum class dialect { shortest_paths, flow, edges, pace };

struct dialect_row {
  std::string_view word;  // in the problem line
  dialect lines;
};

// PACE challenges: treewidth, vertex cover, treedepth, twin-width, cluster editing, dominating set.
constexpr std::array dialects = {
    dialect_row{"sp", dialect::shortest_paths}, dialect_row{"max", dialect::flow},  dialect_row{"edge", dialect::edges},
    dialect_row{"edges", dialect::edges},       dialect_row{"col", dialect::edges}, dialect_row{"tw", dialect::pace},
    dialect_row{"td", dialect::pace},           dialect_row{"tdp", dialect::pace},  dialect_row{"tww", dialect::pace},
    dialect_row{"cep", dialect::pace},          dialect_row{"ds", dialect::pace}};

struct problem {
  dialect lines = dialect::shortest_paths;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t line = 0;
  bool unweighted = false;
};

// Galois' binary .gr starts with a 64-bit version, 1 or 2, and the 64-bit size of an edge's data.
void refuse_galois(text_source& text) {
  const std::string_view start = text.start();
  std::uint64_t version = 0;
  if (start.size() < sizeof(version)) return;
  std::memcpy(&version, start.data(), sizeof(version));
  if (version != 1 && version != 2) return;
  bad_text(text,
           fmt::format("is a binary Galois graph (version {}), not DIMACS text; convert it with Galois' graph-convert --gr2dimacs",
                       version));
}

problem read_problem(text_source& text) {
  problem p;
  for (std::optional<std::string_view> line = text.next_line(); line; line = text.next_line()) {
    p.unweighted |= line->starts_with(unweighted_comment);
    if (line->starts_with('c') || is_blank_line(*line)) continue;
    const std::vector<std::string> words = lower_case_words(*line);
    if (words[0] != "p") bad_line(text, *line, "expected \"p sp VERTICES EDGES\" before anything else");
    const auto row = std::find_if(dialects.begin(), dialects.end(),
                                  [&](const dialect_row& d) { return words.size() > 1 && words[1] == d.word; });
    if (words.size() > 1 && row == dialects.end()) {
      bad_line(
          text, *line,
          fmt::format(
              "\"p {}\" is not a supported problem; use \"p sp\", \"p max\", \"p edge\", \"p col\", or PACE's \"p tw\" or \"p td\"",
              words[1]));
    }
    const auto numbers = words.size() == 4 ? header_numbers(words[2] + ' ' + words[3]) : std::nullopt;
    if (!numbers) bad_line(text, *line, fmt::format("expected \"p {} VERTICES EDGES\"", words.size() > 1 ? words[1] : "sp"));
    p.lines = row->lines;
    p.vertices = (*numbers)[0];
    p.edges = (*numbers)[1];
    p.line = text.line_of(line->data());
    if (p.vertices > max_vertices) bad_line(text, *line, fmt::format("a graph has at most {} vertices", max_vertices));
    return p;
  }
  bad_text(text, "has no problem line \"p sp VERTICES EDGES\"");
}

line_grammar grammar_of(const problem& p) {
  line_grammar grammar;
  grammar.comment = 'c';
  grammar.base = 1;
  grammar.vertices = p.vertices;
  if (p.lines == dialect::shortest_paths || p.lines == dialect::flow) {
    grammar.record = 'a';
    grammar.third = third_column::weight;
    if (p.lines == dialect::flow) grammar.other_comment = 'n';  // "n ID s": source and sink
  } else if (p.lines == dialect::edges) {
    grammar.record = 'e';
    grammar.other_comment = 'n';  // "n ID VALUE": a vertex's weight
  }
  return grammar;
}

fault_context context_of(const problem& p, const std::string& announced) {
  const std::string range = fmt::format("1..{}", p.vertices);
  if (p.lines == dialect::edges) return {range, announced, "\"e\" and two vertex ids", "\"e\", \"n\" or \"c\""};
  if (p.lines == dialect::pace) return {range, announced, "two vertex ids", ""};
  return {range, announced, "\"a\", tail, head and weight", p.lines == dialect::flow ? "\"a\", \"n\" or \"c\"" : "\"a\" or \"c\""};
}

}  // namespace

parsed read_dimacs(text_source& text, const read_options& options) {
  refuse_galois(text);
  const problem p = read_problem(text);
  const std::uint64_t min_edge_bytes = p.lines == dialect::pace    ? 4
                                       : p.lines == dialect::edges ? 6
                                                                   : 8;  // "1 2\n", "e 1 2\n", "a 1 2 3\n"
  // Coloring instances that list each edge once may declare the count of both directions.
  const bool may_be_half = p.lines == dialect::edges;
  require_declared_sizes(text, p.vertices, may_be_half ? p.edges / 2 : p.edges, min_edge_bytes, p.line);
  line_parser parser(grammar_of(p));
  const std::string announced = fmt::format("the {} edges declared on line {}", p.edges, p.line);
  const fault_context context = context_of(p, announced);
  text.enter_part();
  line_edges edges = read_edges(text, parser, allowed_entries(text, p.edges), context, options.build.control);
  part_facts part;
  part.entries = edges.entries, part.announced = p.edges;
  const bool half = may_be_half && 2 * edges.entries == p.edges;
  if (text.is_whole() && edges.entries < p.edges && !half)
    bad_text(text, fmt::format("ends after {} of {}", edges.entries, announced));
  edge_list list = declared_edges(std::move(edges), p.vertices);
  list.directed = p.lines == dialect::shortest_paths || p.lines == dialect::flow;
  if (p.lines == dialect::flow) list.notes.push_back("capacities were read as weights (use --no-weights to ignore them)");
  if (p.unweighted) list.weights = {}, list.wide_weights = {};
  if (half && p.edges > 0) {
    list.notes.push_back(fmt::format("line {} declares {} edges, which counts each of the {} edges in both directions", p.line,
                                     grouped(p.edges), grouped(p.edges / 2)));
  }
  return {std::move(list), {}, true, {}, {}, {}, part};
}

void write_dimacs(output_file& out, const graph& g) {
  require_whole_weights(g, "DIMACS", std::numeric_limits<double>::lowest());
  text_writer text(out);
  if (!g.weighted()) text << unweighted_comment << '\n';
  text << "p sp " << g.num_vertices() << ' ' << g.num_edges() << '\n';
  for_each_edge(g, [&](vertex_id u, vertex_id v, auto w) {
    text << "a " << std::uint64_t{u} + 1 << ' ' << std::uint64_t{v} + 1 << ' ' << whole_weight(w) << '\n';
  });
  text.finish();
}

namespace {

bool begins_with_problem(const text_sample& sample) {
  constexpr std::array problems = {"p sp ", "p max ", "p edge ", "p edges ", "p col ", "p tw ",
                                   "p td ", "p tdp ", "p tww ",  "p cep ",   "p ds "};
  for (const std::string_view line : sample.lines) {
    if (std::any_of(problems.begin(), problems.end(), [&](const char* p) { return line.starts_with(p); })) return true;
    if (line != "c" && !line.starts_with("c ")) return false;
  }
  return false;
}

}  // namespace

extern constinit const format_description dimacs_format{
    .format = file_format::dimacs,
    .names = {"gr", "dimacs", "dimacs9"},
    .suffixes = {".gr", ".col", ".clq", ".max"},
    .read_in_parts = true,
    .explains_binary = true,  // Galois has a binary .gr
    .has_signature = begins_with_problem,
    .read_text = read_dimacs,
    .write = [](output_file& out, const write_request& request) { write_dimacs(out, request.g); },
    .loses = {.original_ids = true}};

}  // namespace fathom::io
