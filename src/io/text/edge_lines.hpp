// Parallel parser of lines "u v [weight]", the common core of Matrix Market, SNAP, GAP text and DIMACS, and the loop over blocks
// that all edge readers share. The first bad line of the file is reported, regardless of the number of threads.
#pragma once

#include <optional>

#include "fathom/build.hpp"
#include "io/edge_columns.hpp"

namespace fathom::io {

enum class third_column { none, weight, data };  // data: a NetworkX dictionary up to the end of the line

/// The syntax of a line.
struct line_grammar {
  char comment = '\0';  ///< lines that start with this character are skipped
  char other_comment = '\0';
  char record = '\0';                     ///< character that starts the line of an edge, as in "a 1 2 8"
  std::uint64_t base = 0;                 ///< the id of vertex 0
  std::optional<std::uint64_t> vertices;  ///< number declared by the file; ids range from base to base + vertices - 1
  third_column third = third_column::none;
  std::size_t skipped = 0;       ///< columns between the ids and the weight
  bool float_ids = false;        ///< ids may be written as floating-point numbers: 2.0
  bool fortran_reals = false;    ///< weights may have Fortran's exponents: 1.5D+02
  bool rest_ignored = false;     ///< further columns may follow
  bool fathom_comments = false;  ///< "# fathom: vertices N" and "# fathom: vertex ID" are interpreted
};

/// Parser for read_edges(): lines that follow a grammar.
class line_parser {
 public:
  static constexpr std::size_t min_entry_bytes = 4;  // "0 1\n"

  explicit line_parser(const line_grammar& grammar) : grammar_(grammar) {}
  [[nodiscard]] bool weighted() const { return grammar_.third != third_column::none; }
  void start_block(std::span<const std::string_view>, int) {}
  template <class Id>
  void parse(std::size_t index, std::string_view chunk, edge_buffer<Id>& out) const;

 private:
  line_grammar grammar_;
};

/// Reads all edges from the current position to the end of the text. `parser` converts chunks to edges; it provides
///   weighted(); min_entry_bytes; start_block(chunks, threads), once per block; parse<Id>(index, chunk, buffer), in parallel.
/// Throws error_category::input for the first fault, and for more entries than `announced`.
template <class Parser>
[[nodiscard]] line_edges read_edges(text_source& text, Parser& parser, std::optional<std::uint64_t> announced,
                                    const fault_context& context, const run_control& control);

/// The maximum number of entries: the declared number if the whole text is read, no limit for a part of it.
[[nodiscard]] inline std::optional<std::uint64_t> allowed_entries(const text_source& text, std::uint64_t announced) {
  return text.is_whole() ? std::optional(announced) : std::nullopt;
}

/// Interprets a comment of our own writers, a line that ends in '\n': the number of vertices, or an isolated vertex.
void take_own_comment(const char* line, std::uint64_t& declared, std::vector<std::uint64_t>& lone);

/// The edge list of a file that declares its vertices: ids need no renumbering.
[[nodiscard]] edge_list declared_edges(line_edges&& edges, std::uint64_t num_vertices);

/// Adds a note to the list if double precision changed some weight.
void note_rounding(const line_edges& edges, edge_list& list);

namespace detail {

// Reads one block; returns false, without adding anything, if an id does not fit Id.
template <class Parser, class Id>
bool read_block(text_source& text, std::string_view block, Parser& parser, std::optional<std::uint64_t> announced,
                const fault_context& context, int threads, std::vector<edge_buffer<Id>>& buffers, edge_columns<Id>& columns,
                line_edges& all) {
  const std::vector<std::string_view> chunks = split_chunks(block);
  if (buffers.size() < chunks.size()) buffers.resize(chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i)
    buffers[i].reset(chunks[i].size() / Parser::min_entry_bytes + 1, parser.weighted());
  parser.start_block(chunks, threads);
  parallel_for(chunks.size(), threads, [&](std::size_t i) { parser.template parse<Id>(i, chunks[i], buffers[i]); });

  std::uint64_t entries = all.entries;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    edge_buffer<Id>& b = buffers[i];
    if (announced && entries + b.entries > *announced) {  // parse again to find the line
      b.reset(b.sources.size(), parser.weighted());
      b.allowed = *announced - entries;
      parser.template parse<Id>(i, chunks[i], b);
    }
    if (b.wrong.what == line_fault::too_wide) return false;
    if (b.wrong.what == line_fault::not_numeric) {
      all.numeric = false;
      all.name = fault_excerpt(text, b.wrong, context);
      return true;
    }
    if (b.wrong.what != line_fault::none) throw_fault(text, b.wrong, context);
    entries += b.entries;
  }
  all.entries = entries;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const edge_buffer<Id>& b = buffers[i];
    all.largest = std::max(all.largest, b.largest);
    all.declared = std::max(all.declared, b.declared);
    all.lone.insert(all.lone.end(), b.lone.begin(), b.lone.end());
    all.rounded |= b.rounded;
    all.given_weights += b.given_weights;
  }
  columns.append(std::span<const edge_buffer<Id>>(buffers.data(), chunks.size()), parser.weighted(), threads);
  return true;
}

// Converts the edges read so far to 64-bit ids.
void widen(line_edges& edges);

}  // namespace detail

template <class Parser>
line_edges read_edges(text_source& text, Parser& parser, std::optional<std::uint64_t> announced, const fault_context& context,
                      const run_control& control) {
  const int threads = thread_count(control);
  line_edges all;
  std::vector<edge_buffer<vertex_id>> narrow;
  std::vector<edge_buffer<std::uint64_t>> wide;
  for (std::string_view block = text.next(); !block.empty() && all.numeric; block = text.next()) {
    if (!all.is_wide) {
      if (detail::read_block(text, block, parser, announced, context, threads, narrow, all.narrow, all)) continue;
      narrow.clear();
      detail::widen(all);
    }
    detail::read_block(text, block, parser, announced, context, threads, wide, all.wide, all);
  }
  return all;
}

}  // namespace fathom::io
