// METIS 5 graph format (manual, section 4.1.1), also used by the 10th DIMACS Implementation Challenge: "n m [fmt [ncon]]", then one
// line per vertex with its neighbors, 1-based; each edge is in the lines of both endpoints. Comments start with `%`; an empty line
// is an isolated vertex.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "base/random.hpp"
#include "fathom/error.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/text/edge_lines.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_writer.hpp"

namespace fathom::io {
namespace {

struct metis_header {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;  // undirected
  bool edge_weights = false;
  std::uint64_t skipped_numbers = 0;  // before the neighbors in each line: the vertex's size and weights
  std::uint64_t line = 0;
};

// fmt is three digits: vertex sizes, vertex weights, edge weights; leading zeros may be missing.
metis_header read_metis_header(text_source& text) {
  std::optional<std::string_view> line = text.next_line();
  while (line && (line->starts_with('%') || is_blank_line(*line))) line = text.next_line();
  if (!line) bad_text(text, "has no line with the numbers of vertices and edges");
  const auto numbers = header_numbers(*line);
  if (!numbers || numbers->size() < 2 || numbers->size() > 4) bad_line(text, *line, "expected VERTICES EDGES [FMT [NCON]]");
  const std::uint64_t format = numbers->size() > 2 ? (*numbers)[2] : 0;
  const std::uint64_t sizes = format / 100, weights = format / 10 % 10, edge_weights = format % 10;
  if (sizes > 1 || weights > 1 || edge_weights > 1) bad_line(text, *line, "expected a FMT of three digits 0 or 1");
  const std::uint64_t constraints = numbers->size() > 3 ? (*numbers)[3] : 1;
  constexpr std::uint64_t most_constraints = 1024;  // far more than the few used in practice
  if (constraints > most_constraints) bad_line(text, *line, fmt::format("{} weights per vertex are too many", constraints));
  if ((*numbers)[0] > max_vertices) bad_line(text, *line, fmt::format("a graph has at most {} vertices", max_vertices));
  return {(*numbers)[0], (*numbers)[1], edge_weights == 1, sizes + weights * constraints, text.line_of(line->data())};
}

// Each edge has two entries; the one in the line of the smaller id is kept. Sums of hashes over both kinds of entries verify that
// the other entry exists and has the same weight: for an asymmetric file they differ, except with probability 2^-64.
enum class kept_entry { of_smaller, of_larger };

class adjacency_parser {
 public:
  static constexpr std::size_t min_entry_bytes = 2;  // "1 "

  explicit adjacency_parser(const metis_header& head, kept_entry kept = kept_entry::of_smaller) : head_(head), kept_(kept) {}
  [[nodiscard]] bool weighted() const { return head_.edge_weights; }

  // Finds the first vertex of each chunk by counting the lines that are not comments, in parallel.
  void start_block(std::span<const std::string_view> chunks, int threads) {
    starts_.assign(chunks.size() + 1, 0);
    parallel_for(chunks.size(), threads, [&](std::size_t i) { starts_[i + 1] = count_vertex_lines(chunks[i]); });
    starts_[0] = vertices_;
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    vertices_ = starts_.back();
  }

  template <class Id>
  void parse(std::size_t index, std::string_view chunk, edge_buffer<Id>& out) {
    sums mine;
    std::uint64_t vertex = starts_[index];
    const char* const end = chunk.data() + chunk.size();
    for (const char* p = chunk.data(); p != end && out.wrong.what == line_fault::none;) {
      p = *p == '%' ? find_newline(p) + 1 : parse_line(p, vertex++, out, mine);
    }
    hash_up_ += mine.hash_up;
    hash_down_ += mine.hash_down;
    loops_ += mine.loops;
  }

  [[nodiscard]] std::uint64_t vertices() const { return vertices_; }
  [[nodiscard]] bool symmetric() const { return hash_up_ == hash_down_; }
  [[nodiscard]] std::uint64_t loops() const { return loops_; }

 private:
  struct sums {
    std::uint64_t hash_up = 0, hash_down = 0, loops = 0;
  };

  static std::uint64_t count_vertex_lines(std::string_view chunk) {
    std::uint64_t lines = 0;
    const char* const end = chunk.data() + chunk.size();
    for (const char* p = chunk.data(); p != end; p = find_newline(p) + 1) lines += *p != '%';
    return lines;
  }

  // Returns the beginning of the next line; after a fault the result is unspecified.
  template <class Id>
  const char* parse_line(const char* p, std::uint64_t vertex, edge_buffer<Id>& out, sums& mine) const {
    const char* const line = p;
    const auto stop = [&](line_fault what, const char* token) {
      out.wrong = {what, line, token};
      return line;
    };
    for (std::uint64_t skip = head_.skipped_numbers; skip > 0 && vertex < head_.vertices; --skip) {
      p = skip_blanks(p);
      double ignored = 0;
      if (is_line_end(*p)) return stop(line_fault::missing_weight, nullptr);
      const char* const token = p;
      if (p = scan_weight(p, ignored); !p) return stop(line_fault::bad_weight, token);
    }
    for (;;) {
      p = skip_to_newline(p);
      if (*p == '\n') return p + 1;
      // Empty lines may follow the last vertex.
      if (vertex >= head_.vertices) return stop(line_fault::extra_text, p);
      const char* const token = p;
      std::uint64_t neighbor = 0;
      p = scan_digits(p, neighbor);
      if (p == token || !is_space(*p)) return stop(*token == '-' ? line_fault::negative : line_fault::not_an_id, token);
      if (neighbor - 1 >= head_.vertices) return stop(line_fault::out_of_range, token);
      double w = 0;
      std::string_view written;
      if (head_.edge_weights) {
        const char* const weight = skip_blanks(p);
        if (is_line_end(*weight)) return stop(line_fault::missing_weight, nullptr);
        p = scan_weight(weight, w);
        if (!p || !is_finite_weight(w)) return stop(p ? line_fault::not_finite : line_fault::bad_weight, weight);
        written = {weight, static_cast<std::size_t>(p - weight)};
      }
      take(vertex, neighbor - 1, w, written, out, mine);
    }
  }

  template <class Id>
  void take(std::uint64_t u, std::uint64_t v, double w, std::string_view written, edge_buffer<Id>& out, sums& mine) const {
    ++out.entries;
    mine.loops += u == v;
    if (u != v) (u < v ? mine.hash_up : mine.hash_down) += edge_hash(std::min(u, v), std::max(u, v), w);
    if (u != v && (u < v) != (kept_ == kept_entry::of_smaller)) return;
    out.sources[out.count] = static_cast<Id>(std::min(u, v));
    out.targets[out.count] = static_cast<Id>(std::max(u, v));
    if (head_.edge_weights) out.set_weight(w, written);
    ++out.count;
  }

  static std::uint64_t edge_hash(std::uint64_t u, std::uint64_t v, double w) {
    return mix64(mix64(u << 32 | v) ^ std::bit_cast<std::uint64_t>(w + 0.0));  // -0 is 0
  }

  metis_header head_;
  kept_entry kept_;
  std::uint64_t vertices_ = 0;         // lines so far
  std::vector<std::uint64_t> starts_;  // first vertex of each chunk of the current block
  std::atomic<std::uint64_t> hash_up_{0}, hash_down_{0}, loops_{0};
};

struct keyed_edge {
  std::uint64_t smaller = 0, larger = 0;
  double weight = 0;

  auto operator<=>(const keyed_edge&) const = default;
};

// The edges sorted, without self-loops.
std::vector<keyed_edge> keyed(const line_edges& edges) {
  std::vector<keyed_edge> list;
  const edge_columns<vertex_id>& e = edges.narrow;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double weight = e.has_wide_weights ? e.wide_weights[i] : e.weights.empty() ? 0 : double{e.weights[i]};
    if (e.sources[i] != e.targets[i]) list.push_back({e.sources[i], e.targets[i], weight});
  }
  std::sort(list.begin(), list.end(), [](const keyed_edge& a, const keyed_edge& b) { return a < b; });
  return list;
}

// Reads the file again for the entries that were not kept, and reports an edge whose two entries differ.
[[noreturn]] void refuse_asymmetric(text_source& text, const metis_header& head, const line_edges& edges,
                                    const run_control& control) {
  if (is_pipe(text.file()))
    bad_text(text, "is not symmetric: some edge is listed differently, or not at all, by one of its endpoints");
  text.rewind();
  adjacency_parser parser(read_metis_header(text), kept_entry::of_larger);
  const std::vector<keyed_edge> up = keyed(edges), down = keyed(read_edges(text, parser, std::nullopt, {}, control));
  const auto [a, b] = std::mismatch(up.begin(), up.end(), down.begin(), down.end());
  if (a == up.end() && b == down.end()) bad_text(text, "changed while it was being read");
  const bool of_smaller = b == down.end() || (a != up.end() && *a < *b);
  const keyed_edge& edge = of_smaller ? *a : *b;
  const std::uint64_t here = (of_smaller ? edge.smaller : edge.larger) + 1, there = (of_smaller ? edge.larger : edge.smaller) + 1;
  bad_text(text, fmt::format("is not symmetric: the line of vertex {} lists {}{}, but the line of {} does not list {}{}", here,
                             there, head.edge_weights ? fmt::format(" with weight {}", edge.weight) : "", there, here,
                             head.edge_weights ? " with that weight" : ""));
}

void require_complete(text_source& text, const metis_header& head, const adjacency_parser& parser, const line_edges& edges,
                      const run_control& control) {
  // If the last vertex has no neighbors, its line is empty and its newline may be missing.
  if (parser.vertices() + 1 < head.vertices) {
    bad_text(text, fmt::format("ends after the lines of {} of the {} vertices declared on line {}", parser.vertices(),
                               head.vertices, head.line));
  }
  if (!parser.symmetric()) refuse_asymmetric(text, head, edges, control);
  const std::uint64_t pairs = (edges.entries - parser.loops()) / 2;
  if (head.edges == pairs || head.edges == pairs + parser.loops()) return;
  bad_text(text, fmt::format("line {} declares {} edges, but {} are listed (each in the lines of both endpoints)", head.line,
                             head.edges, pairs + parser.loops()));
}

}  // namespace

parsed read_metis(text_source& text, const read_options& options) {
  text.allow_long_rows();
  const metis_header head = read_metis_header(text);
  constexpr std::uint64_t min_edge_bytes = 4;  // twice "1 "
  require_declared_sizes(text, head.vertices, head.edges, min_edge_bytes, head.line);
  adjacency_parser parser(head);
  const fault_context context{
      fmt::format("1..{}", head.vertices), "",
      fmt::format("no neighbors after those of vertex {}, the last vertex declared on line {}", head.vertices, head.line), ""};
  line_edges edges = read_edges(text, parser, std::nullopt, context, options.build.control);
  require_complete(text, head, parser, edges, options.build.control);
  edge_list list = declared_edges(std::move(edges), head.vertices);
  list.directed = false;
  if (head.skipped_numbers > 0) list.notes.push_back("vertex weights and sizes were ignored");
  return {std::move(list), {}, false, {}, {}, {}};
}

void write_metis(output_file& out, const graph& g) {
  if (!is_mirrored(g)) {
    throw error(
        error_category::output,
        "METIS files hold undirected graphs with the same weight in both directions; symmetrize the graph first (--symmetrize)");
  }
  constexpr double smallest = 1;  // METIS manual, section 4.1.1
  require_whole_weights(g, "METIS", smallest);
  const adjacency_view& rows = g.view().out;
  const std::uint64_t loops = g.properties().self_loops;
  text_writer text(out);
  text << g.num_vertices() << ' ' << (g.num_edges() - loops) / 2 + loops << (g.weighted() ? " 001\n" : "\n");
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
      if (e > rows.offsets[u]) text << ' ';
      text << std::uint64_t{rows.targets[e]} + 1;
      if (rows.weights) text << ' ' << whole_weight(rows.weight(e));
    }
    text << '\n';
  }
  text.finish();
}

extern constinit const format_description metis_format{
    .format = file_format::metis,
    .names = {"metis", "graph", "dimacs10"},
    .suffixes = {".graph", ".metis"},
    .read_text = read_metis,
    .write = [](output_file& out, const write_request& request) { write_metis(out, request.g); },
    .loses = {.original_ids = true}};

}  // namespace fathom::io
