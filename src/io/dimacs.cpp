// 9th DIMACS Implementation Challenge, shortest paths: "c" comments, "p sp n m", then m lines "a tail head weight"; ids are
// 1-based. http://www.diag.uniroma1.it/challenge9/format.shtml
#include <fmt/format.h>

#include <cstring>

#include "fathom/error.hpp"
#include "io/edge_lines.hpp"
#include "io/formats.hpp"
#include "io/header_words.hpp"
#include "io/text_writer.hpp"

namespace fathom::io {
namespace {

// By our own writer: the weights only stand there because the format wants some.
constexpr std::string_view unweighted_comment = "c fathom: unweighted";

struct problem {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t line = 0;
  bool unweighted = false;
};

// Galois' binary .gr starts with a 64-bit version, 1 or 2, and the 64-bit size of an edge's data.
void refuse_galois(text_source& text) {
  const std::string_view start = text.peek();
  std::uint64_t version = 0;
  if (start.size() < sizeof(version)) return;
  std::memcpy(&version, start.data(), sizeof(version));
  if (version != 1 && version != 2) return;
  bad_text(text, fmt::format(
                     "is a binary graph of Galois (version {}), not DIMACS text; convert it with Galois' graph-convert --gr2dimacs",
                     version));
}

problem read_problem(text_source& text) {
  problem p;
  for (std::optional<std::string_view> line = text.next_line(); line; line = text.next_line()) {
    p.unweighted |= line->starts_with(unweighted_comment);
    if (line->starts_with('c') || is_blank_line(*line)) continue;
    const std::vector<std::string> words = lower_case_words(*line);
    if (words[0] != "p") bad_line(text, *line, "expected \"p sp VERTICES EDGES\" before anything else");
    if (words.size() > 1 && words[1] != "sp") {
      bad_line(text, *line, fmt::format("only shortest-path problems (\"p sp\") are read, not \"p {}\"", words[1]));
    }
    const auto numbers = header_numbers(line->substr(line->find("sp") + 2));
    if (words.size() != 4 || !numbers) bad_line(text, *line, "expected \"p sp VERTICES EDGES\"");
    p.vertices = (*numbers)[0];
    p.edges = (*numbers)[1];
    p.line = text.line_of(line->data());
    if (p.vertices > max_vertices) bad_line(text, *line, fmt::format("a graph has at most {} vertices", max_vertices));
    return p;
  }
  bad_text(text, "has no line \"p sp VERTICES EDGES\"");
}

}  // namespace

parsed read_dimacs(text_source& text, const read_options& options) {
  refuse_galois(text);
  const problem p = read_problem(text);
  constexpr std::uint64_t min_arc_bytes = 8;  // "a 1 2 3\n"
  require_announced(text, p.vertices, p.edges, min_arc_bytes, p.line);
  line_grammar grammar;
  grammar.comment = 'c';
  grammar.record = 'a';
  grammar.base = 1;
  grammar.vertices = p.vertices;
  grammar.third = third_column::weight;
  line_parser parser(grammar);
  const std::string announced = fmt::format("the {} edges that line {} announces", p.edges, p.line);
  const fault_context context{fmt::format("1..{}", p.vertices), announced, "\"a\", tail, head and weight", "\"a\" or \"c\""};
  text.enter_part();
  line_edges edges = read_edges(text, parser, allowed_entries(text, p.edges), context, options.build.control);
  part_facts part;
  part.entries = edges.entries, part.announced = p.edges;
  if (text.is_whole() && edges.entries < p.edges) bad_text(text, fmt::format("ends after {} of {}", edges.entries, announced));
  edge_list list = declared_edges(std::move(edges), p.vertices);
  if (p.unweighted) list.weights = {};
  return {std::move(list), {}, true, {}, {}, {}, part};
}

void write_dimacs(output_file& out, const graph& g) {
  text_writer text(out);
  if (!g.weighted()) text << unweighted_comment << '\n';
  text << "p sp " << g.num_vertices() << ' ' << g.num_edges() << '\n';
  for_each_edge(g, [&](vertex_id u, vertex_id v, edge_weight w) {
    text << "a " << std::uint64_t{u} + 1 << ' ' << std::uint64_t{v} + 1 << ' ' << w << '\n';
  });
  text.finish();
}

}  // namespace fathom::io
