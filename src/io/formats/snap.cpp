// Reader and writer of text edge lists: SNAP (https://snap.stanford.edu/data), KONECT, NetworkX, igraph's .ncol, and the GAP
// benchmark suite's .el and .wel.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "io/formats/format.hpp"
#include "io/formats/konect_bipartite.hpp"
#include "io/text/count_line.hpp"
#include "io/text/edge_lines.hpp"
#include "io/text/header_words.hpp"
#include "io/text/list_columns.hpp"
#include "io/text/list_names.hpp"
#include "io/text/list_preamble.hpp"
#include "io/text/misread_shapes.hpp"
#include "io/text/text_writer.hpp"
#include "io/vertices/isolated_vertices.hpp"
#include "io/vertices/renumber.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view undecided_direction = "direction is not stated; read as undirected (use --directed or --undirected)";

struct stated_size {
  count_line size;
  std::string text;  // the line
};

class list_reader {
 public:
  list_reader(text_source& text, const read_options& options)
      : text_(text), options_(options), snap_(options.format == file_format::snap), threads_(thread_count(options.build.control)) {}

  parsed read() {
    found_ = read_list_preamble(text_, options_);
    find_count_line_above_other_lines();
    columns_ = find_columns();
    for (std::string& text : columns_.notes) note(std::move(text));
    context_.columns = columns_of_a_line();
    if (columns_.third != third_column::none) context_.weights = " (use --no-weights to ignore weights)";
    context_.names_format = snap_ ? "csv" : "snap";
    if (!text_.is_whole() && !whole_file_reason().empty()) {
      result_.part.whole_file_reason = whole_file_reason();
      result_.edges.emplace();
      return std::move(result_);
    }
    found_.names ? read_names() : read_numbers();
    decide_direction();
    result_.notes.insert(result_.notes.end(), std::make_move_iterator(found_.notes.begin()),
                         std::make_move_iterator(found_.notes.end()));
    return std::move(result_);
  }

 private:
  // Calls use(std::span) with the weights.
  template <class Use>
  static auto with_weights(const line_edges& edges, Use&& use) {
    return edges.is_wide ? edges.wide.with_weights(use) : edges.narrow.with_weights(use);
  }

  void note(std::string text) { found_.notes.push_back(std::move(text)); }

  // A first line of two numbers above lines with weights, or of three above lines without, cannot be an edge.
  void find_count_line_above_other_lines() {
    if (!snap_ || found_.names || found_.stated.vertices || found_.lines.size() < 2 || !options_.build.keep_weights) return;
    const std::size_t width = found_.lines.front().size();
    const auto other = [&](const auto& words) { return width == 2 ? words.size() > 2 : words.size() == 2; };
    const auto numbers = width == 2 ? numbers_of_first_line() : size_numbers_of_first_line();
    if (!numbers || !std::all_of(found_.lines.begin() + 1, found_.lines.end(), other)) return;
    above_ = stated_size{*numbers, fmt::format("{}", fmt::join(found_.lines.front(), " "))};
    found_.lines.erase(found_.lines.begin());
    while (const auto line = text_.next_line()) {
      const std::size_t first = line->find_first_not_of(" \t\r");
      if (first != line->npos && (*line)[first] != '#' && (*line)[first] != '%') break;
    }
  }

  [[nodiscard]] std::optional<count_line> numbers_of_first_line() const {
    if (found_.lines.empty() || found_.lines.front().size() != 2) return std::nullopt;
    const auto numbers = header_numbers(found_.lines.front()[0] + ' ' + found_.lines.front()[1]);
    if (!numbers) return std::nullopt;
    return count_line{(*numbers)[0], (*numbers)[1]};
  }

  // "n n m": the size line of a Matrix Market file without its banner.
  [[nodiscard]] std::optional<count_line> size_numbers_of_first_line() const {
    if (found_.lines.empty() || found_.lines.front().size() != 3 || !found_.column_names.empty()) return std::nullopt;
    const std::vector<std::string>& words = found_.lines.front();
    const auto numbers = header_numbers(words[0] + ' ' + words[1] + ' ' + words[2]);
    if (!numbers || (*numbers)[0] != (*numbers)[1] || found_.stated.vertices) return std::nullopt;
    return count_line{(*numbers)[0], (*numbers)[2]};
  }

  // A first line "n n m" that may also be an edge: above weighted edges, or with a third column that is not read.
  [[nodiscard]] std::optional<count_line> size_line() const {
    const bool weights = columns_.third == third_column::weight && columns_.skipped == 0;
    const bool unread = columns_.third == third_column::none && columns_.rest_ignored;
    return snap_ && (weights || unread) ? size_numbers_of_first_line() : std::nullopt;
  }

  list_columns find_columns() const {
    if (snap_) return find_list_columns(text_, found_, options_);
    list_columns columns;
    const bool weighted = options_.format == file_format::weighted_edges;
    if (weighted && options_.build.keep_weights) columns.third = third_column::weight;
    columns.rest_ignored = weighted && !options_.build.keep_weights;
    return columns;
  }

  [[nodiscard]] std::string columns_of_a_line() const {
    if (columns_.third != third_column::none) return "two vertex ids and a weight";
    return snap_ ? "two vertex ids, like the first edge; use --no-weights to ignore further columns"
                 : "two vertex ids; use --format wel for weights";
  }

  // The reason why processes cannot read the file in parts; empty if they can.
  [[nodiscard]] std::string whole_file_reason() const {
    if (found_.names) return "its ids are names";
    if (above_ || found_.size_numbers || size_line())
      return "a line that may state its size can be interpreted only with all edges";
    return columns_.third == third_column::data ? "it has edge data" : "";
  }

  void read_numbers() {
    line_grammar grammar;
    grammar.comment = '#';
    grammar.other_comment = '%';
    grammar.fathom_comments = true;
    grammar.float_ids = snap_;
    grammar.third = columns_.third;
    grammar.skipped = columns_.skipped;
    grammar.rest_ignored = columns_.rest_ignored;
    line_parser parser(grammar);
    text_.enter_part();
    line_edges edges = read_edges(text_, parser, std::nullopt, context_, options_.build.control);
    if (!text_.is_whole()) return read_part(std::move(edges));
    decide_weights(edges);
    take_count_line(edges);
    note_edge_count(edges.entries);
    result_.edges = number_edge_list(text_.file(), std::move(edges), numbering_rules::of(options_, found_.stated.vertices),
                                     options_.build.control);
  }

  void read_part(line_edges&& edges) {
    part_facts& part = result_.part;
    part.unnamed_column = columns_.unnamed;
    if (columns_.unnamed) part.values = with_weights(edges, [&](auto weights) { return values_of(weights, threads_); });
    if (columns_.unnamed && are_calendar_times(part.values)) edges.rounded = false;
    if (found_.stated.edges) part.stated_edges = *found_.stated.edges, part.stated_text = found_.stated.vertices->text;
    if (const auto numbers = numbers_of_first_line(); numbers && may_have_count_line()) part.edges_of_count_line = numbers->edges;
    const numbering_rules rules = numbering_rules::of(options_, found_.stated.vertices);
    result_.edges = number_edge_list_part(std::move(edges), rules, part, options_.build.control);
  }

  void read_names() {
    named_list named = read_list_names(text_, columns_, context_);
    const std::uint64_t count = named.list.size();
    if (!keeps_weights(std::span<const double>(named.list.wide_weights.view()), count, named.given_weights))
      named.list.wide_weights = {};
    if (found_.stated.vertices && found_.stated.vertices->count != named.list.num_vertices) {
      note(fmt::format("{} states {} vertices, but {} are named; only these were kept", found_.stated.vertices->text,
                       grouped(found_.stated.vertices->count), grouped(named.list.num_vertices)));
    }
    note_edge_count(count);
    result_.edges = std::move(named.list);
  }

  void decide_weights(line_edges& edges) {
    if (with_weights(edges, [&](auto weights) { return keeps_weights(weights, edges.size(), edges.given_weights); })) {
      std::string triples = columns_.unnamed ? triples_note(edges) : std::string();
      if (!triples.empty()) note(std::move(triples));
      return;
    }
    edges.is_wide ? edges.wide.drop_weights() : edges.narrow.drop_weights();
    edges.rounded = false;
  }

  template <class Weight>
  [[nodiscard]] bool keeps_weights(std::span<const Weight> weights, std::uint64_t edges, std::uint64_t given) {
    if (columns_.third == third_column::data) {
      if (given > 0 && given < edges) {
        note(fmt::format("{} of {} edges have no 'weight' in their data and got weight 1", grouped(edges - given), grouped(edges)));
      }
      return given > 0;
    }
    if (!columns_.unnamed || weights.empty()) return true;
    const column_statistics values = values_of(weights, threads_);
    const bool times = are_calendar_times(values) || (may_count_from_zero(values) && are_spread_like_times(weights));
    note(unnamed_column_note(values, times));
    return !times;
  }

  [[nodiscard]] bool may_have_count_line() const {
    return snap_ && !found_.stated.vertices && !found_.size_numbers && found_.column_names.empty() &&
           columns_.third == third_column::none;
  }

  // Interprets "n m" above the edges, and "% n n m" in a comment.
  void take_count_line(line_edges& edges) {
    if (above_) {
      const count_line& size = above_->size;
      if (size.edges != edges.size() || edges.is_wide || !ids_fit(edges, 0, size.vertices)) {
        const bool wider = std::count(above_->text.begin(), above_->text.end(), ' ') == 2;
        bad_text(text_,
                 fmt::format("the first line, \"{}\", has {} columns but the next lines have {}, and its numbers are not the "
                             "numbers of vertices and edges; {}remove it, or use --no-weights",
                             above_->text, wider ? "three" : "two", wider ? "two" : "more", wider ? "" : "give it a weight, "));
      }
      return state_count_line(size, above_->text);
    }
    if (found_.size_numbers) {
      const std::vector<std::uint64_t>& numbers = *found_.size_numbers;
      if (numbers[2] != edges.entries) return;
      found_.stated.vertices = stated_vertices{numbers[0], fmt::format("the comment {}", found_.size_text), false, true, false};
      return;
    }
    if (const auto size = size_line()) {
      const bool first = edges.size() == edges.entries && !edges.is_wide && edges.lone.empty() && edges.declared == 0;
      if (!first || size->edges + 1 != edges.size() || !ids_fit(edges, 1, size->vertices)) return;
      drop_first_edge(edges);
      return state_count_line(*size, fmt::format("{0} {0} {1}", size->vertices, size->edges));
    }
    if (!may_have_count_line() || !numbers_of_first_line()) return;
    const auto line = find_count_line(edges);
    if (!line) return;
    drop_first_edge(edges);
    state_count_line(*line, fmt::format("{} {}", line->vertices, line->edges));
  }

  void state_count_line(const count_line& line, const std::string& text) {
    found_.stated.vertices.emplace();
    found_.stated.vertices->count = line.vertices;
    found_.stated.vertices->text = fmt::format("the first line \"{}\"", text);
    note(fmt::format("the first line, \"{}\", was read as the numbers of vertices and edges, which fit the lines below", text));
  }

  void note_edge_count(std::uint64_t edges) {
    if (!found_.stated.edges || !found_.stated.vertices) return;
    std::string text = edge_count_note(found_.stated.vertices->text, *found_.stated.edges, edges);
    if (!text.empty()) note(std::move(text));
  }

  void decide_direction() {
    if (!snap_) return;
    result_.edges->directed = found_.directed.value_or(false);
    if (options_.direction != stated_direction::automatic) return;
    note(found_.directed ? found_.direction_note : std::string(undecided_direction));
  }

  text_source& text_;
  const read_options& options_;
  const bool snap_;
  const int threads_;
  list_preamble found_;
  std::optional<stated_size> above_;
  list_columns columns_;
  fault_context context_;
  parsed result_;
};

// Whether options that choose source and target columns or a separator require reading the file as a table.
bool is_asked_as_table(const table_options& table) {
  return !table.source_column.empty() || !table.target_column.empty() || table.separator != 0;
}

}  // namespace

parsed read_snap(text_source& text, const read_options& options) {
  const bool lists_weights = options.format == file_format::snap;
  if (!is_asked_as_table(options.table) && (lists_weights || options.table == table_options{})) {
    return list_reader(text, options).read();
  }
  read_options as_table = options;
  if (as_table.table.separator == 0) as_table.table.separator = ' ';
  parsed result = read_csv(text, as_table);
  if (!lists_weights && options.direction == stated_direction::automatic && result.edges) result.edges->directed = true;
  return result;
}

namespace {

void write_isolated(text_writer& text, const graph& g, const isolated_vertices& lone) {
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
  for_each_edge(g, [&](vertex_id u, vertex_id v, auto w) {
    if (once && u > v) return;
    text << g.original_id(u) << separator << g.original_id(v);
    if (weights) text << separator << w;
    text << '\n';
  });
  // At the end, where the GAP suite's own readers have already stopped.
  write_isolated(text, g, isolated_vertices(g));
  text.finish();
}

namespace {

parsed read_list(text_source& text, const read_options& options) {
  return is_konect_bipartite(text.start()) ? read_konect_bipartite(text, options) : read_snap(text, options);
}

std::string_view why_bipartite_is_whole(std::string_view start) { return is_konect_bipartite(start) ? "it is bipartite" : ""; }

void write_list(output_file& out, const write_request& request) { write_snap(out, request.g, request.format); }

}  // namespace

extern constinit const format_description snap_format{.format = file_format::snap,
                                                      .names = {"snap", "txt", "konect"},
                                                      .suffixes = {".txt", ".snap", ".edgelist", ".edges", ".edge", ".ncol"},
                                                      .columns = column_options::weight_number,
                                                      .numbers_ids = true,
                                                      .read_in_parts = true,
                                                      .read_text = read_list,
                                                      .whole_reason = why_bipartite_is_whole,
                                                      .write = write_list};

extern constinit const format_description edge_list_format{.format = file_format::edge_list,
                                                           .names = {"el", "edge_list"},
                                                           .suffixes = {".el"},
                                                           .columns = column_options::weight_number,
                                                           .numbers_ids = true,
                                                           .read_in_parts = true,
                                                           .read_text = read_snap,
                                                           .write = write_list,
                                                           .loses = {.weights = true}};

extern constinit const format_description weighted_edges_format{.format = file_format::weighted_edges,
                                                                .names = {"wel", "weighted_edges"},
                                                                .suffixes = {".wel"},
                                                                .columns = column_options::weight_number,
                                                                .numbers_ids = true,
                                                                .read_in_parts = true,
                                                                .read_text = read_snap,
                                                                .write = write_list};

}  // namespace fathom::io
