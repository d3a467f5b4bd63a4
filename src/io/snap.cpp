// Edge lists as text: SNAP's (https://snap.stanford.edu/data), KONECT's and the GAP suite's .el and .wel. Ids from 0, as they
// stand.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "io/edge_lines.hpp"
#include "io/formats.hpp"
#include "io/header_words.hpp"
#include "io/lone_vertices.hpp"
#include "io/renumber.hpp"
#include "io/text_writer.hpp"

namespace fathom::io {
namespace {

// What the comments at the beginning and the first edge say.
struct preamble {
  std::optional<bool> directed;
  std::string direction_line;             // the comment that said so
  std::vector<std::string> column_names;  // words of the last comment
  std::string_view first_edge;            // its line; empty where there is none
};

void take_comment(const text_source& text, std::string_view line, preamble& found) {
  const std::string lower = lower_case(line.substr(1));
  found.column_names = lower_case_words(line.substr(1));
  if (found.directed) return;
  const auto& words = found.column_names;
  const bool konect = line.starts_with('%') && !words.empty();
  if (konect && words[0] == "bip") {
    bad_line(text, line, "KONECT's bipartite graphs number their two sides apart; renumber one side and drop this comment");
  }
  if (lower.find("undirected graph") != lower.npos || (konect && words[0] == "sym")) {
    found.directed = false;
  } else if (lower.find("directed graph") != lower.npos || (konect && words[0] == "asym")) {
    found.directed = true;
  }
  if (found.directed) found.direction_line = excerpt(line);
}

preamble read_preamble(text_source& text) {
  preamble found;
  for (std::string_view rest = text.peek(); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + 1);
    const std::string_view content = line.substr(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (content.empty()) continue;
    if (content[0] != '#' && content[0] != '%') {
      found.first_edge = line;
      return found;
    }
    take_comment(text, content, found);
  }
  return found;
}

// Whether a third column holds weights, or something to pass over with a note.
bool third_is_weight(const preamble& found, const std::vector<std::string>& words, std::vector<std::string>& notes) {
  const bool named = found.column_names.size() == words.size();
  const std::string name = named ? found.column_names[2] : "";
  if (name.find("weight") != name.npos) return true;
  edge_weight value = 0;
  const std::string third = words[2] + '\n';
  const bool numeric = scan_weight(third.data(), value) != nullptr;
  // Seconds since 1970 do not fit single precision, and nobody means them as lengths.
  const bool time = numeric && (name.find("time") != name.npos || value >= static_cast<edge_weight>(exact_weight));
  if (numeric && !time) return true;
  notes.push_back(fmt::format("column 3 ({}, ...) was ignored: {}", excerpt(words[2]),
                              time ? "it looks like time stamps" : "it holds no numbers"));
  return false;
}

line_grammar grammar_of(const preamble& found, file_format format, std::vector<std::string>& notes) {
  line_grammar grammar;
  grammar.comment = '#';
  grammar.other_comment = '%';
  grammar.own_comments = true;
  if (format == file_format::weighted_edges) grammar.third = third_column::weight;
  if (format != file_format::snap) return grammar;
  const std::vector<std::string> words = lower_case_words(found.first_edge);
  if (words.size() <= 2) return grammar;
  const bool weight = third_is_weight(found, words, notes);
  grammar.third = weight ? third_column::weight : third_column::none;
  grammar.rest_ignored = !weight || words.size() > 3;
  if (weight) notes.push_back("column 3 was read as weights");
  if (words.size() > 3) notes.push_back("columns beyond the third were ignored");
  return grammar;
}

enum class listing { mixed, once_ascending, once_descending };

// Whether every edge, self-loops apart, runs the same way between smaller and larger ids. Mixed lists end the search at once.
listing how_listed(const edge_list& list) {
  bool ascending = false, descending = false;
  for (std::size_t i = 0; i < list.size() && !(ascending && descending); ++i) {
    ascending |= list.sources[i] < list.targets[i];
    descending |= list.sources[i] > list.targets[i];
  }
  if (ascending == descending) return listing::mixed;
  return ascending ? listing::once_ascending : listing::once_descending;
}

void decide_direction(const preamble& found, edge_list& list) {
  if (found.directed) {
    list.directed = *found.directed;
    list.notes.push_back(
        fmt::format("read as {}, as the comment {} says", list.directed ? "directed" : "undirected", found.direction_line));
    return;
  }
  const listing listed = how_listed(list);
  list.directed = listed == listing::mixed;
  if (list.directed) return;
  list.notes.push_back(fmt::format("undirected: no comment says otherwise, and every edge is listed once, with its {} id first",
                                   listed == listing::once_ascending ? "smaller" : "larger"));
}

// The same of a part of the list, as far as that says anything.
void leave_direction(const preamble& found, edge_list& list, part_facts& part) {
  if (found.directed) return decide_direction(found, list);
  part.direction_open = true;
  for (std::size_t i = 0; i < list.size() && !(part.ascending && part.descending); ++i) {
    part.ascending |= list.sources[i] < list.targets[i];
    part.descending |= list.sources[i] > list.targets[i];
  }
}

const char* columns_of(const line_grammar& grammar, file_format format) {
  if (grammar.third == third_column::weight) return "two vertex ids and a weight";
  return format == file_format::edge_list ? "two vertex ids (weights are read as format wel)"
                                          : "two vertex ids, like the first edge";
}

}  // namespace

parsed read_snap(text_source& text, const read_options& options) {
  parsed result;
  const preamble found = read_preamble(text);
  const line_grammar grammar = grammar_of(found, options.format, result.notes);
  line_parser parser(grammar);
  const fault_context context{"", "", columns_of(grammar, options.format), ""};
  text.enter_part();
  line_edges edges = read_edges(text, parser, std::nullopt, context, options.build.control);
  edge_list list = text.is_whole() ? undeclared_edges(text.file(), std::move(edges), options.build.control)
                                   : part_of_undeclared(text.file(), std::move(edges), result.part);
  if (options.format == file_format::snap && options.direction == stated_direction::automatic) {
    text.is_whole() ? decide_direction(found, list) : leave_direction(found, list, result.part);
  }
  result.edges = std::move(list);
  return result;
}

namespace {

void write_lone(text_writer& text, const graph& g, const lone_vertices& lone) {
  if (!lone.matter) return;
  if (g.arrays().original_ids.empty()) {
    text << "# fathom: vertices " << g.num_vertices() << '\n';
    return;
  }
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (!lone.named[v]) text << "# fathom: vertex " << g.original_id(v) << '\n';
  }
}

}  // namespace

void write_snap(output_file& out, const graph& g, file_format format) {
  const bool snap = format == file_format::snap;
  const bool once = snap && is_mirrored(g);
  const bool weights = format == file_format::weighted_edges || (snap && g.weighted());
  const char separator = snap ? '\t' : ' ';
  text_writer text(out);
  if (snap) {
    text << (once ? "# Undirected graph\n" : "# Directed graph\n");
    text << "# FromNodeId\tToNodeId" << (weights ? "\tWeight\n" : "\n");
  }
  for_each_edge(g, [&](vertex_id u, vertex_id v, edge_weight w) {
    if (once && u > v) return;
    text << g.original_id(u) << separator << g.original_id(v);
    if (weights) text << separator << w;
    text << '\n';
  });
  // At the end, where the GAP suite's own readers have what they want and stop.
  write_lone(text, g, lone_vertices(g));
  text.finish();
}

}  // namespace fathom::io
