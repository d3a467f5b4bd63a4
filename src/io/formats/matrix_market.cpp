// Matrix Market exchange format (Boisvert, Pozo, Remington, NISTIR 5935, 1996) for coordinate matrices as graphs: entry (i, j) is
// the edge i -> j, and ids are 1-based.
#include <fmt/format.h>

#include <algorithm>

#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/text/edge_lines.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_writer.hpp"

namespace fathom::io {
namespace {

struct banner {
  std::string field;     // pattern, integer, unsigned-integer (SciPy), real, double, complex
  std::string symmetry;  // general, symmetric, skew-symmetric, hermitian
};

struct sizes {
  std::uint64_t vertices = 0;
  std::uint64_t entries = 0;
  std::uint64_t line = 0;
};

banner read_banner(text_source& text) {
  const std::string_view line = text.next_line().value_or("");
  const std::vector<std::string> words = lower_case_words(line);
  if (words.size() < 5 || (words[0] != "%%matrixmarket" && words[0] != "%matrixmarket") || words[1] != "matrix") {
    bad_line(text, line, "expected \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\"");
  }
  if (words[2] != "coordinate")
    bad_line(
        text, line,
        fmt::format("a matrix in \"{}\" format is not supported; write a coordinate matrix: python3 -c \"import scipy.io as s, "
                    "scipy.sparse; s.mmwrite('NEW.mtx', scipy.sparse.coo_array(s.mmread('{}')))\"",
                    words[2], text.file().string()));
  constexpr std::array fields = {"pattern", "integer", "unsigned-integer", "real", "double", "complex"};
  constexpr std::array symmetries = {"general", "symmetric", "skew-symmetric", "hermitian"};
  if (std::find(fields.begin(), fields.end(), words[3]) == fields.end())
    bad_line(text, line, "expected pattern, integer, unsigned-integer, real or complex");
  if (std::find(symmetries.begin(), symmetries.end(), words[4]) == symmetries.end()) {
    bad_line(text, line, "expected general, symmetric, skew-symmetric or hermitian");
  }
  return {words[3], words[4]};
}

// The content of a comment line, which may be indented; empty for other lines.
std::optional<std::string_view> comment_of(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos || line[first] != '%') return std::nullopt;
  return line.substr(first + 1);
}

// Reads rows, columns and entries. Some files of Network Repository have them in the last comment, directly above the edges.
sizes read_sizes(text_source& text, std::vector<std::string>& notes) {
  std::optional<std::vector<std::uint64_t>> in_comment;
  std::uint64_t line_of_comment = 0;
  for (std::string_view rest = text.peek(); !rest.empty(); rest = text.peek()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::optional<std::string_view> comment = comment_of(line);
    if (!comment && !is_blank_line(line)) break;
    if (comment) {
      in_comment = header_numbers(*comment);
      line_of_comment = text.line_of(line.data());
      if (in_comment && (in_comment->size() != 3 || (*in_comment)[0] != (*in_comment)[1])) in_comment.reset();
    }
    static_cast<void>(text.next_line());
  }
  const std::string_view rest = text.peek();
  const std::string_view line = rest.substr(0, rest.find('\n'));
  const auto numbers = header_numbers(line);
  const bool is_size = numbers && numbers->size() == 3;
  if (in_comment && !(is_size && (*numbers)[0] == (*numbers)[1])) {
    notes.push_back(
        fmt::format("the numbers of rows, columns and entries were taken from the comment on line {}", line_of_comment));
    if ((*in_comment)[0] > max_vertices) bad_text(text, fmt::format("a graph has at most {} vertices", max_vertices));
    return {(*in_comment)[0], (*in_comment)[2], line_of_comment};
  }
  if (rest.empty()) bad_text(text, "ends before the line with rows, columns and entries");
  if (!is_size) bad_line(text, line, "expected rows, columns and entries");
  const auto [rows, columns, entries] = std::tuple((*numbers)[0], (*numbers)[1], (*numbers)[2]);
  if (rows != columns) {
    bad_line(text, line,
             fmt::format("a matrix of {} rows and {} columns is not a graph; make it square, for example as the bipartite graph "
                         "of rows and columns, scipy.sparse.block_array([[None, A], [A.T, None]])",
                         rows, columns));
  }
  if (rows > max_vertices) bad_line(text, line, fmt::format("a graph has at most {} vertices", max_vertices));
  const std::uint64_t number = text.line_of(line.data());
  static_cast<void>(text.next_line());
  return {rows, entries, number};
}

// Adds the reverse of each off-diagonal edge, with the negated weight.
void add_negated_reverses(edge_list& list) {
  const std::size_t m = list.size();
  std::size_t off_diagonal = 0;
  for (std::size_t i = 0; i < m; ++i) off_diagonal += list.sources[i] != list.targets[i];
  array<vertex_id> sources(m + off_diagonal), targets(m + off_diagonal);
  std::copy(list.sources.begin(), list.sources.end(), sources.begin());
  std::copy(list.targets.begin(), list.targets.end(), targets.begin());
  std::size_t at = m;
  for (std::size_t i = 0; i < m; ++i) {
    if (sources[i] == targets[i]) continue;
    sources[at] = targets[i];
    targets[at++] = sources[i];
  }
  const auto negate = [&]<class T>(array<T>& weights) {
    if (weights.empty()) return;
    array<T> all(m + off_diagonal);
    std::copy(weights.begin(), weights.end(), all.begin());
    std::size_t next = m;
    for (std::size_t i = 0; i < m; ++i) {
      if (sources[i] != targets[i]) all[next++] = -weights[i];
    }
    weights = std::move(all);
  };
  negate(list.weights), negate(list.wide_weights);
  list.sources = std::move(sources);
  list.targets = std::move(targets);
}

}  // namespace

parsed read_matrix_market(text_source& text, const read_options& options) {
  const banner kind = read_banner(text);
  std::vector<std::string> notes;
  const sizes size = read_sizes(text, notes);
  const bool valued = kind.field != "pattern" && kind.field != "complex", weighted = valued && options.build.keep_weights;

  line_grammar grammar;
  grammar.comment = '%';
  grammar.base = 1;
  grammar.vertices = size.vertices;
  grammar.third = weighted ? third_column::weight : third_column::none;
  grammar.fortran_reals = true;
  grammar.rest_ignored = kind.field != "pattern" && !weighted;
  line_parser parser(grammar);
  require_declared_sizes(text, size.vertices, size.entries, line_parser::min_entry_bytes, size.line);

  const std::string announced = fmt::format("the {} entries declared on line {}", size.entries, size.line);
  const fault_context context{
      fmt::format("1..{}", size.vertices),   announced, weighted ? "row, column and value" : "row and column", "", {},
      " (use --no-weights to ignore values)"};
  text.enter_part();
  line_edges edges = read_edges(text, parser, allowed_entries(text, size.entries), context, options.build.control);
  part_facts part;
  part.entries = edges.entries, part.announced = size.entries;
  if (text.is_whole() && edges.entries < size.entries) bad_text(text, fmt::format("ends after {} of {}", edges.entries, announced));

  edge_list list = declared_edges(std::move(edges), size.vertices);
  list.directed = kind.symmetry == "general";
  list.notes.push_back(fmt::format("Matrix Market {} {}", kind.field, kind.symmetry));
  list.notes.insert(list.notes.end(), notes.begin(), notes.end());
  if (kind.field == "complex") list.notes.push_back("complex values were dropped: weights are real");
  if (kind.symmetry == "skew-symmetric" && weighted) {
    add_negated_reverses(list);
    list.directed = true;
  }
  return {std::move(list), {}, true, {}, {}, {}, part};
}

void write_matrix_market(output_file& out, const graph& g) {
  const bool once = is_mirrored(g);
  std::uint64_t entries = 0;
  for_each_edge(g, [&](vertex_id u, vertex_id v, auto) { entries += !once || u >= v; });
  text_writer text(out);
  text << "%%MatrixMarket matrix coordinate " << (g.weighted() ? "real" : "pattern") << (once ? " symmetric\n" : " general\n");
  text << g.num_vertices() << ' ' << g.num_vertices() << ' ' << entries << '\n';
  for_each_edge(g, [&](vertex_id u, vertex_id v, auto w) {
    if (once && u < v) return;  // the lower triangle, as the format requires
    text << std::uint64_t{u} + 1 << ' ' << std::uint64_t{v} + 1;
    if (g.weighted()) text << ' ' << w;
    text << '\n';
  });
  text.finish();
}

namespace {

bool begins_with_banner(const text_sample& sample) {
  constexpr std::string_view banner = "%matrixmarket";  // some writers write a single '%'
  return lower_case(sample.start.substr(sample.start.starts_with("%%") ? 1 : 0, banner.size())) == banner;
}

}  // namespace

extern constinit const format_description matrix_market_format{
    .format = file_format::matrix_market,
    .names = {"mtx", "matrix_market", "mm"},
    .suffixes = {".mtx", ".mm"},
    .read_in_parts = true,
    .has_signature = begins_with_banner,
    .read_text = read_matrix_market,
    .write = [](output_file& out, const write_request& request) { write_matrix_market(out, request.g); },
    .loses = {.original_ids = true}};

}  // namespace fathom::io
